//! The book from its modules.

use std::collections::HashSet;

use s1000d::applic::{Applic, words as applic_words};
use s1000d::document::Word;

use super::front::{BookChange, BookFront, BookHead, BookHighlight, BookState};
use super::library::BookLibrary;
use super::model::{Book, BookEntry, BookModule, BookVersion};
use super::printed::{BookPlace, BookProblem, PrintedText};
use super::words::{self, BookLanguages};
use super::writer::{self, WrittenModule};
use super::{BOOK_FORMAT, bilingual, links};

/// Makes a book, entry by entry in the order of its contents.
#[derive(Debug)]
pub struct BookBuilder<'a> {
    library: &'a BookLibrary,
    languages: BookLanguages,
    /// The labels of all modules that references lead to.
    labels: HashSet<&'a str>,
    book: Book,
    problems: Vec<BookProblem>,
}

impl<'a> BookBuilder<'a> {
    pub fn new(library: &'a BookLibrary, languages: BookLanguages, mut head: BookHead, front: BookFront) -> Self {
        head.words = words::of(languages);
        let book = Book { format: BOOK_FORMAT, head, front, entries: Vec::new() };
        let labels = library.labels().collect();
        Self { library, languages, labels, book, problems: Vec::new() }
    }

    /// Adds a title of the contents, with what all in it applies to; the level is counted from 1.
    pub fn section(&mut self, level: u8, title: &str, applies: &[Applic]) {
        let applies = self.statements(applies);
        self.book.entries.push(BookEntry::Section { level, title: title.to_owned(), applies });
    }

    /// Adds a further place of a module in the contents, which leads to the text in its first place.
    pub fn reference(&mut self, place: BookPlace<'_>, title: &str, applies: &[Applic]) {
        let applies = self.statements(applies);
        let (code, to) = (place.code.to_owned(), place.label.to_owned());
        self.book.entries.push(BookEntry::Reference { level: place.level, title: title.to_owned(), code, to, applies });
    }

    /// Says which other sections list the module that was added last, each with everything that it applies to.
    pub fn also_listed(&mut self, sections: &[(String, Vec<Applic>)]) {
        let text = |(title, applies): &(String, Vec<Applic>)| match self.statements(applies) {
            said if said.is_empty() => title.clone(),
            said => [title.as_str(), " (", &said, ")"].concat(),
        };
        let also = sections.iter().map(text).collect::<Vec<_>>().join("; ");
        let Some(BookEntry::Module(last)) = self.book.entries.last() else { return };
        let code = last.code.clone();
        // Its languages may be several entries.
        for entry in self.book.entries.iter_mut().rev() {
            match entry {
                BookEntry::Module(module) if module.code == code => module.also.clone_from(&also),
                _ => break,
            }
        }
    }

    /// Statements of the contents in words, in the first language of the book.
    fn statements(&self, applies: &[Applic]) -> String {
        let locale = self.languages.locales().first().copied().unwrap_or_default();
        let text = |applic: &Applic| match &applic.expression {
            _ if !applic.display.is_empty() => applic.display.clone(),
            Some(expression) => applic_words::describe(expression, self.library.names(locale), locale),
            None => Word::All.text(locale).to_owned(),
        };
        applies.iter().map(text).collect::<Vec<_>>().join("; ")
    }

    /// Adds a module: the text in the first language of the book, and one in the second where there is one.
    pub fn module(&mut self, place: BookPlace<'_>, texts: &[PrintedText<'_>]) {
        let fallback = self.languages.locales().first().copied().unwrap_or_default();
        let is_beside = self.languages == BookLanguages::SideBySide;
        let write = |(index, text): (usize, &PrintedText<'_>)| {
            let written = writer::write(text, self.library, fallback, &version_label(place.label, index));
            (version(text, &written), written)
        };
        let written: Vec<(BookVersion, WrittenModule)> = texts.iter().enumerate().map(write).collect();
        for (text, (_, own)) in texts.iter().zip(&written) {
            let problem = |(code, detail): &(&'static str, String)| BookProblem {
                code,
                module: text.key.to_owned(),
                detail: detail.clone(),
            };
            self.problems.extend(own.problems.iter().map(problem));
        }
        let is_one = is_beside && written.len() == 2;
        let highlights = texts.iter().enumerate().filter(|(_, text)| !text.highlights.is_empty());
        self.book.front.highlights.extend(highlights.map(|(index, text)| BookHighlight {
            // Texts side by side are one entry.
            label: version_label(place.label, if is_one { 0 } else { index }),
            code: place.code.to_owned(),
            title: text.title.to_owned(),
            reasons: text.highlights.to_vec(),
        }));
        let is_running = texts.iter().all(|text| RUNNING.contains(&text.document.kind));
        let labels = &self.labels;
        let module = |index: usize, key: String, versions, rows| {
            let (label, code) = (version_label(place.label, index), place.code.to_owned());
            let mut module =
                BookModule { label, key, code, level: place.level, is_running, also: String::new(), versions, rows };
            links::settle(&mut module, labels);
            BookEntry::Module(module)
        };
        if is_one {
            let keys: Vec<&str> = texts.iter().map(|text| text.key).collect();
            let (versions, written): (Vec<_>, Vec<_>) = written.into_iter().unzip();
            let rows = bilingual::rows(written.into_iter().map(|text| text.blocks).collect());
            self.book.entries.push(module(0, keys.join(", "), versions, rows));
            return;
        }
        for (index, (text, (version, own))) in texts.iter().zip(written).enumerate() {
            self.book.entries.push(module(index, text.key.to_owned(), vec![version], vec![vec![own.blocks]]));
        }
    }

    /// The problems of the modules so far.
    pub fn take_problems(&mut self) -> Vec<BookProblem> {
        std::mem::take(&mut self.problems)
    }

    /// The front matter so far without anything that an approval adds: two books with the same entries and the same of
    /// this have the same content.
    pub fn reviewed_front(&self) -> Vec<u8> {
        let (mut head, mut front) = (self.book.head.clone(), self.book.front.clone());
        head.state = BookState::default();
        front.approval = None;
        // The last line of the change record is this publication.
        if let Some(own) = front.changes.last_mut() {
            *own = BookChange { revision: std::mem::take(&mut own.revision), ..BookChange::default() };
        }
        serde_json::to_vec(&(head, front)).unwrap_or_default()
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

/// The label of one text of a module. References lead to the first language.
pub fn version_label(label: &str, index: usize) -> String {
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
