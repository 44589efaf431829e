//! Compliance: requirements.

use app::Ctx;
use app::compliance::{bulk, items, lists, means, statuses};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Json as JsonResponse, Response};
use domain::id::{PolicyEventId, PolicyItemId};

use crate::entity_tag::revalidated;
use crate::extract::{Caller, Json, Path, Query, RequirementJson};
use crate::problem::Problem;
use crate::views::compliance::{
    BulkChangeRequest, CreatePolicyItemRequest, DeletePolicyItemRequest, ListedPolicyItemView, OpenPolicyItemView,
    PolicyEventView, PolicyHistoryQuery, PolicyItemsQuery, PolicyMeansRequest, PolicyStatusRequest, ScopeRequest,
    SignOffRequest, UpdatePolicyItemRequest,
};
use crate::views::page::{PageView, page_request};

/// The requirement as it is after a change.
pub(super) async fn opened(
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

/// List what happened to a requirement, newest first: 500 entries at once.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/history",
    tag = "compliance",
    params(("id" = String, Path), PolicyHistoryQuery),
    responses(
        (status = 200, body = Vec<PolicyEventView>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn list_policy_history(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<PolicyHistoryQuery>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let before = query.before.map(PolicyEventId);
    let history = lists::history(&ctx, &caller, &PolicyItemId(id), before.as_ref()).await?;
    let view: Vec<PolicyEventView> = history.into_iter().map(PolicyEventView::from).collect();
    revalidated(&headers, &view)
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
    RequirementJson(request): RequirementJson<CreatePolicyItemRequest>,
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
    RequirementJson(request): RequirementJson<UpdatePolicyItemRequest>,
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
    let (item, decision) = request.parse()?;
    statuses::set(&ctx, &caller, &item, &decision).await?;
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

/// Record how a requirement is met, in place of what was recorded before.
#[utoipa::path(
    put,
    path = "/compliance/policyItem/means",
    tag = "compliance",
    request_body = PolicyMeansRequest,
    responses((status = 200, body = OpenPolicyItemView))
)]
pub async fn set_policy_means(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<PolicyMeansRequest>,
) -> Result<JsonResponse<OpenPolicyItemView>, Problem> {
    let (item, wanted, why) = request.parse()?;
    means::set(&ctx, &caller, &item, wanted, &why).await?;
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
