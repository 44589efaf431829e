//! Collections of requirements.

use std::collections::HashMap;

use domain::compliance::{
    CollectionDetails, ComplianceCollection, CompliancePath, MAX_CATEGORIES, MAX_COLLECTIONS, MAX_ITEMS,
    PolicyCategory, PolicyHeader,
};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyItemId};
use domain::permission::Permission;
use store::{StoreError, Tx};

use super::located::{self, record};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};

/// Which part of the collections is read.
#[derive(Debug, Clone, Default)]
pub struct TreeRequest {
    /// A collection, a category or an item; without a path all collections.
    pub from: Option<CompliancePath>,
    /// With everything below.
    pub recursive: bool,
    /// Below a path: with items, not with categories alone.
    pub with_items: bool,
}

/// A collection with what is below it.
#[derive(Debug, Clone)]
pub struct CollectionTree {
    pub collection: ComplianceCollection,
    pub nodes: Vec<PolicyNode>,
}

/// A category or an item with what is below it.
#[derive(Debug, Clone)]
pub struct PolicyNode {
    pub entry: PolicyEntry,
    pub nodes: Vec<PolicyNode>,
}

#[derive(Debug, Clone)]
pub enum PolicyEntry {
    Category(PolicyCategory),
    Item(PolicyHeader),
}

impl PolicyEntry {
    pub fn path(&self) -> &str {
        match self {
            Self::Category(category) => &category.path,
            Self::Item(item) => &item.path,
        }
    }
}

/// All collections, or the one that a path leads into.
///
/// Without `recursive` a path gives the entries right below it. Items are listed below a path alone: all collections
/// together may have too many.
pub async fn list(ctx: &Ctx, caller: &Caller, wanted: &TreeRequest) -> Result<Vec<CollectionTree>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let Some(from) = &wanted.from else {
        let collections = store::compliance::list_collections(&mut tx, MAX_COLLECTIONS).await?;
        let categories = if wanted.recursive {
            store::compliance::list_categories(&mut tx, None, MAX_CATEGORIES * 10).await?
        } else {
            Vec::new()
        };
        return Ok(without_items(collections, categories));
    };
    let collection = located::collection_of(&mut tx, from).await?;
    let categories = store::compliance::list_categories(&mut tx, Some(&collection.id), MAX_CATEGORIES).await?;
    let headers = if wanted.with_items {
        store::compliance::list_headers(&mut tx, &collection.id, MAX_ITEMS).await?
    } else {
        Vec::new()
    };
    drop(tx);
    let mut nodes = tree(categories, headers);
    if !from.is_collection() {
        nodes = vec![take(nodes, &from.to_string()).ok_or(Error::NotFound(Missing::PolicyCategory))?];
    }
    if !wanted.recursive {
        let cut = |nodes: &mut [PolicyNode]| nodes.iter_mut().for_each(|node| node.nodes.clear());
        if from.is_collection() {
            cut(&mut nodes);
        } else {
            for node in &mut nodes {
                cut(&mut node.nodes);
            }
        }
    }
    Ok(vec![CollectionTree { collection, nodes }])
}

fn without_items(collections: Vec<ComplianceCollection>, categories: Vec<PolicyCategory>) -> Vec<CollectionTree> {
    let mut of_collection: HashMap<ComplianceCollectionId, Vec<PolicyCategory>> = HashMap::new();
    for category in categories {
        of_collection.entry(category.collection.clone()).or_default().push(category);
    }
    let with = |collection: ComplianceCollection| {
        let own = of_collection.remove(&collection.id).unwrap_or_default();
        CollectionTree { collection, nodes: tree(own, Vec::new()) }
    };
    collections.into_iter().map(with).collect()
}

/// The entries of a collection below each other: categories first, then items, each in their order.
fn tree(categories: Vec<PolicyCategory>, headers: Vec<PolicyHeader>) -> Vec<PolicyNode> {
    let mut below_category: HashMap<Option<PolicyCategoryId>, Vec<PolicyEntry>> = HashMap::new();
    let mut below_item: HashMap<PolicyItemId, Vec<PolicyEntry>> = HashMap::new();
    for category in categories {
        below_category.entry(category.parent.clone()).or_default().push(PolicyEntry::Category(category));
    }
    for header in headers {
        match header.parent.clone() {
            Some(parent) => below_item.entry(parent).or_default().push(PolicyEntry::Item(header)),
            None => below_category.entry(header.category.clone()).or_default().push(PolicyEntry::Item(header)),
        }
    }
    let top = below_category.remove(&None).unwrap_or_default();
    grow(top, &mut below_category, &mut below_item)
}

fn grow(
    entries: Vec<PolicyEntry>,
    below_category: &mut HashMap<Option<PolicyCategoryId>, Vec<PolicyEntry>>,
    below_item: &mut HashMap<PolicyItemId, Vec<PolicyEntry>>,
) -> Vec<PolicyNode> {
    let mut nodes = Vec::with_capacity(entries.len());
    for entry in entries {
        let below = match &entry {
            PolicyEntry::Category(category) => below_category.remove(&Some(category.id.clone())),
            PolicyEntry::Item(item) => below_item.remove(&item.id),
        };
        nodes.push(PolicyNode { entry, nodes: grow(below.unwrap_or_default(), below_category, below_item) });
    }
    nodes
}

/// The node at a path.
fn take(nodes: Vec<PolicyNode>, path: &str) -> Option<PolicyNode> {
    for node in nodes {
        if node.entry.path() == path {
            return Some(node);
        }
        let is_around = path.strip_prefix(node.entry.path()).is_some_and(|rest| rest.starts_with('/'));
        if is_around {
            return take(node.nodes, path);
        }
    }
    None
}

/// Creates a collection.
pub async fn create(ctx: &Ctx, caller: &Caller, details: CollectionDetails) -> Result<ComplianceCollection, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    if store::compliance::count_collections(&mut tx).await? >= MAX_COLLECTIONS {
        return Err(ComplianceError::TooMany.into());
    }
    let now = ctx.clock.now();
    let collection = ComplianceCollection {
        id: ComplianceCollectionId(ctx.ids.next()),
        details,
        created_by: caller.user.account.as_str().to_owned(),
        created_on: now,
        updated_on: now,
        version: 1,
    };
    if !store::compliance::insert_collection(&mut tx, &collection, &caller.user.id).await? {
        return Err(ComplianceError::NameTaken.into());
    }
    record(ctx, &mut tx, caller, "compliance.created", &collection.details.name, &[]);
    tx.commit().await?;
    tracing::info!(collection.id = %collection.id, "Created the collection {}", collection.details.name);
    Ok(collection)
}

/// Changes the details of a collection.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &ComplianceCollectionId,
    version: i64,
    details: CollectionDetails,
) -> Result<ComplianceCollection, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = located::collection(&mut tx, id).await?;
    if before.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    // Whether statuses are signed off is decided by those who sign them off.
    if before.details.needs_sign_off != details.needs_sign_off {
        caller.require(Permission::Approve)?;
    }
    match store::compliance::update_collection(&mut tx, id, version, &details, ctx.clock.now()).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::ChangedMeanwhile),
        Err(StoreError::Conflict(_)) => return Err(ComplianceError::NameTaken.into()),
        Err(error) => return Err(error.into()),
    }
    let sign_off = if details.needs_sign_off { "yes" } else { "no" };
    let changes = [("name", details.name.as_str()), ("edition", details.edition.as_str()), ("signOff", sign_off)];
    record(ctx, &mut tx, caller, "compliance.updated", &before.details.name, &changes);
    let after = located::collection(&mut tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Deletes the collection at a path with all that belongs to it. Nothing of it can be restored, so that a fresh proof of
/// identity is needed.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &CompliancePath, version: Option<i64>) -> Result<(), Error> {
    caller.require_person(Permission::DeleteLibrary)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let collection = at(&mut tx, path).await?;
    if version.is_some_and(|version| version != collection.version) {
        return Err(Error::ChangedMeanwhile);
    }
    located::record_evidence(ctx, &mut tx, caller, &collection, path).await?;
    if !store::compliance::delete_collection(&mut tx, &collection.id, collection.version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, caller, "compliance.deleted", &collection.details.name, &[]);
    tx.commit().await?;
    tracing::info!(collection.id = %collection.id, "Deleted the collection {}", collection.details.name);
    Ok(())
}

async fn at(tx: &mut Tx, path: &CompliancePath) -> Result<ComplianceCollection, Error> {
    if !path.is_collection() {
        return Err(Error::NotFound(Missing::ComplianceCollection));
    }
    located::collection_of(tx, path).await
}
