//! Writing the plan of a takeover.

use chrono::{DateTime, Utc};
use domain::id::{ComplianceCollectionId, PolicyClauseId, PolicyItemId, UserId};
use regulations::model::SourceCollection;
use store::Tx;
use store::regulations::CollectionEdition;

use super::edition_plan::EditionPlan;
use super::stored::collection_source;
use crate::core::error::Error;

/// Writes everything of a plan, within the transaction of the takeover.
pub(super) async fn write(
    tx: &mut Tx,
    plan: &EditionPlan,
    (user, account): (&UserId, &str),
    now: DateTime<Utc>,
) -> Result<(), Error> {
    store::regulations::insert_placed_categories(tx, &plan.new_categories).await?;
    for placed in &plan.changed_categories {
        store::regulations::place_category(tx, placed, now).await?;
    }
    keep(tx, plan, now).await?;
    // Another item may have the code that one gives up.
    store::regulations::withdraw_items(tx, &plan.withdrawn, now).await?;
    store::regulations::free_codes(tx, &plan.freed).await?;
    store::regulations::insert_placed_items(tx, &plan.added, now).await?;
    store::regulations::rewrite_items(tx, &plan.rewritten, now).await?;
    store::regulations::move_items(tx, &plan.moved).await?;
    store::regulations::drop_proposals(tx, &plan.dropped).await?;
    store::regulations::propose_again(tx, &plan.to_sign, user, now).await?;
    store::regulations::put_clauses(tx, &plan.clauses).await?;
    store::regulations::insert_wordings(tx, &plan.wordings).await?;
    store::regulations::insert_events(tx, &plan.events, account, now).await?;
    store::regulations::copy_references(tx, &plan.copied, user, now).await?;
    store::compliance::mark_suspects(tx, &plan.suspects, account, now).await?;
    store::regulations::delete_clauses(tx, &plan.gone_clauses).await?;
    for category in &plan.withdrawn_categories {
        store::regulations::delete_empty_category(tx, category).await?;
    }
    Ok(())
}

/// Keeps the items that change as they are, and the references of their clauses, so that their state of any earlier moment
/// can be told.
async fn keep(tx: &mut Tx, plan: &EditionPlan, now: DateTime<Utc>) -> Result<(), Error> {
    let rewritten = plan.rewritten.iter().map(|(item, _)| &item.id);
    let others = plan.withdrawn.iter().chain(&plan.dropped).chain(&plan.to_sign);
    let changed: Vec<PolicyItemId> = rewritten.chain(others).cloned().collect();
    store::compliance::keep_items(tx, &changed, now).await?;
    let clauses: Vec<&PolicyClauseId> =
        plan.clauses.iter().map(|clause| &clause.id).chain(&plan.gone_clauses).collect();
    Ok(store::compliance::keep_references_of_clauses(tx, &clauses, now).await?)
}

/// Writes which version the collection has now. Values that the file does not give stay.
pub(super) async fn write_edition(
    tx: &mut Tx,
    id: &ComplianceCollectionId,
    old: &SourceCollection,
    new: &SourceCollection,
    now: DateTime<Utc>,
) -> Result<(), Error> {
    let (before, after) = (&old.head, &new.head);
    let given = |new: &str, old: &str| if new.is_empty() { old.to_owned() } else { new.to_owned() };
    let (edition, source_reference) =
        (given(&after.version, &before.version), given(&after.source_reference, &before.source_reference));
    let edition = CollectionEdition {
        edition: &edition,
        source_reference: &source_reference,
        effective_on: after.effective_date.date().or_else(|| before.effective_date.date()),
        source: &collection_source(after),
    };
    Ok(store::regulations::update_edition(tx, id, &edition, now).await?)
}
