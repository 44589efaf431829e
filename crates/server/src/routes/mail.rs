//! Notifications by mail: settings and queue, for administrators.

use app::Ctx;
use app::users::mail::{queue, settings};
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::MailId;

use crate::extract::{Caller, Json, Path, Query};
use crate::mail::test_text;
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::mail::{MailSettingsRequest, MailSettingsView, MailView, MailsQuery, TestMailView};
use crate::views::page::{PageView, page_request};

/// Read the settings of mail.
#[utoipa::path(
    get,
    path = "/config/mail",
    tag = "administration",
    responses((status = 200, body = MailSettingsView))
)]
pub async fn read_mail_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<MailSettingsView>, Problem> {
    Ok(JsonResponse(settings::read(&ctx, &caller).await?.into()))
}

/// Change the settings of mail. Needs a fresh proof of identity.
#[utoipa::path(
    put,
    path = "/config/mail",
    tag = "administration",
    request_body = MailSettingsRequest,
    responses((status = 200, body = MailSettingsView))
)]
pub async fn update_mail_settings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<MailSettingsRequest>,
) -> Result<JsonResponse<MailSettingsView>, Problem> {
    Ok(JsonResponse(settings::update(&ctx, &caller, request.try_into()?).await?.into()))
}

/// Send a test mail to my own address with the stored settings, also while mail is off. A failure has the status 200
/// and the message of the mail server.
#[utoipa::path(
    post,
    path = "/config/mail/test",
    tag = "administration",
    responses((status = 200, body = TestMailView))
)]
pub async fn send_test_mail(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
) -> Result<JsonResponse<TestMailView>, Problem> {
    let error = settings::send_test(&ctx, &caller, &test_text(scope.locale)).await?;
    let to = caller.user.email.as_str().to_owned();
    Ok(JsonResponse(TestMailView { sent: error.is_none(), to, error }))
}

/// List the mails of the last 30 days and those that wait, newest first.
#[utoipa::path(
    get,
    path = "/mails",
    tag = "administration",
    params(MailsQuery),
    responses((status = 200, body = PageView<MailView>))
)]
pub async fn list_mails(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<MailsQuery>,
) -> Result<JsonResponse<PageView<MailView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(queue::list(&ctx, &caller, query.state()?, page).await?.into()))
}

/// Send a mail again that waits, failed or was skipped.
#[utoipa::path(
    post,
    path = "/mails/{id}/retry",
    tag = "administration",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn retry_mail(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    queue::retry(&ctx, &caller, &MailId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete a mail; its notifications stay.
#[utoipa::path(
    delete,
    path = "/mails/{id}",
    tag = "administration",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_mail(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    queue::delete(&ctx, &caller, &MailId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
