//! Commands that change the structure of a module while it is edited: a block is split, joined, added, moved, indented,
//! copied or deleted; another element is inserted; a table gets other rows, columns, spans, header rows or widths.
//!
//! Each is one replaced range of the text; all other bytes stay. Only edits that leave the module as valid as it is are
//! offered: each is tried on the text and checked; for elements that are inserted the content model says so. An edit that
//! could lose an attribute or a comment is not offered, nor one on blocks that would move the cells of a table.

mod block;
mod commands;
mod insert;
mod levels;
mod rules;
mod table;

use crate::guard::{self, Refusal};
use crate::model::ContentModel;
use crate::object;
use crate::splice::{self, Splice};
use crate::xsd::Schemas;

pub use table::TableCommand;

/// A command on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlockCommand {
    /// The text behind the position becomes a block of its own.
    Split,
    /// The text is added to the block before it.
    Join,
    AddBefore,
    AddAfter,
    MoveUp,
    MoveDown,
    /// The block becomes a part of the one before it.
    Indent,
    /// The block leaves the one it is a part of, and follows it.
    Outdent,
    Duplicate,
    Delete,
    /// Another element follows the block, or takes its place when it is empty.
    InsertAfter,
    InsertBefore,
    /// Another element stands in the text, at the position.
    InsertInside,
    /// A change of the table around the position.
    Table(TableCommand),
}

impl BlockCommand {
    /// All but those on tables.
    pub const ALL: [Self; 13] = [
        Self::Split,
        Self::Join,
        Self::AddBefore,
        Self::AddAfter,
        Self::MoveUp,
        Self::MoveDown,
        Self::Indent,
        Self::Outdent,
        Self::Duplicate,
        Self::Delete,
        Self::InsertAfter,
        Self::InsertBefore,
        Self::InsertInside,
    ];

    /// All, those on tables as well.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain(TableCommand::ALL.into_iter().map(Self::Table))
    }

    /// Whether the command inserts another element, for which a content model is needed.
    pub fn is_insertion(self) -> bool {
        matches!(self, Self::InsertAfter | Self::InsertBefore | Self::InsertInside)
    }
}

/// A command as a change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockEdit {
    pub command: BlockCommand,
    /// The local name of the block.
    pub element: String,
    /// 0 for the element with the text, 1 and 2 for the blocks around it.
    pub depth: usize,
    /// Whether keys act on this block: on the text beside others of its kind, otherwise on the block that it is part of.
    pub is_nearest: bool,
    /// The local name of the element that is inserted; `None` for other commands.
    pub inserted: Option<String>,
    pub splice: Splice,
    /// The place of the cursor afterwards: bytes of the new text before it.
    pub caret: usize,
}

/// The edits of these commands that can be made at a position of a text, in bytes. There is one split at
/// most: the one that authors mean most often.
pub fn edits(
    text: &str,
    position: usize,
    commands: &[BlockCommand],
    schemas: &Schemas,
) -> Result<Vec<BlockEdit>, Refusal> {
    let mut edits = {
        let checked = guard::check_text(text)?;
        let xml = object::parse_text(checked.text())?;
        let Some(block) = block::BlockPlace::at(&xml, position) else { return Ok(Vec::new()) };
        commands::edits(commands, &block)
    };
    if !edits.is_empty() {
        let mut rules = rules::Rules::of(text, schemas)?;
        let mut is_split = false;
        edits.retain(|edit| {
            // Nobody chooses between splits: the first is made.
            if edit.command == BlockCommand::Split && is_split {
                return false;
            }
            let changed = splice::apply(text, std::slice::from_ref(&edit.splice));
            let is_allowed = changed.is_some_and(|changed| match edit.command {
                BlockCommand::Table(_) => rules.allow_table(&changed),
                _ => rules.allow(&changed),
            });
            is_split |= is_allowed && edit.command == BlockCommand::Split;
            is_allowed
        });
    }
    Ok(edits)
}

/// The elements that can be inserted at a position of a text, in bytes, by these commands: those that the content model
/// allows there, and that hold text.
pub fn insertions(
    text: &str,
    position: usize,
    commands: &[BlockCommand],
    model: &ContentModel,
) -> Result<Vec<BlockEdit>, Refusal> {
    let checked = guard::check_text(text)?;
    let xml = object::parse_text(checked.text())?;
    let Some(block) = block::BlockPlace::at(&xml, position) else { return Ok(Vec::new()) };
    Ok(insert::edits(commands, &block, model))
}
