//! Many items of a collection.

use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::PolicyItemKind;
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyItemId, UserId};
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::change_requests::day_text;
use crate::json;
use crate::millis::Millis;
use crate::regulations::source::ItemSource;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// An item as a version of the regulation has it, with its place.
#[derive(Debug, Clone)]
pub struct PlacedItem {
    pub id: PolicyItemId,
    pub collection: ComplianceCollectionId,
    pub category: Option<PolicyCategoryId>,
    pub parent: Option<PolicyItemId>,
    pub path: String,
    pub position: i64,
    pub stable_id: String,
    pub code: String,
    pub title: String,
    pub text: String,
    pub guidance: String,
    pub kind: PolicyItemKind,
    pub effective_on: Option<NaiveDate>,
    pub is_assessable: bool,
    /// Of the scope; not written where an item is only moved.
    pub applicability: String,
    /// The first day from which one of its later texts applies and that is still to be noted.
    pub future_on: Option<NaiveDate>,
    pub source: ItemSource,
}

/// Inserts items that nobody has assessed, those above others first.
pub async fn insert_placed_items(tx: &mut Tx, items: &[PlacedItem], now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_item (
            id, collection_id, category_id, parent_id, path, code, code_folded, title, title_folded, text, text_folded,
            guidance, kind, effective_on, is_assessable, status, in_scope, scope_reason, applicability, operator_code,
            position, created_on, updated_on, version, stable_id, source, future_on, code_slot, path_slot)
        ";
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let sources = some.iter().map(|item| json::write(&item.source)).collect::<Result<Vec<_>, _>>()?;
        let rows: Vec<(&PlacedItem, &String)> = some.iter().zip(&sources).collect();
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(&rows, |mut values, (item, source)| {
                values
                    .push_bind(&item.id.0)
                    .push_bind(&item.collection.0)
                    .push_bind(item.category.as_ref().map(|id| &id.0))
                    .push_bind(item.parent.as_ref().map(|id| &id.0))
                    .push_bind(&item.path)
                    .push_bind(&item.code)
                    .push_bind(fold(&item.code))
                    .push_bind(&item.title)
                    .push_bind(fold(&item.title))
                    .push_bind(&item.text)
                    .push_bind(fold(&item.text))
                    .push_bind(&item.guidance)
                    .push_bind(item.kind.as_str())
                    .push_bind(item.effective_on.map(day_text))
                    .push_bind(item.is_assessable)
                    .push_bind("not_assessed")
                    .push_bind(true)
                    .push_bind("")
                    .push_bind(&item.applicability)
                    .push_bind("")
                    .push_bind(item.position)
                    .push_bind(Millis::from(now))
                    .push_bind(Millis::from(now))
                    .push_bind(1_i64)
                    .push_bind(&item.stable_id)
                    .push_bind(*source)
                    .push_bind(item.future_on.map(day_text))
                    .push_bind(&item.id.0)
                    .push_bind(&item.id.0);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Writes what a version of the regulation says about items; those with `true` somebody has to assess again. Status,
/// owner and review date stay, and of the scope everything but the applicability. The written text contains all clauses.
pub async fn rewrite_items(tx: &mut Tx, items: &[(PlacedItem, bool)], now: DateTime<Utc>) -> Result<(), StoreError> {
    const START: &str = "
        UPDATE policy_item
        SET category_id = v.column2, parent_id = v.column3, path = v.column4, code = v.column5,
            code_folded = v.column6, title = v.column7, title_folded = v.column8, text = v.column9,
            text_folded = v.column10, clauses_folded = '', guidance = v.column11, kind = v.column12, effective_on = v.column13,
            is_assessable = v.column14, position = v.column15, stable_id = v.column16, source = v.column17,
            withdrawn_on = NULL, recheck_on = COALESCE(v.column18, recheck_on), updated_on = v.column19,
            future_on = v.column20, applicability = v.column21, version = version + 1
        FROM (";
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let sources = some.iter().map(|(item, _)| json::write(&item.source)).collect::<Result<Vec<_>, _>>()?;
        let rows: Vec<(&PlacedItem, bool, &String)> =
            some.iter().zip(&sources).map(|((item, recheck), source)| (item, *recheck, source)).collect();
        on_tx!(tx, |conn| QueryBuilder::new(START)
            .push_values(&rows, |mut values, (item, recheck, source)| {
                values
                    .push_bind(&item.id.0)
                    .push_bind(item.category.as_ref().map(|id| &id.0))
                    .push_bind(item.parent.as_ref().map(|id| &id.0))
                    .push_bind(&item.path)
                    .push_bind(&item.code)
                    .push_bind(fold(&item.code))
                    .push_bind(&item.title)
                    .push_bind(fold(&item.title))
                    .push_bind(&item.text)
                    .push_bind(fold(&item.text))
                    .push_bind(&item.guidance)
                    .push_bind(item.kind.as_str())
                    .push_bind(item.effective_on.map(day_text))
                    .push_bind(item.is_assessable)
                    .push_bind(item.position)
                    .push_bind(&item.stable_id)
                    .push_bind(*source)
                    .push_bind(recheck.then(|| Millis::from(now)))
                    .push_bind(Millis::from(now))
                    .push_bind(item.future_on.map(day_text))
                    .push_bind(&item.applicability);
            })
            .push(") AS v WHERE policy_item.id = v.column1")
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Moves items to the places in their collection, and changes nothing else.
pub async fn move_items(tx: &mut Tx, items: &[PlacedItem]) -> Result<(), StoreError> {
    const START: &str = "
        UPDATE policy_item
        SET category_id = v.column2, parent_id = v.column3, path = v.column4, position = v.column5
        FROM (";
    for some in items.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(START)
            .push_values(some, |mut values, item| {
                values
                    .push_bind(&item.id.0)
                    .push_bind(item.category.as_ref().map(|id| &id.0))
                    .push_bind(item.parent.as_ref().map(|id| &id.0))
                    .push_bind(&item.path)
                    .push_bind(item.position);
            })
            .push(") AS v WHERE policy_item.id = v.column1")
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Takes the codes of items away until they are written anew, so that two of them can change places.
pub async fn free_codes(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("UPDATE policy_item SET code_folded = '~' || id WHERE id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Marks items that a version of the regulation does not contain any more. They keep everything but the right to their
/// codes, and are not assessed.
pub async fn withdraw_items(tx: &mut Tx, ids: &[PolicyItemId], now: DateTime<Utc>) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "UPDATE policy_item
                SET is_assessable = FALSE, recheck_on = NULL, withdrawn_on = ",
            );
            query.push_bind(Millis::from(now)).push(", updated_on = ").push_bind(Millis::from(now));
            query.push(", version = version + 1 WHERE id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Lets the statuses of changed items wait for an approver, instead of what was proposed for their old texts.
pub async fn propose_again(
    tx: &mut Tx,
    ids: &[PolicyItemId],
    by: &UserId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "UPDATE policy_item
                SET proposed_status = status, status = 'not_assessed', earlier_proposers = NULL, proposed_by = ",
            );
            query.push_bind(by.0.clone()).push(", proposed_on = ").push_bind(Millis::from(now));
            query.push(" WHERE id IN (");
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}

/// Drops the statuses that wait for an approver: they were proposed for texts that are no more.
pub async fn drop_proposals(tx: &mut Tx, ids: &[PolicyItemId]) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "UPDATE policy_item
                SET proposed_status = NULL, proposed_by = NULL, proposed_on = NULL, earlier_proposers = NULL
                WHERE id IN (",
            );
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(")");
            query.build().persistent(false).execute(conn).await?.rows_affected()
        });
    }
    Ok(())
}
