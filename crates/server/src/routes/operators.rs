//! Operators and their aircraft.

use app::Ctx;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::id::OperatorId;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::aircraft::{AircraftQuery, FleetAircraftView};
use crate::views::operators::{
    CreateOperatorRequest, LanguageView, OperatorCodeQuery, OperatorView, OperatorsQuery, UpdateOperatorRequest,
};
use crate::views::page::{PageView, page_request};

/// List operators, or find one by its code.
#[utoipa::path(
    get,
    path = "/config/operator",
    tag = "operators",
    params(OperatorsQuery),
    responses((status = 200, body = PageView<OperatorView>))
)]
pub async fn list_operators(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<OperatorsQuery>,
) -> Result<JsonResponse<PageView<OperatorView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    if let Some(code) = &query.code {
        let items = vec![app::users::operators::find(&ctx, &caller, code).await?.into()];
        return Ok(JsonResponse(PageView { items, total: 1, page_number: 1, page_size: page.size() }));
    }
    let operators = app::users::operators::list(&ctx, &caller, &query.into(), page).await?;
    Ok(JsonResponse(operators.into()))
}

/// Add an operator.
#[utoipa::path(
    post,
    path = "/config/operator",
    tag = "operators",
    request_body = CreateOperatorRequest,
    responses((status = 201, body = OperatorView))
)]
pub async fn create_operator(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateOperatorRequest>,
) -> Result<(StatusCode, JsonResponse<OperatorView>), Problem> {
    let (details, logo) = request.parse()?;
    let operator = app::users::operators::create(&ctx, &caller, details, logo).await?;
    Ok((StatusCode::CREATED, JsonResponse(operator.into())))
}

/// Replace an operator, aircraft and logo included.
#[utoipa::path(
    put,
    path = "/config/operator",
    tag = "operators",
    request_body = UpdateOperatorRequest,
    responses((status = 200, body = OperatorView))
)]
pub async fn update_operator(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateOperatorRequest>,
) -> Result<JsonResponse<OperatorView>, Problem> {
    let (id, version) = (OperatorId(request.id.clone()), request.version);
    let (details, logo) = request.details().parse()?;
    let operator = app::users::operators::update(&ctx, &caller, &id, version, details, logo).await?;
    Ok(JsonResponse(operator.into()))
}

/// Remove an operator and its aircraft.
#[utoipa::path(
    delete,
    path = "/config/operator",
    tag = "operators",
    params(OperatorCodeQuery),
    responses((status = 204))
)]
pub async fn delete_operator(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<OperatorCodeQuery>,
) -> Result<StatusCode, Problem> {
    app::users::operators::delete(&ctx, &caller, &query.code).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List the aircraft of all operators.
#[utoipa::path(
    get,
    path = "/config/aircraft",
    tag = "operators",
    params(AircraftQuery),
    responses((status = 200, body = PageView<FleetAircraftView>))
)]
pub async fn list_aircraft(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<AircraftQuery>,
) -> Result<JsonResponse<PageView<FleetAircraftView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let aircraft = app::users::operators::list_aircraft(&ctx, &caller, &query.into(), page).await?;
    Ok(JsonResponse(aircraft.into()))
}

/// List the publication languages of all operators.
#[utoipa::path(
    get,
    path = "/airline/config/language",
    tag = "operators",
    responses((status = 200, body = Vec<LanguageView>))
)]
pub async fn list_languages(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<JsonResponse<Vec<LanguageView>>, Problem> {
    let languages = app::users::operators::languages(&ctx, &caller).await?;
    Ok(JsonResponse(languages.into_iter().map(LanguageView::from).collect()))
}
