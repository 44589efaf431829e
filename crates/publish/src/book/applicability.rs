//! The applicability of a piece in words, and the names of places.

use s1000d::applic::{Applic, words};
use s1000d::document::{Applicability, Statement, Word};

use super::printed::{PrintedText, StatusApplicability};
use super::writer::BlockWriter;

impl BlockWriter<'_> {
    /// The applicability of a whole module: by its status file or else by itself, and by its place in the contents.
    pub(super) fn whole_applicability(&self, text: &PrintedText<'_>) -> String {
        let mut texts: Vec<String> = text.around.iter().map(|applic| self.words_of(applic)).collect();
        match text.status {
            Some(StatusApplicability { own, shared }) if own.is_some() || !shared.is_empty() => {
                texts.extend(own.iter().map(|applic| self.words_of(applic)));
                texts.extend(shared.iter().map(|ident| self.shown(self.library.annotation(ident, self.language))));
            }
            _ => texts.extend(self.document.applicability.as_ref().map(|own| self.applicability(own))),
        }
        texts.dedup();
        texts.join("; ")
    }

    /// The words for an applicability of the document, with their label.
    pub(super) fn applies(&self, index: u32) -> String {
        let own = self.document.applicabilities.get(index as usize).map(|own| self.applicability(own));
        format!(
            "{}{}{}",
            Word::ApplicableTo.text(self.locale),
            Word::Separator.text(self.locale),
            own.unwrap_or_default()
        )
    }

    /// The author's text for readers; where there is none, the formula in words.
    pub(super) fn applicability(&self, own: &Applicability) -> String {
        let texts: Vec<String> = own.statements.iter().map(|index| self.shown(self.statement(*index))).collect();
        texts.join("; ")
    }

    fn shown(&self, applic: Option<&Applic>) -> String {
        applic.map_or_else(|| Word::ApplicabilityUnknown.text(self.locale).to_owned(), |applic| self.words_of(applic))
    }

    fn words_of(&self, applic: &Applic) -> String {
        if applic.display.is_empty() { self.formula(applic) } else { applic.display.clone() }
    }

    /// The label of a statement where it is written, with a formula for one without words.
    pub(super) fn statement_words(&self, statement: Option<u32>) -> String {
        let formula = match statement {
            Some(_) => self
                .statement(statement)
                .map_or_else(|| Word::ApplicabilityUnknown.text(self.locale).to_owned(), |applic| self.formula(applic)),
            None => String::new(),
        };
        format!("{} {formula}", Word::ApplicableTo.text(self.locale))
    }

    fn statement(&self, index: Option<u32>) -> Option<&Applic> {
        match self.document.statements.get(index? as usize)? {
            Statement::Own(applic) => Some(applic),
            Statement::Shared(ident) => self.library.annotation(ident, self.language),
        }
    }

    fn formula(&self, applic: &Applic) -> String {
        match &applic.expression {
            Some(expression) => words::describe(expression, self.library.names(self.locale), self.locale),
            None => Word::All.text(self.locale).to_owned(),
        }
    }

    /// A place of this module in the book.
    pub(super) fn place(&self, id: &str) -> String {
        format!("{}:{id}", self.label)
    }
}
