//! Wire types for the entries of a publication while it is edited.

use app::editing::outline::{
    EntryChange, OutlineEdit, OutlineKind, OutlinePlace, OutlineTextEdit, PublicationOutline, TitledEntry,
};
use domain::module::parse_title;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::paths::parse_path;

/// The entries of a publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Outline)]
pub struct OutlineView {
    /// In the order of the text; their index is their number.
    pub entries: Vec<OutlineEntryView>,
    /// Of the text that they were read from.
    pub sha256: String,
    /// The text is my draft.
    pub is_draft: bool,
}

impl From<PublicationOutline> for OutlineView {
    fn from(outline: PublicationOutline) -> Self {
        Self {
            entries: outline.entries.into_iter().map(OutlineEntryView::from).collect(),
            sha256: outline.sha256,
            is_draft: outline.is_draft,
        }
    }
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OutlineKind)]
pub enum OutlineKindView {
    Section,
    Module,
    Publication,
    External,
}

/// An entry of a publication.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OutlineEntry)]
pub struct OutlineEntryView {
    /// The number of the section that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub parent: Option<usize>,
    pub kind: OutlineKindView,
    /// That of the module itself where it is in the library.
    pub title: String,
    /// The code of the module or publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub key: Option<String>,
    /// It refers to a file that is not in the library.
    pub is_missing: bool,
}

impl From<TitledEntry> for OutlineEntryView {
    fn from(TitledEntry { entry, title, is_missing }: TitledEntry) -> Self {
        let kind = match entry.kind {
            OutlineKind::Section => OutlineKindView::Section,
            OutlineKind::Module => OutlineKindView::Module,
            OutlineKind::Publication => OutlineKindView::Publication,
            OutlineKind::External => OutlineKindView::External,
        };
        Self { parent: entry.parent, kind, title, key: entry.target.map(|target| target.to_string()), is_missing }
    }
}

/// A text of a publication, and a change of its entries.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditOutlineRequest {
    pub text: String,
    /// Left out to read the entries alone.
    #[schema(nullable = false)]
    pub change: Option<EntryChangeRequest>,
}

/// A change of the entries. Entries are named by their number; an index counts the entries of a section, before the
/// change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum EntryChangeRequest {
    AddSection {
        place: EntryPlaceRequest,
        title: String,
    },
    /// Refers to the module or publication at a path.
    AddFile {
        place: EntryPlaceRequest,
        path: String,
    },
    Rename {
        entry: usize,
        title: String,
    },
    Move {
        entry: usize,
        place: EntryPlaceRequest,
    },
    Remove {
        entry: usize,
    },
}

/// A place before the entry with this index in a section.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EntryPlaceRequest {
    /// The number of the section; left out for the publication itself.
    #[schema(nullable = false)]
    pub parent: Option<usize>,
    pub index: usize,
}

impl From<EntryPlaceRequest> for OutlinePlace {
    fn from(place: EntryPlaceRequest) -> Self {
        Self { parent: place.parent, index: place.index }
    }
}

impl EntryChangeRequest {
    pub fn parse(self) -> Result<EntryChange, app::Error> {
        let titled = |title: &str| parse_title(title).map_err(|code| app::Error::field("change.title", code));
        Ok(EntryChange::Edit(match self {
            Self::AddSection { place, title } => {
                OutlineEdit::AddSection { place: place.into(), title: titled(&title)? }
            }
            Self::AddFile { place, path } => {
                return Ok(EntryChange::AddFile { place: place.into(), path: parse_path(&path)? });
            }
            Self::Rename { entry, title } => OutlineEdit::Rename { entry, title: titled(&title)? },
            Self::Move { entry, place } => OutlineEdit::Move { entry, place: place.into() },
            Self::Remove { entry } => OutlineEdit::Remove { entry },
        }))
    }
}

/// The edits that make a change, and the entries afterwards.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditedOutline)]
pub struct EditedOutlineView {
    pub edits: Vec<OutlineTextEditView>,
    pub entries: Vec<OutlineEntryView>,
}

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OutlineTextEdit)]
pub struct OutlineTextEditView {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

impl From<OutlineTextEdit> for OutlineTextEditView {
    fn from(edit: OutlineTextEdit) -> Self {
        Self { from: edit.range.start, to: edit.range.end, text: edit.text }
    }
}
