//! The numbers of comments for the manufacturer.

use domain::id::ChangeRequestId;

use crate::StoreError;
use crate::search::count;
use crate::tx::Tx;

/// The year of a comment and its number among the comments of its sender in that year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommentNumber {
    pub year: i64,
    pub number: u64,
}

/// The number of the comment that a sender wrote about a change request.
pub async fn find(tx: &mut Tx, request: &ChangeRequestId, sender: &str) -> Result<Option<CommentNumber>, StoreError> {
    const SQL: &str = "SELECT year, number FROM oem_comment WHERE change_request_id = $1 AND sender = $2";
    let row: Option<(i64, i64)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&request.0).bind(sender).fetch_optional(conn).await?);
    Ok(row.map(|(year, number)| CommentNumber { year, number: count(number) }))
}

/// Gives the comment of a sender about a change request the next number of the year; `None` when it has one.
pub async fn insert(
    tx: &mut Tx,
    request: &ChangeRequestId,
    sender: &str,
    year: i64,
) -> Result<Option<CommentNumber>, StoreError> {
    const NEXT: &str = "
        INSERT INTO oem_comment_sequence (sender, year, last_number)
        VALUES ($1, $2, 1)
        ON CONFLICT (sender, year) DO UPDATE
        SET last_number = oem_comment_sequence.last_number + 1
        RETURNING last_number";
    const SQL: &str = "
        INSERT INTO oem_comment (change_request_id, sender, year, number)
        VALUES ($1, $2, $3, $4)
        ON CONFLICT (change_request_id, sender) DO NOTHING";
    let number: i64 = on_tx!(tx, |conn| sqlx::query_scalar(NEXT).bind(sender).bind(year).fetch_one(conn).await?);
    let inserted = on_tx!(tx, |conn| sqlx::query(SQL)
        .bind(&request.0)
        .bind(sender)
        .bind(year)
        .bind(number)
        .execute(conn)
        .await?
        .rows_affected());
    Ok((inserted > 0).then(|| CommentNumber { year, number: count(number) }))
}
