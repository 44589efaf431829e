//! Forms of the editor.

use app::Ctx;
use app::editing::forms::{applicability, dispatch, graphics, metadata, references};
use axum::extract::State;
use axum::response::Json as JsonResponse;

use crate::extract::{FileEditor, LongText, Query, RequestLanguage};
use crate::problem::Problem;
use crate::views::editing::{TabQuery, tab};
use crate::views::forms::FormEditView;
use crate::views::forms::applicability::{
    ApplicabilityChangeRequest, EditApplicabilityRequest, EditedApplicabilityView,
};
use crate::views::forms::dispatch::{DispatchItemRequest, EditDispatchRequest, EditedDispatchView};
use crate::views::forms::graphics::{EditGraphicRequest, EditedGraphicView, GraphicChangeRequest, GraphicFieldsView};
use crate::views::forms::metadata::{EditMetadataRequest, EditedMetadataView, MetadataChangeRequest};
use crate::views::forms::references::{EditReferenceRequest, EditedReferenceView};

/// Read the metadata of a text, or change it; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/metadata/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = EditMetadataRequest,
    responses((status = 200, body = EditedMetadataView))
)]
pub async fn edit_metadata(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<EditMetadataRequest>,
) -> Result<JsonResponse<EditedMetadataView>, Problem> {
    tab(&query.tab)?;
    let change = request.change.map(MetadataChangeRequest::parse).transpose()?;
    let (edits, metadata) = metadata::edit(&ctx, &caller, &path, request.text, change).await?;
    let edits = edits.into_iter().map(FormEditView::from).collect();
    Ok(JsonResponse(EditedMetadataView { edits, metadata: metadata.into() }))
}

/// Read the applicability of a module or an element in a text, or change it; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/applicability/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = EditApplicabilityRequest,
    responses((status = 200, body = EditedApplicabilityView))
)]
pub async fn edit_applicability(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    RequestLanguage(locale): RequestLanguage,
    LongText(request): LongText<EditApplicabilityRequest>,
) -> Result<JsonResponse<EditedApplicabilityView>, Problem> {
    tab(&query.tab)?;
    let EditApplicabilityRequest { text, position, change } = request;
    let change = change.map(ApplicabilityChangeRequest::parse).transpose()?;
    let edited = applicability::edit(&ctx, &caller, &path, text, position, change, locale).await?;
    Ok(JsonResponse(edited.into()))
}

/// Read the reference at a position of a text, or write one; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/references/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = EditReferenceRequest,
    responses((status = 200, body = EditedReferenceView))
)]
pub async fn edit_reference(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<EditReferenceRequest>,
) -> Result<JsonResponse<EditedReferenceView>, Problem> {
    tab(&query.tab)?;
    let edited = references::edit(&ctx, &caller, &path, request.parse()?).await?;
    Ok(JsonResponse(edited.into()))
}

/// Read the graphics at a position of a text, or make one show another file; nothing is stored.
#[utoipa::path(
    post,
    path = "/drafts/graphics/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = EditGraphicRequest,
    responses((status = 200, body = EditedGraphicView))
)]
pub async fn edit_graphic(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<EditGraphicRequest>,
) -> Result<JsonResponse<EditedGraphicView>, Problem> {
    tab(&query.tab)?;
    let EditGraphicRequest { text, position, change } = request;
    let change = change.map(GraphicChangeRequest::parse).transpose()?;
    let (edits, graphics) = graphics::edit(&ctx, &caller, &path, text, position, change).await?;
    let edits = edits.into_iter().map(FormEditView::from).collect();
    Ok(JsonResponse(EditedGraphicView { edits, graphics: graphics.into_iter().map(GraphicFieldsView::from).collect() }))
}

/// Read the item of a minimum equipment list in a text, or change it; nothing is stored.
///
/// The warnings compare it with the same item as the OEM delivered it.
#[utoipa::path(
    post,
    path = "/drafts/dispatchItem/default/{*path}",
    tag = "editing",
    params(("path" = String, Path, description = "As in `/H160/MEL/DMC-….XML`."), TabQuery),
    request_body = EditDispatchRequest,
    responses((status = 200, body = EditedDispatchView))
)]
pub async fn edit_dispatch_item(
    State(ctx): State<Ctx>,
    FileEditor { caller, path }: FileEditor,
    Query(query): Query<TabQuery>,
    LongText(request): LongText<EditDispatchRequest>,
) -> Result<JsonResponse<EditedDispatchView>, Problem> {
    tab(&query.tab)?;
    let change = request.change.map(DispatchItemRequest::parse).transpose()?;
    let edited = dispatch::edit(&ctx, &caller, &path, request.text, change).await?;
    Ok(JsonResponse(edited.into()))
}
