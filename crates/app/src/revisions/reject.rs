//! `rejectOem`: the working lane stays on the revision before.

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::revision::RevisionAct;
use domain::snapshot::Decision;
use domain::subject::Subject;
use store::Tx;

use super::located::{self, LocatedRevision, REJECT, actor};
use super::parameters::{DecisionParameters, NoteParameter};
use super::people::{self, Deciders};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// Rejects an OEM revision. A later one is compared with the last confirmed one.
#[derive(Debug)]
pub(crate) struct RejectOem;

/// A rejection before it is written.
#[derive(Debug)]
pub(crate) struct Rejection {
    located: LocatedRevision,
    account: String,
    reason: String,
    people: Deciders,
}

impl From<Rejection> for Outputs {
    fn from(rejection: Rejection) -> Self {
        rejection.located.outputs(&[])
    }
}

impl JobKind for RejectOem {
    type Parameters = DecisionParameters;
    type Output = Rejection;

    fn wire_name(&self) -> &'static str {
        REJECT
    }

    fn steps(&self) -> &'static [&'static str] {
        &["apply"]
    }

    fn permission(&self) -> Permission {
        Permission::ConfirmOem
    }

    fn parse(&self, parameters: &Parameters) -> Result<DecisionParameters, Vec<FieldError>> {
        DecisionParameters::parse(parameters, NoteParameter::Reason)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        let located = located::admit(tx, &parameters.selector, AccessLevel::Approve).await?;
        located::require(&located, Decision::Waiting)?;
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<Rejection, JobError> {
        let (located, account) =
            located::open(ctx, job, &parameters.selector, AccessLevel::Approve, Decision::Waiting).await?;
        let people = Deciders::load(ctx, &located).await?;
        job.progress("apply", 50)?;
        Ok(Rejection { located, account, reason: parameters.note.clone(), people })
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut Rejection) -> Result<(), Error> {
        let Rejection { located, account, reason, people } = output;
        store::manuals::lock(tx, &located.manual.id).await?;
        let id = located.revision.id;
        if !store::snapshots::update_decision(tx, id, Decision::Waiting, Decision::Rejected).await? {
            return Err(Error::ChangedMeanwhile);
        }
        let decision = located.decision(ctx, RevisionAct::Rejected, account, reason);
        store::revisions::insert_decision(tx, &decision).await?;
        let detail =
            vec![("revision".to_owned(), located.revision.number.to_string()), ("reason".to_owned(), reason.clone())];
        let change = ctx.change(&actor(account), "revision.rejected", "manual", &located.manual.path());
        tx.record(Change { detail, ..change });
        people::tell_deciders(ctx, tx, people, located, account, "revision.rejected", reason).await
    }
}
