//! `regulationImport`: takes a checked file over into its collection, or makes a collection of it.
//!
//! Everything is written in one transaction that also notes the file as taken over: a job that is killed starts again
//! from nothing, or finds that it is done.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::change::{Actor, Change};
use domain::compliance::{
    CollectionDetails, ComplianceCollection, ComplianceType, MAX_COLLECTIONS, RegulationState, parse_name,
};
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{ComplianceCollectionId, RegulationImportId, UserId};
use domain::job::{Outputs, Parameters};
use domain::permission::Permission;
use domain::subject::Subject;
use domain::user::User;
use regulations::SourceReading;
use store::Tx;
use store::regulations::{CurrentReference, RegulationImport};

use super::check::{failed, parse_import, read};
use super::compared::{compare, taken_apart};
use super::edition_plan::{EditionPlan, PlanInput};
use super::mapping_files;
use super::plan::plan;
use super::stored::{self, StoredEdition};
use super::writing;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;

/// The name of the kind on the wire.
pub(super) const TAKE: &str = "regulationImport";
/// Matches by likeness that a person can refuse at once.
const MAX_APART: usize = 2_000;

/// The kind itself.
#[derive(Debug)]
pub(crate) struct TakeRegulation;

/// What a person decided.
#[derive(Debug)]
pub(crate) struct TakeoverParameters {
    import: RegulationImportId,
    /// Of a new collection; without it the file's own.
    name: Option<String>,
    originator: Option<String>,
    compliance_type: Option<ComplianceType>,
    /// Codes of new items that are not the old ones that they resemble.
    apart: HashSet<String>,
}

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
    type Parameters = TakeoverParameters;
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

    fn parse(&self, parameters: &Parameters) -> Result<TakeoverParameters, Vec<FieldError>> {
        let import = parse_import(parameters)?;
        let mut errors = FieldErrors::default();
        let mut name = |key: &str| {
            let text = parameters.text(key)?;
            errors.take(&["parameterMap.", key].concat(), parse_name(text))
        };
        let (own, originator) = (name("name"), name("originator"));
        let kind = parameters.text("complianceType");
        let kind = kind.map(|word| ComplianceType::parse(word).ok_or(FieldCode::UnknownValue));
        let compliance_type = kind.and_then(|kind| errors.take("parameterMap.complianceType", kind));
        let apart = parameters.list("apart");
        if apart.len() > MAX_APART {
            errors.add("parameterMap.apart", FieldCode::TooMany);
        }
        errors.finish()?;
        Ok(TakeoverParameters {
            import,
            name: own,
            originator,
            compliance_type,
            apart: apart.iter().filter(|code| !code.is_empty()).cloned().collect(),
        })
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, wanted: &TakeoverParameters) -> Result<Option<Subject>, Error> {
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

    async fn run(&self, ctx: &Ctx, job: &Running, wanted: &TakeoverParameters) -> Result<TakenFile, JobError> {
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
        let reading = read(ctx, job, &import).await?;
        if reading.is_blocked() {
            return Err(failed("job.failed.regulationState"));
        }
        let takeover = Takeover { ctx, job, import: &import, wanted, user: &user, now: ctx.clock.now() };
        takeover.run(reading).await
    }
}

/// The job was killed after its work was done.
fn already_taken(import: RegulationImport) -> Result<TakenFile, JobError> {
    let collection = import.collection.ok_or_else(|| failed("job.failed.regulationGone"))?;
    Ok(TakenFile { import: import.id, collection, name: import.collection_name })
}

/// The details of a new collection: what a person gives, else what the file says.
fn details(import: &RegulationImport, wanted: &TakeoverParameters) -> Result<CollectionDetails, Error> {
    let head = &import.head;
    let mut errors = FieldErrors::default();
    let mut value = |given: Option<&str>, of_file: &str, field: &str| {
        let short: String = of_file.chars().take(domain::compliance::MAX_NAME).collect();
        errors.take(field, parse_name(given.unwrap_or(&short)))
    };
    let name = value(wanted.name.as_deref(), &head.name, "parameterMap.name");
    let originator = value(wanted.originator.as_deref(), &head.originator, "parameterMap.originator");
    let kind = wanted.compliance_type.or_else(|| ComplianceType::parse(&head.compliance_type));
    let kind = errors.take("parameterMap.complianceType", kind.ok_or(FieldCode::Required));
    let (Some(name), Some(originator), Some(compliance_type)) = (name, originator, kind) else {
        return Err(errors.into_list().into());
    };
    Ok(CollectionDetails {
        name,
        originator,
        compliance_type,
        source_reference: head.source_reference.clone(),
        edition: head.edition.clone(),
        effective_on: head.effective_on,
        needs_sign_off: false,
    })
}

/// One takeover under way.
struct Takeover<'a> {
    ctx: &'a Ctx,
    job: &'a Running,
    import: &'a RegulationImport,
    wanted: &'a TakeoverParameters,
    user: &'a User,
    now: DateTime<Utc>,
}

impl Takeover<'_> {
    async fn run(&self, reading: SourceReading) -> Result<TakenFile, JobError> {
        let mut tx = self.job.begin().await?;
        let collection = self.collection(&mut tx).await?;
        store::regulations::lock_items(&mut tx, &collection.id).await?;
        let old = stored::load(&mut tx, &collection).await?;
        let references = store::regulations::list_current_references(&mut tx, &collection.id).await?;
        let (planned, old, reading) = self.plan(&collection, old, reading, references).await?;
        let account = self.user.account.as_str();
        writing::write(&mut tx, &planned, (&self.user.id, account), self.now).await?;
        self.job.progress("write", 80)?;
        let (before, after) = (&old.collection, &reading.collection);
        writing::write_edition(&mut tx, &collection.id, before, after, self.now).await?;
        let creator: &UserId = &self.user.id;
        mapping_files::write_counterparts(self.ctx, &mut tx, after, &planned.item_ids, creator).await?;
        let (id, job) = (&self.import.id, self.job.id());
        if !store::regulations::take_import(&mut tx, id, &collection.id, job, self.now).await? {
            return Err(failed("job.failed.regulationState"));
        }
        let name = collection.details.name.clone();
        tx.record(self.change(&name, &planned));
        tx.commit().await?;
        self.job.progress("write", 100)?;
        tracing::info!(import.id = %id, collection.id = %collection.id, "Took {} over", self.import.file_name);
        Ok(TakenFile { import: id.clone(), collection: collection.id, name })
    }

    fn change(&self, name: &str, plan: &EditionPlan) -> Change {
        let counts = [
            ("file", self.import.file_name.clone()),
            ("edition", self.import.head.edition.clone()),
            ("added", plan.added.len().to_string()),
            ("changed", plan.rewritten.len().to_string()),
            ("withdrawn", plan.withdrawn.len().to_string()),
            ("rechecks", plan.suspects.len().to_string()),
        ];
        let detail = counts.into_iter().filter(|(_, value)| !value.is_empty());
        let actor = Actor::User(self.user.account.as_str().to_owned());
        Change {
            detail: detail.map(|(name, value)| (name.to_owned(), value)).collect(),
            ..self.ctx.change(&actor, "compliance.imported", "compliance", name)
        }
    }

    /// The collection that the file is a version of, or a new one.
    async fn collection(&self, tx: &mut Tx) -> Result<ComplianceCollection, JobError> {
        if let Some(id) = &self.import.collection {
            let found = store::compliance::find_collection(tx, id).await?;
            return found.ok_or_else(|| failed("job.failed.regulationGone"));
        }
        let collection = ComplianceCollection {
            id: ComplianceCollectionId(self.ctx.ids.next()),
            details: details(self.import, self.wanted)?,
            created_by: self.user.account.as_str().to_owned(),
            created_on: self.now,
            updated_on: self.now,
            version: 1,
        };
        if !store::compliance::insert_collection(tx, &collection, &self.user.id).await? {
            return Err(failed("job.failed.regulationName"));
        }
        Ok(collection)
    }

    /// Compares once more, and refuses if somebody changed the collection since the check.
    async fn plan(
        &self,
        collection: &ComplianceCollection,
        old: StoredEdition,
        reading: SourceReading,
        references: Vec<CurrentReference>,
    ) -> Result<(EditionPlan, StoredEdition, SourceReading), JobError> {
        let (ctx, needs_sign_off) = (self.ctx.clone(), collection.details.needs_sign_off);
        let collection = collection.id.clone();
        let (digest, apart, now) = (self.import.digest.clone(), self.wanted.apart.clone(), self.now);
        let work = self.job.blocking(move |_| {
            let found = compare(&old, &reading.collection);
            if found.digest != digest {
                return Err(failed("job.failed.regulationStale"));
            }
            let changes = taken_apart(found.changes, &reading.collection, &apart);
            let input = PlanInput {
                collection: &collection,
                old: &old,
                new: &reading.collection,
                changes: &changes,
                categories: &found.categories,
                references: &references,
                needs_sign_off,
                edition: &reading.collection.head.version,
                now,
            };
            let planned = plan(&input, &mut || ctx.ids.next());
            Ok((planned, old, reading))
        });
        work.await
    }
}
