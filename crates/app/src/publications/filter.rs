//! The content of a publication for a profile or an aircraft, as the applicability filter leaves it (S1000D chapter 4.14,
//! [ADR 39](../../../../docs/adr/0039-filtered-texts-keep-their-annotations.md)).
//!
//! Modules that do not apply are left out, others are filtered and put into the blob store like any content: everything
//! behind this takes them as versions. A module must apply to the same member as its place in the contents.

mod left;
mod members;
mod places;
mod report;
mod rules;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{ObjectId, VersionId};
use domain::job::FailureReason;
use domain::object::ObjectKind;
use domain::publication::PublicationTarget;
use s1000d::applic::Truth;
use s1000d::code::FileName;
use s1000d::filter::{AbsentObjects, FilteredText, JudgedModules};
use store::blobs::BlobId;
use store::publications::SourceVersion;

use self::left::LeftTexts;
use self::members::MemberProductCache;
use self::places::ContentsPlaces;
use self::rules::FilterRules;
use super::content::{ContentTarget, ManualContent};
use super::stored::read_content;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::threads;
use crate::reading::viewer::FilterProducts;

pub(super) use self::left::FilterUse;
pub(super) use self::report::RemovalReport;
pub(super) use self::rules::StateRules;

/// Publication modules in others that are looked through for one that lost all of its entries.
const MAX_NESTING: usize = 16;

/// Content for a target, and what was removed from it.
pub(super) struct FilteredContent {
    pub(super) content: ManualContent,
    pub(super) report: RemovalReport,
}

/// A version after filtering.
struct JudgedVersion {
    filtered: FilteredText,
    /// The new content and its size; none when it stays as it is.
    left: Option<(BlobId, u64)>,
    /// It does not go out.
    is_out: bool,
}

impl JudgedVersion {
    /// The version with what is left of its content.
    fn apply_to(&self, version: &SourceVersion) -> SourceVersion {
        match &self.left {
            Some((blob, size)) => SourceVersion { blob: blob.clone(), size: *size, ..version.clone() },
            None => version.clone(),
        }
    }

    /// Leaves it out although its own statement may hold.
    fn leave_out(&mut self) {
        (self.is_out, self.left) = (true, None);
        self.filtered.truth = Truth::False;
    }
}

/// Filters content for a target. `word` is the part of its file names.
pub(super) async fn apply(
    ctx: &Ctx,
    job: &Running,
    (content, rules): (&ManualContent, &StateRules),
    (target, word): (&PublicationTarget, &str),
    used_for: FilterUse,
) -> Result<FilteredContent, JobError> {
    let rules = rules.get(ctx, job, content).await?;
    let mut tx = read_for(ctx, job.created_by()).await?;
    let listed = store::toc::list_entries(&mut tx, content.snapshot).await?;
    let named: Vec<(VersionId, &str)> =
        content.versions.iter().map(|version| (version.version_id, version.code.as_str())).collect();
    let products = FilterProducts::load(ctx, tx, content.snapshot, &target.scope, &named).await?;
    let products = products.ok_or_else(|| refused("job.failed.publicationTargetUnknown", target))?;
    let around_others = members::around_others(ctx, job, &content.versions, &products).await?;
    let mut places = ContentsPlaces::read(&listed, &content.versions, products.of_contents(), &around_others);
    let alternates = members::alternates(ctx, job, &content.versions, (&rules, &products, &places)).await?;
    let mut run = FilterRun {
        ctx,
        job,
        rules,
        products: &products,
        places: &places,
        alternates: Arc::new(alternates),
        chosen: MemberProductCache::default(),
        used_for,
    };
    let judged = run.judge(content).await?;
    if is_empty(content, &judged) {
        return Err(refused("job.failed.publicationTargetEmpty", target));
    }
    let out = objects_out(content, &judged);
    places.hide(&listed, &out);
    let target = target.without(products.others());
    let report = RemovalReport::new(&target, &products, content, &judged);
    let left = content.versions.iter().filter(|version| !out.contains(&version.object_id));
    let apply = |version: &SourceVersion| match judged.get(&version.version_id) {
        Some(one) => one.apply_to(version),
        None => version.clone(),
    };
    let versions: Vec<SourceVersion> = left.map(apply).collect();
    let is_reduced =
        |version: &&SourceVersion| judged.get(&version.version_id).is_some_and(|one| one.left.is_some() && !one.is_out);
    let is_left_out = |version: &&SourceVersion| out.contains(&version.object_id);
    let name = |version: &SourceVersion| (version.key.clone(), version.code.clone());
    let target = ContentTarget {
        target,
        word: word.to_owned(),
        hidden: places.into_hidden(),
        reduced: content.versions.iter().filter(is_reduced).map(|one| (one.version_id, one.blob.clone())).collect(),
        left_out: content.versions.iter().filter(is_left_out).map(name).collect(),
    };
    Ok(FilteredContent { content: content.filtered(versions, target), report })
}

/// Whether all data modules or all publication modules were left out: nothing could be read, or nobody could find it.
fn is_empty(content: &ManualContent, judged: &HashMap<VersionId, JudgedVersion>) -> bool {
    let is_out = |version: &SourceVersion| judged.get(&version.version_id).is_some_and(|one| one.is_out);
    [ObjectKind::DataModule, ObjectKind::PublicationModule].into_iter().any(|kind| {
        let mut of_kind = content.chosen().filter(|version| version.kind == kind).peekable();
        of_kind.peek().is_some() && of_kind.all(is_out)
    })
}

/// The objects that do not go out. One in a language that is not published goes with those of the same code that are.
fn objects_out(content: &ManualContent, judged: &HashMap<VersionId, JudgedVersion>) -> HashSet<ObjectId> {
    let (mut out, mut left) = (HashSet::new(), HashSet::new());
    for version in content.chosen() {
        let list = match judged.get(&version.version_id) {
            Some(one) if one.is_out => &mut out,
            _ => &mut left,
        };
        list.insert(version.code.as_str());
    }
    let is_out = |version: &&SourceVersion| match judged.get(&version.version_id) {
        Some(one) => one.is_out,
        None => out.contains(version.code.as_str()) && !left.contains(version.code.as_str()),
    };
    content.versions.iter().filter(is_out).map(|version| version.object_id).collect()
}

/// One pass of the filter over a manual.
struct FilterRun<'a> {
    ctx: &'a Ctx,
    job: &'a Running,
    rules: Arc<FilterRules>,
    products: &'a FilterProducts,
    places: &'a ContentsPlaces,
    alternates: Arc<JudgedModules>,
    chosen: MemberProductCache,
    used_for: FilterUse,
}

impl FilterRun<'_> {
    /// Filters the versions that go out. Publication modules come last: their entries depend on what is left.
    async fn judge(&mut self, content: &ManualContent) -> Result<HashMap<VersionId, JudgedVersion>, JobError> {
        let modules: Vec<&SourceVersion> = content.chosen().filter(|version| is_filtered(version.kind)).collect();
        let is_publication = |version: &&SourceVersion| version.kind == ObjectKind::PublicationModule;
        let publications: Vec<&SourceVersion> = content.chosen().filter(is_publication).collect();
        let (mut judged, texts) = self.filter(&modules, None).await?;
        texts.finish(&mut judged).await?;
        // Those that lost all of their entries. Others may contain nothing else.
        let mut emptied: HashSet<VersionId> = HashSet::new();
        let (mut last, mut texts) = self.filter(&publications, None).await?;
        for _ in 0..=MAX_NESTING {
            let mut absent = AbsentObjects::default();
            let of_publications = last.iter().map(|(id, one)| (one, one.is_out || emptied.contains(id)));
            for (one, is_out) in judged.values().map(|one| (one, one.is_out)).chain(of_publications) {
                if let Some(identity) = &one.filtered.identity {
                    absent.add(identity, !is_out);
                }
            }
            (last, texts) = self.filter(&publications, Some(&Arc::new(absent))).await?;
            let is_gone =
                |id: &VersionId, one: &JudgedVersion| one.is_out || one.filtered.is_emptied || emptied.contains(id);
            let gone: HashSet<VersionId> =
                last.iter().filter(|(id, one)| is_gone(id, one)).map(|(id, _)| *id).collect();
            // The last one stays, so that somebody sees what is wrong with it.
            if gone.len() == last.len()
                || gone.iter().all(|id| emptied.contains(id) || last.get(id).is_none_or(|one| one.is_out))
            {
                break;
            }
            emptied.extend(gone);
        }
        texts.finish(&mut last).await?;
        for id in &emptied {
            if let Some(one) = last.get_mut(id) {
                one.leave_out();
            }
        }
        judged.extend(last);
        Ok(judged)
    }

    /// Filters some versions. What is left of their texts is not part of them until it is finished.
    async fn filter(
        &mut self,
        versions: &[&SourceVersion],
        absent: Option<&Arc<AbsentObjects>>,
    ) -> Result<(HashMap<VersionId, JudgedVersion>, LeftTexts), JobError> {
        let mut judged = HashMap::with_capacity(versions.len());
        let mut texts = LeftTexts::new(self.ctx, self.used_for);
        for some in versions.chunks(threads() * 2) {
            self.job.check()?;
            let mut tasks = Vec::with_capacity(some.len());
            for version in some {
                let members = self.chosen.of_version(self.ctx, (self.products, self.places), version).await?;
                let (bytes, rules) = (read_content(self.ctx, version).await?, Arc::clone(&self.rules));
                let (absent, alternates) = (absent.cloned(), Arc::clone(&self.alternates));
                let is_out = members.is_out;
                let task = tokio::task::spawn_blocking(move || {
                    rules.filter(&bytes, &members, (&alternates, absent.as_deref()))
                });
                tasks.push((task, is_out));
            }
            for (version, (task, is_out)) in some.iter().zip(tasks) {
                let (mut filtered, bytes) = task.await.map_err(Error::from)?.map_err(|refusal| {
                    tracing::warn!(module = version.key, %refusal, "a module cannot be filtered");
                    unreadable(version)
                })?;
                let is_out = is_out || filtered.truth == Truth::False;
                filtered.truth = if is_out { Truth::False } else { Truth::True };
                // Only their number is told.
                filtered.removals = Vec::new();
                if self.used_for == FilterUse::Comparison {
                    // Nobody reads a report of it.
                    (filtered.references, filtered.findings) = (Vec::new(), Vec::new());
                }
                let of_name = || FileName::parse(&version.key).ok().map(|name| name.identity);
                filtered.identity = filtered.identity.take().or_else(of_name);
                if let Some(bytes) = bytes.filter(|_| !is_out) {
                    texts.add(version.version_id, bytes).await?;
                }
                judged.insert(version.version_id, JudgedVersion { filtered, left: None, is_out });
            }
        }
        Ok((judged, texts))
    }
}

/// Tables, rules and repositories are for all aircraft; publication modules are filtered after everything else.
fn is_filtered(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::DataModule | ObjectKind::Container)
}

/// A text that cannot be filtered must not go out: it may be for other aircraft.
fn unreadable(version: &SourceVersion) -> JobError {
    let reason = FailureReason::new("job.failed.publicationFilter").with("file", version.key.as_str());
    JobError::Fail(vec![reason.in_step("collect")])
}

fn refused(key: &str, target: &PublicationTarget) -> JobError {
    JobError::Fail(vec![FailureReason::new(key).with("name", target.name.as_str()).in_step("collect")])
}
