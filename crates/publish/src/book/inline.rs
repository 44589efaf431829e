//! Text in a line: phrases, references, equations, and what the author did not write.

use s1000d::document::{Added, AddedRole, Document, GoTo, Kind, Math, NodeId, Phrase, Word, html_id};
use s1000d::object::Target;

use super::library::{PictureAnswer, code_of_target};
use super::model::{BookContent, BookRun, ParagraphStyle, RunStyle};
use super::writer::BlockWriter;

pub(super) fn added(writer: &mut BlockWriter<'_>, added: &Added) {
    let words = added.wording.words(writer.locale);
    match added.role {
        // The number of a step or an item stands before its first line; that of a heading or a caption in it.
        AddedRole::Number if is_at_start(writer) => words.trim().clone_into(&mut writer.marker),
        AddedRole::BlockLabel => writer.added_block(&words, ParagraphStyle::Label),
        AddedRole::FigureTitle => writer.added_block(&words, ParagraphStyle::Caption),
        AddedRole::Heading { level, .. } => {
            writer.flush();
            let run = BookRun { text: words.into_owned(), is_added: true, ..BookRun::default() };
            writer.push(BookContent::Heading { level: level.saturating_add(1), runs: vec![run] });
        }
        AddedRole::FieldLabel => {
            writer.added(&words, RunStyle::BOLD);
            writer.added(Word::Separator.text(writer.locale), RunStyle::BOLD);
            writer.is_run_in = true;
        }
        AddedRole::Label => {
            writer.added(&words, RunStyle::BOLD);
            space(writer, added.spaced);
        }
        AddedRole::Leader => {
            // Behind the challenge, in whose line there is nothing more.
            writer.added_block(&words, ParagraphStyle::Body);
        }
        _ => {
            writer.added(&words, RunStyle::default());
            space(writer, added.spaced);
        }
    }
}

fn space(writer: &mut BlockWriter<'_>, is_spaced: bool) {
    if is_spaced {
        writer.added(" ", RunStyle::default());
    }
}

/// Whether a number begins a paragraph. Headings and captions have a style of their own.
fn is_at_start(writer: &BlockWriter<'_>) -> bool {
    writer.line.is_empty() && writer.marker.is_empty() && writer.around.text == ParagraphStyle::Body
}

pub(super) fn phrase(writer: &mut BlockWriter<'_>, id: NodeId, phrase: Phrase) {
    let style = match phrase {
        Phrase::Strong | Phrase::Significant => RunStyle::BOLD,
        Phrase::Italic => RunStyle::ITALIC,
        Phrase::Underline => RunStyle::UNDERLINE,
        Phrase::Overline => RunStyle::OVERLINE,
        Phrase::Strike => RunStyle::STRIKE,
        Phrase::Subscript => RunStyle::SUBSCRIPT,
        Phrase::Superscript => RunStyle::SUPERSCRIPT,
        Phrase::Verbatim => RunStyle::VERBATIM,
        _ => RunStyle::default(),
    };
    let is_apart = matches!(phrase, Phrase::Value | Phrase::CaptionLine);
    if is_apart {
        writer.added(" ", RunStyle::default());
    }
    in_style(writer, style, |writer| writer.children(id));
    if is_apart {
        writer.added(" ", RunStyle::default());
    }
}

fn in_style<'d>(writer: &mut BlockWriter<'d>, style: RunStyle, inside: impl FnOnce(&mut BlockWriter<'d>)) {
    writer.within(|around| around.style = around.style.with(style), inside);
}

pub(super) fn reference(writer: &mut BlockWriter<'_>, id: NodeId, index: u32) {
    let (document, library) = (writer.document, writer.library);
    let Some(reference) = document.references.get(index as usize) else { return writer.children(id) };
    match &reference.target {
        Some(Target::Object(target)) => {
            let found = library.module(target);
            let link = found.and_then(|found| found.label.clone());
            linked(writer, link, |writer| {
                if let (Some(found), None) = (found, &target.title) {
                    writer.added(&found.title, RunStyle::default());
                    writer.added(" ", RunStyle::default());
                }
                writer.children(id);
                writer.added(" ", RunStyle::default());
                writer.added(&code_of_target(target), RunStyle::default());
            });
        }
        Some(Target::Internal { id: place }) => {
            let link = reference.is_found.then(|| writer.place(&html_id(place)));
            linked(writer, link, |writer| writer.children(id));
            if !reference.is_found {
                let notice = format!(" [{}] ", Word::BrokenReference.text(writer.locale));
                writer.added(&notice, RunStyle::ITALIC);
                writer.report("referenceBroken", place);
            }
        }
        Some(Target::External { .. } | Target::Illustration { .. }) | None => writer.children(id),
    }
}

pub(super) fn go_to(writer: &mut BlockWriter<'_>, target: &GoTo) {
    let words = format!(" → {} ", Word::GoTo.text(writer.locale));
    writer.added(&words, RunStyle::default());
    let link = target.name.as_ref().map(|_| writer.place(&html_id(&target.id)));
    linked(writer, link, |writer| match &target.name {
        Some(name) => writer.added(&name.words(writer.locale), RunStyle::default()),
        None => writer.added(&target.id, RunStyle::default()),
    });
}

fn linked<'d>(writer: &mut BlockWriter<'d>, link: Option<String>, inside: impl FnOnce(&mut BlockWriter<'d>)) {
    writer.within(|around| around.link = link.or_else(|| around.link.take()), inside);
}

pub(super) fn footnote(writer: &mut BlockWriter<'_>, id: NodeId, number: &str) {
    let label = format!(" ({} {number}{}", Word::Footnote.text(writer.locale), Word::Separator.text(writer.locale));
    writer.added(&label, RunStyle::default());
    let document = writer.document;
    let only = only_paragraph(document, id);
    if let Some(place) = only.and_then(|only| document.marks(only)?.id.as_deref()) {
        // Links to the paragraph lead to the sentence.
        let place = writer.place(place);
        writer.ids.push(place);
    }
    writer.children(only.unwrap_or(id));
    writer.added(") ", RunStyle::default());
}

/// The paragraph of a footnote that has nothing else, so that the sentence around it stays in one piece; none where
/// something is said about the paragraph.
fn only_paragraph(document: &Document, id: NodeId) -> Option<NodeId> {
    let is_blank = |part: NodeId| match document.node(part).kind {
        Kind::Text(_) => document.text(part).trim().is_empty(),
        Kind::Space => true,
        _ => false,
    };
    let mut parts = document.children(id).filter(|part| !is_blank(*part));
    let only = parts.next().filter(|only| matches!(document.node(*only).kind, Kind::Para { .. }))?;
    let marks = document.marks(only);
    let is_plain = marks.is_none_or(|marks| marks.change.is_none() && marks.applicability.is_none());
    (is_plain && parts.next().is_none()).then_some(only)
}

/// A symbol in the line; its name where it is missing.
pub(super) fn symbol(writer: &mut BlockWriter<'_>, index: u32) {
    let document = writer.document;
    let Some(graphic) = document.graphics.get(index as usize) else { return };
    symbol_of(writer, &graphic.icn, graphic.file.as_deref());
}

pub(super) fn symbol_of(writer: &mut BlockWriter<'_>, icn: &str, file: Option<&str>) {
    let library = writer.library;
    let answer = library.picture(icn, file);
    writer.report_picture(answer, icn);
    match answer {
        // The name of a deleted symbol can be struck through.
        PictureAnswer::File(file) if !writer.is_deleted() => {
            writer.is_line_changed |= writer.around.is_changed;
            // Its name stands for it where it cannot be printed.
            let (text, picture) = (icn.to_owned(), Some(file.to_owned()));
            let run = BookRun { text, is_added: true, picture, ..BookRun::default() };
            writer.line.push(run);
        }
        _ => {
            let name = format!(" [{icn}] ");
            writer.added(&name, RunStyle::default());
        }
    }
}

/// An equation in one line.
pub(super) fn math(writer: &mut BlockWriter<'_>, id: NodeId, math: Math) {
    let document = writer.document;
    let parts: Vec<NodeId> = document.children(id).collect();
    let sign = |writer: &mut BlockWriter<'_>, text: &str| writer.added(text, RunStyle::default());
    match math {
        Math::Fraction => {
            for (place, part) in parts.into_iter().enumerate() {
                if place > 0 {
                    sign(writer, " / ");
                }
                let is_long = matches!(document.node(part).kind, Kind::Math(Math::Row | Math::Fenced))
                    && document.children(part).count() > 1;
                sign(writer, if is_long { "(" } else { "" });
                writer.node(part);
                sign(writer, if is_long { ")" } else { "" });
            }
        }
        Math::Root | Math::SquareRoot => {
            sign(writer, "√(");
            writer.children(id);
            sign(writer, ")");
        }
        Math::Fenced => {
            sign(writer, "(");
            writer.children(id);
            sign(writer, ")");
        }
        Math::Sub | Math::Under => scripts(writer, &parts, &[RunStyle::SUBSCRIPT]),
        Math::Sup | Math::Over => scripts(writer, &parts, &[RunStyle::SUPERSCRIPT]),
        Math::SubSup | Math::UnderOver => scripts(writer, &parts, &[RunStyle::SUBSCRIPT, RunStyle::SUPERSCRIPT]),
        Math::Cell | Math::TableRow => {
            writer.children(id);
            sign(writer, " ");
        }
        Math::Identifier => in_style(writer, RunStyle::ITALIC, |writer| writer.children(id)),
        _ => writer.children(id),
    }
}

/// The base, and then each part in the style of its place.
fn scripts(writer: &mut BlockWriter<'_>, parts: &[NodeId], styles: &[RunStyle]) {
    for (place, part) in parts.iter().enumerate() {
        let style = place.checked_sub(1).and_then(|place| styles.get(place)).copied().unwrap_or_default();
        in_style(writer, style, |writer| writer.node(*part));
    }
}
