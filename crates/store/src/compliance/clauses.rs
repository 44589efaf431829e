//! Clauses of items.

use std::collections::HashMap;

use domain::compliance::PolicyClause;
use domain::id::{PolicyClauseId, PolicyItemId};
use domain::text::fold;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::ROWS_PER_STATEMENT;
use crate::tx::Tx;

/// The clauses of an item, in their order.
pub async fn list_clauses(tx: &mut Tx, item: &PolicyItemId) -> Result<Vec<PolicyClause>, StoreError> {
    const SQL: &str = "
        SELECT id, marker, text
        FROM policy_clause
        WHERE policy_item_id = $1
        ORDER BY position";
    let rows: Vec<(String, String, String)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).fetch_all(conn).await?);
    let read = |(id, marker, text)| PolicyClause { id: PolicyClauseId(id), marker, text };
    Ok(rows.into_iter().map(read).collect())
}

/// The clauses of some items, each in their order.
pub async fn list_clauses_of(
    tx: &mut Tx,
    items: &[&PolicyItemId],
) -> Result<HashMap<PolicyItemId, Vec<PolicyClause>>, StoreError> {
    let mut clauses: HashMap<PolicyItemId, Vec<PolicyClause>> = HashMap::new();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String, String, String)> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(
                "SELECT policy_item_id, id, marker, text FROM policy_clause WHERE policy_item_id IN (",
            );
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ORDER BY policy_item_id, position");
            query.build_query_as().fetch_all(conn).await?
        });
        for (item, id, marker, text) in rows {
            let clause = PolicyClause { id: PolicyClauseId(id), marker, text };
            clauses.entry(PolicyItemId(item)).or_default().push(clause);
        }
    }
    Ok(clauses)
}

/// Replaces the clauses of an item, after its text is written. Those with a known id are changed in place, so that
/// references to them stay.
pub async fn replace_clauses(tx: &mut Tx, item: &PolicyItemId, clauses: &[PolicyClause]) -> Result<(), StoreError> {
    const PUT: &str = "
        INSERT INTO policy_clause (id, policy_item_id, position, marker, text)
        VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE SET position = excluded.position, marker = excluded.marker, text = excluded.text";
    on_tx!(tx, |conn| {
        let mut query = QueryBuilder::new("DELETE FROM policy_clause WHERE policy_item_id = ");
        query.push_bind(item.0.clone());
        if !clauses.is_empty() {
            query.push(" AND id NOT IN (");
            let mut list = query.separated(", ");
            for clause in clauses {
                list.push_bind(clause.id.0.clone());
            }
            list.push_unseparated(")");
        }
        query.build().execute(conn).await?.rows_affected()
    });
    for (position, clause) in (0_i64..).zip(clauses) {
        on_tx!(tx, |conn| sqlx::query(PUT)
            .bind(&clause.id.0)
            .bind(&item.0)
            .bind(position)
            .bind(&clause.marker)
            .bind(&clause.text)
            .execute(conn)
            .await?
            .rows_affected());
    }
    write_searched(tx, item, clauses).await
}

/// Writes by which texts of its clauses an item is found. Those that its own text contains need no copy.
async fn write_searched(tx: &mut Tx, item: &PolicyItemId, clauses: &[PolicyClause]) -> Result<(), StoreError> {
    const READ: &str = "SELECT text_folded FROM policy_item WHERE id = $1";
    const WRITE: &str = "UPDATE policy_item SET clauses_folded = $2 WHERE id = $1 AND clauses_folded <> $2";
    let text: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(READ).bind(&item.0).fetch_optional(conn).await?);
    let text = text.unwrap_or_default();
    let folded = clauses.iter().map(|clause| fold(&clause.text));
    let searched = folded.filter(|clause| !text.contains(clause.as_str())).collect::<Vec<_>>().join("\n");
    on_tx!(tx, |conn| sqlx::query(WRITE).bind(&item.0).bind(&searched).execute(conn).await?.rows_affected());
    Ok(())
}
