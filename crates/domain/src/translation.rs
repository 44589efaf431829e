//! Translations: modules with the same code in another language.

use chrono::{DateTime, Utc};

use crate::id::{ObjectId, VersionId};
use crate::object::words;
use crate::version::Issue;

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

/// The original of a translation.
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
    pub issue: Issue,
    /// The last version up to the current one that came with a package.
    pub delivered: Option<DeliveredVersion>,
}

/// A version of a module that came with a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveredVersion {
    pub version_id: VersionId,
    pub issue: Issue,
    pub created_on: DateTime<Utc>,
}

impl LanguageModule {
    /// The issue of the original that a translation without record belongs to. Work on it here does not follow the
    /// original.
    pub fn translated_issue(&self) -> &Issue {
        self.delivered.as_ref().map_or(&self.issue, |delivered| &delivered.issue)
    }

    /// The record of a translation, unless its text came with a later package: then nobody has compared that text.
    pub fn counted<'r>(&self, record: Option<&'r TranslationRecord>) -> Option<&'r TranslationRecord> {
        let later = self.delivered.as_ref().filter(|delivered| delivered.version_id == self.version_id);
        record.filter(|record| later.is_none_or(|delivered| delivered.created_on <= record.updated_on))
    }
}

/// The order of issues: number and work, or the date where there are no numbers.
fn rank(issue: &Issue) -> (&str, &str, &str) {
    match issue.number.as_str() {
        "" => ("", "", issue.date.as_str()),
        number => (number, issue.in_work.as_str(), ""),
    }
}

/// Whether both are the same issue, in whatever language.
pub fn is_same_issue(one: &Issue, two: &Issue) -> bool {
    rank(one) == rank(two)
}

/// The state of a translation. One that came with a package has no record: then the issues are compared.
pub fn state_of(
    original: &LanguageModule,
    translation: Option<&LanguageModule>,
    record: Option<&TranslationRecord>,
) -> TranslationState {
    let Some(translation) = translation else { return TranslationState::Missing };
    let record = record.filter(|record| record.original_id == original.object_id);
    match translation.counted(record) {
        Some(record) if record.version_id != original.version_id => TranslationState::Outdated,
        Some(record) if record.is_done => TranslationState::Translated,
        Some(_) => TranslationState::Started,
        None if rank(&original.issue) > rank(translation.translated_issue()) => TranslationState::Outdated,
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

/// The original of a translation: the module that it was made from; without record, that of its code.
pub fn original_for<'m>(
    modules: &[&'m LanguageModule],
    targets: &[String],
    record: Option<&TranslationRecord>,
) -> Option<&'m LanguageModule> {
    let made_from = record.and_then(|record| modules.iter().copied().find(|one| one.object_id == record.original_id));
    made_from.or_else(|| original_of(modules, targets))
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
            issue: issue(number, "00"),
            delivered: None,
        }
    }

    fn issue(number: &str, in_work: &str) -> Issue {
        Issue { number: number.to_owned(), in_work: in_work.to_owned(), ..Issue::default() }
    }

    fn delivered(version: i64, issue: Issue, day: i64) -> DeliveredVersion {
        let created_on = DateTime::UNIX_EPOCH + chrono::Duration::days(day);
        DeliveredVersion { version_id: VersionId(version), issue, created_on }
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
    fn issues_without_numbers_are_compared_by_date() {
        let dated = |id, language, date: &str| {
            let issue = Issue { date: date.to_owned(), ..Issue::default() };
            LanguageModule { issue, ..module(id, id, language, "") }
        };
        let original = dated(1, "en-US", "2026-03-01");
        let state = |date: &str| state_of(&original, Some(&dated(2, "zh-CN", date)), None);
        assert_eq!(
            (state("2026-02-01"), state("2026-03-01")),
            (TranslationState::Outdated, TranslationState::Translated)
        );
    }

    #[test]
    fn work_on_a_delivered_translation_does_not_follow_the_original() {
        let original = LanguageModule { issue: issue("001", "01"), ..module(1, 7, "en-US", "001") };
        let corrected = LanguageModule {
            issue: issue("001", "01"),
            delivered: Some(delivered(3, issue("001", "00"), 0)),
            ..module(2, 8, "zh-CN", "001")
        };
        assert_eq!(state_of(&original, Some(&corrected), None), TranslationState::Outdated);
    }

    #[test]
    fn a_later_package_replaces_what_was_confirmed() {
        let original = module(1, 9, "en-US", "002");
        let text = |version, day| LanguageModule {
            delivered: Some(delivered(version, issue("002", "00"), day)),
            ..module(2, 8, "zh-CN", "002")
        };
        let state = |translation: &LanguageModule| state_of(&original, Some(translation), Some(&record(7, true)));
        assert_eq!(state(&text(8, 1)), TranslationState::Translated, "delivered after the record");
        assert_eq!(state(&text(8, 0)), TranslationState::Outdated, "the text that was confirmed");
        assert_eq!(state(&text(5, 1)), TranslationState::Outdated, "work here after the package");
    }

    #[test]
    fn a_translation_belongs_to_the_module_that_it_was_made_from() {
        let (english, chinese, german) =
            (module(1, 7, "en-US", "1"), module(2, 8, "zh-CN", "1"), module(3, 9, "de-DE", "1"));
        let modules = [&english, &chinese, &german];
        let made = TranslationRecord { original_id: ObjectId(2), ..record(8, false) };
        let found = |record| original_for(&modules, &[], record).map(|one| one.object_id);
        assert_eq!((found(Some(&made)), found(None)), (Some(ObjectId(2)), Some(ObjectId(1))));
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
