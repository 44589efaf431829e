//! Notifications.

use app::Ctx;
use app::users::notifications::NotificationFilter;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::NotificationId;

use crate::extract::{Caller, Path, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::notifications::{NotificationView, NotificationsQuery};
use crate::views::page::{PageView, page_request};

/// List my notifications, newest first.
#[utoipa::path(
    get,
    path = "/notifications",
    tag = "notifications",
    params(NotificationsQuery),
    responses((status = 200, body = PageView<NotificationView>))
)]
pub async fn list_notifications(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Query(query): Query<NotificationsQuery>,
) -> Result<JsonResponse<PageView<NotificationView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let which = if query.unread == Some(true) { NotificationFilter::Unread } else { NotificationFilter::All };
    let found = app::users::notifications::list(&ctx, &caller, which, page).await?;
    Ok(JsonResponse(found.map(|one| NotificationView::new(one, scope.locale)).into()))
}

/// Mark one of my notifications as read.
#[utoipa::path(
    put,
    path = "/notifications/{id}/read",
    tag = "notifications",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn read_notification(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    app::users::notifications::read(&ctx, &caller, &NotificationId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Mark all my notifications as read.
#[utoipa::path(put, path = "/notifications/read", tag = "notifications", responses((status = 204)))]
pub async fn read_all_notifications(State(ctx): State<Ctx>, Caller(caller): Caller) -> Result<StatusCode, Problem> {
    app::users::notifications::read_all(&ctx, &caller).await?;
    Ok(StatusCode::NO_CONTENT)
}
