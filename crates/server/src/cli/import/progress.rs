//! Jobs that somebody at the shell waits for.

use std::io::{IsTerminal, Write};

use anyhow::bail;
use app::imports::shell;
use app::jobs::Job;
use app::{Caller, Ctx};
use domain::job::{JobStatus, Parameters, Reason};
use domain::language::Locale;

use crate::texts;

/// Does a job, with a bar where somebody watches.
pub(super) async fn perform(ctx: &Ctx, caller: &Caller, name: &str, parameters: Parameters) -> anyhow::Result<Job> {
    let mut bar = Bar::new();
    let job = shell::perform(ctx, caller, name, parameters, |job| bar.show(job)).await;
    bar.end();
    Ok(job?)
}

/// One line that is written over and over.
pub(super) struct Bar {
    shown: bool,
}

impl Bar {
    const WIDTH: usize = 30;

    pub(super) fn new() -> Self {
        Self { shown: std::io::stderr().is_terminal() }
    }

    pub(super) fn show(&mut self, job: &Job) {
        if self.shown {
            // Whoever closed standard error does not want to see it.
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

/// Says why a job failed, when it did.
pub(super) fn ended_well(job: &Job) -> anyhow::Result<()> {
    if job.status == JobStatus::Completed {
        return Ok(());
    }
    let said: Vec<String> = job.errors.iter().map(sentence).collect();
    bail!("{} failed: {}", job.name, said.join("; "))
}

fn sentence(reason: &Reason) -> String {
    let own = texts::say(Locale::English, &reason.key, &reason.params);
    match &reason.cause {
        Some(cause) => format!("{own}: {}", sentence(cause)),
        None => own,
    }
}
