//! The program that lays books out, run as a child process: within limits of memory and time, and ended with the job.

use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use domain::job::FailureReason;
use publish::book::BookProblem;
use serde::{Deserialize, Serialize};
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::core::settings::PdfSettings;
use crate::publications::archive::StepShare;
use crate::publications::located::fail;

/// The longest time that building the engine takes.
const MAX_BUILD: TimeDelta = TimeDelta::hours(2);
/// How often the child is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// Bytes of a report that are read.
const MAX_REPORT: u64 = 64 << 20;
/// The file that the child writes.
pub(super) const BOOK: &str = "book.pdf";
/// The part of the time of a book that each attempt has, when the module is searched that takes too long.
const LATE_PARTS: u32 = 16;
/// Modules that a failure names.
const MAX_NAMED: usize = 20;
/// Letters of the engine's own message that a failure shows.
const MAX_DETAIL: usize = 300;

/// One book at a time: two would need twice the memory that is allowed, and the system would choose which one ends.
static TURN: Semaphore = Semaphore::const_new(1);

/// The report of the program at its end.
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
    /// Whether the book shows a logo, where only some modules were tried.
    has_logo: bool,
}

/// Something about a module or a picture that people should know.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct EngineFinding {
    pub(super) code: String,
    /// The key of the module; empty for the whole book.
    pub(super) module: String,
    pub(super) detail: String,
}

impl From<BookProblem> for EngineFinding {
    fn from(problem: BookProblem) -> Self {
        Self { code: problem.code.to_owned(), module: problem.module, detail: problem.detail }
    }
}

/// The end of a run of the program.
#[derive(Debug)]
enum EngineEnd {
    Reported(EngineReport),
    /// It ended by itself and said nothing.
    Silent,
    /// The system ended it: most often because its memory was not enough.
    Killed,
    /// It took too long.
    Late,
}

/// Whether books can be printed on this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PdfEngineState {
    #[default]
    Ready,
    /// It will be there: `make run` builds it after the server has started.
    Building,
    Missing,
}

impl PdfEngineState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Building => "building",
            Self::Missing => "missing",
        }
    }
}

/// Looks for the engine, and for the file that scripts/pdf.sh leaves beside it while it is built.
pub(crate) fn state(ctx: &Ctx) -> PdfEngineState {
    let engine = &ctx.settings.pdf.engine;
    if engine.is_file() {
        return PdfEngineState::Ready;
    }
    let mut marker = engine.clone().into_os_string();
    marker.push(".building");
    let begun = std::fs::metadata(Path::new(&marker)).and_then(|file| file.modified()).map(DateTime::<Utc>::from);
    // A build that was killed leaves its file behind.
    let is_recent = |begun: DateTime<Utc>| ctx.clock.now() - begun < MAX_BUILD;
    if begun.is_ok_and(is_recent) { PdfEngineState::Building } else { PdfEngineState::Missing }
}

/// Whether books can be printed on this node.
pub(crate) fn is_ready(ctx: &Ctx) -> bool {
    state(ctx) == PdfEngineState::Ready
}

/// Lays out the book in a folder.
pub(super) async fn run(ctx: &Ctx, job: &Running, folder: &Path, share: StepShare) -> Result<EngineReport, JobError> {
    let (settings, folder) = (ctx.settings.pdf.clone(), folder.to_owned());
    let _turn = take_turn(job).await?;
    job.blocking(move |job| lay_out(job, &settings, &folder, share)).await
}

/// Waits until no other book of this process is laid out.
async fn take_turn(job: &Running) -> Result<SemaphorePermit<'static>, JobError> {
    loop {
        if let Ok(turn) = TURN.try_acquire() {
            return Ok(turn);
        }
        job.check()?;
        tokio::time::sleep(LOOK).await;
    }
}

fn lay_out(job: &Running, settings: &PdfSettings, folder: &Path, share: StepShare) -> Result<EngineReport, JobError> {
    // Nobody knows how long it takes: the first minute brings half, the next half of the rest, and so on.
    let progress = |seconds: u64| share.progress_of(job, 40 + 60 * seconds / (seconds + 60), 100);
    match start(settings, folder, None)?.wait(settings.time, &progress)? {
        EngineEnd::Reported(report) if report.ok => Ok(report),
        EngineEnd::Reported(report) => Err(refused(&report)),
        EngineEnd::Silent => Err(match blamed(job, settings, folder, settings.time)? {
            Some(reason) => JobError::Fail(vec![reason]),
            None => fail("job.failed.pdfOutput"),
        }),
        EngineEnd::Late => Err(match blamed(job, settings, folder, settings.time / LATE_PARTS)? {
            Some(reason) => JobError::Fail(vec![reason]),
            None => fail("job.failed.pdfTime"),
        }),
        EngineEnd::Killed => Err(match blamed(job, settings, folder, settings.time)? {
            Some(reason) => JobError::Fail(vec![reason]),
            None => fail("job.failed.pdfMemory"),
        }),
    }
}

/// Starts the program for a whole book, or to try a part of it.
fn start(settings: &PdfSettings, folder: &Path, only: Option<&str>) -> Result<EngineProcess, JobError> {
    let mut command = Command::new(&settings.engine);
    command.arg(folder).arg(folder.join(BOOK)).arg("--memory-mb").arg((settings.memory >> 20).to_string());
    if let Some(part) = only {
        command.arg("--only").arg(part);
    }
    // Each arena of the allocator reserves address space, which the limit counts.
    command.env_clear().env("MALLOC_ARENA_MAX", "4");
    EngineProcess::spawn(&mut command).map_err(|error| {
        tracing::warn!(engine = %settings.engine.display(), %error, "the PDF engine cannot be started");
        fail("job.failed.pdfEngineMissing")
    })
}

/// Finds the part that ends the program or takes more than `longest`: the logo, or a module, which is found by halves.
/// None where every half can be printed or none can, or where the search takes longer than a book may.
fn blamed(
    job: &Running,
    settings: &PdfSettings,
    folder: &Path,
    longest: Duration,
) -> Result<Option<FailureReason>, JobError> {
    let started = Instant::now();
    let attempt_part = |part: &str| {
        let rest = settings.time.saturating_sub(started.elapsed());
        start(settings, folder, Some(part))?.wait(rest.min(longest), &|_| job.check())
    };
    let attempt = |only: Range<usize>| attempt_part(&format!("{}-{}", only.start, only.end));
    // What is late because the search itself has no time left says nothing.
    let is_bad = |end: &EngineEnd| match end {
        EngineEnd::Killed | EngineEnd::Silent => true,
        EngineEnd::Late => longest < settings.time && started.elapsed() < settings.time,
        EngineEnd::Reported(_) => false,
    };
    let EngineEnd::Reported(EngineReport { modules, has_logo, .. }) = attempt(0..0)? else { return Ok(None) };
    if has_logo && !matches!(attempt_part("logo")?, EngineEnd::Reported(_)) {
        return Ok(Some(FailureReason::new("job.failed.pdfLogo").in_step("write")));
    }
    let found = find_bad(modules.len(), longest == settings.time, |only| Ok(is_bad(&attempt(only)?)))?;
    Ok(found.and_then(|place| modules.get(place)).map(|module| not_printed(module)))
}

/// The place of the one among `count` modules that makes every part with it bad. Where a bad part is sure to contain one,
/// its other half is not tried; otherwise two bad halves are both too much by themselves.
fn find_bad(
    count: usize,
    is_sure: bool,
    mut is_bad: impl FnMut(Range<usize>) -> Result<bool, JobError>,
) -> Result<Option<usize>, JobError> {
    let (mut from, mut to) = (0, count);
    if to == 0 || (to == 1 && !is_bad(0..1)?) {
        return Ok(None);
    }
    while to - from > 1 {
        let middle = usize::midpoint(from, to);
        let is_first = is_bad(from..middle)?;
        let is_second = !(is_first && is_sure) && is_bad(middle..to)?;
        match (is_first, is_second) {
            (true, false) => to = middle,
            (false, true) => from = middle,
            (true, true) | (false, false) => return Ok(None),
        }
    }
    Ok(Some(from))
}

fn read(output: ChildStdout) -> Option<EngineReport> {
    let mut bytes = Vec::new();
    output.take(MAX_REPORT).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Why there is no book; names the modules that are to blame.
fn refused(report: &EngineReport) -> JobError {
    tracing::warn!(failure = report.failure, detail = report.detail, "the PDF engine refuses a book");
    if report.failure == "full" {
        return Error::work_folder(io::ErrorKind::StorageFull.into()).into();
    }
    let named = report.findings.iter().filter(|finding| finding.code == "notPrinted").take(MAX_NAMED);
    let mut reasons: Vec<FailureReason> = named.map(|finding| not_printed(&finding.module)).collect();
    if reasons.is_empty() {
        let reason = match report.failure.as_str() {
            "fonts" => FailureReason::new("job.failed.pdfFonts"),
            "output" => FailureReason::new("job.failed.pdfOutput"),
            _ => {
                let detail: String = report.detail.chars().take(MAX_DETAIL).collect();
                FailureReason::new("job.failed.pdfLayout").with("detail", detail)
            }
        };
        reasons.push(reason.in_step("write"));
    }
    JobError::Fail(reasons)
}

fn not_printed(module: &str) -> FailureReason {
    FailureReason::new("job.failed.pdfModule").with("file", module).in_step("write")
}

/// A child that does not outlive the work it was started for.
struct EngineProcess {
    child: Child,
    /// Reads the report.
    report: Option<JoinHandle<Option<EngineReport>>>,
}

impl EngineProcess {
    fn spawn(command: &mut Command) -> io::Result<Self> {
        // The report comes through a pipe: a full disk must not hide it.
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let report = child.stdout.take().map(|output| std::thread::spawn(move || read(output)));
        Ok(Self { child, report })
    }

    /// Waits for the end of the program.
    fn wait(
        mut self,
        longest: Duration,
        progress: &dyn Fn(u64) -> Result<(), JobError>,
    ) -> Result<EngineEnd, JobError> {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().map_err(Error::work_folder)? {
                let report = self.report.take().and_then(|report| report.join().ok()).flatten();
                let Some(report) = report.filter(|_| status.code().is_some()) else {
                    tracing::warn!(%status, "the PDF engine stopped without a report");
                    return Ok(if status.code().is_some() { EngineEnd::Silent } else { EngineEnd::Killed });
                };
                return Ok(EngineEnd::Reported(report));
            }
            let passed = started.elapsed();
            if passed > longest {
                return Ok(EngineEnd::Late);
            }
            progress(passed.as_secs())?;
            std::thread::sleep(LOOK);
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        // One that has ended cannot be ended again, which is no error.
        drop(self.child.kill());
        drop(self.child.wait());
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

    #[test]
    fn a_module_that_takes_too_long_is_told_from_a_book_that_does() {
        let found = |bad: &[usize], is_sure: bool| {
            let is_bad = |only: Range<usize>| Ok(bad.iter().any(|place| only.contains(place)));
            find_bad(7, is_sure, is_bad).unwrap_or_else(|_| panic!("an error"))
        };
        for place in 0..7 {
            assert_eq!((found(&[place], true), found(&[place], false)), (Some(place), Some(place)));
        }
        assert_eq!(found(&[1, 6], true), Some(1), "the first is named");
        assert_eq!(found(&[1, 6], false), None, "every half is too large");
        assert_eq!(found(&[], false), None);
        assert!(matches!(find_bad(0, true, |_| Ok(true)), Ok(None)));
        assert!(matches!(find_bad(1, false, |_| Ok(false)), Ok(None)));
    }

    #[test]
    fn a_book_without_room_on_the_disk_is_an_outage() {
        let report = EngineReport { failure: "full".to_owned(), ..EngineReport::default() };
        assert!(matches!(refused(&report), JobError::Retry(Error::StorageFull(_))));
        let report = EngineReport { failure: "output".to_owned(), ..EngineReport::default() };
        let JobError::Fail(reasons) = refused(&report) else { panic!("another error") };
        assert_eq!(reasons[0].key, "job.failed.pdfOutput");
    }

    fn end_of(script: &str) -> EngineEnd {
        let process = EngineProcess::spawn(Command::new("/bin/sh").args(["-c", script])).expect("a shell");
        process.wait(Duration::from_mins(1), &|_| Ok(())).expect("an end")
    }

    #[test]
    fn the_end_of_the_program_is_told_apart() {
        let long = "printf '{\"ok\":true,\"pages\":3,\"detail\":\"%200000s\"}' x";
        let EngineEnd::Reported(report) = end_of(long) else { panic!("no report") };
        assert_eq!((report.ok, report.pages), (true, 3), "longer than a pipe holds");
        let refused = end_of("echo '{\"ok\":false}'; exit 3");
        assert!(matches!(refused, EngineEnd::Reported(EngineReport { ok: false, .. })));
        assert!(matches!(end_of("exit 1"), EngineEnd::Silent));
        assert!(matches!(end_of("echo '{\"ok\":true}'; kill -9 $$"), EngineEnd::Killed));
    }

    #[test]
    fn a_program_ends_with_its_time_and_with_its_job() {
        let process = || EngineProcess::spawn(Command::new("/bin/sh").args(["-c", "exec sleep 600"])).expect("a shell");
        let late = process().wait(Duration::ZERO, &|_| Ok(())).expect("an end");
        assert!(matches!(late, EngineEnd::Late));
        let cancelled = process();
        let folder = format!("/proc/{}", cancelled.child.id());
        let ended = cancelled.wait(Duration::from_mins(1), &|_| Err(JobError::Cancelled));
        assert!(matches!(ended, Err(JobError::Cancelled)));
        assert!(!Path::new(&folder).exists(), "the child is gone");
    }

    #[test]
    fn a_book_that_cannot_be_laid_out_tells_the_reason() {
        let detail = "label does not exist".to_owned();
        let report = EngineReport { failure: "layout".to_owned(), detail, ..EngineReport::default() };
        let JobError::Fail(reasons) = refused(&report) else { panic!("another error") };
        assert_eq!(reasons[0].key, "job.failed.pdfLayout");
        assert_eq!(reasons[0].params, [("detail".to_owned(), "label does not exist".to_owned())]);
    }
}
