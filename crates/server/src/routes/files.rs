//! Files: data modules and everything else at a path.

use app::Ctx;
use app::library::files::FileScope;
use axum::extract::State;
use axum::response::{Json as JsonResponse, Response};
use domain::path::FilePath;

use crate::extract::{Caller, Query, RequestLanguage, VaultPath};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::files::{ContainerQuery, FileVersionView, FileView, ModulesQuery, ReadingQuery, ReferencesView};
use crate::views::module_list::{ModuleListQuery, table};
use crate::views::page::{PageView, page_request};
use crate::views::paths::parse_path;
use crate::views::revisions::reading;

/// List the alternates of a container.
#[utoipa::path(
    get,
    path = "/dm/getContentDmsByContainer",
    tag = "modules",
    params(ContainerQuery),
    responses((status = 200, body = Vec<FileView>))
)]
pub async fn get_content_dms_by_container(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ContainerQuery>,
) -> Result<JsonResponse<Vec<FileView>>, Problem> {
    let path = parse_path(&query.container_path)?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let files = app::library::files::alternates(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(files.into_iter().map(FileView::from).collect()))
}

/// List the data modules of a manual without references to them.
#[utoipa::path(
    get,
    path = "/dm/getUnRefDmListWithPage",
    tag = "modules",
    params(ModulesQuery),
    responses((status = 200, body = PageView<FileView>))
)]
pub async fn get_unreferenced_dms_with_page(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ModulesQuery>,
) -> Result<JsonResponse<PageView<FileView>>, Problem> {
    list(&ctx, &caller, query, FileScope::Unreferenced).await
}

/// List the data modules of a manual.
#[utoipa::path(
    get,
    path = "/dm/getAllDmListWithPage",
    tag = "modules",
    params(ModulesQuery),
    responses((status = 200, body = PageView<FileView>))
)]
pub async fn get_all_dms_with_page(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<ModulesQuery>,
) -> Result<JsonResponse<PageView<FileView>>, Problem> {
    list(&ctx, &caller, query, FileScope::Modules).await
}

async fn list(
    ctx: &Ctx,
    caller: &app::Caller,
    query: ModulesQuery,
    scope: FileScope,
) -> Result<JsonResponse<PageView<FileView>>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let filter = query.filter(scope)?;
    let path = parse_path(&query.manual_path)?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let files = app::library::files::list(ctx, caller, &path, &filter, &state, page).await?;
    Ok(JsonResponse(files.into()))
}

/// Export the data modules of a manual, in the language of the request.
#[utoipa::path(
    get,
    path = "/dm/export",
    tag = "modules",
    params(ModuleListQuery),
    responses((status = 200, content_type = "application/octet-stream", body = Vec<u8>))
)]
pub async fn export_modules(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<ModuleListQuery>,
) -> Result<Response, Problem> {
    let (filter, columns, format) = (query.filter()?, query.columns()?, query.format);
    let path = parse_path(&query.manual_path)?;
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let (manual, files) = app::library::files::list_all(&ctx, &caller, &path, &filter, &state).await?;
    let bytes = app::imports::packages::written(move || table(files, &columns, locale), format.into()).await?;
    let moment = query.as_of.map(|moment| moment.format("-%Y-%m-%dT%H%MZ").to_string()).unwrap_or_default();
    Ok(download(&format!("{manual}-modules{moment}.{}", format.ending()), format.media_type(), bytes))
}

/// Read the metadata of a file.
#[utoipa::path(
    get,
    path = "/files/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ReadingQuery),
    responses((status = 200, body = FileView))
)]
pub async fn read_file(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ReadingQuery>,
) -> Result<JsonResponse<FileView>, Problem> {
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let file = app::library::files::find(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(file.into()))
}

/// Read the references from and to a file.
#[utoipa::path(
    get,
    path = "/files/referenced/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), ReadingQuery),
    responses((status = 200, body = ReferencesView))
)]
pub async fn read_references(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
    Query(query): Query<ReadingQuery>,
) -> Result<JsonResponse<ReferencesView>, Problem> {
    let state = reading(ctx.clock.now(), query.lane, query.revision.as_deref(), query.as_of)?;
    let references = app::library::files::references(&ctx, &caller, &path, &state).await?;
    Ok(JsonResponse(references.into()))
}

/// List the versions of a file, newest first.
#[utoipa::path(
    get,
    path = "/files/getVersions/default/{*path}",
    tag = "modules",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = Vec<FileVersionView>))
)]
pub async fn get_versions(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<JsonResponse<Vec<FileVersionView>>, Problem> {
    let versions = app::library::files::versions(&ctx, &caller, &path).await?;
    Ok(JsonResponse(versions.into_iter().map(FileVersionView::from).collect()))
}
