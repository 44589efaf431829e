//! The proof of a package: the import's own check reads it before anybody gets it.

use std::fs::File;
use std::ops::ControlFlow;

use domain::finding::{Finding, Severities};
use domain::job::FailureReason;
use publish::package::{PackedObject, PlannedFile};
use publish::proof::{self, SourceManual};
use s1000d::package::{Discard, Inspection, Limits, Options, SharedFile};
use s1000d::xsd::Schemas;

use super::archive::StepShare;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::threads;

/// Findings and files that a failed proof names.
const MAX_NAMED: usize = 20;

/// A package with what it is judged by.
pub(super) struct ProofInput {
    pub(super) files: Vec<PlannedFile>,
    pub(super) objects: Vec<PackedObject>,
    pub(super) manual: SourceManual,
    pub(super) schemas: Schemas,
    pub(super) severities: Severities,
}

/// Reads a package as an import would, and refuses it unless its files come in as the objects of the manual, byte for
/// byte, and nothing is found that the manual does not have.
pub(super) async fn prove(job: &Running, share: StepShare, file: File, input: ProofInput) -> Result<(), JobError> {
    let source = SharedFile::new(file).map_err(Error::work_folder)?;
    job.blocking(move |job| check(job, share, source, &input)).await
}

fn check(job: &Running, share: StepShare, source: SharedFile<File>, input: &ProofInput) -> Result<(), JobError> {
    let progress = |done: usize, total: usize| {
        let told = share.progress_of(job, done as u64, total as u64);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = Options {
        limits: Limits::default(),
        schemas: &input.schemas,
        severities: &input.severities,
        sink: &Discard,
        progress: &progress,
        threads: threads(),
    };
    let inspection = Inspection::read(source, &options).map_err(|_| job.check().err().unwrap_or(JobError::Stopped))?;
    let unequal: Vec<String> =
        proof::unequal(&input.files, &input.objects, inspection.items()).into_iter().map(str::to_owned).collect();
    if !unequal.is_empty() {
        return Err(JobError::Fail(unequal.iter().take(MAX_NAMED).map(|file| differs(file)).collect()));
    }
    let (_, findings) = inspection.judge(&input.manual, &input.severities);
    let unexpected = proof::unexpected(findings, &input.manual);
    if unexpected.is_empty() {
        return Ok(());
    }
    Err(JobError::Fail(unexpected.iter().take(MAX_NAMED).map(found).collect()))
}

fn differs(file: &str) -> FailureReason {
    FailureReason::new("job.failed.publicationDiffers").with("file", file).in_step("prove")
}

/// A finding that ends a publication.
pub(super) fn found(finding: &Finding) -> FailureReason {
    let mut cause = FailureReason::new(format!("finding.{}", finding.rule.as_str()));
    cause.params.clone_from(&finding.params);
    FailureReason::new("job.failed.publicationFindings")
        .with("file", finding.file.as_str())
        .in_step("prove")
        .because(cause)
}
