//! Find and replace over many modules.

use std::time::{Duration, Instant};

use app::Ctx;
use app::editing::replacements;
use axum::extract::State;
use axum::response::Json as JsonResponse;
use domain::permission::Permission;

use crate::extract::{Caller, Json, RequestLanguage};
use crate::problem::Problem;
use crate::views::replacements::{
    ApplyReplacementsRequest, FindReplacementsRequest, ProposedChangesView, ReplacementResultView,
    ReplacementResultsView,
};

/// Find the places of a text in the modules of some manuals, and propose to replace them.
///
/// Modules that the caller has checked out are searched in the caller's draft. An answer is limited in modules, places
/// and time; `next` leads on. Nothing is changed.
#[utoipa::path(
    post,
    path = "/replacements/search",
    tag = "editing",
    request_body = FindReplacementsRequest,
    responses((status = 200, body = ProposedChangesView))
)]
pub async fn find_replacements(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<FindReplacementsRequest>,
) -> Result<JsonResponse<ProposedChangesView>, Problem> {
    caller.require_person(Permission::EditContent)?;
    let found = replacements::propose(&ctx, &caller, &request.parse()?, locale).await?;
    Ok(JsonResponse(ProposedChangesView::new(found, locale)))
}

/// Time for all modules; the rest is refused, so that the answer is there before the request times out.
const MAX_TIME: Duration = Duration::from_secs(30);

/// Replace chosen places in the caller's drafts.
///
/// A module that has changed since the search, or that someone else has checked out, is refused with the reason; the
/// others are changed. Nothing is checked in. Sending the same again changes nothing twice; where the caller's draft was
/// searched, it is refused with `changed_meanwhile`.
#[utoipa::path(
    post,
    path = "/replacements/apply",
    tag = "editing",
    request_body = ApplyReplacementsRequest,
    responses((status = 200, body = ReplacementResultsView))
)]
pub async fn apply_replacements(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Json(request): Json<ApplyReplacementsRequest>,
) -> Result<JsonResponse<ReplacementResultsView>, Problem> {
    caller.require_person(Permission::EditContent)?;
    let check_out = request.check_out;
    let (replacement, modules) = request.parse()?;
    let started = Instant::now();
    let mut results = Vec::with_capacity(modules.len());
    for module in modules {
        let result = if started.elapsed() < MAX_TIME {
            match module.parse() {
                Ok(chosen) => replacements::apply(&ctx, &caller, &replacement, chosen, check_out).await,
                Err(error) => Err(error),
            }
            .map_err(Problem::from)
        } else {
            Err(Problem::new("request.timeout"))
        };
        results.push(ReplacementResultView::new(module, result, locale));
    }
    Ok(JsonResponse(ReplacementResultsView { results }))
}
