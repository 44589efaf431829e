//! Edits of the blocks of a draft, offered where they keep the module valid.

use std::sync::Arc;

use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::document::SourceText;
use s1000d::edit;
use s1000d::guard::Refusal;
use s1000d::model::ContentModel;
use s1000d::xsd::Schemas;
use tokio::sync::Semaphore;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};
use crate::editing::{content_models, drafts, source};
use crate::imports::schema_sets;

pub use s1000d::edit::{BlockCommand, TableCommand};

/// Requests of each kind that are answered at once: each validates the text, and saving must not wait for them.
const AT_ONCE: usize = 2;
/// A menu validates the text for each command. A key stands for one, and its author waits for it.
static MENUS: Semaphore = Semaphore::const_new(AT_ONCE);
static KEYS: Semaphore = Semaphore::const_new(AT_ONCE);

fn places(commands: &[BlockCommand]) -> &'static Semaphore {
    if commands.len() > 1 { &MENUS } else { &KEYS }
}

/// An edit of a block, in units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedEdit {
    pub command: BlockCommand,
    /// The local name of the block.
    pub element: String,
    /// 0 for the element with the text, 1 and 2 for the blocks around it.
    pub depth: usize,
    /// Whether keys act on this block.
    pub is_nearest: bool,
    /// The name of the element that is inserted; `None` for other commands.
    pub inserted: Option<String>,
    /// The range of the text that is replaced.
    pub range: std::ops::Range<usize>,
    pub text: String,
    /// The place of the cursor in the changed text.
    pub caret: usize,
}

/// The edits of these commands that can be made at a position of a text of the file at a path, which the caller has checked
/// out. Nothing is stored.
pub async fn edits(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    position: usize,
    commands: Vec<BlockCommand>,
) -> Result<Vec<OfferedEdit>, Error> {
    caller.require_person(Permission::EditContent)?;
    drafts::held(&mut caller.read(ctx).await?, caller, path).await?;
    source::refuse_long(&text).map_err(DraftError::Refused)?;
    let schemas = schema_sets::load(ctx).await?;
    let needs_model = commands.iter().any(|command| command.is_insertion());
    let model = if needs_model {
        let is_optional = commands.iter().any(|command| !command.is_insertion());
        model_for(content_models::of_text(ctx, caller, path, text.clone()).await, is_optional)?
    } else {
        None
    };
    let place = places(&commands).acquire().await;
    let offered = tokio::task::spawn_blocking(move || {
        let _place = place;
        offered(text, position, &commands, &schemas, model.as_deref())
    });
    Ok(offered.await?.map_err(DraftError::Refused)?)
}

/// The model for insertions. Where it cannot be read now, as from modules in a store that does not answer, the other edits
/// are offered without it.
fn model_for(read: Result<Arc<ContentModel>, Error>, is_optional: bool) -> Result<Option<Arc<ContentModel>>, Error> {
    match read {
        Ok(model) => Ok(Some(model)),
        // A refused text has no edits at all.
        Err(error) if is_optional && !matches!(error, Error::Draft(_)) => {
            tracing::warn!(error = %error.chain(), "No elements can be offered: the content model could not be read");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

fn offered(
    text: String,
    position: usize,
    commands: &[BlockCommand],
    schemas: &Schemas,
    model: Option<&ContentModel>,
) -> Result<Vec<OfferedEdit>, Refusal> {
    let source = SourceText::default().with_text(text);
    let Some(position) = source.byte_range(0..position).map(|before| before.end) else { return Ok(Vec::new()) };
    let mut edits = edit::edits(source.text(), position, commands, schemas)?;
    if let Some(model) = model {
        edits.extend(edit::insertions(source.text(), position, commands, model)?);
    }
    let offered = edits.into_iter().filter_map(|edit| {
        let edit::BlockEdit { command, element, depth, is_nearest, inserted, splice, caret } = edit;
        let range = source.utf16_range(splice.range)?;
        let caret = range.start + splice.text.get(..caret)?.encode_utf16().count();
        Some(OfferedEdit { command, element, depth, is_nearest, inserted, range, text: splice.text, caret })
    });
    Ok(offered.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_in_units_of_utf16() {
        let text = "<dmodule><content><description><para>\u{1d11e}a</para><para>刹车b</para></description></content></dmodule>";
        let at = text.find('b').expect("a sign");
        let units = text[..at].encode_utf16().count();
        let edits = offered(text.to_owned(), units, &[BlockCommand::Split], &Schemas::default(), None).expect("edits");
        let [edit] = edits.as_slice() else { panic!("{edits:?}") };
        assert_eq!((edit.element.as_str(), edit.range.clone()), ("para", units..units));
        assert_eq!((edit.text.as_str(), edit.caret), ("</para><para>", units + 13));
    }

    #[test]
    fn a_key_does_not_wait_for_menus() {
        let every: Vec<BlockCommand> = BlockCommand::every().collect();
        let _menus = places(&every).try_acquire_many(2).expect("all places of menus");
        assert!(places(&every).try_acquire().is_err());
        assert!(places(&[BlockCommand::Split]).try_acquire().is_ok());
    }

    #[test]
    fn other_edits_are_offered_where_the_content_model_cannot_be_read() {
        assert!(matches!(model_for(Err(Error::Busy), true), Ok(None)));
        assert!(matches!(model_for(Err(Error::Busy), false), Err(Error::Busy)), "nothing else was asked for");
        let refused = source::refuse_long(&"x".repeat(source::MAX_TEXT + 1)).expect_err("a refusal");
        let refused = Error::Draft(DraftError::Refused(refused));
        assert!(matches!(model_for(Err(refused), true), Err(Error::Draft(_))));
        assert!(matches!(model_for(Ok(Arc::default()), true), Ok(Some(_))));
    }
}
