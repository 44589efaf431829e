//! One change of many items.

use chrono::NaiveDate;
use domain::compliance::{PolicyEventKind, PolicyItem, PolicyItemDetails, PolicyScope, PolicyStatus};
use domain::field::FieldCode;
use domain::id::UserId;
use domain::permission::Permission;
use store::Tx;

use super::located::{self, ItemNote, note, record};
use super::statuses::{SeenItem, seen, set_in, set_scope_in};
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
    items: &[SeenItem],
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
    let mut tx = caller.begin(ctx).await?;
    let owner = match change {
        PolicyChange::Owner(Some(account)) => Some(located::owner(&mut tx, account).await?.id),
        _ => None,
    };
    for item in items {
        let before = seen(&mut tx, item).await?;
        match change {
            PolicyChange::Status(status) => set_in(ctx, &mut tx, caller, &before, (*status, why)).await?,
            PolicyChange::Scope { in_scope, reason } => {
                let scope = PolicyScope { in_scope: *in_scope, reason: reason.clone(), ..before.scope.clone() };
                set_scope_in(ctx, &mut tx, caller, &before, &scope).await?;
            }
            PolicyChange::Owner(_) => {
                let plan = (before.details.clone(), owner.as_ref());
                update(ctx, &mut tx, caller, &before, plan, ("owner", why)).await?;
            }
            PolicyChange::ReviewDate(day) => {
                let details = PolicyItemDetails { review_on: *day, ..before.details.clone() };
                let plan = (details, before.owner.as_ref().map(|person| &person.id));
                update(ctx, &mut tx, caller, &before, plan, ("reviewDate", why)).await?;
            }
        }
    }
    tx.commit().await?;
    tracing::info!(items = items.len(), "Changed {} requirements", items.len());
    Ok(())
}

/// Writes owner and review date of an item; `field` is the one that changed, as the API calls it.
async fn update(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    before: &PolicyItem,
    (details, owner): (PolicyItemDetails, Option<&UserId>),
    (field, why): (&str, &str),
) -> Result<(), Error> {
    if !store::compliance::update_item(tx, before, &details, owner, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    note(ctx, tx, caller, &before.id, ItemNote::of_item(PolicyEventKind::Updated, ("", field), why)).await?;
    let collection = located::collection(tx, &before.collection).await?;
    let said = [("fields", field), ("why", why)];
    record(ctx, tx, caller, "policy_item.updated", &located::subject(&collection, before), &said);
    Ok(())
}
