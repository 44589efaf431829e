//! Tables on the page.

use super::annotations::HIDDEN;
use super::dress;
use super::page::PageWriter;
use super::tag::Tag;
use crate::applic::Truth;
use crate::document::kind::{Form, Kind};
use crate::document::{CalsTable, NodeId, RecordKind, RecordTable, TableCell};

impl PageWriter<'_> {
    /// The captions stand before the widths of the columns.
    pub(super) fn table(&mut self, id: NodeId, table: &CalsTable) {
        let document = self.document;
        let is_caption = |id: &NodeId| {
            let kind = &document.node(*id).kind;
            matches!(kind, Kind::Applies { form: Form::Caption, .. } | Kind::TableTitle { is_caption: true })
        };
        self.html.open(Tag::TABLE, dress::of_frame(table.frame));
        self.inside(id).take_while(is_caption).for_each(|caption| self.node(caption));
        if !table.widths.is_empty() {
            self.html.columns(&table.widths);
        }
        let (mut from, mut last) = (self.document.range(id).start, None);
        let displaced = self.displaced(id);
        for part in self.inside(id).skip_while(is_caption) {
            if self.html.is_full() {
                break;
            }
            from = self.grafts_before(from, part, &displaced);
            self.node(part);
            last = Some(part);
        }
        self.grafts_inside(from, id, last);
        self.html.close();
    }

    pub(super) fn cell(&mut self, id: NodeId, cell: TableCell) {
        self.open_cell(cell, &dress::of_cell(cell.align, cell.vertical));
        self.children(id);
        self.html.close();
    }

    fn open_cell(&mut self, cell: TableCell, class: &str) {
        let span = |of: u16| (of != 1).then(|| of.to_string());
        let (columns, rows) = (span(cell.columns), span(cell.rows));
        let mut attributes = Vec::new();
        attributes.extend(columns.as_deref().map(|columns| ("colspan", columns)));
        attributes.extend(rows.as_deref().map(|rows| ("rowspan", rows)));
        if cell.is_heading && !cell.is_left_out {
            attributes.push(("scope", "col"));
        }
        let tag = if cell.is_heading { Tag::TH } else { Tag::TD };
        self.html.open_with(tag, class, &attributes);
    }

    /// The note in a cell whose content is left out.
    pub(super) fn cell_note(&mut self, cell: TableCell, note: &str) {
        self.open_cell(cell, HIDDEN);
        self.html.text(note);
        self.html.close();
    }

    /// Whether a row has cells that reach into the rows below it.
    pub(super) fn has_tall_cells(&self, id: NodeId) -> bool {
        let document = self.document;
        self.inside(id).any(|child| matches!(document.node(child).kind, Kind::Cell(cell) if cell.rows > 1))
    }

    /// The note in a row that is left out. Tall cells belong to the rows below as well, and stay.
    pub(super) fn row_note(&mut self, id: NodeId, note: &str, around: Truth) {
        let document = self.document;
        self.truth = around;
        self.html.open(Tag::TR, HIDDEN);
        let mut is_told = false;
        for child in self.inside(id) {
            match &document.node(child).kind {
                Kind::Cell(cell) if cell.rows == 1 => {
                    self.cell_note(*cell, if is_told { "" } else { note });
                    is_told = true;
                }
                Kind::Cell(_) => self.node(child),
                // Text that belongs to no cell is left out with the row.
                _ => {}
            }
        }
        if !is_told {
            self.html.leaf(Tag::TD, HIDDEN, note);
        }
        self.html.close();
    }

    pub(super) fn records(&mut self, id: NodeId, table: &RecordTable) {
        let class = match table.columns.kind {
            RecordKind::Parts => "s1d-records s1d-parts",
            RecordKind::Supplies => "s1d-records s1d-supplies",
            RecordKind::Listing => "s1d-records s1d-listing",
            RecordKind::Other => "s1d-records",
        };
        self.html.open(Tag::TABLE, class);
        self.html.open(Tag::THEAD, "s1d-gen");
        self.html.open(Tag::TR, "");
        for column in table.shown() {
            self.html.open_with(Tag::TH, "", &[("scope", "col")]);
            self.html.text(column.word.text(self.locale));
            self.html.close();
        }
        self.html.close();
        self.html.close();
        self.children(id);
        self.html.close();
    }
}
