//! Publications of manuals.

use app::Ctx;
use app::publications::{blockers, data, lists, readers, signing, steps};
use axum::body::Body;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use domain::id::{ChangeRequestId, PublicationId};
use domain::publication::MAX_LETTER_BYTES;

use crate::downloads;
use crate::extract::{self, Caller, Json, Path, PublicationFilesCaller, Query};
use crate::problem::Problem;
use crate::views::page::{PageView, page_request};
use crate::views::paths::parse_path;
use crate::views::publications::{
    BlockersQuery, LetterQuery, ManualPublicationView, OpenPublicationView, PublicationBlockersView,
    PublicationFileQuery, PublicationGroupQuery, PublicationsQuery, SigningKeyView, WithdrawPublicationRequest,
};

/// List the publications of a manual, newest first.
#[utoipa::path(
    get,
    path = "/publications",
    tag = "publications",
    params(PublicationsQuery),
    responses((status = 200, body = PageView<ManualPublicationView>))
)]
pub async fn list_publications(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PublicationsQuery>,
) -> Result<JsonResponse<PageView<ManualPublicationView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let state = query.state()?;
    let path = parse_path(&query.manual_path)?;
    Ok(JsonResponse(lists::list(&ctx, &caller, &path, state, page).await?.into()))
}

/// List the publications of all manuals that concern the caller: drafts, those that wait for their approval, those
/// approved in the last 30 days, or those to acknowledge.
#[utoipa::path(
    get,
    path = "/publications/groups",
    tag = "publications",
    params(PublicationGroupQuery),
    responses((status = 200, body = PageView<ManualPublicationView>))
)]
pub async fn list_publication_group(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PublicationGroupQuery>,
) -> Result<JsonResponse<PageView<ManualPublicationView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(lists::list_group(&ctx, &caller, query.group()?, page).await?.into()))
}

/// List the blockers of a manual: what must be settled before it can be published.
#[utoipa::path(
    get,
    path = "/publications/blockers",
    tag = "publications",
    params(BlockersQuery),
    responses((status = 200, body = PublicationBlockersView))
)]
pub async fn list_publication_blockers(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<BlockersQuery>,
) -> Result<JsonResponse<PublicationBlockersView>, Problem> {
    let path = parse_path(&query.manual_path)?;
    Ok(JsonResponse(blockers::list(&ctx, &caller, &path).await?.into()))
}

/// Read the public key that checks the signatures of publications. Receivers have no account.
#[utoipa::path(
    get,
    path = "/publications/signingKey",
    tag = "publications",
    responses((status = 200, body = SigningKeyView))
)]
pub async fn read_signing_key(State(ctx): State<Ctx>) -> Result<JsonResponse<SigningKeyView>, Problem> {
    Ok(JsonResponse(signing::public_key(&ctx)?.into()))
}

/// Read the JSON schema of the format melData.
#[utoipa::path(
    get,
    path = "/publications/melDataSchema",
    tag = "publications",
    responses((status = 200, content_type = "application/schema+json", body = Object))
)]
pub async fn read_mel_schema() -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/schema+json"))], data::mel_schema()).into_response()
}

/// Read a publication with its artifacts.
#[utoipa::path(
    get,
    path = "/publications/{publication}",
    tag = "publications",
    params(("publication" = String, Path)),
    responses((status = 200, body = OpenPublicationView))
)]
pub async fn read_publication(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<OpenPublicationView>, Problem> {
    Ok(JsonResponse(lists::read(&ctx, &caller, &PublicationId(id)).await?.into()))
}

/// Withdraw a publication; the one that it superseded counts again.
#[utoipa::path(
    post,
    path = "/publications/{publication}/withdraw",
    tag = "publications",
    params(("publication" = String, Path)),
    request_body = WithdrawPublicationRequest,
    responses((status = 200, body = OpenPublicationView))
)]
pub async fn withdraw_publication(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<WithdrawPublicationRequest>,
) -> Result<JsonResponse<OpenPublicationView>, Problem> {
    let id = PublicationId(id);
    steps::withdraw(&ctx, &caller, &id, request.version, &request.reason).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Attach the letter of approval; earlier ones stay.
#[utoipa::path(
    post,
    path = "/publications/{publication}/letter",
    tag = "publications",
    params(("publication" = String, Path), LetterQuery),
    request_body(content_type = "application/octet-stream", content = Vec<u8>),
    responses((status = 200, body = OpenPublicationView))
)]
pub async fn attach_publication_letter(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<LetterQuery>,
    body: Body,
) -> Result<JsonResponse<OpenPublicationView>, Problem> {
    let id = PublicationId(id);
    steps::require_letter(&ctx, &caller, &id, &query.file_name).await?;
    let bytes = extract::read(body, MAX_LETTER_BYTES, "request.too_large").await?;
    steps::attach_letter(&ctx, &caller, &id, &query.file_name, bytes).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Download an artifact of a publication, whole or in parts (`Range`).
#[utoipa::path(
    get,
    path = "/publications/{publication}/artifacts/{artifact}",
    tag = "publications",
    params(("publication" = String, Path), ("artifact" = String, Path), PublicationFileQuery),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 206, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_publication_artifact(
    State(ctx): State<Ctx>,
    PublicationFilesCaller(caller): PublicationFilesCaller,
    method: Method,
    headers: HeaderMap,
    Path((id, artifact)): Path<(String, String)>,
    Query(query): Query<PublicationFileQuery>,
) -> Result<Response, Problem> {
    let request = query.change_request_id.filter(|id| !id.is_empty()).map(ChangeRequestId);
    let id = PublicationId(id);
    let file = lists::artifact(&ctx, &caller, &id, &artifact, request.as_ref()).await?;
    let names = (id.clone(), artifact.clone(), request);
    let find = move |ctx: Ctx, caller: app::Caller| {
        let (id, artifact, request) = names.clone();
        async move { lists::artifact(&ctx, &caller, &id, &artifact, request.as_ref()).await }
    };
    let download = downloads::send((&ctx, &caller), &method, &headers, &file, find).await?;
    if let Some(start) = download.start.filter(|_| method == Method::GET) {
        readers::count_download(&ctx, &caller, &id, &artifact, start).await;
    }
    Ok(download.response)
}
