//! One change of many items.

use std::collections::{BTreeMap, HashSet};

use chrono::NaiveDate;
use domain::compliance::{
    ComplianceCollection, PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyScope, PolicyStatus,
};
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, PolicyItemId, UserId};
use domain::permission::Permission;
use store::Tx;

use super::located::{self, ItemNote, note, record};
use super::sign_offs;
use super::statuses::{PolicyItemVersion, StatusChange, find_unchanged, set_in, set_scope_in};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Items that are changed at once.
const MAX_ITEMS_AT_ONCE: usize = 200;

/// The change that all items get.
#[derive(Debug, Clone)]
pub enum PolicyChange {
    Status(PolicyStatus),
    /// Applicability and operator of each item stay.
    Scope {
        in_scope: bool,
        reason: String,
    },
    /// An account; `None` for nobody.
    Owner(Option<String>),
    ReviewDate(Option<NaiveDate>),
}

/// Changes items, all or none: one that somebody else changed meanwhile stops all of them.
pub async fn change(
    ctx: &Ctx,
    caller: &Caller,
    items: &[PolicyItemVersion],
    change: &PolicyChange,
    why: &str,
) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    if items.is_empty() {
        return Err(Error::field("items", FieldCode::Required));
    }
    if items.len() > MAX_ITEMS_AT_ONCE {
        return Err(Error::field("items", FieldCode::TooMany));
    }
    let mut ids = HashSet::new();
    if !items.iter().all(|item| ids.insert(&item.id)) {
        return Err(Error::field("items", FieldCode::UnknownValue));
    }
    let mut tx = caller.begin(ctx).await?;
    let owner = match change {
        PolicyChange::Owner(Some(account)) => Some(located::owner(&mut tx, account).await?.id),
        _ => None,
    };
    let mut collections: BTreeMap<ComplianceCollectionId, ChangedCollection> = BTreeMap::new();
    for item in items {
        let before = find_unchanged(&mut tx, item).await?;
        let mut changed = match collections.remove(&before.collection) {
            Some(known) => known,
            None => ChangedCollection {
                collection: located::collection(&mut tx, &before.collection).await?,
                to_sign: Vec::new(),
            },
        };
        let of = (&changed.collection, &before);
        let is_to_sign = match change {
            PolicyChange::Status(status) => {
                set_in(ctx, &mut tx, caller, of, StatusChange { status: *status, why }).await?
            }
            PolicyChange::Scope { in_scope, reason } => {
                let scope = PolicyScope { in_scope: *in_scope, reason: reason.clone(), ..before.scope.clone() };
                set_scope_in(ctx, &mut tx, caller, of, &scope).await?
            }
            PolicyChange::Owner(_) => {
                let plan = ItemPlan { details: before.details.clone(), owner: owner.as_ref(), field: "owner", why };
                update(ctx, &mut tx, caller, of, plan).await?;
                false
            }
            PolicyChange::ReviewDate(day) => {
                let details = PolicyItemDetails { review_on: *day, ..before.details.clone() };
                let owner = before.owner.as_ref().map(|person| &person.id);
                update(ctx, &mut tx, caller, of, ItemPlan { details, owner, field: "reviewDate", why }).await?;
                false
            }
        };
        if is_to_sign {
            changed.to_sign.push(before.id.clone());
        }
        collections.insert(before.collection.clone(), changed);
    }
    for ChangedCollection { collection, to_sign } in collections.values() {
        sign_offs::tell(ctx, &mut tx, caller.user.account.as_str(), collection, to_sign).await?;
    }
    tx.commit().await?;
    tracing::info!(items = items.len(), "Changed {} requirements", items.len());
    Ok(())
}

/// A collection with those of its changed items that approvers have to sign.
struct ChangedCollection {
    collection: ComplianceCollection,
    to_sign: Vec<PolicyItemId>,
}

/// The owner and the details that an item gets.
#[derive(Debug)]
struct ItemPlan<'a> {
    details: PolicyItemDetails,
    owner: Option<&'a UserId>,
    /// The value that changes, as the API calls it.
    field: &'static str,
    why: &'a str,
}

/// Writes owner and review date of an item, unless it has them already.
async fn update(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (collection, before): (&ComplianceCollection, &PolicyItem),
    ItemPlan { details, owner, field, why }: ItemPlan<'_>,
) -> Result<(), Error> {
    let held = before.owner.as_ref().map(|person| &person.id);
    if held == owner && before.details == details {
        return Ok(());
    }
    if !store::compliance::update_item(tx, before, &details, owner, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let entry = ItemNote { after: field, why, ..ItemNote::about_item(PolicyEventKind::Updated) };
    note(ctx, tx, caller, &before.id, entry).await?;
    let detail = [("fields", field), ("why", why)];
    record(ctx, tx, caller, "policy_item.updated", &located::subject(collection, before), &detail);
    Ok(())
}
