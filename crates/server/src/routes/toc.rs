//! Contents of manuals.

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::id::ProfileId;

use crate::extract::{Caller, Json, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::page::{PageView, page_request};
use crate::views::paths::parse_path;
use crate::views::revisions::reading;
use crate::views::toc::{
    LeafNodesRequest, NeighboursQuery, NeighboursView, TocNodeQuery, TocNodeView, TopTocQuery, TopTocView, whose,
};

/// Read the first level of a manual's contents.
#[utoipa::path(
    get,
    path = "/toc/getTopToc",
    tag = "contents",
    params(TopTocQuery),
    responses((status = 200, body = TopTocView))
)]
pub async fn get_top_toc(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TopTocQuery>,
) -> Result<JsonResponse<TopTocView>, Problem> {
    let whose = whose(query.profile_id, query.manual_path.as_deref())?;
    let state = reading(query.lane, query.revision.as_deref())?;
    let top = app::reading::toc::top(&ctx, &caller, &whose, &state).await?;
    Ok(JsonResponse(top.into()))
}

/// Read an entry of the contents, with its first children.
#[utoipa::path(
    get,
    path = "/toc/getTocNode",
    tag = "contents",
    params(TocNodeQuery),
    responses((status = 200, body = TocNodeView))
)]
pub async fn get_toc_node(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TocNodeQuery>,
) -> Result<JsonResponse<TocNodeView>, Problem> {
    let whose = whose(query.profile_id, query.manual_path.as_deref())?;
    let state = reading(query.lane, query.revision.as_deref())?;
    let node = app::reading::toc::node(&ctx, &caller, &whose, &query.node_id, &state).await?;
    Ok(JsonResponse(node.into()))
}

/// List the children of an entry, page by page.
#[utoipa::path(
    post,
    path = "/toc/getLeafNodeWithPage",
    tag = "contents",
    request_body = LeafNodesRequest,
    responses((status = 200, body = PageView<TocNodeView>))
)]
pub async fn get_leaf_nodes_with_page(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<LeafNodesRequest>,
) -> Result<JsonResponse<PageView<TocNodeView>>, Problem> {
    let page = page_request(request.page_number, request.page_size)?;
    let below = request.below(locale);
    let whose = whose(request.profile_id, request.manual_path.as_deref())?;
    let state = reading(request.lane, request.revision.as_deref())?;
    let nodes = app::reading::toc::list(&ctx, &caller, &whose, &below, &state, page).await?;
    Ok(JsonResponse(nodes.into()))
}

/// Read the position of a module in the contents, with the previous and next module.
#[utoipa::path(
    get,
    path = "/toc/getNeighbours",
    tag = "contents",
    params(NeighboursQuery),
    responses((status = 200, body = NeighboursView))
)]
pub async fn get_neighbours(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<NeighboursQuery>,
) -> Result<JsonResponse<NeighboursView>, Problem> {
    let path = parse_path(&query.path)?;
    let state = reading(query.lane, query.revision.as_deref())?;
    let profile = query.profile_id.map(ProfileId);
    let standing = app::reading::toc::neighbours(&ctx, &caller, &path, profile, &state).await?;
    Ok(JsonResponse(standing.into()))
}
