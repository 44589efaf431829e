//! Kinds of background jobs.

use std::pin::Pin;
use std::sync::Arc;

use domain::id::PackageId;
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

pub use store::jobs::JobOutcome;

/// Work that is under way.
pub type Work<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// One kind of background work. Running it twice changes nothing more than running it once.
pub trait JobKind: Send + Sync + 'static {
    /// Its name on the wire.
    fn wire_name(&self) -> &'static str;

    /// Its parts, in order; what people see of its progress is their average.
    fn steps(&self) -> &'static [&'static str];

    /// Permission of the user who asks for it, checked again when it runs.
    fn permission(&self) -> Permission;

    /// Looks at the parameters before the job is kept; may refuse, and names the package it is about.
    fn admit<'a>(
        &'a self,
        ctx: &'a Ctx,
        tx: &'a mut Tx,
        caller: &'a Caller,
        parameters: &'a Parameters,
    ) -> Work<'a, Result<Option<PackageId>, Error>>;

    /// Does the work.
    fn run<'a>(&'a self, ctx: &'a Ctx, job: &'a Running) -> Work<'a, Result<Outputs, JobError>>;

    /// Writes what else the end of the job means, in the transaction that ends it; may add to what it leaves.
    fn settle<'a>(
        &'a self,
        _ctx: &'a Ctx,
        _tx: &'a mut Tx,
        _job: &'a Running,
        _outcome: &'a mut JobOutcome,
    ) -> Work<'a, Result<(), Error>> {
        Box::pin(async { Ok(()) })
    }
}

/// The table of kinds, by wire name.
#[derive(Clone, Default)]
pub struct Kinds(Vec<Arc<dyn JobKind>>);

impl Kinds {
    /// The same table with one kind more.
    pub fn and(mut self, kind: impl JobKind) -> Self {
        self.0.push(Arc::new(kind));
        self
    }

    /// The kind of this name.
    pub fn find(&self, name: &str) -> Option<Arc<dyn JobKind>> {
        self.0.iter().find(|kind| kind.wire_name() == name).cloned()
    }
}

impl std::fmt::Debug for Kinds {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.0.iter().map(|kind| kind.wire_name())).finish()
    }
}
