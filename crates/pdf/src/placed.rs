//! The places of texts on the pages of a book.

use typst::layout::{Abs, Frame, FrameItem, Point};
use typst::text::TextItem;
use typst_layout::PagedDocument;

/// The height of a capital letter as a share of the size of its font, rounded down.
const CAPITAL: f64 = 0.6;

/// A run of text on a page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedText<'a> {
    pub(crate) item: &'a TextItem,
    /// The left end of its baseline, from the upper left corner of the page.
    pub(crate) at: Point,
    /// The number of the page, from 0 on.
    pub(crate) page: usize,
    page_height: Abs,
}

impl PlacedText<'_> {
    /// Whether its page shows it only in part, or not at all.
    pub(crate) fn is_cut(&self) -> bool {
        let baseline = self.at.y.to_pt();
        baseline < CAPITAL * self.item.size.to_pt() || baseline > self.page_height.to_pt()
    }
}

/// Visits the texts of a book, without those that are turned.
pub(crate) fn each_text<'a>(document: &'a PagedDocument, visit: &mut dyn FnMut(PlacedText<'a>)) {
    for (page, content) in document.pages().iter().enumerate() {
        let page_height = content.frame.height();
        texts_of(&content.frame, Point::zero(), &mut |item, at| visit(PlacedText { item, at, page, page_height }));
    }
}

fn texts_of<'a>(frame: &'a Frame, origin: Point, visit: &mut dyn FnMut(&'a TextItem, Point)) {
    for (at, item) in frame.items() {
        let at = origin + *at;
        match item {
            FrameItem::Group(group) if group.transform.is_only_translate() => {
                let moved = Point::new(group.transform.tx, group.transform.ty);
                texts_of(&group.frame, at + moved, visit);
            }
            FrameItem::Text(text) => visit(text, at),
            _ => {}
        }
    }
}
