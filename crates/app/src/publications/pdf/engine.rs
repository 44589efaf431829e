//! The program that lays books out, run as a child process: within limits of memory and time, and ended with the job.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use domain::job::FailureReason;
use serde::Deserialize;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::core::settings::PdfSettings;
use crate::publications::archive::StepShare;
use crate::publications::located::fail;

/// How often the child is looked at.
const LOOK: Duration = Duration::from_millis(50);
const REPORT: &str = "report.json";
/// The file that the child writes.
pub(super) const BOOK: &str = "book.pdf";
/// Modules that a failure names.
const MAX_NAMED: usize = 20;

/// What the program says at its end.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct EngineReport {
    pub(super) ok: bool,
    pub(super) pages: u64,
    failure: String,
    detail: String,
    pub(super) findings: Vec<EngineFinding>,
}

/// Something about a module that people should know.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct EngineFinding {
    pub(super) code: String,
    /// The key of the module; empty for the whole book.
    pub(super) module: String,
    pub(super) detail: String,
}

/// Whether books can be printed on this node. `make run` builds the program after the server has started.
pub(crate) fn is_ready(ctx: &Ctx) -> bool {
    ctx.settings.pdf.engine.is_file()
}

/// Lays out the book in a folder.
pub(super) async fn run(ctx: &Ctx, job: &Running, folder: &Path, share: StepShare) -> Result<EngineReport, JobError> {
    let (settings, folder) = (ctx.settings.pdf.clone(), folder.to_owned());
    job.blocking(move |job| lay_out(job, &settings, &folder, share)).await
}

fn lay_out(job: &Running, settings: &PdfSettings, folder: &Path, share: StepShare) -> Result<EngineReport, JobError> {
    let report = folder.join(REPORT);
    let output = File::create(&report).map_err(Error::work_folder)?;
    let child = Command::new(&settings.engine)
        .arg(folder)
        .arg(folder.join(BOOK))
        .args(["--memory-mb", &(settings.memory >> 20).to_string()])
        .env_clear()
        .stdin(Stdio::null())
        .stdout(output)
        .stderr(Stdio::null())
        .spawn();
    let mut child = EngineProcess(child.map_err(|error| {
        tracing::warn!(engine = %settings.engine.display(), %error, "the PDF engine cannot be started");
        fail("job.failed.pdfEngineMissing")
    })?);
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.0.try_wait().map_err(Error::work_folder)? {
            break status;
        }
        let passed = started.elapsed();
        if passed > settings.time {
            return Err(fail("job.failed.pdfTime"));
        }
        // Nobody knows how long it takes: the first minute brings half, the next half of the rest, and so on.
        let seconds = passed.as_secs();
        share.progress_of(job, 40 + 60 * seconds / (seconds + 60), 100)?;
        std::thread::sleep(LOOK);
    };
    let said = read(&report);
    match (status.code(), said) {
        (Some(_), Some(said)) if said.ok => Ok(said),
        (Some(_), Some(said)) => Err(refused(&said)),
        // It was ended by the system: most often because its memory was not enough.
        _ => {
            tracing::warn!(%status, "the PDF engine stopped without a report");
            Err(fail("job.failed.pdfMemory"))
        }
    }
}

fn read(path: &Path) -> Option<EngineReport> {
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

/// Why there is no book; names the modules that are to blame.
fn refused(report: &EngineReport) -> JobError {
    tracing::warn!(failure = report.failure, detail = report.detail, "the PDF engine refuses a book");
    let key = match report.failure.as_str() {
        "fonts" => "job.failed.pdfFonts",
        "output" => "job.failed.pdfOutput",
        _ => "job.failed.pdfLayout",
    };
    let blamed = report.findings.iter().filter(|finding| finding.code == "notPrinted").take(MAX_NAMED);
    let mut reasons: Vec<FailureReason> = blamed
        .map(|finding| {
            FailureReason::new("job.failed.pdfModule").with("file", finding.module.as_str()).in_step("write")
        })
        .collect();
    if reasons.is_empty() {
        reasons.push(FailureReason::new(key).in_step("write"));
    }
    JobError::Fail(reasons)
}

/// A child that does not outlive the work it was started for.
struct EngineProcess(Child);

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // One that has ended cannot be ended again, which is no error.
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_book_names_its_modules() {
        let text = r#"{"ok":false,"failure":"layout","findings":[{"code":"notPrinted","module":"DMC-A","detail":"x"},
            {"code":"picturesLeftOut","module":"DMC-B","detail":"y"}],"unknown":1}"#;
        let report: EngineReport = serde_json::from_str(text).expect("a report");
        let JobError::Fail(reasons) = refused(&report) else { panic!("another error") };
        assert_eq!(reasons.len(), 1);
        assert_eq!(reasons[0].key, "job.failed.pdfModule");
        let other = EngineReport { failure: "fonts".to_owned(), ..EngineReport::default() };
        let JobError::Fail(reasons) = refused(&other) else { panic!("another error") };
        assert_eq!(reasons[0].key, "job.failed.pdfFonts");
    }
}
