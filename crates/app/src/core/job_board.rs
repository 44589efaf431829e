//! The kinds of jobs, and the jobs that run on this node.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use domain::id::JobId;
use tokio::sync::Notify;

use crate::core::job_kind::Kinds;
use crate::core::running::Running;

/// Shared by the verbs and the workers of this node.
#[derive(Debug, Default)]
pub(crate) struct JobBoard {
    pub(crate) kinds: Kinds,
    pub(crate) woken: Notify,
    running: Mutex<HashMap<JobId, Running>>,
}

impl JobBoard {
    pub(crate) fn new(kinds: Kinds) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// Lists a job as running here until the guard is dropped.
    pub(crate) fn list<'a>(&'a self, job: &Running) -> BoardEntry<'a> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(job.id().clone(), job.clone());
        BoardEntry(self, job.id().clone())
    }

    /// Cancels a job if it runs here.
    pub(crate) fn cancel(&self, id: &JobId) {
        if let Some(job) = self.running.lock().unwrap_or_else(PoisonError::into_inner).get(id) {
            job.cancel();
        }
    }
}

/// Takes its job off the list when dropped.
pub(crate) struct BoardEntry<'a>(&'a JobBoard, JobId);

impl Drop for BoardEntry<'_> {
    fn drop(&mut self) {
        self.0.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.1);
    }
}
