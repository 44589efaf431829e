//! Row numbers allocated in blocks, for bulk inserts.

use crate::StoreError;
use crate::tx::Tx;

/// A number sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sequence {
    Object,
    Version,
    Snapshot,
    TocNode,
}

impl Sequence {
    fn name(self) -> &'static str {
        match self {
            Self::Object => "object",
            Self::Version => "version",
            Self::Snapshot => "snapshot",
            Self::TocNode => "toc_node",
        }
    }
}

/// Allocates `count` consecutive numbers and returns the first.
///
/// On PostgreSQL other transactions that allocate from the same sequence wait until this one ends, so keep it short.
pub async fn take(tx: &mut Tx, sequence: Sequence, count: usize) -> Result<i64, StoreError> {
    const SQL: &str = "
        INSERT INTO id_block (name, next_id)
        VALUES ($1, 1 + $2)
        ON CONFLICT (name) DO UPDATE SET next_id = id_block.next_id + $2
        RETURNING next_id - $2";
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).bind(sequence.name()).bind(count).fetch_one(conn).await?))
}
