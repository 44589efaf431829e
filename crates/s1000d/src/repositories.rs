//! The entries of a manual's repositories, by their languages: a module finds the words of its own language first.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::language::Locale;
use domain::text::fold;

use crate::applic::Applic;
use crate::applic::repository::{self, Repository};
use crate::document::SafetyLevel;
use crate::document::shared::{self, SharedWarning, SharedWarnings};
use crate::guard::{Checked, Refusal};

/// The entries of repositories that the modules of a manual share.
#[derive(Debug, Clone, Default)]
pub struct SharedEntries {
    /// By the folded language of the repository.
    languages: BTreeMap<String, LanguageEntries>,
    /// A repository is lost: what is missing may be in it.
    pub is_partial: bool,
}

/// The entries of the repositories of one language.
#[derive(Debug, Clone, Default)]
struct LanguageEntries {
    warnings: SharedWarnings,
    statements: Repository,
}

impl SharedEntries {
    /// Takes in the entries of a repository. `language` is that of the file, as in `en-US`.
    pub fn read(&mut self, file: &Checked<'_>, language: &str) -> Result<(), Refusal> {
        // All or nothing: a repository that is half read would look whole.
        let (warnings, statements) = (shared::read(file)?, repository::read(file)?);
        let entries = self.languages.entry(fold(language)).or_default();
        entries.warnings.extend(warnings);
        entries.statements.extend(statements);
        Ok(())
    }

    /// The same where a repository is lost.
    #[must_use]
    pub fn without_some(self) -> Self {
        Self { is_partial: true, ..self }
    }

    /// A shared warning for a module in a language.
    pub fn warning(&self, level: SafetyLevel, ident: &str, language: &str) -> Option<&SharedWarning> {
        let key = (level, ident.to_owned());
        self.nearest(language).into_iter().find_map(|entries| entries.warnings.get(&key))
    }

    /// A shared statement of applicability for a module in a language.
    pub fn statement(&self, ident: &str, language: &str) -> Option<&Arc<Applic>> {
        self.nearest(language).into_iter().find_map(|entries| entries.statements.get(ident))
    }

    /// All shared statements for a module in a language, each from the nearest repository that has it.
    pub fn statements(&self, language: &str) -> Repository {
        let mut all = Repository::new();
        for entries in self.nearest(language).into_iter().rev() {
            all.extend(entries.statements.iter().map(|(name, statement)| (name.clone(), Arc::clone(statement))));
        }
        all
    }

    /// Entries in the language itself, then in that of another country, then in English, then in any.
    fn nearest(&self, language: &str) -> Vec<&LanguageEntries> {
        let language = fold(language);
        let rank = |own: &str| {
            let is_exact = own == language;
            let is_alike = code_of(own) == code_of(&language);
            (!is_exact, !is_alike, Locale::of_text(code_of(own)) != Some(Locale::English))
        };
        let mut found: Vec<_> = self.languages.iter().collect();
        found.sort_by_key(|(own, _)| rank(own.as_str()));
        found.into_iter().map(|(_, entries)| entries).collect()
    }
}

/// The language without its country.
fn code_of(language: &str) -> &str {
    language.split('-').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;

    #[test]
    fn an_entry_comes_in_the_language_of_its_module() {
        let mut entries = SharedEntries::default();
        for (language, text) in [("en-US", "Hot."), ("zh-CN", "高温。"), ("de-DE", "Heiß.")] {
            let text = format!(
                "<dmodule><content><commonRepository><warningRepository><warningSpec><warningIdent \
                 warningIdentNumber='w-1'/><warningAndCautionPara>{text}</warningAndCautionPara></warningSpec>\
                 </warningRepository><applicRepository><applicSpec><applicSpecIdent applicIdentValue='a-1'/><applic>\
                 <displayText><simplePara>{text}</simplePara></displayText></applic></applicSpec></applicRepository>\
                 </commonRepository></content></dmodule>"
            );
            entries.read(&guard::check(text.as_bytes()).expect("it passes"), language).expect("it is read");
        }
        let expected = ["Hot.", "高温。", "Hot.", "高温。", "Hot.", "Hot."];
        let languages = ["en-US", "zh-CN", "en-GB", "ZH-TW", "fr-FR", ""];
        let warning = |language: &str| {
            entries.warning(SafetyLevel::Warning, "w-1", language).expect("a warning").paragraphs.concat()
        };
        assert_eq!(languages.map(warning), expected);
        let statement = |language: &str| entries.statement("a-1", language).expect("a statement").display.clone();
        assert_eq!(languages.map(statement), expected);
        assert!(
            entries.warning(SafetyLevel::Warning, "w-2", "en-US").is_none()
                && entries.statement("a-2", "en-US").is_none()
        );
    }
}
