//! Kinds of background jobs.
//!
//! A [`JobKind`] parses its parameters into a type of its own and leaves an output of a type of its own; the wire and
//! the job table hold both as texts. [`AnyKind`] is the same kind without its types, for the table of kinds.

use std::pin::Pin;
use std::sync::Arc;

use domain::access::AccessLevel;
use domain::field::FieldError;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::permission::Permission;
use domain::session::SignedAct;
use domain::subject::Subject;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Work that is under way.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One kind of background job. Running it twice changes nothing more than running it once.
pub trait JobKind: Send + Sync + 'static {
    /// Its parameters, parsed.
    type Parameters: Send + Sync + 'static;
    /// Its result, which becomes the outputs of the job.
    type Output: Into<Outputs> + Send + 'static;

    /// Its name on the wire.
    fn wire_name(&self) -> &'static str;

    /// Its parts, in order; the progress of the job is their average.
    fn steps(&self) -> &'static [&'static str];

    /// Permission of the user who asks for it.
    fn permission(&self) -> Permission;

    /// Permission for what these parameters ask for. Its user must have it as long as the job runs.
    fn permission_for(&self, _parameters: &Self::Parameters) -> Permission {
        self.permission()
    }

    /// The level that its user must have, as long as the job runs, in the manual that it is about.
    fn level_for(&self, parameters: &Self::Parameters) -> AccessLevel {
        AccessLevel::of_permission(self.permission_for(parameters))
    }

    /// The act for which the person who asks for it has to prove again who they are.
    fn signed_act(&self, _parameters: &Self::Parameters) -> Option<SignedAct> {
        None
    }

    /// Refuses a job for a reason that takes long to find. It only reads, before the transaction that enqueues the job
    /// begins: one that writes keeps others waiting.
    fn examine(
        &self,
        _ctx: &Ctx,
        _caller: &Caller,
        _parameters: &Self::Parameters,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }

    /// Parses the parameters, or says what is wrong with each.
    fn parse(&self, parameters: &Parameters) -> Result<Self::Parameters, Vec<FieldError>>;

    /// Refuses a job that cannot be done now, before it is enqueued; names the subject it is about.
    fn admit(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        parameters: &Self::Parameters,
    ) -> impl Future<Output = Result<Option<Subject>, Error>> + Send;

    /// Does the work.
    fn run(
        &self,
        ctx: &Ctx,
        job: &Running,
        parameters: &Self::Parameters,
    ) -> impl Future<Output = Result<Self::Output, JobError>> + Send;

    /// Writes more in the transaction that completes the job; may add to its output.
    fn complete(
        &self,
        _ctx: &Ctx,
        _tx: &mut Tx,
        _job: &Running,
        _output: &mut Self::Output,
    ) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }

    /// Writes more in the transaction that ends a failed or cancelled job.
    fn fail(
        &self,
        _ctx: &Ctx,
        _tx: &mut Tx,
        _job: &Running,
        _reasons: &[FailureReason],
    ) -> impl Future<Output = Result<(), Error>> + Send {
        async { Ok(()) }
    }
}

/// A [`JobKind`] without its types.
pub trait AnyKind: Send + Sync {
    fn wire_name(&self) -> &'static str;
    fn steps(&self) -> &'static [&'static str];
    fn permission(&self) -> Permission;

    /// Permission that its user must have as long as it runs, and the level in the manual that it is about.
    fn rights_for(&self, parameters: &Parameters) -> (Permission, AccessLevel);

    /// Parses the parameters, and names the act for which the person who asks for it has to prove again who they are.
    fn signed_act(&self, parameters: &Parameters) -> Result<Option<SignedAct>, Error>;

    /// Parses the parameters and examines the job.
    fn examine<'a>(
        &'a self,
        ctx: &'a Ctx,
        caller: &'a Caller,
        parameters: &'a Parameters,
    ) -> Work<'a, Result<(), Error>>;

    /// Parses the parameters and admits the job.
    fn admit<'a>(
        &'a self,
        tx: &'a mut Tx,
        caller: &'a Caller,
        parameters: &'a Parameters,
    ) -> Work<'a, Result<Option<Subject>, Error>>;

    /// Does the work; the result still has to be written.
    fn run<'a>(&'a self, ctx: &'a Ctx, job: &'a Running) -> Work<'a, Result<Box<dyn Completion>, JobError>>;

    fn fail<'a>(
        &'a self,
        ctx: &'a Ctx,
        tx: &'a mut Tx,
        job: &'a Running,
        reasons: &'a [FailureReason],
    ) -> Work<'a, Result<(), Error>>;
}

/// The result of a job, before it is written.
pub trait Completion: Send {
    /// Writes it in the transaction that completes the job, and gives the outputs.
    fn settle<'a>(self: Box<Self>, ctx: &'a Ctx, tx: &'a mut Tx, job: &'a Running) -> Work<'a, Result<Outputs, Error>>;
}

struct TypedKind<K>(Arc<K>);

struct TypedCompletion<K: JobKind> {
    kind: Arc<K>,
    output: K::Output,
}

impl<K: JobKind> AnyKind for TypedKind<K> {
    fn wire_name(&self) -> &'static str {
        self.0.wire_name()
    }

    fn steps(&self) -> &'static [&'static str] {
        self.0.steps()
    }

    fn permission(&self) -> Permission {
        self.0.permission()
    }

    fn rights_for(&self, parameters: &Parameters) -> (Permission, AccessLevel) {
        match self.0.parse(parameters) {
            Ok(parsed) => (self.0.permission_for(&parsed), self.0.level_for(&parsed)),
            Err(_) => (self.0.permission(), AccessLevel::of_permission(self.0.permission())),
        }
    }

    fn signed_act(&self, parameters: &Parameters) -> Result<Option<SignedAct>, Error> {
        Ok(self.0.signed_act(&self.0.parse(parameters)?))
    }

    fn examine<'a>(
        &'a self,
        ctx: &'a Ctx,
        caller: &'a Caller,
        parameters: &'a Parameters,
    ) -> Work<'a, Result<(), Error>> {
        Box::pin(async move {
            let parsed = self.0.parse(parameters)?;
            self.0.examine(ctx, caller, &parsed).await
        })
    }

    fn admit<'a>(
        &'a self,
        tx: &'a mut Tx,
        caller: &'a Caller,
        parameters: &'a Parameters,
    ) -> Work<'a, Result<Option<Subject>, Error>> {
        Box::pin(async move {
            let parsed = self.0.parse(parameters)?;
            self.0.admit(tx, caller, &parsed).await
        })
    }

    fn run<'a>(&'a self, ctx: &'a Ctx, job: &'a Running) -> Work<'a, Result<Box<dyn Completion>, JobError>> {
        Box::pin(async move {
            // The door refuses what does not parse, so this is a job that an older program enqueued.
            let parsed = self.0.parse(job.parameters()).map_err(|_| JobError::Fail(vec![unreadable(job)]))?;
            let output = self.0.run(ctx, job, &parsed).await?;
            Ok(Box::new(TypedCompletion { kind: Arc::clone(&self.0), output }) as Box<dyn Completion>)
        })
    }

    fn fail<'a>(
        &'a self,
        ctx: &'a Ctx,
        tx: &'a mut Tx,
        job: &'a Running,
        reasons: &'a [FailureReason],
    ) -> Work<'a, Result<(), Error>> {
        Box::pin(self.0.fail(ctx, tx, job, reasons))
    }
}

fn unreadable(job: &Running) -> FailureReason {
    FailureReason::new("job.failed.unknown").with("job", job.name())
}

impl<K: JobKind> Completion for TypedCompletion<K> {
    fn settle<'a>(
        mut self: Box<Self>,
        ctx: &'a Ctx,
        tx: &'a mut Tx,
        job: &'a Running,
    ) -> Work<'a, Result<Outputs, Error>> {
        Box::pin(async move {
            self.kind.complete(ctx, tx, job, &mut self.output).await?;
            Ok(self.output.into())
        })
    }
}

/// The table of kinds, by wire name.
#[derive(Clone, Default)]
pub struct Kinds(Vec<Arc<dyn AnyKind>>);

impl Kinds {
    /// The same table with one kind more.
    pub fn and(mut self, kind: impl JobKind) -> Self {
        self.0.push(Arc::new(TypedKind(Arc::new(kind))));
        self
    }

    /// The kind of this name.
    pub fn find(&self, name: &str) -> Option<Arc<dyn AnyKind>> {
        self.0.iter().find(|kind| kind.wire_name() == name).cloned()
    }
}

impl std::fmt::Debug for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|kind| kind.wire_name())).finish()
    }
}
