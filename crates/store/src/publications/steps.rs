//! Steps in the life of publications. Each names the state that it starts from, so that a lost race changes nothing.

use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{ManualId, PublicationId};
use domain::publication::{ApprovalDetails, ManualPublication, PublicationAct, PublicationState, Withdrawal};

use super::{PublicationRow, publication_columns, publication_joins};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

/// The newest publication of a manual in a state.
pub async fn find_in_state(
    tx: &mut Tx,
    manual: &ManualId,
    state: PublicationState,
) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.state = $2
        ORDER BY p.number DESC
        LIMIT 1"
    );
    let row: Option<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(state.as_str()).fetch_optional(conn).await?);
    row.map(PublicationRow::into_publication).transpose()
}

/// The publication that another one superseded.
pub async fn find_superseded_by(
    tx: &mut Tx,
    manual: &ManualId,
    later: &PublicationId,
) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.state = 'superseded' AND p.superseded_by = $2
        ORDER BY p.number DESC
        LIMIT 1"
    );
    let row: Option<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(&later.0).fetch_optional(conn).await?);
    row.map(PublicationRow::into_publication).transpose()
}

/// Approves a publication; `false` when it is not ready for approval in this version any more.
pub async fn approve(
    tx: &mut Tx,
    id: &PublicationId,
    version: i64,
    details: &ApprovalDetails,
    act: &PublicationAct,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'approved', authority = $3, revision_date = $4, approved_by = $5, job_title = $6,
            approval_reference = $7, approved_account = $8, approved_on = $9, version = version + 1
        WHERE id = $1 AND version = $2 AND state = 'readyForApprove'";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(version)
        .bind(&details.authority)
        .bind(details.revision_date.to_string())
        .bind(&details.approved_by)
        .bind(&details.job_title)
        .bind(&details.reference)
        .bind(&act.by)
        .bind(Millis::from(act.on))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Withdraws a publication; `false` when it is not in this state and version any more.
pub async fn withdraw(
    tx: &mut Tx,
    publication: &ManualPublication,
    withdrawal: &Withdrawal,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'withdrawn', withdrawn_account = $4, withdrawn_on = $5, withdrawal_reason = $6,
            version = version + 1
        WHERE id = $1 AND version = $2 AND state = $3";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&publication.id.0)
        .bind(publication.version)
        .bind(publication.state.as_str())
        .bind(&withdrawal.act.by)
        .bind(Millis::from(withdrawal.act.on))
        .bind(&withdrawal.reason)
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Up to `limit` approved temporary revisions whose last day lies before a day, in the order of their ends.
pub async fn list_over(tx: &mut Tx, day: NaiveDate, limit: u64) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.valid_until < $1 AND p.state = 'approved'
        ORDER BY p.valid_until, p.id
        LIMIT $2"
    );
    let rows: Vec<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(day.to_string()).bind(signed(limit)).fetch_all(conn).await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
}

/// Up to `limit` temporary revisions of a manual that were valid, are it no more, and came after a publication, newest
/// first.
pub async fn list_ended_after(
    tx: &mut Tx,
    manual: &ManualId,
    number: u64,
    limit: u64,
) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.number > $2 AND p.state = 'withdrawn' AND p.approved_on IS NOT NULL
            AND p.valid_until IS NOT NULL
        ORDER BY p.number DESC
        LIMIT $3"
    );
    let rows: Vec<PublicationRow> = on_tx!(tx, |conn| sqlx::query_as(SQL)
        .bind(&manual.0)
        .bind(signed(number))
        .bind(signed(limit))
        .fetch_all(conn)
        .await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
}

/// Whether a temporary revision was approved after a publication, whatever became of it.
pub async fn has_temporary_after(tx: &mut Tx, manual: &ManualId, number: u64) -> Result<bool, StoreError> {
    const SQL: &str = "
        SELECT id
        FROM publication
        WHERE manual_id = $1 AND number > $2 AND valid_until IS NOT NULL AND approved_on IS NOT NULL
        LIMIT 1";
    let id: Option<String> =
        on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(&manual.0).bind(signed(number)).fetch_optional(conn).await?);
    Ok(id.is_some())
}

/// Ends a temporary revision, in the name of nobody; `false` when it is none or not in this state any more.
pub async fn end(
    tx: &mut Tx,
    id: &PublicationId,
    state: PublicationState,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'withdrawn', withdrawn_account = '', withdrawn_on = $3, version = version + 1
        WHERE id = $1 AND state = $2 AND valid_until IS NOT NULL";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(state.as_str())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Supersedes the approved publication of a manual, if there is one, by a later one.
pub async fn supersede(tx: &mut Tx, manual: &ManualId, later: &PublicationId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'superseded', superseded_by = $2, version = version + 1
        WHERE manual_id = $1 AND id <> $2 AND state = 'approved'";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&manual.0).bind(&later.0).execute(conn).await?.rows_affected());
    Ok(())
}

/// Makes a superseded publication the approved one again; `false` when it is not superseded any more.
pub async fn reinstate(tx: &mut Tx, id: &PublicationId) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'approved', superseded_by = NULL, version = version + 1
        WHERE id = $1 AND state = 'superseded'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
