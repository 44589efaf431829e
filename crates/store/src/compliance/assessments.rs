//! Assessments of items, as reports tell them: who set the status, why, and who signed it off.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::id::PolicyItemId;
use sqlx::QueryBuilder;

use crate::StoreError;
use crate::millis::Millis;
use crate::search::{ROWS_PER_STATEMENT, is_reused};
use crate::tx::Tx;

/// The last time that the status of an item was set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyAssessment {
    /// The name of the person, or the account of one without a name.
    pub by: String,
    pub why: String,
    pub on: DateTime<Utc>,
    /// Where the collection asks for it.
    pub sign_off: Option<PolicySignOff>,
}

/// The decision of an approver about an assessment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicySignOff {
    pub by: String,
    /// May be empty.
    pub why: String,
    pub on: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct AssessmentRow {
    policy_item_id: String,
    kind: String,
    before_value: String,
    after_value: String,
    person: String,
    why: String,
    created_on: Millis,
}

/// The last assessments of some items.
pub(super) async fn list_assessments(
    tx: &mut Tx,
    items: &[PolicyItemId],
) -> Result<HashMap<PolicyItemId, PolicyAssessment>, StoreError> {
    const SQL: &str = "
        SELECT e.policy_item_id, e.kind, e.before_value, e.after_value, e.why, e.created_on,
            COALESCE(NULLIF(u.display_name, ''), e.account) AS person
        FROM policy_event e
        LEFT JOIN user_account u ON u.account_folded = LOWER(e.account)
        WHERE e.kind IN ('status', 'proposed', 'proposalDropped', 'rejected', 'signedOff')
        AND e.policy_item_id IN (";
    let mut found = HashMap::new();
    let mut proposals = HashMap::new();
    for some in items.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<AssessmentRow> = on_tx!(tx, |conn| {
            let mut query = QueryBuilder::new(SQL);
            let mut list = query.separated(", ");
            for id in some {
                list.push_bind(id.0.clone());
            }
            list.push_unseparated(") ORDER BY e.created_on, e.id");
            query.build_query_as().persistent(is_reused(some.len())).fetch_all(conn).await?
        });
        for row in rows {
            take(row, &mut found, &mut proposals)?;
        }
    }
    Ok(found)
}

/// Takes the next event of an item; the last assessment stays.
fn take(
    row: AssessmentRow,
    found: &mut HashMap<PolicyItemId, PolicyAssessment>,
    proposals: &mut HashMap<PolicyItemId, PolicyAssessment>,
) -> Result<(), StoreError> {
    let item = PolicyItemId(row.policy_item_id);
    let on = row.created_on.read("policy_event", "created_on")?;
    // A change of what was signed proposes the same status once more, without a reason: it is no assessment.
    let is_repeated = row.why.is_empty() && row.before_value == row.after_value;
    let told = PolicyAssessment { by: row.person, why: row.why, on, sign_off: None };
    match row.kind.as_str() {
        "proposed" if is_repeated => {}
        "proposalDropped" | "rejected" => drop(proposals.remove(&item)),
        "proposed" => drop(proposals.insert(item, told)),
        "signedOff" => {
            let PolicyAssessment { by, why, on, .. } = told.clone();
            let sign_off = Some(PolicySignOff { by, why, on });
            let assessed = proposals.remove(&item).or_else(|| found.remove(&item)).unwrap_or(told);
            found.insert(item, PolicyAssessment { sign_off, ..assessed });
        }
        _ => drop(found.insert(item, told)),
    }
    Ok(())
}
