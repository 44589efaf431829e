//! To-dos of confirmed OEM revisions.

use app::Ctx;
use app::revisions::{merged_page, open_todo, resolve, todos};
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::RevisionTodoId;
use domain::permission::Permission;

use super::revisions::revision;
use crate::extract::{Caller, Json, LongText, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::comments::{CommenterView, PeopleQuery};
use crate::views::editing::{DraftTextRequest, TextProblemView, TextProblemsView};
use crate::views::page::{PageView, page_request};
use crate::views::revisions::{
    AssignTodoRequest, OpenTodoView, ResolveTodoRequest, RevisionTodoView, TodoDoneRequest, TodoPageRequest, TodosQuery,
};
use crate::views::viewer::ComparedView;

/// List the to-dos of a confirmed revision, open ones first.
#[utoipa::path(
    get,
    path = "/revisions/{id}/todos",
    tag = "revisions",
    params(("id" = String, Path), TodosQuery),
    responses((status = 200, body = PageView<RevisionTodoView>))
)]
pub async fn list_revision_todos(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<TodosQuery>,
) -> Result<JsonResponse<PageView<RevisionTodoView>>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let page = page_request(query.page_number, query.page_size)?;
    let now = ctx.clock.now();
    let listed = todos::list(&ctx, &caller, id, query.parse()?, page).await?;
    Ok(JsonResponse(listed.map(|todo| RevisionTodoView::at(todo, now)).into()))
}

/// Open a to-do with its texts, the merged result and its conflicts.
#[utoipa::path(
    get,
    path = "/revisions/{id}/todos/{todo}",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    responses((status = 200, body = OpenTodoView))
)]
pub async fn read_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
) -> Result<JsonResponse<OpenTodoView>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let open = open_todo::read(&ctx, &caller, (id, &RevisionTodoId(todo))).await?;
    Ok(JsonResponse(OpenTodoView::at(open, ctx.clock.now())))
}

/// Set owner, day and note of a to-do.
#[utoipa::path(
    put,
    path = "/revisions/{id}/todos/{todo}",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    request_body = AssignTodoRequest,
    responses((status = 200, body = RevisionTodoView))
)]
pub async fn assign_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
    Json(request): Json<AssignTodoRequest>,
) -> Result<JsonResponse<RevisionTodoView>, Problem> {
    let id = revision(&caller, Permission::EditContent, &id)?;
    let (version, assignment) = (request.version, request.parse()?);
    let changed = todos::assign(&ctx, &caller, (id, &RevisionTodoId(todo)), version, assignment).await?;
    Ok(JsonResponse(RevisionTodoView::at(changed, ctx.clock.now())))
}

/// Check a text of a to-do while it is edited; nothing is stored.
#[utoipa::path(
    post,
    path = "/revisions/{id}/todos/{todo}/check",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    request_body = DraftTextRequest,
    responses((status = 200, body = TextProblemsView))
)]
pub async fn check_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
    RequestLanguage(locale): RequestLanguage,
    LongText(DraftTextRequest { text }): LongText<DraftTextRequest>,
) -> Result<JsonResponse<TextProblemsView>, Problem> {
    let id = revision(&caller, Permission::EditContent, &id)?;
    let problems = Box::pin(open_todo::check(&ctx, &caller, (id, &RevisionTodoId(todo)), text)).await?;
    let problems = problems.iter().map(|problem| TextProblemView::new(problem, locale)).collect();
    Ok(JsonResponse(TextProblemsView { problems }))
}

/// Draw the result of a to-do as readers see it: each difference from the old OEM text says which side it comes from.
#[utoipa::path(
    post,
    path = "/revisions/{id}/todos/{todo}/page",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    request_body = TodoPageRequest,
    responses((status = 200, body = ComparedView, description = "One page. `data-origin` of its differences is theirs, ours, both or typed."))
)]
pub async fn draw_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
    RequestLanguage(locale): RequestLanguage,
    LongText(TodoPageRequest { text }): LongText<TodoPageRequest>,
) -> Result<JsonResponse<ComparedView>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let drawn = Box::pin(merged_page::draw(&ctx, &caller, (id, &RevisionTodoId(todo)), text, locale)).await?;
    Ok(JsonResponse(ComparedView::new(drawn, locale)))
}

/// Decide a to-do: with a text, with one of the two sides, or by removing the module.
#[utoipa::path(
    put,
    path = "/revisions/{id}/todos/{todo}/resolution",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    request_body = ResolveTodoRequest,
    responses((status = 200, body = RevisionTodoView))
)]
pub async fn resolve_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
    LongText(request): LongText<ResolveTodoRequest>,
) -> Result<JsonResponse<RevisionTodoView>, Problem> {
    let id = revision(&caller, Permission::EditContent, &id)?;
    let todo = RevisionTodoId(todo);
    let decided = Box::pin(resolve::resolve(&ctx, &caller, (id, &todo), request.parse()?)).await?;
    Ok(JsonResponse(RevisionTodoView::at(decided, ctx.clock.now())))
}

/// Mark a to-do as done, or open it again.
#[utoipa::path(
    put,
    path = "/revisions/{id}/todos/{todo}/done",
    tag = "revisions",
    params(("id" = String, Path), ("todo" = String, Path)),
    request_body = TodoDoneRequest,
    responses((status = 200, body = RevisionTodoView))
)]
pub async fn mark_revision_todo(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path((id, todo)): Path<(String, String)>,
    Json(request): Json<TodoDoneRequest>,
) -> Result<JsonResponse<RevisionTodoView>, Problem> {
    let id = revision(&caller, Permission::EditContent, &id)?;
    let (version, is_done, note) = (request.version, request.done, request.note()?);
    let changed = todos::set_done(&ctx, &caller, (id, &RevisionTodoId(todo)), version, is_done, note).await?;
    Ok(JsonResponse(RevisionTodoView::at(changed, ctx.clock.now())))
}

/// List people who may own to-dos of a revision.
#[utoipa::path(
    get,
    path = "/revisions/{id}/people",
    tag = "revisions",
    params(("id" = String, Path), PeopleQuery),
    responses((status = 200, body = Vec<CommenterView>))
)]
pub async fn list_todo_owners(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<PeopleQuery>,
) -> Result<JsonResponse<Vec<CommenterView>>, Problem> {
    let id = revision(&caller, Permission::EditContent, &id)?;
    let people = todos::owners(&ctx, &caller, id, &query.keyword_filter).await?;
    Ok(JsonResponse(people.into_iter().map(CommenterView::from).collect()))
}
