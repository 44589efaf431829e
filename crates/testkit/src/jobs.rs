//! A scriptable job kind for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use app::core::error::Missing;
use app::core::job_error::JobError;
use app::core::job_kind::JobKind;
use app::core::running::Running;
use app::{Caller, Ctx, Error};
use bytes::Bytes;
use domain::field::{FieldCode, FieldError};
use domain::job::{FailureReason, Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use store::Tx;
use tokio::sync::Semaphore;

/// Synchronises scripted jobs with their test.
#[derive(Debug)]
pub struct JobGate {
    reached: Semaphore,
    open: Semaphore,
    full: AtomicBool,
}

impl Default for JobGate {
    fn default() -> Self {
        Self { reached: Semaphore::const_new(0), open: Semaphore::const_new(0), full: AtomicBool::new(false) }
    }
}

impl JobGate {
    /// Waits until a job has reached `wait`.
    pub async fn reached(&self) {
        if let Ok(pass) = self.reached.acquire().await {
            pass.forget();
        }
    }

    /// Whether jobs that come to their word `store` find the storage full.
    pub fn set_full(&self, full: bool) {
        self.full.store(full, Ordering::SeqCst);
    }

    /// Lets one job continue.
    pub fn open(&self) {
        self.open.add_permits(1);
    }
}

/// The kind `testJob`. Its parameter `script` is a list of commands, run in order: `first=40` (progress), `wait` (until
/// the gate opens or the job is interrupted), `stubborn` (until the gate opens, ignoring interruption), `write` (a
/// fenced transaction), `artifact`, `fail`, `retry`, `retry once`, `missing` (finds no operator), `panic`, `store`
/// (fails while [`JobGate::set_full`] is on).
#[derive(Debug)]
pub struct ScriptedJob(pub Arc<JobGate>);

/// The words of a script.
#[derive(Debug)]
pub struct Script(Vec<String>);

impl ScriptedJob {
    async fn follow(&self, job: &Running, script: &Script) -> Result<Outputs, JobError> {
        for word in &script.0 {
            match word.as_str() {
                "wait" => {
                    self.0.reached.add_permits(1);
                    tokio::select! {
                        opened = self.0.open.acquire() => opened.map_err(|_| JobError::Lost)?.forget(),
                        why = job.interrupted() => return Err(why),
                    }
                }
                "stubborn" => {
                    self.0.reached.add_permits(1);
                    self.0.open.acquire().await.map_err(|_| JobError::Lost)?.forget();
                }
                "write" => job.begin().await?.commit().await?,
                "artifact" => {
                    job.keep_artifact("报告 1.csv", "text/csv", Bytes::from_static(b"code,file\n1008,a.xml\n")).await?;
                }
                "fail" => {
                    let cause = FailureReason::new("job.failed.unknown").with("job", "cause");
                    return Err(JobError::Fail(vec![
                        FailureReason::new("job.failed.other").with("job", "testJob").because(cause),
                    ]));
                }
                "retry" => return Err(JobError::Retry(Error::Busy)),
                "retry once" if job.attempt() == 1 => return Err(JobError::Retry(Error::Busy)),
                "store" if self.0.full.load(Ordering::SeqCst) => {
                    let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
                    return Err(JobError::Retry(Error::StorageFull(full.into())));
                }
                "retry once" | "store" => {}
                "missing" => return Err(JobError::Retry(Error::NotFound(Missing::Operator))),
                "panic" => panic!("as the script says"),
                other => {
                    let (step, percent) = other.split_once('=').unwrap_or((other, "100"));
                    job.progress(step, percent.parse().unwrap_or(100))?;
                }
            }
        }
        job.check()?;
        Ok(Outputs::from([("attempt".to_owned(), job.attempt().to_string())]))
    }
}

impl JobKind for ScriptedJob {
    type Parameters = Script;
    type Output = Outputs;

    fn wire_name(&self) -> &'static str {
        "testJob"
    }

    fn steps(&self) -> &'static [&'static str] {
        &["first", "second"]
    }

    fn permission(&self) -> Permission {
        Permission::ImportPackages
    }

    fn parse(&self, parameters: &Parameters) -> Result<Script, Vec<FieldError>> {
        match parameters.text("script") {
            Some(_) => Ok(Script(parameters.list("script").to_vec())),
            None => Err(vec![FieldError::new("parameterMap.script", FieldCode::Required)]),
        }
    }

    async fn admit(&self, _: &mut Tx, _: &Caller, _: &Script) -> Result<Option<Subject>, Error> {
        Ok(None)
    }

    async fn run(&self, _: &Ctx, job: &Running, script: &Script) -> Result<Outputs, JobError> {
        self.follow(job, script).await
    }
}
