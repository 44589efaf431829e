//! Tables of the CALS model, with their spans and alignment.

use roxmltree::Node;

use super::data::is_said;
use super::draw::{Render, Shape};
use super::html::Tag;
use super::paragraphs::leading_title;
use super::rules::Rule;
use crate::object::ident::elements;

pub(super) const RULES: &[(&str, Rule)] = &[
    ("table", Rule::Block(table)),
    ("informalTable", Rule::Block(table)),
    ("captionGroup", Rule::Block(captions)),
    ("caption", Rule::Phrase(Tag::SPAN, "s1d-caption")),
    ("captionLine", Rule::Phrase(Tag::SPAN, "s1d-caption-line")),
];

/// Columns that one table may have, and that one cell may span.
const MAX_COLUMNS: usize = 500;
/// Rows that one cell may span, as browsers have it.
const MAX_ROWS: u32 = 65_534;

/// A column of the author's.
#[derive(Default)]
struct Column<'d> {
    name: &'d str,
    align: Option<&'d str>,
    width: Option<u32>,
}

/// What holds for all cells of a group.
#[derive(Default)]
struct Grid<'d> {
    columns: Vec<Column<'d>>,
    spans: Vec<(&'d str, &'d str, &'d str)>,
    align: Option<&'d str>,
    /// Rows for which a column is still taken by a cell from above.
    taken: Vec<u32>,
}

fn table<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    r.html.open(Tag::DIV, "s1d-table-wrap");
    let title = leading_title(node);
    let number = r.numbers.text(node).to_owned();
    let class = match node.attribute("frame") {
        Some("none") => "s1d-table s1d-frame-none",
        Some("topbot" | "top" | "bottom") => "s1d-table s1d-frame-topbot",
        _ => "s1d-table s1d-frame-all",
    };
    let mut caption = title;
    r.each(node, |r, part| match part.tag_name().name() {
        "title" if Some(part) == title => {
            let next = part.next_siblings().skip(1).find(|next| is_said(*next));
            if next.is_none_or(|next| next.tag_name().name() != "tgroup") {
                caption = None;
                titled(r, part, &number, Tag::DIV);
            }
        }
        "tgroup" => {
            let caption = caption.take();
            r.piece(part, Shape::Field, |r| group(r, part, class, caption.map(|title| (title, number.as_str()))));
        }
        _ => r.element(part),
    });
    r.html.close();
}

fn titled<'d>(r: &mut Render<'d>, title: Node<'d, 'd>, number: &str, tag: Tag) {
    r.title(title, Shape::Cell, |r| {
        r.html.open(tag, "s1d-table-title");
        let label = format!("{} {number}", r.words.table);
        r.generated("s1d-number s1d-gen", &label);
        r.label(Tag::SPAN);
        r.children(title);
        r.html.close();
    });
}

/// Short texts in a grid, as on the panels that they stand for.
fn captions<'d>(r: &mut Render<'d>, node: Node<'d, 'd>) {
    group(r, node, "s1d-table s1d-frame-none", None);
}

fn group<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, class: &str, caption: Option<(Node<'d, 'd>, &str)>) {
    let mut grid = Grid::read(node);
    r.html.open(Tag::TABLE, class);
    r.label(Tag::CAPTION);
    if let Some((title, number)) = caption {
        titled(r, title, number, Tag::CAPTION);
    }
    if let Some(widths) = grid.widths() {
        r.html.columns(&widths);
    }
    let columns = grid.columns.len().max(1);
    r.each(node, |r, part| match part.tag_name().name() {
        "thead" => rows(r, part, &mut grid, Tag::THEAD, Tag::TH),
        "tfoot" => rows(r, part, &mut grid, Tag::TFOOT, Tag::TD),
        "tbody" | "captionBody" => rows(r, part, &mut grid, Tag::TBODY, Tag::TD),
        "colspec" | "spanspec" if !part.has_children() => {}
        _ => {
            r.html.open(Tag::TBODY, "");
            super::data::across(r, part, columns);
            r.html.close();
        }
    });
    r.html.close();
}

fn rows<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, grid: &mut Grid<'d>, part: Tag, cell: Tag) {
    grid.taken.clear();
    let columns = grid.columns.len().max(1);
    r.piece(node, Shape::Field, |r| {
        r.html.open(part, "");
        r.each(node, |r, line| match line.tag_name().name() {
            "row" | "captionRow" => r.piece(line, Shape::Row, |r| row(r, line, grid, cell)),
            "colspec" if !line.has_children() => {}
            _ => super::data::across(r, line, columns),
        });
        r.html.close();
    });
}

fn row<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, grid: &mut Grid<'d>, cell: Tag) {
    r.html.open(Tag::TR, if node.attribute("rowsep") == Some("1") { "s1d-row-rule" } else { "" });
    let mut at = 0;
    r.each(node, |r, part| {
        at = grid.next_free(at);
        let (from, to) = grid.span(part, at);
        // Cells that the author left out.
        while at < from {
            if !grid.is_taken(at) {
                r.html.open(cell, "");
                r.html.close();
            }
            at += 1;
        }
        at = to + 1;
        let more = part.attribute("morerows").and_then(|more| more.parse::<u32>().ok()).unwrap_or(0).min(MAX_ROWS - 1);
        grid.take(from, to, more + 1);
        entry(r, part, grid.align(part, from), (to - from + 1, more + 1), cell);
    });
    grid.taken.iter_mut().for_each(|rows| *rows = rows.saturating_sub(1));
    r.html.close();
}

fn entry<'d>(r: &mut Render<'d>, node: Node<'d, 'd>, align: &str, (columns, rows): (usize, u32), cell: Tag) {
    let (columns, rows) = (columns.to_string(), rows.to_string());
    let mut attributes = Vec::new();
    if columns != "1" {
        attributes.push(("colspan", columns.as_str()));
    }
    if rows != "1" {
        attributes.push(("rowspan", rows.as_str()));
    }
    if cell == Tag::TH {
        attributes.push(("scope", "col"));
    }
    let vertical = match node.attribute("valign") {
        Some("middle") => "s1d-middle",
        Some("bottom") => "s1d-bottom",
        Some("top") => "s1d-top",
        _ => "",
    };
    let class = format!("{align} {vertical}");
    r.piece(node, Shape::Cell, |r| {
        r.html.open_with(cell, class.trim(), &attributes);
        r.label(Tag::DIV);
        match node.tag_name().name() {
            "entry" | "captionEntry" => r.children(node),
            "entrytbl" => group(r, node, "s1d-table s1d-frame-none", None),
            _ => super::data::unknown(r, node),
        }
        r.html.close();
    });
}

impl<'d> Grid<'d> {
    fn read(node: Node<'d, 'd>) -> Self {
        let mut grid = Self { align: node.attribute("align"), ..Self::default() };
        for part in elements(node) {
            let get = |name| part.attribute(name).unwrap_or_default();
            match part.tag_name().name() {
                "colspec" if grid.columns.len() < MAX_COLUMNS => grid.columns.push(Column {
                    name: get("colname"),
                    align: part.attribute("align"),
                    width: get("colwidth").strip_suffix('*').and_then(|width| width.trim().parse().ok()),
                }),
                "spanspec" if grid.spans.len() < MAX_COLUMNS => {
                    grid.spans.push((get("spanname"), get("namest"), get("nameend")));
                }
                _ => {}
            }
        }
        let declared = node.attribute("cols").and_then(|cols| cols.parse().ok()).unwrap_or(0).min(MAX_COLUMNS);
        while grid.columns.len() < declared {
            grid.columns.push(Column::default());
        }
        grid
    }

    /// Percentages, where every column has a share.
    fn widths(&self) -> Option<Vec<u32>> {
        let shares: Option<Vec<u32>> = self.columns.iter().map(|column| column.width).collect();
        let shares = shares.filter(|shares| !shares.is_empty())?;
        let sum: u64 = shares.iter().map(|share| u64::from(*share)).sum();
        let percent = |share: u32| u32::try_from(u64::from(share) * 100 / sum.max(1)).unwrap_or(100);
        Some(shares.into_iter().map(percent).collect())
    }

    fn column(&self, name: Option<&str>) -> Option<usize> {
        let name = name.filter(|name| !name.is_empty())?;
        self.columns.iter().position(|column| column.name == name)
    }

    /// The first and the last column of a cell, which would begin at the next free one.
    fn span(&self, entry: Node<'d, 'd>, free: usize) -> (usize, usize) {
        let named = entry.attribute("spanname");
        let span = named.and_then(|name| self.spans.iter().find(|(own, ..)| *own == name));
        let (first, last) = match span {
            Some((_, first, last)) => (self.column(Some(first)), self.column(Some(last))),
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

    fn align(&self, entry: Node<'d, 'd>, column: usize) -> &'static str {
        let of_column = || self.columns.get(column).and_then(|column| column.align);
        match entry.attribute("align").or_else(of_column).or(self.align) {
            Some("left") => "s1d-left",
            Some("right") => "s1d-right",
            Some("center") => "s1d-center",
            Some("justify") => "s1d-justify",
            _ => "",
        }
    }
}
