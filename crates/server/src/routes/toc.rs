//! Contents of manuals.

use app::Ctx;
use app::reading::toc::TocSource;
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use domain::id::ProfileId;
use domain::permission::Permission;

use crate::extract::{Caller, Json, Query, RequestLanguage};
use crate::problem::Problem;
use crate::response_cache::ResponseKey;
use crate::state::AppState;
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
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<TopTocQuery>,
) -> Result<JsonResponse<TopTocView>, Problem> {
    let whose = whose(query.profile_id, query.manual_path.as_deref())?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let top = app::reading::toc::top(&ctx, &caller, &whose, &state, locale).await?;
    Ok(JsonResponse(top.into()))
}

/// Read an entry of the contents, with its first children.
#[utoipa::path(
    get,
    path = "/toc/getTocNode",
    tag = "contents",
    params(TocNodeQuery),
    responses((status = 200, body = TocNodeView), (status = 304, description = "Not modified since `If-None-Match`."))
)]
pub async fn get_toc_node(
    State(AppState { ctx, responses, .. }): State<AppState>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    OriginalUri(address): OriginalUri,
    headers: HeaderMap,
    Query(query): Query<TocNodeQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    let whose = whose(query.profile_id, query.manual_path.as_deref())?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let key = match &whose {
        TocSource::ManualAt(path) => {
            // Read before the content, as for a module.
            let generation = ctx.generation(Some(&path.csdb)).await?;
            let shown = caller.sight(&ctx).await?.shown_of(&path.csdb);
            Some(ResponseKey { address: address.to_string(), locale, generation, shown })
        }
        // The address does not name the database, so there is no generation to look for.
        TocSource::Profile(_) => None,
    };
    if let Some(ready) = key.as_ref().and_then(|key| responses.get(key)) {
        return ready.answer(&headers);
    }
    let node = app::reading::toc::node(&ctx, &caller, &whose, &query.node_id, &state, locale).await?;
    let node = TocNodeView::from(node);
    let Some(key) = key else { return Ok(JsonResponse(node).into_response()) };
    let body = serde_json::to_vec(&node).map_err(|_| Problem::new("server.internal"))?;
    responses.put(key, &body)?.answer(&headers)
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
    let state = reading(ctx.clock.now(), request.lane, request.revision.as_deref(), request.as_of)?;
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
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let profile = query.profile_id.map(ProfileId);
    let standing = app::reading::toc::neighbours(&ctx, &caller, &path, profile, &state).await?;
    Ok(JsonResponse(standing.into()))
}
