//! Comments on modules.

use app::Ctx;
use app::comments::places::OpenText;
use app::comments::{lists, people, places, posts, suggestions, threads};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::field::FieldCode;
use domain::id::{CommentId, CommentThreadId};
use domain::path::FilePath;

use super::jobs::download;
use crate::extract::{Caller, Json, LongText, Path, Query, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::views::comments::{
    AcceptSuggestionRequest, AcceptedSuggestionView, AnswerRequest, CommentListQuery, CommenterView, CommentsQuery,
    EditCommentRequest, ListedCommentView, ModuleCommentsQuery, ModuleCommentsView, OpenCommentsView, ParagraphQuery,
    ParagraphTextView, PeopleQuery, PlacedCommentView, StartThreadRequest, SuggestionEditsRequest, SuggestionEditsView,
    TextEditView, ThreadSeenRequest, ThreadStateRequest, table,
};
use crate::views::editing::{TabQuery, tab};
use crate::views::page::{PageView, page_request};
use crate::views::statuses::parse_version;

/// List the threads about modules that I may read.
#[utoipa::path(
    get,
    path = "/comments",
    tag = "comments",
    params(CommentsQuery),
    responses((status = 200, body = PageView<ListedCommentView>))
)]
pub async fn list_comments(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<CommentsQuery>,
) -> Result<JsonResponse<PageView<ListedCommentView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(lists::list(&ctx, &caller, &query.request()?, page).await?.into()))
}

/// Export the list of threads, in the language of the request.
#[utoipa::path(
    get,
    path = "/comments/export",
    tag = "comments",
    params(CommentListQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_comments(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<CommentListQuery>,
) -> Result<Response, Problem> {
    let format = query.format;
    let threads = lists::list_all(&ctx, &caller, &query.request()?).await?;
    let bytes = app::imports::packages::written(move || table(&threads, locale), format.into()).await?;
    Ok(download(&format!("comments.{}", format.ending()), format.media_type(), bytes))
}

/// List the threads about a module, with the places of their paragraphs in the text that is open.
#[utoipa::path(
    get,
    path = "/comments/default/{*path}",
    tag = "comments",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ModuleCommentsQuery),
    responses((status = 200, body = ModuleCommentsView))
)]
pub async fn list_module_comments(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ModuleCommentsQuery>,
) -> Result<JsonResponse<ModuleCommentsView>, Problem> {
    let open = match query.version {
        _ if query.draft => OpenText::Draft,
        Some(version) => OpenText::Version(parse_version("version", &version)?),
        None => return Err(app::Error::field("version", FieldCode::Required).into()),
    };
    let threads = places::list(&ctx, &caller, &path, open).await?;
    Ok(JsonResponse(ModuleCommentsView { threads: threads.into_iter().map(PlacedCommentView::from).collect() }))
}

/// Start a thread about a module, or about a paragraph or picture of it.
#[utoipa::path(
    post,
    path = "/comments/default/{*path}",
    tag = "comments",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    request_body = StartThreadRequest,
    responses((status = 200, body = OpenCommentsView))
)]
pub async fn start_thread(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Json(request): Json<StartThreadRequest>,
) -> Result<JsonResponse<OpenCommentsView>, Problem> {
    let id = threads::start(&ctx, &caller, &path, request.parse()?).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Read the text of a paragraph, to propose another one.
#[utoipa::path(
    get,
    path = "/comments/paragraph/default/{*path}",
    tag = "comments",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ParagraphQuery),
    responses((status = 200, body = ParagraphTextView))
)]
pub async fn read_paragraph(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ParagraphQuery>,
) -> Result<JsonResponse<ParagraphTextView>, Problem> {
    let version = parse_version("version", &query.version)?;
    let text = suggestions::paragraph(&ctx, &caller, &path, version, &query.anchor).await?;
    Ok(JsonResponse(ParagraphTextView { text }))
}

/// List people who may read a module, to mention them.
#[utoipa::path(
    get,
    path = "/comments/people/default/{*path}",
    tag = "comments",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), PeopleQuery),
    responses((status = 200, body = Vec<CommenterView>))
)]
pub async fn list_readers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<PeopleQuery>,
) -> Result<JsonResponse<Vec<CommenterView>>, Problem> {
    let people = people::list(&ctx, &caller, &path, &query.keyword_filter).await?;
    Ok(JsonResponse(people.into_iter().map(CommenterView::from).collect()))
}

/// Read a thread with its comments.
#[utoipa::path(
    get,
    path = "/comments/threads/{id}",
    tag = "comments",
    params(("id" = String, Path)),
    responses((status = 200, body = OpenCommentsView))
)]
pub async fn read_thread(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<OpenCommentsView>, Problem> {
    Ok(JsonResponse(lists::read(&ctx, &caller, &CommentThreadId(id)).await?.into()))
}

/// Answer in a thread.
#[utoipa::path(
    post,
    path = "/comments/threads/{id}",
    tag = "comments",
    params(("id" = String, Path)),
    request_body = AnswerRequest,
    responses((status = 200, body = OpenCommentsView))
)]
pub async fn answer_thread(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<AnswerRequest>,
) -> Result<JsonResponse<OpenCommentsView>, Problem> {
    let (id, (text, proposed)) = (CommentThreadId(id), request.parse()?);
    threads::reply(&ctx, &caller, &id, &text, proposed).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Resolve or reopen a thread.
#[utoipa::path(
    put,
    path = "/comments/threads/{id}/state",
    tag = "comments",
    params(("id" = String, Path)),
    request_body = ThreadStateRequest,
    responses((status = 200, body = OpenCommentsView))
)]
pub async fn set_thread_state(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<ThreadStateRequest>,
) -> Result<JsonResponse<OpenCommentsView>, Problem> {
    let id = CommentThreadId(id);
    threads::set_state(&ctx, &caller, &id, request.parse()?).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Note that I have read a thread.
#[utoipa::path(
    post,
    path = "/comments/threads/{id}/seen",
    tag = "comments",
    params(("id" = String, Path)),
    request_body = ThreadSeenRequest,
    responses((status = 204))
)]
pub async fn mark_thread_seen(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<ThreadSeenRequest>,
) -> Result<StatusCode, Problem> {
    threads::mark_seen(&ctx, &caller, &CommentThreadId(id), request.updated_on).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Edit my comment.
#[utoipa::path(
    put,
    path = "/comments/{id}",
    tag = "comments",
    params(("id" = String, Path)),
    request_body = EditCommentRequest,
    responses((status = 204))
)]
pub async fn edit_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<EditCommentRequest>,
) -> Result<StatusCode, Problem> {
    posts::update(&ctx, &caller, &CommentId(id), &request.text, request.suggestion.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete my comment.
#[utoipa::path(delete, path = "/comments/{id}", tag = "comments", params(("id" = String, Path)), responses((status = 204)))]
pub async fn delete_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    posts::delete(&ctx, &caller, &CommentId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the edits that accept a suggestion into a text of the module, which I have checked out; nothing is stored.
#[utoipa::path(
    post,
    path = "/comments/{id}/edits",
    tag = "comments",
    params(("id" = String, Path)),
    request_body = SuggestionEditsRequest,
    responses((status = 200, body = SuggestionEditsView))
)]
pub async fn list_suggestion_edits(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    LongText(SuggestionEditsRequest { text, suggestion }): LongText<SuggestionEditsRequest>,
) -> Result<JsonResponse<SuggestionEditsView>, Problem> {
    let edits = suggestions::edits(&ctx, &caller, &CommentId(id), &suggestion, text).await?;
    Ok(JsonResponse(SuggestionEditsView { edits: edits.into_iter().map(TextEditView::from).collect() }))
}

/// Accept a suggestion into my draft of the module, which I have checked out.
#[utoipa::path(
    post,
    path = "/comments/{id}/accept",
    tag = "comments",
    params(("id" = String, Path), TabQuery),
    request_body = AcceptSuggestionRequest,
    responses((status = 200, body = AcceptedSuggestionView))
)]
pub async fn accept_suggestion(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<TabQuery>,
    Json(request): Json<AcceptSuggestionRequest>,
) -> Result<JsonResponse<AcceptedSuggestionView>, Problem> {
    let (id, tab) = (CommentId(id), tab(&query.tab)?);
    Ok(JsonResponse(suggestions::accept(&ctx, &caller, &id, &request.suggestion, &tab).await?.into()))
}
