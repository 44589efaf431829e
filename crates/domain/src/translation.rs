//! Translations: modules with the same code in another language.

use chrono::{DateTime, Utc};

use crate::id::{ObjectId, VersionId};
use crate::object::words;

words! {
    /// The state of a module in one of the languages of its manual.
    TranslationState {
        /// There is no module in the language.
        Missing = "missing",
        /// It was begun, and nobody has said that it is done.
        Started = "started",
        Translated = "translated",
        /// The original has a later version than the one that was translated.
        Outdated = "outdated",
    }
}

/// What a translation was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationRecord {
    pub object_id: ObjectId,
    pub original_id: ObjectId,
    /// The version of the original that the text was made from.
    pub version_id: VersionId,
    /// Someone has said that all of that version is translated.
    pub is_done: bool,
    pub updated_by: String,
    pub updated_on: DateTime<Utc>,
}

/// A module of a manual in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageModule {
    pub object_id: ObjectId,
    pub version_id: VersionId,
    /// With its language.
    pub key: String,
    /// Without its language.
    pub code: String,
    /// As in `en-US`.
    pub language: String,
    pub title: String,
    /// The issue and the number of the work on it, as in `001` and `00`.
    pub issue: (String, String),
}

/// The state of a translation. One that came with a package has no record: then the issues are compared.
pub fn state_of(
    original: &LanguageModule,
    translation: Option<&LanguageModule>,
    record: Option<&TranslationRecord>,
) -> TranslationState {
    let Some(translation) = translation else { return TranslationState::Missing };
    match record.filter(|record| record.original_id == original.object_id) {
        Some(record) if record.version_id != original.version_id => TranslationState::Outdated,
        Some(record) if record.is_done => TranslationState::Translated,
        Some(_) => TranslationState::Started,
        None if original.issue > translation.issue => TranslationState::Outdated,
        None => TranslationState::Translated,
    }
}

/// Whether modules of a manual are translated into a language.
pub fn is_target(language: &str, targets: &[String]) -> bool {
    targets.iter().any(|target| target.eq_ignore_ascii_case(language))
}

/// The original among the modules of one code: the oldest one in a language that nothing is translated into; where
/// there is none, the oldest one.
pub fn original_of<'m>(modules: &[&'m LanguageModule], targets: &[String]) -> Option<&'m LanguageModule> {
    let rank = |module: &&'m LanguageModule| (is_target(&module.language, targets), module.object_id);
    modules.iter().copied().min_by_key(rank)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(id: i64, version: i64, language: &str, number: &str) -> LanguageModule {
        LanguageModule {
            object_id: ObjectId(id),
            version_id: VersionId(version),
            key: format!("DMC-A_{language}"),
            code: "DMC-A".to_owned(),
            language: language.to_owned(),
            title: String::new(),
            issue: (number.to_owned(), "00".to_owned()),
        }
    }

    fn record(version: i64, is_done: bool) -> TranslationRecord {
        TranslationRecord {
            object_id: ObjectId(2),
            original_id: ObjectId(1),
            version_id: VersionId(version),
            is_done,
            updated_by: "author".to_owned(),
            updated_on: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_translation_is_out_of_date_once_its_original_has_another_version() {
        let (original, translation) = (module(1, 7, "en-US", "002"), module(2, 8, "zh-CN", "001"));
        let state = |record| state_of(&original, Some(&translation), Some(&record));
        assert_eq!(state_of(&original, None, None), TranslationState::Missing);
        assert_eq!(state(record(7, false)), TranslationState::Started);
        assert_eq!(state(record(7, true)), TranslationState::Translated);
        assert_eq!(state(record(6, true)), TranslationState::Outdated);
    }

    #[test]
    fn delivered_translations_are_compared_by_their_issue() {
        let original = module(1, 7, "en-US", "002");
        let state = |number: &str| state_of(&original, Some(&module(2, 8, "zh-CN", number)), None);
        assert_eq!((state("001"), state("002")), (TranslationState::Outdated, TranslationState::Translated));
        let other = TranslationRecord { original_id: ObjectId(9), ..record(7, false) };
        let translation = module(2, 8, "zh-CN", "002");
        assert_eq!(state_of(&original, Some(&translation), Some(&other)), TranslationState::Translated);
    }

    #[test]
    fn the_original_is_in_a_language_that_nothing_is_translated_into() {
        let (chinese, english) = (module(1, 7, "zh-CN", "001"), module(2, 8, "en-US", "001"));
        let original = |targets: &[&str]| {
            let targets: Vec<String> = targets.iter().map(ToString::to_string).collect();
            original_of(&[&chinese, &english], &targets).map(|module| module.language.clone())
        };
        assert_eq!(original(&["ZH-cn"]).as_deref(), Some("en-US"));
        assert_eq!(original(&[]).as_deref(), Some("zh-CN"), "the oldest one");
        assert_eq!(original(&["en-US", "zh-CN"]).as_deref(), Some("zh-CN"));
        assert_eq!(original_of(&[], &[]), None);
    }
}
