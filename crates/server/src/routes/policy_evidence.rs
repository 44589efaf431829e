//! Compliance: files that prove how requirements are met.

use app::Ctx;
use app::compliance::evidence;
use axum::body::Body;
use axum::extract::State;
use axum::response::{Json as JsonResponse, Response};
use domain::compliance::MAX_EVIDENCE_BYTES;
use domain::id::{PolicyEvidenceId, PolicyItemId};

use super::jobs::download;
use super::policy_items::opened;
use crate::extract::{self, Caller, Path, Query};
use crate::problem::Problem;
use crate::views::compliance::{EvidenceQuery, OpenPolicyItemView};

/// Downloads are never displayed, whatever they are.
const MEDIA_TYPE: &str = "application/octet-stream";

/// Add a file of evidence to a requirement, or to one of its references.
#[utoipa::path(
    post,
    path = "/compliance/policyItem/{id}/evidence",
    tag = "compliance",
    params(("id" = String, Path), EvidenceQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn add_policy_evidence(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<EvidenceQuery>,
    body: Body,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let item = PolicyItemId(id);
    let new = query.parse(item.clone());
    evidence::require(&ctx, &caller, &new).await?;
    let bytes = extract::read(body, MAX_EVIDENCE_BYTES, "request.too_large").await?;
    evidence::add(&ctx, &caller, new, bytes).await?;
    opened(&ctx, &caller, &item).await
}

/// Download a file of evidence.
#[utoipa::path(
    get,
    path = "/compliance/evidence/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn read_policy_evidence(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (file, bytes) = evidence::read(&ctx, &caller, &PolicyEvidenceId(id)).await?;
    Ok(download(&file.file_name, MEDIA_TYPE, bytes))
}

/// Delete a file of evidence.
#[utoipa::path(
    delete,
    path = "/compliance/evidence/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn delete_policy_evidence(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let item = evidence::delete(&ctx, &caller, &PolicyEvidenceId(id)).await?;
    opened(&ctx, &caller, &item).await
}
