//! `exportQuickAta2300` and `exportApproveAta2300`: a publication of the working lane.
//!
//! The job reads the lane at one point, writes and proves its artifacts, and leaves nothing that anybody sees. The
//! transaction that completes it takes the number, adds the record with its artifacts and moves the lanes. Killed before
//! that, it starts again; what it wrote is content that no record names.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::job::Parameters;
use domain::permission::Permission;
use domain::publication::PublicationState;
use domain::session::SignedAct;
use domain::subject::Subject;
use store::Tx;

use super::blockers;
use super::build::{NewPublication, STEPS, run};
use super::located::{self, APPROVE, QUICK};
use super::parameters::ExportParameters;
use super::people;
use super::record::{freeze_newest, release};
use super::signing;
use super::webhooks::{self, PublicationEvent};
use crate::changes::published;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, PublicationError};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::editing::dispatch_guard::GuardReader;

/// Publishes a draft.
#[derive(Debug)]
pub(crate) struct ExportQuick;

/// Publishes for approval; where no approval is required, it releases the publication.
#[derive(Debug)]
pub(crate) struct ExportApprove;

impl JobKind for ExportQuick {
    type Parameters = ExportParameters;
    type Output = NewPublication;

    fn wire_name(&self) -> &'static str {
        QUICK
    }

    fn steps(&self) -> &'static [&'static str] {
        &STEPS
    }

    fn permission(&self) -> Permission {
        Permission::PublishDraft
    }

    fn parse(&self, parameters: &Parameters) -> Result<ExportParameters, Vec<FieldError>> {
        ExportParameters::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &ExportParameters) -> Result<Option<Subject>, Error> {
        let manual = located::admit_manual(tx, &parameters.selector, AccessLevel::Author).await?;
        located::check_options(tx, &manual, parameters, true).await?;
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &ExportParameters) -> Result<NewPublication, JobError> {
        Box::pin(run(ctx, job, parameters, PublicationState::Draft)).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut NewPublication) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

impl JobKind for ExportApprove {
    type Parameters = ExportParameters;
    type Output = NewPublication;

    fn wire_name(&self) -> &'static str {
        APPROVE
    }

    fn steps(&self) -> &'static [&'static str] {
        &STEPS
    }

    /// Releasing, where no approval is required, needs more; it is checked when the manual is known.
    fn permission(&self) -> Permission {
        Permission::PublishDraft
    }

    fn permission_for(&self, parameters: &ExportParameters) -> Permission {
        if parameters.is_release() { Permission::PublishFormal } else { self.permission() }
    }

    /// A release counts at once.
    fn signed_act(&self, parameters: &ExportParameters) -> Option<SignedAct> {
        parameters.is_release().then(|| SignedAct::release(&parameters.selector.manual_path()))
    }

    async fn examine(&self, ctx: &Ctx, caller: &Caller, parameters: &ExportParameters) -> Result<(), Error> {
        let mut tx = caller.read(ctx).await?;
        let manual = located::find_manual(&mut tx, &parameters.selector).await?;
        Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
        let counted = blockers::count(&mut tx, &manual).await?;
        drop(tx);
        let guarded = blockers::list_excessive(ctx, GuardReader::Caller(caller), &manual, manual.lanes.working).await?;
        match counted + guarded.len() as u64 {
            0 => Ok(()),
            count => Err(PublicationError::Blocked { count }.into()),
        }
    }

    fn parse(&self, parameters: &Parameters) -> Result<ExportParameters, Vec<FieldError>> {
        ExportParameters::parse(parameters)
    }

    async fn admit(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        parameters: &ExportParameters,
    ) -> Result<Option<Subject>, Error> {
        let manual = located::admit_manual(tx, &parameters.selector, AccessLevel::Author).await?;
        if !manual.details.approval_required {
            caller.require(Permission::PublishFormal)?;
            Caller::require_in_manual(tx, AccessLevel::Approve, &manual)?;
        }
        located::check_options(tx, &manual, parameters, false).await?;
        let waiting = store::publications::list_in_state(tx, &manual.id, PublicationState::ReadyForApprove).await?;
        if waiting.iter().any(|one| one.options.overlaps(&parameters.options)) {
            return Err(PublicationError::Waiting.into());
        }
        // References were counted before, and are again by the job.
        match blockers::count_work(tx, &manual).await? {
            0 => Ok(None),
            count => Err(PublicationError::Blocked { count }.into()),
        }
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &ExportParameters) -> Result<NewPublication, JobError> {
        Box::pin(run(ctx, job, parameters, PublicationState::ReadyForApprove)).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut NewPublication) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

/// Records a publication and moves the lanes, in the transaction that ends the job.
async fn complete(ctx: &Ctx, tx: &mut Tx, export: &mut NewPublication) -> Result<(), Error> {
    let NewPublication { publication, manual, artifacts, names, style, approvers, rules } = export;
    store::manuals::lock(tx, &manual.id).await?;
    if publication.state != PublicationState::Draft {
        // The versions are those of the beginning, but one may be obsolete by now. To-dos of a revision that was confirmed
        // meanwhile are about a later state.
        let count = blockers::count_unreleased(tx, publication.snapshot).await?;
        if count > 0 {
            return Err(PublicationError::Blocked { count }.into());
        }
    }
    publication.number = store::publications::take_number(tx, &manual.id).await?;
    if !store::publications::insert(tx, publication).await? {
        return Err(Error::ChangedMeanwhile);
    }
    if let Some(style) = style {
        store::house_styles::insert_published(tx, &publication.id, style).await?;
    }
    let subject = Subject::from(&publication.id);
    for artifact in artifacts.iter() {
        store::artifacts::insert(tx, &subject, artifact).await?;
    }
    match publication.state {
        PublicationState::ReadyForApprove => {
            store::publications::update_names(tx, &publication.id, names).await?;
            freeze_newest(tx, &manual.id).await?;
        }
        PublicationState::Approved => release(tx, publication).await?,
        _ => {}
    }
    let action = match publication.state {
        PublicationState::Draft => "publication.drafted",
        PublicationState::Approved => "publication.released",
        _ => "publication.frozen",
    };
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("revision".to_owned(), publication.revision.clone()),
        ("publication".to_owned(), publication.id.0.clone()),
    ];
    let change = ctx.change(&located::actor_of(&publication.created.by), action, "manual", &manual.path());
    tx.record(Change { detail, ..change });
    signing::note_key(ctx, tx).await?;
    let event = PublicationEvent { publication, name: action, artifacts, valid: None };
    webhooks::enqueue(ctx, tx, event).await?;
    if publication.state == PublicationState::Approved {
        if let Some(id) = &publication.change_request {
            published::close(ctx, tx, rules, (id, publication.snapshot), &publication.created.by).await?;
        }
        people::distribute(ctx, tx, rules, &publication.created.by, publication).await?;
    }
    people::tell(ctx, tx, approvers, &publication.created.by, publication, "publication.waiting").await
}
