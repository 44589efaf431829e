//! Drafts that are set aside, taken up again, and merged with a newer version.

use app::Ctx;
use app::changes::aside;
use app::editing::{checkouts, drafts, rebase};
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::{ChangeRequestId, DraftId};
use domain::permission::Permission;

use crate::extract::{Caller, FileEditor, IfMatch, LongText, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::draft_text::SaveDraftRequest;
use crate::views::editing::{DraftTextRequest, DraftView, SavedDraftView, TabQuery, tab};
use crate::views::files::FileView;
use crate::views::rebase::{RebaseView, SaveRebaseRequest, SetAsideQuery, WorkSetAsideView};
use crate::views::viewer::ComparedView;

/// Set my draft of a file aside, so that others can change the file.
///
/// The check-out ends. The draft is kept until I go on with it or delete it.
#[utoipa::path(
    post,
    path = "/files/setAside/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = FileView))
)]
pub async fn set_draft_aside(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
) -> Result<JsonResponse<FileView>, Problem> {
    Ok(JsonResponse(checkouts::set_aside(&ctx, &caller, &path).await?.into()))
}

/// Go on with one of my drafts: check its file out again and open the draft as it was left. Another open draft of the file
/// is set aside.
#[utoipa::path(post, path = "/drafts/{id}/continue", tag = "editing", params(("id" = String, Path)), responses((status = 200, body = FileView)))]
pub async fn continue_draft(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<FileView>, Problem> {
    caller.require(Permission::EditContent)?;
    Ok(JsonResponse(drafts::resume(&ctx, &caller, &DraftId(id)).await?.into()))
}

/// Merge the version in the working lane into my draft of a file; nothing is stored.
#[utoipa::path(
    get,
    path = "/drafts/rebase/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = RebaseView))
)]
pub async fn read_rebase(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
) -> Result<JsonResponse<RebaseView>, Problem> {
    Ok(JsonResponse(rebase::read(&ctx, &caller, &path).await?.into()))
}

/// Draw a merged text as readers see it: each difference says whether it comes from the newer version or from my draft.
#[utoipa::path(
    post,
    path = "/drafts/rebasedPage/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = DraftTextRequest,
    responses((status = 200, body = ComparedView, description = "One page. `data-origin` of its differences is theirs, ours, both or typed."))
)]
pub async fn draw_rebase(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    RequestLanguage(locale): RequestLanguage,
    LongText(DraftTextRequest { text }): LongText<DraftTextRequest>,
) -> Result<JsonResponse<ComparedView>, Problem> {
    tab(&query.tab)?;
    let drawn = rebase::draw(&ctx, &caller, &path, text, locale).await?;
    Ok(JsonResponse(ComparedView::new(drawn, locale)))
}

/// Save a merged text as my draft of the version in the working lane.
///
/// The text of the draft before stays for 30 days among the drafts that have ended.
#[utoipa::path(
    put,
    path = "/drafts/rebase/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = SaveRebaseRequest,
    responses((status = 200, body = SavedDraftView))
)]
pub async fn save_rebase(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<SaveRebaseRequest>,
) -> Result<JsonResponse<SavedDraftView>, Problem> {
    let merged = request.parse(tab(&query.tab)?)?;
    Ok(JsonResponse(rebase::save(&ctx, &caller, &path, merged).await?.into()))
}

/// Go on with a text that was made from another version than my draft of a file, as a draft of that version.
///
/// `If-Match` has the SHA-256 of the text of the draft, which is set aside. The versions since are merged afterwards.
#[utoipa::path(
    post,
    path = "/drafts/replace/default/{*path}",
    tag = "editing",
    params(
        ("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."),
        ("If-Match" = String, Header, description = "The SHA-256 in double quotes."),
        TabQuery
    ),
    request_body = SaveDraftRequest,
    responses((status = 200, body = DraftView))
)]
pub async fn replace_draft(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    IfMatch(replaces): IfMatch,
    LongText(request): LongText<SaveDraftRequest>,
) -> Result<JsonResponse<DraftView>, Problem> {
    let tab = tab(&query.tab)?;
    let other = request.parse(tab.clone(), replaces)?;
    let draft = drafts::replace(&ctx, &caller, &path, other).await?;
    Ok(JsonResponse(DraftView::new(draft, Some(&tab))))
}

/// Set the work of a change request aside, so that an urgent change can be released before it.
///
/// Its modules go back to the versions that the work began from. Their texts become drafts that are set aside: an open
/// draft for its owner, a checked-in version for its author, or for the caller where the author may no longer edit.
/// 409 `change_request.open_draft` asks whether the caller's open drafts are part of the work.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/setAside",
    tag = "changeRequests",
    params(("id" = String, Path), SetAsideQuery),
    responses((status = 200, body = WorkSetAsideView))
)]
pub async fn set_request_aside(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<SetAsideQuery>,
) -> Result<JsonResponse<WorkSetAsideView>, Problem> {
    caller.require(Permission::EditContent)?;
    let purpose = query.open_drafts.map(Into::into);
    Ok(JsonResponse(Box::pin(aside::set_aside(&ctx, &caller, &ChangeRequestId(id), purpose)).await?.into()))
}
