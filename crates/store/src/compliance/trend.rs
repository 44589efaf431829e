//! The figures of collections at the end of each day. They count requirements alone, so that all readers see the same.

use chrono::NaiveDate;
use domain::compliance::{PolicyDay, PolicyStatus};
use domain::id::ComplianceCollectionId;

use crate::StoreError;
use crate::change_requests::{day_text, read_day};
use crate::search::count;
use crate::tx::Tx;

/// Notes the figures of all collections for a day; those that were noted earlier on the day are replaced. Nothing is
/// written where nothing changed.
pub async fn note_day(tx: &mut Tx, day: NaiveDate) -> Result<(), StoreError> {
    // A collection whose last requirement is gone has no figures.
    const CLEAR: &str = "
        DELETE FROM policy_day
        WHERE day = $1
        AND NOT EXISTS (
            SELECT 1 FROM policy_item i WHERE i.collection_id = policy_day.collection_id AND i.is_assessable)";
    const SQL: &str = "
        INSERT INTO policy_day (
            collection_id, day, assessable, out_of_scope, not_assessed, compliant, partially_compliant, non_compliant,
            not_applicable)
        SELECT i.collection_id, $1, COUNT(*),
            SUM(CASE WHEN i.in_scope THEN 0 ELSE 1 END),
            SUM(CASE WHEN i.in_scope AND i.status = 'not_assessed' THEN 1 ELSE 0 END),
            SUM(CASE WHEN i.in_scope AND i.status = 'compliant' THEN 1 ELSE 0 END),
            SUM(CASE WHEN i.in_scope AND i.status = 'partially_compliant' THEN 1 ELSE 0 END),
            SUM(CASE WHEN i.in_scope AND i.status = 'non_compliant' THEN 1 ELSE 0 END),
            SUM(CASE WHEN i.in_scope AND i.status = 'not_applicable' THEN 1 ELSE 0 END)
        FROM policy_item i
        WHERE i.is_assessable
        GROUP BY i.collection_id
        ON CONFLICT (collection_id, day) DO UPDATE
        SET assessable = excluded.assessable, out_of_scope = excluded.out_of_scope,
            not_assessed = excluded.not_assessed, compliant = excluded.compliant,
            partially_compliant = excluded.partially_compliant, non_compliant = excluded.non_compliant,
            not_applicable = excluded.not_applicable
        WHERE policy_day.assessable <> excluded.assessable OR policy_day.out_of_scope <> excluded.out_of_scope
        OR policy_day.not_assessed <> excluded.not_assessed OR policy_day.compliant <> excluded.compliant
        OR policy_day.partially_compliant <> excluded.partially_compliant
        OR policy_day.non_compliant <> excluded.non_compliant
        OR policy_day.not_applicable <> excluded.not_applicable";
    on_tx!(tx, |conn| sqlx::query(CLEAR).bind(day_text(day)).execute(conn).await?.rows_affected());
    on_tx!(tx, |conn| sqlx::query(SQL).bind(day_text(day)).execute(conn).await?.rows_affected());
    Ok(())
}

/// A day, its assessable requirements, those out of scope, and those of each status.
type DayRow = (String, i64, i64, i64, i64, i64, i64, i64);

/// The figures of each day from the first to before the last, oldest first: of one collection, or of all together.
pub async fn list_days(
    tx: &mut Tx,
    collection: Option<&ComplianceCollectionId>,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vec<PolicyDay>, StoreError> {
    const SQL: &str = "
        SELECT day, CAST(SUM(assessable) AS BIGINT), CAST(SUM(out_of_scope) AS BIGINT),
            CAST(SUM(not_assessed) AS BIGINT), CAST(SUM(compliant) AS BIGINT),
            CAST(SUM(partially_compliant) AS BIGINT), CAST(SUM(non_compliant) AS BIGINT),
            CAST(SUM(not_applicable) AS BIGINT)
        FROM policy_day
        WHERE day >= $1 AND day < $2 AND ($3 = '' OR collection_id = $3)
        GROUP BY day
        ORDER BY day";
    let rows: Vec<DayRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(day_text(first))
        .bind(day_text(last))
        .bind(collection.map_or("", |id| id.0.as_str()))
        .fetch_all(conn)
        .await?);
    let unreadable = || StoreError::Unreadable { table: "policy_day", column: "day" };
    let mut days = Vec::with_capacity(rows.len());
    for (day, assessable, out_of_scope, not_assessed, compliant, partially, non_compliant, not_applicable) in rows {
        let of = |status| match status {
            PolicyStatus::NotAssessed => not_assessed,
            PolicyStatus::Compliant => compliant,
            PolicyStatus::PartiallyCompliant => partially,
            PolicyStatus::NonCompliant => non_compliant,
            PolicyStatus::NotApplicable => not_applicable,
        };
        days.push(PolicyDay {
            day: read_day(&day).ok_or_else(unreadable)?,
            assessable: count(assessable),
            out_of_scope: count(out_of_scope),
            by_status: PolicyStatus::ALL.map(|status| count(of(status))),
        });
    }
    Ok(days)
}
