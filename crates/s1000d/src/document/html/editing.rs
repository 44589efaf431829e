//! Marks the text runs of a page, for authors who edit it.
//!
//! | Attribute | On | Values |
//! |---|---|---|
//! | `data-run` | `s1d-run` | index of the run |
//! | `data-chip` | `s1d-chip`, a piece of a run that is edited as a whole | its offset in the run, in units of UTF-16 |

use super::page::PageWriter;
use super::tag::Tag;
use crate::document::NodeId;
use crate::document::run::{TextRuns, is_mark};

/// The runs of a page while it is written.
pub(super) struct RunWriter<'d> {
    runs: TextRuns<'d>,
    /// The run that is open.
    open: Option<usize>,
    /// Whether a piece that is edited as a whole is open.
    in_chip: bool,
    /// Runs that are written. A second one would be a copy.
    written: Vec<bool>,
}

impl<'d> RunWriter<'d> {
    pub(super) fn new(runs: TextRuns<'d>) -> Self {
        Self { written: vec![false; runs.len()], runs, open: None, in_chip: false }
    }
}

impl PageWriter<'_> {
    /// Everything inside a node, with its runs.
    pub(super) fn edited_children(&mut self, id: NodeId) {
        let is_inside = self.runs.as_ref().is_some_and(|runs| runs.open.is_some());
        for child in self.inside(id) {
            if self.html.is_full() {
                break;
            }
            if !is_inside {
                self.move_to_run(self.run_of(child));
            }
            match self.chip_offset(child) {
                Some(offset) => self.chip(child, offset),
                None => self.node(child),
            }
        }
        if !is_inside {
            if let Some(run) = self.runs.as_ref().and_then(|runs| runs.runs.of_empty(id)) {
                self.move_to_run(Some(run));
            }
            self.move_to_run(None);
        }
    }

    fn run_of(&self, child: NodeId) -> Option<usize> {
        self.runs.as_ref().filter(|_| !self.copying)?.runs.of_piece(child)
    }

    /// Closes the open run and opens another.
    fn move_to_run(&mut self, run: Option<usize>) {
        let Some(runs) = &mut self.runs else { return };
        if runs.open == run {
            return;
        }
        let was_open = runs.open.is_some();
        runs.open = run.filter(|run| !std::mem::replace(&mut runs.written[*run], true));
        let opened = runs.open;
        if was_open {
            self.html.close();
        }
        if let Some(run) = opened {
            self.html.open_with(Tag::SPAN, "s1d-run", &[("data-run", &run.to_string())]);
        }
    }

    /// The offset of a piece of the open run that is edited as a whole.
    fn chip_offset(&self, child: NodeId) -> Option<usize> {
        let runs = self.runs.as_ref().filter(|runs| !runs.in_chip)?;
        let kind = &self.document.node(child).kind;
        let run = runs.open.filter(|_| !kind.is_text() && !is_mark(kind))?;
        Some(runs.runs.offset_in(run, child))
    }

    fn chip(&mut self, child: NodeId, offset: usize) {
        self.html.open_with(Tag::SPAN, "s1d-chip", &[("data-chip", &offset.to_string())]);
        self.set_in_chip(true);
        self.node(child);
        self.set_in_chip(false);
        self.html.close();
    }

    fn set_in_chip(&mut self, in_chip: bool) {
        if let Some(runs) = &mut self.runs {
            runs.in_chip = in_chip;
        }
    }
}
