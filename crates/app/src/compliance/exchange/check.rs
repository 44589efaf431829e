//! `regulationPreImport`: reads a file, compares it with its collection and keeps a report, and nothing else.

use domain::compliance::{ComplianceCollection, RegulationChangeClass, RegulationState};
use domain::field::{FieldCode, FieldError};
use domain::finding::Severity;
use domain::id::RegulationImportId;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use regulations::SourceReading;
use store::Tx;
use store::regulations::{CheckedRegulation, RegulationChange, RegulationImport};

use super::compared;
use super::reading;
use super::stored::{self, StoredEdition};
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// The name of the kind on the wire.
pub(super) const CHECK: &str = "regulationPreImport";

/// The kind itself.
#[derive(Debug)]
pub(crate) struct CheckRegulation;

/// A file that was checked.
#[derive(Debug)]
pub(crate) struct CheckedFile {
    id: RegulationImportId,
    file_name: String,
    state: RegulationState,
    counts: Vec<(RegulationChangeClass, usize)>,
}

impl From<CheckedFile> for Outputs {
    fn from(checked: CheckedFile) -> Self {
        let named =
            [("importId", checked.id.0), ("fileName", checked.file_name), ("state", checked.state.as_str().to_owned())];
        let counts = checked.counts.into_iter().map(|(class, count)| (class.as_str(), count.to_string()));
        named.into_iter().chain(counts).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// The file that the parameter `importId` names.
pub(super) fn parse_import(parameters: &Parameters) -> Result<RegulationImportId, Vec<FieldError>> {
    let required = || vec![FieldError::new("parameterMap.importId", FieldCode::Required)];
    parameters.text("importId").map(|id| RegulationImportId(id.to_owned())).ok_or_else(required)
}

/// A reason of its own for a job that cannot go on.
pub(super) fn failed(key: &str) -> JobError {
    JobError::Fail(vec![FailureReason::new(key)])
}

impl JobKind for CheckRegulation {
    type Parameters = RegulationImportId;
    type Output = CheckedFile;

    fn wire_name(&self) -> &'static str {
        CHECK
    }

    fn steps(&self) -> &'static [&'static str] {
        &["read", "compare", "report"]
    }

    fn permission(&self) -> Permission {
        Permission::EditCompliance
    }

    fn parse(&self, parameters: &Parameters) -> Result<RegulationImportId, Vec<FieldError>> {
        parse_import(parameters)
    }

    /// Asked for alone it would not be the check that the file waits for.
    async fn admit(&self, tx: &mut Tx, _: &Caller, id: &RegulationImportId) -> Result<Option<Subject>, Error> {
        let missing = Error::NotFound(Missing::RegulationImport);
        store::regulations::find_import(tx, id).await?.ok_or(missing)?;
        Err(ComplianceError::RegulationState.into())
    }

    async fn run(&self, ctx: &Ctx, job: &Running, id: &RegulationImportId) -> Result<CheckedFile, JobError> {
        let mut tx = read_for(ctx, job.created_by()).await?;
        let import = store::regulations::find_import(&mut tx, id).await?;
        let import = import.filter(|import| import.check_job == *job.id());
        let import = import.ok_or_else(|| failed("job.failed.regulationGone"))?;
        let collection = match &import.collection {
            Some(id) => store::compliance::find_collection(&mut tx, id).await?,
            None => None,
        };
        drop(tx);
        let reading = read(ctx, job, &import).await?;
        let checked = Check::of(ctx, job, reading, collection.as_ref()).await?;
        checked.keep(ctx, job, &import).await
    }

    async fn fail(&self, ctx: &Ctx, tx: &mut Tx, job: &Running, _: &[FailureReason]) -> Result<(), Error> {
        Ok(store::regulations::fail_import(tx, job.id(), ctx.clock.now()).await?)
    }
}

/// Reads the file of an import.
pub(super) async fn read(ctx: &Ctx, job: &Running, import: &RegulationImport) -> Result<SourceReading, JobError> {
    let bytes = ctx.blobs.read(&import.blob).await?.ok_or_else(|| failed("job.failed.regulationGone"))?;
    let reading = job.blocking(move |_| Ok(reading::read(&bytes))).await?;
    job.progress("read", 100)?;
    Ok(reading)
}

/// What a check found, before it is kept.
struct Check {
    reading: SourceReading,
    changes: Vec<RegulationChange>,
    digest: String,
    state: RegulationState,
}

impl Check {
    async fn of(
        ctx: &Ctx,
        job: &Running,
        reading: SourceReading,
        collection: Option<&ComplianceCollection>,
    ) -> Result<Self, JobError> {
        if reading.is_blocked() {
            let state = RegulationState::Blocked;
            return Ok(Self { reading, changes: Vec::new(), digest: String::new(), state });
        }
        let old = match collection {
            Some(collection) => stored::load(&mut read_for(ctx, job.created_by()).await?, collection).await?,
            None => StoredEdition::default(),
        };
        let is_new = collection.is_none();
        let checked = job
            .blocking(move |_| {
                let found = compared::compare(&old, &reading.collection);
                let changes_nothing = found.changes_nothing(&old.collection.head, &reading.collection.head);
                let state = reading::state(&reading, changes_nothing && !is_new);
                let changes = found.rows(&old, &reading.collection);
                Ok(Self { reading, changes, digest: found.digest, state })
            })
            .await?;
        job.progress("compare", 100)?;
        Ok(checked)
    }

    /// Keeps the report in one transaction.
    async fn keep(self, ctx: &Ctx, job: &Running, import: &RegulationImport) -> Result<CheckedFile, JobError> {
        let Self { reading, changes, digest, state } = self;
        let (head, findings) = (reading::head(&reading.collection), reading::all_findings(&reading));
        let found = CheckedRegulation {
            state,
            format: reading::format(&reading),
            head: &head,
            findings: &findings,
            digest: &digest,
        };
        let mut tx = job.begin().await?;
        store::regulations::insert_changes(&mut tx, &import.id, &changes).await?;
        if !store::regulations::show_checked(&mut tx, &import.id, job.id(), &found, ctx.clock.now()).await? {
            return Err(failed("job.failed.regulationGone"));
        }
        tx.commit().await?;
        job.progress("report", 100)?;
        if state == RegulationState::Blocked {
            let blocking = reading.findings.iter().filter(|finding| finding.severity == Severity::Block).count();
            let reason = FailureReason::new("job.failed.regulation").with("count", blocking.to_string());
            return Err(JobError::Fail(vec![reason.in_step("read")]));
        }
        let of = |class| (class, changes.iter().filter(|change| change.class == class).count());
        let counts = RegulationChangeClass::ALL.into_iter().map(of).collect();
        let file_name = import.file_name.clone();
        tracing::info!(import.id = %import.id, "Checked the regulation {file_name}");
        Ok(CheckedFile { id: import.id.clone(), file_name, state, counts })
    }
}
