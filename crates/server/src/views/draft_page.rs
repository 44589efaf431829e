//! Wire types for the page of a draft.

use app::editing::blocks::{BlockCommand, OfferedEdit, TableCommand};
use app::reading::viewer::{EditedPage, EditedRun};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::viewer::{FigureView, ResolvedView, UpdateReasonView};

/// A text as its page, with the runs of it that can be edited.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DraftPage)]
pub struct DraftPageView {
    /// As of a module that is read, with an element of the class `s1d-run` for each run.
    pub html: String,
    /// Truncated at the size limit.
    pub truncated: bool,
    /// Indexed by `data-ref`.
    pub references: Vec<ResolvedView>,
    /// Indexed by `data-figure`.
    pub figures: Vec<FigureView>,
    pub reasons: Vec<UpdateReasonView>,
    /// Indexed by `data-run`, in the order of the text.
    pub runs: Vec<TextRunView>,
}

impl DraftPageView {
    pub fn new(page: EditedPage, locale: Locale) -> Self {
        let EditedPage { rendered, references, figures, runs } = page;
        let figures = rendered.figures.iter().zip(figures);
        Self {
            truncated: rendered.truncated,
            references: references.into_iter().map(ResolvedView::from).collect(),
            figures: figures.map(|(figure, picture)| FigureView::new(figure, picture, locale)).collect(),
            reasons: rendered.reasons.iter().map(UpdateReasonView::from).collect(),
            runs: runs.into_iter().map(TextRunView::from).collect(),
            html: rendered.html,
        }
    }
}

/// A run of text that can be edited.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TextRun)]
pub struct TextRunView {
    /// In units of UTF-16 from the beginning of the text.
    pub from: usize,
    pub to: usize,
    /// The local name of the element around it.
    #[schema(example = "para")]
    pub element: String,
    /// Of an empty element without a place for text: the tag before the first words. It replaces the range with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "<para>")]
    pub open: Option<String>,
    /// The tag behind them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "</para>")]
    pub close: Option<String>,
}

impl From<EditedRun> for TextRunView {
    fn from(run: EditedRun) -> Self {
        let (open, close) = run.missing.map(|tags| (tags.open.into(), tags.close.into())).unzip();
        Self { from: run.range.start, to: run.range.end, element: run.element, open, close }
    }
}

/// A command on a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlockCommand)]
pub enum BlockCommandView {
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
    AddRowAbove,
    AddRowBelow,
    MoveRowUp,
    MoveRowDown,
    DeleteRow,
    AddColumnLeft,
    AddColumnRight,
    MoveColumnLeft,
    MoveColumnRight,
    DeleteColumn,
    /// The cell to the right becomes a part of the cell.
    MergeRight,
    /// The cell below becomes a part of the cell.
    MergeDown,
    /// A cell of several rows or columns becomes one cell for each of them.
    SplitCell,
    /// The first row of the body becomes the last one of the header.
    MakeHeader,
    /// The last row of the header becomes the first one of the body.
    MakeBody,
    WidenColumn,
    NarrowColumn,
    /// All columns become equally wide.
    EqualColumns,
    /// A table with missing cells gets empty ones.
    FillCells,
}

impl From<BlockCommandView> for BlockCommand {
    fn from(command: BlockCommandView) -> Self {
        match command {
            BlockCommandView::Split => Self::Split,
            BlockCommandView::Join => Self::Join,
            BlockCommandView::AddBefore => Self::AddBefore,
            BlockCommandView::AddAfter => Self::AddAfter,
            BlockCommandView::MoveUp => Self::MoveUp,
            BlockCommandView::MoveDown => Self::MoveDown,
            BlockCommandView::Indent => Self::Indent,
            BlockCommandView::Outdent => Self::Outdent,
            BlockCommandView::Duplicate => Self::Duplicate,
            BlockCommandView::Delete => Self::Delete,
            BlockCommandView::InsertAfter => Self::InsertAfter,
            BlockCommandView::InsertBefore => Self::InsertBefore,
            BlockCommandView::InsertInside => Self::InsertInside,
            BlockCommandView::AddRowAbove => Self::Table(TableCommand::AddRowAbove),
            BlockCommandView::AddRowBelow => Self::Table(TableCommand::AddRowBelow),
            BlockCommandView::MoveRowUp => Self::Table(TableCommand::MoveRowUp),
            BlockCommandView::MoveRowDown => Self::Table(TableCommand::MoveRowDown),
            BlockCommandView::DeleteRow => Self::Table(TableCommand::DeleteRow),
            BlockCommandView::AddColumnLeft => Self::Table(TableCommand::AddColumnLeft),
            BlockCommandView::AddColumnRight => Self::Table(TableCommand::AddColumnRight),
            BlockCommandView::MoveColumnLeft => Self::Table(TableCommand::MoveColumnLeft),
            BlockCommandView::MoveColumnRight => Self::Table(TableCommand::MoveColumnRight),
            BlockCommandView::DeleteColumn => Self::Table(TableCommand::DeleteColumn),
            BlockCommandView::MergeRight => Self::Table(TableCommand::MergeRight),
            BlockCommandView::MergeDown => Self::Table(TableCommand::MergeDown),
            BlockCommandView::SplitCell => Self::Table(TableCommand::SplitCell),
            BlockCommandView::MakeHeader => Self::Table(TableCommand::MakeHeader),
            BlockCommandView::MakeBody => Self::Table(TableCommand::MakeBody),
            BlockCommandView::WidenColumn => Self::Table(TableCommand::WidenColumn),
            BlockCommandView::NarrowColumn => Self::Table(TableCommand::NarrowColumn),
            BlockCommandView::EqualColumns => Self::Table(TableCommand::EqualColumns),
            BlockCommandView::FillCells => Self::Table(TableCommand::FillCells),
        }
    }
}

impl From<BlockCommand> for BlockCommandView {
    fn from(command: BlockCommand) -> Self {
        match command {
            BlockCommand::Split => Self::Split,
            BlockCommand::Join => Self::Join,
            BlockCommand::AddBefore => Self::AddBefore,
            BlockCommand::AddAfter => Self::AddAfter,
            BlockCommand::MoveUp => Self::MoveUp,
            BlockCommand::MoveDown => Self::MoveDown,
            BlockCommand::Indent => Self::Indent,
            BlockCommand::Outdent => Self::Outdent,
            BlockCommand::Duplicate => Self::Duplicate,
            BlockCommand::Delete => Self::Delete,
            BlockCommand::InsertAfter => Self::InsertAfter,
            BlockCommand::InsertBefore => Self::InsertBefore,
            BlockCommand::InsertInside => Self::InsertInside,
            BlockCommand::Table(command) => command.into(),
        }
    }
}

impl From<TableCommand> for BlockCommandView {
    fn from(command: TableCommand) -> Self {
        match command {
            TableCommand::AddRowAbove => Self::AddRowAbove,
            TableCommand::AddRowBelow => Self::AddRowBelow,
            TableCommand::MoveRowUp => Self::MoveRowUp,
            TableCommand::MoveRowDown => Self::MoveRowDown,
            TableCommand::DeleteRow => Self::DeleteRow,
            TableCommand::AddColumnLeft => Self::AddColumnLeft,
            TableCommand::AddColumnRight => Self::AddColumnRight,
            TableCommand::MoveColumnLeft => Self::MoveColumnLeft,
            TableCommand::MoveColumnRight => Self::MoveColumnRight,
            TableCommand::DeleteColumn => Self::DeleteColumn,
            TableCommand::MergeRight => Self::MergeRight,
            TableCommand::MergeDown => Self::MergeDown,
            TableCommand::SplitCell => Self::SplitCell,
            TableCommand::MakeHeader => Self::MakeHeader,
            TableCommand::MakeBody => Self::MakeBody,
            TableCommand::WidenColumn => Self::WidenColumn,
            TableCommand::NarrowColumn => Self::NarrowColumn,
            TableCommand::EqualColumns => Self::EqualColumns,
            TableCommand::FillCells => Self::FillCells,
        }
    }
}

/// A position in a text, whose block is to be edited.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BlockEditsRequest {
    pub text: String,
    /// In units of UTF-16 from the beginning of the text.
    pub position: usize,
    /// Default: all commands.
    #[serde(default)]
    pub commands: Vec<BlockCommandView>,
    /// Whether the new texts are left out, as for a menu: those of a table are as long as the table. Default: false.
    #[serde(default)]
    pub without_text: bool,
}

impl BlockEditsRequest {
    pub fn commands(&self) -> Vec<BlockCommand> {
        if self.commands.is_empty() {
            return BlockCommand::every().collect();
        }
        self.commands.iter().copied().take(BlockCommand::every().count()).map(BlockCommand::from).collect()
    }
}

/// The edits of a block.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockEdits)]
pub struct BlockEditsView {
    pub edits: Vec<BlockEditView>,
}

impl BlockEditsView {
    pub fn without_text(mut self) -> Self {
        self.edits.iter_mut().for_each(|edit| edit.text.clear());
        self
    }
}

/// An edit of a block: one range of the text is replaced.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BlockEdit)]
pub struct BlockEditView {
    pub command: BlockCommandView,
    /// The local name of the block.
    #[schema(example = "listItem")]
    pub element: String,
    /// 0 for the element with the text, 1 and 2 for the blocks around it.
    pub depth: usize,
    /// Whether keys act on this block.
    pub nearest: bool,
    /// The name of the element that is inserted; absent for other commands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "note")]
    pub inserted: Option<String>,
    /// In units of UTF-16 from the beginning of the text.
    pub from: usize,
    pub to: usize,
    pub text: String,
    /// The place of the cursor in the changed text.
    pub caret: usize,
}

impl From<OfferedEdit> for BlockEditView {
    fn from(edit: OfferedEdit) -> Self {
        let OfferedEdit { command, element, depth, is_nearest, inserted, range, text, caret } = edit;
        let (from, to) = (range.start, range.end);
        Self { command: command.into(), element, depth, nearest: is_nearest, inserted, from, to, text, caret }
    }
}
