//! Finding the modules that the engine cannot lay out, and printing them in a simpler form.

use std::sync::Arc;

use serde_json::Value;

use crate::book::BookFile;
use crate::engine::{compile, export, forget};
use crate::plain;
use crate::report::{BookFinding, FindingCode};
use crate::world::SharedWorld;

/// Compiles each module alone, simplifies those that fail, and removes links that lead nowhere. Returns whether the book
/// is worth another attempt: not with a module that fails in every form.
pub(crate) fn repair(book: &mut BookFile, shared: &Arc<SharedWorld>, findings: &mut Vec<BookFinding>) -> bool {
    let mut is_hopeful = true;
    for (place, module) in book.modules() {
        let Some(entry) = book.entry(place).cloned() else { continue };
        let Err(messages) = alone(book, shared, &entry) else { continue };
        let detail = messages.join("; ");
        let code = if let Some((simpler, code)) = simpler(book, shared, &entry) {
            book.replace(place, simpler);
            code
        } else {
            is_hopeful = false;
            FindingCode::NotPrinted
        };
        findings.push(BookFinding { code, module, detail });
    }
    book.settle_links();
    is_hopeful
}

/// Removes a logo that the engine cannot draw. It stands on the title page, so that every attempt would fail with it.
/// Returns whether there was one.
pub(crate) fn leave_out_logo(book: &mut BookFile, shared: &Arc<SharedWorld>, findings: &mut Vec<BookFinding>) -> bool {
    if !book.has_logo() {
        return false;
    }
    let attempt = compile(shared, &book.of_entries(&[])).map(drop);
    forget();
    let Err(messages) = attempt else { return false };
    book.remove_logo();
    let (code, module) = (FindingCode::LogoLeftOut, String::new());
    findings.push(BookFinding { code, module, detail: messages.join("; ") });
    true
}

/// The first simpler form of a module that the engine can lay out.
fn simpler(book: &BookFile, shared: &Arc<SharedWorld>, entry: &Value) -> Option<(Value, FindingCode)> {
    let mut bare = entry.clone();
    plain::without_pictures(&mut bare, &book.word("pictureBroken"));
    if alone(book, shared, &bare).is_ok() {
        return Some((bare, FindingCode::PicturesLeftOut));
    }
    plain::to_plain_text(&mut bare, &book.word("plainLayout"));
    alone(book, shared, &bare).is_ok().then_some((bare, FindingCode::PrintedPlain))
}

/// Lays out and exports a module alone: some pictures fail only at the export.
fn alone(book: &BookFile, shared: &Arc<SharedWorld>, entry: &Value) -> Result<(), Vec<String>> {
    let one = without_others(book, entry);
    let exported =
        compile(shared, &one).and_then(|made| export(&made, one.ident(), false).map_err(|reason| vec![reason]));
    // Caches would hold every module until the end.
    forget();
    exported.map(drop)
}

/// A book of one module, without the logo: no module is blamed for that.
fn without_others(book: &BookFile, entry: &Value) -> BookFile {
    let mut one = book.of_entries(std::slice::from_ref(entry));
    one.remove_logo();
    one
}

/// The modules that keep a book from following the archive standard.
pub(crate) fn not_archivable(book: &BookFile, shared: &Arc<SharedWorld>) -> Vec<BookFinding> {
    let mut findings = Vec::new();
    for (place, module) in book.modules() {
        let Some(entry) = book.entry(place) else { continue };
        let one = without_others(book, entry);
        // One that cannot be laid out alone was reported before.
        let reason = compile(shared, &one).ok().and_then(|made| export(&made, one.ident(), true).err());
        forget();
        findings.extend(reason.map(|detail| BookFinding { code: FindingCode::NotArchivable, module, detail }));
    }
    findings
}
