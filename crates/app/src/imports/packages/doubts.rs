//! Reasons to check again before a package is imported into a manual.

use chrono::{DateTime, Utc};
use domain::manual::Manual;
use domain::package::Package;
use domain::snapshot::{Lane, Snapshot};
use domain::text::fold;
use store::Tx;

use crate::core::error::Error;

/// Why a package may not belong into a manual, or not now. People decide: official sets change their codes between
/// deliveries, and somebody may want an earlier one back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    OtherModel {
        package: String,
        manual: String,
    },
    NothingShared,
    /// An OEM revision of the manual holds everything that is in the package.
    AlreadyImported {
        revision: i64,
        on: DateTime<Utc>,
    },
    /// The OEM revision that was last delivered in a language of the package is later than the package.
    Older {
        revision: i64,
        /// Number of the package's objects that the manual holds in a later issue.
        objects: u64,
        /// Empty where one does not say it.
        package_date: String,
        revision_date: String,
    },
    /// The newest OEM revision has the original of what the package translates in a later issue.
    OutdatedTranslation {
        revision: i64,
        /// Number of the package's objects concerned.
        objects: u64,
        /// The language of the original.
        original: String,
    },
}

/// Every doubt there is about a package in a manual.
pub(super) async fn raised(tx: &mut Tx, package: &Package, manual: &Manual) -> Result<Vec<Doubt>, Error> {
    let mut doubts: Vec<Doubt> = other_model(package, manual).into_iter().collect();
    let revisions = store::snapshots::list(tx, &manual.id, Lane::Oem).await?;
    let Some(newest) = revisions.first() else { return Ok(doubts) };
    if !store::packages::has_common_code(tx, &package.id, package.report, newest.id).await? {
        doubts.push(Doubt::NothingShared);
        return Ok(doubts);
    }
    if let Some(held) = store::snapshots::find_containing(tx, &manual.id, &package.id, package.report).await? {
        doubts.push(Doubt::AlreadyImported { revision: held.number, on: held.created_on });
    }
    if let Some(last) = last_in(&revisions, languages(package)) {
        doubts.extend(older(tx, package, last).await?);
    }
    doubts.extend(outdated_translation(tx, package, manual, &revisions).await?);
    Ok(doubts)
}

async fn older(tx: &mut Tx, package: &Package, last: &Snapshot) -> Result<Option<Doubt>, Error> {
    let issues = store::packages::count_issues(tx, &package.id, package.report, last.id).await?;
    let dated = package.summary.as_ref().map(|summary| summary.issue_date.clone()).unwrap_or_default();
    // Parts of a manual that have nothing in common may come in any order.
    let is_older = issues.older > 0 || (issues.shared > 0 && is_earlier(&dated, &last.issue_date));
    Ok(is_older.then(|| Doubt::Older {
        revision: last.number,
        objects: issues.older,
        package_date: dated,
        revision_date: last.issue_date.clone(),
    }))
}

async fn outdated_translation(
    tx: &mut Tx,
    package: &Package,
    manual: &Manual,
    revisions: &[Snapshot],
) -> Result<Option<Doubt>, Error> {
    let Some(newest) = revisions.first() else { return Ok(None) };
    let sent = languages(package);
    let originals = originals(revisions, &manual.details.translation_languages);
    for original in originals.iter().filter(|original| !has(sent, original)) {
        let mut objects = 0;
        for translation in sent.iter().filter(|language| !has(&originals, language)) {
            let pair = [translation.as_str(), original];
            objects +=
                store::packages::count_issues_across(tx, &package.id, package.report, newest.id, pair).await?.older;
        }
        if objects > 0 {
            let original = (*original).to_owned();
            return Ok(Some(Doubt::OutdatedTranslation { revision: newest.number, objects, original }));
        }
    }
    Ok(None)
}

fn languages(package: &Package) -> &[String] {
    package.summary.as_ref().map(|summary| summary.languages.as_slice()).unwrap_or_default()
}

/// The newest revision that was delivered in one of these languages; a delivery that says none may be in any.
///
/// A translation of an earlier issue comes later than the next issue of the original: held against it, every
/// original would be old.
fn last_in<'a>(revisions: &'a [Snapshot], languages: &[String]) -> Option<&'a Snapshot> {
    let is_in = |revision: &&Snapshot| {
        let unsaid = languages.is_empty() || revision.languages().next().is_none();
        unsaid || revision.languages().any(|language| has(languages, language))
    };
    revisions.iter().find(is_in)
}

/// The languages that a manual is translated from: what it began with, but for those that somebody calls translations.
fn originals<'a>(revisions: &'a [Snapshot], translations: &[String]) -> Vec<&'a str> {
    let first = revisions.iter().min_by_key(|revision| revision.number);
    first.into_iter().flat_map(Snapshot::languages).filter(|language| !has(translations, language)).collect()
}

fn has(languages: &[impl AsRef<str>], language: &str) -> bool {
    languages.iter().any(|one| fold(one.as_ref()) == fold(language))
}

/// Whether a date is before another, as far as both say it.
fn is_earlier(date: &str, other: &str) -> bool {
    date.bytes().zip(other.bytes()).find(|(one, two)| one != two).is_some_and(|(one, two)| one < two)
}

fn other_model(package: &Package, manual: &Manual) -> Option<Doubt> {
    let (package, manual) = (&package.summary.as_ref()?.model, &manual.details.model_ident_code);
    let differ = !package.is_empty() && !manual.is_empty() && fold(package) != fold(manual);
    differ.then(|| Doubt::OtherModel { package: package.clone(), manual: manual.clone() })
}

#[cfg(test)]
mod tests {
    use domain::id::{ManualId, SnapshotId};

    use super::*;

    #[test]
    fn dates_are_compared_as_far_as_both_go() {
        assert!(is_earlier("2012-12-31", "2016-08-01"));
        assert!(!is_earlier("2016-08-01", "2012-12-31"));
        assert!(is_earlier("2026-03-02T08:00:00Z", "2026-03-03"));
        assert!(!is_earlier("2026-03-02", "2026-03-02T08:00:00Z"), "the same day");
        assert!(!is_earlier("", "2026-03-02") && !is_earlier("2026-03-02", ""), "who says nothing is not earlier");
    }

    /// Revisions delivered in these languages, newest first as the store lists them.
    fn delivered(languages: &[&str]) -> Vec<Snapshot> {
        let one = |(number, language): (i64, &&str)| Snapshot {
            id: SnapshotId(number),
            manual_id: ManualId("m".to_owned()),
            lane: Lane::Oem,
            number,
            name: String::new(),
            decision: None,
            package_id: None,
            issue_number: String::new(),
            issue_date: String::new(),
            language: (*language).to_owned(),
            complete: true,
            object_count: 0,
            module_count: 0,
            created_by: String::new(),
            created_on: DateTime::UNIX_EPOCH,
        };
        let mut all: Vec<Snapshot> = (1..).zip(languages).map(one).collect();
        all.reverse();
        all
    }

    fn texts(languages: &[&str]) -> Vec<String> {
        languages.iter().map(|&language| language.to_owned()).collect()
    }

    #[test]
    fn a_package_is_held_against_the_last_delivery_in_its_language() {
        let number = |history: &[&str], package: &[&str]| {
            last_in(&delivered(history), &texts(package)).map(|revision| revision.number)
        };
        assert_eq!(number(&["en-US", "zh-CN"], &["en-US"]), Some(1), "not against a translation");
        assert_eq!(number(&["en-US", "zh-CN"], &["zh-cn"]), Some(2), "however it is written");
        assert_eq!(number(&["en-US", "zh-CN"], &["fr-FR"]), None, "the first of its language");
        assert_eq!(number(&["en-US,zh-CN", "en-US"], &["zh-CN"]), Some(1));
        assert_eq!(number(&["en-US", "zh-CN"], &["en-US", "zh-CN"]), Some(2), "the last of any of them");
        assert_eq!(number(&["en-US", ""], &["en-US"]), Some(2), "a delivery that says none may be in any");
        assert_eq!(number(&["en-US", "zh-CN"], &[]), Some(2));
        assert_eq!(number(&[], &["en-US"]), None);
    }

    #[test]
    fn a_manual_is_translated_from_what_it_began_with() {
        let from =
            |history: &[&str], translations: &[&str]| originals(&delivered(history), &texts(translations)).join(" ");
        assert_eq!(from(&["en-US", "zh-CN"], &[]), "en-US");
        assert_eq!(from(&["en-US,zh-CN", "zh-CN"], &["zh-CN"]), "en-US");
        assert_eq!(from(&["zh-CN", "en-US"], &["zh-CN"]), "", "the translation came first: nobody knows the original");
        assert_eq!(from(&[], &[]), "");
    }
}
