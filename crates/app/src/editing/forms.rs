//! Forms of the editor: the fields of a draft's text, and the edits of the text that change them. Nothing is stored.

pub mod applicability;
pub mod dispatch;
pub mod graphics;
pub mod metadata;
pub mod references;

use std::ops::Range;

use domain::field::FieldCode;
use domain::file::File;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::document::SourceText;
use s1000d::splice::{self, Splice};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};
use crate::editing::{drafts, source};

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

/// The edits of a change and the text afterwards. Without splices the text does not have what the change is about.
fn made(text: &str, splices: Option<Vec<Splice>>) -> Result<(Vec<FormEdit>, String), Error> {
    let splices = splices.ok_or_else(|| Error::field("change", FieldCode::UnknownValue))?;
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
