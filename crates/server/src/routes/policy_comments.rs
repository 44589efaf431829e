//! Compliance: comments on requirements.

use app::Ctx;
use app::compliance::comments;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::{PolicyCommentId, PolicyItemId};

use crate::extract::{Caller, Json, Path};
use crate::problem::Problem;
use crate::views::compliance::{PolicyCommentRequest, PolicyCommentView};

type PolicyComments = JsonResponse<Vec<PolicyCommentView>>;

async fn listed(ctx: &Ctx, caller: &app::Caller, item: &PolicyItemId) -> Result<PolicyComments, Problem> {
    let found = comments::list(ctx, caller, item).await?;
    Ok(JsonResponse(found.into_iter().map(|one| PolicyCommentView::new(one, caller)).collect()))
}

/// List the comments on a requirement, oldest first.
#[utoipa::path(
    get,
    path = "/compliance/policyItem/{id}/comments",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyCommentView>))
)]
pub async fn list_policy_comments(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<PolicyComments, Problem> {
    listed(&ctx, &caller, &PolicyItemId(id)).await
}

/// Comment on a requirement.
#[utoipa::path(
    post,
    path = "/compliance/policyItem/{id}/comments",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = PolicyCommentRequest,
    responses((status = 200, body = Vec<PolicyCommentView>))
)]
pub async fn write_policy_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(body): Json<PolicyCommentRequest>,
) -> Result<PolicyComments, Problem> {
    let item = PolicyItemId(id);
    comments::write(&ctx, &caller, &item, &body.text).await?;
    listed(&ctx, &caller, &item).await
}

/// Change the text of one of my comments on a requirement.
#[utoipa::path(
    put,
    path = "/compliance/comments/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    request_body = PolicyCommentRequest,
    responses((status = 200, body = Vec<PolicyCommentView>))
)]
pub async fn edit_policy_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(body): Json<PolicyCommentRequest>,
) -> Result<PolicyComments, Problem> {
    let item = comments::update(&ctx, &caller, &PolicyCommentId(id), &body.text).await?;
    listed(&ctx, &caller, &item).await
}

/// Delete one of my comments on a requirement; administrators delete those of others too.
#[utoipa::path(
    delete,
    path = "/compliance/comments/{id}",
    tag = "compliance",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<PolicyCommentView>))
)]
pub async fn delete_policy_comment(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<PolicyComments, Problem> {
    let item = comments::delete(&ctx, &caller, &PolicyCommentId(id)).await?;
    listed(&ctx, &caller, &item).await
}
