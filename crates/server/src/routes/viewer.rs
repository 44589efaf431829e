//! Rendered modules.

use app::Ctx;
use app::reading::viewer::{Choice, Outside, ViewOptions};
use axum::extract::{OriginalUri, State};
use axum::http::HeaderMap;
use axum::response::{Json as JsonResponse, Response};
use domain::id::ProfileId;
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;

use crate::extract::{Caller, Query, Repeated, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::response_cache::ResponseKey;
use crate::state::AppState;
use crate::views::choices::ChoicesView;
use crate::views::files::{ReadingQuery, version_id};
use crate::views::graph::{GraphQuery, GraphView};
use crate::views::revisions::reading;
use crate::views::viewer::{
    CompareQuery, ComparedView, FollowedPlaceView, OutsideView, PlaceQuery, ViewQuery, ViewView,
};

/// Read a module rendered for an aircraft.
#[utoipa::path(
    get,
    path = "/view/default/{*path}",
    tag = "modules",
    params(
        ("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."),
        ViewQuery,
        ("set" = Option<Vec<String>>, Query, description = "One property and its value, as in `prodattr:model=NV240-1` or `condition:SB26003=POST`; may be repeated. Where a manual has several ACTs, `@` and the code of one may follow the property."),
    ),
    responses((status = 200, body = ViewView), (status = 304, description = "Not modified since `If-None-Match`."))
)]
pub async fn view_module(
    State(AppState { ctx, responses, .. }): State<AppState>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    OriginalUri(address): OriginalUri,
    VaultPath(path): VaultPath<FilePath>,
    headers: HeaderMap,
    Repeated(query, set): Repeated<ViewQuery>,
) -> Result<Response, Problem> {
    caller.require(Permission::ReadContent)?;
    // Read before the content: a concurrent change then makes this response outdated instead of wrongly current.
    let generation = ctx.generation(Some(path.csdb())).await?;
    let shown = caller.sight(&ctx).await?.shown_of(path.csdb());
    let key = ResponseKey { address: address.to_string(), locale, generation, shown };
    if let Some(ready) = responses.get(&key) {
        return ready.answer(&headers);
    }
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let outside = match query.outside.unwrap_or_default() {
        OutsideView::Hide => Outside::Hide,
        OutsideView::Grey => Outside::Grey,
    };
    let profile = query.profile_id.map(ProfileId);
    let choice = Choice { aircraft: query.aircraft, product: query.product, set, profile };
    let version = query.version.as_deref().map(version_id).transpose()?;
    let options = ViewOptions { version, choice, outside, locale };
    let view = app::reading::viewer::open(&ctx, &caller, &path, &state, &options).await?;
    let body = serde_json::to_vec(&ViewView::new(view, locale)).map_err(|_| Problem::new("server.internal"))?;
    responses.put(key, &body)?.answer(&headers)
}

/// Read the applicability choices of a manual: properties, products, aircraft.
#[utoipa::path(
    get,
    path = "/view/choices/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), ReadingQuery),
    responses((status = 200, body = ChoicesView))
)]
pub async fn list_choices(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<ReadingQuery>,
) -> Result<JsonResponse<ChoicesView>, Problem> {
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let choices = app::reading::viewer::choices(&ctx, &caller, &path, &state, locale).await?;
    Ok(JsonResponse(choices.into()))
}

/// Compare two states of a module.
#[utoipa::path(
    get,
    path = "/view/compare/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), CompareQuery),
    responses((status = 200, body = ComparedView))
)]
pub async fn compare_versions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<CompareQuery>,
) -> Result<JsonResponse<ComparedView>, Problem> {
    caller.require(Permission::ReadContent)?;
    let (states, layout) = (query.states(ctx.clock.now())?, query.layout());
    let other = query.other()?.unwrap_or_else(|| path.clone());
    let paths = [&other, &path];
    let compared = app::editing::comparison::compare(&ctx, &caller, paths, states, layout, locale).await?;
    Ok(JsonResponse(ComparedView::new(compared, locale)))
}

/// Find a paragraph of one version of a module in another version.
#[utoipa::path(
    get,
    path = "/view/place/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), PlaceQuery),
    responses((status = 200, body = FollowedPlaceView))
)]
pub async fn follow_place(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<PlaceQuery>,
) -> Result<JsonResponse<FollowedPlaceView>, Problem> {
    let versions = query.versions()?;
    let followed = app::comments::links::follow(&ctx, &caller, &path, versions, &query.anchor).await?;
    Ok(JsonResponse(followed.into()))
}

/// Read the references from and to a module as a graph.
#[utoipa::path(
    get,
    path = "/files/graph/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), GraphQuery),
    responses((status = 200, body = GraphView))
)]
pub async fn read_graph(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<GraphQuery>,
) -> Result<JsonResponse<GraphView>, Problem> {
    let levels = query.levels()?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let graph = app::reading::graph::read(&ctx, &caller, &path, &state, levels).await?;
    Ok(JsonResponse(graph.into()))
}
