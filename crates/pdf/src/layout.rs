//! From the book to the PDF.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use typst::diag::SourceDiagnostic;
use typst::foundations::Smart;
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

use crate::arguments::Arguments;
use crate::book::BookFile;
use crate::fonts::FontSet;
use crate::repair;
use crate::report::{BookFinding, Failure, FindingCode, Report};
use crate::text;
use crate::world::{BookWorld, Workshop};

/// The standard for archives that every book should follow.
const STANDARD: &str = "PDF/A-2b";
/// Messages of the engine that a report contains.
const MAX_MESSAGES: usize = 5;

/// Lays a book out and writes it.
pub(crate) fn make(arguments: &Arguments) -> Report {
    let mut book = match BookFile::read(&arguments.folder.join("book.json")) {
        Ok(book) => book,
        Err(reason) => return Report::failed(Failure::Input, reason),
    };
    let Some(workshop) = Workshop::open(&arguments.folder, FontSet::load(&arguments.fonts)) else {
        return Report::failed(Failure::Layout, "the template has no name");
    };
    let letters = text::prepare(&mut book, workshop.fonts());
    if letters.has_chinese && !workshop.fonts().has_chinese() {
        return Report::failed(Failure::Fonts, "the fonts Noto Sans CJK are not installed");
    }
    let mut findings = letters.findings;
    let document = match compile(&workshop, &book) {
        Ok(document) => document,
        Err(messages) => {
            typst::comemo::evict(0);
            let repaired = repair::repair(&mut book, &workshop, &mut findings);
            let again = if repaired { compile(&workshop, &book) } else { Err(messages) };
            match again {
                Ok(document) => document,
                Err(messages) => return Report { findings, ..Report::failed(Failure::Layout, messages.join("; ")) },
            }
        }
    };
    if !document.is_settled {
        findings.push(of_book(FindingCode::Unsettled, String::new()));
    }
    write(arguments, &book, &document.pages, findings)
}

/// A book that was laid out.
pub(crate) struct LaidOut {
    pages: PagedDocument,
    /// Whether the page numbers of the contents are right.
    is_settled: bool,
}

/// Lays a book out; otherwise the messages of the engine.
pub(crate) fn compile(workshop: &Arc<Workshop>, book: &BookFile) -> Result<LaidOut, Vec<String>> {
    let world = BookWorld::new(workshop, book.bytes());
    // The engine must not fail on any input, but it is young.
    let attempt = catch_unwind(AssertUnwindSafe(|| typst::compile::<PagedDocument>(&world)));
    let Ok(warned) = attempt else { return Err(vec!["the engine stopped".to_owned()]) };
    let is_settled = !warned.warnings.iter().any(|warning| warning.message.contains("converge"));
    match warned.output {
        Ok(pages) => Ok(LaidOut { pages, is_settled }),
        Err(errors) => Err(errors.iter().take(MAX_MESSAGES).map(message).collect()),
    }
}

fn message(error: &SourceDiagnostic) -> String {
    error.message.to_string()
}

fn of_book(code: FindingCode, detail: String) -> BookFinding {
    BookFinding { code, module: String::new(), detail }
}

fn write(arguments: &Arguments, book: &BookFile, pages: &PagedDocument, mut findings: Vec<BookFinding>) -> Report {
    let mut standard = STANDARD;
    let archived = export(book, pages, &[PdfStandard::A_2b]);
    let exported = archived.or_else(|reason| {
        standard = "";
        findings.push(of_book(FindingCode::NotArchivable, reason));
        export(book, pages, &[])
    });
    let bytes = match exported {
        Ok(bytes) => bytes,
        Err(reason) => return Report { findings, ..Report::failed(Failure::Layout, reason) },
    };
    if let Err(error) = std::fs::write(&arguments.output, &bytes) {
        return Report { findings, ..Report::failed(Failure::Output, error.to_string()) };
    }
    Report {
        ok: true,
        pages: pages.pages().len(),
        bytes: bytes.len() as u64,
        standard,
        failure: None,
        detail: String::new(),
        findings,
    }
}

fn export(book: &BookFile, pages: &PagedDocument, standards: &[PdfStandard]) -> Result<Vec<u8>, String> {
    let standards = if standards.is_empty() {
        PdfStandards::default()
    } else {
        PdfStandards::new(standards).map_err(|_| "the standards contradict each other".to_owned())?
    };
    let options = PdfOptions {
        ident: Smart::Custom(book.ident()),
        creator: Smart::Custom(Some(concat!("Airfolio ", env!("CARGO_PKG_VERSION")).to_owned())),
        standards,
        tagged: true,
        ..PdfOptions::default()
    };
    let attempt = catch_unwind(AssertUnwindSafe(|| typst_pdf::pdf(pages, &options)));
    let Ok(exported) = attempt else { return Err("the engine stopped".to_owned()) };
    exported.map_err(|errors| {
        let messages: Vec<String> = errors.iter().take(MAX_MESSAGES).map(message).collect();
        messages.join("; ")
    })
}
