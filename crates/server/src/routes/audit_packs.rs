//! Compliance: signed archives for auditors.

use app::Ctx;
use app::compliance::packs;
use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use domain::id::{AuditPackId, ComplianceCollectionId};

use crate::downloads::{attachment, while_allowed};
use crate::extract::{Caller, DownloadQuery, JobFilesCaller, Json, Path, Query};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::audit_packs::{AuditPackRequest, AuditPackView, AuditPacksQuery, PackedCollectionView};
use crate::views::jobs::JobView;

/// List the audit packs with a collection, newest first.
#[utoipa::path(
    get,
    path = "/compliance/auditPacks",
    tag = "compliance",
    params(AuditPacksQuery),
    responses((status = 200, body = Vec<AuditPackView>))
)]
pub async fn list_audit_packs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AuditPacksQuery>,
) -> Result<JsonResponse<Vec<AuditPackView>>, Problem> {
    let found = packs::list(&ctx, &caller, &ComplianceCollectionId(query.collection_id)).await?;
    Ok(JsonResponse(found.into_iter().map(AuditPackView::from).collect()))
}

/// Count what an audit pack would hold.
#[utoipa::path(
    post,
    path = "/compliance/auditPacks/preview",
    tag = "compliance",
    request_body = AuditPackRequest,
    responses((status = 200, body = Vec<PackedCollectionView>))
)]
pub async fn preview_audit_pack(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<AuditPackRequest>,
) -> Result<JsonResponse<Vec<PackedCollectionView>>, Problem> {
    let found = packs::preview(&ctx, &caller, &request.into()).await?;
    Ok(JsonResponse(found.into_iter().map(PackedCollectionView::from).collect()))
}

/// Make an audit pack; a job does it.
#[utoipa::path(
    post,
    path = "/compliance/auditPacks",
    tag = "compliance",
    request_body = AuditPackRequest,
    responses((status = 201, body = JobView))
)]
pub async fn create_audit_pack(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Json(request): Json<AuditPackRequest>,
) -> Result<(StatusCode, JsonResponse<JobView>), Problem> {
    let job = packs::create(&ctx, &caller, request.into(), scope.locale).await?;
    Ok((StatusCode::CREATED, JsonResponse(JobView::new(job, scope.locale))))
}

/// Download an audit pack.
#[utoipa::path(
    get,
    path = "/compliance/auditPacks/{pack}/file",
    tag = "compliance",
    params(("pack" = String, Path), DownloadQuery),
    responses((status = 200, content_type = "application/zip", body = Vec<u8>))
)]
pub async fn read_audit_pack(
    State(ctx): State<Ctx>,
    JobFilesCaller(caller): JobFilesCaller,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = AuditPackId(id);
    let (pack, parts) = packs::file(&ctx, &caller, &id).await?;
    let find = move |ctx: Ctx, caller: app::Caller| {
        let id = id.clone();
        async move { packs::find(&ctx, &caller, &id).await }
    };
    let headers = HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (CONTENT_DISPOSITION, attachment(&pack.file_name)),
        (CONTENT_LENGTH, HeaderValue::from(pack.size)),
        (CACHE_CONTROL, HeaderValue::from_static("private, no-store")),
    ]);
    Ok((headers, Body::from_stream(while_allowed(ctx, caller, parts, find))).into_response())
}

/// Delete an audit pack.
#[utoipa::path(
    delete,
    path = "/compliance/auditPacks/{pack}",
    tag = "compliance",
    params(("pack" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_audit_pack(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    packs::delete(&ctx, &caller, &AuditPackId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
