//! Change requests.

use app::Ctx;
use app::changes::{actions, checks, lists, modules, people, posts, requests};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::id::{ChangeRequestId, ChangeRequestPostId};

use super::jobs::download;
use crate::extract::{Caller, Json, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::change_requests::{
    ActRequest, AddModuleRequest, CreateRequestRequest, ListedRequestView, ModuleChecksView, OpenRequestView,
    RemoveModuleQuery, RequestEventView, RequestListQuery, RequestPeopleQuery, RequestsQuery, ReviewRequest,
    UpdateRequestRequest, WritePostRequest, table,
};
use crate::views::comments::CommenterView;
use crate::views::page::{PageView, page_request};
use crate::views::paths::parse_path;

/// List the change requests of manuals that I may read.
#[utoipa::path(
    get,
    path = "/changeRequests",
    tag = "changeRequests",
    params(RequestsQuery),
    responses((status = 200, body = PageView<ListedRequestView>))
)]
pub async fn list_change_requests(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<RequestsQuery>,
) -> Result<JsonResponse<PageView<ListedRequestView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    Ok(JsonResponse(lists::list(&ctx, &caller, query.listing()?, page).await?.into()))
}

/// Ask for a change of a manual.
#[utoipa::path(
    post,
    path = "/changeRequests",
    tag = "changeRequests",
    request_body = CreateRequestRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn create_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<CreateRequestRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let id = requests::create(&ctx, &caller, request.parse()?).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Export the list of change requests, in the language of the request.
#[utoipa::path(
    get,
    path = "/changeRequests/export",
    tag = "changeRequests",
    params(RequestListQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_change_requests(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<RequestListQuery>,
) -> Result<Response, Problem> {
    let format = query.format;
    let listed = lists::list_all(&ctx, &caller, query.listing()?).await?;
    let bytes = app::imports::packages::written(move || table(&listed, locale), format.into()).await?;
    Ok(download(&format!("change-requests.{}", format.ending()), format.media_type(), bytes))
}

/// List people who may work on the change requests of a manual, or review them.
#[utoipa::path(
    get,
    path = "/changeRequests/people",
    tag = "changeRequests",
    params(RequestPeopleQuery),
    responses((status = 200, body = Vec<CommenterView>))
)]
pub async fn list_request_people(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<RequestPeopleQuery>,
) -> Result<JsonResponse<Vec<CommenterView>>, Problem> {
    let (manual, level) = query.parse()?;
    let found = people::list(&ctx, &caller, &manual, level, &query.keyword_filter).await?;
    Ok(JsonResponse(found.into_iter().map(CommenterView::from).collect()))
}

/// Read a change request with its modules, reviewers and discussion.
#[utoipa::path(
    get,
    path = "/changeRequests/{id}",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 200, body = OpenRequestView))
)]
pub async fn read_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    Ok(JsonResponse(lists::read(&ctx, &caller, &ChangeRequestId(id)).await?.into()))
}

/// Change the details of a change request.
#[utoipa::path(
    put,
    path = "/changeRequests/{id}",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = UpdateRequestRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn update_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<UpdateRequestRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let id = ChangeRequestId(id);
    requests::update(&ctx, &caller, &id, request.parse()?).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Open, reopen, publish, cancel, pause, finish or resume a change request.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/actions",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = ActRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn act_on_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<ActRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let (id, (action, why)) = (ChangeRequestId(id), request.parse()?);
    actions::act(&ctx, &caller, &id, action, &why, request.share_module).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Approve or reject the finished work on a change request.
#[utoipa::path(
    put,
    path = "/changeRequests/{id}/review",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = ReviewRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn review_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<ReviewRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let (id, (verdict, comment)) = (ChangeRequestId(id), request.parse()?);
    actions::review(&ctx, &caller, &id, request.round, verdict, comment).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Add a module to a change request that is in progress.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/modules",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = AddModuleRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn add_request_module(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<AddModuleRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let (named, path) = request.parse(id)?;
    modules::add(&ctx, &caller, &named, &path).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &named.id).await?.into()))
}

/// Take a module, of which no version was checked in, out of a change request.
#[utoipa::path(
    delete,
    path = "/changeRequests/{id}/modules",
    tag = "changeRequests",
    params(("id" = String, Path), RemoveModuleQuery),
    responses((status = 200, body = OpenRequestView))
)]
pub async fn remove_request_module(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Query(query): Query<RemoveModuleQuery>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let id = ChangeRequestId(id);
    modules::remove(&ctx, &caller, &id, &parse_path(&query.path)?).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Check the newest version of each module of a change request.
#[utoipa::path(
    get,
    path = "/changeRequests/{id}/checks",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<ModuleChecksView>))
)]
pub async fn check_change_request(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<ModuleChecksView>>, Problem> {
    let checked = Box::pin(checks::check(&ctx, &caller, &ChangeRequestId(id))).await?;
    Ok(JsonResponse(checked.into_iter().map(|module| ModuleChecksView::new(module, locale)).collect()))
}

/// List the history of a change request, newest first.
#[utoipa::path(
    get,
    path = "/changeRequests/{id}/history",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 200, body = Vec<RequestEventView>))
)]
pub async fn list_request_history(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<JsonResponse<Vec<RequestEventView>>, Problem> {
    let history = lists::history(&ctx, &caller, &ChangeRequestId(id)).await?;
    Ok(JsonResponse(history.into_iter().map(RequestEventView::from).collect()))
}

/// Write in the discussion of a change request.
#[utoipa::path(
    post,
    path = "/changeRequests/{id}/posts",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = WritePostRequest,
    responses((status = 200, body = OpenRequestView))
)]
pub async fn write_request_post(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<WritePostRequest>,
) -> Result<JsonResponse<OpenRequestView>, Problem> {
    let id = ChangeRequestId(id);
    posts::write(&ctx, &caller, &id, &request.text).await?;
    Ok(JsonResponse(lists::read(&ctx, &caller, &id).await?.into()))
}

/// Edit my post.
#[utoipa::path(
    put,
    path = "/changeRequests/posts/{id}",
    tag = "changeRequests",
    params(("id" = String, Path)),
    request_body = WritePostRequest,
    responses((status = 204))
)]
pub async fn edit_request_post(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
    Json(request): Json<WritePostRequest>,
) -> Result<StatusCode, Problem> {
    posts::update(&ctx, &caller, &ChangeRequestPostId(id), &request.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete my post.
#[utoipa::path(
    delete,
    path = "/changeRequests/posts/{id}",
    tag = "changeRequests",
    params(("id" = String, Path)),
    responses((status = 204))
)]
pub async fn delete_request_post(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    posts::delete(&ctx, &caller, &ChangeRequestPostId(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
