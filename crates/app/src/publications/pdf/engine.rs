//! The program that lays books out, run as a child process: within limits of memory and time, and ended with the job.

use std::fs::File;
use std::ops::Range;
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
    /// The keys of all modules, where only some were tried.
    modules: Vec<String>,
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
    // Nobody knows how long it takes: the first minute brings half, the next half of the rest, and so on.
    let progress = |seconds: u64| share.progress_of(job, 40 + 60 * seconds / (seconds + 60), 100);
    match start(settings, folder, None)?.wait(settings.time, folder, &progress)? {
        Some(report) if report.ok => Ok(report),
        Some(report) => Err(refused(&report)),
        // It was ended by the system: most often because its memory was not enough.
        None => Err(match blamed(job, settings, folder)? {
            Some(module) => JobError::Fail(vec![not_printed(&module)]),
            None => fail("job.failed.pdfMemory"),
        }),
    }
}

/// Starts the program for a whole book, or to try some of its modules.
fn start(settings: &PdfSettings, folder: &Path, only: Option<Range<usize>>) -> Result<EngineProcess, JobError> {
    let output = File::create(folder.join(REPORT)).map_err(Error::work_folder)?;
    let mut command = Command::new(&settings.engine);
    command.arg(folder).arg(folder.join(BOOK)).arg("--memory-mb").arg((settings.memory >> 20).to_string());
    if let Some(Range { start, end }) = only {
        command.arg("--only").arg(format!("{start}-{end}"));
    }
    // Each arena of the allocator reserves address space, which the limit counts.
    command.env_clear().env("MALLOC_ARENA_MAX", "4");
    let child = command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null()).spawn();
    child.map(EngineProcess).map_err(|error| {
        tracing::warn!(engine = %settings.engine.display(), %error, "the PDF engine cannot be started");
        fail("job.failed.pdfEngineMissing")
    })
}

/// The module that ends the program, found by halves; none where every half can be printed.
fn blamed(job: &Running, settings: &PdfSettings, folder: &Path) -> Result<Option<String>, JobError> {
    let attempt =
        |only: Range<usize>| start(settings, folder, Some(only))?.wait(settings.time, folder, &|_| job.check());
    let modules = attempt(0..0)?.map(|report| report.modules).unwrap_or_default();
    let (mut from, mut to) = (0, modules.len());
    while to - from > 1 {
        let middle = usize::midpoint(from, to);
        if attempt(from..middle)?.is_none() {
            to = middle;
        } else if attempt(middle..to)?.is_none() {
            from = middle;
        } else {
            return Ok(None);
        }
    }
    Ok(modules.get(from).cloned())
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
    let named = report.findings.iter().filter(|finding| finding.code == "notPrinted").take(MAX_NAMED);
    let mut reasons: Vec<FailureReason> = named.map(|finding| not_printed(&finding.module)).collect();
    if reasons.is_empty() {
        reasons.push(FailureReason::new(key).in_step("write"));
    }
    JobError::Fail(reasons)
}

fn not_printed(module: &str) -> FailureReason {
    FailureReason::new("job.failed.pdfModule").with("file", module).in_step("write")
}

/// A child that does not outlive the work it was started for.
struct EngineProcess(Child);

impl EngineProcess {
    /// Waits for the report; none when the program ended without one.
    fn wait(
        mut self,
        longest: Duration,
        folder: &Path,
        progress: &dyn Fn(u64) -> Result<(), JobError>,
    ) -> Result<Option<EngineReport>, JobError> {
        let started = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().map_err(Error::work_folder)? {
                let report = status.code().and_then(|_| read(&folder.join(REPORT)));
                if report.is_none() {
                    tracing::warn!(%status, "the PDF engine stopped without a report");
                }
                return Ok(report);
            }
            let passed = started.elapsed();
            if passed > longest {
                return Err(fail("job.failed.pdfTime"));
            }
            progress(passed.as_secs())?;
            std::thread::sleep(LOOK);
        }
    }
}

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
