//! The reviewers of change requests and their verdicts.

use chrono::{DateTime, Utc};
use domain::change_request::{RequestDecision, RequestReviewer, Verdict};
use domain::comment::Commenter;
use domain::id::{ChangeRequestId, UserId};

use crate::StoreError;
use crate::millis::Millis;
use crate::tx::Tx;

const TABLE: &str = "change_request_reviewer";

#[derive(sqlx::FromRow)]
struct ReviewerRow {
    user_id: String,
    account: String,
    display_name: String,
    is_asked: bool,
    verdict: Option<String>,
    comment: String,
    decided_on: Option<Millis>,
}

impl ReviewerRow {
    fn into_reviewer(self) -> Result<RequestReviewer, StoreError> {
        let unreadable = StoreError::Unreadable { table: TABLE, column: "verdict" };
        let verdict = match &self.verdict {
            Some(word) => Some(Verdict::parse(word).ok_or(unreadable)?),
            None => None,
        };
        let on = self.decided_on.map(|time| time.read(TABLE, "decided_on")).transpose()?;
        let comment = self.comment;
        Ok(RequestReviewer {
            person: Commenter { id: UserId(self.user_id), account: self.account, name: self.display_name },
            is_asked: self.is_asked,
            decision: verdict.zip(on).map(|(verdict, on)| RequestDecision { verdict, comment, on }),
            // Decided by those who know the rules of access.
            has_lapsed: false,
        })
    }
}

/// The reviewers of a change request, by account.
pub async fn list_reviewers(tx: &mut Tx, id: &ChangeRequestId) -> Result<Vec<RequestReviewer>, StoreError> {
    const SQL: &str = "
        SELECT y.user_id, u.account, u.display_name, y.is_asked, y.verdict, y.comment, y.decided_on
        FROM change_request_reviewer y
        JOIN user_account u ON u.id = y.user_id
        WHERE y.change_request_id = $1
        ORDER BY u.account_folded";
    let rows: Vec<ReviewerRow> = on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&id.0).fetch_all(conn).await?);
    rows.into_iter().map(ReviewerRow::into_reviewer).collect()
}

/// Stores who is asked for approval. Verdicts that were given stay.
pub async fn replace_asked(tx: &mut Tx, id: &ChangeRequestId, people: &[UserId]) -> Result<(), StoreError> {
    const CLEAR: &str = "UPDATE change_request_reviewer SET is_asked = FALSE WHERE change_request_id = $1";
    const ADD: &str = "
        INSERT INTO change_request_reviewer (change_request_id, user_id, is_asked, comment)
        VALUES ($1, $2, TRUE, '')
        ON CONFLICT (change_request_id, user_id) DO UPDATE SET is_asked = TRUE";
    on_tx!(tx, |conn| sqlx::query(CLEAR).bind(&id.0).execute(conn).await?.rows_affected());
    for person in people {
        on_tx!(tx, |conn| sqlx::query(ADD).bind(&id.0).bind(&person.0).execute(conn).await?.rows_affected());
    }
    delete_idle(tx, id).await
}

/// Stores the verdict of a person, or takes it back.
pub async fn set_verdict(
    tx: &mut Tx,
    id: &ChangeRequestId,
    person: &UserId,
    decision: Option<&RequestDecision>,
) -> Result<(), StoreError> {
    const SQL: &str = "
        INSERT INTO change_request_reviewer (change_request_id, user_id, is_asked, verdict, comment, decided_on)
        VALUES ($1, $2, FALSE, $3, $4, $5)
        ON CONFLICT (change_request_id, user_id) DO UPDATE SET verdict = $3, comment = $4, decided_on = $5";
    let on: Option<DateTime<Utc>> = decision.map(|decision| decision.on);
    on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&id.0)
        .bind(&person.0)
        .bind(decision.map(|decision| decision.verdict.as_str()))
        .bind(decision.map_or("", |decision| decision.comment.as_str()))
        .bind(on.map(Millis::from))
        .execute(conn)
        .await?
        .rows_affected());
    delete_idle(tx, id).await
}

/// Takes all verdicts back: the work goes on.
pub async fn clear_verdicts(tx: &mut Tx, id: &ChangeRequestId) -> Result<(), StoreError> {
    const SQL: &str = "
        UPDATE change_request_reviewer
        SET verdict = NULL, comment = '', decided_on = NULL
        WHERE change_request_id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    delete_idle(tx, id).await
}

/// Deletes those who are not asked and have no verdict.
async fn delete_idle(tx: &mut Tx, id: &ChangeRequestId) -> Result<(), StoreError> {
    const SQL: &str = "
        DELETE FROM change_request_reviewer
        WHERE change_request_id = $1 AND is_asked = FALSE AND verdict IS NULL";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).execute(conn).await?.rows_affected());
    Ok(())
}
