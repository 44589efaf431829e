//! The input of a book about a module, and its report about it.

use s1000d::applic::Applic;
use s1000d::document::Document;

/// A module of a book in one language.
#[derive(Debug, Clone, Copy)]
pub struct PrintedText<'a> {
    pub document: &'a Document,
    /// Names the text in findings.
    pub key: &'a str,
    pub title: &'a str,
    /// The applicability in its separate status file; none for a module without one.
    pub status: Option<&'a StatusApplicability>,
    /// The applicability of its place in the contents.
    pub around: &'a [Applic],
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
    pub code: &'a str,
    /// The level of its title in the contents, counted from 1.
    pub level: u8,
}

/// Something that people should know about a book: what it lacks, or shows in another way than the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BookProblem {
    pub code: &'static str,
    /// The key of the module or picture; empty for the whole book.
    pub module: String,
    pub detail: String,
}

/// The applicability of a whole module as its separate status file states it (ATA 2300).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusApplicability {
    pub own: Option<Applic>,
    /// Entries of a repository that hold besides.
    pub shared: Vec<String>,
}
