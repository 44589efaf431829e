//! The input of the packages of a publication.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use domain::house_style::PublishedStyle;
use domain::id::VersionId;
use domain::manual::{Manual, parse_model_ident_code};
use domain::object::ObjectKind;
use domain::operator::{DEFAULT_EXTENSION_PRODUCER, Operator};
use domain::publication::{ManualPublication, ReviseType};
use domain::text::fold;
use domain::version::ReferenceKind;
use publish::front::FrontPart;
use publish::package::{PackageHead, PackedObject, is_packed};
use publish::proof::{SourceManual, SourceTargets};
use s1000d::code::FileName;
use store::Tx;
use store::publications::SourceVersion;

use super::content::ManualContent;
use super::earlier::{EarlierPublications, ReceiverNews};
use crate::core::error::Error;

/// The length of the marks of senders and receivers in S1000D.
const MARK: usize = 5;

/// The content of a publication, with what is needed to write and judge packages of it.
#[derive(Debug)]
pub(super) struct PublicationSource {
    pub(super) content: ManualContent,
    pub(super) operator: Operator,
    /// The house style of the operator at the beginning; none where nothing shows it.
    pub(super) style: Option<PublishedStyle>,
    pub(super) is_draft: bool,
    /// The changes since an earlier publication; none unless an incremental package is written.
    pub(super) changes: Option<ContentChanges>,
    /// The publications of the manual for the same operator before this one.
    pub(super) earlier: Arc<EarlierPublications>,
    /// The news for the receiver. Filled in by [`super::target_files`].
    pub(super) news: ReceiverNews,
    /// Generated front matter; none unless a package or a website is written.
    pub(super) front: Vec<FrontVersion>,
}

/// A generated module as packages and websites take it: it is no object of the library.
#[derive(Debug, Clone)]
pub(super) struct FrontVersion {
    pub(super) part: FrontPart,
    pub(super) version: SourceVersion,
}

/// The difference from an earlier publication.
#[derive(Debug, Clone)]
pub(super) struct ContentChanges {
    /// Versions that the earlier one does not contain.
    pub(super) versions: HashSet<VersionId>,
    /// The keys of objects that only the earlier one contains.
    pub(super) removed: Vec<String>,
}

impl ContentChanges {
    pub(super) async fn load(tx: &mut Tx, base: &ManualPublication, content: &ManualContent) -> Result<Self, Error> {
        let changed = store::snapshots::list_changed(tx, base.snapshot, content.snapshot).await?;
        // A module that is marked as deleted goes out, and the receiver deletes it.
        let here: HashSet<_> = content.versions.iter().map(|version| version.object_id).collect();
        let mut removed: Vec<String> = changed
            .into_iter()
            .filter(|object| object.new.is_none() && is_packed(object.kind) && !here.contains(&object.object_id))
            .map(|object| object.key)
            .collect();
        removed.sort();
        let ids = store::publications::list_changed_sources(tx, content.snapshot, base.snapshot).await?;
        Ok(Self { versions: ids.into_iter().collect(), removed })
    }

    /// The difference of filtered contents. A version that stays may be filtered otherwise, because a fleet or a table
    /// changed.
    pub(super) fn between(before: &ManualContent, after: &ManualContent) -> Self {
        let had: HashMap<&str, &SourceVersion> =
            before.chosen().map(|version| (version.key.as_str(), version)).collect();
        let is_new = |version: &&SourceVersion| {
            let before = had.get(version.key.as_str());
            before.is_none_or(|had| (&had.blob, &had.status_blob) != (&version.blob, &version.status_blob))
        };
        let versions = after.chosen().filter(is_new).map(|version| version.version_id).collect();
        let here: HashSet<&str> = after.chosen().map(|version| version.key.as_str()).collect();
        let mut removed: Vec<String> = had.into_keys().filter(|key| !here.contains(key)).map(str::to_owned).collect();
        removed.sort();
        Self { versions, removed }
    }
}

impl PublicationSource {
    /// The same with other content.
    pub(super) fn with(&self, content: ManualContent, changes: Option<ContentChanges>) -> Self {
        Self {
            content,
            operator: self.operator.clone(),
            style: self.style.clone(),
            is_draft: self.is_draft,
            changes,
            earlier: Arc::clone(&self.earlier),
            news: ReceiverNews::default(),
            front: Vec::new(),
        }
    }

    /// The versions of one package.
    pub(super) fn chosen(&self, revise: ReviseType) -> Vec<&SourceVersion> {
        self.content.versions.iter().filter(|version| self.is_chosen(version, revise)).collect()
    }

    fn is_chosen(&self, version: &SourceVersion, revise: ReviseType) -> bool {
        // Contents and tables belong to every package: without them nothing can be judged.
        let is_frame =
            matches!(version.kind, ObjectKind::PublicationModule | ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct);
        let is_changed = match (revise, &self.changes) {
            (ReviseType::Incremental, Some(changes)) => is_frame || changes.versions.contains(&version.version_id),
            _ => true,
        };
        self.content.is_of_language(version) && is_changed
    }

    /// Whether an incremental package would contain anything new.
    pub(super) fn has_changes(&self) -> bool {
        self.changes.as_ref().is_none_or(|changes| {
            let is_new = |version: &SourceVersion| changes.versions.contains(&version.version_id);
            self.content.versions.iter().any(|version| self.content.is_of_language(version) && is_new(version))
        })
    }

    /// The manual as the proof of a package sees it.
    pub(super) fn outline(&self, revise: ReviseType) -> SourceManual {
        let mut targets = SourceTargets::default();
        for version in &self.content.versions {
            if version.kind == ObjectKind::Icn {
                targets.add_media(&version.key);
            } else {
                targets.add_object(&version.key, &version.code);
            }
        }
        let mut left_out = SourceTargets::default();
        for (key, code) in self.content.left_out() {
            left_out.add_object(key, code);
        }
        SourceManual {
            targets,
            kinds: self.content.versions.iter().map(|version| version.kind).collect(),
            is_part: revise == ReviseType::Incremental || self.content.is_partial(),
            left_out,
            generated: HashSet::new(),
            reduced: HashSet::new(),
            is_filtered: !self.content.target_name().is_empty(),
        }
    }

    /// The head of a package of these versions, still without a number. It depends on them, on what people chose, and on
    /// the names of the manual and the operator; never on the clock.
    pub(super) fn head(&self, versions: &[&SourceVersion], revise: ReviseType) -> PackageHead {
        let manual = &self.content.manual;
        let details = &manual.details;
        let newest = versions.iter().filter_map(|version| version.issue.date.get(..10)).max();
        let alias = manual.alias.as_str();
        let since = self.content.since.as_ref().filter(|_| revise == ReviseType::Incremental);
        PackageHead {
            model: model(manual, versions),
            sender: mark(&details.extension_producer),
            receiver: mark(&self.operator.details.code),
            receiver_name: self.operator.details.name.clone(),
            receiver_country: self.operator.details.country.clone(),
            sequence: 0,
            date: newest.unwrap_or("1970-01-01").to_owned(),
            language: most_frequent(versions.iter().map(|version| version.language.as_str())),
            title: if alias.is_empty() { manual.name.to_string() } else { alias.to_owned() },
            product: details.model_ident_code.clone(),
            manual_type: details.manual_type.clone(),
            customer: self.operator.details.code.clone(),
            revision: self.content.revision.clone(),
            published_for: self.content.target_name().to_owned(),
            since: since.map(|base| base.revision.clone()),
            is_draft: self.is_draft,
            schema_issue: most_frequent(versions.iter().map(|version| version.schema_issue.as_str())).replace('.', "-"),
            // Filled in where a list names some.
            tables: Vec::new(),
        }
    }

    /// As in `H160-MEL-4.1-s1000d-complete.zip`, with the word `draft` for drafts.
    pub(super) fn file_name(&self, format: &str, revise: ReviseType) -> String {
        self.name_of(&format!("{format}-{}.zip", revise.as_str()))
    }

    /// As in `H160-MEL-4.1-contents.csv`, with the word `draft` for drafts.
    pub(super) fn name_of(&self, file: &str) -> String {
        format!("{}-{file}", self.content.file_stem(self.is_draft))
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

/// The keys of the tables of applicability for modules that name none: the ACT that most versions name, the first of
/// several, with the CCT and the PCT that it leads to.
pub(super) async fn main_tables(tx: &mut Tx, content: &ManualContent) -> Result<Vec<String>, Error> {
    let chosen: Vec<&SourceVersion> = content.chosen().collect();
    let ids: Vec<VersionId> = chosen.iter().map(|version| version.version_id).collect();
    let named = store::references::list_tables(tx, &ids).await?;
    Ok(most_named(&chosen, &named))
}

/// The same by the tables that the versions name: version, kind and folded code.
fn most_named(chosen: &[&SourceVersion], named: &[(VersionId, ReferenceKind, String)]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (_, _, code) in named.iter().filter(|(_, kind, _)| *kind == ReferenceKind::Act) {
        *counts.entry(code).or_default() += 1;
    }
    let acts = chosen.iter().filter(|version| version.kind == ObjectKind::Act);
    let count = |act: &SourceVersion| counts.get(fold(&act.code).as_str()).copied().unwrap_or_default();
    let Some(act) = acts.min_by_key(|act| Reverse(count(act))) else { return Vec::new() };
    let below: HashSet<&str> =
        named.iter().filter(|(from, ..)| *from == act.version_id).map(|(.., code)| code.as_str()).collect();
    let is_below = |version: &SourceVersion| {
        matches!(version.kind, ObjectKind::Cct | ObjectKind::Pct) && below.contains(fold(&version.code).as_str())
    };
    let tables = chosen.iter().filter(|version| version.version_id == act.version_id || is_below(version));
    tables.map(|version| version.key.clone()).collect()
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
    use crate::publications::content::test_version;

    #[test]
    fn marks_have_five_letters() {
        assert_eq!(["AZ", "azure-bay", ""].map(mark), ["AZ000", "AZURE", DEFAULT_EXTENSION_PRODUCER]);
    }

    #[test]
    fn the_main_tables_are_those_of_most_modules_and_not_the_first() {
        let of_kind = |id, code: &str, kind| SourceVersion { kind, ..test_version(id, code, "en-US") };
        let versions = [
            of_kind(1, "DMC-BRAKE-ACT", ObjectKind::Act),
            of_kind(2, "DMC-BRAKE-PCT", ObjectKind::Pct),
            of_kind(3, "DMC-WHOLE-ACT", ObjectKind::Act),
            of_kind(4, "DMC-WHOLE-PCT", ObjectKind::Pct),
        ];
        let chosen: Vec<&SourceVersion> = versions.iter().collect();
        let named = |list: &[(i64, ReferenceKind, &str)]| {
            list.iter().map(|(id, kind, code)| (VersionId(*id), *kind, fold(code))).collect::<Vec<_>>()
        };
        let links = [(1, ReferenceKind::Pct, "DMC-BRAKE-PCT"), (3, ReferenceKind::Pct, "DMC-WHOLE-PCT")];
        let uses = [8_i64, 9].map(|module| (module, ReferenceKind::Act, "DMC-WHOLE-ACT"));
        let one = [(7, ReferenceKind::Act, "DMC-BRAKE-ACT")];
        let all = named(&[links.as_slice(), &uses, &one].concat());
        assert_eq!(most_named(&chosen, &all), ["DMC-WHOLE-ACT_en-US", "DMC-WHOLE-PCT_en-US"]);
        assert_eq!(most_named(&chosen, &[]), ["DMC-BRAKE-ACT_en-US"], "of equals the first");
        assert_eq!(most_named(&[], &all), Vec::<String>::new());
    }

    #[test]
    fn the_most_frequent_word_is_the_first_of_equals() {
        assert_eq!(most_frequent(["b", "a", "", "", ""].into_iter()), "a");
        assert_eq!(most_frequent(["b", "a", "b"].into_iter()), "b");
        assert_eq!(most_frequent([].into_iter()), "");
    }
}
