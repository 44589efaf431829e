//! A transaction on either engine, and the changes it will leave in the log.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use domain::change::Change;
use sqlx::{Postgres, Sqlite, Transaction};

use crate::{StoreError, changes};

/// One transaction. Dropping it undoes everything; only [`Tx::commit`] keeps it.
#[derive(Debug)]
pub struct Tx {
    pub(crate) driver: DriverTx,
    changes: Vec<Change>,
    /// Counts the transactions of this process that recorded changes.
    commits: Arc<AtomicU64>,
}

#[derive(Debug)]
pub(crate) enum DriverTx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Runs the same expression on whichever engine the transaction belongs to.
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
        Self { driver, changes: Vec::new(), commits }
    }

    /// Notes a change; it enters the log when, and only when, this transaction is committed.
    pub fn record(&mut self, change: Change) {
        self.changes.push(change);
    }

    /// Keeps what was done and seals the recorded changes into the log, in commit order.
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
