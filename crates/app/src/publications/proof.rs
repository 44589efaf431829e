//! The proof of a package: the import's own check reads it before anybody gets it.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::ops::ControlFlow;

use domain::finding::{Finding, Severities};
use domain::job::FailureReason;
use publish::package::{PackedObject, PlannedContent, PlannedFile};
use publish::proof::{self, SourceManual};
use s1000d::package::{Discard, Inspection, Limits, Options, SharedFile};
use s1000d::xsd::{self, Schemas};
use store::blobs::BlobId;
use store::publications::SourceVersion;

use super::archive::StepShare;
use super::sources::PublicationSource;
use super::stored::read_blob;
use crate::core::ctx::Ctx;
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
/// byte, and nothing is found that the manual does not have. Returns what a filter may have caused.
pub(super) async fn prove(
    job: &Running,
    share: StepShare,
    file: File,
    input: ProofInput,
) -> Result<Vec<Finding>, JobError> {
    let source = SharedFile::new(file).map_err(Error::work_folder)?;
    job.blocking(move |job| check(job, share, source, &input)).await
}

/// The files of a package from which something was removed, with their contents before.
pub(super) fn contents_before(
    source: &PublicationSource,
    files: &[PlannedFile],
    chosen: &[&SourceVersion],
) -> HashMap<String, BlobId> {
    let before = |file: &PlannedFile| {
        let PlannedContent::Version(place) = file.content else { return None };
        let blob = source.content.content_before(chosen.get(place)?)?;
        Some((file.name.clone(), blob.clone()))
    };
    files.iter().filter_map(before).collect()
}

/// Of what a filter may have caused, the findings that the texts did not have before: their contents are given by the
/// names of files.
pub(super) async fn caused_by_filter(
    ctx: &Ctx,
    found: Vec<Finding>,
    before: &HashMap<String, BlobId>,
    schemas: &Schemas,
) -> Result<Vec<Finding>, JobError> {
    let mut by_file: BTreeMap<String, Vec<Finding>> = BTreeMap::new();
    for finding in found {
        by_file.entry(finding.file.clone()).or_default().push(finding);
    }
    let mut caused = Vec::new();
    for (file, found) in by_file {
        let had = match before.get(&file) {
            Some(blob) => {
                let (bytes, schemas) = (read_blob(ctx, blob, &file).await?, schemas.clone());
                tokio::task::spawn_blocking(move || xsd::check(&schemas, &bytes)).await.map_err(Error::from)?
            }
            None => Vec::new(),
        };
        caused.extend(proof::not_before(found, &had));
    }
    Ok(caused)
}

/// A package that does not go out because of what was found in it.
pub(super) fn refused(findings: &[Finding]) -> JobError {
    JobError::Fail(findings.iter().take(MAX_NAMED).map(found).collect())
}

fn check(
    job: &Running,
    share: StepShare,
    source: SharedFile<File>,
    input: &ProofInput,
) -> Result<Vec<Finding>, JobError> {
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
    let of_removals = proof::of_removals(&findings, &input.manual);
    let unexpected = proof::unexpected(findings, &input.manual);
    if unexpected.is_empty() { Ok(of_removals) } else { Err(refused(&unexpected)) }
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
