//! `complianceAuditPack`: makes a signed archive of collections as they were at a moment.
//!
//! The job reads, writes an archive into the blob store and leaves nothing that anybody sees. The transaction that completes
//! it adds the record. Killed before that, it starts again; the same state gives the same bytes.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::change::{Actor, Change};
use domain::compliance::{AuditPack, ComplianceCollection, MAX_CATEGORIES, MAX_PACK_COLLECTIONS, MAX_PACKS};
use domain::field::{FieldCode, FieldError};
use domain::id::{AuditPackId, ComplianceCollectionId, ManualId, UserId};
use domain::job::{Outputs, Parameters};
use domain::language::Locale;
use domain::permission::Permission;
use domain::snapshot::is_future;
use domain::subject::Subject;
use publish::audit_pack::PackCollection;
use store::Tx;
use store::audit_packs::StoredPack;

use super::archive::{self, PackHead};
use super::failures::failed;
use super::gathering::{BATCH, Gathering, category_names};
use super::lists::{ListNames, PackLists, time};
use super::quoting;
use crate::compliance::located;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};
use crate::core::job_error::JobError;
use crate::core::job_kind::JobKind;
use crate::core::running::Running;
use crate::publications::signing;

/// The name of the kind on the wire.
pub(super) const NAME: &str = "complianceAuditPack";

/// The kind itself.
#[derive(Debug)]
pub(crate) struct MakeAuditPack;

/// The subject of the pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PackParameters {
    /// Each once, in the order of their ids.
    collections: Vec<ComplianceCollectionId>,
    as_of: DateTime<Utc>,
    locale: Locale,
}

impl PackParameters {
    fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let wrong = |name: &str, code| vec![FieldError::new(format!("parameterMap.{name}"), code)];
        let ids = parameters.list("collectionIds").iter().filter(|id| !id.is_empty());
        let mut collections: Vec<ComplianceCollectionId> = ids.cloned().map(ComplianceCollectionId).collect();
        collections.sort();
        collections.dedup();
        if collections.is_empty() {
            return Err(wrong("collectionIds", FieldCode::Required));
        }
        if collections.len() > MAX_PACK_COLLECTIONS {
            return Err(wrong("collectionIds", FieldCode::TooMany));
        }
        let as_of = parameters.text("asOf").ok_or_else(|| wrong("asOf", FieldCode::Required))?;
        let as_of = as_of.parse::<DateTime<Utc>>().map_err(|_| wrong("asOf", FieldCode::UnknownValue))?;
        let locale = match parameters.text("language") {
            Some(tag) => Locale::parse(tag).ok_or_else(|| wrong("language", FieldCode::UnknownValue))?,
            None => Locale::default(),
        };
        Ok(Self { collections, as_of, locale })
    }
}

/// A pack that was made, before it is recorded.
#[derive(Debug)]
pub(crate) struct MadePack {
    stored: StoredPack,
    manuals: Vec<ManualId>,
    creator: UserId,
}

impl From<MadePack> for Outputs {
    fn from(made: MadePack) -> Self {
        let pack = made.stored.pack;
        let collections: Vec<String> = pack.collections.into_iter().map(|(_, name)| name).collect();
        let named = [("packId", pack.id.0), ("fileName", pack.file_name), ("collectionName", collections.join(", "))];
        named.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

impl JobKind for MakeAuditPack {
    type Parameters = PackParameters;
    type Output = MadePack;

    fn wire_name(&self) -> &'static str {
        NAME
    }

    fn steps(&self) -> &'static [&'static str] {
        &["collect", "write"]
    }

    fn permission(&self) -> Permission {
        Permission::EditCompliance
    }

    fn parse(&self, parameters: &Parameters) -> Result<PackParameters, Vec<FieldError>> {
        PackParameters::parse(parameters)
    }

    async fn admit(&self, tx: &mut Tx, _: &Caller, wanted: &PackParameters) -> Result<Option<Subject>, Error> {
        for id in &wanted.collections {
            located::collection(tx, id).await?;
        }
        if store::audit_packs::count_all(tx).await? >= MAX_PACKS {
            return Err(ComplianceError::TooMany.into());
        }
        Ok(None)
    }

    async fn run(&self, ctx: &Ctx, job: &Running, wanted: &PackParameters) -> Result<MadePack, JobError> {
        if is_future(wanted.as_of, ctx.clock.now()) {
            return Err(failed("job.failed.auditFuture"));
        }
        // The clock of the node that asked for it may be ahead of ours. What happens until then belongs to the pack.
        if let Ok(ahead) = (wanted.as_of - ctx.clock.now()).to_std() {
            tokio::time::sleep(ahead).await;
        }
        let creator = job.created_by().cloned().ok_or_else(|| failed("job.failed.auditGone"))?;
        let mut collections = Vec::with_capacity(wanted.collections.len());
        let mut tx = read_for(ctx, job.created_by()).await?;
        let user = store::users::find(&mut tx, &creator).await?.ok_or_else(|| failed("job.failed.auditGone"))?;
        for id in &wanted.collections {
            collections.push(collection_at(&mut tx, id, wanted.as_of).await?);
        }
        drop(tx);
        collections.sort_by(|one, other| (&one.details.name, &one.id).cmp(&(&other.details.name, &other.id)));
        let (lists, head) = gather(ctx, job, wanted, &collections).await?;
        let (items, paragraphs, evidence) = (lists.items, lists.quotations, lists.files.len() as u64);
        let manuals = lists.manuals.iter().cloned().collect();
        let written = Box::pin(archive::write(ctx, job, head, lists)).await?;
        job.progress("write", 100)?;
        let file_name = file_name(wanted.as_of, &collections);
        tracing::info!(job.id = %job.id(), pack.bytes = written.size, "Wrote the audit pack {file_name}");
        let pack = AuditPack {
            id: AuditPackId(job.id().0.clone()),
            collections: collections.into_iter().map(|one| (one.id, one.details.name)).collect(),
            as_of: wanted.as_of,
            file_name,
            size: written.size,
            items,
            paragraphs,
            evidence,
            created_by: user.account.as_str().to_owned(),
            created_on: ctx.clock.now(),
        };
        Ok(MadePack { stored: StoredPack { pack, blob: written.blob }, manuals, creator })
    }

    async fn complete(&self, ctx: &Ctx, tx: &mut Tx, _: &Running, made: &mut MadePack) -> Result<(), Error> {
        let pack = &made.stored.pack;
        for (id, _) in &pack.collections {
            // One that was deleted meanwhile lets the job run again, and fail with its reason.
            located::collection(tx, id).await?;
        }
        store::audit_packs::insert(tx, &made.stored, &made.manuals, &made.creator).await?;
        signing::note_key(ctx, tx).await?;
        let names: Vec<&str> = pack.collections.iter().map(|(_, name)| name.as_str()).collect();
        let detail = [
            ("asOf", time(pack.as_of)),
            ("collections", names.join(", ")),
            ("sha256", made.stored.blob.as_str().to_owned()),
        ];
        let actor = Actor::User(pack.created_by.clone());
        tx.record(Change {
            detail: detail.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
            ..ctx.change(&actor, "audit_pack.created", "compliance", &pack.file_name)
        });
        Ok(())
    }
}

/// A collection with the names and the edition that it had at a moment.
async fn collection_at(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    moment: DateTime<Utc>,
) -> Result<ComplianceCollection, JobError> {
    let gone = || failed("job.failed.auditGone");
    let mut collection = store::compliance::find_collection(tx, id).await?.ok_or_else(gone)?;
    let then = store::compliance::find_dated_collection(tx, id, moment).await?.ok_or_else(gone)?;
    let details = &mut collection.details;
    (details.name, details.originator, details.edition) = (then.name, then.originator, then.edition);
    Ok(collection)
}

/// Reads everything and writes the lists.
async fn gather(
    ctx: &Ctx,
    job: &Running,
    wanted: &PackParameters,
    collections: &[ComplianceCollection],
) -> Result<(PackLists, PackHead), JobError> {
    let (folder, locale, as_of) = (ctx.settings.work_folder.clone(), wanted.locale, wanted.as_of);
    let begun = job.blocking(move |_| Ok(PackLists::begin(&folder, locale).map_err(Error::work_folder)?));
    let mut lists = begun.await?;
    let mut gathering = Gathering { ctx, job, as_of, lanes: HashMap::new() };
    let mut packed = Vec::with_capacity(collections.len());
    let mut total = 0;
    for collection in collections {
        let mut tx = read_for(ctx, job.created_by()).await?;
        total += store::compliance::count_at(&mut tx, &collection.id, wanted.as_of).await?.items;
    }
    for collection in collections {
        let before = lists.items;
        let mut tx = read_for(ctx, job.created_by()).await?;
        let categories = store::compliance::list_categories(&mut tx, Some(&collection.id), MAX_CATEGORIES).await?;
        let ids = store::compliance::list_item_ids_at(&mut tx, &collection.id, wanted.as_of).await?;
        drop(tx);
        let names = Arc::new((collection.details.name.clone(), category_names(&categories)));
        for some in ids.chunks(BATCH) {
            let mut batch = gathering.read(some).await?;
            quoting::quote(ctx, &mut batch).await?;
            let names = Arc::clone(&names);
            let added = job.blocking(move |_| {
                let names = ListNames { collection: &names.0, categories: &names.1, as_of };
                for item in &batch {
                    lists.add(names, item).map_err(Error::work_folder)?;
                }
                Ok(lists)
            });
            lists = added.await?;
            job.progress_of("collect", lists.items, total)?;
        }
        packed.push(PackCollection {
            name: collection.details.name.clone(),
            id: collection.id.0.clone(),
            originator: collection.details.originator.clone(),
            edition: collection.details.edition.clone(),
            items: lists.items - before,
        });
    }
    job.progress("collect", 100)?;
    Ok((lists, PackHead { as_of: time(wanted.as_of), locale, collections: packed }))
}

/// As in `audit-pack-2026-11-17-ORO.zip`.
fn file_name(as_of: DateTime<Utc>, collections: &[ComplianceCollection]) -> String {
    let name = match collections {
        [only] => only.details.name.as_str(),
        _ => "collections",
    };
    let plain: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).take(60).collect();
    format!("audit-pack-{}-{}.zip", as_of.format("%Y-%m-%d"), plain.trim_matches('-'))
}

#[cfg(test)]
mod tests {
    use domain::job::Parameter;

    use super::*;

    fn parameters(ids: &[&str], as_of: &str) -> Parameters {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        let all = [
            ("collectionIds".to_owned(), Parameter::List(ids)),
            ("asOf".to_owned(), Parameter::Text(as_of.to_owned())),
        ];
        Parameters(all.into())
    }

    #[test]
    fn the_parameters_name_collections_and_a_moment() {
        let parsed = PackParameters::parse(&parameters(&["b", "a", "b"], "2026-11-17T12:00:00Z")).expect("valid");
        assert_eq!(parsed.collections.iter().map(|id| id.0.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(time(parsed.as_of), "2026-11-17T12:00:00Z");
        for (ids, as_of, field) in [
            (&[][..], "2026-11-17T12:00:00Z", "parameterMap.collectionIds"),
            (&["a"][..], "", "parameterMap.asOf"),
            (&["a"][..], "yesterday", "parameterMap.asOf"),
        ] {
            let refused = PackParameters::parse(&parameters(ids, as_of)).expect_err("invalid");
            assert_eq!(refused[0].field, field);
        }
    }
}
