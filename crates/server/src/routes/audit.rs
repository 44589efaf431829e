//! The audit log.

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Query};
use crate::problem::Problem;
use crate::views::audit::{AuditEntryView, AuditQuery, AuditVerificationView};
use crate::views::page::{PageView, page_request};

/// List recorded changes, newest first.
#[utoipa::path(
    get,
    path = "/audit",
    tag = "administration",
    params(AuditQuery),
    responses((status = 200, body = PageView<AuditEntryView>))
)]
pub async fn list_audit_entries(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AuditQuery>,
) -> Result<JsonResponse<PageView<AuditEntryView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let entries = app::users::audit::list(&ctx, &caller, &query.into(), page).await?;
    Ok(JsonResponse(entries.into()))
}

/// Verify the hash chain of the whole log.
#[utoipa::path(
    get,
    path = "/audit/verify",
    tag = "administration",
    responses((status = 200, body = AuditVerificationView))
)]
pub async fn verify_audit(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<AuditVerificationView>, Problem> {
    Ok(JsonResponse(app::users::audit::verify(&ctx, &caller).await?.into()))
}
