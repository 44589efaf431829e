//! Objects that the library holds before a package is imported into a manual.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::package::Completeness;
use domain::text::fold;
use domain::version::Issue;
use s1000d::package::Known;
use store::Tx;
use store::blobs::BlobId;
use store::manuals::ManualFilter;
use store::snapshots::SnapshotObject;

use crate::core::error::Error;

/// Rows per query.
const ROWS: u64 = 5_000;

/// Everything a reference of the package may lead to, and the issues that were delivered before.
#[derive(Debug, Default)]
pub(crate) struct KnownManual {
    /// Codes that remain beside the package in any case; folded, with and without language.
    kept: HashSet<String>,
    /// Codes that are removed if the package counts as complete.
    replaced: HashSet<String>,
    treat_as: Option<Completeness>,
    media: HashSet<String>,
    issues: HashMap<String, Vec<(String, String)>>,
}

impl KnownManual {
    /// Reads what a package in these languages meets in a manual, and in all others of its database.
    pub(crate) async fn load(tx: &mut Tx, manual: &Manual, languages: &[String]) -> Result<Self, Error> {
        let mut library = Self::default();
        if let Some(before) = manual.lanes.oem {
            let stays = |object: &SnapshotObject| !object.language.is_empty() && !languages.contains(&object.language);
            library.add(tx, before, stays).await?;
            library.add_issues(tx, manual).await?;
        }
        let filter = ManualFilter { csdb_name: manual.csdb_name.as_str().to_owned(), ..ManualFilter::default() };
        let others = store::manuals::list(tx, &filter).await?;
        for other in others.iter().filter(|other| other.id != manual.id) {
            let lanes: HashSet<SnapshotId> = [other.lanes.oem, other.lanes.working].into_iter().flatten().collect();
            for lane in lanes {
                library.add(tx, lane, |_| true).await?;
            }
        }
        library.media = store::objects::list_media_names(tx, &manual.csdb_id).await?.into_iter().collect();
        Ok(library)
    }

    /// Takes the package for complete or not, whatever it says itself.
    pub(crate) fn treat_as(&mut self, completeness: Completeness) {
        self.treat_as = Some(completeness);
    }

    async fn add(
        &mut self,
        tx: &mut Tx,
        snapshot: SnapshotId,
        stays: impl Fn(&SnapshotObject) -> bool,
    ) -> Result<(), Error> {
        let mut after = ObjectId(0);
        loop {
            let some = store::snapshots::list_objects(tx, snapshot, after, ROWS).await?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.object_id;
            for object in &some {
                let objects = if stays(object) { &mut self.kept } else { &mut self.replaced };
                objects.insert(fold(&object.code));
                objects.insert(fold(&object.key));
            }
        }
    }

    async fn add_issues(&mut self, tx: &mut Tx, manual: &Manual) -> Result<(), Error> {
        let mut after = VersionId(0);
        loop {
            let some = store::versions::list_visible(tx, &manual.id, after, ROWS).await?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.id;
            for one in some {
                self.issues.entry(one.key_folded).or_default().push((issue_text(&one.issue), one.blob));
            }
        }
    }
}

/// As the package's reader writes issues.
fn issue_text(issue: &Issue) -> String {
    if issue.number.is_empty() { issue.date.clone() } else { format!("{}-{}", issue.number, issue.in_work) }
}

impl Known for KnownManual {
    fn has_object(&self, key: &str) -> bool {
        let key = fold(key);
        self.kept.contains(&key) || self.replaced.contains(&key)
    }

    fn keeps_object(&self, key: &str, complete: bool) -> bool {
        let key = fold(key);
        let treated = self.treat_as.unwrap_or(Completeness::of(complete));
        self.kept.contains(&key) || (treated == Completeness::Incremental && self.replaced.contains(&key))
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.media.contains(&fold(file_name))
    }

    fn has_other_content(&self, key: &str, issue: &str, sha256: &[u8; 32]) -> bool {
        let Some(versions) = self.issues.get(&fold(key)) else { return false };
        let blob = BlobId::of_hash(sha256);
        let mut same = versions.iter().filter(|(known, _)| known == issue).peekable();
        same.peek().is_some() && same.all(|(_, kept)| kept != blob.as_str())
    }
}
