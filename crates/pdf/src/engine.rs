//! The layout engine, behind three functions.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::book::BookFile;
use crate::placed::{self, PlacedText};
use crate::world::{BookWorld, SharedWorld};

/// Messages of the engine that a report contains.
const MAX_MESSAGES: usize = 5;

/// A book that was laid out.
pub(crate) struct LaidOut {
    document: PagedDocument,
    /// Whether the page numbers of the contents are right.
    pub(crate) is_settled: bool,
}

impl LaidOut {
    pub(crate) fn pages(&self) -> usize {
        self.document.pages().len()
    }

    /// Visits the texts of its pages.
    pub(crate) fn texts<'a>(&'a self, visit: &mut dyn FnMut(PlacedText<'a>)) {
        placed::each_text(&self.document, visit);
    }
}

/// Lays a book out; otherwise the messages of the engine.
pub(crate) fn compile(shared: &Arc<SharedWorld>, book: &BookFile) -> Result<LaidOut, Vec<String>> {
    let world = BookWorld::new(shared, book.bytes());
    // The engine must not fail on any input, but it is young.
    let attempt = catch_unwind(AssertUnwindSafe(|| typst::compile::<PagedDocument>(&world)));
    let Ok(warned) = attempt else { return Err(vec!["the engine stopped".to_owned()]) };
    let is_settled = !warned.warnings.iter().any(|warning| warning.message.contains("converge"));
    match warned.output {
        Ok(document) => Ok(LaidOut { document, is_settled }),
        Err(errors) => Err(errors.iter().take(MAX_MESSAGES).map(message).collect()),
    }
}

fn message(error: &SourceDiagnostic) -> String {
    error.message.to_string()
}

/// Writes a book as PDF, for archives or not.
pub(crate) fn export(book: &LaidOut, ident: String, is_archive: bool) -> Result<Vec<u8>, String> {
    let standards = if is_archive {
        PdfStandards::new(&[PdfStandard::A_2b]).map_err(|_| "the standard is unknown".to_owned())?
    } else {
        PdfStandards::default()
    };
    let options = PdfOptions {
        ident: Smart::Custom(ident),
        creator: Smart::Custom(Some(concat!("Airfolio ", env!("CARGO_PKG_VERSION")).to_owned())),
        standards,
        tagged: true,
        ..PdfOptions::default()
    };
    let attempt = catch_unwind(AssertUnwindSafe(|| typst_pdf::pdf(&book.document, &options)));
    let Ok(exported) = attempt else { return Err("the engine stopped".to_owned()) };
    exported.map_err(|errors| {
        let messages: Vec<String> = errors.iter().take(MAX_MESSAGES).map(message).collect();
        messages.join("; ")
    })
}

/// Empties the caches of the engine, which otherwise hold everything that was ever laid out.
pub(crate) fn forget() {
    typst::comemo::evict(0);
}
