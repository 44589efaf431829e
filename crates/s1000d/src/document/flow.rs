//! Blocks and lines of text.

use super::added::AddedRole;
use super::kind::{Block, Form, Kind};

/// The position of a node among blocks or in a line of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Stands among blocks and holds blocks.
    Block,
    /// Stands among blocks and holds a line of text.
    Line,
    /// Stands in a line of text and holds one.
    Phrase,
    /// Part of an equation.
    Math,
}

impl Kind {
    pub fn flow(&self) -> Flow {
        match self {
            Self::Text(_)
            | Self::Verbatim(_)
            | Self::Space
            | Self::Break
            | Self::Phrase(_)
            | Self::Reference(_)
            | Self::Entry
            | Self::GoTo(_)
            | Self::Footnote(_)
            | Self::Applies { form: Form::Inline, .. }
            | Self::Graphic { is_symbol: true, .. } => Flow::Phrase,
            Self::Math(_) => Flow::Math,
            Self::Heading { .. }
            | Self::Para { is_line: true }
            | Self::TableTitle { is_caption: true }
            | Self::Applies { form: Form::Caption, .. }
            | Self::Block(Block::Term) => Flow::Line,
            Self::Added(added) => added.role.flow(),
            _ => Flow::Block,
        }
    }
}

impl AddedRole {
    pub fn flow(self) -> Flow {
        match self {
            Self::BlockLabel | Self::FigureTitle | Self::Leader => Flow::Block,
            Self::FieldLabel | Self::Heading { .. } | Self::NoTerm => Flow::Line,
            Self::Number
            | Self::Indent
            | Self::Label
            | Self::Sign
            | Self::Text
            | Self::Value
            | Self::Name
            | Self::EntryName
            | Self::Nothing => Flow::Phrase,
        }
    }
}
