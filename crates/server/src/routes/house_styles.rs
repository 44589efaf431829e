//! House styles of operators.

use app::Ctx;
use app::users::house_styles;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Json, Query};
use crate::problem::Problem;
use crate::views::house_styles::{HouseStyleVersionQuery, HouseStyleView, UpdateHouseStyleRequest};
use crate::views::operators::OperatorCodeQuery;

/// Read the house style of an operator, with the colours and paper sizes to choose from.
#[utoipa::path(
    get,
    path = "/config/operator/style",
    tag = "operators",
    params(OperatorCodeQuery),
    responses((status = 200, body = HouseStyleView))
)]
pub async fn read_house_style(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<OperatorCodeQuery>,
) -> Result<JsonResponse<HouseStyleView>, Problem> {
    Ok(JsonResponse(house_styles::find(&ctx, &caller, &query.code).await?.into()))
}

/// Replace the house style of an operator, logo included.
#[utoipa::path(
    put,
    path = "/config/operator/style",
    tag = "operators",
    request_body = UpdateHouseStyleRequest,
    responses((status = 200, body = HouseStyleView))
)]
pub async fn update_house_style(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<UpdateHouseStyleRequest>,
) -> Result<JsonResponse<HouseStyleView>, Problem> {
    let (typed, logo) = (request.typed(), request.logo());
    let style = house_styles::update(&ctx, &caller, &request.code, request.version, typed, logo).await?;
    Ok(JsonResponse(style.into()))
}

/// Return an operator to the standard look.
#[utoipa::path(
    delete,
    path = "/config/operator/style",
    tag = "operators",
    params(HouseStyleVersionQuery),
    responses((status = 204))
)]
pub async fn delete_house_style(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<HouseStyleVersionQuery>,
) -> Result<StatusCode, Problem> {
    house_styles::delete(&ctx, &caller, &query.code, query.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
