//! Tables: the author's own, and those that are made of data.

use s1000d::document::{Align, Block, CalsTable, Frame, Kind, NodeId, RecordTable, TableCell, VerticalAlign, Word};

use super::grid::{CellShape, GridBuilder};
use super::model::{BookBlock, BookContent, BookTable, ParagraphStyle, TableLayout};
use super::widths;
use super::words::BookWord;
use super::writer::BlockWriter;

/// Columns from which on a table has a landscape page.
const WIDE: usize = 9;

/// A table of the author. Its captions stand before it.
pub(super) fn cals(writer: &mut BlockWriter<'_>, id: NodeId, table: &CalsTable) {
    writer.end_marker();
    let document = writer.document;
    let mut grid = GridBuilder::default();
    let mut head = 0;
    for part in document.children(id) {
        match &document.node(part).kind {
            Kind::Block(Block::Head) if grid.is_empty() || grid.len() == head => {
                section(writer, part, &mut grid);
                head = grid.len();
            }
            Kind::Block(Block::Head | Block::Body | Block::Foot) => section(writer, part, &mut grid),
            // Captions stand before the rows.
            _ => writer.node(part),
        }
    }
    let layout = match table.frame {
        Frame::All => TableLayout::Grid,
        Frame::TopAndBottom => TableLayout::Open,
        Frame::None => TableLayout::Bare,
    };
    push(writer, grid, layout, head, &table.widths);
}

/// A table of records, with the names of its columns.
pub(super) fn records(writer: &mut BlockWriter<'_>, id: NodeId, table: &RecordTable) {
    writer.end_marker();
    let document = writer.document;
    let columns: Vec<Word> = table.shown().map(|column| column.word).collect();
    let is_mel = columns.contains(&Word::RepairCategory);
    let mut grid = GridBuilder::default();
    let heading = CellShape { is_heading: true, ..CellShape::default() };
    let name = |word: &Word| {
        let text = mel_word(*word).filter(|_| is_mel).map(|word| word.text(writer.locale));
        let text = text.unwrap_or_else(|| word.text(writer.locale));
        (heading, vec![BookBlock::added(ParagraphStyle::Title, text)])
    };
    grid.begin_section();
    grid.row(false, columns.iter().map(name));
    grid.end_section();
    for part in document.children(id) {
        match &document.node(part).kind {
            Kind::Block(Block::Head | Block::Body | Block::Foot) => section(writer, part, &mut grid),
            _ => writer.node(part),
        }
    }
    let layout = if is_mel { TableLayout::Mel } else { TableLayout::Records };
    let shares: &[u32] = if is_mel { &MEL_SHARES } else { &[] };
    push(writer, grid, layout, 1, shares);
}

/// The shares of the columns of a minimum equipment list.
const MEL_SHARES: [u32; 5] = [28, 9, 9, 10, 44];

fn mel_word(word: Word) -> Option<BookWord> {
    Some(match word {
        Word::Item => BookWord::MelItem,
        Word::RepairCategory => BookWord::MelCategory,
        Word::Installed => BookWord::MelInstalled,
        Word::Required => BookWord::MelRequired,
        Word::Exceptions => BookWord::MelRemarks,
        _ => return None,
    })
}

fn push(writer: &mut BlockWriter<'_>, grid: GridBuilder, layout: TableLayout, head: usize, shares: &[u32]) {
    let (mut rows, columns) = grid.finish();
    if columns == 0 {
        return;
    }
    let shares = if shares.len() == columns { widths::given(shares) } else { widths::measured(&rows, columns) };
    let is_wide = columns >= WIDE && writer.around.nesting == 0;
    // A table of nothing but heads has nothing to repeat.
    let head = if head < rows.len() { head } else { 0 };
    // A place in a row that is repeated would exist on each page; the table has it instead.
    for cell in rows.iter_mut().take(head).flat_map(|row| &mut row.cells) {
        cell.blocks.iter_mut().for_each(|block| block.take_places(&mut writer.ids));
    }
    let table = BookTable { layout, widths: shares, head, is_wide, rows };
    writer.push(BookContent::Table(table));
}

/// The rows of a head, body or foot.
fn section(writer: &mut BlockWriter<'_>, id: NodeId, grid: &mut GridBuilder) {
    let document = writer.document;
    let marks = document.marks(id);
    let is_changed = marks.is_some_and(|marks| marks.change.is_some());
    grid.begin_section();
    let parts = |writer: &mut BlockWriter<'_>| {
        for part in document.children(id) {
            if matches!(document.node(part).kind, Kind::Row { .. }) {
                row(writer, part, is_changed, grid);
                continue;
            }
            // Something else among the rows, as the label of a body.
            let blocks = writer.contained(|writer| writer.node(part));
            if !blocks.is_empty() {
                grid.row(is_changed, [(CellShape::ACROSS, blocks)]);
            }
        }
    };
    writer.within(|around| around.strike_deleted(marks), parts);
    grid.end_section();
}

fn row(writer: &mut BlockWriter<'_>, id: NodeId, is_changed: bool, grid: &mut GridBuilder) {
    let document = writer.document;
    let marks = document.marks(id);
    let is_changed = is_changed || marks.is_some_and(|marks| marks.change.is_some());
    let mut places: Vec<String> =
        marks.and_then(|marks| marks.id.as_deref()).map(|place| writer.place(place)).into_iter().collect();
    let mut cells = Vec::new();
    for part in document.children(id) {
        let place = match &document.node(part).kind {
            Kind::Cell(cell) => place_of(*cell),
            Kind::Across(_) => CellShape::ACROSS,
            // Something between the cells belongs to the next one.
            _ => CellShape::default(),
        };
        let is_cell = matches!(document.node(part).kind, Kind::Cell(_) | Kind::Across(_));
        let own = document.marks(part).filter(|_| is_cell);
        let own_place = own.and_then(|marks| marks.id.as_deref()).map(|place| writer.place(place));
        let mut blocks = writer.contained(|writer| {
            writer.ids.extend(own_place);
            writer.around.strike_deleted(marks);
            writer.around.strike_deleted(own);
            if is_cell { writer.children(part) } else { writer.node(part) }
        });
        if let Some(first) = blocks.first_mut() {
            first.ids.append(&mut places);
        }
        let is_marked = own.is_some_and(|marks| marks.change.is_some());
        for block in &mut blocks {
            block.is_changed |= is_marked;
        }
        cells.push((place, blocks));
    }
    // Places of cells without blocks stay with the next block.
    writer.ids.append(&mut places);
    let is_changed = is_changed || cells.iter().any(|(_, blocks)| blocks.iter().any(BookBlock::has_change));
    grid.row(is_changed, cells);
}

fn place_of(cell: TableCell) -> CellShape {
    let align = cell.align.map(|align| match align {
        Align::Left | Align::Justify => "left",
        Align::Right => "right",
        Align::Center => "center",
    });
    let vertical = cell.vertical.map(|vertical| match vertical {
        VerticalAlign::Top => "top",
        VerticalAlign::Middle => "horizon",
        VerticalAlign::Bottom => "bottom",
    });
    CellShape {
        columns: usize::from(cell.columns),
        rows: usize::from(cell.rows),
        is_heading: cell.is_heading,
        align,
        vertical,
    }
}
