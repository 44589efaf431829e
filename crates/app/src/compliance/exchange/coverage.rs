//! Proofs by mappings: an item that is proved in one collection counts in the other, and each gap has a name.

use std::collections::HashMap;

use domain::compliance::{
    ComplianceCollection, MAX_ITEMS, MappingProof, MappingRelation, PolicyStatus, proof_of, proving_status,
};
use domain::id::{ComplianceCollectionId, PolicyItemId};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use store::Tx;
use store::regulations::{CountedItem, MappingFilter, PolicyMapping};

use super::mappings::{MAX_MAPPINGS, MappedItem, toward};
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// An item with what proves it.
#[derive(Debug, Clone)]
pub struct CoveredItem {
    pub id: PolicyItemId,
    pub code: String,
    pub title: String,
    pub status: PolicyStatus,
    /// A version of the regulation changed it, and nobody has assessed it since.
    pub needs_recheck: bool,
    pub proof: MappingProof,
    /// The items that correspond to it, with the relation of each to it.
    pub counterparts: Vec<(MappingRelation, MappedItem)>,
}

/// The number of items of a collection by what proves them.
#[derive(Debug, Clone)]
pub struct ProofCounts {
    pub collection: ComplianceCollection,
    pub counts: Vec<(MappingProof, u64)>,
}

/// The proofs of two collections for each other.
#[derive(Debug, Clone)]
pub struct MappingCoverage {
    /// Of the collection and the other one.
    pub figures: [ProofCounts; 2],
    /// Items of the collection.
    pub items: Page<CoveredItem>,
}

/// Which items are listed.
#[derive(Debug, Clone)]
pub struct CoverageFilter {
    pub collection: ComplianceCollectionId,
    pub other: ComplianceCollectionId,
    /// Those with one of these; all when it is empty.
    pub proofs: Vec<MappingProof>,
}

/// Reads what two collections prove for each other.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    filter: &CoverageFilter,
    page: PageRequest,
) -> Result<MappingCoverage, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let collection = located::collection(&mut tx, &filter.collection).await?;
    let other = located::collection(&mut tx, &filter.other).await?;
    let wanted =
        MappingFilter { collection: filter.collection.clone(), other: Some(filter.other.clone()), text: String::new() };
    let mappings = store::regulations::list_all_mappings(&mut tx, &wanted, MAX_MAPPINGS).await?;
    let own = covered(&mut tx, (&collection, &other), &mappings).await?;
    let others = covered(&mut tx, (&other, &collection), &mappings).await?;
    drop(tx);
    let figures = [counted(collection, &own), counted(other, &others)];
    let passes = |item: &CoveredItem| filter.proofs.is_empty() || filter.proofs.contains(&item.proof);
    let passing: Vec<CoveredItem> = own.into_iter().filter(passes).collect();
    let total = passing.len() as u64;
    let start = usize::try_from(page.offset()).unwrap_or(usize::MAX);
    let items = passing.into_iter().skip(start).take(page.size() as usize).collect();
    Ok(MappingCoverage { figures, items: Page { items, total, request: page } })
}

/// The items of a collection, with what those of the other one prove.
async fn covered(
    tx: &mut Tx,
    (collection, other): (&ComplianceCollection, &ComplianceCollection),
    mappings: &[PolicyMapping],
) -> Result<Vec<CoveredItem>, Error> {
    let is_unsigned = collection.details.needs_sign_off && !other.details.needs_sign_off;
    let counting = |relation: MappingRelation| if is_unsigned { relation.unsigned() } else { relation };
    let mut of_item: HashMap<PolicyItemId, Vec<(MappingRelation, MappedItem)>> = HashMap::new();
    for mapping in mappings {
        let PolicyMapping { source, target, relation, .. } = toward(mapping.clone(), &collection.id);
        // How much of this item's demand the other one covers.
        of_item.entry(source.id).or_default().push((relation.reversed(), target));
    }
    let items = store::regulations::list_counted(tx, &collection.id, MAX_ITEMS).await?;
    let with_proof = |CountedItem { id, code, title, status, needs_recheck }| {
        let counterparts = of_item.remove(&id).unwrap_or_default();
        let proving = |item: &MappedItem| proving_status(item.status, item.counts, item.needs_recheck);
        let known: Vec<(MappingRelation, PolicyStatus)> =
            counterparts.iter().map(|(relation, item)| (counting(*relation), proving(item))).collect();
        let proof = proof_of(proving_status(status, true, needs_recheck), &known);
        CoveredItem { id, code, title, status, needs_recheck, proof, counterparts }
    };
    Ok(items.into_iter().map(with_proof).collect())
}

fn counted(collection: ComplianceCollection, items: &[CoveredItem]) -> ProofCounts {
    let of = |proof| (proof, items.iter().filter(|item| item.proof == proof).count() as u64);
    ProofCounts { collection, counts: MappingProof::ALL.into_iter().map(of).collect() }
}
