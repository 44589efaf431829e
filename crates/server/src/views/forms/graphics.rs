//! Wire types for the form with the image of a figure.

use app::editing::forms::graphics::{GraphicChange, HotspotFields, LocatedGraphic};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::FormEditView;
use crate::views::paths::parse_path;

/// A graphic of a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GraphicFields)]
pub struct GraphicFieldsView {
    /// The local name, as in `graphic` or `multimediaObject`.
    #[schema(example = "graphic")]
    pub element: String,
    /// The code of the illustration.
    pub ident: String,
    /// The path of the media file; left out when the database has no such file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub media: Option<String>,
    /// The objects in the illustration that the text names, at most 500.
    pub hotspots: Vec<HotspotFieldsView>,
}

/// An object in an illustration.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HotspotFields)]
pub struct HotspotFieldsView {
    /// Its identifier in the illustration, or its name there.
    pub object: String,
    pub title: String,
}

impl From<HotspotFields> for HotspotFieldsView {
    fn from(HotspotFields { object, title }: HotspotFields) -> Self {
        Self { object, title }
    }
}

impl From<LocatedGraphic> for GraphicFieldsView {
    fn from(LocatedGraphic { fields, media }: LocatedGraphic) -> Self {
        let hotspots = fields.hotspots.into_iter().map(HotspotFieldsView::from).collect();
        Self { element: fields.element, ident: fields.ident, media, hotspots }
    }
}

/// A position in a text, and a graphic there that is to show another file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditGraphicRequest {
    pub text: String,
    /// In units of UTF-16.
    pub position: usize,
    /// Left out to read alone.
    #[schema(nullable = false)]
    pub change: Option<GraphicChangeRequest>,
}

/// A graphic that is to show another file.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphicChangeRequest {
    /// The index of the graphic among those at the position.
    pub number: usize,
    /// The path of a media file of the same database.
    #[schema(example = "/H160/MULTIMEDIA/ICN-1.PNG")]
    pub media: String,
}

impl GraphicChangeRequest {
    pub fn parse(self) -> Result<GraphicChange, app::Error> {
        Ok(GraphicChange { number: self.number, media: parse_path(&self.media)? })
    }
}

/// The edits that make a change, and the graphics afterwards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedGraphic)]
pub struct EditedGraphicView {
    pub edits: Vec<FormEditView>,
    /// The graphic at the position, or those of the figure around it.
    pub graphics: Vec<GraphicFieldsView>,
}
