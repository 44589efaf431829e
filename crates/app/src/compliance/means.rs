//! How requirements are met: an acceptable means of compliance, an alternative one, an exemption or a derogation.
//!
//! People record means and remove them. Those with a last day end by themselves, and the requirement has to be assessed
//! again.

use domain::change::Actor;
use domain::compliance::{PolicyEvent, PolicyEventKind, PolicyItem, PolicyMeans, PolicyStatus, SignedPart};
use domain::id::PolicyEventId;
use domain::notification::NotificationKind;
use domain::permission::Permission;
use store::Tx;
use store::compliance::{DueMeans, MeansChange, NewPolicyEvent, PolicyEventSubject, StoredMeans};

use super::located::{self, ItemNote, note, record};
use super::sign_offs::{SignedChange, reopen_and_tell};
use super::statuses::{PolicyItemVersion, find_unchanged};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// Means that are read at once.
const MEANS_AT_ONCE: u64 = 200;

/// Records how an item is met, in place of what was recorded before. Means that stay the same are left alone.
pub async fn set(
    ctx: &Ctx,
    caller: &Caller,
    item: &PolicyItemVersion,
    wanted: Vec<PolicyMeans>,
    why: &str,
) -> Result<(), Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.begin(ctx).await?;
    let before = find_unchanged(&mut tx, item).await?;
    let held = store::compliance::list_means(&mut tx, &before.id).await?;
    let (removed, added) = differences(held, wanted);
    if removed.is_empty() && added.is_empty() {
        return Ok(());
    }
    let ids: Vec<&str> = removed.iter().map(|stored| stored.id.as_str()).collect();
    let new: Vec<StoredMeans> =
        added.iter().map(|means| StoredMeans { id: ctx.ids.next(), means: means.clone() }).collect();
    let change = MeansChange { removed: &ids, added: &new };
    if !store::compliance::update_means(&mut tx, &before, change, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let (gone, come) = (lines(removed.iter().map(|stored| &stored.means)), lines(&added));
    for line in &gone {
        let about = ItemNote::about_item(PolicyEventKind::MeansRemoved);
        note(ctx, &mut tx, caller, &before.id, ItemNote { before: line, why, ..about }).await?;
    }
    for line in &come {
        let about = ItemNote::about_item(PolicyEventKind::MeansAdded);
        note(ctx, &mut tx, caller, &before.id, ItemNote { after: line, why, ..about }).await?;
    }
    let collection = located::collection(&mut tx, &before.collection).await?;
    let (gone, come) = (gone.join("; "), come.join("; "));
    let detail = [("removed", gone.as_str()), ("added", come.as_str()), ("why", why)];
    record(ctx, &mut tx, caller, "policy_item.means", &located::subject(&collection, &before), &detail);
    let written = PolicyItem { version: before.version + 1, ..before };
    reopen_and_tell(ctx, &mut tx, caller, (&collection, &written), SignedChange::of(SignedPart::Means)).await?;
    Ok(tx.commit().await?)
}

fn lines<'a>(means: impl IntoIterator<Item = &'a PolicyMeans>) -> Vec<String> {
    means.into_iter().map(PolicyMeans::line).collect()
}

/// The means that are not wanted any more, and the wanted ones that are new.
fn differences(mut held: Vec<StoredMeans>, wanted: Vec<PolicyMeans>) -> (Vec<StoredMeans>, Vec<PolicyMeans>) {
    let mut added = Vec::new();
    for one in wanted {
        match held.iter().position(|stored| stored.means == one) {
            Some(place) => drop(held.remove(place)),
            None => added.push(one),
        }
    }
    (held, added)
}

/// Notes the means whose last day is over. Each item is written on its own, so that nobody waits for all of them.
pub(super) async fn end(ctx: &Ctx) -> Result<(), Error> {
    let today = ctx.clock.now().date_naive();
    loop {
        let due = store::compliance::list_due_means(&mut ctx.db.read().await?, today, MEANS_AT_ONCE).await?;
        let mut noted = 0;
        for one in &due {
            noted += u64::from(end_one(ctx, one).await?);
        }
        // What another node notes at the same time is not read again and again.
        if noted == 0 {
            return Ok(());
        }
    }
}

/// Notes the end of means; `false` when somebody else did so, or changed the item.
async fn end_one(ctx: &Ctx, due: &DueMeans) -> Result<bool, Error> {
    let mut tx = ctx.db.begin().await?;
    // Somebody may have deleted it since.
    let Some(found) = store::compliance::find_item(&mut tx, &due.item).await? else { return Ok(false) };
    // People lock the item first, too.
    if !store::compliance::lock_item(&mut tx, &found.id, found.version).await? {
        return Ok(false);
    }
    let is_assessed = found.status != PolicyStatus::NotAssessed || found.proposal.is_some();
    let recheck = is_assessed && !found.is_withdrawn;
    let now = ctx.clock.now();
    if !store::compliance::end_means(&mut tx, (&due.stored.id, &found.id), recheck, now).await? {
        return Ok(false);
    }
    let line = due.stored.means.line();
    let event = PolicyEvent {
        id: PolicyEventId(ctx.ids.next()),
        kind: PolicyEventKind::MeansEnded,
        before: line.clone(),
        after: String::new(),
        why: String::new(),
        account: Actor::System.as_str().to_owned(),
        on: now,
    };
    let new = NewPolicyEvent { item: &found.id, event, subject: PolicyEventSubject::Item };
    store::compliance::insert_events(&mut tx, &[new]).await?;
    let collection = located::collection(&mut tx, &found.collection).await?;
    let subject = located::subject(&collection, &found);
    let mut change = ctx.change(&Actor::System, "policy_item.means_ended", "compliance", &subject);
    change.detail = vec![("means".to_owned(), line)];
    tx.record(change);
    if !found.is_withdrawn {
        tell_owner(ctx, &mut tx, &found, &due.stored.means).await?;
    }
    tx.commit().await?;
    Ok(true)
}

async fn tell_owner(ctx: &Ctx, tx: &mut Tx, item: &PolicyItem, means: &PolicyMeans) -> Result<(), Error> {
    let Some(owner) = &item.owner else { return Ok(()) };
    let owner = store::users::find(tx, &owner.id).await?.filter(|owner| owner.may(Permission::EditCompliance));
    let Some(owner) = owner else { return Ok(()) };
    let last = means.valid_to.map(|day| day.to_string()).unwrap_or_default();
    let params =
        [("reference", means.reference.as_str()), ("code", item.details.code.as_str()), ("day", last.as_str())];
    let link = format!("/compliance/{}?item={}", item.collection, item.id);
    let kind = NotificationKind::Revisions;
    notifications::leave(ctx, tx, &[owner], kind, "compliance.means_ended", &params, &link).await
}

#[cfg(test)]
mod tests {
    use domain::compliance::MeansKind;

    use super::*;

    fn means(reference: &str) -> PolicyMeans {
        PolicyMeans {
            kind: MeansKind::Published,
            reference: reference.to_owned(),
            authority: String::new(),
            approval: String::new(),
            approved_on: None,
            valid_from: None,
            valid_to: None,
            remarks: String::new(),
        }
    }

    #[test]
    fn means_that_stay_the_same_are_left_alone() {
        let stored = |id: &str, reference| StoredMeans { id: id.to_owned(), means: means(reference) };
        let (removed, added) =
            differences(vec![stored("1", "AMC1"), stored("2", "AMC2")], vec![means("AMC2"), means("AMC3")]);
        assert_eq!(removed, [stored("1", "AMC1")]);
        assert_eq!(added, [means("AMC3")]);
    }
}
