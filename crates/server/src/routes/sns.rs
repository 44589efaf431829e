//! The numbering system and the glossary.

use app::Ctx;
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::{Caller, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::paths::parse_path;
use crate::views::revisions::reading;
use crate::views::sns::{
    ChapterQuery, GlossaryTermView, ManualSystemView, OfManualQuery, SnsCodeView, SubchapterQuery,
};

/// List the systems of an air vehicle.
#[utoipa::path(get, path = "/sns/chapters", tag = "sns", responses((status = 200, body = Vec<SnsCodeView>)))]
pub async fn list_chapters(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
) -> Result<JsonResponse<Vec<SnsCodeView>>, Problem> {
    Ok(JsonResponse(SnsCodeView::list(app::reading::sns::chapters(&caller)?, locale)))
}

/// List the systems of a manual's data modules.
#[utoipa::path(
    get,
    path = "/sns/systemsOfManual",
    tag = "sns",
    params(OfManualQuery),
    responses((status = 200, body = Vec<ManualSystemView>))
)]
pub async fn list_systems_of_manual(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<OfManualQuery>,
) -> Result<JsonResponse<Vec<ManualSystemView>>, Problem> {
    let path = parse_path(&query.manual_path)?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let systems = app::reading::sns::of_manual(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(ManualSystemView::list(systems, locale)))
}

/// List the subsystems of a system.
#[utoipa::path(
    get,
    path = "/sns/subchapters",
    tag = "sns",
    params(ChapterQuery),
    responses((status = 200, body = Vec<SnsCodeView>))
)]
pub async fn list_subchapters(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<ChapterQuery>,
) -> Result<JsonResponse<Vec<SnsCodeView>>, Problem> {
    Ok(JsonResponse(SnsCodeView::list(app::reading::sns::subchapters(&caller, &query.chapter)?, locale)))
}

/// List the subsystems of a subsystem.
#[utoipa::path(
    get,
    path = "/sns/subsubchapters",
    tag = "sns",
    params(SubchapterQuery),
    responses((status = 200, body = Vec<SnsCodeView>))
)]
pub async fn list_subsubchapters(
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<SubchapterQuery>,
) -> Result<JsonResponse<Vec<SnsCodeView>>, Problem> {
    let codes = app::reading::sns::subsubchapters(&caller, &query.chapter, &query.subchapter)?;
    Ok(JsonResponse(SnsCodeView::list(codes, locale)))
}

/// List the terms of a manual with their definitions.
#[utoipa::path(
    get,
    path = "/glossaryRepository",
    tag = "sns",
    params(OfManualQuery),
    responses((status = 200, body = Vec<GlossaryTermView>))
)]
pub async fn list_glossary_terms(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<OfManualQuery>,
) -> Result<JsonResponse<Vec<GlossaryTermView>>, Problem> {
    let path = parse_path(&query.manual_path)?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let entries = app::reading::glossary::read(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(entries.into_iter().map(GlossaryTermView::from).collect()))
}
