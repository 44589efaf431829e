//! One merged module: the text of three versions, checked, with its issue, ready to become a version.

use domain::checkin::CheckIn;
use domain::file::File;
use domain::finding::Severity;
use domain::id::{ObjectId, VersionId};
use domain::revision::VersionTrio;
use domain::version::{Issue, Origin};
use s1000d::document::SourceText;
use s1000d::merge::Merged;
use s1000d::xsd::{self, Schemas};
use store::Tx;

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

/// The result of merging a module.
#[derive(Debug)]
pub(super) enum MergeOutcome {
    /// A version, with the number of conflicts in it.
    Merged(Box<NewVersion>, u64),
    /// The result would not be valid, though our text is.
    Invalid,
}

/// Reads the files of an object; `None` when a version is gone.
pub(super) async fn files(tx: &mut Tx, object: ObjectId, trio: VersionTrio) -> Result<Option<MergedFiles>, Error> {
    let base = file(tx, object, trio.base).await?;
    let theirs = file(tx, object, trio.theirs).await?;
    let ours = file(tx, object, trio.ours).await?;
    let (Some(base), Some(theirs), Some(ours)) = (base, theirs, ours) else { return Ok(None) };
    let taken = issue::taken(tx, &ours).await?;
    Ok(Some(MergedFiles { base, theirs, ours, taken }))
}

/// A version of an object.
pub(super) async fn file(tx: &mut Tx, object: ObjectId, version: Option<VersionId>) -> Result<Option<File>, Error> {
    match version {
        Some(version) => Ok(store::files::find_version(tx, object, version).await?),
        None => Ok(None),
    }
}

/// Merges the files of a module into a version that is ready to be added.
pub(super) async fn make(
    ctx: &Ctx,
    account: &str,
    files: &MergedFiles,
    why: &str,
    schemas: Schemas,
) -> Result<MergeOutcome, Error> {
    let (ours, merged, status) = match merge_files(ctx, files).await {
        // A person can still choose one side.
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => return Ok(MergeOutcome::Invalid),
        merged => merged?,
    };
    let content = ours.with_text(merged.text);
    let conflicts = merged.conflicts.len() as u64;
    let text = NewText { content: content.clone(), status: status.clone() };
    let parents = [files.ours.version_id, files.theirs.version_id];
    let lineage = Lineage { follows: &files.theirs, parents: &parents, taken: &files.taken };
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
async fn merge_files(ctx: &Ctx, files: &MergedFiles) -> Result<(SourceText, Merged, Option<SourceText>), Error> {
    let MergedFiles { base, theirs, ours, .. } = files;
    let status = merged_status(ctx, base, theirs, ours).await?;
    let (base, theirs) = (source::read(ctx, base).await?, source::read(ctx, theirs).await?);
    let ours = source::read(ctx, ours).await?;
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
/// differently, it is theirs.
pub(super) async fn merged_status(
    ctx: &Ctx,
    base: &File,
    theirs: &File,
    ours: &File,
) -> Result<Option<SourceText>, Error> {
    let base = source::read_status(ctx, base).await?;
    let theirs = source::read_status(ctx, theirs).await?;
    let ours = source::read_status(ctx, ours).await?;
    match (base, theirs, ours) {
        (Some(base), Some(theirs), Some(ours)) => {
            let merged = merge(base, theirs.clone(), ours.clone()).await?;
            Ok(Some(if merged.conflicts.is_empty() { ours.with_text(merged.text) } else { theirs }))
        }
        (_, Some(theirs), _) => Ok(Some(theirs)),
        (_, None, ours) => Ok(ours),
    }
}

/// The file of a to-do that is gone.
pub(super) fn gone() -> Error {
    Error::NotFound(Missing::File)
}
