//! Forms of the editor: the fields of a draft's text, and the edits of the text that change them. Nothing is stored.

pub mod applicability;
pub mod dispatch;
pub mod graphics;
pub mod metadata;
pub mod references;

use std::ops::Range;

use domain::file::File;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use s1000d::code::Identity;
use s1000d::document::SourceText;
use s1000d::object::Title;
use s1000d::splice::{self, Splice};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, Missing};
use crate::editing::{drafts, naming, source};
use crate::library::files::{self, NamedFiles};
use crate::library::revisions;

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormEdit {
    pub range: Range<usize>,
    pub text: String,
}

/// The file at a path, if the caller has checked it out; refuses a text that is too long.
async fn held(ctx: &Ctx, caller: &Caller, path: &FilePath, text: &str) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let file = drafts::held(&mut caller.read(ctx).await?, caller, path).await?;
    source::refuse_long(text).map_err(DraftError::Refused)?;
    Ok(file)
}

/// The identity and title of the module or publication at a path of the same database. References lead to no other one.
async fn referred(tx: &mut Tx, own: &FilePath, path: &FilePath) -> Result<(Identity, Title), Error> {
    if path.csdb() != own.csdb() {
        return Err(Error::NotFound(Missing::File));
    }
    naming::at_path(tx, path).await
}

/// The file that a code means in a lane of the manual of the file at a path, else of the manuals beside it.
async fn named_file(
    tx: &mut Tx,
    (path, file): (&FilePath, &File),
    (code, language): (&str, Option<&str>),
    reading: &Reading,
) -> Result<Option<File>, Error> {
    let located = files::at_path(tx, path, &Reading::default()).await?;
    let Some((manual, _)) = located.manual else { return Ok(None) };
    let snapshot = revisions::read(tx, &manual, reading).await?.map(|snapshot| snapshot.id);
    let own = snapshot.map(|id| (&manual.id, id));
    let snapshots = files::snapshots_beside(tx, file.csdb_name(), own, reading).await?;
    let named = NamedFiles::read(tx, &file.object.csdb_id, &snapshots, std::iter::once(fold(code))).await?;
    Ok(named.nearest(file, snapshot, code, language).cloned())
}

/// The edits of a change and the text afterwards. Without splices the text does not have what the change is about, or
/// would lose content.
fn made(text: &str, splices: Option<Vec<Splice>>) -> Result<(Vec<FormEdit>, String), Error> {
    let splices = splices.ok_or(DraftError::WouldLose)?;
    let after = splice::apply(text, &splices).ok_or(Error::ChangedMeanwhile)?;
    let source = SourceText::default().with_text(text.to_owned());
    let edit = |Splice { range, text }| Some(FormEdit { range: source.utf16_range(range)?, text });
    let edits: Option<Vec<FormEdit>> = splices.into_iter().map(edit).collect();
    Ok((edits.ok_or(Error::ChangedMeanwhile)?, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_forms_are_counted_in_units_of_utf16() {
        let (edits, after) = made("<a>\u{1d11e}b</a>", Some(vec![Splice::replace(7..8, "c")])).expect("edits");
        assert_eq!(edits, [FormEdit { range: 5..6, text: "c".to_owned() }]);
        assert_eq!(after, "<a>\u{1d11e}c</a>");
        assert!(made("<a/>", None).is_err());
    }
}
