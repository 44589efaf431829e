//! Items: single requirements.

use std::collections::HashSet;

use domain::compliance::{
    CompliancePath, MAX_CLAUSES, MAX_ITEMS, PolicyClause, PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyScope,
    PolicyStatus, SignedPart, whole_wording,
};
use domain::field::FieldCode;
use domain::id::{PolicyCategoryId, PolicyClauseId, PolicyItemId};
use domain::permission::Permission;
use domain::user::User;
use store::{StoreError, Tx};

use super::located::{self, ItemNote, note, record};
use super::sign_offs::{SignedChange, reopen_and_tell};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error};

/// The values of a clause that a person gives; without an id it is new.
#[derive(Debug, Clone)]
pub struct PolicyClauseValues {
    pub id: Option<PolicyClauseId>,
    pub marker: String,
    pub text: String,
}

/// The values of an item that a person gives.
#[derive(Debug, Clone)]
pub struct PolicyItemValues {
    pub details: PolicyItemDetails,
    pub clauses: Vec<PolicyClauseValues>,
    /// An account.
    pub owner: Option<String>,
    /// The reason, for the history.
    pub why: String,
}

/// Creates an item in a collection, in a category, or below another item.
pub async fn create(
    ctx: &Ctx,
    caller: &Caller,
    parent: &CompliancePath,
    values: PolicyItemValues,
) -> Result<PolicyItemId, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let collection = located::collection_of(&mut tx, parent).await?;
    if store::compliance::count_items(&mut tx, &collection.id).await? >= MAX_ITEMS {
        return Err(ComplianceError::TooMany.into());
    }
    let (category, rule) = parent_of(&mut tx, parent).await?;
    let owner = owner(&mut tx, values.owner.as_deref()).await?;
    let (id, now) = (PolicyItemId(ctx.ids.next()), ctx.clock.now());
    let path = parent.below(&id.0);
    // A path that is too deep cannot be opened again.
    let path = CompliancePath::parse(&path.to_string()).ok_or(ComplianceError::TooMany)?;
    let item = PolicyItem {
        id,
        collection: collection.id.clone(),
        category,
        parent: rule,
        path: path.to_string(),
        details: values.details,
        status: PolicyStatus::NotAssessed,
        proposal: None,
        scope: PolicyScope::default(),
        owner: owner.as_ref().map(located::person),
        needs_recheck: false,
        is_withdrawn: false,
        created_on: now,
        updated_on: now,
        version: 1,
    };
    if !store::compliance::insert_item(&mut tx, &item).await? {
        return Err(ComplianceError::CodeTaken.into());
    }
    let clauses = clauses(ctx, &[], values.clauses)?;
    store::compliance::replace_clauses(&mut tx, &item.id, &clauses).await?;
    let about = ItemNote::about_item(PolicyEventKind::Created);
    let entry = ItemNote { after: &item.details.code, why: &values.why, ..about };
    note(ctx, &mut tx, caller, &item.id, entry).await?;
    record(ctx, &mut tx, caller, "policy_item.created", &located::subject(&collection, &item), &[]);
    tx.commit().await?;
    Ok(item.id)
}

/// The category and the rule that a new item belongs to, by the path that it is created at.
async fn parent_of(
    tx: &mut Tx,
    path: &CompliancePath,
) -> Result<(Option<PolicyCategoryId>, Option<PolicyItemId>), Error> {
    if path.is_collection() {
        return Ok((None, None));
    }
    if let Some(category) = store::compliance::find_category_at(tx, path).await? {
        return Ok((Some(category.id), None));
    }
    let rule = located::item_at(tx, path).await?;
    Ok((rule.category, Some(rule.id)))
}

async fn owner(tx: &mut Tx, account: Option<&str>) -> Result<Option<User>, Error> {
    match account {
        Some(account) => Ok(Some(located::owner(tx, account).await?)),
        None => Ok(None),
    }
}

/// The clauses to store. Only the own ones of the item keep their ids.
fn clauses(ctx: &Ctx, before: &[PolicyClause], values: Vec<PolicyClauseValues>) -> Result<Vec<PolicyClause>, Error> {
    if values.len() > MAX_CLAUSES {
        return Err(Error::field("clauses", FieldCode::TooMany));
    }
    let known: HashSet<&PolicyClauseId> = before.iter().map(|clause| &clause.id).collect();
    let mut used = HashSet::new();
    let mut clauses = Vec::with_capacity(values.len());
    for PolicyClauseValues { id, marker, text } in values {
        let id = match id {
            Some(id) if known.contains(&id) && used.insert(id.clone()) => id,
            Some(_) => return Err(Error::field("clauses", FieldCode::UnknownValue)),
            None => PolicyClauseId(ctx.ids.next()),
        };
        clauses.push(PolicyClause { id, marker, text });
    }
    Ok(clauses)
}

/// Changes the values of an item. When the requirement itself changes, its references have to be checked again, and where
/// an approver signs statuses off, its status has to be signed again.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyItemId,
    version: i64,
    values: PolicyItemValues,
) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = located::item(&mut tx, id).await?;
    if before.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    let PolicyItemValues { details, clauses: new_clauses, owner: account, why } = values;
    if before.is_withdrawn && details.is_assessable {
        // The regulation does not contain it any more.
        return Err(Error::field("isAssessable", FieldCode::NotTogether));
    }
    let owner = located::owner_after(&mut tx, before.owner.as_ref(), account.as_deref()).await?;
    let old_clauses = store::compliance::list_clauses(&mut tx, id).await?;
    let new_clauses = clauses(ctx, &old_clauses, new_clauses)?;
    let mut changed = differences(&before.details, &details);
    if old_clauses != new_clauses {
        changed.push("clauses");
    }
    if before.owner.as_ref().map(|person| &person.id) != owner.as_ref() {
        changed.push("owner");
    }
    if changed.is_empty() {
        return Ok(());
    }
    match store::compliance::update_item(&mut tx, &before, &details, owner.as_ref(), ctx.clock.now()).await {
        Ok(true) => {}
        Ok(false) => return Err(Error::ChangedMeanwhile),
        Err(StoreError::Conflict(_)) => return Err(ComplianceError::CodeTaken.into()),
        Err(error) => return Err(error.into()),
    }
    if old_clauses != new_clauses {
        store::compliance::keep_clause_references(&mut tx, id, ctx.clock.now()).await?;
    }
    store::compliance::replace_clauses(&mut tx, id, &new_clauses).await?;
    let fields = changed.join(", ");
    let entry = ItemNote { after: &fields, why: &why, ..ItemNote::about_item(PolicyEventKind::Updated) };
    note(ctx, &mut tx, caller, id, entry).await?;
    let is_other_text = changed.iter().any(|field| matches!(*field, "text" | "clauses"));
    if is_other_text {
        let old = whole_wording(&before.details.text, &old_clauses);
        let new = whole_wording(&details.text, &new_clauses);
        let about = ItemNote::about_item(PolicyEventKind::Requirement);
        note(ctx, &mut tx, caller, id, ItemNote { before: &old, after: &new, why: &why, ..about }).await?;
    }
    let collection = located::collection(&mut tx, &before.collection).await?;
    let detail = [("fields", fields.as_str()), ("why", why.as_str())];
    record(ctx, &mut tx, caller, "policy_item.updated", &located::subject(&collection, &before), &detail);
    if is_other_text {
        let (by, now) = (caller.actor(), ctx.clock.now());
        store::compliance::mark_suspects_of_item(&mut tx, id, by.as_str(), now).await?;
    }
    if is_other_text || changed.iter().any(|field| matches!(*field, "kind" | "isAssessable")) {
        let written = PolicyItem { version: before.version + 1, ..before };
        let change = SignedChange { part: SignedPart::Requirement, why: &why };
        reopen_and_tell(ctx, &mut tx, caller, (&collection, &written), change).await?;
    }
    Ok(tx.commit().await?)
}

/// The names of the values that differ, as the API calls them.
fn differences(before: &PolicyItemDetails, after: &PolicyItemDetails) -> Vec<&'static str> {
    let values = [
        ("policyItemCode", before.code != after.code),
        ("title", before.title != after.title),
        ("text", before.text != after.text),
        ("guidance", before.guidance != after.guidance),
        ("kind", before.kind != after.kind),
        ("effectiveDate", before.effective_on != after.effective_on),
        ("isAssessable", before.is_assessable != after.is_assessable),
        ("reviewDate", before.review_on != after.review_on),
    ];
    values.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect()
}

/// Deletes the item at a path with all that belongs to it.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &CompliancePath, version: Option<i64>) -> Result<(), Error> {
    caller.require_person(Permission::DeleteLibrary)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let item = located::item_at(&mut tx, path).await?;
    let collection = located::collection(&mut tx, &item.collection).await?;
    located::record_evidence(ctx, &mut tx, caller, &collection, path).await?;
    let is_seen = version.is_none_or(|version| version == item.version);
    if !is_seen || !store::compliance::delete_item(&mut tx, &item.id, item.version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, caller, "policy_item.deleted", &located::subject(&collection, &item), &[]);
    tx.commit().await?;
    tracing::info!(item.id = %item.id, "Deleted the item {}", item.details.code);
    Ok(())
}

#[cfg(test)]
mod tests {
    use domain::compliance::PolicyItemKind;

    use super::*;

    #[test]
    fn an_update_names_what_it_changed() {
        let before = PolicyItemDetails {
            code: "A".to_owned(),
            title: "Old".to_owned(),
            text: String::new(),
            guidance: String::new(),
            kind: PolicyItemKind::Rule,
            effective_on: None,
            is_assessable: true,
            review_on: None,
        };
        let after = PolicyItemDetails { title: "New".to_owned(), is_assessable: false, ..before.clone() };
        assert_eq!(differences(&before, &after), ["title", "isAssessable"]);
        assert_eq!(differences(&before, &before), [""; 0]);
    }
}
