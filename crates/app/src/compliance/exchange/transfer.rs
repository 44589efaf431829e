//! One takeover under way.
//!
//! Reading, comparing and planning come before the transaction, which locks the collection and only writes. If somebody
//! changed the collection in between, it all begins again.

use domain::change::{Actor, Change};
use domain::compliance::{ComplianceCollection, MappingRelation};
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId};
use domain::user::User;
use store::Tx;
use store::regulations::{CurrentReference, NewMapping, PolicyImage, RegulationImport};

use super::check::{FileReading, failed};
use super::compared::compare;
use super::counterparts::Counterparts;
use super::decisions::{TakeoverDecisions, details};
use super::digest::with_mappings;
use super::edition_plan::{EditionPlan, PlanInput};
use super::images;
use super::mappings;
use super::plan::plan;
use super::reading::is_blocked;
use super::stored::{self, ALL_CATEGORIES, StoredEdition};
use super::writing;
use crate::compliance::sign_offs;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// How often it begins again because somebody changed the collection meanwhile.
const ATTEMPTS: u32 = 5;

/// A takeover, and what a person decided about it.
pub(super) struct Transfer<'a> {
    pub(super) ctx: &'a Ctx,
    pub(super) job: &'a Running,
    pub(super) import: &'a RegulationImport,
    pub(super) decisions: &'a TakeoverDecisions,
    pub(super) user: &'a User,
}

/// Everything that is known before the transaction.
struct PreparedTransfer {
    /// As it was read; of a new collection as it will be.
    collection: ComplianceCollection,
    old: StoredEdition,
    references: Vec<CurrentReference>,
    file: FileReading,
    plan: EditionPlan,
    mappings: Vec<NewMapping>,
}

impl Transfer<'_> {
    /// Takes the file over; gives its collection.
    pub(super) async fn run(&self, file: FileReading) -> Result<ComplianceCollection, JobError> {
        let images = images::put(self.ctx, &file.reading.collection).await?;
        let mut file = file;
        for _ in 0..ATTEMPTS {
            let prepared = self.prepare(file).await?;
            self.job.progress("write", 10)?;
            let mut tx = self.job.begin().await?;
            if self.is_as_prepared(&mut tx, &prepared).await? {
                return self.write(tx, prepared, &images).await;
            }
            file = prepared.file;
        }
        Err(failed("job.failed.regulationStale"))
    }

    async fn prepare(&self, file: FileReading) -> Result<PreparedTransfer, JobError> {
        let mut tx = read_for(self.ctx, self.job.created_by()).await?;
        let target = self.import.collection.as_ref();
        let (collection, old, references) = match target {
            Some(id) => {
                let found = store::compliance::find_collection(&mut tx, id).await?;
                let found = found.ok_or_else(|| failed("job.failed.regulationGone"))?;
                let old = stored::load(&mut tx, &found).await?;
                let references = store::regulations::list_current_references(&mut tx, id).await?;
                (found, old, references)
            }
            None => (self.new_collection()?, StoredEdition::default(), Vec::new()),
        };
        let counterparts = Counterparts::load(&mut tx, &file.named, target).await?;
        drop(tx);
        self.plan(collection, old, references, file, counterparts).await
    }

    /// Compares once more, and refuses if somebody changed the collection since the check.
    async fn plan(
        &self,
        collection: ComplianceCollection,
        old: StoredEdition,
        references: Vec<CurrentReference>,
        file: FileReading,
        counterparts: Counterparts,
    ) -> Result<PreparedTransfer, JobError> {
        let (ctx, now) = (self.ctx.clone(), self.ctx.clock.now());
        let (digest, confirmed) = (self.import.digest.clone(), self.decisions.confirmed.clone());
        let work = self.job.blocking(move |_| {
            let new = &file.reading.collection;
            let found = compare(&old, new);
            let mapped = counterparts.found(new, &found.known_items(&old, new));
            if with_mappings(&found.digest, &mapped.added) != digest || is_blocked(&mapped.findings) {
                return Err(failed("job.failed.regulationStale"));
            }
            let found = found.confirmed(&old, new, &confirmed);
            let categories = found.categories(&old);
            let input = PlanInput {
                collection: &collection.id,
                old: &old,
                new,
                changes: &found.changes,
                categories: &categories,
                parts: &found.parts,
                references: &references,
                needs_sign_off: collection.details.needs_sign_off,
                edition: &new.head.version,
                now,
            };
            let plan = plan(&input, &mut || ctx.ids.next());
            let ids: Vec<_> = plan.item_ids.iter().cloned().map(Some).collect();
            let named = counterparts.found(new, &ids).added.into_iter();
            let mapping = |(place, other, relation): (usize, PolicyItemId, MappingRelation)| {
                let id = PolicyMappingId(ctx.ids.next());
                mappings::stored(id, (plan.item_ids[place].clone(), other), relation, String::new())
            };
            let mappings = named.map(mapping).collect();
            Ok(PreparedTransfer { collection, old, references, file, plan, mappings })
        });
        work.await
    }

    fn new_collection(&self) -> Result<ComplianceCollection, JobError> {
        let now = self.ctx.clock.now();
        Ok(ComplianceCollection {
            id: ComplianceCollectionId(self.ctx.ids.next()),
            details: details(self.import, self.decisions)?,
            created_by: self.user.account.as_str().to_owned(),
            created_on: now,
            updated_on: now,
            version: 1,
        })
    }

    /// Locks the items of the collection. Returns whether the collection is as it was when the takeover was planned.
    async fn is_as_prepared(&self, tx: &mut Tx, prepared: &PreparedTransfer) -> Result<bool, JobError> {
        let Some(id) = &self.import.collection else { return Ok(true) };
        let mut versions = store::regulations::lock_items(tx, id).await?;
        versions.sort_unstable();
        if versions != prepared.old.versions() {
            return Ok(false);
        }
        let found = store::compliance::find_collection(tx, id).await?;
        let categories = store::compliance::list_categories(tx, Some(id), ALL_CATEGORIES).await?;
        let references = store::regulations::list_current_references(tx, id).await?;
        Ok(found.as_ref() == Some(&prepared.collection)
            && categories == prepared.old.categories
            && references == prepared.references)
    }

    /// Writes everything in one transaction, which also notes the file as taken over. It holds the row of the job: nobody
    /// else can take the job before it ends, however long it takes.
    async fn write(
        &self,
        mut tx: Tx,
        prepared: PreparedTransfer,
        images: &[PolicyImage],
    ) -> Result<ComplianceCollection, JobError> {
        let PreparedTransfer { collection, old, file, mut plan, mappings, .. } = prepared;
        // Read under the lock: a reference that somebody confirmed while the takeover was planned was confirmed before it.
        let (user, now) = (&self.user.id, self.ctx.clock.now());
        plan.set_time(now);
        if self.import.collection.is_none() && !store::compliance::insert_collection(&mut tx, &collection, user).await?
        {
            return Err(failed("job.failed.regulationName"));
        }
        writing::write(&mut tx, &plan, (user, self.user.account.as_str()), now).await?;
        let (before, after) = (&old.collection, &file.reading.collection);
        writing::write_edition(&mut tx, &collection.id, before, after, now).await?;
        store::regulations::insert_images(&mut tx, &collection.id, images).await?;
        let mapped = store::regulations::insert_mappings(&mut tx, &mappings, user, now).await?;
        let (id, job) = (&self.import.id, self.job.id());
        if !store::regulations::take_import(&mut tx, id, &collection.id, job, now).await? {
            return Err(failed("job.failed.regulationState"));
        }
        sign_offs::tell(self.ctx, &mut tx, self.user.account.as_str(), &collection, &plan.to_sign).await?;
        tx.record(self.change(&collection.details.name, &plan, mapped));
        tx.commit().await?;
        Ok(collection)
    }

    fn change(&self, name: &str, plan: &EditionPlan, mapped: u64) -> Change {
        let counts = [
            ("file", self.import.file_name.clone()),
            ("edition", self.import.head.edition.clone()),
            ("added", plan.added.len().to_string()),
            ("changed", plan.rewritten.len().to_string()),
            ("withdrawn", plan.withdrawn.len().to_string()),
            ("rechecks", plan.suspects.len().to_string()),
            ("mappings", mapped.to_string()),
        ];
        let detail = counts.into_iter().filter(|(_, value)| !value.is_empty());
        let actor = Actor::User(self.user.account.as_str().to_owned());
        Change {
            detail: detail.map(|(name, value)| (name.to_owned(), value)).collect(),
            ..self.ctx.change(&actor, "compliance.imported", "compliance", name)
        }
    }
}
