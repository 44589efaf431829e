//! Compliance: people who own requirements, and their work list.

use app::Ctx;
use app::compliance::{owners, reviews};
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Query};
use crate::problem::Problem;
use crate::views::comments::{CommenterView, PeopleQuery};
use crate::views::compliance::{PolicyReviewView, PolicyReviewsQuery};
use crate::views::page::{PageView, page_request};

/// List the references to check again, with what changed, and those whose review is due.
#[utoipa::path(
    get,
    path = "/compliance/reviews",
    tag = "compliance",
    params(PolicyReviewsQuery),
    responses((status = 200, body = PageView<PolicyReviewView>))
)]
pub async fn list_policy_reviews(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PolicyReviewsQuery>,
) -> Result<JsonResponse<PageView<PolicyReviewView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let found = reviews::list(&ctx, &caller, query.listing()?, page).await?;
    Ok(JsonResponse(found.into()))
}

/// List people who may own requirements.
#[utoipa::path(
    get,
    path = "/compliance/owners",
    tag = "compliance",
    params(PeopleQuery),
    responses((status = 200, body = Vec<CommenterView>))
)]
pub async fn list_policy_owners(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<PeopleQuery>,
) -> Result<JsonResponse<Vec<CommenterView>>, Problem> {
    let found = owners::list(&ctx, &caller, &query.keyword_filter).await?;
    Ok(JsonResponse(found.into_iter().map(CommenterView::from).collect()))
}
