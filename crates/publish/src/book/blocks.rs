//! Blocks: steps, lists, warnings, pictures, labelled data.

use s1000d::document::{Block, List, NodeId, SafetyLevel, Sheet, Word, label};

use super::library::PictureAnswer;
use super::model::{BookBlock, BookContent, ParagraphStyle};
use super::words::BookWord;
use super::writer::{BlockWriter, InheritedStyle};
use super::{MAX_NESTING, inline, mel};

pub(super) fn block(writer: &mut BlockWriter<'_>, id: NodeId, block: Block) {
    match block {
        Block::Step | Block::Action => item(writer, id, String::new()),
        Block::Item => {
            let marker = next_marker(writer);
            item(writer, id, marker);
        }
        Block::Answer => item(writer, id, "–".to_owned()),
        Block::StepTitle | Block::ListTitle | Block::CellTitle | Block::Term | Block::Challenge | Block::Question => {
            writer.styled(id, ParagraphStyle::Title);
        }
        Block::FigureTitle => writer.styled(id, ParagraphStyle::Caption),
        Block::Meaning | Block::Response | Block::PartDetails | Block::OpenDetails => details(writer, id, block),
        Block::EndOfProcedure => writer.labelled(id, Word::EndOfProcedure),
        Block::NoneRequired => {
            writer.added_block(Word::None.text(writer.locale), ParagraphStyle::Body);
            writer.children(id);
        }
        Block::SafetyList => writer.labelled(id, Word::WarningsAndCautions),
        Block::Hotspots => writer.labelled(id, Word::Hotspots),
        Block::Legend => writer.labelled(id, Word::Legend),
        Block::Placard => writer.labelled(id, Word::Placard),
        Block::Statements => {
            let name = label(writer.document.element(id), writer.locale);
            writer.added_block(&name, ParagraphStyle::Label);
            writer.children(id);
        }
        Block::Copy => writer.within(|around| around.is_copy = true, |writer| writer.children(id)),
        Block::Foldout => writer.within(|around| around.is_foldout = true, |writer| writer.children(id)),
        Block::DispatchItem | Block::DispatchCondition => mel::item(writer, id),
        _ => writer.children(id),
    }
}

fn details(writer: &mut BlockWriter<'_>, id: NodeId, block: Block) {
    if matches!(block, Block::PartDetails | Block::OpenDetails) {
        writer.added_block(Word::Details.text(writer.locale), ParagraphStyle::Label);
    }
    indented(writer, id);
}

fn indented(writer: &mut BlockWriter<'_>, id: NodeId) {
    let deeper = |around: &mut InheritedStyle| around.indent = around.indent.saturating_add(1);
    writer.within(deeper, |writer| {
        writer.children(id);
        writer.flush();
    });
}

/// A step or an item of a list: its number or sign stands before its first paragraph.
pub(super) fn item(writer: &mut BlockWriter<'_>, id: NodeId, marker: String) {
    writer.end_marker();
    let deeper = |around: &mut InheritedStyle| {
        around.indent = around.indent.saturating_add(1);
        around.text = ParagraphStyle::Body;
    };
    writer.within(deeper, |writer| {
        writer.marker = marker;
        writer.children(id);
        writer.end_marker();
    });
}

pub(super) fn list(writer: &mut BlockWriter<'_>, id: NodeId, list: List) {
    writer.counters.push((list, 1));
    writer.children(id);
    writer.counters.pop();
}

/// The sign before the next item of the list around.
fn next_marker(writer: &mut BlockWriter<'_>) -> String {
    let Some((list, next)) = writer.counters.last_mut() else { return String::new() };
    let number = *next;
    *next += 1;
    match list {
        List::Numbered => format!("{number}."),
        List::Letters => format!("{}.", letters(number)),
        List::Bullets => "•".to_owned(),
        List::Dashes => "–".to_owned(),
        List::Plain => String::new(),
    }
}

/// a to z, then aa to zz and so on.
fn letters(number: usize) -> String {
    let mut out = Vec::new();
    let mut rest = number;
    while rest > 0 {
        rest -= 1;
        out.push(b'a' + u8::try_from(rest % 26).unwrap_or_default());
        rest /= 26;
    }
    out.iter().rev().map(|letter| char::from(*letter)).collect()
}

/// A label and what it labels: in one line, or the value below it.
pub(super) fn field(writer: &mut BlockWriter<'_>, id: NodeId, is_nested: bool) {
    if is_nested { indented(writer, id) } else { writer.children(id) }
}

/// A warning; the entry of a repository with its text, where the repository is at hand.
pub(super) fn safety(writer: &mut BlockWriter<'_>, id: NodeId, level: SafetyLevel, shared: Option<&str>) {
    let library = writer.library;
    let title = level.word().text(writer.locale);
    let inside = |writer: &mut BlockWriter<'_>| {
        if let Some(ident) = shared {
            match library.warning(level, ident, writer.language).filter(|warning| !warning.is_empty()) {
                Some(warning) => {
                    for symbol in &warning.symbols {
                        inline::symbol_of(writer, &symbol.icn, symbol.file.as_deref());
                    }
                    writer.flush();
                    warning.paragraphs.iter().for_each(|text| writer.added_block(text, ParagraphStyle::Body));
                }
                None => missing_warning(writer, ident),
            }
        }
        writer.children(id);
    };
    if writer.around.nesting >= MAX_NESTING {
        writer.added_block(title, ParagraphStyle::Label);
        return inside(writer);
    }
    let blocks = writer.contained(|writer| {
        inside(writer);
        writer.flush();
        if writer.blocks.is_empty() {
            missing_warning(writer, "");
        }
    });
    let level = match level {
        SafetyLevel::Danger => "danger",
        SafetyLevel::Warning => "warning",
        SafetyLevel::Caution => "caution",
        SafetyLevel::Note => "note",
    };
    // Changed text inside has its bar outside of the frame.
    writer.is_line_changed |= blocks.iter().any(BookBlock::has_change);
    writer.push(BookContent::Safety { level, title: title.to_owned(), blocks });
}

/// An empty warning would look as if there were nothing to warn of.
fn missing_warning(writer: &mut BlockWriter<'_>, ident: &str) {
    let separator = if ident.is_empty() { "" } else { Word::Separator.text(writer.locale) };
    let text = [ident, separator, BookWord::WarningMissing.text(writer.locale)].concat();
    writer.added_block(&text, ParagraphStyle::Body);
    writer.report("warningMissing", ident);
}

pub(super) fn picture(writer: &mut BlockWriter<'_>, index: u32) {
    let (document, library) = (writer.document, writer.library);
    let Some(graphic) = document.graphics.get(index as usize) else { return };
    writer.end_marker();
    let answer = library.picture(&graphic.icn, graphic.file.as_deref());
    let (file, reason) = match answer {
        // Nothing can be struck through in a picture.
        _ if writer.is_deleted() => (None, BookWord::PictureDeleted.text(writer.locale)),
        PictureAnswer::File(file) => (Some(file.to_owned()), ""),
        PictureAnswer::NotPrintable => (None, BookWord::PictureBroken.text(writer.locale)),
        PictureAnswer::Missing => (None, Word::PictureMissing.text(writer.locale)),
    };
    writer.report_picture(answer, &graphic.icn);
    let mut note = graphic.icn.to_string();
    if let Some(Sheet { number, of }) = graphic.sheet {
        let (sheet, between) = (Word::Sheet.text(writer.locale), Word::Of.text(writer.locale));
        note = format!("{note} ({sheet} {number} {between} {of})");
    }
    if file.is_none() {
        note = format!("{note}{}{reason}", Word::Separator.text(writer.locale));
    }
    // Only a page of its own can be turned, and nothing inside a table or a warning has one.
    let is_foldout = writer.around.is_foldout && writer.around.nesting == 0 && file.is_some();
    writer.push(BookContent::Picture { file, note, is_foldout });
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn letters_go_on_behind_z() {
        assert_eq!([1, 26, 27, 702, 703].map(letters), ["a", "z", "aa", "zz", "aaa"]);
    }
}
