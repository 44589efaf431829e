//! One merged module: the text of three versions, checked, with its issue, ready to become a version.

use std::collections::HashSet;

use domain::checkin::CheckIn;
use domain::file::File;
use domain::finding::Severity;
use domain::id::VersionId;
use domain::revision::VersionTrio;
use domain::version::{Issue, Origin};
use s1000d::document::SourceText;
use s1000d::merge::Merged;
use s1000d::xsd::{self, Schemas};
use store::Tx;

use super::{copies, kept_entries};
use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, Error, FileError, Missing};
use crate::editing::issue::{self, NewText, TextRules};
use crate::editing::merged_text::merge;
use crate::editing::source;
use crate::library::versions::NewVersion;

/// The files of an object in the versions that are merged, and the issues that are taken.
#[derive(Debug, Clone)]
pub(super) struct MergedFiles {
    pub(super) base: File,
    pub(super) theirs: File,
    pub(super) ours: File,
    taken: Vec<Issue>,
}

impl MergedFiles {
    /// Ours is a customised copy of the module that the manufacturer delivers.
    fn is_copy(&self) -> bool {
        self.ours.object.id != self.theirs.object.id
    }
}

/// The result of merging a module.
#[derive(Debug)]
pub(super) enum MergeOutcome {
    /// A version, with the number of conflicts in it.
    Merged(Box<NewVersion>, u64),
    /// The result would not be valid, though our text is.
    Invalid,
}

/// Reads the files of an object; `None` when a version is gone.
pub(super) async fn files(tx: &mut Tx, trio: VersionTrio) -> Result<Option<MergedFiles>, Error> {
    let base = file(tx, trio.base).await?;
    let theirs = file(tx, trio.theirs).await?;
    let ours = file(tx, trio.ours).await?;
    let (Some(base), Some(theirs), Some(ours)) = (base, theirs, ours) else { return Ok(None) };
    let taken = issue::taken(tx, &ours).await?;
    Ok(Some(MergedFiles { base, theirs, ours, taken }))
}

/// A version. Those of a customised copy and of its source belong to different objects.
pub(super) async fn file(tx: &mut Tx, version: Option<VersionId>) -> Result<Option<File>, Error> {
    match version {
        Some(version) => Ok(store::files::find_any_version(tx, version).await?),
        None => Ok(None),
    }
}

/// Merges the files of a module into a version that is ready to be added. `kept` are the codes whose entries stay in a
/// publication.
pub(super) async fn make(
    ctx: &Ctx,
    account: &str,
    (files, kept): (&MergedFiles, &HashSet<String>),
    why: &str,
    schemas: Schemas,
) -> Result<MergeOutcome, Error> {
    let (ours, merged, status) = match merge_files(ctx, files, kept).await {
        // A person can still choose one side.
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => return Ok(MergeOutcome::Invalid),
        merged => merged?,
    };
    let mut content = ours.with_text(merged.text);
    if files.is_copy() {
        content = copies::with_source(content, &files.theirs.object.identity.key, &files.theirs.version.issue)?;
    }
    let conflicts = merged.conflicts.len() as u64;
    let text = NewText { content: content.clone(), status: status.clone() };
    let parents = [files.ours.version_id, files.theirs.version_id];
    // A copy has issues of its own.
    let follows = if files.is_copy() { &files.ours } else { &files.theirs };
    let lineage = Lineage { follows, parents: &parents, taken: &files.taken };
    let rules = TextRules { schemas: schemas.clone(), business: None };
    let mut made = version(ctx, account, lineage, text, why, rules).await;
    // Where our text breaks its schema already, the merge is not to blame.
    if let Err(Error::CheckIn(CheckInError::Invalid(_))) = &made
        && !is_valid(&ours, schemas).await?
    {
        made = version(ctx, account, lineage, NewText { content, status }, why, TextRules::default()).await;
    }
    match made {
        Ok(new) => Ok(MergeOutcome::Merged(Box::new(new), conflicts)),
        Err(Error::CheckIn(_)) => Ok(MergeOutcome::Invalid),
        Err(error) => Err(error),
    }
}

/// Our text, the merged one, and the merged status file.
async fn merge_files(
    ctx: &Ctx,
    files: &MergedFiles,
    kept: &HashSet<String>,
) -> Result<(SourceText, Merged, Option<SourceText>), Error> {
    let MergedFiles { base, theirs, ours, .. } = files;
    let status = merged_status(ctx, base, theirs, ours).await?;
    let kind = ours.object.identity.kind;
    let (base, theirs) = (source::read(ctx, base).await?, source::read(ctx, theirs).await?);
    let ours = source::read(ctx, ours).await?;
    let theirs = kept_entries::prepared(kind, [&base, &ours], theirs, kept).await?;
    let merged = merge(base, theirs, ours.clone()).await?;
    Ok((ours, merged, status))
}

/// The file whose issue a new version follows, and the versions that it is made from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lineage<'a> {
    pub(super) follows: &'a File,
    pub(super) parents: &'a [VersionId],
    pub(super) taken: &'a [Issue],
}

/// A version with a merged or resolved text: in work after the issue that it follows.
pub(super) async fn version(
    ctx: &Ctx,
    account: &str,
    lineage: Lineage<'_>,
    text: NewText,
    why: &str,
    rules: TextRules,
) -> Result<NewVersion, Error> {
    let said = CheckIn::in_work(why.to_owned(), None);
    let mut new = issue::make(ctx, account, lineage.follows, lineage.taken, text, &said, rules).await?;
    new.version.origin = Origin::Merge;
    new.based_on = lineage.parents.to_vec();
    Ok(new)
}

async fn is_valid(text: &SourceText, schemas: Schemas) -> Result<bool, Error> {
    let bytes = text.to_bytes();
    let checked = tokio::task::spawn_blocking(move || xsd::check(&schemas, &bytes));
    Ok(checked.await?.iter().all(|finding| finding.severity != Severity::Block))
}

/// The merged status file of packages that have separate ones. It has no conflicts to decide: where both sides changed it
/// differently, it is theirs; for a customised copy ours, which names the copy.
pub(super) async fn merged_status(
    ctx: &Ctx,
    base: &File,
    theirs: &File,
    ours: &File,
) -> Result<Option<SourceText>, Error> {
    let delivered = theirs;
    let is_copy = delivered.object.id != ours.object.id;
    let base = source::read_status(ctx, base).await?;
    let theirs = source::read_status(ctx, theirs).await?;
    let ours = source::read_status(ctx, ours).await?;
    match (base, theirs, ours) {
        (Some(base), Some(theirs), Some(ours)) => {
            let merged = merge(base, theirs.clone(), ours.clone()).await?;
            let text = match (merged.conflicts.is_empty(), is_copy) {
                (true, _) => ours.with_text(merged.text),
                (false, true) => ours,
                (false, false) => theirs,
            };
            if !is_copy {
                return Ok(Some(text));
            }
            Ok(Some(copies::with_source(text, &delivered.object.identity.key, &delivered.version.issue)?))
        }
        (_, _, ours) if is_copy => Ok(ours),
        (_, Some(theirs), _) => Ok(Some(theirs)),
        (_, None, ours) => Ok(ours),
    }
}

/// The file of a to-do that is gone.
pub(super) fn gone() -> Error {
    Error::NotFound(Missing::File)
}
