//! A transaction on either engine, with the changes it records.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::access::Sight;
use domain::change::Change;
use domain::id::{ServiceTokenId, UserId};
use sqlx::{Postgres, Sqlite, Transaction};

use crate::sight::ReadableKeys;
use crate::{DbKind, StoreError, changes};

/// One transaction. Dropping it rolls back; only [`Tx::commit`] keeps its writes.
#[derive(Debug)]
pub struct Tx {
    pub(crate) driver: DriverTx,
    changes: Vec<Change>,
    /// Counts the transactions of this process that recorded changes.
    commits: Arc<AtomicU64>,
    /// The content that the caller may see: lists, counts and lookups give nothing else.
    sight: Arc<Sight>,
    /// The id of the caller, a user or a service token; empty for the program itself.
    viewer: String,
}

#[derive(Debug)]
pub(crate) enum DriverTx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Runs the same expression on the engine of the transaction.
macro_rules! on_tx {
    ($tx:expr, |$conn:ident| $body:expr) => {
        match &mut $tx.driver {
            $crate::tx::DriverTx::Sqlite(tx) => {
                let $conn: &mut sqlx::SqliteConnection = &mut *tx;
                $body
            }
            $crate::tx::DriverTx::Postgres(tx) => {
                let $conn: &mut sqlx::PgConnection = &mut *tx;
                $body
            }
        }
    };
}

impl Tx {
    pub(crate) fn new(driver: DriverTx, commits: Arc<AtomicU64>) -> Self {
        Self { driver, changes: Vec::new(), commits, sight: Arc::default(), viewer: String::new() }
    }

    pub(crate) fn kind(&self) -> DbKind {
        match self.driver {
            DriverTx::Sqlite(_) => DbKind::Sqlite,
            DriverTx::Postgres(_) => DbKind::Postgres,
        }
    }

    /// Limits the transaction to what a caller may see.
    #[must_use]
    pub fn limited_to(self, viewer: UserId, sight: Arc<Sight>) -> Self {
        Self { sight, viewer: viewer.0, ..self }
    }

    /// The same for a service token that does not share its creator's own records.
    #[must_use]
    pub fn limited_to_token(self, viewer: ServiceTokenId, sight: Arc<Sight>) -> Self {
        Self { sight, viewer: viewer.0, ..self }
    }

    /// Lets the transaction see everything, and returns the limit for [`Self::limit_again`]. For decisions that depend
    /// on what the caller does not see, such as whether a picture is in use.
    pub fn lift_limit(&mut self) -> Arc<Sight> {
        std::mem::take(&mut self.sight)
    }

    pub fn limit_again(&mut self, sight: Arc<Sight>) {
        self.sight = sight;
    }

    pub fn sight(&self) -> &Arc<Sight> {
        &self.sight
    }

    pub(crate) fn viewer(&self) -> String {
        self.viewer.clone()
    }

    pub(crate) fn readable_keys(&self) -> ReadableKeys {
        ReadableKeys::of(&self.sight)
    }

    /// Records a change; it enters the log when, and only when, this transaction commits.
    pub fn record(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Seals the recorded changes into the log, in commit order, and commits.
    pub async fn commit(mut self) -> Result<(), StoreError> {
        let recorded = std::mem::take(&mut self.changes);
        if !recorded.is_empty() {
            changes::seal(&mut self, &recorded).await?;
        }
        match self.driver {
            DriverTx::Sqlite(tx) => tx.commit().await?,
            DriverTx::Postgres(tx) => tx.commit().await?,
        }
        if !recorded.is_empty() {
            self.commits.fetch_add(1, Ordering::SeqCst);
        }
        Ok(())
    }
}
