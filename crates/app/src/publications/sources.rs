//! What a publication is made from: the versions of the working lane at one point.

use std::collections::{BTreeMap, HashSet};

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::{Manual, parse_model_ident_code};
use domain::object::ObjectKind;
use domain::operator::{DEFAULT_EXTENSION_PRODUCER, Operator};
use domain::publication::ReviseType;
use domain::version::Issue;
use publish::manifest::ManifestInput;
use publish::package::{PackageHead, PackedObject, is_packed};
use publish::proof::{KnownTargets, SourceManual};
use s1000d::code::FileName;
use store::Tx;
use store::manuals::ManualFilter;
use store::publications::SourceVersion;

use crate::core::error::Error;

/// Rows per query.
const ROWS: u64 = 5_000;
/// The length of the marks of senders and receivers in S1000D.
const MARK: usize = 5;

/// The versions of a manual at one point, with what is needed to write and judge a package of them.
#[derive(Debug)]
pub(super) struct PublicationSource {
    pub(super) manual: Manual,
    pub(super) snapshot: SnapshotId,
    pub(super) operator: Operator,
    pub(super) revision: String,
    /// In the order of their keys.
    pub(super) versions: Vec<SourceVersion>,
    /// The languages that were chosen; empty for all.
    pub(super) languages: Vec<String>,
    /// Versions that an earlier publication does not contain; none unless one was named.
    pub(super) changed: Option<HashSet<VersionId>>,
    /// The objects of other manuals of the database.
    others: KnownTargets,
}

impl PublicationSource {
    /// Reads the versions, and the names of what references in them may lead to.
    pub(super) async fn load(
        tx: &mut Tx,
        manual: Manual,
        snapshot: SnapshotId,
        (operator, revision): (Operator, String),
        languages: Vec<String>,
        since: Option<SnapshotId>,
    ) -> Result<Self, Error> {
        let mut versions = Vec::new();
        let mut after = ObjectId(0);
        loop {
            let some = store::publications::list_sources(tx, snapshot, after, ROWS).await?;
            let Some(last) = some.last() else { break };
            after = last.object_id;
            versions.extend(some.into_iter().filter(|version| is_packed(version.kind)));
        }
        versions.sort_by(|a, b| a.key.cmp(&b.key));
        let changed = match since {
            Some(since) => {
                let ids = store::publications::list_changed_sources(tx, snapshot, since).await?;
                Some(ids.into_iter().collect())
            }
            None => None,
        };
        let others = targets_of_others(tx, &manual).await?;
        Ok(Self { manual, snapshot, operator, revision, versions, languages, changed, others })
    }

    /// The versions of one package.
    pub(super) fn chosen(&self, revise: ReviseType) -> Vec<&SourceVersion> {
        self.versions.iter().filter(|version| self.is_chosen(version, revise)).collect()
    }

    fn is_chosen(&self, version: &SourceVersion, revise: ReviseType) -> bool {
        let is_of_language =
            version.language.is_empty() || self.languages.is_empty() || self.languages.contains(&version.language);
        // Contents and tables belong to every package: without them nothing can be judged.
        let is_frame =
            matches!(version.kind, ObjectKind::PublicationModule | ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct);
        let is_changed = match (revise, &self.changed) {
            (ReviseType::Incremental, Some(changed)) => is_frame || changed.contains(&version.version_id),
            _ => true,
        };
        is_of_language && is_changed
    }

    /// Whether an incremental package would contain anything new.
    pub(super) fn has_changes(&self) -> bool {
        self.changed
            .as_ref()
            .is_none_or(|changed| self.versions.iter().any(|version| changed.contains(&version.version_id)))
    }

    /// What references of a package may lead to outside of it: other manuals, and the rest of this one where the
    /// package is only a part.
    pub(super) fn known(&self, revise: ReviseType) -> KnownTargets {
        let mut known = self.others.clone();
        if revise == ReviseType::Incremental || !self.languages.is_empty() {
            known.extend(&self.targets());
        }
        known
    }

    /// The manual as the proof sees it.
    pub(super) fn outline(&self) -> SourceManual {
        let has = |kind| self.versions.iter().any(|version| version.kind == kind);
        SourceManual {
            targets: self.targets(),
            has_publication: has(ObjectKind::PublicationModule),
            has_act: has(ObjectKind::Act),
            has_cct: has(ObjectKind::Cct),
            has_pct: has(ObjectKind::Pct),
        }
    }

    fn targets(&self) -> KnownTargets {
        let mut targets = KnownTargets::default();
        for version in &self.versions {
            add(&mut targets, version.kind, &version.key, &version.code);
        }
        targets
    }

    /// The versions for the manifest, in the order of their keys.
    pub(super) fn inputs(&self) -> Vec<ManifestInput> {
        let input = |version: &SourceVersion| ManifestInput {
            key: version.key.clone(),
            issue: issue_text(&version.issue),
            sha256: version.blob.as_str().to_owned(),
            status_sha256: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        };
        let chosen = self.versions.iter().filter(|version| self.is_chosen(version, ReviseType::Complete));
        chosen.map(input).collect()
    }

    /// The head of a package of these versions. It depends on them and on what people chose, never on the clock.
    pub(super) fn head(&self, versions: &[&SourceVersion], revise: ReviseType) -> PackageHead {
        let details = &self.manual.details;
        let newest = versions.iter().filter_map(|version| version.issue.date.get(..10)).max();
        let alias = self.manual.alias.as_str();
        PackageHead {
            model: model(&self.manual, versions),
            sender: mark(&details.extension_producer),
            receiver: mark(&self.operator.details.code),
            receiver_name: self.operator.details.name.clone(),
            receiver_country: self.operator.details.country.clone(),
            sequence: sequence(&self.revision),
            date: newest.unwrap_or("1970-01-01").to_owned(),
            language: most_frequent(versions.iter().map(|version| version.language.as_str())),
            title: if alias.is_empty() { self.manual.name.to_string() } else { alias.to_owned() },
            product: details.model_ident_code.clone(),
            manual_type: details.manual_type.clone(),
            customer: self.operator.details.code.clone(),
            revision: self.revision.clone(),
            is_incremental: revise == ReviseType::Incremental,
            schema_issue: most_frequent(versions.iter().map(|version| version.schema_issue.as_str())).replace('.', "-"),
        }
    }
}

/// A version as a package takes it.
pub(super) fn packed(version: &SourceVersion) -> PackedObject {
    PackedObject {
        kind: version.kind,
        key: version.key.clone(),
        issue: version.issue.clone(),
        tech_name: version.tech_name.clone(),
        info_name: version.info_name.clone(),
        security: version.security.clone(),
        sha256: version.blob.as_str().to_owned(),
        size: version.size,
        status_sha256: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        media_type: version.media_type.clone(),
    }
}

fn add(targets: &mut KnownTargets, kind: ObjectKind, key: &str, code: &str) {
    if kind == ObjectKind::Icn {
        targets.add_media(key);
    } else {
        targets.add_object(key, code);
    }
}

/// The names in the working lanes of the other manuals that the caller sees.
async fn targets_of_others(tx: &mut Tx, manual: &Manual) -> Result<KnownTargets, Error> {
    let mut targets = KnownTargets::default();
    let filter = ManualFilter { csdb_name: manual.csdb_name.as_str().to_owned(), ..ManualFilter::default() };
    for other in store::manuals::list(tx, &filter).await?.iter().filter(|other| other.id != manual.id) {
        let Some(lane) = other.lanes.working else { continue };
        let mut after = ObjectId(0);
        loop {
            let some = store::snapshots::list_objects(tx, lane, after, ROWS).await?;
            let Some(last) = some.last() else { break };
            after = last.object_id;
            for object in &some {
                add(&mut targets, object.kind, &object.key, &object.code);
            }
        }
    }
    Ok(targets)
}

fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { issue.date.clone() } else { format!("{}-{}", issue.number, issue.in_work) }
}

/// The model of the manual, or that of its first module.
fn model(manual: &Manual, versions: &[&SourceVersion]) -> String {
    let of_module = || {
        let name = versions.iter().find_map(|version| FileName::parse(&version.key).ok())?;
        name.identity.code.model_ident_code().map(str::to_owned)
    };
    let own = parse_model_ident_code(&manual.details.model_ident_code).ok();
    own.or_else(of_module).unwrap_or_else(|| "AIRFOLIO".to_owned())
}

/// A mark of five letters and digits: as long ones are cut, short ones are filled.
fn mark(code: &str) -> String {
    let mut mark: String =
        code.chars().filter(char::is_ascii_alphanumeric).take(MARK).collect::<String>().to_ascii_uppercase();
    if mark.is_empty() {
        return DEFAULT_EXTENSION_PRODUCER.to_owned();
    }
    while mark.len() < MARK {
        mark.push('0');
    }
    mark
}

/// The last digits of a revision number, as in 41 for `4.1`; 1 for one without digits.
fn sequence(revision: &str) -> u32 {
    let digits: String = revision.chars().filter(char::is_ascii_digit).collect();
    let last = digits.get(digits.len().saturating_sub(MARK)..).unwrap_or_default();
    last.parse().ok().filter(|number| *number > 0).unwrap_or(1)
}

/// The word that comes most often; of equals the first in the alphabet. Empty ones are not counted.
fn most_frequent<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words.filter(|word| !word.is_empty()) {
        *counts.entry(word).or_default() += 1;
    }
    let most = counts.values().max().copied().unwrap_or_default();
    let found = counts.into_iter().find(|(_, count)| *count == most);
    found.map(|(word, _)| word.to_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_have_five_letters_and_sequences_the_last_digits() {
        assert_eq!(["AZ", "azure-bay", ""].map(mark), ["AZ000", "AZURE", DEFAULT_EXTENSION_PRODUCER]);
        assert_eq!(["4.1", "Rev B", "2026-11-17", "000"].map(sequence), [41, 1, 61117, 1]);
    }

    #[test]
    fn the_most_frequent_word_is_the_first_of_equals() {
        assert_eq!(most_frequent(["b", "a", "", "", ""].into_iter()), "a");
        assert_eq!(most_frequent(["b", "a", "b"].into_iter()), "b");
        assert_eq!(most_frequent([].into_iter()), "");
    }
}
