//! The places of texts on the pages of a book.

use typst::layout::{Frame, FrameItem, Point};
use typst_layout::PagedDocument;

/// The height of a capital letter as a share of the size of its font.
const CAPITAL: f64 = 0.65;

/// A run of text on a page; lengths in points from the upper left corner of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlacedText<'a> {
    pub(crate) text: &'a str,
    /// The number of the page, from 0 on.
    pub(crate) page: usize,
    pub(crate) left: f64,
    pub(crate) right: f64,
    pub(crate) top: f64,
    pub(crate) baseline: f64,
    pub(crate) page_height: f64,
}

impl PlacedText<'_> {
    /// Whether its page shows it only in part, or not at all.
    pub(crate) fn is_cut(&self) -> bool {
        self.top < 0.0 || self.baseline > self.page_height
    }
}

/// Visits the texts of a book, without those that are turned.
pub(crate) fn each_text<'a>(document: &'a PagedDocument, visit: &mut dyn FnMut(PlacedText<'a>)) {
    for (page, content) in document.pages().iter().enumerate() {
        let page_height = content.frame.height().to_pt();
        texts_of(&content.frame, Point::zero(), &mut |text, left, baseline, width, size| {
            let (right, top) = (left + width, baseline - CAPITAL * size);
            visit(PlacedText { text, page, left, right, top, baseline, page_height });
        });
    }
}

/// Gets a text, its left end, baseline, width and size.
type TextVisit<'v, 'a> = &'v mut dyn FnMut(&'a str, f64, f64, f64, f64);

fn texts_of<'a>(frame: &'a Frame, origin: Point, visit: TextVisit<'_, 'a>) {
    for (at, item) in frame.items() {
        let at = origin + *at;
        match item {
            FrameItem::Group(group) if group.transform.is_only_translate() => {
                let moved = Point::new(group.transform.tx, group.transform.ty);
                texts_of(&group.frame, at + moved, visit);
            }
            FrameItem::Text(text) => {
                visit(text.text.as_str(), at.x.to_pt(), at.y.to_pt(), text.width().to_pt(), text.size.to_pt());
            }
            _ => {}
        }
    }
}
