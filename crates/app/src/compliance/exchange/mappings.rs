//! Mappings: which items of two collections correspond.

use domain::compliance::{MAX_WHY, MappingRelation, parse_long};
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, PolicyItemId, PolicyMappingId};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use store::Tx;
use store::regulations::NewMapping;

use super::mapping_files;
use crate::compliance::located::{self, record};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};

pub use store::regulations::{MappedItem, MappingFilter, PolicyMapping};

/// Mappings of one collection.
pub(super) const MAX_MAPPINGS: u64 = 100_000;
/// Mappings of one item that its page shows.
const MAX_OF_ITEM: u64 = 500;

/// The relation of two items, as a person enters it.
#[derive(Debug, Clone)]
pub struct MappingDetails {
    pub source: PolicyItemId,
    /// How much of the target's demand the source covers.
    pub relation: MappingRelation,
    pub rationale: String,
}

/// The mapping as seen from a collection: the source is in it.
pub(super) fn toward(mapping: PolicyMapping, collection: &ComplianceCollectionId) -> PolicyMapping {
    if mapping.source.collection == *collection { mapping } else { reversed(mapping) }
}

fn reversed(mapping: PolicyMapping) -> PolicyMapping {
    let relation = mapping.relation.reversed();
    PolicyMapping { source: mapping.target, target: mapping.source, relation, ..mapping }
}

/// A mapping as it is stored: the source has the smaller id.
pub(super) fn stored(
    id: PolicyMappingId,
    (source, target): (PolicyItemId, PolicyItemId),
    relation: MappingRelation,
    rationale: String,
) -> NewMapping {
    if source < target {
        NewMapping { id, source, target, relation, rationale }
    } else {
        NewMapping { id, source: target, target: source, relation: relation.reversed(), rationale }
    }
}

/// Parses the reason why two items correspond; possibly empty.
pub(super) fn parse_rationale(text: &str) -> Result<String, FieldCode> {
    parse_long(text, MAX_WHY)
}

/// One page of the mappings of a collection, seen from it.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &MappingFilter,
    page: PageRequest,
) -> Result<Page<PolicyMapping>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    located::collection(&mut tx, &filter.collection).await?;
    let found = store::regulations::list_mappings(&mut tx, filter, page).await?;
    Ok(found.map(|mapping| toward(mapping, &filter.collection)))
}

/// The mappings of an item, seen from it.
pub async fn of_item(ctx: &Ctx, caller: &Caller, id: &PolicyItemId) -> Result<Vec<PolicyMapping>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let item = located::item(&mut tx, id).await?;
    let found = store::regulations::list_of_item(&mut tx, id, MAX_OF_ITEM).await?;
    Ok(found.into_iter().map(|mapping| toward(mapping, &item.collection)).collect())
}

/// Maps two items of different collections.
pub async fn create(
    ctx: &Ctx,
    caller: &Caller,
    target: &PolicyItemId,
    details: MappingDetails,
) -> Result<PolicyMapping, Error> {
    caller.require(Permission::EditCompliance)?;
    let rationale = parse_rationale(&details.rationale).map_err(|code| Error::field("rationale", code))?;
    let mut tx = caller.begin(ctx).await?;
    let source_item = located::item(&mut tx, &details.source).await?;
    let target_item = located::item(&mut tx, target).await?;
    if source_item.collection == target_item.collection {
        return Err(ComplianceError::SameCollection.into());
    }
    for collection in [&source_item.collection, &target_item.collection] {
        if store::regulations::count_mappings(&mut tx, collection).await? >= MAX_MAPPINGS {
            return Err(ComplianceError::TooMany.into());
        }
    }
    let id = PolicyMappingId(ctx.ids.next());
    let ends = (source_item.id.clone(), target_item.id.clone());
    let new = stored(id.clone(), ends, details.relation, rationale);
    let added = store::regulations::insert_mappings(&mut tx, &[new], &caller.user.id, ctx.clock.now()).await?;
    if added == 0 {
        return Err(ComplianceError::MappingTaken.into());
    }
    let written = found(&mut tx, &id).await?;
    mapping_files::refuse_circle(&mut tx, &written).await?;
    let mapping = toward(written, &source_item.collection);
    note(ctx, &mut tx, caller, "policy_mapping.created", &mapping);
    tx.commit().await?;
    Ok(mapping)
}

/// Changes the relation of two items, as seen from `details.source`, and its reason.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyMappingId,
    version: i64,
    details: MappingDetails,
) -> Result<PolicyMapping, Error> {
    caller.require(Permission::EditCompliance)?;
    let rationale = parse_rationale(&details.rationale).map_err(|code| Error::field("rationale", code))?;
    let mut tx = caller.begin(ctx).await?;
    let before = found(&mut tx, id).await?;
    let is_source = before.source.id == details.source;
    if !is_source && before.target.id != details.source {
        return Err(Error::field("sourceId", FieldCode::UnknownValue));
    }
    let relation = if is_source { details.relation } else { details.relation.reversed() };
    let written = (relation, rationale.as_str());
    if !store::regulations::update_mapping(&mut tx, id, version, written, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let after = found(&mut tx, id).await?;
    mapping_files::refuse_circle(&mut tx, &after).await?;
    let after = if is_source { after } else { reversed(after) };
    note(ctx, &mut tx, caller, "policy_mapping.updated", &after);
    tx.commit().await?;
    Ok(after)
}

/// Deletes a mapping.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &PolicyMappingId, version: i64) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = found(&mut tx, id).await?;
    if !store::regulations::delete_mapping(&mut tx, id, version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    note(ctx, &mut tx, caller, "policy_mapping.deleted", &before);
    Ok(tx.commit().await?)
}

async fn found(tx: &mut Tx, id: &PolicyMappingId) -> Result<PolicyMapping, Error> {
    store::regulations::find_mapping(tx, id).await?.ok_or(Error::NotFound(Missing::PolicyMapping))
}

fn note(ctx: &Ctx, tx: &mut Tx, caller: &Caller, action: &'static str, mapping: &PolicyMapping) {
    let name = |item: &MappedItem| [&item.collection_name, " ", &item.code].concat();
    let target = name(&mapping.target);
    let said = [("target", target.as_str()), ("relationship", mapping.relation.as_str())];
    record(ctx, tx, caller, action, &name(&mapping.source), &said);
}
