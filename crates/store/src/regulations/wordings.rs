//! Wordings of items before a version of the regulation changed them.

use chrono::{DateTime, Utc};
use domain::id::PolicyItemId;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused, signed};
use crate::tx::Tx;

const TABLE: &str = "policy_wording";

/// An earlier wording of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyWording {
    pub id: String,
    pub item: PolicyItemId,
    /// The version of the regulation that has it; possibly empty.
    pub edition: String,
    pub code: String,
    pub title: String,
    pub text: String,
    pub guidance: String,
    pub replaced_on: DateTime<Utc>,
}

pub async fn insert_wordings(tx: &mut Tx, wordings: &[PolicyWording]) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO policy_wording (id, policy_item_id, edition, code, title, text, guidance, replaced_on)
        ";
    for some in wordings.chunks(ROWS_PER_STATEMENT) {
        on_tx!(tx, |conn| QueryBuilder::new(SQL)
            .push_values(some, |mut values, wording| {
                values
                    .push_bind(&wording.id)
                    .push_bind(&wording.item.0)
                    .push_bind(&wording.edition)
                    .push_bind(&wording.code)
                    .push_bind(&wording.title)
                    .push_bind(&wording.text)
                    .push_bind(&wording.guidance)
                    .push_bind(Millis::from(wording.replaced_on));
            })
            .build()
            .persistent(is_reused(some.len()))
            .execute(conn)
            .await?
            .rows_affected());
    }
    Ok(())
}

/// The earlier wordings of an item, newest first.
pub async fn list_wordings(tx: &mut Tx, item: &PolicyItemId, limit: u64) -> Result<Vec<PolicyWording>, StoreError> {
    const SQL: &str = "
        SELECT id, edition, code, title, text, guidance, replaced_on
        FROM policy_wording
        WHERE policy_item_id = $1
        ORDER BY replaced_on DESC, id DESC
        LIMIT $2";
    let rows: Vec<(String, String, String, String, String, String, Millis)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&item.0).bind(signed(limit)).fetch_all(conn).await?);
    let mut wordings = Vec::with_capacity(rows.len());
    for (id, edition, code, title, text, guidance, replaced_on) in rows {
        let replaced_on = replaced_on.read(TABLE, "replaced_on")?;
        wordings.push(PolicyWording { id, item: item.clone(), edition, code, title, text, guidance, replaced_on });
    }
    Ok(wordings)
}
