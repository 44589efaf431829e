//! Compliance: references from requirements to manuals.

use app::Ctx;
use app::compliance::{cleaning, lists, reference_updates, references, suggestions};
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::{PolicyClauseId, PolicyItemId};
use domain::path::{FilePath, ManualPath};

use super::policy_items::opened;
use crate::extract::{Caller, Json, Path, Query, VaultPath};
use crate::problem::Problem;
use crate::views::compliance::{
    CleanReferencesRequest, CleanedReferencesView, CreateReferenceRequest, DeleteReferenceRequest, GoneReferenceView,
    ModuleReferenceView, ModuleReferencesQuery, OpenPolicyItemView, PolicyChapterView, PolicySuggestionView,
    PolicySuggestionsQuery, UpdateReferenceRequest,
};
use crate::views::statuses::parse_version;

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
    let item = reference_updates::update(&ctx, &caller, request.parse()?).await?;
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
    let removed = request.confirm;
    let (path, listed, why) = request.parse()?;
    let gone = if removed {
        cleaning::clean(&ctx, &caller, &path, &listed, &why).await?
    } else {
        cleaning::list_gone(&ctx, &caller, &path).await?
    };
    let references = gone.into_iter().map(GoneReferenceView::from).collect();
    Ok(JsonResponse(CleanedReferencesView { references, removed }))
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

/// List the chapters of a manual that a reference can lead to, as its contents name them.
#[utoipa::path(
    get,
    path = "/compliance/chapters/default/{*path}",
    tag = "compliance",
    params(("path" = String, Path, description = "As in `/H160/MEL`.")),
    responses((status = 200, body = Vec<PolicyChapterView>))
)]
pub async fn list_policy_chapters(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<ManualPath>,
) -> Result<JsonResponse<Vec<PolicyChapterView>>, Problem> {
    let found = references::list_chapters(&ctx, &caller, &path).await?;
    Ok(JsonResponse(found.into_iter().map(PolicyChapterView::from).collect()))
}

/// Suggest paragraphs that may answer a requirement, by likeness of text, each with its reason.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/suggestions",
    tag = "compliance",
    params(("id" = String, Path), PolicySuggestionsQuery),
    responses((status = 200, body = Vec<PolicySuggestionView>))
)]
pub async fn suggest_policy_refs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<PolicySuggestionsQuery>,
) -> Result<JsonResponse<Vec<PolicySuggestionView>>, Problem> {
    let clause = query.policy_clause_id.map(PolicyClauseId);
    let found = suggestions::list(&ctx, &caller, &PolicyItemId(id), clause.as_ref()).await?;
    Ok(JsonResponse(found.into_iter().map(PolicySuggestionView::from).collect()))
}
