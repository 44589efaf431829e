//! What a piece applies to, in words, and the names of places.

use domain::language::Locale;
use s1000d::applic::{Applic, words};
use s1000d::document::{Applicability, Statement, Word};

use super::writer::BlockWriter;

impl BlockWriter<'_> {
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
        let texts: Vec<String> = own.statements.iter().map(|index| self.shown(*index)).collect();
        texts.join("; ")
    }

    fn shown(&self, index: Option<u32>) -> String {
        let Some(applic) = self.statement(index) else {
            return Word::ApplicabilityUnknown.text(self.locale).to_owned();
        };
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
            Statement::Shared(ident) => self.library.annotations.get(ident).map(|applic| &**applic),
        }
    }

    fn formula(&self, applic: &Applic) -> String {
        match &applic.expression {
            Some(expression) => {
                let tables = match self.locale {
                    Locale::English => &self.library.english,
                    Locale::Chinese => &self.library.chinese,
                };
                words::describe(expression, tables, self.locale)
            }
            None => Word::All.text(self.locale).to_owned(),
        }
    }

    /// A place of this module in the book.
    pub(super) fn place(&self, id: &str) -> String {
        format!("{}:{id}", self.label)
    }
}
