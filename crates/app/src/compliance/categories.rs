//! Categories of collections, and their sub-categories.

use domain::compliance::{CompliancePath, MAX_CATEGORIES, MAX_DEPTH, PolicyCategory};
use domain::id::PolicyCategoryId;
use domain::permission::Permission;

use super::located::{self, record};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// A category to create, or new values of one.
#[derive(Debug, Clone)]
pub struct CategoryDetails {
    /// Possibly empty.
    pub code: String,
    pub name: String,
}

/// Creates a category in a collection, or a sub-category.
pub async fn create(
    ctx: &Ctx,
    caller: &Caller,
    parent: &CompliancePath,
    details: CategoryDetails,
) -> Result<PolicyCategory, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let collection = located::collection_of(&mut tx, parent).await?;
    let around = if parent.is_collection() { None } else { Some(located::category_at(&mut tx, parent).await?) };
    let is_full = store::compliance::count_categories(&mut tx, &collection.id).await? >= MAX_CATEGORIES;
    if is_full || parent.depth() >= MAX_DEPTH {
        return Err(ComplianceError::TooMany.into());
    }
    let id = PolicyCategoryId(ctx.ids.next());
    let category = PolicyCategory {
        path: parent.below(&id.0).to_string(),
        id,
        collection: collection.id.clone(),
        parent: around.map(|around| around.id),
        code: details.code,
        name: details.name,
        updated_on: ctx.clock.now(),
        version: 1,
    };
    store::compliance::insert_category(&mut tx, &category).await?;
    let said = [("collection", collection.details.name.as_str()), ("code", category.code.as_str())];
    record(ctx, &mut tx, caller, "policy_category.created", &category.name, &said);
    tx.commit().await?;
    Ok(category)
}

/// Changes code and name of a category.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyCategoryId,
    version: i64,
    details: CategoryDetails,
) -> Result<PolicyCategory, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = located::category(&mut tx, id).await?;
    let (written, now) = ((details.code.as_str(), details.name.as_str()), ctx.clock.now());
    let is_seen = before.version == version;
    if !is_seen || !store::compliance::update_category(&mut tx, id, version, written, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let said = [("name", details.name.as_str()), ("code", details.code.as_str())];
    record(ctx, &mut tx, caller, "policy_category.updated", &before.name, &said);
    let after = located::category(&mut tx, id).await?;
    tx.commit().await?;
    Ok(after)
}

/// Deletes the category at a path with its sub-categories and items.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &CompliancePath, version: Option<i64>) -> Result<(), Error> {
    caller.require_person(Permission::DeleteLibrary)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let category = located::category_at(&mut tx, path).await?;
    let collection = located::collection(&mut tx, &category.collection).await?;
    located::record_evidence(ctx, &mut tx, caller, &collection, path).await?;
    let is_seen = version.is_none_or(|version| version == category.version);
    if !is_seen || !store::compliance::delete_category(&mut tx, &category.id, category.version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let said = [("collection", collection.details.name.as_str()), ("code", category.code.as_str())];
    record(ctx, &mut tx, caller, "policy_category.deleted", &category.name, &said);
    tx.commit().await?;
    tracing::info!(category.id = %category.id, "Deleted the category {}", category.name);
    Ok(())
}
