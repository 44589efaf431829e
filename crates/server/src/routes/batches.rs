//! Changes of several files.

use std::time::{Duration, Instant};

use app::Ctx;
use app::core::confirmation::require_recent;
use app::editing::statuses::{self, StatusDecision};
use app::editing::{checkin, checkouts};
use app::library::files::File;
use app::users::sessions;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::checkin::CheckIn;
use domain::field::FieldCode;
use domain::id::VersionId;
use domain::permission::Permission;
use domain::status::StatusStep;

use crate::extract::{Caller, Json, RequestLanguage};
use crate::problem::Problem;
use crate::views::batches::{BatchAction, BatchRequest, BatchResultView, FileResultView};
use crate::views::paths::parse_path;

/// Check several files out or in, cancel their check-outs, or change their status.
#[utoipa::path(
    post,
    path = "/files/batch",
    tag = "editing",
    request_body = BatchRequest,
    responses((status = 200, body = BatchResultView))
)]
pub async fn change_files(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<BatchRequest>,
) -> Result<JsonResponse<BatchResultView>, Problem> {
    caller.require(Permission::EditContent)?;
    let paths = request.paths()?.to_vec();
    let change = FileChange::parse(request)?;
    change.check(&ctx, &caller).await?;
    let started = Instant::now();
    let mut results = Vec::with_capacity(paths.len());
    for (number, path) in paths.into_iter().enumerate() {
        let result = if started.elapsed() >= MAX_TIME {
            Err(Problem::new("request.timeout"))
        } else if let Some(caller) = sessions::current(&ctx, &caller).await {
            change.apply(&ctx, &caller, &path, number).await.map_err(Problem::from)
        } else {
            Err(Problem::new("session.revoked"))
        };
        results.push(FileResultView::new(path, result, locale));
    }
    Ok(JsonResponse(BatchResultView { results }))
}

/// Time for all files; the rest is refused, so that the answer is there before the request times out.
const MAX_TIME: Duration = Duration::from_secs(45);

/// The change of each file.
enum FileChange {
    CheckOut,
    Cancel,
    CheckIn(CheckIn),
    Status { step: StatusStep, why: String, versions: Vec<VersionId> },
}

impl FileChange {
    fn parse(request: BatchRequest) -> Result<Self, app::Error> {
        let required = |field| app::Error::field(field, FieldCode::Required);
        Ok(match request.action {
            BatchAction::Checkout => Self::CheckOut,
            BatchAction::CancelCheckout => Self::Cancel,
            BatchAction::Checkin => Self::CheckIn(request.check_in.ok_or_else(|| required("checkIn"))?.parse_any()?),
            BatchAction::Status => {
                let (step, why) = request.status.as_ref().ok_or_else(|| required("status"))?.parse()?;
                Self::Status { step, why, versions: request.versions()? }
            }
        })
    }

    /// Refuses what would be refused for each file.
    async fn check(&self, ctx: &Ctx, caller: &app::Caller) -> Result<(), app::Error> {
        match self {
            Self::CheckIn(said) => checkin::require_comment(ctx, caller, &said.comment).await,
            Self::Status { step: StatusStep::Release, .. } => require_recent(ctx, caller).await,
            _ => Ok(()),
        }
    }

    /// Changes the file at a path, which has this number in the request.
    async fn apply(&self, ctx: &Ctx, caller: &app::Caller, path: &str, number: usize) -> Result<File, app::Error> {
        let path = parse_path(path)?;
        match self {
            Self::CheckOut => checkouts::take(ctx, caller, &path).await,
            Self::Cancel => checkouts::cancel(ctx, caller, &path).await,
            Self::CheckIn(said) => checkin::check_in(ctx, caller, &path, None, said).await,
            Self::Status { step, why, versions } => {
                let decision = StatusDecision { version: versions[number], step: *step, why: why.clone() };
                statuses::change(ctx, caller, &path, decision).await
            }
        }
    }
}
