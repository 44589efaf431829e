//! OEM revisions: forecast and history. Decisions are jobs.

use app::Ctx;
use app::core::error::Missing;
use app::revisions::{airline, forecast, lists, settings, tables};
use axum::extract::State;
use axum::response::{Json as JsonResponse, Response};
use domain::id::SnapshotId;
use domain::path::FilePath;
use domain::permission::Permission;

use super::jobs::download;
use crate::extract::{Caller, Json, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::compliance::TouchedRequirementView;
use crate::views::page::{PageView, page_request};
use crate::views::revisions::{
    AirlineChangeView, AirlineChangesQuery, AirlineExportQuery, DecisionsExportQuery, DecisionsQuery,
    ForecastModuleView, ForecastModulesQuery, MergePreviewQuery, MergePreviewView, RevisionDecisionView,
    RevisionDetailView, RevisionForecastView, RevisionRulesRequest, RevisionRulesView, WaitingRevisionView,
    WaitingRevisionsQuery,
};

/// Parses the id of a revision for a caller with a permission, which is checked first.
pub(super) fn revision(caller: &app::Caller, permission: Permission, id: &str) -> Result<SnapshotId, app::Error> {
    caller.require(permission)?;
    SnapshotId::parse(id).ok_or(app::Error::NotFound(Missing::Revision))
}

/// List the pending OEM revisions of all manuals, newest first.
#[utoipa::path(
    get,
    path = "/revisions/waiting",
    tag = "revisions",
    params(WaitingRevisionsQuery),
    responses((status = 200, body = PageView<WaitingRevisionView>))
)]
pub async fn list_waiting_revisions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<WaitingRevisionsQuery>,
) -> Result<JsonResponse<PageView<WaitingRevisionView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(lists::waiting(&ctx, &caller, page).await?.into()))
}

/// Read an OEM revision with its decisions.
#[utoipa::path(
    get,
    path = "/revisions/{id}",
    tag = "revisions",
    params(("id" = String, Path)),
    responses((status = 200, body = RevisionDetailView))
)]
pub async fn read_revision(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<RevisionDetailView>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    Ok(JsonResponse(lists::read(&ctx, &caller, id).await?.into()))
}

/// Forecast what confirming a revision would change.
///
/// Compares for a few seconds; while `isComplete` is false, ask again.
#[utoipa::path(
    get,
    path = "/revisions/{id}/forecast",
    tag = "revisions",
    params(("id" = String, Path)),
    responses((status = 200, body = RevisionForecastView))
)]
pub async fn forecast_revision(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<RevisionForecastView>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    Ok(JsonResponse(forecast::read(&ctx, &caller, id).await?.into()))
}

/// List the modules of a forecast that are compared so far.
#[utoipa::path(
    get,
    path = "/revisions/{id}/forecast/modules",
    tag = "revisions",
    params(("id" = String, Path), ForecastModulesQuery),
    responses((status = 200, body = PageView<ForecastModuleView>))
)]
pub async fn list_forecast_modules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<ForecastModulesQuery>,
) -> Result<JsonResponse<PageView<ForecastModuleView>>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let page = page_request(query.page_number, query.page_size)?;
    let modules = forecast::list(&ctx, &caller, id, query.category()?, &query.keyword_filter, page).await?;
    Ok(JsonResponse(modules.into()))
}

/// Preview the merge of one module of a forecast; nothing is stored.
#[utoipa::path(
    get,
    path = "/revisions/{id}/forecast/merge",
    tag = "revisions",
    params(("id" = String, Path), MergePreviewQuery),
    responses((status = 200, body = MergePreviewView))
)]
pub async fn preview_merge(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<MergePreviewQuery>,
) -> Result<JsonResponse<MergePreviewView>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let path = FilePath::parse(&query.path);
    let preview = Box::pin(forecast::preview::read(&ctx, &caller, id, path.as_ref())).await?;
    Ok(JsonResponse(preview.into()))
}

/// List the references of requirements to modules that a revision changes or deletes, as far as they are compared.
#[utoipa::path(
    get,
    path = "/revisions/{id}/forecast/requirements",
    tag = "revisions",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<TouchedRequirementView>))
)]
pub async fn list_forecast_requirements(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<TouchedRequirementView>>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let found = forecast::requirements(&ctx, &caller, id).await?;
    Ok(JsonResponse(found.into_iter().map(TouchedRequirementView::from).collect()))
}

/// List the decisions about a revision, newest first.
#[utoipa::path(
    get,
    path = "/revisions/{id}/decisions",
    tag = "revisions",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<RevisionDecisionView>))
)]
pub async fn list_decisions_of_revision(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<RevisionDecisionView>>, Problem> {
    let id = revision(&caller, Permission::ReadContent, &id)?;
    let decisions = lists::decisions_of(&ctx, &caller, id).await?;
    Ok(JsonResponse(decisions.into_iter().map(RevisionDecisionView::from).collect()))
}

/// List the decisions about the revisions of a manual, or of all manuals, newest first.
#[utoipa::path(
    get,
    path = "/revisions/decisions",
    tag = "revisions",
    params(DecisionsQuery),
    responses((status = 200, body = PageView<RevisionDecisionView>))
)]
pub async fn list_revision_decisions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<DecisionsQuery>,
) -> Result<JsonResponse<PageView<RevisionDecisionView>>, Problem> {
    caller.require(Permission::ReadContent)?;
    let page = page_request(query.page_number, query.page_size)?;
    let id = query.revision.as_deref().map(|id| revision(&caller, Permission::ReadContent, id)).transpose()?;
    Ok(JsonResponse(lists::decisions(&ctx, &caller, (query.manual()?, id), page).await?.into()))
}

/// Export the decisions about revisions, in the language of the request.
#[utoipa::path(
    get,
    path = "/revisions/decisions/export",
    tag = "revisions",
    params(DecisionsExportQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_revision_decisions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<DecisionsExportQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    let decisions = lists::all_decisions(&ctx, &caller, query.manual()?).await?;
    let format = query.format;
    let bytes = app::imports::packages::written(move || tables::history(&decisions, locale), format.into()).await?;
    Ok(download(&format!("revision-history.{}", format.ending()), format.media_type(), bytes))
}

/// List what the operator changed in a manual since its last release, or since the OEM revision that it works on.
#[utoipa::path(
    get,
    path = "/revisions/airline",
    tag = "revisions",
    params(AirlineChangesQuery),
    responses((status = 200, body = PageView<AirlineChangeView>))
)]
pub async fn list_airline_changes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AirlineChangesQuery>,
) -> Result<JsonResponse<PageView<AirlineChangeView>>, Problem> {
    caller.require(Permission::ReadContent)?;
    let page = page_request(query.page_number, query.page_size)?;
    let changes = airline::list(&ctx, &caller, &query.filter()?, page).await?;
    Ok(JsonResponse(changes.into()))
}

/// Export what the operator changed, in the language of the request.
#[utoipa::path(
    get,
    path = "/revisions/airline/export",
    tag = "revisions",
    params(AirlineExportQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_airline_changes(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<AirlineExportQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    let changes = airline::list_all(&ctx, &caller, &query.filter()?).await?;
    let format = query.format;
    let bytes = app::imports::packages::written(move || tables::airline(&changes, locale), format.into()).await?;
    Ok(download(&format!("airline-revisions.{}", format.ending()), format.media_type(), bytes))
}

/// Read the rules about OEM revisions.
#[utoipa::path(get, path = "/config/revisions", tag = "revisions", responses((status = 200, body = RevisionRulesView)))]
pub async fn read_revision_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<RevisionRulesView>, Problem> {
    let (rules, version) = settings::read(&ctx, &caller).await?;
    Ok(JsonResponse(RevisionRulesView::new(rules, version)))
}

/// Set the rules about OEM revisions.
#[utoipa::path(
    put,
    path = "/config/revisions",
    tag = "administration",
    request_body = RevisionRulesRequest,
    responses((status = 200, body = RevisionRulesView))
)]
pub async fn update_revision_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<RevisionRulesRequest>,
) -> Result<JsonResponse<RevisionRulesView>, Problem> {
    caller.require(Permission::ManageSystem)?;
    let rules = request.parse()?;
    let version = settings::update(&ctx, &caller, rules, request.version).await?;
    Ok(JsonResponse(RevisionRulesView::new(rules, version)))
}
