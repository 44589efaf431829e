//! The book from its modules.

use std::collections::HashSet;

use domain::language::Locale;
use s1000d::document::Document;

use super::front::{BookFront, BookHead, BookHighlight};
use super::library::BookLibrary;
use super::model::{Book, BookEntry, BookModule, BookVersion};
use super::words::{self, BookLanguages};
use super::writer::{self, WrittenModule};
use super::{BOOK_FORMAT, bilingual, links};

/// A module of a book in one language.
#[derive(Debug, Clone, Copy)]
pub struct PrintedText<'a> {
    pub document: &'a Document,
    pub title: &'a str,
    /// As in `zh-CN`; for modules whose status is a file of its own, and which do not say it themselves.
    pub language: &'a str,
    /// As in `001-00`.
    pub issue: &'a str,
    /// As in `2026-11-17`.
    pub date: &'a str,
    /// Highlighted reasons for its update.
    pub highlights: &'a [String],
}

/// A module of a book, in whatever languages.
#[derive(Debug, Clone, Copy)]
pub struct BookPlace<'a> {
    /// Unique in the book; references lead to it.
    pub label: &'a str,
    /// Names the module in findings.
    pub key: &'a str,
    pub code: &'a str,
    /// The level of its title in the contents, counted from 1.
    pub level: u8,
}

/// Makes a book, entry by entry in the order of its contents.
#[derive(Debug)]
pub struct BookBuilder<'a> {
    library: &'a BookLibrary,
    languages: BookLanguages,
    /// The labels of all modules that references lead to.
    labels: HashSet<&'a str>,
    book: Book,
}

impl<'a> BookBuilder<'a> {
    pub fn new(library: &'a BookLibrary, languages: BookLanguages, mut head: BookHead, front: BookFront) -> Self {
        head.words = words::of(languages);
        let book = Book { format: BOOK_FORMAT, head, front, entries: Vec::new() };
        let labels = library.modules.values().filter_map(|target| target.label.as_deref()).collect();
        Self { library, languages, labels, book }
    }

    /// Adds a title of the contents; the level is counted from 1.
    pub fn section(&mut self, level: u8, title: &str) {
        self.book.entries.push(BookEntry::Section { level, title: title.to_owned() });
    }

    /// Adds a module: the text in the first language of the book, and one in the second where there is one.
    pub fn module(&mut self, place: BookPlace<'_>, texts: &[PrintedText<'_>]) {
        let fallback = self.languages.locales().first().copied().unwrap_or_default();
        let is_beside = self.languages == BookLanguages::SideBySide;
        let write = |(index, text): (usize, &PrintedText<'_>)| {
            let label = label_of(place.label, index);
            let fallback = text.language.get(..2).and_then(Locale::of_text).unwrap_or(fallback);
            let written = writer::write(text.document, self.library, fallback, &label);
            (version(text, &written), written)
        };
        let written: Vec<(BookVersion, WrittenModule)> = texts.iter().enumerate().map(write).collect();
        let highlights = texts.iter().enumerate().filter(|(_, text)| !text.highlights.is_empty());
        self.book.front.highlights.extend(highlights.map(|(index, text)| BookHighlight {
            label: label_of(place.label, index),
            code: place.code.to_owned(),
            title: text.title.to_owned(),
            reasons: text.highlights.to_vec(),
        }));
        let is_running = texts.iter().all(|text| RUNNING.contains(&text.document.kind));
        let labels = &self.labels;
        let module = |index: usize, versions, rows| {
            let (label, key, code) = (label_of(place.label, index), place.key.to_owned(), place.code.to_owned());
            let mut module = BookModule { label, key, code, level: place.level, is_running, versions, rows };
            links::settle(&mut module, labels);
            BookEntry::Module(module)
        };
        if is_beside && written.len() == 2 {
            let (versions, texts): (Vec<_>, Vec<_>) = written.into_iter().unzip();
            let rows = bilingual::rows(texts.into_iter().map(|text| text.blocks).collect());
            self.book.entries.push(module(0, versions, rows));
            return;
        }
        for (index, (version, text)) in written.into_iter().enumerate() {
            self.book.entries.push(module(index, vec![version], vec![vec![text.blocks]]));
        }
    }

    pub fn finish(self) -> Book {
        self.book
    }

    /// Takes out the entries so far: a large book is written piece by piece.
    pub(super) fn take_entries(&mut self) -> Vec<BookEntry> {
        std::mem::take(&mut self.book.entries)
    }
}

/// The kinds of modules that follow each other on a page: the items of a minimum equipment list.
const RUNNING: [&str; 2] = ["dispatchItem", "cdlItem"];

/// References lead to the first language of a module.
fn label_of(label: &str, index: usize) -> String {
    if index == 0 { label.to_owned() } else { format!("{label}.{index}") }
}

fn language<'t>(text: &PrintedText<'t>) -> &'t str {
    let own = text.document.language.as_deref().or_else(|| text.language.get(..2));
    own.filter(|code| code.is_ascii() && !code.is_empty()).unwrap_or("en")
}

fn version(text: &PrintedText<'_>, written: &WrittenModule) -> BookVersion {
    BookVersion {
        title: text.title.to_owned(),
        language: language(text).to_ascii_lowercase(),
        issue: text.issue.to_owned(),
        date: text.date.to_owned(),
        applies: written.applies.clone(),
    }
}
