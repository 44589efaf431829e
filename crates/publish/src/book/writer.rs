//! A module while its blocks are written: the open line, what stands around it, and the blocks so far.

use domain::language::Locale;
use s1000d::document::{ChangeType, Document, ElementMarks, List, NodeId};

use super::MAX_INDENT;
use super::library::{BookLibrary, PictureAnswer};
use super::model::{BookBlock, BookContent, BookRun, ParagraphStyle, RunStyle};
use super::printed::PrintedText;

/// The blocks of a module.
pub(super) struct WrittenModule {
    pub(super) blocks: Vec<BookBlock>,
    /// The applicability of the whole module; empty when it says none.
    pub(super) applies: String,
    /// Codes of what is wrong, with their details.
    pub(super) problems: Vec<(&'static str, String)>,
}

/// Writes the blocks of a text. Places and links begin with the label of the module.
pub(super) fn write(text: &PrintedText<'_>, library: &BookLibrary, fallback: Locale, label: &str) -> WrittenModule {
    let document = text.document;
    let fallback = text.language.split('-').next().and_then(Locale::of_text).unwrap_or(fallback);
    let own = document.language.as_deref().unwrap_or_default();
    let mut writer = BlockWriter {
        document,
        library,
        locale: Locale::of_text(own).unwrap_or(fallback),
        language: if text.language.is_empty() { own } else { text.language },
        label,
        problems: Vec::new(),
        blocks: Vec::new(),
        line: Vec::new(),
        around: InheritedStyle::default(),
        marker: String::new(),
        ids: Vec::new(),
        is_line_changed: false,
        is_run_in: false,
        counters: Vec::new(),
    };
    writer.children(NodeId::ROOT);
    writer.end_marker();
    let applies = writer.whole_applicability(text);
    WrittenModule { blocks: writer.blocks, applies, problems: writer.problems }
}

pub(super) struct BlockWriter<'d> {
    pub(super) document: &'d Document,
    pub(super) library: &'d BookLibrary,
    pub(super) locale: Locale,
    /// As in `en-US`: chooses among the languages of shared texts.
    pub(super) language: &'d str,
    pub(super) label: &'d str,
    pub(super) problems: Vec<(&'static str, String)>,
    pub(super) blocks: Vec<BookBlock>,
    /// The line of text that is open.
    pub(super) line: Vec<BookRun>,
    pub(super) around: InheritedStyle,
    /// The number or sign of the next paragraph.
    pub(super) marker: String,
    /// Places at the next block.
    pub(super) ids: Vec<String>,
    pub(super) is_line_changed: bool,
    /// Whether the next paragraph continues the open line.
    pub(super) is_run_in: bool,
    /// The lists around, each with the number of its next item.
    pub(super) counters: Vec<(List, usize)>,
}

/// The style that everything inside inherits from the nodes around it.
#[derive(Debug, Clone, Default)]
pub(super) struct InheritedStyle {
    pub(super) style: RunStyle,
    pub(super) text: ParagraphStyle,
    pub(super) indent: u8,
    /// Tables and warnings around.
    pub(super) nesting: u8,
    pub(super) is_changed: bool,
    /// Inside a copy of something that stands elsewhere.
    pub(super) is_copy: bool,
    pub(super) is_foldout: bool,
    pub(super) link: Option<String>,
}

impl InheritedStyle {
    /// Text that its marks call deleted is struck through.
    pub(super) fn strike_deleted(&mut self, marks: Option<&ElementMarks>) {
        if marks.is_some_and(|marks| marks.change == Some(ChangeType::Delete)) {
            self.style = self.style.with(RunStyle::STRIKE);
        }
    }
}

impl BlockWriter<'_> {
    /// Writes something with other surroundings, and then restores them.
    pub(super) fn within(&mut self, change: impl FnOnce(&mut InheritedStyle), inside: impl FnOnce(&mut Self)) {
        let before = self.around.clone();
        change(&mut self.around);
        inside(self);
        self.around = before;
    }

    /// The blocks of something that holds blocks of its own.
    pub(super) fn contained(&mut self, inside: impl FnOnce(&mut Self)) -> Vec<BookBlock> {
        self.end_marker();
        let (before, blocks) = (self.around.clone(), std::mem::take(&mut self.blocks));
        let mut ids = std::mem::take(&mut self.ids);
        self.around.nesting = self.around.nesting.saturating_add(1);
        self.around.indent = 0;
        self.around.text = ParagraphStyle::Body;
        inside(self);
        self.end_marker();
        self.around = before;
        // Places that no block inside has are those of the container.
        ids.append(&mut self.ids);
        self.ids = ids;
        std::mem::replace(&mut self.blocks, blocks)
    }

    pub(super) fn push(&mut self, content: BookContent) {
        let is_changed = self.around.is_changed || std::mem::take(&mut self.is_line_changed);
        let indent = self.around.indent.min(MAX_INDENT);
        let ids = std::mem::take(&mut self.ids);
        self.blocks.push(BookBlock { content, indent, is_changed, ids });
    }

    /// Ends the open line. A marker waits for the next one.
    pub(super) fn flush(&mut self) {
        self.is_run_in = false;
        if let Some(last) = self.line.last_mut()
            && !last.style.has(RunStyle::VERBATIM)
        {
            last.text.truncate(last.text.trim_end_matches([' ', '\n']).len());
            if last.text.is_empty() && last.picture.is_none() {
                self.line.pop();
            }
        }
        if self.line.is_empty() {
            return;
        }
        let runs = std::mem::take(&mut self.line);
        let marker = std::mem::take(&mut self.marker);
        self.push(BookContent::Text { style: self.around.text, marker, runs });
    }

    /// Ends the open line, and gives a marker without text a line of its own.
    pub(super) fn end_marker(&mut self) {
        self.flush();
        if !self.marker.is_empty() {
            let marker = std::mem::take(&mut self.marker);
            self.push(BookContent::Text { style: ParagraphStyle::Body, marker, runs: Vec::new() });
        }
    }

    /// Text of the author; runs of white space count as one blank.
    pub(super) fn text(&mut self, text: &str) {
        self.fold(text, self.around.is_copy, RunStyle::default());
    }

    /// Text that the author did not write.
    pub(super) fn added(&mut self, text: &str, style: RunStyle) {
        self.fold(text, true, style);
    }

    /// Added text as a paragraph of its own.
    pub(super) fn added_block(&mut self, text: &str, style: ParagraphStyle) {
        self.flush();
        if text.trim().is_empty() {
            return;
        }
        // What is added to deleted text is deleted as well.
        let deleted = self.around.style.only(RunStyle::STRIKE);
        let run = BookRun { text: text.trim().to_owned(), style: deleted, is_added: true, ..BookRun::default() };
        self.push(BookContent::Text { style, marker: String::new(), runs: vec![run] });
    }

    /// Reports something that people should know about the module.
    pub(super) fn report(&mut self, code: &'static str, detail: &str) {
        if !self.problems.iter().any(|(own, known)| *own == code && known == detail) {
            self.problems.push((code, detail.to_owned()));
        }
    }

    /// Reports a picture that is not printed.
    pub(super) fn report_picture(&mut self, answer: PictureAnswer<'_>, icn: &str) {
        match answer {
            PictureAnswer::File(_) => {}
            PictureAnswer::NotPrintable => self.report("pictureNotPrinted", icn),
            PictureAnswer::Missing => self.report("pictureMissing", icn),
        }
    }

    /// Whether the text here is marked as deleted.
    pub(super) fn is_deleted(&self) -> bool {
        self.around.style.has(RunStyle::STRIKE)
    }

    /// Text with its white space as it is.
    pub(super) fn verbatim(&mut self, text: &str) {
        let style = self.around.style.with(RunStyle::VERBATIM);
        self.run(text.to_owned(), self.around.is_copy, style);
    }

    pub(super) fn line_break(&mut self) {
        if let Some(last) = self.line.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            last.text.push('\n');
        }
    }

    fn fold(&mut self, text: &str, is_added: bool, style: RunStyle) {
        let is_apart = self.line.last().is_none_or(|run| run.text.ends_with([' ', '\n']));
        let mut out = String::with_capacity(text.len());
        let mut is_blank = is_apart;
        for c in text.chars() {
            if c.is_ascii_whitespace() {
                if !is_blank {
                    out.push(' ');
                }
                is_blank = true;
            } else {
                out.push(c);
                is_blank = false;
            }
        }
        self.run(out, is_added, self.around.style.with(style));
    }

    fn run(&mut self, text: String, is_added: bool, style: RunStyle) {
        if text.is_empty() {
            return;
        }
        self.is_line_changed |= self.around.is_changed;
        self.is_run_in &= is_added;
        let link = &self.around.link;
        if let Some(last) = self.line.last_mut()
            && last.style == style
            && last.is_added == is_added
            && last.link == *link
            && last.picture.is_none()
        {
            return last.text.push_str(&text);
        }
        self.line.push(BookRun { text, style, is_added, link: link.clone(), picture: None });
    }
}
