//! The file of a report while it is written, and as an artifact of the job.

use std::fs::File;

use domain::job::FailureReason;
use domain::language::Locale;
use publish::report::{
    MAX_PRINTED_ROWS, PrintedReport, ReportCover, ReportError, ReportFile, ReportLine, ReportLists, ReportSheet,
    ReportWorkbook,
};
use publish::table::Cell;
use sha2::{Digest, Sha256};
use store::artifacts::Artifact;
use store::blobs::BlobId;

use super::parameters::ReportFormat;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::{BookFolder, keep_file, open_folder, print_report, require_engine};

/// Steps of both jobs.
pub(super) const STEPS: &[&str] = &["collect", "write"];
pub(super) const COLLECT: &str = "collect";
pub(super) const WRITE: &str = "write";

/// Letters of a name in the name of a file.
const MAX_STEM: usize = 60;

/// The input file of the PDF engine.
const DESCRIPTION: &str = "book.json";
const WORKBOOK: &str = "report.xlsx";
const LISTS: &str = "report.zip";

/// A report that is being written.
pub(super) struct ReportOutput {
    folder: BookFolder,
    sheets: SheetWriter,
    format: ReportFormat,
}

/// The rows so far; it goes from thread to thread.
struct SheetWriter {
    file: ReportFile,
    digest: Sha256,
    rows: u64,
}

fn refused(error: ReportError) -> JobError {
    match error {
        ReportError::Workbook(error) => Error::Workbook(error).into(),
        ReportError::Io(error) => Error::work_folder(error).into(),
        ReportError::TooLong => {
            let reason = FailureReason::new("job.failed.reportTooLong").with("rows", MAX_PRINTED_ROWS.to_string());
            JobError::Fail(vec![reason.in_step(COLLECT)])
        }
    }
}

impl ReportOutput {
    pub(super) async fn begin(
        ctx: &Ctx,
        job: &Running,
        sheets: &[ReportSheet],
        (format, locale): (ReportFormat, Locale),
    ) -> Result<Self, JobError> {
        if format == ReportFormat::Pdf {
            require_engine(ctx)?;
        }
        let folder = open_folder(ctx).await?;
        let (sheets, path) = (sheets.to_vec(), folder.path().to_owned());
        let begun = job.blocking(move |_| match format {
            ReportFormat::Xlsx => {
                let workbook = ReportWorkbook::new(&sheets, locale, &path).map_err(refused)?;
                Ok(ReportFile::Workbook(Box::new(workbook)))
            }
            ReportFormat::Csv => {
                let lists = ReportLists::new(&sheets, locale, &path).map_err(refused)?;
                Ok(ReportFile::Lists(Box::new(lists)))
            }
            ReportFormat::Pdf => Ok(ReportFile::Printed(Box::new(PrintedReport::new(&sheets, locale)))),
        });
        let sheets = SheetWriter { file: begun.await?, digest: Sha256::new(), rows: 0 };
        Ok(Self { folder, sheets, format })
    }

    /// Writes more rows.
    pub(super) async fn write(self, job: &Running, lines: Vec<ReportLine>) -> Result<Self, JobError> {
        let Self { folder, mut sheets, format } = self;
        let written = job.blocking(move |_| {
            for line in lines {
                sheets.add(line)?;
            }
            Ok(sheets)
        });
        Ok(Self { folder, sheets: written.await?, format })
    }

    /// The SHA-256 of all rows.
    pub(super) fn content_hash(&self) -> String {
        let hash: [u8; 32] = self.sheets.digest.clone().finalize().into();
        BlobId::of_hash(&hash).as_str().to_owned()
    }

    /// Writes the file and keeps it for download under the `name` of its subject.
    pub(super) async fn finish(
        self,
        ctx: &Ctx,
        job: &Running,
        cover: ReportCover,
        name: &str,
    ) -> Result<FinishedReport, JobError> {
        let content = self.content_hash();
        let Self { folder, sheets, format } = self;
        let (file, rows) = (sheets.file, sheets.rows);
        let stem = [in_file_name(name).as_str(), "-compliance-", cover.date.as_str()].concat();
        let file_name = [stem.as_str(), ".", format.extension()].concat();
        let name = match format {
            ReportFormat::Xlsx => WORKBOOK,
            ReportFormat::Csv => LISTS,
            ReportFormat::Pdf => DESCRIPTION,
        };
        let path = folder.path().join(name);
        let written = path.clone();
        job.blocking(move |_| file.finish(&cover, &written).map_err(refused)).await?;
        let made = match format {
            ReportFormat::Xlsx | ReportFormat::Csv => File::open(&path).map_err(Error::work_folder)?,
            ReportFormat::Pdf => {
                let (made, findings) = print_report(ctx, job, &folder, (stem.as_str(), content), WRITE).await?;
                if let Some(findings) = findings {
                    job.keep_stored(findings);
                }
                made
            }
        };
        let stored = keep_file(ctx, &made).await?;
        job.keep_stored(Artifact {
            file_name: file_name.clone(),
            blob: stored.blob,
            media_type: format.media_type().to_owned(),
            size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        });
        job.progress(WRITE, 100)?;
        Ok(FinishedReport { file_name, rows })
    }
}

/// A report that can be downloaded.
#[derive(Debug)]
pub(super) struct FinishedReport {
    pub(super) file_name: String,
    pub(super) rows: u64,
}

impl SheetWriter {
    fn add(&mut self, mut line: ReportLine) -> Result<(), JobError> {
        // First, so that the hash is about what stands in the file.
        self.file.fit(&mut line);
        self.digest.update(line.sheet.to_string());
        for cell in &line.cells {
            // Between cells, so that two different rows never give the same bytes.
            self.digest.update([0_u8]);
            match cell {
                Cell::Text(text) => self.digest.update(text),
                Cell::Number(number) => self.digest.update(number.to_string()),
                Cell::Empty => {}
            }
        }
        self.digest.update([1_u8]);
        self.rows += 1;
        self.file.add(line).map_err(refused)
    }
}

/// A name with nothing but letters, digits and signs that every file system takes.
fn in_file_name(text: &str) -> String {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
    let name: String = text.chars().take(MAX_STEM).map(|c| if fits(c) { c } else { '_' }).collect();
    let name = name.trim_matches(['_', '.']);
    if name.is_empty() { "report".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe() {
        assert_eq!(in_file_name("Part-ORO / 2026"), "Part-ORO___2026");
        assert_eq!(in_file_name("符合性 1"), "符合性_1");
        assert_eq!(in_file_name("../.."), "report");
    }
}
