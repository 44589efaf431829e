//! Business rules: modules on demand, and reports about manuals.

use app::Ctx;
use app::reading::business_rules;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::path::{FilePath, ManualPath};

use crate::extract::{Caller, Query, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::business_rules::{
    ModuleRuleCheckView, ReportedRuleFindingView, RuleFindingsQuery, RuleReportAnswerView, table,
};
use crate::views::files::ReadingQuery;
use crate::views::jobs::JobView;
use crate::views::packages::ExportFormatView;
use crate::views::page::{PageView, page_request};
use crate::views::revisions::reading;

/// Check a module against its business rules.
#[utoipa::path(
    get,
    path = "/businessRules/module/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ReadingQuery),
    responses((status = 200, body = ModuleRuleCheckView))
)]
pub async fn check_module_rules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ReadingQuery>,
) -> Result<JsonResponse<ModuleRuleCheckView>, Problem> {
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let checked = business_rules::check_file(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(ModuleRuleCheckView::new(checked, locale)))
}

/// Read the last report about the business rules of a manual.
#[utoipa::path(
    get,
    path = "/businessRules/report/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`.")),
    responses((status = 200, body = RuleReportAnswerView))
)]
pub async fn read_rule_report(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<ManualPath>,
) -> Result<JsonResponse<RuleReportAnswerView>, Problem> {
    Ok(JsonResponse(business_rules::report(&ctx, &caller, &path).await?.into()))
}

/// Check all modules of a manual against their business rules, as a job.
#[utoipa::path(
    post,
    path = "/businessRules/report/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`.")),
    responses((status = 201, body = JobView))
)]
pub async fn start_rule_report(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
) -> Result<(StatusCode, JsonResponse<JobView>), Problem> {
    let job = business_rules::start(&ctx, &caller, &path).await?;
    Ok((StatusCode::CREATED, JsonResponse(JobView::new(job, locale))))
}

/// List the findings of the report about a manual, by module and line.
#[utoipa::path(
    get,
    path = "/businessRules/findings/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), RuleFindingsQuery),
    responses((status = 200, body = PageView<ReportedRuleFindingView>))
)]
pub async fn list_rule_findings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<RuleFindingsQuery>,
) -> Result<JsonResponse<PageView<ReportedRuleFindingView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let findings =
        business_rules::findings(&ctx, &caller, &path, query.report().as_ref(), &query.filter(), page).await?;
    Ok(JsonResponse(findings.map(|one| ReportedRuleFindingView::new(one, locale)).into()))
}

/// Export the findings of the report about a manual, in the language of the request.
#[utoipa::path(
    get,
    path = "/businessRules/export/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL`."), RuleFindingsQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_rule_findings(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    VaultPath(path): VaultPath<ManualPath>,
    Query(query): Query<RuleFindingsQuery>,
) -> Result<Response, Problem> {
    // All pages are exported; wrong numbers are refused as they are in the list.
    page_request(query.page_number, query.page_size)?;
    let format = query.format.unwrap_or(ExportFormatView::Csv);
    let (rules, findings) =
        business_rules::all_findings(&ctx, &caller, &path, query.report().as_ref(), &query.filter()).await?;
    let bytes = app::imports::packages::written(move || table(&rules, findings, locale), format.into()).await?;
    let name = format!("{}-business-rules.{}", path.manual.as_str(), format.ending());
    Ok(download(&name, format.media_type(), bytes))
}
