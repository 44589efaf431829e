//! The versions of a manual at one point, of the languages and for the target that were chosen.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::object::ObjectKind;
use domain::publication::PublicationTarget;
use domain::version::Issue;
use publish::manifest::{ManifestBase, ManifestInput};
use publish::package::is_packed;
use store::Tx;
use store::blobs::BlobId;
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

use crate::core::error::Error;

/// Rows per query.
const ROWS: u64 = 5_000;

/// The content of a publication.
#[derive(Debug)]
pub(super) struct ManualContent {
    pub(super) manual: Manual,
    pub(super) snapshot: SnapshotId,
    /// The revision number that a person gave the publication.
    pub(super) revision: String,
    /// The publication that its incremental packages start from.
    pub(super) since: Option<ManifestBase>,
    /// All of the manual, in the order of their keys.
    pub(super) versions: Vec<SourceVersion>,
    /// The languages that were chosen; empty for all.
    languages: Vec<String>,
    /// The codes of tables, rules and repositories that are there in a chosen language.
    shared: HashSet<String>,
    /// The target that it was filtered for; none for all content.
    filtered_for: Option<ContentTarget>,
}

/// A target that content was filtered for.
#[derive(Debug, Clone)]
pub(super) struct ContentTarget {
    pub(super) target: PublicationTarget,
    /// The part of its file names, as in `for-QZ-HAC`.
    pub(super) word: String,
    /// Entries of the contents that are left out.
    pub(super) hidden: HashSet<TocNodeId>,
    /// Versions from which something was removed, with their content before.
    pub(super) reduced: HashMap<VersionId, BlobId>,
    /// The keys and codes of objects that do not apply.
    pub(super) left_out: Vec<(String, String)>,
}

impl ManualContent {
    /// Reads the versions of a snapshot.
    pub(super) async fn load(
        tx: &mut Tx,
        manual: Manual,
        snapshot: SnapshotId,
        revision: String,
        languages: Vec<String>,
        since: Option<ManifestBase>,
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
        let is_here = |version: &&SourceVersion| is_shared(version.kind) && languages.contains(&version.language);
        let shared = versions.iter().filter(is_here).map(|version| version.code.clone()).collect();
        Ok(Self { manual, snapshot, revision, since, versions, languages, shared, filtered_for: None })
    }

    /// The same for a target, with its versions.
    pub(super) fn filtered(&self, versions: Vec<SourceVersion>, target: ContentTarget) -> Self {
        Self {
            manual: self.manual.clone(),
            snapshot: self.snapshot,
            revision: self.revision.clone(),
            since: self.since.clone(),
            versions,
            languages: self.languages.clone(),
            shared: self.shared.clone(),
            filtered_for: Some(target),
        }
    }

    /// The target that it was filtered for; none for all content.
    pub(super) fn target(&self) -> Option<&PublicationTarget> {
        self.filtered_for.as_ref().map(|filtered| &filtered.target)
    }

    /// The name of the profile or aircraft that it was filtered for; empty for all content.
    pub(super) fn target_name(&self) -> &str {
        self.target().map(|target| target.name.as_str()).unwrap_or_default()
    }

    /// Whether an entry of the contents is left out.
    pub(super) fn is_hidden(&self, entry: TocNodeId) -> bool {
        self.filtered_for.as_ref().is_some_and(|filtered| filtered.hidden.contains(&entry))
    }

    /// Whether something was removed from a version: what the library knows of its text may be about more.
    pub(super) fn is_reduced(&self, version: &SourceVersion) -> bool {
        self.content_before(version).is_some()
    }

    /// The content of a version before something was removed from it; none where it is as it was.
    pub(super) fn content_before(&self, version: &SourceVersion) -> Option<&BlobId> {
        self.filtered_for.as_ref()?.reduced.get(&version.version_id)
    }

    /// The keys and codes of objects that were left out.
    pub(super) fn left_out(&self) -> &[(String, String)] {
        self.filtered_for.as_ref().map(|filtered| filtered.left_out.as_slice()).unwrap_or_default()
    }

    /// The entries of the contents that are left.
    pub(super) fn entries(&self, mut listed: Vec<ContentsEntry>) -> Vec<ContentsEntry> {
        listed.retain(|entry| !self.is_hidden(entry.id));
        listed
    }

    /// Whether a version goes out with the languages that were chosen. Modules refer to tables, rules and repositories:
    /// one that a chosen language lacks goes out in another.
    pub(super) fn is_of_language(&self, version: &SourceVersion) -> bool {
        self.languages.is_empty()
            || version.language.is_empty()
            || self.languages.contains(&version.language)
            || (is_shared(version.kind) && !self.shared.contains(&version.code))
    }

    /// The languages that were chosen; empty for all.
    pub(super) fn languages(&self) -> &[String] {
        &self.languages
    }

    /// The versions that go out.
    pub(super) fn chosen(&self) -> impl Iterator<Item = &SourceVersion> {
        self.versions.iter().filter(|version| self.is_of_language(version))
    }

    /// Whether some languages were chosen.
    pub(super) fn is_partial(&self) -> bool {
        !self.languages.is_empty()
    }

    /// The stem of the file names of a publication: as in `H160-MEL-4.1-for-QZ-HAC`, with the word `draft` for drafts.
    pub(super) fn file_stem(&self, is_draft: bool) -> String {
        let word = self.filtered_for.as_ref().map(|filtered| filtered.word.as_str()).unwrap_or_default();
        file_stem(&self.manual, (&self.revision, word), is_draft)
    }

    /// The versions for the manifest, in the order of their keys.
    pub(super) fn inputs(&self) -> Vec<ManifestInput> {
        let input = |version: &SourceVersion| ManifestInput {
            key: version.key.clone(),
            issue: issue_text(&version.issue),
            sha256: version.blob.as_str().to_owned(),
            status_sha256: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        };
        self.versions.iter().filter(|version| self.is_of_language(version)).map(input).collect()
    }
}

/// The stem of the file names of a manual's publication, given its revision and the word of its target, which is empty
/// for all content.
pub(super) fn file_stem(manual: &Manual, (revision, word): (&str, &str), is_draft: bool) -> String {
    let revision = in_file_name(revision);
    let mut parts = vec![manual.csdb_name.as_str(), manual.name.as_str(), revision.as_str()];
    if !word.is_empty() {
        parts.push(word);
    }
    if is_draft {
        parts.push("draft");
    }
    parts.join("-")
}

/// A text with nothing but what every file system and the list of artifacts take.
fn in_file_name(text: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    text.chars().map(|c| if fits(c) { c } else { '_' }).collect()
}

/// Whether modules of all languages refer to such an object.
pub(super) fn is_shared(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct | ObjectKind::Brex | ObjectKind::Repository)
}

/// Whether a version is the issue that deletes its module. Packages contain it, so that receivers delete the module; for
/// people and systems that read the publication the module is no more.
pub(super) fn is_deleted(version: &SourceVersion) -> bool {
    version.issue.kind == "deleted"
}

pub(super) fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { issue.date.clone() } else { format!("{}-{}", issue.number, issue.in_work) }
}

/// A version of a module for tests.
#[cfg(test)]
pub(super) fn test_version(id: i64, code: &str, language: &str) -> SourceVersion {
    SourceVersion {
        object_id: ObjectId(id),
        version_id: domain::id::VersionId(id),
        kind: ObjectKind::DataModule,
        key: [code, "_", language].concat(),
        code: code.to_owned(),
        language: language.to_owned(),
        tech_name: String::new(),
        info_name: String::new(),
        content_type: String::new(),
        issue: Issue::default(),
        schema_issue: String::new(),
        security: String::new(),
        blob: BlobId::of_hash(&[0; 32]),
        status_blob: None,
        size: 0,
        media_type: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_file_name;

    #[test]
    fn file_names_have_no_surprises() {
        assert_eq!(["4.1", "Rev B", "../x,y"].map(in_file_name), ["4.1", "Rev_B", ".._x_y"]);
    }
}
