//! Steps in the life of publications. Each names the state that it starts from, so that a lost race changes nothing.

use chrono::{DateTime, NaiveDate, Utc};
use domain::id::{ManualId, PublicationId};
use domain::publication::{ApprovalDetails, ManualPublication, PublicationAct, PublicationState, Withdrawal};

use super::{PublicationRow, publication_columns, publication_joins};
use crate::StoreError;
use crate::millis::Millis;
use crate::search::signed;
use crate::tx::Tx;

/// The publications of a manual in a state, the newest first.
pub async fn list_in_state(
    tx: &mut Tx,
    manual: &ManualId,
    state: PublicationState,
) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.state = $2
        ORDER BY p.number DESC"
    );
    let rows: Vec<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(state.as_str()).fetch_all(conn).await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
}

/// The publication that the released lane of a manual shows: the newest approved one with all content, or else the newest.
pub async fn find_released(tx: &mut Tx, manual: &ManualId) -> Result<Option<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.state = 'approved'
        ORDER BY p.has_all_content DESC, p.number DESC
        LIMIT 1"
    );
    let row: Option<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_optional(conn).await?);
    row.map(PublicationRow::into_publication).transpose()
}

/// The approved publications of a manual, the newest first.
pub async fn list_approved(tx: &mut Tx, manual: &ManualId) -> Result<Vec<ManualPublication>, StoreError> {
    list_in_state(tx, manual, PublicationState::Approved).await
}

/// The publications that another one superseded, the newest first.
pub async fn list_superseded_by(
    tx: &mut Tx,
    manual: &ManualId,
    later: &PublicationId,
) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.state = 'superseded' AND p.superseded_by = $2
        ORDER BY p.number DESC"
    );
    let rows: Vec<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(&later.0).fetch_all(conn).await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
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

/// The temporary revisions of a manual that were approved and came after a publication, newest first, whatever became of
/// them.
pub async fn list_temporary_after(
    tx: &mut Tx,
    manual: &ManualId,
    number: u64,
) -> Result<Vec<ManualPublication>, StoreError> {
    const SQL: &str = concat!(
        "SELECT ",
        publication_columns!(),
        publication_joins!(),
        "WHERE p.manual_id = $1 AND p.number > $2 AND p.valid_until IS NOT NULL AND p.approved_on IS NOT NULL
        ORDER BY p.number DESC"
    );
    let rows: Vec<PublicationRow> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).bind(signed(number)).fetch_all(conn).await?);
    rows.into_iter().map(PublicationRow::into_publication).collect()
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

/// Supersedes a publication by a later one; `false` when it does not count any more.
pub async fn supersede(tx: &mut Tx, id: &PublicationId, later: &PublicationId) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'superseded', superseded_by = $2, version = version + 1
        WHERE id = $1 AND state IN ('approved', 'superseded')";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(&later.0).execute(conn).await?.rows_affected()) == 1)
}

/// Makes a superseded publication the approved one again; `false` when it is not superseded any more.
pub async fn reinstate(tx: &mut Tx, id: &PublicationId) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE publication
        SET state = 'approved', superseded_by = NULL, version = version + 1
        WHERE id = $1 AND state = 'superseded'";
    Ok(on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected()) == 1)
}
