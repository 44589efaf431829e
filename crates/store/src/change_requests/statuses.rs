//! The status of a change request.

use chrono::{DateTime, Utc};
use domain::change_request::{ChangeRequest, RequestOutcome, RequestStatus};
use domain::id::{ChangeRequestId, UserId};

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

/// A new status with what belongs to it.
#[derive(Debug, Clone)]
pub struct NewStatus<'a> {
    pub status: RequestStatus,
    pub outcome: Option<RequestOutcome>,
    pub finished_by: Option<&'a UserId>,
    /// The work is finished once more: verdicts on what was there before do not count.
    pub starts_round: bool,
}

/// Writes the status of a change request; `false` when somebody changed it since this version.
pub async fn update_status(
    tx: &mut Tx,
    request: &ChangeRequest,
    new: &NewStatus<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE change_request
        SET status = $3, outcome = $4, finished_by = $5, updated_on = $6, version = version + 1, round = round + $7
        WHERE id = $1 AND version = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&request.id.0)
        .bind(request.version)
        .bind(new.status.as_str())
        .bind(new.outcome.map(RequestOutcome::as_str))
        .bind(new.finished_by.map(|id| &id.0))
        .bind(Millis::from(now))
        .bind(i64::from(new.starts_round))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Notes that something about a change request changed, if it still has this status; `false` when it has not.
///
/// A change of the status waits for this row, so that no module joins a request that is finished meanwhile.
pub async fn touch(
    tx: &mut Tx,
    id: &ChangeRequestId,
    status: RequestStatus,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "UPDATE change_request SET updated_on = $3, version = version + 1 WHERE id = $1 AND status = $2";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(status.as_str())
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Notes a verdict on the work of a round; `false` when the change request is not ready for publish, or was finished
/// again since.
pub async fn touch_round(
    tx: &mut Tx,
    id: &ChangeRequestId,
    round: i64,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    const SQL: &str = "
        UPDATE change_request
        SET updated_on = $3, version = version + 1
        WHERE id = $1 AND round = $2 AND status = 'Ready for Publish'";
    let changed = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(round)
        .bind(Millis::from(now))
        .execute(conn)
        .await?
        .rows_affected());
    Ok(changed == 1)
}

/// Notes a moment of the discussion. The version stays: posts change nothing that others edit.
pub async fn note_update(tx: &mut Tx, id: &ChangeRequestId, now: DateTime<Utc>) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE change_request SET updated_on = $2 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(Millis::from(now)).execute(conn).await?.rows_affected());
    Ok(())
}
