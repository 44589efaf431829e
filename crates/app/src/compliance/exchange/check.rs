//! `regulationPreImport`: reads a file, compares it with its collection and keeps a report, and nothing else.

use std::collections::HashSet;

use domain::compliance::{ComplianceCollection, RegulationChangeClass, RegulationState};
use domain::field::{FieldCode, FieldError};
use domain::finding::Severity;
use domain::id::RegulationImportId;
use domain::job::{FailureReason, Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use regulations::SourceReading;
use store::Tx;
use store::regulations::{
    CheckedRegulation, RegulationCategoryChange, RegulationChange, RegulationFinding, RegulationImport,
};

use super::compared;
use super::counterparts::{self, Counterparts};
use super::digest::with_mappings;
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
/// Codes of requirements of people that are reported at once.
const MAX_OWN_CODES: usize = 500;

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
        let file = read(ctx, job, &import).await?;
        let checked = Check::of(ctx, job, file, collection.as_ref()).await?;
        checked.keep(ctx, job, &import).await
    }

    async fn fail(&self, ctx: &Ctx, tx: &mut Tx, job: &Running, _: &[FailureReason]) -> Result<(), Error> {
        Ok(store::regulations::fail_import(tx, job.id(), ctx.clock.now()).await?)
    }
}

/// A file that was read.
#[derive(Debug)]
pub(super) struct FileReading {
    pub(super) reading: SourceReading,
    /// Folded names that collections may have which it names.
    pub(super) named: HashSet<String>,
}

/// Reads the file of an import.
pub(super) async fn read(ctx: &Ctx, job: &Running, import: &RegulationImport) -> Result<FileReading, JobError> {
    let bytes = ctx.blobs.read(&import.blob).await?.ok_or_else(|| failed("job.failed.regulationGone"))?;
    let work = job.blocking(move |_| {
        let reading = reading::read(&bytes);
        let named = counterparts::names(&reading.collection);
        Ok(FileReading { reading, named })
    });
    let file = work.await?;
    job.progress("read", 100)?;
    Ok(file)
}

/// The result of a check, before it is stored.
struct Check {
    reading: SourceReading,
    findings: Vec<RegulationFinding>,
    changes: Vec<RegulationChange>,
    categories: Vec<RegulationCategoryChange>,
    digest: String,
    state: RegulationState,
}

impl Check {
    async fn of(
        ctx: &Ctx,
        job: &Running,
        file: FileReading,
        collection: Option<&ComplianceCollection>,
    ) -> Result<Self, JobError> {
        let FileReading { reading, named } = file;
        if reading.is_blocked() {
            let findings = reading::all_findings(&reading);
            let (changes, categories, digest) = (Vec::new(), Vec::new(), String::new());
            return Ok(Self { reading, findings, changes, categories, digest, state: RegulationState::Blocked });
        }
        let mut tx = read_for(ctx, job.created_by()).await?;
        let old = match collection {
            Some(collection) => stored::load(&mut tx, collection).await?,
            None => StoredEdition::default(),
        };
        let counterparts = Counterparts::load(&mut tx, &named, collection.map(|one| &one.id)).await?;
        drop(tx);
        let is_new = collection.is_none();
        let work = job.blocking(move |_| Ok(Self::compared(reading, &old, &counterparts, is_new)));
        let checked = work.await?;
        job.progress("compare", 100)?;
        Ok(checked)
    }

    fn compared(reading: SourceReading, old: &StoredEdition, counterparts: &Counterparts, is_new: bool) -> Self {
        let new = &reading.collection;
        let found = compared::compare(old, new);
        let mapped = counterparts.found(new, &found.known_items(old, new));
        let mut findings = reading::all_findings(&reading);
        for code in found.codes_in_use(old, new).into_iter().take(MAX_OWN_CODES) {
            let told = [("code", code.as_str())];
            findings.push(reading::finding("regulationImport.own_code", Severity::Block, &told));
        }
        for code in found.own_items_taken(old).into_iter().take(MAX_OWN_CODES) {
            let told = [("code", code.as_str())];
            findings.push(reading::finding("regulationImport.own_taken", Severity::Warn, &told));
        }
        let digest = with_mappings(&found.digest, &mapped.added);
        findings.extend(mapped.findings);
        let changes_nothing = !is_new && mapped.added.is_empty() && found.changes_nothing(old, &new.head);
        let state = reading::state(&findings, changes_nothing);
        let (changes, categories) = (found.rows(old, new), found.category_rows(old, new));
        Self { reading, findings, changes, categories, digest, state }
    }

    /// Keeps the report in one transaction.
    async fn keep(self, ctx: &Ctx, job: &Running, import: &RegulationImport) -> Result<CheckedFile, JobError> {
        let Self { reading, findings, changes, categories, digest, state } = self;
        let head = reading::head(&reading.collection);
        let found = CheckedRegulation {
            state,
            format: reading::format(&reading),
            head: &head,
            findings: &findings,
            category_changes: &categories,
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
            let blocking = findings.iter().filter(|finding| finding.severity == Severity::Block.as_str()).count();
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
