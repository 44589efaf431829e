//! The findings of business rules about a package.

use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::ops::ControlFlow;

use domain::finding::Finding;
use domain::id::ManualId;
use domain::snapshot::Reading;
use s1000d::package::{PackageRules, SharedFile};

use super::target::ImportTarget;
use super::threads;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::business_rules::{self, BrexScope};
use crate::library::{files, revisions};

/// BREX data modules that are looked for in the library for one package, and the bytes of those that are used.
const MOST_ASKED: usize = 256;
const MOST_BYTES: u64 = 32 << 20;

/// The step of the job.
const STEP: &str = "rules";

/// The findings of business rules in a package.
#[derive(Debug, Default)]
pub(super) struct PackageVerdict {
    pub(super) findings: Vec<Finding>,
    /// Manuals that some of the rules came from.
    pub(super) sources: Vec<ManualId>,
}

/// Checks a package if a setting says so. Its own BREX data modules come first, then those of the database that it belongs
/// to, then the installed ones.
pub(super) async fn check(
    ctx: &Ctx,
    job: &Running,
    source: SharedFile<File>,
    target: &ImportTarget,
) -> Result<PackageVerdict, JobError> {
    let (is_wanted, _) = store::settings::find_import_rules(&mut ctx.db.read().await?).await?;
    if !is_wanted {
        job.progress(STEP, 100)?;
        return Ok(PackageVerdict::default());
    }
    let reading = job.blocking(move |job| {
        let progress = |done: usize, total: usize| flow(job, done, total);
        PackageRules::read(source, &progress).map_err(|_| stopped(job))
    });
    let Some(mut rules) = reading.await? else { return Ok(PackageVerdict::default()) };
    let sources = add_library(ctx, job, target, &mut rules).await?;
    let checking = job.blocking(move |job| {
        let progress = |done: usize, total: usize| flow(job, total + done, total);
        rules.check(threads(), &progress).map_err(|_| stopped(job))
    });
    Ok(PackageVerdict { findings: checking.await?, sources })
}

/// Tells the progress. Every file is read twice: for the rules that it names, and to be checked.
fn flow(job: &Running, done: usize, files: usize) -> ControlFlow<()> {
    let told = job.progress_of(STEP, done as u64, 2 * files as u64);
    if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

fn stopped(job: &Running) -> JobError {
    job.check().err().unwrap_or(JobError::Stopped)
}

/// Adds the BREX data modules that the package names and does not have. Returns the manuals that they are in.
async fn add_library(
    ctx: &Ctx,
    job: &Running,
    target: &ImportTarget,
    rules: &mut PackageRules<SharedFile<File>>,
) -> Result<Vec<ManualId>, Error> {
    let mut tx = read_for(ctx, job.created_by()).await?;
    let reading = Reading::default();
    let own = match target.manual() {
        Some(manual) => revisions::in_lane(&mut tx, manual, &reading).await?.map(|snapshot| (&manual.id, snapshot)),
        None => None,
    };
    let snapshots = match target.csdb_name() {
        Some(csdb) => files::snapshots_beside(&mut tx, csdb.as_str(), own, &reading).await?,
        None => Vec::new(),
    };
    let scope = BrexScope { csdb: target.csdb_id(), own: own.map(|(_, id)| id), snapshots: &snapshots };
    let (mut asked, mut added, mut sources) = (HashSet::new(), HashSet::new(), BTreeSet::new());
    let mut bytes = 0;
    for first in rules.named().to_vec() {
        let mut next = Some(first);
        while let Some(reference) = next.take() {
            let issue = reference.version.issue.map(|issue| issue.to_string()).unwrap_or_default();
            if asked.len() >= MOST_ASKED || !asked.insert((business_rules::name_of(&reference), issue)) {
                break;
            }
            // One that cannot be used is missing for those that name it.
            if !rules.pool().has_issue(&reference)
                && let Some(source) = business_rules::find(&mut tx, scope, &reference).await?
                && bytes + source.size <= MOST_BYTES
                && !added.contains(&source.blob)
                && let Ok(brex) = business_rules::read(ctx, &source.blob).await?
            {
                bytes += source.size;
                added.insert(source.blob);
                sources.extend(source.manual);
                rules.add(brex);
            }
            next = rules.pool().find(&reference).and_then(|brex| brex.below.clone());
        }
    }
    Ok(sources.into_iter().collect())
}
