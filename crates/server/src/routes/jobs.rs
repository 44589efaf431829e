//! Background jobs.

use std::convert::Infallible;

use app::Ctx;
use app::jobs::artifacts::{self, JobArtifact};
use app::jobs::events::News;
use app::publications::readers;
use axum::extract::{Extension, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Json as JsonResponse, Response};
use domain::id::JobId;
use futures::Stream;

use crate::downloads::{self, attachment};
use crate::extract::{Caller, DownloadQuery, JobFilesCaller, Json, Path};
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::views::jobs::{EventView, JobRequest, JobView, JobsRequest};
use crate::views::page::{PageView, page_request};

/// Create a job.
#[utoipa::path(
    post,
    path = "/jobs",
    tag = "jobs",
    request_body = JobRequest,
    responses((status = 201, body = JobView))
)]
pub async fn create_job(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Json(request): Json<JobRequest>,
) -> Result<(StatusCode, JsonResponse<JobView>), Problem> {
    let parameters = JobRequest::parameters(request.parameter_map)?;
    let job = app::jobs::create(&ctx, &caller, &request.job_name, parameters).await?;
    Ok((StatusCode::CREATED, JsonResponse(JobView::new(job, scope.locale))))
}

/// Read a job with its steps, outputs and errors.
#[utoipa::path(
    get,
    path = "/jobs/{id}",
    tag = "jobs",
    params(("id" = String, Path)),
    responses((status = 200, body = JobView))
)]
pub async fn read_job(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<JsonResponse<JobView>, Problem> {
    let job = app::jobs::read(&ctx, &caller, &JobId(id)).await?;
    Ok(JsonResponse(JobView::new(job, scope.locale)))
}

/// List jobs, newest first.
#[utoipa::path(
    post,
    path = "/airline/jobs/getJobsWithPage",
    tag = "jobs",
    request_body = JobsRequest,
    responses((status = 200, body = PageView<JobView>))
)]
pub async fn list_jobs(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Json(request): Json<JobsRequest>,
) -> Result<JsonResponse<PageView<JobView>>, Problem> {
    let page = page_request(request.page_number, request.page_size)?;
    let filter = request.filter(&caller.user.id)?;
    let jobs = app::jobs::list(&ctx, &caller, &filter, page).await?;
    Ok(JsonResponse(jobs.map(|job| JobView::new(job, scope.locale)).into()))
}

/// Mark the end of my job as seen.
#[utoipa::path(
    put,
    path = "/jobs/{id}/notified",
    tag = "jobs",
    params(("id" = String, Path)),
    responses((status = 200, body = JobView))
)]
pub async fn mark_job_notified(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<JsonResponse<JobView>, Problem> {
    let job = app::jobs::notified(&ctx, &caller, &JobId(id)).await?;
    Ok(JsonResponse(JobView::new(job, scope.locale)))
}

/// Cancel a job: my own, or as an administrator any.
#[utoipa::path(
    post,
    path = "/jobs/{id}/cancel",
    tag = "jobs",
    params(("id" = String, Path)),
    responses((status = 200, body = JobView))
)]
pub async fn cancel_job(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<JsonResponse<JobView>, Problem> {
    let job = app::jobs::cancel(&ctx, &caller, &JobId(id)).await?;
    Ok(JsonResponse(JobView::new(job, scope.locale)))
}

/// Repeat a job; returns the new job.
#[utoipa::path(
    post,
    path = "/jobs/{id}/retry",
    tag = "jobs",
    params(("id" = String, Path)),
    responses((status = 201, body = JobView))
)]
pub async fn retry_job(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Extension(scope): Extension<RequestScope>,
    Path(id): Path<String>,
) -> Result<(StatusCode, JsonResponse<JobView>), Problem> {
    let job = app::jobs::retry(&ctx, &caller, &JobId(id)).await?;
    Ok((StatusCode::CREATED, JsonResponse(JobView::new(job, scope.locale))))
}

/// Download an artifact of a job, whole or in parts (`Range`).
#[utoipa::path(
    get,
    path = "/jobs/{id}/artifact/{fileName}",
    tag = "jobs",
    params(("id" = String, Path), ("fileName" = String, Path), DownloadQuery),
    responses(
        (status = 200, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 206, content_type = "application/octet-stream", body = Vec<u8>),
        (status = 304, description = "Not modified since `If-None-Match`."),
    )
)]
pub async fn read_job_artifact(
    State(ctx): State<Ctx>,
    JobFilesCaller(caller): JobFilesCaller,
    method: Method,
    headers: HeaderMap,
    Path((id, file_name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let id = JobId(id);
    let JobArtifact { artifact, publication } = artifacts::find(&ctx, &caller, &id, &file_name).await?;
    let name = file_name.clone();
    let find = move |ctx: Ctx, caller: app::Caller| {
        let (id, file_name) = (id.clone(), name.clone());
        async move { artifacts::find(&ctx, &caller, &id, &file_name).await.map(|found| found.artifact) }
    };
    let download = downloads::send((&ctx, &caller), &method, &headers, &artifact, find).await?;
    if let (Some(publication), Some(start)) = (publication, download.start.filter(|_| method == Method::GET)) {
        readers::count_download(&ctx, &caller, &publication, &file_name, start).await;
    }
    Ok(download.response)
}

/// Sent as a download, never displayed: the content is untrusted.
pub(crate) fn download(file_name: &str, media_type: &str, bytes: bytes::Bytes) -> Response {
    let media_type =
        HeaderValue::from_str(media_type).unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"));
    ([(CONTENT_TYPE, media_type), (CONTENT_DISPOSITION, attachment(file_name))], bytes).into_response()
}

/// Stream of events: `job` and `library`.
///
/// One stream per session; a second one ends the first.
#[utoipa::path(
    get,
    path = "/jobs/events",
    tag = "jobs",
    responses((status = 200, content_type = "text/event-stream", body = String))
)]
pub async fn stream_events(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let subscription = app::jobs::events::subscribe(&ctx, &caller).await?;
    let stream = futures::stream::unfold(subscription, |mut subscription| async move {
        let event = match subscription.next().await? {
            News::Silence => Event::default().comment("alive"),
            News::Event(event) => {
                let view = EventView::from(event);
                let data = serde_json::to_string(&view).unwrap_or_default();
                Event::default().event(view.name()).data(data)
            }
        };
        Some((Ok(event), subscription))
    });
    Ok(Sse::new(stream))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_is_sent_in_ascii_and_in_utf_8() {
        let header = attachment("报告 \"1\".csv");
        let text = header.to_str().expect("ASCII");
        assert_eq!(text, "attachment; filename=\"____1_.csv\"; filename*=UTF-8''%E6%8A%A5%E5%91%8A%20%221%22.csv");
    }
}
