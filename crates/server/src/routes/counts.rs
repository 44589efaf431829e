//! The counts in header and sidebar.

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::Caller;
use crate::problem::Problem;
use crate::views::counts::CountsView;

/// Read all counts of header and sidebar at once.
#[utoipa::path(get, path = "/counts", tag = "workspace", responses((status = 200, body = CountsView)))]
pub async fn read_counts(State(ctx): State<Ctx>, Caller(caller): Caller) -> Result<JsonResponse<CountsView>, Problem> {
    Ok(JsonResponse(app::users::counts::read(&ctx, &caller).await?.into()))
}
