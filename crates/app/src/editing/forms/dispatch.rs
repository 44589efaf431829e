//! The form with an item of a minimum equipment list, and the item of the master list beside it.

use domain::dispatch::{MasterLines, MasterTexts, compare_items, missing_lines};
use domain::field::FieldCode;
use domain::file::File;
use domain::path::FilePath;
use s1000d::document::SourceText;
use s1000d::form::dispatch::{self, ItemToCompare};
use s1000d::guard::Refusal;

use super::FormEdit;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError};
use crate::editing::{dispatch_masters, source};

pub use domain::dispatch::{DispatchWarning, DispatchWarningKind, ProvisoLogic};
pub use s1000d::form::dispatch::{
    DispatchChange, DispatchForm, LineChange, LineFields, ProcedureChange, ProcedureFields, ProvisoChange,
};

/// The item of the master list: the same module as the OEM delivered it.
#[derive(Debug, Clone)]
pub struct MasterItem {
    pub path: String,
    /// As in `en-US`.
    pub language: String,
    /// Of the module that it is compared with too, so that texts can be compared.
    pub has_same_language: bool,
    /// Without what is marked as deleted.
    pub item: DispatchForm,
    /// `None` when its lines cannot be compared.
    pub compared: Option<ItemToCompare>,
}

/// Warnings, each with the index of its line, and the indexes of lines of the master list that an item does not have.
type ItemVerdict = (Vec<(usize, DispatchWarning)>, Vec<usize>);

/// An item of a text. The starts of its lines are in units of UTF-16.
#[derive(Debug, Clone)]
pub struct EditedDispatch {
    pub edits: Vec<FormEdit>,
    /// `None` when the text has no item.
    pub item: Option<DispatchForm>,
    pub master: Option<MasterItem>,
    /// Each with the index of its line.
    pub warnings: Vec<(usize, DispatchWarning)>,
    /// The indexes of lines of the master list that the item does not have.
    pub missing: Vec<usize>,
}

/// A change as a client asks for it: new procedures are paths.
#[derive(Debug, Clone)]
pub struct DispatchRequest {
    pub change: DispatchChange,
    /// For each line the paths of its new operational and maintenance procedures.
    pub procedures: Vec<[Vec<FilePath>; 2]>,
}

/// The item in a text of the file at a path, which the caller has checked out; with a change the edits that make it, and the
/// item afterwards.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    request: Option<DispatchRequest>,
) -> Result<EditedDispatch, Error> {
    let file = super::held(ctx, caller, path, &text).await?;
    let change = match request {
        Some(request) => Some(with_procedures(ctx, caller, path, request).await?),
        None => None,
    };
    let master = master(ctx, caller, path, &file).await?;
    tokio::task::spawn_blocking(move || edited(text, change.as_ref(), master)).await?
}

/// Adds the new procedures behind those that stay.
async fn with_procedures(
    ctx: &Ctx,
    caller: &Caller,
    own: &FilePath,
    request: DispatchRequest,
) -> Result<DispatchChange, Error> {
    let DispatchRequest { mut change, procedures } = request;
    let mut tx = caller.read(ctx).await?;
    for (line, paths) in change.lines.iter_mut().zip(procedures) {
        let [operational, maintenance] = paths;
        for (list, paths) in [(&mut line.operational, operational), (&mut line.maintenance, maintenance)] {
            for path in paths {
                let (target, title) = super::referred(&mut tx, own, &path).await?;
                list.push(ProcedureChange::New(target, title));
            }
        }
    }
    Ok(change)
}

/// The item of the master list that a module is about, if the caller may see it.
async fn master(ctx: &Ctx, caller: &Caller, path: &FilePath, file: &File) -> Result<Option<MasterItem>, Error> {
    let found = dispatch_masters::find(&mut caller.read(ctx).await?, path, file, true).await?;
    match found.shown_in(&file.object.identity.language) {
        Some(found) => read_master(ctx, file, found.clone()).await,
        None => Ok(None),
    }
}

/// The item of a module of the master list, for a comparison with a file.
async fn read_master(ctx: &Ctx, file: &File, found: File) -> Result<Option<MasterItem>, Error> {
    if source::may_be_long(&found) {
        return Ok(None);
    }
    // A delivered module that cannot be read is no reason to refuse the form.
    let text = match source::read_short(ctx, &found).await {
        Ok(text) => text,
        Err(Error::File(FileError::Unreadable(_) | FileError::NotText)) => return Ok(None),
        Err(error) => return Err(error),
    };
    let read = tokio::task::spawn_blocking(move || master_item(&text)).await?.unwrap_or_default();
    let language = found.object.identity.language;
    let has_same_language = language.eq_ignore_ascii_case(&file.object.identity.language);
    let path = found.path;
    Ok(read.map(|(item, compared)| MasterItem { path, language, has_same_language, item, compared }))
}

/// The item of a delivered text, and its lines for comparisons. One that lost everything by its marks is shown as it is.
fn master_item(text: &str) -> Result<Option<(DispatchForm, Option<ItemToCompare>)>, Refusal> {
    let item = match dispatch::read_valid(text)? {
        Some(item) => Some(item),
        None => dispatch::read(text)?,
    };
    let compared = ItemToCompare::read(text)?;
    Ok(item.map(|item| (item, compared)))
}

fn edited(text: String, change: Option<&DispatchChange>, master: Option<MasterItem>) -> Result<EditedDispatch, Error> {
    let (edits, after) = match change {
        Some(change) => super::made(&text, dispatch::edit(&text, change).map_err(DraftError::Refused)?)?,
        None => (Vec::new(), text),
    };
    let mut item = dispatch::read(&after).map_err(DraftError::Refused)?;
    let (warnings, missing) = compare(&after, item.is_some(), master.as_ref())?;
    let source = SourceText::default().with_text(after);
    for line in item.iter_mut().flat_map(|item| &mut item.lines) {
        let before = source.utf16_range(0..line.start);
        line.start = before.ok_or_else(|| Error::field("text", FieldCode::UnknownValue))?.end;
    }
    Ok(EditedDispatch { edits, item, master, warnings, missing })
}

/// The warnings of the lines of a text, and the lines of the master list that it does not have.
fn compare(text: &str, has_item: bool, master: Option<&MasterItem>) -> Result<ItemVerdict, Error> {
    let own = ItemToCompare::read(text).map_err(DraftError::Refused)?;
    let unreadable = || (vec![(0, DispatchWarning::Unreadable)], Vec::new());
    let Some(own) = own else { return Ok(if has_item { unreadable() } else { ItemVerdict::default() }) };
    let theirs = match master.map(|master| (&master.compared, master.has_same_language)) {
        None => None,
        Some((None, _)) => return Ok(unreadable()),
        Some((Some(item), true)) => Some(MasterLines { lines: &item.lines, texts: MasterTexts::Comparable }),
        Some((Some(item), false)) => Some(MasterLines { lines: &item.lines, texts: MasterTexts::OtherLanguage }),
    };
    let found = compare_items(theirs, &own.lines).into_iter();
    let warnings = found.filter_map(|(at, warning)| Some((own.places.get(at)?.index, warning))).collect();
    let missing = theirs.map(|theirs| missing_lines(theirs.lines, &own.lines)).unwrap_or_default();
    Ok((warnings, missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ITEM: &str = "<dmodule><content><dispatchItem><title>\u{1d11e}</title><itemNumber>1</itemNumber><dispatchCondition \
        label='A'><repairCategory>C</repairCategory></dispatchCondition></dispatchItem></content></dmodule>";

    #[test]
    fn an_item_is_compared_with_the_master_list_after_the_change() {
        let master = MasterItem {
            path: String::new(),
            language: "en-US".to_owned(),
            has_same_language: true,
            item: dispatch::read(ITEM).expect("XML").expect("an item"),
            compared: ItemToCompare::read(ITEM).expect("XML"),
        };
        let change = DispatchChange {
            number: "1".to_owned(),
            title: "\u{1d11e}".to_owned(),
            lines: vec![LineChange {
                number: Some(0),
                label: "A".to_owned(),
                category: "D".to_owned(),
                ..LineChange::default()
            }],
        };
        let made = edited(ITEM.to_owned(), Some(&change), Some(master)).expect("a change");
        assert_eq!(made.warnings, [(0, DispatchWarning::Category { master: "C".to_owned() })]);
        let start = ITEM.find("<dispatchCondition").expect("a line");
        assert_eq!(made.item.expect("an item").lines[0].start, ITEM[..start].encode_utf16().count());
        let none = edited("<dmodule><content/></dmodule>".to_owned(), None, None).expect("no item");
        assert!(none.item.is_none() && none.warnings.is_empty());
    }
}
