//! Wire types for the trash.

use app::library::trash::{TrashItem, TrashTarget};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// An item in the trash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TrashItem)]
pub struct TrashItemView {
    pub id: String,
    pub kind: TrashKindView,
    pub name: String,
    pub path: String,
    /// The account that deleted it.
    pub deleted_by: String,
    pub deleted_on: DateTime<Utc>,
}

/// The kind of an item in the trash.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TrashKind)]
pub enum TrashKindView {
    Csdb,
    Manual,
    Media,
    File,
}

impl From<TrashItem> for TrashItemView {
    fn from(deleted: TrashItem) -> Self {
        let csdb = deleted.csdb_name.as_str();
        let (name, path) = match (&deleted.manual_name, &deleted.file_name) {
            (Some(manual), Some(file)) => (file.as_str(), domain::path::of_object(csdb, Some(manual.as_str()), file)),
            (Some(manual), None) => (manual.as_str(), domain::path::of_manual(csdb, manual.as_str())),
            (None, Some(file)) => (file.as_str(), domain::path::of_object(csdb, None, file)),
            (None, None) => (csdb, domain::path::of_csdb(csdb)),
        };
        Self {
            name: name.to_owned(),
            path,
            id: deleted.what.id(),
            kind: match deleted.what {
                TrashTarget::Csdb(_) => TrashKindView::Csdb,
                TrashTarget::Manual(_) => TrashKindView::Manual,
                TrashTarget::Media(_) => TrashKindView::Media,
                TrashTarget::File(_) => TrashKindView::File,
            },
            deleted_by: deleted.by,
            deleted_on: deleted.on,
        }
    }
}
