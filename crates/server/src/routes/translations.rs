//! Translations of modules.

use app::Ctx;
use app::editing::translations;
use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{Json as JsonResponse, Response};
use domain::path::FilePath;

use crate::extract::{Caller, FileEditor, Json, Query, RequestLanguage, VaultPath, read};
use crate::problem::Problem;
use crate::routes::jobs::download;
use crate::views::editing::{TabQuery, tab};
use crate::views::files::{FileView, version_id};
use crate::views::page::page_request;
use crate::views::paths::parse_path;
use crate::views::translations::page::{TranslationPageView, XliffReportView};
use crate::views::translations::{
    ConfirmTranslationRequest, CreateTranslationRequest, ManualTranslationsView, ModuleLanguageView,
    TranslationStateView, TranslationsQuery,
};

/// List the modules of a manual by their state in the languages that it is translated into.
#[utoipa::path(
    get,
    path = "/dm/translations",
    tag = "editing",
    params(TranslationsQuery),
    responses((status = 200, body = ManualTranslationsView))
)]
pub async fn list_translations(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TranslationsQuery>,
) -> Result<JsonResponse<ManualTranslationsView>, Problem> {
    let page = page_request(query.page_number, query.page_size)?;
    let path = parse_path(&query.manual_path)?;
    Ok(JsonResponse(translations::list(&ctx, &caller, &path, &query.filter(), page).await?.into()))
}

/// List the languages of a module, the original first.
#[utoipa::path(
    get,
    path = "/dm/translations/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = Vec<ModuleLanguageView>))
)]
pub async fn list_module_languages(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<JsonResponse<Vec<ModuleLanguageView>>, Problem> {
    let listed = translations::of_module(&ctx, &caller, &path).await?;
    Ok(JsonResponse(listed.into_iter().map(ModuleLanguageView::from).collect()))
}

/// Begin the translation of a module: a copy in another language, which is checked out to me.
#[utoipa::path(
    post,
    path = "/dm/translations/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The original, as in `/H160/MEL/DMC-….XML`.")),
    request_body = CreateTranslationRequest,
    responses((status = 201, body = FileView))
)]
pub async fn create_translation(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Json(request): Json<CreateTranslationRequest>,
) -> Result<(StatusCode, JsonResponse<FileView>), Problem> {
    let file = Box::pin(translations::create(&ctx, &caller, &path, request.parse()?)).await?;
    Ok((StatusCode::CREATED, JsonResponse(file.into())))
}

/// Read a translation beside its original: the text of my draft, or of the working lane.
#[utoipa::path(
    get,
    path = "/dm/translation/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The translation, as in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, body = TranslationPageView))
)]
pub async fn read_translation(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<JsonResponse<TranslationPageView>, Problem> {
    let page = translations::read(&ctx, &caller, &path).await?;
    let view = tokio::task::spawn_blocking(move || TranslationPageView::from(page)).await;
    Ok(JsonResponse(view.map_err(|_| Problem::new("server.internal"))?))
}

/// Say that a version of the original is translated, if it is the current one.
#[utoipa::path(
    post,
    path = "/dm/translation/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The translation, as in `/H160/MEL/DMC-….XML`.")),
    request_body = ConfirmTranslationRequest,
    responses((status = 200, body = TranslationStateView))
)]
pub async fn confirm_translation(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Json(request): Json<ConfirmTranslationRequest>,
) -> Result<JsonResponse<TranslationStateView>, Problem> {
    let version = version_id(&request.version)?;
    Ok(JsonResponse(translations::confirm(&ctx, &caller, &path, version).await?.into()))
}

/// Download a translation as an XLIFF 2.1 file.
#[utoipa::path(
    get,
    path = "/dm/xliff/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The translation, as in `/H160/MEL/DMC-….XML`.")),
    responses((status = 200, content_type = "application/xliff+xml", body = Vec<u8>))
)]
pub async fn export_translation(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    VaultPath(path): VaultPath<FilePath>,
) -> Result<Response, Problem> {
    let (name, bytes) = translations::export(&ctx, &caller, &path).await?;
    Ok(download(&name, "application/xliff+xml; charset=utf-8", bytes))
}

/// Take a translation from an XLIFF 2.1 file into my draft.
///
/// The module is checked out to me. Lines that do not fit are listed and left as they are.
#[utoipa::path(
    post,
    path = "/dm/upload4Translation/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The translation, as in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body(content_type = "application/xliff+xml", content = Vec<u8>),
    responses((status = 200, body = XliffReportView))
)]
pub async fn upload_translation(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<TabQuery>,
    body: Body,
) -> Result<JsonResponse<XliffReportView>, Problem> {
    let tab = tab(&query.tab)?;
    let file = read(body, translations::MAX_BYTES, "upload.too_large").await?;
    let report = translations::upload(&ctx, &caller, &path, file, &tab).await?;
    Ok(JsonResponse(XliffReportView::new(report, locale)))
}
