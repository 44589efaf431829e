//! The manuals that the rules of a report came from.

use domain::id::{JobId, ManualId};
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// Inserts the manuals, besides the checked one, that rules of a report came from.
pub async fn insert_sources(tx: &mut Tx, report: &JobId, manuals: &[ManualId]) -> Result<(), StoreError> {
    const SQL: &str = "INSERT INTO brex_report_source (brex_report_id, manual_id) ";
    for some in manuals.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, manual| {
                values.push_bind(&report.0).push_bind(&manual.0);
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The manuals, besides the checked one, that rules of a report came from; also those that are gone.
pub async fn list_sources(tx: &mut Tx, report: &JobId) -> Result<Vec<ManualId>, StoreError> {
    const SQL: &str = "SELECT manual_id FROM brex_report_source WHERE brex_report_id = $1 ORDER BY manual_id";
    let ids: Vec<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&report.0).fetch_all(conn).await?);
    Ok(ids.into_iter().map(ManualId).collect())
}
