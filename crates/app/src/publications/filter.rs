//! The content of a publication for a profile or an aircraft, as the applicability filter leaves it (S1000D chapter 4.14,
//! [ADR 39](../../../../docs/adr/0039-filtered-texts-keep-their-annotations.md)).
//!
//! Modules that do not apply are left out, others are filtered and put into the blob store like any content: everything
//! behind this takes them as versions. A module must apply to the same member as its place in the contents.

mod places;
mod report;
mod rules;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{ObjectId, VersionId};
use domain::job::FailureReason;
use domain::object::ObjectKind;
use domain::publication::PublicationTarget;
use domain::version::VersionContent;
use s1000d::applic::{Assignments, Truth};
use s1000d::code::FileName;
use s1000d::filter::{AbsentObjects, FilteredText};
use store::blobs::BlobId;
use store::publications::SourceVersion;

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

pub(super) use self::report::RemovalReport;

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
}

/// The members of a target that a module is for.
struct VersionMembers {
    /// Their values, as far as the ACT of the module knows them.
    products: Vec<Assignments>,
    is_out: bool,
    /// A status file says whom the module applies to, whatever the module says itself.
    is_stated: bool,
}

/// Filters content for a target. `word` is the part of its file names.
pub(super) async fn apply(
    ctx: &Ctx,
    job: &Running,
    content: &ManualContent,
    (target, word): (&PublicationTarget, &str),
) -> Result<FilteredContent, JobError> {
    let rules = Arc::new(FilterRules::read(ctx, job, content).await?);
    let mut tx = read_for(ctx, job.created_by()).await?;
    let listed = store::toc::list_entries(&mut tx, content.snapshot).await?;
    let named: Vec<(VersionId, &str)> =
        content.versions.iter().map(|version| (version.version_id, version.code.as_str())).collect();
    let products = FilterProducts::load(ctx, tx, content.snapshot, &target.scope, &named).await?;
    let products = products.ok_or_else(|| refused("job.failed.publicationTargetUnknown", target))?;
    let mut places = ContentsPlaces::read(&listed, &content.versions, products.of_contents());
    let run = FilterRun { ctx, job, rules, products: &products, places: &places };
    let judged = run.judge(content).await?;
    let is_out = |version: &SourceVersion| judged.get(&version.version_id).is_some_and(|one| one.is_out);
    let is_text = |version: &&SourceVersion| version.kind == ObjectKind::DataModule && content.is_of_language(version);
    if content.versions.iter().any(|version| is_text(&version))
        && !content.versions.iter().filter(is_text).any(|version| !is_out(version))
    {
        return Err(refused("job.failed.publicationTargetEmpty", target));
    }
    let out = objects_out(content, &judged);
    places.hide(&listed, &out);
    let report = RemovalReport::new(target, products.strangers(), content, &judged);
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
        target: target.clone(),
        word: word.to_owned(),
        hidden: places.into_hidden(),
        reduced: content.versions.iter().filter(is_reduced).map(|one| (one.version_id, one.blob.clone())).collect(),
        left_out: content.versions.iter().filter(is_left_out).map(name).collect(),
    };
    Ok(FilteredContent { content: content.filtered(versions, target), report })
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
}

impl FilterRun<'_> {
    /// Filters the versions that go out. Publication modules come last: their entries depend on what is left.
    async fn judge(&self, content: &ManualContent) -> Result<HashMap<VersionId, JudgedVersion>, JobError> {
        let of_kind = |is_so: fn(ObjectKind) -> bool| {
            content.chosen().filter(move |version| is_so(version.kind)).collect::<Vec<&SourceVersion>>()
        };
        let mut judged = self.filter(&of_kind(is_filtered), None).await?;
        let publications = of_kind(|kind| kind == ObjectKind::PublicationModule);
        let alone = self.filter(&publications, None).await?;
        let mut absent = AbsentObjects::default();
        for one in judged.values().chain(alone.values()) {
            if let Some(identity) = &one.filtered.identity {
                absent.add(identity, !one.is_out);
            }
        }
        judged.extend(self.filter(&publications, Some(&Arc::new(absent))).await?);
        Ok(judged)
    }

    async fn filter(
        &self,
        versions: &[&SourceVersion],
        absent: Option<&Arc<AbsentObjects>>,
    ) -> Result<HashMap<VersionId, JudgedVersion>, JobError> {
        let mut judged = HashMap::with_capacity(versions.len());
        for some in versions.chunks(threads() * 2) {
            self.job.check()?;
            let mut tasks = Vec::with_capacity(some.len());
            for version in some {
                let members = self.members_of(version).await?;
                let (bytes, rules) = (read_content(self.ctx, version).await?, Arc::clone(&self.rules));
                let (absent, is_out) = (absent.cloned(), members.is_out);
                let task = tokio::task::spawn_blocking(move || rules.filter(&bytes, &members, absent.as_deref()));
                tasks.push((task, is_out));
            }
            for (version, (task, is_out)) in some.iter().zip(tasks) {
                let (mut filtered, bytes) = task.await.map_err(Error::from)?.map_err(|refusal| {
                    tracing::warn!(module = version.key, %refusal, "a module cannot be filtered");
                    unreadable(version)
                })?;
                // Shared by all, whatever they say about themselves.
                let may_go = !matches!(version.kind, ObjectKind::Repository);
                let is_out = may_go && (is_out || filtered.truth == Truth::False);
                filtered.truth = if is_out { Truth::False } else { Truth::True };
                // Only their number is told.
                filtered.removals = Vec::new();
                let of_name = || FileName::parse(&version.key).ok().map(|name| name.identity);
                filtered.identity = filtered.identity.take().or_else(of_name);
                let left = match bytes.filter(|_| !is_out) {
                    Some(bytes) => {
                        let size = bytes.len() as u64;
                        Some((self.ctx.blobs.put(bytes.into()).await?, size))
                    }
                    None => None,
                };
                judged.insert(version.version_id, JudgedVersion { filtered, left, is_out });
            }
        }
        Ok(judged)
    }

    /// The members that a module is for by its place and by its status file.
    async fn members_of(&self, version: &SourceVersion) -> Result<VersionMembers, JobError> {
        let members = self.products.of_version(version.version_id);
        let at_place = self.places.members(version);
        let is_here = |place: usize| at_place.is_none_or(|here| here.get(place).copied().unwrap_or(true));
        let stated = match version.status_blob {
            Some(_) => self.products.of_status(self.ctx, &content_of(version), &version.language).await?,
            None => None,
        };
        let may = |values: &Option<Assignments>| match (&stated, values) {
            (Some(stated), Some(values)) => stated.evaluate(values) != Truth::False,
            // Nothing is known of a member that the ACT of the module does not know.
            _ => true,
        };
        let values: Vec<&Option<Assignments>> = (0..members.len())
            .filter(|place| is_here(*place))
            .map(|place| &members[place])
            .filter(|one| may(one))
            .collect();
        Ok(VersionMembers {
            is_out: values.is_empty(),
            products: values.into_iter().flatten().cloned().collect(),
            is_stated: stated.is_some(),
        })
    }
}

/// Tables and rules are for all aircraft; publication modules are filtered after everything else.
fn is_filtered(kind: ObjectKind) -> bool {
    matches!(kind, ObjectKind::DataModule | ObjectKind::Container | ObjectKind::Repository)
}

fn content_of(version: &SourceVersion) -> VersionContent {
    VersionContent {
        blob: version.blob.as_str().to_owned(),
        status_blob: version.status_blob.as_ref().map(|blob| blob.as_str().to_owned()),
        size: version.size,
        media_type: version.media_type.clone(),
    }
}

/// A text that cannot be filtered must not go out: it may be for other aircraft.
fn unreadable(version: &SourceVersion) -> JobError {
    let reason = FailureReason::new("job.failed.publicationFilter").with("file", version.key.as_str());
    JobError::Fail(vec![reason.in_step("collect")])
}

fn refused(key: &str, target: &PublicationTarget) -> JobError {
    JobError::Fail(vec![FailureReason::new(key).with("name", target.name.as_str()).in_step("collect")])
}
