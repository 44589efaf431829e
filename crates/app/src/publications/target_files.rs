//! The source of one set of files: all content, or what the filter leaves of it for a profile or an aircraft.

use std::collections::{HashMap, HashSet};

use domain::id::VersionId;
use domain::profile;
use domain::publication::{ManualPublication, PublicationOptions, PublicationTarget};
use tokio::sync::OnceCell;

use super::content::{ContentTarget, ManualContent};
use super::filter::{self, FilterUse, RemovalReport, StateRules};
use super::located::fail;
use super::sources::{ContentChanges, PublicationSource};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// What a publication is made from.
#[derive(Debug)]
pub(super) struct CollectedSource {
    /// All content.
    pub(super) source: PublicationSource,
    pub(super) options: PublicationOptions,
    /// The publication that incremental packages start from.
    pub(super) base: Option<ManualPublication>,
    /// What filtering depends on, in the state that is published and in that of the base.
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

    /// What was removed; none where nothing is filtered.
    pub(super) fn report(&self) -> Option<&RemovalReport> {
        match self {
            Self::Whole(_) => None,
            Self::Own(_, report) => report.as_ref(),
        }
    }
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
    if !target.is_filtered() && target.name == profile::ALL {
        return Ok(TargetSource::Whole(source));
    }
    let earlier = base.as_ref().and_then(|base| earlier_target(base, target));
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
        changed: OnceCell::new(),
    };
    Ok((content.filtered(content.versions.clone(), whole), None))
}

/// What an earlier publication had for the same profile or aircraft. An aircraft may be called as a profile is.
fn earlier_target(base: &ManualPublication, target: &PublicationTarget) -> Option<PublicationTarget> {
    let is_same = |earlier: &PublicationTarget| earlier.name == target.name && earlier.is_tail() == target.is_tail();
    base.options.all_targets().into_iter().find(is_same)
}

/// The versions of filtered content that the last publication for the same profile or aircraft did not contain as they
/// are; none for content that is not filtered, or that nobody has got yet. Publications come the newest first.
pub(super) async fn changed_since(
    ctx: &Ctx,
    job: &Running,
    content: &ManualContent,
    publications: &[ManualPublication],
) -> Result<Option<HashSet<VersionId>>, JobError> {
    let Some(target) = content.target().filter(|target| target.is_filtered()) else { return Ok(None) };
    let found = publications.iter().find_map(|one| Some((one, earlier_target(one, target)?)));
    let Some((base, earlier)) = found else { return Ok(None) };
    let read = || async {
        let rules = StateRules::default();
        Ok::<_, JobError>(changes(ctx, job, (base, &rules), (&earlier, content)).await?.versions)
    };
    // A book, packages and a website of one publication ask for the same.
    match content.changes_since(&base.id, read).await {
        Ok(changed) => Ok(Some(changed)),
        // Whatever is wrong with an earlier state must not stop this one.
        Err(JobError::Fail(reasons)) => {
            tracing::warn!(publication = base.id.0, ?reasons, "an earlier publication cannot be filtered again");
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// What changed since an earlier publication, which was filtered for the fleet of that time.
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
