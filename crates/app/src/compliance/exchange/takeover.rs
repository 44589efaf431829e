//! `regulationImport`: takes a checked file over into its collection, or makes a collection of it.
//!
//! Everything is written in one transaction that also notes the file as taken over: a job that is killed starts again
//! from nothing, or finds that it is done.

use domain::compliance::{MAX_COLLECTIONS, RegulationState};
use domain::field::FieldError;
use domain::id::{ComplianceCollectionId, RegulationImportId};
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use store::Tx;
use store::regulations::RegulationImport;

use super::check::{failed, read};
use super::decisions::{TakeoverDecisions, details};
use super::transfer::Transfer;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// The name of the kind on the wire.
pub(super) const TAKE: &str = "regulationImport";

/// The kind itself.
#[derive(Debug)]
pub(crate) struct TakeRegulation;

/// A file that was taken over.
#[derive(Debug)]
pub(crate) struct TakenFile {
    import: RegulationImportId,
    collection: ComplianceCollectionId,
    name: String,
}

impl From<TakenFile> for Outputs {
    fn from(taken: TakenFile) -> Self {
        let named =
            [("importId", taken.import.0), ("collectionId", taken.collection.0), ("collectionName", taken.name)];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl JobKind for TakeRegulation {
    type Parameters = TakeoverDecisions;
    type Output = TakenFile;

    fn wire_name(&self) -> &'static str {
        TAKE
    }

    fn steps(&self) -> &'static [&'static str] {
        &["read", "write"]
    }

    fn permission(&self) -> Permission {
        Permission::EditCompliance
    }

    fn parse(&self, parameters: &Parameters) -> Result<TakeoverDecisions, Vec<FieldError>> {
        TakeoverDecisions::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, wanted: &TakeoverDecisions) -> Result<Option<Subject>, Error> {
        let missing = Error::NotFound(Missing::RegulationImport);
        let import = store::regulations::find_import(tx, &wanted.import).await?.ok_or(missing)?;
        if import.state != RegulationState::Ready {
            return Err(ComplianceError::RegulationState.into());
        }
        if import.collection.is_none() {
            let details = details(&import, wanted)?;
            let collections = store::compliance::list_collections(tx, MAX_COLLECTIONS).await?;
            if collections.len() as u64 >= MAX_COLLECTIONS {
                return Err(ComplianceError::TooMany.into());
            }
            let name = domain::text::fold(&details.name);
            if collections.iter().any(|one| domain::text::fold(&one.details.name) == name) {
                return Err(ComplianceError::NameTaken.into());
            }
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, wanted: &TakeoverDecisions) -> Result<TakenFile, JobError> {
        let mut tx = read_for(ctx, job.created_by()).await?;
        let import = store::regulations::find_import(&mut tx, &wanted.import).await?;
        let import = import.ok_or_else(|| failed("job.failed.regulationGone"))?;
        let user = match job.created_by() {
            Some(id) => store::users::find(&mut tx, id).await?,
            None => None,
        };
        drop(tx);
        if import.taken_job == *job.id() && import.state == RegulationState::Taken {
            return already_taken(import);
        }
        let user = user.ok_or_else(|| failed("job.failed.regulationState"))?;
        if import.state != RegulationState::Ready {
            return Err(failed("job.failed.regulationState"));
        }
        let file = read(ctx, job, &import).await?;
        if file.reading.is_blocked() {
            return Err(failed("job.failed.regulationState"));
        }
        let transfer = Transfer { ctx, job, import: &import, decisions: wanted, user: &user };
        let collection = transfer.run(file).await?;
        tracing::info!(import.id = %import.id, collection.id = %collection.id, "Took {} over", import.file_name);
        Ok(TakenFile { import: import.id, name: collection.details.name, collection: collection.id })
    }
}

/// The job was killed after its work was done.
fn already_taken(import: RegulationImport) -> Result<TakenFile, JobError> {
    let collection = import.collection.ok_or_else(|| failed("job.failed.regulationGone"))?;
    Ok(TakenFile { import: import.id, collection, name: import.collection_name })
}
