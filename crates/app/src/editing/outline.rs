//! The entries of a publication while it is edited, and new modules entered in one of its sections.

use std::ops::Range;

use domain::access::AccessLevel;
use domain::draft::Draft;
use domain::field::FieldCode;
use domain::file::File;
use domain::object::ObjectKind;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use s1000d::code::Identity;
use s1000d::document::SourceText;
use s1000d::object::Title;
use s1000d::publication::outline as entries;
use s1000d::splice::{self, Splice};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};
use crate::editing::prepared::PreparedText;
use crate::editing::{drafts, naming, source};
use crate::library::files::{self, NamedFiles};

pub use s1000d::publication::outline::{OutlineEdit, OutlineKind, OutlinePlace, PublicationEntry};

/// An entry with the title of what it refers to.
#[derive(Debug, Clone)]
pub struct TitledEntry {
    pub entry: PublicationEntry,
    /// That of the module itself where it is in the library, otherwise the one in the entry.
    pub title: String,
    /// It refers to a module or publication that is not in the library.
    pub is_missing: bool,
}

/// The entries of a publication.
#[derive(Debug, Clone)]
pub struct PublicationOutline {
    pub entries: Vec<TitledEntry>,
    /// Of the text that they were read from.
    pub sha256: String,
    /// The text is the caller's draft.
    pub is_draft: bool,
}

/// The entries of the publication at a path: those of the caller's draft, or of the working lane.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<PublicationOutline, Error> {
    caller.require(Permission::EditContent)?;
    let (file, text, draft) = current_text(ctx, caller, path).await?;
    let sha256 = source::sha256(&text);
    let read = tokio::task::spawn_blocking(move || entries::read(&text)).await?;
    let entries = titled(ctx, caller, path, &file, read.map_err(FileError::Unreadable)?).await?;
    Ok(PublicationOutline { entries, sha256, is_draft: draft.is_some() })
}

/// The publication, the text that the caller would edit next, and the draft that it is of.
async fn current_text(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<(File, String, Option<Draft>), Error> {
    let mut tx = caller.read(ctx).await?;
    let file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    if file.object.identity.kind != ObjectKind::PublicationModule {
        return Err(Error::NotFound(Missing::File));
    }
    let is_own = file.holder.as_ref().is_some_and(|holder| holder.user == caller.user.id);
    let draft = if is_own { drafts::find_own(&mut tx, caller, file.object.id).await? } else { None };
    if let Some(draft) = draft {
        let missing = || Error::NotFound(Missing::Draft);
        let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
        return Ok((file, text, Some(draft)));
    }
    drop(tx);
    let text = source::read_short(ctx, &file).await?;
    Ok((file, text, None))
}

/// Gives entries the titles that readers see in the contents.
async fn titled(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    file: &File,
    entries: Vec<PublicationEntry>,
) -> Result<Vec<TitledEntry>, Error> {
    let mut tx = caller.read(ctx).await?;
    let located = files::at_path(&mut tx, path, &Reading::default()).await?;
    let own = located.manual.as_ref().map(|(manual, snapshot)| (&manual.id, snapshot.id));
    let snapshots = files::snapshots_beside(&mut tx, file.csdb_name(), own, &Reading::default()).await?;
    let code_of = |target: &Identity| Identity { language: None, ..target.clone() }.to_string();
    let codes = entries.iter().filter_map(|entry| entry.target.as_ref()).map(|target| fold(&code_of(target)));
    let named = NamedFiles::read(&mut tx, &file.object.csdb_id, &snapshots, codes).await?;
    let titled = entries.into_iter().map(|entry| {
        let found = entry.target.as_ref().map(|target| {
            let language = target.language.map(|language| language.to_string());
            named.nearest(file, own.map(|(_, id)| id), &code_of(target), language.as_deref())
        });
        let known = found.flatten().map(|file| file.version.metadata.title()).filter(|title| !title.is_empty());
        let is_missing = matches!(found, Some(None));
        TitledEntry { title: known.unwrap_or_else(|| entry.title.clone()), is_missing, entry }
    });
    Ok(titled.collect())
}

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineTextEdit {
    pub range: Range<usize>,
    pub text: String,
}

/// A change of the entries as a client asks for it.
#[derive(Debug, Clone)]
pub enum EntryChange {
    Edit(OutlineEdit),
    /// Refers to the module or publication at a path.
    AddFile {
        place: OutlinePlace,
        path: FilePath,
    },
}

/// The entries of a text of the publication at a path, which the caller has checked out; with a change the edits that make
/// it, and the entries afterwards. Nothing is stored.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    change: Option<EntryChange>,
) -> Result<(Vec<OutlineTextEdit>, Vec<TitledEntry>), Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let file = drafts::held(&mut tx, caller, path).await?;
    source::refuse_long(&text).map_err(DraftError::Refused)?;
    let change = match change {
        Some(EntryChange::Edit(edit)) => Some(edit),
        Some(EntryChange::AddFile { place, path }) => {
            let (target, title) = naming::at_path(&mut tx, &path).await?;
            Some(OutlineEdit::AddReference { place, target, title })
        }
        None => None,
    };
    drop(tx);
    let (edits, entries) = tokio::task::spawn_blocking(move || changed(text, change.as_ref())).await??;
    Ok((edits, titled(ctx, caller, path, &file, entries).await?))
}

fn changed(text: String, change: Option<&OutlineEdit>) -> Result<(Vec<OutlineTextEdit>, Vec<PublicationEntry>), Error> {
    let Some(change) = change else {
        return Ok((Vec::new(), entries::read(&text).map_err(DraftError::Refused)?));
    };
    let splices = entries::edit(&text, change).map_err(DraftError::Refused)?;
    // The entry is gone, or is to be moved into itself.
    let splices = splices.ok_or_else(|| Error::field("change", FieldCode::UnknownValue))?;
    let after = splice::apply(&text, &splices).ok_or(Error::ChangedMeanwhile)?;
    let source = SourceText::default().with_text(text);
    let edit = |Splice { range, text }| Some(OutlineTextEdit { range: source.utf16_range(range)?, text });
    let edits: Option<Vec<OutlineTextEdit>> = splices.into_iter().map(edit).collect();
    Ok((edits.ok_or(Error::ChangedMeanwhile)?, entries::read(&after).map_err(DraftError::Refused)?))
}

/// A section that a new module is entered in.
#[derive(Debug, Clone)]
pub struct SectionPlace {
    pub publication: FilePath,
    /// The number of its entry; `None` for the publication itself.
    pub entry: Option<usize>,
    /// Of the text that the number is about.
    pub sha256: String,
}

/// Enters a module at the end of a section.
pub(super) async fn prepare_entry(
    ctx: &Ctx,
    caller: &Caller,
    place: &SectionPlace,
    module: &Identity,
    title: &Title,
) -> Result<PreparedText, Error> {
    let (file, text, draft) = current_text(ctx, caller, &place.publication).await?;
    let before = source::sha256(&text);
    if before != place.sha256 {
        return Err(Error::ChangedMeanwhile);
    }
    let edit = OutlineEdit::AddReference {
        place: OutlinePlace { parent: place.entry, index: usize::MAX },
        target: module.clone(),
        title: title.clone(),
    };
    let made = tokio::task::spawn_blocking(move || {
        let splices = entries::edit(&text, &edit).map_err(DraftError::Refused)?;
        let splices = splices.ok_or_else(|| Error::field("section", FieldCode::UnknownValue))?;
        splice::apply(&text, &splices).ok_or(Error::ChangedMeanwhile)
    });
    let text = made.await??;
    let draft = draft.map(|draft| draft.id);
    Ok(PreparedText { path: place.publication.clone(), version: file.version_id, draft, before, text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_entries_are_counted_in_units_of_utf16() {
        let text = "<pm><content><pmEntry><pmEntryTitle>\u{1d11e}</pmEntryTitle></pmEntry></content></pm>";
        let rename = OutlineEdit::Rename { entry: 0, title: "b".to_owned() };
        let (edits, entries) = changed(text.to_owned(), Some(&rename)).expect("a change");
        let start = text.find('\u{1d11e}').expect("a sign");
        assert_eq!(edits, [OutlineTextEdit { range: start..start + 2, text: "b".to_owned() }]);
        assert_eq!(entries[0].title, "b");
        let gone = OutlineEdit::Remove { entry: 7 };
        assert!(changed(text.to_owned(), Some(&gone)).is_err());
        assert_eq!(changed(text.to_owned(), None).expect("entries").1.len(), 1);
    }
}
