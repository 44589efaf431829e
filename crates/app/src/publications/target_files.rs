//! The source of one set of files: all content, or what the filter leaves of it for a profile or an aircraft.

use std::collections::{HashMap, HashSet};

use domain::id::VersionId;
use domain::profile;
use domain::publication::{ManualPublication, PublicationOptions, PublicationTarget};

use super::content::{ContentTarget, ManualContent};
use super::earlier::ReceiverNews;
use super::filter::{self, FilterUse, RemovalReport, StateRules};
use super::located::fail;
use super::sources::{ContentChanges, PublicationSource};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// The input of a publication.
#[derive(Debug)]
pub(super) struct CollectedSource {
    /// All content.
    pub(super) source: PublicationSource,
    pub(super) options: PublicationOptions,
    /// The publication that incremental packages start from.
    pub(super) base: Option<ManualPublication>,
    /// The rules of filtering, in the state that is published and in that of the base.
    pub(super) rules: StateRules,
    pub(super) base_rules: StateRules,
}

/// The source of the files for one target.
#[derive(Debug)]
pub(super) enum TargetSource<'a> {
    Whole(&'a PublicationSource),
    Own(Box<PublicationSource>, Option<RemovalReport>),
}

impl TargetSource<'_> {
    pub(super) fn source(&self) -> &PublicationSource {
        match self {
            Self::Whole(source) => source,
            Self::Own(source, _) => source,
        }
    }

    /// The removed parts; none where nothing is filtered.
    pub(super) fn report(&self) -> Option<&RemovalReport> {
        match self {
            Self::Whole(_) => None,
            Self::Own(_, report) => report.as_ref(),
        }
    }
}

/// Whether a target has all content, without a word in the names of its files.
pub(super) fn is_whole(target: &PublicationTarget) -> bool {
    !target.is_filtered() && target.name == profile::ALL
}

/// The source for a target, whose files have a word in their names.
pub(super) async fn source_of<'a>(
    ctx: &Ctx,
    job: &Running,
    collected: &'a CollectedSource,
    named: (&PublicationTarget, &str),
) -> Result<TargetSource<'a>, JobError> {
    let CollectedSource { source, base, base_rules, .. } = collected;
    let (target, _) = named;
    if is_whole(target) {
        return Ok(TargetSource::Whole(source));
    }
    let earlier = base.as_ref().and_then(|base| base.target_like(target));
    // A profile may have been filtered then and be unfiltered now.
    let has_same_changes = !target.is_filtered() && earlier.as_ref().is_none_or(|earlier| !earlier.is_filtered());
    let state = (&source.content, &collected.rules);
    let (content, report) = content_of(ctx, job, state, named, FilterUse::Files).await?;
    let changes = match base {
        Some(_) if has_same_changes => source.changes.clone(),
        Some(base) => {
            let earlier = earlier.ok_or_else(|| fail("job.failed.publicationGone"))?;
            Some(changes(ctx, job, (base, base_rules), (&earlier, &content)).await?)
        }
        None => None,
    };
    Ok(TargetSource::Own(Box::new(source.with(content, changes)), report))
}

/// The content for a target, and what was removed from it.
pub(super) async fn content_of(
    ctx: &Ctx,
    job: &Running,
    (content, rules): (&ManualContent, &StateRules),
    (target, word): (&PublicationTarget, &str),
    used_for: FilterUse,
) -> Result<(ManualContent, Option<RemovalReport>), JobError> {
    if target.is_filtered() {
        let filtered = filter::apply(ctx, job, (content, rules), (target, word), used_for).await?;
        return Ok((filtered.content, Some(filtered.report)));
    }
    let whole = ContentTarget {
        target: target.clone(),
        word: word.to_owned(),
        hidden: HashSet::new(),
        reduced: HashMap::new(),
        left_out: Vec::new(),
    };
    Ok((content.filtered(content.versions.clone(), whole), None))
}

/// The news for a target. Incremental packages bring more where they start from an older publication than the last:
/// then all files of the publication tell that.
pub(super) async fn news_of(
    ctx: &Ctx,
    job: &Running,
    collected: &CollectedSource,
    target: &PublicationTarget,
    source: &PublicationSource,
) -> Result<ReceiverNews, JobError> {
    let last = source.earlier.base_for(&collected.options, target);
    let base = match (last, &collected.base) {
        (Some(last), Some(since)) if since.number < last.number => Some(since),
        (last, _) => last,
    };
    let Some(base) = base else { return Ok(ReceiverNews::default()) };
    let is_same = collected.base.as_ref().is_some_and(|since| since.id == base.id);
    let versions = match source.changes.as_ref().filter(|_| is_same) {
        Some(changes) => changes.versions.clone(),
        None => changed_since(ctx, job, base, (target, &source.content)).await?,
    };
    Ok(ReceiverNews { since: Some(base.number), versions: Some(versions), tells_all: false })
}

/// The versions for a target that an earlier publication did not have for it. Where that one cannot be filtered any more,
/// they are those that the manual did not have.
pub(super) async fn changed_since(
    ctx: &Ctx,
    job: &Running,
    base: &ManualPublication,
    (target, content): (&PublicationTarget, &ManualContent),
) -> Result<HashSet<VersionId>, JobError> {
    let earlier = base.target_like(target).filter(|earlier| target.is_filtered() || earlier.is_filtered());
    if let Some(earlier) = earlier {
        let rules = StateRules::default();
        match changes(ctx, job, (base, &rules), (&earlier, content)).await {
            Ok(changes) => return Ok(changes.versions),
            // Whatever is wrong with an earlier state must not stop this one.
            Err(JobError::Fail(reasons)) => {
                tracing::warn!(publication.id = %base.id, ?reasons, "an earlier publication cannot be filtered again");
            }
            Err(error) => return Err(error),
        }
    }
    let mut tx = read_for(ctx, job.created_by()).await?;
    let ids = store::publications::list_changed_sources(&mut tx, content.snapshot, base.snapshot).await?;
    Ok(ids.into_iter().collect())
}

/// The changes since an earlier publication, which was filtered for the fleet of that time.
async fn changes(
    ctx: &Ctx,
    job: &Running,
    (base, rules): (&ManualPublication, &StateRules),
    (earlier, after): (&PublicationTarget, &ManualContent),
) -> Result<ContentChanges, JobError> {
    let mut tx = read_for(ctx, job.created_by()).await?;
    let (manual, languages) = (after.manual.clone(), after.languages().to_vec());
    let before = ManualContent::load(&mut tx, manual, base.snapshot, base.revision.clone(), languages, None).await?;
    drop(tx);
    let (before, _) = content_of(ctx, job, (&before, rules), (earlier, ""), FilterUse::Comparison).await?;
    Ok(ContentChanges::between(&before, after))
}
