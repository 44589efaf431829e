//! `markAllOemChangeFileDone` and `batchMarkDone`: many to-dos of a revision at once.
//!
//! The specification also speaks of a job named by a hash. It is taken for the internal name of such a batch: the hash is
//! the output `batch` of `batchMarkDone`.

use std::collections::BTreeSet;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldError;
use domain::id::RevisionTodoId;
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::revision::RevisionAct;
use domain::snapshot::Decision;
use domain::subject::Subject;
use domain::text::hex;
use sha2::{Digest, Sha256};
use store::Tx;

use super::located::{self, LocatedRevision, actor};
use super::parameters::{DecisionParameters, NoteParameter};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// Marks all open to-dos of a revision as done.
#[derive(Debug)]
pub(crate) struct MarkAllDone;

/// Marks some to-dos of a revision as done.
#[derive(Debug)]
pub(crate) struct BatchMarkDone;

/// To-dos to be marked, and their number afterwards.
#[derive(Debug)]
pub(crate) struct DoneBatch {
    located: LocatedRevision,
    account: String,
    note: String,
    /// All when `None`.
    todos: Option<Vec<RevisionTodoId>>,
    counts: Vec<(String, u64)>,
}

impl From<DoneBatch> for Outputs {
    fn from(batch: DoneBatch) -> Self {
        let mut outputs = batch.located.outputs(&batch.counts);
        if let Some(todos) = &batch.todos {
            outputs.insert("batch".to_owned(), hash(todos));
        }
        outputs
    }
}

/// The name of a batch: the same for the same to-dos in any order.
fn hash(todos: &[RevisionTodoId]) -> String {
    let mut ids: Vec<&str> = todos.iter().map(|id| id.0.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    hex(&Sha256::digest(ids.join("\n").as_bytes()))
}

impl JobKind for MarkAllDone {
    type Parameters = DecisionParameters;
    type Output = DoneBatch;

    fn wire_name(&self) -> &'static str {
        "markAllOemChangeFileDone"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["apply"]
    }

    fn permission(&self) -> Permission {
        Permission::ConfirmOem
    }

    fn parse(&self, parameters: &Parameters) -> Result<DecisionParameters, Vec<FieldError>> {
        DecisionParameters::parse(parameters, NoteParameter::Note)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        admit(tx, parameters, AccessLevel::Approve).await?;
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<DoneBatch, JobError> {
        run(ctx, job, parameters, AccessLevel::Approve, None).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut DoneBatch) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

impl JobKind for BatchMarkDone {
    type Parameters = DecisionParameters;
    type Output = DoneBatch;

    fn wire_name(&self) -> &'static str {
        "batchMarkDone"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["apply"]
    }

    fn permission(&self) -> Permission {
        Permission::EditContent
    }

    fn parse(&self, parameters: &Parameters) -> Result<DecisionParameters, Vec<FieldError>> {
        DecisionParameters::parse_batch(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, parameters: &DecisionParameters) -> Result<Option<Subject>, Error> {
        let located = admit(tx, parameters, AccessLevel::Author).await?;
        let distinct = parameters.todos.iter().collect::<BTreeSet<_>>().len();
        let found = store::revisions::count_existing(tx, located.revision.id, &parameters.todos).await?;
        if found < distinct as u64 {
            return Err(Error::NotFound(Missing::Todo));
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, parameters: &DecisionParameters) -> Result<DoneBatch, JobError> {
        run(ctx, job, parameters, AccessLevel::Author, Some(parameters.todos.clone())).await
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, output: &mut DoneBatch) -> Result<(), Error> {
        complete(ctx, tx, output).await
    }
}

async fn admit(tx: &mut Tx, parameters: &DecisionParameters, level: AccessLevel) -> Result<LocatedRevision, Error> {
    let located = located::admit(tx, &parameters.selector, level).await?;
    located::require(&located, Decision::Confirmed)?;
    Ok(located)
}

async fn run(
    ctx: &Ctx,
    job: &Running,
    parameters: &DecisionParameters,
    level: AccessLevel,
    todos: Option<Vec<RevisionTodoId>>,
) -> Result<DoneBatch, JobError> {
    let (located, account) = located::open(ctx, job, &parameters.selector, level, Decision::Confirmed).await?;
    job.progress("apply", 50)?;
    Ok(DoneBatch { located, account, note: parameters.note.clone(), todos, counts: Vec::new() })
}

async fn complete(ctx: &Ctx, tx: &mut Tx, batch: &mut DoneBatch) -> Result<(), Error> {
    let DoneBatch { located, account, note, todos, counts } = batch;
    let who = (account.as_str(), ctx.clock.now());
    let done = store::revisions::mark_done(tx, located.revision.id, todos.as_deref(), note, who).await?;
    *counts = vec![("done".to_owned(), done)];
    if done == 0 {
        return Ok(());
    }
    let mut decision = located.decision(ctx, RevisionAct::MarkedDone, account, note);
    decision.counts.clone_from(counts);
    store::revisions::insert_decision(tx, &decision).await?;
    let detail =
        vec![("revision".to_owned(), located.revision.number.to_string()), ("done".to_owned(), done.to_string())];
    let change = ctx.change(&actor(account), "revision.marked_done", "manual", &located.manual.path());
    tx.record(Change { detail, ..change });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_has_the_same_name_in_any_order() {
        let ids = |names: &[&str]| names.iter().map(|name| RevisionTodoId((*name).to_owned())).collect::<Vec<_>>();
        assert_eq!(hash(&ids(&["b", "a", "b"])), hash(&ids(&["a", "b"])));
        assert_ne!(hash(&ids(&["a"])), hash(&ids(&["a", "b"])));
        assert_eq!(hash(&ids(&["a"])).len(), 64);
    }
}
