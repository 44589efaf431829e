//! Tables of the CALS model, with their spans and alignment.

use super::data::{self, has_content};
use super::paragraphs::leading_title;
use super::rule::Rule;
use super::{Builder, Xml, records};
use crate::document::added::{AddedRole, Wording};
use crate::document::kind::{Block, Form, Kind, Phrase};
use crate::document::marks::Shape;
use crate::document::table::{Align, CalsTable, Frame, TableCell, VerticalAlign};
use crate::document::words::Word;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("table", Rule::Block(table)),
    ("informalTable", Rule::Block(table)),
    ("captionGroup", Rule::Block(captions)),
    ("caption", Rule::Phrase(Phrase::Caption)),
    ("captionLine", Rule::Phrase(Phrase::CaptionLine)),
];

/// Columns that one table may have, and that one cell may span.
const MAX_COLUMNS: usize = 500;
/// Rows that one cell may span, as browsers have it.
const MAX_ROWS: u16 = 65_534;

/// A column of the author's.
#[derive(Default)]
struct Column<'d> {
    name: &'d str,
    align: Option<&'d str>,
    width: Option<u32>,
}

/// The columns of a group of cells.
#[derive(Default)]
struct Grid<'d> {
    columns: Vec<Column<'d>>,
    /// By their names. They are of the columns of the table, whatever a header calls its own.
    spans: Vec<(&'d str, Option<usize>, Option<usize>)>,
    align: Option<&'d str>,
    /// Rows for which a column is still taken by a cell from above.
    taken: Vec<u32>,
}

fn table<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    let title = leading_title(node);
    let number: Box<str> = b.numbers.text(node).into();
    let frame = match node.attribute("frame") {
        Some("none") => Frame::None,
        Some("topbot" | "top" | "bottom") => Frame::TopAndBottom,
        _ => Frame::All,
    };
    let mut caption = title;
    b.within(Block::TableFrame, |b| {
        b.each(node, |b, part| match part.tag_name().name() {
            "title" if Some(part) == title => {
                let next = part.next_siblings().skip(1).find(|next| has_content(*next));
                if next.is_none_or(|next| next.tag_name().name() != "tgroup") {
                    caption = None;
                    titled(b, part, &number, false);
                }
            }
            "tgroup" => {
                let caption = caption.take().map(|title| (title, &*number));
                b.piece(part, Shape::Field, |b| group(b, part, frame, caption));
            }
            _ => b.element(part),
        });
    });
}

fn titled<'d>(b: &mut Builder<'d>, title: Xml<'d>, number: &str, is_caption: bool) {
    b.title(title, Shape::Cell, |b| {
        b.within(Kind::TableTitle { is_caption }, |b| {
            b.add_spaced(AddedRole::Number, Wording::Numbered(Word::Table, number.into()));
            b.label(Form::Inline);
            b.children(title);
        });
    });
}

/// Short texts in a grid, as on the panels that they stand for.
fn captions<'d>(b: &mut Builder<'d>, node: Xml<'d>) {
    group(b, node, Frame::None, None);
}

fn group<'d>(b: &mut Builder<'d>, node: Xml<'d>, frame: Frame, caption: Option<(Xml<'d>, &str)>) {
    let mut grid = Grid::read(node);
    let columns = grid.columns.len().max(1);
    b.within(Kind::Table(Box::new(CalsTable { frame, widths: grid.widths() })), |b| {
        b.label(Form::Caption);
        if let Some((title, number)) = caption {
            titled(b, title, number, true);
        }
        b.each(node, |b, part| match part.tag_name().name() {
            "thead" => rows(b, part, &mut grid, Block::Head),
            "tfoot" => rows(b, part, &mut grid, Block::Foot),
            "tbody" | "captionBody" => rows(b, part, &mut grid, Block::Body),
            "colspec" | "spanspec" if !part.has_children() => {}
            _ => b.within(Block::Body, |b| records::across(b, part, columns)),
        });
    });
}

fn rows<'d>(b: &mut Builder<'d>, node: Xml<'d>, grid: &mut Grid<'d>, part: Block) {
    grid.taken.clear();
    let columns = grid.columns.len().max(1);
    let of_table = if part == Block::Body { None } else { grid.take_own(node) };
    b.piece(node, Shape::Field, |b| {
        b.within(part, |b| {
            b.each(node, |b, line| match line.tag_name().name() {
                "row" | "captionRow" => b.piece(line, Shape::Row, |b| row(b, line, grid, part == Block::Head)),
                "colspec" if !line.has_children() => {}
                _ => records::across(b, line, columns),
            });
        });
    });
    if let Some(of_table) = of_table {
        grid.columns = of_table;
    }
}

fn row<'d>(b: &mut Builder<'d>, node: Xml<'d>, grid: &mut Grid<'d>, is_heading: bool) {
    b.within(Kind::Row { rule: node.attribute("rowsep") == Some("1") }, |b| {
        let mut at = 0;
        b.each(node, |b, part| {
            at = grid.next_free(at);
            let (from, to) = grid.span(part, at);
            // Cells that the author left out.
            while at < from {
                if !grid.is_taken(at) {
                    b.leaf(Kind::Cell(TableCell { is_heading, is_left_out: true, ..TableCell::default() }));
                }
                at += 1;
            }
            at = to + 1;
            let more = part.attribute("morerows").and_then(|more| more.parse::<u32>().ok()).unwrap_or(0);
            let rows = u16::try_from(more).map_or(MAX_ROWS, |more| (more.min(MAX_ROWS - 1)) + 1);
            grid.take(from, to, u32::from(rows));
            let columns = u16::try_from(to - from + 1).unwrap_or(u16::MAX);
            let (align, vertical) = (grid.align(part, from), vertical(part));
            entry(b, part, TableCell { is_heading, is_left_out: false, columns, rows, align, vertical });
        });
        grid.taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
    });
}

fn vertical(entry: Xml<'_>) -> Option<VerticalAlign> {
    match entry.attribute("valign")? {
        "middle" => Some(VerticalAlign::Middle),
        "bottom" => Some(VerticalAlign::Bottom),
        "top" => Some(VerticalAlign::Top),
        _ => None,
    }
}

fn entry<'d>(b: &mut Builder<'d>, node: Xml<'d>, cell: TableCell) {
    b.piece(node, Shape::Cell, |b| {
        b.within(Kind::Cell(cell), |b| {
            b.label(Form::Block);
            match node.tag_name().name() {
                "entry" | "captionEntry" => b.children(node),
                "entrytbl" => group(b, node, Frame::None, None),
                _ => data::unknown(b, node),
            }
        });
    });
}

impl<'d> Column<'d> {
    fn read(spec: Xml<'d>) -> Self {
        let get = |name| spec.attribute(name).unwrap_or_default();
        Self {
            name: get("colname"),
            align: spec.attribute("align"),
            width: get("colwidth").strip_suffix('*').and_then(|width| width.trim().parse().ok()),
        }
    }
}

impl<'d> Grid<'d> {
    fn read(node: Xml<'d>) -> Self {
        let mut grid = Self { align: node.attribute("align"), ..Self::default() };
        let mut named = Vec::new();
        for part in elements(node) {
            let get = |name| part.attribute(name).unwrap_or_default();
            match part.tag_name().name() {
                "colspec" if grid.columns.len() < MAX_COLUMNS => grid.columns.push(Column::read(part)),
                "spanspec" if named.len() < MAX_COLUMNS => {
                    named.push((get("spanname"), part.attribute("namest"), part.attribute("nameend")));
                }
                _ => {}
            }
        }
        let declared = node.attribute("cols").and_then(|cols| cols.parse().ok()).unwrap_or(0).min(MAX_COLUMNS);
        while grid.columns.len() < declared {
            grid.columns.push(Column::default());
        }
        let spans = named.into_iter().map(|(name, first, last)| (name, grid.column(first), grid.column(last)));
        grid.spans = spans.collect();
        grid
    }

    /// Takes the columns that a header or footer describes for itself; gives those of the table then.
    fn take_own(&mut self, part: Xml<'d>) -> Option<Vec<Column<'d>>> {
        let described = elements(part).filter(|line| line.tag_name().name() == "colspec");
        let mut own: Vec<Column<'d>> = described.take(MAX_COLUMNS).map(Column::read).collect();
        if own.is_empty() {
            return None;
        }
        while own.len() < self.columns.len() {
            own.push(Column::default());
        }
        Some(std::mem::replace(&mut self.columns, own))
    }

    /// Percentages, where every column has a share; empty otherwise.
    fn widths(&self) -> Vec<u32> {
        let shares: Option<Vec<u32>> = self.columns.iter().map(|column| column.width).collect();
        let shares = shares.unwrap_or_default();
        let sum: u64 = shares.iter().map(|share| u64::from(*share)).sum();
        let percent = |share: u32| u32::try_from(u64::from(share) * 100 / sum.max(1)).unwrap_or(100);
        shares.into_iter().map(percent).collect()
    }

    fn column(&self, name: Option<&str>) -> Option<usize> {
        let name = name.filter(|name| !name.is_empty())?;
        self.columns.iter().position(|column| column.name == name)
    }

    /// The first and the last column of a cell, which would begin at the next free one.
    fn span(&self, entry: Xml<'d>, free: usize) -> (usize, usize) {
        let named = entry.attribute("spanname");
        let span = named.and_then(|name| self.spans.iter().find(|(own, ..)| *own == name));
        let (first, last) = match span {
            Some((_, first, last)) => (*first, *last),
            None => (self.column(entry.attribute("namest")), self.column(entry.attribute("nameend"))),
        };
        let from = first.or_else(|| self.column(entry.attribute("colname"))).unwrap_or(free).max(free);
        (from, last.unwrap_or(from).max(from))
    }

    fn is_taken(&self, column: usize) -> bool {
        self.taken.get(column).is_some_and(|rows| *rows > 0)
    }

    fn next_free(&self, mut column: usize) -> usize {
        while self.is_taken(column) {
            column += 1;
        }
        column
    }

    fn take(&mut self, from: usize, to: usize, rows: u32) {
        let to = to.min(MAX_COLUMNS);
        if self.taken.len() <= to {
            self.taken.resize(to + 1, 0);
        }
        if let Some(columns) = self.taken.get_mut(from..=to) {
            columns.fill(rows);
        }
    }

    fn align(&self, entry: Xml<'d>, column: usize) -> Option<Align> {
        let of_column = || self.columns.get(column).and_then(|column| column.align);
        match entry.attribute("align").or_else(of_column).or(self.align) {
            Some("left") => Some(Align::Left),
            Some("right") => Some(Align::Right),
            Some("center") => Some(Align::Center),
            Some("justify") => Some(Align::Justify),
            _ => None,
        }
    }
}
