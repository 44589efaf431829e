//! The tag and the class of each kind of node.

use std::borrow::Cow;

use super::tag::Tag;
use crate::document::added::AddedRole;
use crate::document::kind::{Block, Kind, List, Math, Phrase, SafetyLevel};
use crate::document::table::{Align, Frame, VerticalAlign};

/// A tag and its class.
pub(super) type Dress = (Tag, &'static str);

/// The dress of nodes that are nothing but their kind around what is inside.
pub(super) fn of(kind: &Kind) -> Option<Dress> {
    Some(match kind {
        Kind::Block(block) => of_block(*block),
        Kind::Phrase(phrase) => of_phrase(*phrase),
        Kind::Heading { level, .. } => (Tag::heading(*level), "s1d-title"),
        Kind::Para { is_line: true } => (Tag::P, "s1d-para"),
        Kind::Para { is_line: false } => (Tag::DIV, "s1d-para"),
        Kind::List(list) => of_list(*list),
        Kind::TableTitle { is_caption: true } => (Tag::CAPTION, "s1d-table-title"),
        Kind::TableTitle { is_caption: false } => (Tag::DIV, "s1d-table-title"),
        Kind::Row { rule: true } => (Tag::TR, "s1d-row-rule"),
        Kind::Row { rule: false } => (Tag::TR, ""),
        Kind::Field { is_nested: true } => (Tag::DIV, "s1d-field s1d-nested"),
        Kind::Field { is_nested: false } => (Tag::DIV, "s1d-field"),
        Kind::Math(math) => (of_math(*math), ""),
        _ => return None,
    })
}

fn of_block(block: Block) -> Dress {
    match block {
        Block::Module => (Tag::ARTICLE, "s1d-module"),
        Block::Logo => (Tag::DIV, "s1d-logo"),
        Block::Section => (Tag::SECTION, "s1d-section"),
        Block::Glossary => (Tag::DIV, "s1d-section"),
        Block::Alternates => (Tag::DIV, "s1d-alts"),
        Block::Group => (Tag::DIV, "s1d-group"),
        Block::Plain | Block::Definition => (Tag::DIV, ""),
        Block::Steps => (Tag::OL, "s1d-steps"),
        Block::Step => (Tag::LI, "s1d-step"),
        Block::StepAlternates => (Tag::LI, "s1d-alts"),
        Block::StepTitle => (Tag::DIV, "s1d-step-title"),
        Block::EndOfProcedure => (Tag::DIV, "s1d-end"),
        Block::SafetyList => (Tag::DETAILS, "s1d-safety-list"),
        Block::Copy => (Tag::DIV, "s1d-gen"),
        Block::Item => (Tag::LI, ""),
        Block::ListTitle => (Tag::LI, "s1d-list-title"),
        Block::Definitions => (Tag::DL, "s1d-definitions"),
        Block::Term => (Tag::DT, ""),
        Block::Meaning => (Tag::DD, ""),
        Block::TableFrame => (Tag::DIV, "s1d-table-wrap"),
        Block::Head => (Tag::THEAD, ""),
        Block::Body => (Tag::TBODY, ""),
        Block::Foot => (Tag::TFOOT, ""),
        Block::Figure => (Tag::FIGURE, "s1d-figure"),
        Block::FigureTitle => (Tag::FIGCAPTION, ""),
        Block::Foldout => (Tag::DIV, "s1d-foldout"),
        Block::Hotspots => (Tag::DETAILS, "s1d-hotspots"),
        Block::HotspotList => (Tag::UL, ""),
        Block::Legend => (Tag::DIV, "s1d-legend"),
        Block::Catalogue => (Tag::DIV, "s1d-catalogue"),
        Block::PartDetails | Block::OpenDetails => (Tag::DETAILS, "s1d-part-details"),
        Block::Fields => (Tag::DL, "s1d-fields"),
        Block::FieldValue => (Tag::DD, "s1d-value"),
        Block::Value => (Tag::DIV, "s1d-value"),
        Block::CellTitle => (Tag::DIV, "s1d-value s1d-cell-title"),
        Block::Statements => (Tag::DETAILS, "s1d-group"),
        Block::Contents => (Tag::DIV, "s1d-contents"),
        Block::Drill => (Tag::DIV, "s1d-drill"),
        Block::ChallengeAndResponse => (Tag::DIV, "s1d-challenge-response"),
        Block::Challenge => (Tag::DIV, "s1d-challenge"),
        Block::Response => (Tag::DIV, "s1d-response"),
        Block::CaseCondition => (Tag::DIV, "s1d-case-condition"),
        Block::Question => (Tag::DIV, "s1d-question"),
        Block::Answers => (Tag::DIV, "s1d-answers"),
        Block::Answer => (Tag::LI, "s1d-answer"),
        Block::CorrectAnswer => (Tag::DIV, "s1d-correct"),
        Block::Action => (Tag::DIV, "s1d-action"),
        Block::Equation => (Tag::DIV, "s1d-equation"),
        Block::DispatchItem => (Tag::SECTION, "s1d-section s1d-mel"),
        Block::DispatchCondition => (Tag::DIV, "s1d-mel"),
        Block::ItemNumber => (Tag::DIV, "s1d-item-number"),
        Block::Provisos => (Tag::OL, "s1d-provisos"),
        Block::Placard => (Tag::DIV, "s1d-placard"),
        Block::NoneRequired => (Tag::DIV, "s1d-none"),
    }
}

fn of_phrase(phrase: Phrase) -> Dress {
    match phrase {
        Phrase::Strong => (Tag::STRONG, "s1d-emphasis"),
        Phrase::Italic => (Tag::EM, "s1d-emphasis"),
        Phrase::Underline => (Tag::U, "s1d-emphasis"),
        Phrase::Overline => (Tag::SPAN, "s1d-emphasis s1d-overline"),
        Phrase::Strike => (Tag::S, "s1d-emphasis"),
        Phrase::Subscript => (Tag::SUB, ""),
        Phrase::Superscript => (Tag::SUP, ""),
        Phrase::Verbatim => (Tag::CODE, "s1d-verbatim"),
        Phrase::Acronym => (Tag::SPAN, "s1d-acronym"),
        Phrase::Abbreviation => (Tag::ABBR, ""),
        Phrase::Significant => (Tag::STRONG, "s1d-significant"),
        Phrase::Change => (Tag::SPAN, "s1d-change"),
        Phrase::Index => (Tag::SPAN, "s1d-index"),
        Phrase::Quantity => (Tag::SPAN, "s1d-quantity"),
        Phrase::Caption => (Tag::SPAN, "s1d-caption"),
        Phrase::CaptionLine => (Tag::SPAN, "s1d-caption-line"),
        Phrase::Subject => (Tag::SPAN, ""),
        Phrase::Equation => (Tag::SPAN, "s1d-equation"),
        Phrase::Value => (Tag::SPAN, "s1d-value"),
        Phrase::Flat => (Tag::SPAN, "s1d-unknown"),
    }
}

fn of_list(list: List) -> Dress {
    match list {
        List::Numbered => (Tag::OL, "s1d-list"),
        List::Bullets => (Tag::UL, "s1d-list"),
        List::Dashes => (Tag::UL, "s1d-list s1d-list-dash"),
        List::Letters => (Tag::OL, "s1d-list s1d-list-letters"),
        List::Plain => (Tag::UL, "s1d-list s1d-list-plain"),
    }
}

fn of_math(math: Math) -> Tag {
    match math {
        Math::Equation => Tag::MATH,
        Math::Fraction => Tag::MFRAC,
        Math::Over => Tag::MOVER,
        Math::Root => Tag::MROOT,
        Math::SquareRoot => Tag::MSQRT,
        Math::Sub => Tag::MSUB,
        Math::SubSup => Tag::MSUBSUP,
        Math::Sup => Tag::MSUP,
        Math::Table => Tag::MTABLE,
        Math::Cell => Tag::MTD,
        Math::TableRow => Tag::MTR,
        Math::Under => Tag::MUNDER,
        Math::UnderOver => Tag::MUNDEROVER,
        Math::Identifier => Tag::MI,
        Math::Number => Tag::MN,
        Math::Operator => Tag::MO,
        Math::Text => Tag::MTEXT,
        Math::Row | Math::Fenced => Tag::MROW,
    }
}

/// The tag of a node, for those that have no dress of their own as well.
pub(super) fn tag_of(kind: &Kind) -> Tag {
    match kind {
        Kind::Cell(cell) if cell.is_heading => Tag::TH,
        Kind::Cell(_) | Kind::Across(_) => Tag::TD,
        Kind::Proviso(_) | Kind::Hotspot { is_item: true, .. } => Tag::LI,
        Kind::Added(added) => of_role(added.role).0,
        kind => of(kind).map_or(Tag::SPAN, |(tag, _)| tag),
    }
}

/// The dress of added text.
pub(super) fn of_role(role: AddedRole) -> Dress {
    match role {
        AddedRole::Number => (Tag::SPAN, "s1d-number s1d-gen"),
        AddedRole::Indent => (Tag::SPAN, "s1d-indent s1d-gen"),
        AddedRole::Label => (Tag::SPAN, "s1d-label s1d-gen"),
        AddedRole::BlockLabel => (Tag::DIV, "s1d-label s1d-gen"),
        AddedRole::FieldLabel => (Tag::DT, "s1d-label s1d-gen"),
        AddedRole::Heading { level, .. } => (Tag::heading(level), "s1d-title s1d-gen"),
        AddedRole::FigureTitle => (Tag::FIGCAPTION, "s1d-number s1d-gen"),
        AddedRole::Sign | AddedRole::Text => (Tag::SPAN, "s1d-gen"),
        AddedRole::Value => (Tag::SPAN, "s1d-attr s1d-gen"),
        AddedRole::Name => (Tag::SPAN, "s1d-gen s1d-named"),
        AddedRole::EntryName => (Tag::SPAN, "s1d-attr s1d-gen s1d-named"),
        AddedRole::Nothing => (Tag::SPAN, "s1d-none s1d-gen"),
        AddedRole::NoTerm => (Tag::DT, "s1d-gen"),
        AddedRole::Leader => (Tag::DIV, "s1d-leader s1d-gen"),
    }
}

pub(super) fn of_frame(frame: Frame) -> &'static str {
    match frame {
        Frame::All => "s1d-table s1d-frame-all",
        Frame::TopAndBottom => "s1d-table s1d-frame-topbot",
        Frame::None => "s1d-table s1d-frame-none",
    }
}

pub(super) fn of_safety(level: SafetyLevel) -> &'static str {
    match level {
        SafetyLevel::Danger => "s1d-danger",
        SafetyLevel::Warning => "s1d-warning",
        SafetyLevel::Caution => "s1d-caution",
        SafetyLevel::Note => "s1d-note",
    }
}

/// The class of a cell; one word or two.
pub(super) fn of_cell(align: Option<Align>, vertical: Option<VerticalAlign>) -> Cow<'static, str> {
    let align = align.map(|align| match align {
        Align::Left => "s1d-left",
        Align::Right => "s1d-right",
        Align::Center => "s1d-center",
        Align::Justify => "s1d-justify",
    });
    let vertical = vertical.map(|vertical| match vertical {
        VerticalAlign::Top => "s1d-top",
        VerticalAlign::Middle => "s1d-middle",
        VerticalAlign::Bottom => "s1d-bottom",
    });
    match (align, vertical) {
        (Some(align), Some(vertical)) => Cow::Owned(format!("{align} {vertical}")),
        (one, other) => Cow::Borrowed(one.or(other).unwrap_or_default()),
    }
}
