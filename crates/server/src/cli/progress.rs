//! Jobs run from the command line.

use std::io::{IsTerminal, Write};

use anyhow::bail;
use app::imports::shell;
use app::jobs::Job;
use app::{Caller, Ctx};
use domain::job::{FailureReason, JobStatus, Parameters};
use domain::language::Locale;

use crate::texts;

/// Runs a job, with a progress bar on a terminal.
pub(super) async fn perform(ctx: &Ctx, caller: &Caller, name: &str, parameters: Parameters) -> anyhow::Result<Job> {
    let mut bar = ProgressBar::new();
    let job = shell::perform(ctx, caller, name, parameters, |job| bar.show(job)).await;
    bar.end();
    Ok(job?)
}

/// A progress bar, redrawn on one line.
pub(super) struct ProgressBar {
    shown: bool,
}

impl ProgressBar {
    const WIDTH: usize = 30;

    pub(super) fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    pub(super) fn show(&mut self, job: &Job) {
        if self.shown {
            // A closed standard error is not an error.
            let _ = write!(std::io::stderr(), "\r{}", Self::line(job));
        }
    }

    fn line(job: &Job) -> String {
        let steps = job.steps.len().max(1);
        let done = job.steps.iter().map(|step| usize::try_from(step.progress).unwrap_or_default()).sum::<usize>();
        let percent = (done / steps).min(100);
        let filled = percent * Self::WIDTH / 100;
        let step = job.steps.iter().find(|step| step.progress < 100).map_or("", |step| step.name.as_str());
        format!("{:<10} [{}{}] {percent:>3} %", step, "#".repeat(filled), " ".repeat(Self::WIDTH - filled))
    }

    pub(super) fn end(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r{:width$}\r", "", width = Self::WIDTH + 20);
        }
    }
}

/// Fails with the reason when the job failed.
pub(super) fn ended_well(job: &Job) -> anyhow::Result<()> {
    if job.status == JobStatus::Completed {
        return Ok(());
    }
    bail!("{} failed: {}", job.name, failure(job))
}

/// Why a job failed.
pub(super) fn failure(job: &Job) -> String {
    let said: Vec<String> = job.errors.iter().map(sentence).collect();
    said.join("; ")
}

fn sentence(reason: &FailureReason) -> String {
    let own = texts::say(Locale::English, &reason.key, &reason.params);
    match &reason.cause {
        Some(cause) => format!("{own}: {}", sentence(cause)),
        None => own,
    }
}
