//! The user's workspace.

use app::Ctx;
use app::comments::bookmarks;
use app::users::workspace::{CheckoutFilter, RecentFilter};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::BookmarkId;

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::folders::status_filter;
use crate::views::page::{PageView, page_request};
use crate::views::paths::parse_target;
use crate::views::revisions::reading_now;
use crate::views::workspace::{
    BookmarkFolderView, BookmarkRequest, BookmarkView, BookmarkedView, BookmarksRequest, CheckedOutView,
    RecentVisitView, UpdateBookmarkRequest, VisitRequest, WorkspaceRequest,
};

/// Record a visit.
#[utoipa::path(
    post,
    path = "/users/recentVisit",
    tag = "workspace",
    request_body = VisitRequest,
    responses((status = 204))
)]
pub async fn record_visit(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<VisitRequest>,
) -> Result<StatusCode, Problem> {
    let path = parse_target(&request.path)?;
    let state = reading_now(request.lane, request.revision.as_deref())?;
    app::users::workspace::visit(&ctx, &caller, &path, &state).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List my recent visits, newest first, without duplicates.
#[utoipa::path(
    post,
    path = "/users/recentVisitWithPage",
    tag = "workspace",
    request_body = WorkspaceRequest,
    responses((status = 200, body = PageView<RecentVisitView>))
)]
pub async fn list_recent_visits(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<WorkspaceRequest>,
) -> Result<JsonResponse<PageView<RecentVisitView>>, Problem> {
    let page = page_request(request.page_number, request.page_size)?;
    let text = request.keyword_filter.unwrap_or_default();
    let status = status_filter(request.status_filter.as_deref())?;
    let filter = RecentFilter { text: &text, status };
    Ok(JsonResponse(app::users::workspace::recent(&ctx, &caller, filter, page).await?.into()))
}

/// Toggle a bookmark.
#[utoipa::path(
    post,
    path = "/users/bookmark",
    tag = "workspace",
    request_body = BookmarkRequest,
    responses((status = 200, body = BookmarkedView))
)]
pub async fn toggle_bookmark(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<BookmarkRequest>,
) -> Result<JsonResponse<BookmarkedView>, Problem> {
    let bookmark = bookmarks::toggle(&ctx, &caller, &request.parse()?).await?;
    Ok(JsonResponse(BookmarkedView { bookmarked: bookmark.is_some(), bookmark: bookmark.map(BookmarkView::from) }))
}

/// List my bookmarks, newest first.
#[utoipa::path(
    post,
    path = "/users/getBookmarksWithPage",
    tag = "workspace",
    request_body = BookmarksRequest,
    responses((status = 200, body = PageView<BookmarkView>))
)]
pub async fn list_bookmarks(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<BookmarksRequest>,
) -> Result<JsonResponse<PageView<BookmarkView>>, Problem> {
    let page = page_request(request.page_number, request.page_size)?;
    let (filter, version) = request.parse()?;
    Ok(JsonResponse(bookmarks::list(&ctx, &caller, &filter, version, page).await?.into()))
}

/// Rename or move my bookmark.
#[utoipa::path(
    put,
    path = "/users/bookmark/{id}",
    tag = "workspace",
    params(("id" = String, Path)),
    request_body = UpdateBookmarkRequest,
    responses((status = 200, body = BookmarkView))
)]
pub async fn update_bookmark(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateBookmarkRequest>,
) -> Result<JsonResponse<BookmarkView>, Problem> {
    let changed = bookmarks::update(&ctx, &caller, &BookmarkId(id), &request.name, &request.folder).await?;
    Ok(JsonResponse(changed.into()))
}

/// Delete my bookmark.
#[utoipa::path(
    delete,
    path = "/users/bookmark/{id}",
    tag = "workspace",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_bookmark(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    bookmarks::delete(&ctx, &caller, &BookmarkId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List my bookmark folders.
#[utoipa::path(
    get,
    path = "/users/bookmarkFolders",
    tag = "workspace",
    responses((status = 200, body = Vec<BookmarkFolderView>))
)]
pub async fn list_bookmark_folders(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<BookmarkFolderView>>, Problem> {
    let folders = bookmarks::folders(&ctx, &caller).await?;
    Ok(JsonResponse(folders.into_iter().map(BookmarkFolderView::from).collect()))
}

/// List my checked-out objects, newest first.
#[utoipa::path(
    post,
    path = "/users/checkedOutListWithPage",
    tag = "workspace",
    request_body = WorkspaceRequest,
    responses((status = 200, body = PageView<CheckedOutView>))
)]
pub async fn list_checked_out(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<WorkspaceRequest>,
) -> Result<JsonResponse<PageView<CheckedOutView>>, Problem> {
    let page = page_request(request.page_number, request.page_size)?;
    let text = request.keyword_filter.unwrap_or_default();
    let status = status_filter(request.status_filter.as_deref())?;
    let filter = CheckoutFilter { text: &text, status };
    Ok(JsonResponse(app::users::workspace::checked_out(&ctx, &caller, filter, page).await?.into()))
}
