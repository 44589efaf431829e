//! Background work: asking for it, watching it, and the workers that do it.
//!
//! A job is a row that any node takes. Its kind ([`JobKind`](crate::core::job_kind::JobKind)) does the work and sees
//! its job as a [`Running`](crate::core::running::Running); [`Runner`] holds the workers.

pub mod artifacts;
pub mod events;
pub(crate) mod report_limits;
mod runner;
mod shown;

use std::sync::Arc;

use domain::change::Change;
use domain::field::FieldCode;
use domain::id::JobId;
use domain::job::{FailureReason, Parameters, TaskKind};
use domain::page::{Page, PageRequest};
use domain::permission::{Permission, Role};
use domain::session::SignedAct;
use domain::subject::Subject;
use store::Tx;
use store::jobs::NewJob;

use crate::core::caller::Caller;
use crate::core::change_rate::require_room;
use crate::core::confirmation::require_for_act;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, JobStateError, Missing};
use crate::core::job_kind::AnyKind;

pub(crate) use runner::do_one;
pub use runner::{Runner, drain};
pub(crate) use shown::{EXPORT_HISTORY, IMPORTED_INTO, PUBLISHING, REPORT_SIGHT, REPORTS, sight_text};
pub use store::artifacts::Artifact;
pub use store::jobs::{Job, JobFilter, JobStep};

/// The reason of a cancelled job.
pub const CANCELLED: &str = "job.cancelled";

/// Every key of a reason that this room gives.
pub const REASON_KEYS: &[&str] = &[
    CANCELLED,
    "job.failed.universalPreImport",
    "job.failed.exportQuickAta2300",
    "job.failed.confirmOemAta2300",
    "job.failed.other",
    "job.failed.internal",
    "job.failed.attempts",
    "job.failed.forbidden",
    "job.failed.unknown",
    "job.failed.refused",
    "job.failed.manualGone",
    "job.failed.unzip",
    "job.failed.organization",
    "job.failed.statusList",
    "job.failed.applicabilityReference",
    "job.failed.applicabilityNotReferenced",
    "job.failed.applicability",
    "job.failed.pm",
    "job.failed.pmMissing",
    "job.failed.dm",
    "job.failed.dmReference",
    "job.failed.validation",
    "job.failed.icn",
    "job.failed.icnFormat",
    "job.failed.package",
    "job.failed.packageGone",
    "job.failed.packageBusy",
    "job.failed.revisionGone",
    "job.failed.moduleChanged",
    "job.failed.revisionDecided",
    "job.failed.publicationGone",
    "job.failed.publicationBlocked",
    "job.failed.publicationFormat",
    "job.failed.publicationTooLarge",
    "job.failed.storageFull",
    "job.failed.publicationUnchanged",
    "job.failed.publicationTargetGone",
    "job.failed.publicationTargetUnknown",
    "job.failed.publicationTargetEmpty",
    "job.failed.publicationTargetNoItems",
    "job.failed.publicationFilter",
    "job.failed.publicationItemUnclear",
    "job.failed.publicationNoItems",
    "job.failed.publicationOver",
    "job.failed.publicationNotYet",
    "job.failed.publicationRemoved",
    "job.failed.publicationDamaged",
    "job.failed.publicationDiffers",
    "job.failed.publicationFindings",
    "job.failed.operatorGone",
    "job.failed.regulation",
    "job.failed.regulationGone",
    "job.failed.regulationState",
    "job.failed.regulationStale",
    "job.failed.regulationName",
    "job.failed.pdfDiffers",
    "job.failed.pdfEmpty",
    "job.failed.pdfEngineMissing",
    "job.failed.pdfFonts",
    "job.failed.pdfLayout",
    "job.failed.pdfLogo",
    "job.failed.pdfMemory",
    "job.failed.pdfModule",
    "job.failed.pdfOutput",
    "job.failed.pdfPicture",
    "job.failed.pdfPlain",
    "job.failed.pdfTable",
    "job.failed.pdfTextCut",
    "job.failed.pdfTime",
    "job.failed.pdfWarning",
    "job.failed.reportGone",
    "job.failed.reportTooLarge",
    "job.failed.reportTooLong",
    "job.failed.siteModule",
    "job.failed.siteModuleCut",
    "job.failed.sitePicture",
];

/// Default failure title of a job (specification, section 8).
pub fn default_title(name: &str) -> FailureReason {
    let key = match name {
        "universalPreImport" => "job.failed.universalPreImport",
        "exportQuickAta2300" => "job.failed.exportQuickAta2300",
        "confirmOemAta2300" => "job.failed.confirmOemAta2300",
        _ => "job.failed.other",
    };
    FailureReason::new(key).with("job", name)
}

/// Asks for a job of the kind `name`.
pub async fn create(ctx: &Ctx, caller: &Caller, name: &str, parameters: Parameters) -> Result<Job, Error> {
    let kind = permitted_kind(ctx, caller, name)?;
    let act = kind.signed_act(&parameters)?;
    commit_new(ctx, caller, kind.as_ref(), parameters, act).await
}

/// The same for a person at the shell, who has no session to confirm: whoever runs the program owns its data.
pub(crate) async fn create_at_shell(
    ctx: &Ctx,
    caller: &Caller,
    name: &str,
    parameters: Parameters,
) -> Result<Job, Error> {
    let kind = permitted_kind(ctx, caller, name)?;
    commit_new(ctx, caller, kind.as_ref(), parameters, None).await
}

/// The kind of a job that the caller may ask for.
fn permitted_kind(ctx: &Ctx, caller: &Caller, name: &str) -> Result<Arc<dyn AnyKind>, Error> {
    let kind = ctx.jobs.kinds.find(name).ok_or_else(|| Error::field("jobName", FieldCode::UnknownValue))?;
    caller.require(kind.permission())?;
    if caller.user.is_auditor && !REPORTS.contains(&name) {
        return Err(Error::Forbidden);
    }
    Ok(kind)
}

/// Commits a new job. The proof for its act is used up only with it.
async fn commit_new(
    ctx: &Ctx,
    caller: &Caller,
    kind: &dyn AnyKind,
    parameters: Parameters,
    act: Option<SignedAct>,
) -> Result<Job, Error> {
    let name = kind.wire_name();
    kind.examine(ctx, caller, &parameters).await?;
    let mut tx = caller.begin(ctx).await?;
    let job = create_in(ctx, &mut tx, caller, name, parameters).await?;
    if let Some(act) = act {
        require_for_act(ctx, &mut tx, caller, &act).await?;
    }
    tx.commit().await?;
    wake(ctx);
    tracing::info!(job.id = %job.id, job.name = name, user.account = %caller.user.account, "Asked for {name}");
    Ok(job)
}

/// Asks for a job in a transaction that does more; [`wake`] follows its commit.
pub(crate) async fn create_in(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    name: &str,
    parameters: Parameters,
) -> Result<Job, Error> {
    let kind = ctx.jobs.kinds.find(name).ok_or_else(|| Error::field("jobName", FieldCode::UnknownValue))?;
    if kind.permission() == Permission::ReadContent {
        // Everybody who reads may ask for it, and cancel it at once.
        require_room(ctx, tx, caller, "job").await?;
    }
    let subject = kind.admit(tx, caller, &parameters).await?;
    let id = enqueue(ctx, tx, Some(caller), kind.as_ref(), parameters, subject).await?;
    let job = found(tx, caller, &id).await?;
    tx.record(change_of(ctx, caller, "job.created", &job));
    Ok(job)
}

/// Change-log entry of a job; its subject is the folder, which people know, rather than the id.
fn change_of(ctx: &Ctx, caller: &Caller, action: &'static str, job: &Job) -> Change {
    let folder = job.parameters.folder();
    let subject = if folder.is_empty() { &job.name } else { &folder };
    let mut change = ctx.change(&caller.actor(), action, "job", subject);
    change.detail = vec![("name".to_owned(), job.name.clone()), ("job".to_owned(), job.id.0.clone())];
    change
}

/// Keeps a job in the transaction that causes it; [`wake`] follows its commit.
pub(crate) async fn enqueue(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: Option<&Caller>,
    kind: &dyn AnyKind,
    parameters: Parameters,
    subject: Option<Subject>,
) -> Result<JobId, Error> {
    let id = JobId(ctx.ids.next());
    let job = NewJob {
        id: id.clone(),
        name: kind.wire_name().to_owned(),
        kind: TaskKind::of(kind.wire_name(), parameters.text("approvalRequired")),
        parameters,
        subject,
        steps: kind.steps().iter().map(|step| (*step).to_owned()).collect(),
        creator: caller.map(|caller| (caller.user.id.clone(), caller.user.account.as_str().to_owned())),
        service_token: caller.and_then(|caller| caller.service.as_ref()).map(|token| token.id.clone()),
        created_on: ctx.clock.now(),
    };
    store::jobs::insert(tx, &job).await?;
    Ok(id)
}

/// Wakes a worker and the event streams: there is a new job.
pub(crate) fn wake(ctx: &Ctx) {
    ctx.jobs.woken.notify_one();
    ctx.events.nudge();
}

/// One job.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &JobId) -> Result<Job, Error> {
    caller.require(Permission::ReadContent)?;
    found(&mut caller.read(ctx).await?, caller, id).await
}

/// The jobs that pass `filter`, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, filter: &JobFilter, page: PageRequest) -> Result<Page<Job>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    let mut page = store::jobs::list(&mut tx, filter, page).await?;
    for job in &mut page.items {
        shown::withhold(&mut tx, caller, job).await?;
    }
    Ok(page)
}

/// Notes that the caller has seen how their job ended.
pub async fn notified(ctx: &Ctx, caller: &Caller, id: &JobId) -> Result<Job, Error> {
    let mut tx = caller.begin(ctx).await?;
    let job = found(&mut tx, caller, id).await?;
    if !store::jobs::mark_notified(&mut tx, id, &caller.user.id).await? {
        return Err(Error::Forbidden);
    }
    tx.commit().await?;
    Ok(Job { notified: true, ..job })
}

/// Asks for a job to be stopped; one that waits ends at once, one that runs at its next step.
pub async fn cancel(ctx: &Ctx, caller: &Caller, id: &JobId) -> Result<Job, Error> {
    let mut tx = caller.begin(ctx).await?;
    let job = found(&mut tx, caller, id).await?;
    unless_theirs(caller, &job)?;
    if !store::jobs::request_cancel(&mut tx, id, ctx.clock.now()).await? {
        return Err(JobStateError::Ended.into());
    }
    tx.record(change_of(ctx, caller, "job.cancelled", &job));
    let job = found(&mut tx, caller, id).await?;
    tx.commit().await?;
    ctx.jobs.cancel(id);
    wake(ctx);
    Ok(job)
}

/// Asks for the same once more, as a job of its own.
pub async fn retry(ctx: &Ctx, caller: &Caller, id: &JobId) -> Result<Job, Error> {
    let job = found(&mut caller.read(ctx).await?, caller, id).await?;
    unless_theirs(caller, &job)?;
    if !job.status.has_ended() {
        return Err(JobStateError::NotEnded.into());
    }
    create(ctx, caller, &job.name, job.parameters).await
}

/// Counts waiting and running jobs of all nodes.
pub async fn count_open(ctx: &Ctx) -> Result<(u64, u64), Error> {
    Ok(store::jobs::count_open(&mut ctx.db.read().await?).await?)
}

async fn found(tx: &mut Tx, caller: &Caller, id: &JobId) -> Result<Job, Error> {
    let job = store::jobs::find(tx, id).await?.filter(|job| shown::is_for(caller, job));
    let mut job = job.ok_or(Error::NotFound(Missing::Job))?;
    shown::withhold(tx, caller, &mut job).await?;
    Ok(job)
}

fn unless_theirs(caller: &Caller, job: &Job) -> Result<(), Error> {
    let theirs = shown::is_own(caller, job) || caller.user.role == Role::Admin;
    if theirs { Ok(()) } else { Err(Error::Forbidden) }
}
