//! Compliance: requirements and their references to manuals.

use app::Ctx;
use app::compliance::{bulk, items, lists, references, statuses};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Json as JsonResponse, Response};
use domain::id::PolicyItemId;
use domain::path::FilePath;

use crate::entity_tag::revalidated;
use crate::extract::{Caller, Json, Path, Query, VaultPath};
use crate::problem::Problem;
use crate::views::compliance::{
    BulkChangeRequest, CleanReferencesRequest, CleanedReferencesView, CreatePolicyItemRequest, CreateReferenceRequest,
    DeletePolicyItemRequest, DeleteReferenceRequest, GoneReferenceView, ListedPolicyItemView, ModuleReferenceView,
    ModuleReferencesQuery, OpenPolicyItemView, PolicyEventView, PolicyItemsQuery, PolicyStatusRequest, ScopeRequest,
    SignOffRequest, UpdatePolicyItemRequest, UpdateReferenceRequest,
};
use crate::views::page::{PageView, page_request};
use crate::views::statuses::parse_version;

/// The requirement as it is after a change.
async fn opened(
    ctx: &Ctx,
    caller: &app::Caller,
    id: &PolicyItemId,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    Ok(JsonResponse(lists::read(ctx, caller, id).await?.into()))
}

/// List requirements.
#[utoipa::path(
    get,
    path = "/compliance/policyItems",
    tag = "compliance",
    params(PolicyItemsQuery),
    responses(
        (status = 200, body = PageView<ListedPolicyItemView>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn list_policy_items(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PolicyItemsQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let found = lists::list(&ctx, &caller, query.listing()?, page).await?;
    revalidated(&headers, &PageView::<ListedPolicyItemView>::from(found))
}

/// Read a requirement with its clauses, and its references with the text they lead to now.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses(
        (status = 200, body = OpenPolicyItemView),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_policy_item(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let open = lists::read(&ctx, &caller, &PolicyItemId(id)).await?;
    revalidated(&headers, &OpenPolicyItemView::from(open))
}

/// List what happened to a requirement, newest first.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/history",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyEventView>))
)]
pub async fn list_policy_history(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<PolicyEventView>>, Problem> {
    let history = lists::history(&ctx, &caller, &PolicyItemId(id)).await?;
    Ok(JsonResponse(history.into_iter().map(PolicyEventView::from).collect()))
}

/// Create a requirement.
#[utoipa::path(
    post,
    path = "/compliance/policyItem",
    tag = "compliance",
    request_body = CreatePolicyItemRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn create_policy_item(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreatePolicyItemRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (parent, written) = request.parse()?;
    let id = items::create(&ctx, &caller, &parent, written).await?;
    opened(&ctx, &caller, &id).await
}

/// Change a requirement.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = UpdatePolicyItemRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn update_policy_item(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdatePolicyItemRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (id, (version, written)) = (PolicyItemId(id), request.parse()?);
    items::update(&ctx, &caller, &id, version, written).await?;
    opened(&ctx, &caller, &id).await
}

/// Delete a requirement with all that belongs to it.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/delete",
    tag = "compliance",
    request_body = DeletePolicyItemRequest,
    responses((status = 204))
)]
pub async fn delete_policy_item(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<DeletePolicyItemRequest>,
) -> Result<StatusCode, Problem> {
    items::delete(&ctx, &caller, &request.path()?, request.version).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Set the status of a requirement, or propose it where an approver signs it off.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/status",
    tag = "compliance",
    request_body = PolicyStatusRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn set_policy_status(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<PolicyStatusRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (item, status, why) = request.parse()?;
    statuses::set(&ctx, &caller, &item, status, &why).await?;
    opened(&ctx, &caller, &item.id).await
}

/// Sign a proposed status off, or reject it.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/signOff",
    tag = "compliance",
    request_body = SignOffRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn sign_off_policy_status(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<SignOffRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (item, accepted, why) = request.parse()?;
    statuses::sign_off(&ctx, &caller, &item, accepted, &why).await?;
    opened(&ctx, &caller, &item.id).await
}

/// Take a requirement in or out of scope.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/scope",
    tag = "compliance",
    request_body = ScopeRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn set_policy_scope(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ScopeRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (item, scope) = request.parse()?;
    statuses::set_scope(&ctx, &caller, &item, scope).await?;
    opened(&ctx, &caller, &item.id).await
}

/// Change several requirements at once, all or none.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/bulk",
    tag = "compliance",
    request_body = BulkChangeRequest,
    responses((status = 204))
)]
pub async fn change_policy_items(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<BulkChangeRequest>,
) -> Result<StatusCode, Problem> {
    let (items, change, why) = request.parse()?;
    bulk::change(&ctx, &caller, &items, &change, &why).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Let a requirement refer to a place in a manual.
#[utoipa::path(
    post,
    path = "/compliance/policyItem/policyRef",
    tag = "compliance",
    request_body = CreateReferenceRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn add_policy_ref(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateReferenceRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let new = request.parse()?;
    let item = new.item.clone();
    references::add(&ctx, &caller, new).await?;
    opened(&ctx, &caller, &item).await
}

/// Change a reference, confirm its text or let it lead elsewhere.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/policyRef",
    tag = "compliance",
    request_body = UpdateReferenceRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn update_policy_ref(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateReferenceRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let item = references::update(&ctx, &caller, request.parse()?).await?;
    opened(&ctx, &caller, &item).await
}

/// Delete a reference.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/policyRef/delete",
    tag = "compliance",
    request_body = DeleteReferenceRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn delete_policy_ref(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<DeleteReferenceRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (id, version, why) = request.parse()?;
    let item = references::delete(&ctx, &caller, &id, version, &why).await?;
    opened(&ctx, &caller, &item).await
}

/// List the references that lead nowhere, or delete them.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/policyRef/clean",
    tag = "compliance",
    request_body = CleanReferencesRequest,
    responses((status = 200, body = CleanedReferencesView))
)]
pub async fn clean_policy_refs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CleanReferencesRequest>,
) -> Result<JsonResponse<CleanedReferencesView>, Problem> {
    let (path, why) = request.parse()?;
    let gone = if request.confirm {
        references::clean(&ctx, &caller, &path, &why).await?
    } else {
        references::list_gone(&ctx, &caller, &path).await?
    };
    let references = gone.into_iter().map(GoneReferenceView::from).collect();
    Ok(JsonResponse(CleanedReferencesView { references, removed: request.confirm }))
}

/// List the requirements that refer to a module, with the places of their paragraphs in the version that is read.
#[utoipa::path(
    get,
    path = "/compliance/policyRefs/default/{*path}",
    tag = "compliance",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ModuleReferencesQuery),
    responses((status = 200, body = Vec<ModuleReferenceView>))
)]
pub async fn list_module_policy_refs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ModuleReferencesQuery>,
) -> Result<JsonResponse<Vec<ModuleReferenceView>>, Problem> {
    let version = parse_version("version", &query.version)?;
    let found = lists::of_module(&ctx, &caller, &path, version).await?;
    Ok(JsonResponse(found.into_iter().map(ModuleReferenceView::from).collect()))
}
