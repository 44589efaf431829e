//! Modules to read.

use app::Ctx;
use app::viewer::{Choice, Outside, Wanted};
use axum::extract::State;
use axum::response::Json as JsonAnswer;

use crate::extract::{Caller, Language, Query, Repeated, VaultPath};
use crate::problem::Problem;
use crate::views::choices::ChoicesView;
use crate::views::files::ReadingQuery;
use crate::views::revisions::reading;
use crate::views::viewer::{OutsideView, ViewQuery, ViewView};

/// Read a module as it is drawn for an aircraft.
#[utoipa::path(
    get,
    path = "/view/default/{*path}",
    tag = "modules",
    params(
        ("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."),
        ViewQuery,
        ("set" = Option<Vec<String>>, Query, description = "One property and its value, as in `prodattr:model=NV240-1` or `condition:SB26003=POST`; may be repeated."),
    ),
    responses((status = 200, body = ViewView), (status = 304, description = "As `If-None-Match` has it."))
)]
pub async fn view_module(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Language(locale): Language,
    VaultPath(path): VaultPath,
    Repeated(query, set): Repeated<ViewQuery>,
) -> Result<JsonAnswer<ViewView>, Problem> {
    let state = reading(query.lane, query.revision);
    let outside = match query.outside.unwrap_or_default() {
        OutsideView::Hide => Outside::Hide,
        OutsideView::Grey => Outside::Grey,
    };
    let choice = Choice { aircraft: query.aircraft, product: query.product, set };
    let wanted = Wanted { version: query.version, choice, outside, locale };
    let view = app::viewer::open(&ctx, &caller, &path, &state, &wanted).await?;
    Ok(JsonAnswer(ViewView::new(view, locale)))
}

/// Read what a reader of a manual can choose from: properties, products, aircraft.
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
    Language(locale): Language,
    VaultPath(path): VaultPath,
    Query(query): Query<ReadingQuery>,
) -> Result<JsonAnswer<ChoicesView>, Problem> {
    let state = reading(query.lane, query.revision);
    let choices = app::viewer::choices(&ctx, &caller, &path, &state, locale).await?;
    Ok(JsonAnswer(choices.into()))
}
