//! From the book to the PDF.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use crate::arguments::{Arguments, BookPart};
use crate::book::BookFile;
use crate::engine::{self, LaidOut, compile};
use crate::fonts::FontSet;
use crate::repair;
use crate::report::{BookFinding, Failure, FindingCode, Report};
use crate::text;
use crate::world::SharedWorld;

/// The standard for archives that every book should follow.
const STANDARD: &str = "PDF/A-2b";
/// Letters of a cut text that a finding shows.
const MAX_CUT: usize = 40;

/// Lays a book out and writes it.
pub(crate) fn make(arguments: &Arguments) -> Report {
    let mut book = match BookFile::read(&arguments.folder.join("book.json")) {
        Ok(book) => book,
        Err(reason) => return Report::failed(Failure::Input, reason),
    };
    let Some(shared) = SharedWorld::open(&arguments.folder, FontSet::load(&arguments.fonts), book.is_report()) else {
        return Report::failed(Failure::Layout, "the template has no name");
    };
    let letters = text::prepare(&mut book, shared.fonts());
    if letters.has_chinese && !shared.fonts().has_chinese() {
        return Report::failed(Failure::Fonts, "the fonts Noto Sans CJK are not installed");
    }
    if let Some(only) = &arguments.only {
        return match only {
            BookPart::Modules(only) => attempt(book, &shared, only),
            BookPart::Logo => attempt_logo(&book, &shared),
        };
    }
    let mut findings = letters.findings;
    let document = match compile(&shared, &book) {
        Ok(document) => document,
        Err(messages) => match repaired(&mut book, &shared, &mut findings, messages) {
            Ok(document) => document,
            Err(messages) => return Report { findings, ..Report::failed(Failure::Layout, messages.join("; ")) },
        },
    };
    let known = findings.len();
    let made = match exported(&book, &shared, &document, &mut findings) {
        Err(reason) => {
            drop(document);
            findings.truncate(known);
            exported_again(&mut book, &shared, &mut findings, reason)
        }
        made => made,
    };
    match made {
        Ok(exported) => write(arguments, &exported, findings),
        Err(reason) => Report { findings, ..Report::failed(Failure::Layout, reason) },
    }
}

/// Exports a book that was laid out and could not be exported, without what the engine cannot export.
fn exported_again(
    book: &mut BookFile,
    shared: &Arc<SharedWorld>,
    findings: &mut Vec<BookFinding>,
    reason: String,
) -> Result<ExportedBook, String> {
    engine::forget();
    if !repair::repair(book, shared, findings) {
        return Err(reason);
    }
    let document = compile(shared, book).map_err(|messages| messages.join("; "))?;
    exported(book, shared, &document, findings)
}

/// Lays out a book that failed, without what the engine cannot lay out.
fn repaired(
    book: &mut BookFile,
    shared: &Arc<SharedWorld>,
    findings: &mut Vec<BookFinding>,
    messages: Vec<String>,
) -> Result<LaidOut, Vec<String>> {
    engine::forget();
    let messages = if repair::leave_out_logo(book, shared, findings) {
        match compile(shared, book) {
            Ok(document) => return Ok(document),
            Err(messages) => messages,
        }
    } else {
        messages
    };
    engine::forget();
    if repair::repair(book, shared, findings) { compile(shared, book) } else { Err(messages) }
}

/// Lays out some modules, and writes nothing. The logo is left out, so that no module is blamed for it.
fn attempt(mut book: BookFile, shared: &Arc<SharedWorld>, only: &Range<usize>) -> Report {
    let has_logo = book.has_logo();
    book.remove_logo();
    let all = book.modules();
    let chosen = all.iter().skip(only.start).take(only.len());
    let entries: Vec<_> = chosen.filter_map(|(place, _)| book.entry(*place).cloned()).collect();
    let made =
        if entries.is_empty() { Ok(0) } else { compile(shared, &book.of_entries(&entries)).map(|made| made.pages()) };
    let modules = all.into_iter().map(|(_, key)| key).collect();
    match made {
        Ok(pages) => Report { modules, has_logo, ..tried(pages) },
        Err(messages) => Report { modules, has_logo, ..Report::failed(Failure::Layout, messages.join("; ")) },
    }
}

/// Lays out the title page, and writes nothing. It is exported too: pictures are decoded only then.
fn attempt_logo(book: &BookFile, shared: &Arc<SharedWorld>) -> Report {
    let made = compile(shared, &book.of_entries(&[])).map_err(|messages| messages.join("; "));
    let exported = made.and_then(|made| engine::export(&made, book.ident(), false).map(|_| made.pages()));
    match exported {
        Ok(pages) => tried(pages),
        Err(reason) => Report::failed(Failure::Layout, reason),
    }
}

/// The report of a part that can be laid out.
fn tried(pages: usize) -> Report {
    Report { ok: true, pages, failure: None, ..Report::failed(Failure::Layout, "") }
}

/// The beginning of the first text that is not on its page as a whole, and its page. People write headers and footers of house styles,
/// so only books that have one are looked at.
fn cut_text(book: &BookFile, document: &LaidOut) -> Option<String> {
    let mut cut = None;
    if book.has_style() {
        document.texts(&mut |placed| {
            if cut.is_none() && placed.is_cut() {
                let text: String = placed.item.text.chars().take(MAX_CUT).collect();
                cut = Some(format!("{text} (page {})", placed.page + 1));
            }
        });
    }
    cut
}

fn of_book(code: FindingCode, detail: String) -> BookFinding {
    BookFinding { code, module: String::new(), detail }
}

/// Writes a file that is whole or not there.
fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let unfinished = path.with_extension("unfinished");
    let written = std::fs::write(&unfinished, bytes).and_then(|()| std::fs::rename(&unfinished, path));
    if written.is_err() {
        // What a full disk left takes room that others need.
        let _: Result<_, _> = std::fs::remove_file(&unfinished);
    }
    written
}

/// A book in its last form.
struct ExportedBook {
    bytes: Vec<u8>,
    pages: usize,
    /// The standard that it follows; empty for none.
    standard: &'static str,
}

/// Exports a book for archives; otherwise without its logo, and only then for no archive. Drawings are written at the
/// export, so that a logo can fail here that was laid out before.
fn exported(
    book: &BookFile,
    shared: &Arc<SharedWorld>,
    document: &LaidOut,
    findings: &mut Vec<BookFinding>,
) -> Result<ExportedBook, String> {
    if !document.is_settled {
        findings.push(of_book(FindingCode::Unsettled, String::new()));
    }
    if let Some(text) = cut_text(book, document) {
        findings.push(of_book(FindingCode::TextCut, text));
    }
    let export = |document: &LaidOut, standard: &'static str| -> Result<ExportedBook, String> {
        let bytes = engine::export(document, book.ident(), !standard.is_empty())?;
        Ok(ExportedBook { bytes, pages: document.pages(), standard })
    };
    let reason = match export(document, STANDARD) {
        Ok(exported) => return Ok(exported),
        Err(reason) => reason,
    };
    let bare = without_logo(book, shared);
    if let Some(exported) = bare.as_ref().and_then(|bare| export(bare, STANDARD).ok()) {
        findings.push(of_book(FindingCode::LogoLeftOut, reason));
        return Ok(exported);
    }
    engine::forget();
    let blamed = repair::not_archivable(book, shared);
    if blamed.is_empty() {
        findings.push(of_book(FindingCode::NotArchivable, reason));
    }
    findings.extend(blamed);
    export(document, "").or_else(|reason| {
        let Some(bare) = &bare else { return Err(reason) };
        findings.push(of_book(FindingCode::LogoLeftOut, reason));
        export(bare, "")
    })
}

/// The same book without its logo; none where it has none, or where the title page alone shows that the logo is sound.
fn without_logo(book: &BookFile, shared: &Arc<SharedWorld>) -> Option<LaidOut> {
    if !book.has_logo() {
        return None;
    }
    engine::forget();
    let title = compile(shared, &book.of_entries(&[]));
    if title.is_ok_and(|title| engine::export(&title, book.ident(), true).is_ok()) {
        return None;
    }
    let mut bare = book.clone();
    bare.remove_logo();
    compile(shared, &bare).ok()
}

/// A full disk is told from one that cannot be used: room comes back.
fn failure_of(error: &std::io::Error) -> Failure {
    match error.kind() {
        std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Failure::Full,
        _ => Failure::Output,
    }
}

fn write(arguments: &Arguments, exported: &ExportedBook, findings: Vec<BookFinding>) -> Report {
    if let Err(error) = write_whole(&arguments.output, &exported.bytes) {
        return Report { findings, ..Report::failed(failure_of(&error), error.to_string()) };
    }
    Report {
        ok: true,
        pages: exported.pages,
        bytes: exported.bytes.len() as u64,
        standard: exported.standard,
        failure: None,
        detail: String::new(),
        findings,
        modules: Vec::new(),
        has_logo: false,
    }
}
