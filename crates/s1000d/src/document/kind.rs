//! The kinds of nodes.

use super::added::{Added, PlaceName};
use super::columns::RecordTable;
use super::table::{CalsTable, TableCell};
use super::words::Word;

/// One piece of what a reader sees.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// The author's text; runs of white space count as one blank.
    Text(AuthorText),
    /// The author's text with its white space as it is.
    Verbatim(AuthorText),
    /// A blank between two pieces of a line.
    Space,
    /// The author's text where none is expected.
    Stray(AuthorText),
    /// A line break.
    Break,
    /// Text that the author did not write.
    Added(Box<Added>),
    /// The place for the words that tell what the piece around applies to.
    Applies {
        /// An index into [`super::Document::applicabilities`].
        applicability: u32,
        form: Form,
    },
    Block(Block),
    Phrase(Phrase),
    /// The title of a section.
    Heading {
        /// Counted from 0.
        level: u8,
        /// An index into [`super::Document::outline`].
        outline: Option<u32>,
    },
    Para {
        /// Whether it holds nothing but a line of text.
        is_line: bool,
    },
    /// A warning, caution or note.
    Safety {
        level: SafetyLevel,
        /// The identifier of the repository entry that it represents.
        shared: Option<Box<str>>,
    },
    List(List),
    Table(Box<CalsTable>),
    /// The title of a table with its number.
    TableTitle {
        /// Whether it belongs to the table itself; otherwise something stands between the two.
        is_caption: bool,
    },
    Row {
        /// Whether there is a line below it.
        rule: bool,
    },
    Cell(TableCell),
    /// A row's only cell, across this many columns.
    Across(u32),
    /// A table made of data, one row for each record.
    Records(RecordTable),
    /// A picture.
    Graphic {
        /// An index into [`super::Document::graphics`].
        index: u32,
        /// Whether it stands in a line of text.
        is_symbol: bool,
    },
    Hotspot {
        /// The id of the object in the picture.
        object: Box<str>,
        /// Whether it stands in the list of a picture's parts.
        is_item: bool,
    },
    /// A label and what it labels.
    Field {
        /// Whether it holds blocks.
        is_nested: bool,
    },
    /// An unknown element.
    Unknown,
    /// An index into [`super::Document::references`].
    Reference(u32),
    /// A reference to an entry of a repository.
    Entry,
    /// A statement of applicability; an index into [`super::Document::statements`] where it has no words of its own.
    Statement(Option<u32>),
    Case(Case),
    GoTo(Box<GoTo>),
    /// A footnote by its number.
    Footnote(Box<str>),
    Math(Math),
    /// One condition of a dispatch item, by its letter.
    Proviso(Box<str>),
    /// Procedures of a dispatch item.
    Procedures(Procedures),
    /// References under a heading of their own.
    References(ReferenceList),
}

/// Text of the author: the source itself, or what its references and line ends stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorText {
    AsWritten,
    Decoded(Box<str>),
}

/// The form of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Block,
    Inline,
    Caption,
}

/// Blocks that say nothing but their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Block {
    Module,
    Logo,
    Section,
    /// A section that holds terms and what they mean.
    Glossary,
    /// Alternates of which one applies.
    Alternates,
    /// Data that belongs together.
    Group,
    /// Nothing but what is inside.
    Plain,
    Steps,
    Step,
    /// Alternates of one step.
    StepAlternates,
    StepTitle,
    EndOfProcedure,
    /// Warnings and cautions that steps refer to.
    SafetyList,
    /// A copy of a warning or caution that an element refers to.
    Copy,
    Item,
    ListTitle,
    Definitions,
    /// A term and what it means.
    Definition,
    Term,
    Meaning,
    /// A table with its title.
    TableFrame,
    Head,
    Body,
    Foot,
    Figure,
    FigureTitle,
    Foldout,
    /// The parts of a picture.
    Hotspots,
    HotspotList,
    Legend,
    /// Figures and parts list of a parts catalogue.
    Catalogue,
    /// The data of a part or of another record that has no column.
    PartDetails,
    /// The same, open from the beginning.
    OpenDetails,
    Fields,
    FieldValue,
    /// The value of a field whose label is elsewhere, as in a cell.
    Value,
    /// A title in a cell.
    CellTitle,
    /// The statements of applicability that pieces refer to.
    Statements,
    Contents,
    Drill,
    ChallengeAndResponse,
    Challenge,
    Response,
    CaseCondition,
    Question,
    Answers,
    Answer,
    /// Says that an answer is the right one.
    CorrectAnswer,
    Action,
    Equation,
    /// A dispatch item of a minimum equipment list.
    DispatchItem,
    /// A dispatch condition on its own.
    DispatchCondition,
    ItemNumber,
    Provisos,
    Placard,
    /// Says that nothing is required.
    NoneRequired,
}

/// Phrases that say nothing but their kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phrase {
    Strong,
    Italic,
    Underline,
    Overline,
    Strike,
    Subscript,
    Superscript,
    /// Text in which white space counts.
    Verbatim,
    Acronym,
    Abbreviation,
    Significant,
    Change,
    /// An entry for the printed index.
    Index,
    Quantity,
    Caption,
    CaptionLine,
    Subject,
    Equation,
    /// The value of a field in a line of text.
    Value,
    /// Text of elements that are nested too deep.
    Flat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SafetyLevel {
    Danger,
    Warning,
    Caution,
    Note,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum List {
    Numbered,
    Bullets,
    Dashes,
    Letters,
    /// Without any sign before its items.
    Plain,
}

/// A branch of a procedure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    If,
    ElseIf,
    Otherwise,
}

/// The step that follows from an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoTo {
    /// The id of the step.
    pub id: String,
    /// None where the module has no such step.
    pub name: Option<PlaceName>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Procedures {
    Operational,
    Maintenance,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReferenceList {
    /// Further reading.
    Further,
    /// The modules that a container chooses from.
    Alternates,
}

/// An element of an equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Math {
    Equation,
    Fraction,
    Over,
    Root,
    SquareRoot,
    Sub,
    SubSup,
    Sup,
    Table,
    Cell,
    TableRow,
    Under,
    UnderOver,
    Identifier,
    Number,
    Operator,
    Text,
    Row,
    /// A row in parentheses, which the author did not write.
    Fenced,
}

impl Kind {
    /// Whether it is the author's text itself and not an element.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Verbatim(_) | Self::Stray(_) | Self::Space)
    }
}

impl SafetyLevel {
    pub fn word(self) -> Word {
        match self {
            Self::Danger => Word::Danger,
            Self::Warning => Word::Warning,
            Self::Caution => Word::Caution,
            Self::Note => Word::Note,
        }
    }
}

impl From<Block> for Kind {
    fn from(block: Block) -> Self {
        Self::Block(block)
    }
}

impl From<Phrase> for Kind {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}
