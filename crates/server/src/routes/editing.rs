//! Check-outs, drafts and check-ins.

use app::Ctx;
use app::editing::{blocks, check, checkin, checkouts, drafts, page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::DraftId;

use crate::extract::{Caller, FileEditor, IfMatch, Json, LongText, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::draft_page::{BlockEditView, BlockEditsRequest, BlockEditsView, DraftPageView};
use crate::views::draft_text::SaveDraftRequest;
use crate::views::editing::{
    CheckInRequest, DraftTextRequest, DraftView, DraftsView, HeldObjectView, ListedDraftView, OpenDraftQuery,
    RestoreQuery, RestoreRequest, SavedDraftView, TabQuery, TextProblemView, TextProblemsView, tab,
};
use crate::views::files::{FileView, version_id};

/// Check a file out.
#[utoipa::path(
    post,
    path = "/files/checkout/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = FileView))
)]
pub async fn check_out_file(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
) -> Result<JsonResponse<FileView>, Problem> {
    Ok(JsonResponse(checkouts::take(&ctx, &caller, &path).await?.into()))
}

/// Check a data module out.
#[utoipa::path(
    post,
    path = "/dm/checkout/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = FileView))
)]
pub async fn check_out_module(ctx: State<Ctx>, editor: FileEditor) -> Result<JsonResponse<FileView>, Problem> {
    check_out_file(ctx, editor).await
}

/// Cancel the check-out of a file.
///
/// The draft of the caller is discarded. An approver can cancel the check-out of someone else, whose draft is then set
/// aside. A discarded draft stays for 30 days, one that was set aside until its owner deletes it.
#[utoipa::path(
    post,
    path = "/files/cancelCheckout/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = FileView))
)]
pub async fn cancel_check_out_of_file(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
) -> Result<JsonResponse<FileView>, Problem> {
    Ok(JsonResponse(checkouts::cancel(&ctx, &caller, &path).await?.into()))
}

/// Cancel the check-out of a data module.
#[utoipa::path(
    post,
    path = "/dm/cancelCheckout/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = FileView))
)]
pub async fn cancel_check_out_of_module(
    ctx: State<Ctx>,
    editor: FileEditor,
) -> Result<JsonResponse<FileView>, Problem> {
    cancel_check_out_of_file(ctx, editor).await
}

/// Check the draft of a file in as a new version.
#[utoipa::path(
    post,
    path = "/files/checkin/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    request_body = CheckInRequest,
    responses((status = 200, body = FileView))
)]
pub async fn check_in_file(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Json(request): Json<CheckInRequest>,
) -> Result<JsonResponse<FileView>, Problem> {
    let (said, sha256) = request.parse()?;
    Ok(JsonResponse(checkin::check_in(&ctx, &caller, &path, Some(&sha256), &said).await?.into()))
}

/// Check the draft of a data module in as a new version.
#[utoipa::path(
    post,
    path = "/dm/checkin/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    request_body = CheckInRequest,
    responses((status = 200, body = FileView))
)]
pub async fn check_in_module(
    ctx: State<Ctx>,
    editor: FileEditor,
    request: Json<CheckInRequest>,
) -> Result<JsonResponse<FileView>, Problem> {
    check_in_file(ctx, editor, request).await
}

/// Restore an earlier version of a file as a new one.
#[utoipa::path(
    post,
    path = "/files/restore/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), RestoreQuery),
    request_body = RestoreRequest,
    responses((status = 200, body = FileView))
)]
pub async fn restore_file(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<RestoreQuery>,
    Json(request): Json<RestoreRequest>,
) -> Result<JsonResponse<FileView>, Problem> {
    let (version, (comment, named)) = (version_id(&query.version)?, request.parse()?);
    Ok(JsonResponse(checkin::restore(&ctx, &caller, &path, version, comment, named).await?.into()))
}

/// List the checked-out objects of all users, newest first, at most 5000.
#[utoipa::path(get, path = "/files/checkouts", tag = "editing", responses((status = 200, body = Vec<HeldObjectView>)))]
pub async fn list_check_outs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<HeldObjectView>>, Problem> {
    let held = checkouts::list(&ctx, &caller).await?;
    Ok(JsonResponse(held.into_iter().map(HeldObjectView::from).collect()))
}

/// List my drafts, those saved last first.
#[utoipa::path(get, path = "/files/wip", tag = "editing", responses((status = 200, body = DraftsView)))]
pub async fn list_drafts(State(ctx): State<Ctx>, Caller(caller): Caller) -> Result<JsonResponse<DraftsView>, Problem> {
    let listed = drafts::list(&ctx, &caller).await?;
    Ok(JsonResponse(DraftsView { drafts: listed.into_iter().map(ListedDraftView::from).collect() }))
}

/// Open the draft of a file that I have checked out.
///
/// The first time it has the text of the version that was checked out.
#[utoipa::path(
    post,
    path = "/drafts/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), OpenDraftQuery),
    responses((status = 200, body = DraftView))
)]
pub async fn open_draft(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<OpenDraftQuery>,
) -> Result<JsonResponse<DraftView>, Problem> {
    let tab = tab(&query.tab)?;
    let opened = drafts::open(&ctx, &caller, &path, &tab, query.take_over).await?;
    Ok(JsonResponse(DraftView::new(opened, Some(&tab))))
}

/// Save a draft.
///
/// `If-Match` has the SHA-256 of the text that the new one was made from. The text may still be incomplete XML. A text that
/// was made from another version than the draft is refused: it would take the changes between the two back.
#[utoipa::path(
    put,
    path = "/drafts/default/{*path}",
    tag = "editing",
    params(
        ("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."),
        ("If-Match" = String, Header, description = "The SHA-256 in double quotes."),
        TabQuery
    ),
    request_body = SaveDraftRequest,
    responses((status = 200, body = SavedDraftView))
)]
pub async fn save_draft(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    IfMatch(replaces): IfMatch,
    LongText(request): LongText<SaveDraftRequest>,
) -> Result<JsonResponse<SavedDraftView>, Problem> {
    let saved = request.parse(tab(&query.tab)?, replaces)?;
    Ok(JsonResponse(drafts::save(&ctx, &caller, &path, saved).await?.into()))
}

/// Check a text while it is edited; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/check/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = DraftTextRequest,
    responses((status = 200, body = TextProblemsView))
)]
pub async fn check_draft(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    RequestLanguage(locale): RequestLanguage,
    LongText(DraftTextRequest { text }): LongText<DraftTextRequest>,
) -> Result<JsonResponse<TextProblemsView>, Problem> {
    tab(&query.tab)?;
    let problems = check::check(&ctx, &caller, &path, text).await?;
    let problems = problems.iter().map(|problem| TextProblemView::new(problem, locale)).collect();
    Ok(JsonResponse(TextProblemsView { problems }))
}

/// Render a text while it is edited, with its parts that can be edited; nothing is stored.
///
/// A text that is not well-formed is refused, with the line.
#[utoipa::path(
    post,
    path = "/drafts/page/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = DraftTextRequest,
    responses((status = 200, body = DraftPageView))
)]
pub async fn render_draft(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    RequestLanguage(locale): RequestLanguage,
    LongText(DraftTextRequest { text }): LongText<DraftTextRequest>,
) -> Result<JsonResponse<DraftPageView>, Problem> {
    tab(&query.tab)?;
    let rendered = page::render(&ctx, &caller, &path, text, locale).await?;
    Ok(JsonResponse(DraftPageView::new(rendered, locale)))
}

/// List the edits of the block at a position of a text, those that keep it valid; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/edits/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = BlockEditsRequest,
    responses((status = 200, body = BlockEditsView))
)]
pub async fn list_block_edits(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<BlockEditsRequest>,
) -> Result<JsonResponse<BlockEditsView>, Problem> {
    tab(&query.tab)?;
    let (commands, without_text) = (request.commands(), request.without_text);
    let edits = blocks::edits(&ctx, &caller, &path, request.text, request.position, commands).await?;
    let edits = BlockEditsView { edits: edits.into_iter().map(BlockEditView::from).collect() };
    Ok(JsonResponse(if without_text { edits.without_text() } else { edits }))
}

/// Read one of my drafts.
#[utoipa::path(get, path = "/drafts/{id}", tag = "editing", params(("id" = String, Path)), responses((status = 200, body = DraftView)))]
pub async fn read_draft(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<DraftView>, Problem> {
    Ok(JsonResponse(DraftView::new(drafts::read(&ctx, &caller, &DraftId(id)).await?, None)))
}

/// Delete one of my drafts that was set aside or discarded.
#[utoipa::path(delete, path = "/drafts/{id}", tag = "editing", params(("id" = String, Path)), responses((status = 204)))]
pub async fn delete_draft(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    drafts::delete(&ctx, &caller, &DraftId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
