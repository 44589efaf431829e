//! New modules, their templates, alternates, and the entries of publications.

use app::Ctx;
use app::editing::alternates::{self, AlternateChange};
use app::editing::modules::{self, CodeStep};
use app::editing::{outline, templates};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Json as JsonResponse;
use domain::permission::Permission;

use crate::extract::{Caller, FileEditor, Json, LongText, Path, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::editing::{TabQuery, tab};
use crate::views::files::FileView;
use crate::views::manuals::ManualPathQuery;
use crate::views::module_templates::{
    AlternateQuery, AlternateRequest, ModuleTemplateView, ReplaceTemplateRequest, TemplateQuery, TemplateTextView,
    alternate, module_type,
};
use crate::views::modules::{CodeOfferView, CreateModuleRequest, ModuleOptionsView, NextCodeQuery};
use crate::views::outline::{
    EditOutlineRequest, EditedOutlineView, EntryChangeRequest, OutlineEntryView, OutlineTextEditView, OutlineView,
};
use crate::views::paths::parse_path;
use crate::views::request_name::named_request;

/// Create a data module or a publication module.
#[utoipa::path(
    post,
    path = "/dm/default/{name}",
    tag = "editing",
    params(("name" = String, Path, description = "As in `DMC-H160-A-29-10-00-00A-520A-A_en-US.XML`.")),
    request_body = CreateModuleRequest,
    responses((status = 201, body = FileView))
)]
pub async fn create_module(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Path(name): Path<String>,
    Json(request): Json<CreateModuleRequest>,
) -> Result<(StatusCode, JsonResponse<FileView>), Problem> {
    caller.require(Permission::EditContent)?;
    let file = modules::create(&ctx, &caller, &request.parse(&name)?).await?;
    Ok((StatusCode::CREATED, JsonResponse(file.into())))
}

/// List the choices for a new module of a manual.
#[utoipa::path(
    get,
    path = "/dm/newModule",
    tag = "editing",
    params(ManualPathQuery),
    responses((status = 200, body = ModuleOptionsView))
)]
pub async fn read_module_options(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<ManualPathQuery>,
) -> Result<JsonResponse<ModuleOptionsView>, Problem> {
    caller.require(Permission::EditContent)?;
    let options = modules::options(&ctx, &caller, &parse_path(&query.manual_path)?).await?;
    Ok(JsonResponse(ModuleOptionsView::new(options, locale)))
}

/// Find the next free code for a new module.
#[utoipa::path(
    get,
    path = "/dm/nextCode",
    tag = "editing",
    params(NextCodeQuery),
    responses((status = 200, body = CodeOfferView))
)]
pub async fn find_next_code(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<NextCodeQuery>,
) -> Result<JsonResponse<CodeOfferView>, Problem> {
    caller.require(Permission::EditContent)?;
    let step = query.step.map_or(CodeStep::Variant, CodeStep::from);
    let (path, identity) = (parse_path(&query.manual_path)?, modules::parse_name(&query.name)?);
    Ok(JsonResponse(modules::next_code(&ctx, &caller, &path, &identity, step).await?.into()))
}

/// List the templates of new modules of a manual.
#[utoipa::path(
    get,
    path = "/dm/templates",
    tag = "editing",
    params(ManualPathQuery),
    responses((status = 200, body = Vec<ModuleTemplateView>))
)]
pub async fn list_module_templates(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    RequestLanguage(locale): RequestLanguage,
    Query(query): Query<ManualPathQuery>,
) -> Result<JsonResponse<Vec<ModuleTemplateView>>, Problem> {
    caller.require(Permission::EditContent)?;
    let listed = templates::list(&ctx, &caller, &parse_path(&query.manual_path)?).await?;
    Ok(JsonResponse(listed.into_iter().map(|one| ModuleTemplateView::new(one, locale)).collect()))
}

/// Read a template of new modules.
#[utoipa::path(
    get,
    path = "/dm/templates/text",
    tag = "editing",
    params(TemplateQuery),
    responses((status = 200, body = TemplateTextView))
)]
pub async fn read_module_template(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TemplateQuery>,
) -> Result<JsonResponse<TemplateTextView>, Problem> {
    caller.require(Permission::EditContent)?;
    let (path, kind) = (parse_path(&query.manual_path)?, module_type(&query.content_type)?);
    let issue = query.issue.as_deref().filter(|issue| templates::ISSUES.contains(issue));
    let text = templates::read(&ctx, &caller, &path, kind, issue).await?;
    Ok(JsonResponse(TemplateTextView { text }))
}

/// Replace a template of new modules of a manual.
#[utoipa::path(
    put,
    path = "/dm/templates",
    tag = "editing",
    request_body = ReplaceTemplateRequest,
    responses((status = 204))
)]
pub async fn replace_module_template(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Json(request): Json<ReplaceTemplateRequest>,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageSystem)?;
    let (path, kind, text) = request.parse()?;
    templates::replace(&ctx, &caller, &path, kind, text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Go back to the built-in template of a manual.
#[utoipa::path(delete, path = "/dm/templates", tag = "editing", params(TemplateQuery), responses((status = 204)))]
pub async fn reset_module_template(
    State(ctx): State<Ctx>,
    Caller(caller): Caller,
    Query(query): Query<TemplateQuery>,
) -> Result<StatusCode, Problem> {
    caller.require(Permission::ManageSystem)?;
    let (path, kind) = (parse_path(&query.manual_path)?, module_type(&query.content_type)?);
    templates::reset(&ctx, &caller, &path, kind).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// List a module as an alternate of a container, which gets a new version.
#[utoipa::path(
    post,
    path = "/dm/alternate/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The container, as in `/H160/MEL/DMC-….XML`.")),
    request_body = AlternateRequest,
    responses((status = 200, body = FileView))
)]
pub async fn add_alternate(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Json(request): Json<AlternateRequest>,
) -> Result<JsonResponse<FileView>, Problem> {
    let (module, comment) = alternate(&request.alternate, &request.comment)?;
    let said = (comment, named_request(request.change_request_id, request.share_module));
    let change = AlternateChange::Add;
    Ok(JsonResponse(alternates::change(&ctx, &caller, &path, &module, change, said).await?.into()))
}

/// Remove a module from the alternates of a container, which gets a new version.
#[utoipa::path(
    delete,
    path = "/dm/alternate/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "The container, as in `/H160/MEL/DMC-….XML`."), AlternateQuery),
    responses((status = 200, body = FileView))
)]
pub async fn remove_alternate(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<AlternateQuery>,
) -> Result<JsonResponse<FileView>, Problem> {
    let (module, comment) = alternate(&query.alternate, &query.comment)?;
    let said = (comment, named_request(query.change_request_id, query.share_module));
    let change = AlternateChange::Remove;
    Ok(JsonResponse(alternates::change(&ctx, &caller, &path, &module, change, said).await?.into()))
}

/// Read the entries of a publication: those of my draft, or of the working lane.
#[utoipa::path(
    get,
    path = "/toc/outline/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/PMC-….XML`.")),
    responses((status = 200, body = OutlineView))
)]
pub async fn read_outline(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
) -> Result<JsonResponse<OutlineView>, Problem> {
    Ok(JsonResponse(outline::read(&ctx, &caller, &path).await?.into()))
}

/// Make a change of the entries of a text; nothing is stored.
#[utoipa::path(
    post,
    path = "/toc/edits/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/PMC-….XML`."), TabQuery),
    request_body = EditOutlineRequest,
    responses((status = 200, body = EditedOutlineView))
)]
pub async fn edit_outline(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<EditOutlineRequest>,
) -> Result<JsonResponse<EditedOutlineView>, Problem> {
    tab(&query.tab)?;
    let change = request.change.map(EntryChangeRequest::parse).transpose()?;
    let (edits, entries) = outline::edit(&ctx, &caller, &path, request.text, change).await?;
    let edits = edits.into_iter().map(OutlineTextEditView::from).collect();
    Ok(JsonResponse(EditedOutlineView { edits, entries: entries.into_iter().map(OutlineEntryView::from).collect() }))
}
