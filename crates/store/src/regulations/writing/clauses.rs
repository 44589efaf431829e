//! Clauses of many items.

use domain::id::{PolicyClauseId, PolicyItemId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// A clause with its place in its item.
#[derive(Debug, Clone)]
pub struct PlacedClause {
    pub id: PolicyClauseId,
    pub item: PolicyItemId,
    pub position: i64,
    pub marker: String,
    pub path: String,
    pub text: String,
}

/// Writes clauses; those with a known id are changed in place, so that references to them stay.
pub async fn put_clauses(tx: &mut Tx, clauses: &[PlacedClause]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO policy_clause (id, policy_item_id, position, marker, path, text) ";
    const OR: &str = "
        ON CONFLICT (id) DO UPDATE
        SET position = excluded.position, marker = excluded.marker, path = excluded.path, text = excluded.text";
    for some in clauses.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, clause| {
                values
                    .push_bind(&clause.id.0)
                    .push_bind(&clause.item.0)
                    .push_bind(clause.position)
                    .push_bind(&clause.marker)
                    .push_bind(&clause.path)
                    .push_bind(&clause.text);
            })
            .push(OR)
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// Deletes clauses; references to them refer to their items.
pub async fn delete_clauses(tx: &mut Tx, ids: &[PolicyClauseId]) -> Result<(), StoreError> {
    for some in ids.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new("DELETE FROM policy_clause WHERE id IN (");
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
