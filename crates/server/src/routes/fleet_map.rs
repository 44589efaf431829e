//! The map of a fleet, and what a change of a fleet changes.

use app::Ctx;
use app::reading::viewer;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::OperatorId;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::fleet_map::{FleetMapParams, FleetMapView};
use crate::views::fleet_preview::{
    ChangedPlacesRequest, ChangedPlacesView, FleetPreviewView, PreviewFleetRequest, TailRedlineRequest, fleet,
};
use crate::views::page::page_request;
use crate::views::paths::parse_path;
use crate::views::revisions::reading;
use crate::views::viewer::ComparedView;

/// Read which modules each aircraft gets at the entries of a section.
#[utoipa::path(
    get,
    path = "/toc/fleetMap",
    tag = "contents",
    params(FleetMapParams),
    responses((status = 200, body = FleetMapView))
)]
pub async fn read_fleet_map(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(params): Query<FleetMapParams>,
) -> Result<JsonResponse<FleetMapView>, Problem> {
    caller.require(Permission::ReadContent)?;
    let (path, pages) = (parse_path(&params.manual_path)?, params.pages()?);
    let state = reading(ctx.clock.now(), params.lane, params.revision.as_deref(), params.as_of)?;
    let map = viewer::read_fleet_map(&ctx, &caller, &path, &state, &params.query(), pages).await?;
    Ok(JsonResponse(map.into()))
}

/// Preview what a change of an operator's fleet changes in the manuals of its aircraft.
#[utoipa::path(
    post,
    path = "/config/operator/preview",
    tag = "operators",
    request_body = PreviewFleetRequest,
    responses((status = 200, body = FleetPreviewView))
)]
pub async fn preview_fleet(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<PreviewFleetRequest>,
) -> Result<JsonResponse<FleetPreviewView>, Problem> {
    caller.require(Permission::ManageOperators)?;
    let operator = request.operator_id.map(OperatorId);
    let preview = viewer::preview_fleet(&ctx, &caller, operator.as_ref(), &fleet(request.aircraft)).await?;
    Ok(JsonResponse(preview.into()))
}

/// List the places of a manual that change for an aircraft.
#[utoipa::path(
    post,
    path = "/config/operator/preview/places",
    tag = "operators",
    request_body = ChangedPlacesRequest,
    responses((status = 200, body = ChangedPlacesView))
)]
pub async fn list_changed_places(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ChangedPlacesRequest>,
) -> Result<JsonResponse<ChangedPlacesView>, Problem> {
    caller.require(Permission::ManageOperators)?;
    let (places, page) = (request.places()?, page_request(request.page_number, request.page_size)?);
    let (operator, fleet) = (request.operator_id.map(OperatorId), fleet(request.aircraft));
    let found = viewer::list_changed_places(&ctx, &caller, operator.as_ref(), &fleet, &places, page).await?;
    Ok(JsonResponse(found.into()))
}

/// Compare what an aircraft reads at a place before and after a change of its fleet.
#[utoipa::path(
    post,
    path = "/config/operator/preview/redline",
    tag = "operators",
    request_body = TailRedlineRequest,
    responses((status = 200, body = ComparedView))
)]
pub async fn compare_for_aircraft(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<TailRedlineRequest>,
) -> Result<JsonResponse<ComparedView>, Problem> {
    caller.require(Permission::ManageOperators)?;
    let query = request.query()?;
    let (operator, fleet) = (request.operator_id.map(OperatorId), fleet(request.aircraft));
    let compared = viewer::compare_for_aircraft(&ctx, &caller, operator.as_ref(), &fleet, &query, locale).await?;
    Ok(JsonResponse(ComparedView::new(compared, locale)))
}
