//! Connections to PostgreSQL, and whether it is there.
//!
//! The pool goes on trying for [`CONNECTION_PATIENCE`](super::CONNECTION_PATIENCE) when the server is away, as it does
//! when all connections are in use. So a task that waits for a connection also asks whether the server takes a new one, and
//! stops waiting when it does not.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, PgPool, Postgres, Transaction};
use tokio::sync::Mutex;
use tokio::time::timeout;

use super::{CONNECTION_PATIENCE, LOCK_PATIENCE};
use crate::StoreError;
use crate::outage::Outage;

/// After waiting so long for a connection it is asked whether the server is there, and again each time.
const SLOW: Duration = Duration::from_millis(300);

/// How long the server may take to answer that: long, since a server under load answers late. With [`SLOW`] it is less
/// than the 2 s after which monitoring gives up.
const PROBE_PATIENCE: Duration = Duration::from_millis(1_400);

/// A pool of connections that tells a server that is away from one that is busy; clones share everything.
#[derive(Debug, Clone)]
pub(super) struct PostgresPool {
    pub(super) pool: PgPool,
    options: PgConnectOptions,
    /// Counts transactions that began: a server that lets any begin is there.
    begun: Arc<AtomicU64>,
    probed: Arc<Mutex<Option<(Instant, bool)>>>,
}

impl PostgresPool {
    pub(super) async fn open(url: &str, max_connections: u32) -> Result<Self, StoreError> {
        let options = PgConnectOptions::from_str(url)?.application_name("airfolio");
        let pool = PgPoolOptions::new()
            .max_connections(max_connections.max(1))
            .acquire_timeout(CONNECTION_PATIENCE)
            .after_connect(|conn, _| {
                Box::pin(async move {
                    let patience = format!("SET lock_timeout = {}", LOCK_PATIENCE.as_millis());
                    conn.execute(AssertSqlSafe(patience)).await?;
                    // A node that hangs must not hold the others' locks for ever.
                    conn.execute("SET idle_in_transaction_session_timeout = '60s'").await?;
                    Ok(())
                })
            })
            .connect_with(options.clone())
            .await?;
        Ok(Self { pool, options, begun: Arc::default(), probed: Arc::default() })
    }

    /// Begins a transaction with `statement`; fails at once when the server is away.
    pub(super) async fn begin(&self, statement: &'static str) -> Result<Transaction<'static, Postgres>, StoreError> {
        let beginning = self.pool.begin_with(statement);
        tokio::pin!(beginning);
        loop {
            tokio::select! {
                begun = &mut beginning => {
                    let begun = begun?;
                    self.begun.fetch_add(1, Ordering::Relaxed);
                    return Ok(begun);
                }
                reached = self.probe_after(SLOW) => reached?,
            }
        }
    }

    async fn probe_after(&self, wait: Duration) -> Result<(), StoreError> {
        let asked = Instant::now();
        tokio::time::sleep(wait).await;
        self.probe(asked).await
    }

    /// Whether the server takes connections and the pool is open.
    pub(super) async fn ping(&self) -> Result<(), StoreError> {
        if self.pool.is_closed() {
            return Err(sqlx::Error::PoolClosed.into());
        }
        self.probe(Instant::now()).await
    }

    /// Whether the server takes a connection, asked at `since` or later. One caller at a time asks it and the others get
    /// the same answer, so that neither waiting requests nor monitoring open a connection each.
    async fn probe(&self, since: Instant) -> Result<(), StoreError> {
        let mut probed = self.probed.lock().await;
        let known = probed.filter(|(at, _)| *at >= since).map(|(_, reached)| reached);
        let reached = match known {
            Some(reached) => reached,
            None => self.is_there().await,
        };
        if known.is_none() {
            *probed = Some((Instant::now(), reached));
        }
        if reached { Ok(()) } else { Err(StoreError::Unreachable) }
    }

    async fn is_there(&self) -> bool {
        let before = self.begun.load(Ordering::Relaxed);
        match timeout(PROBE_PATIENCE, PgConnection::connect_with(&self.options)).await {
            Ok(Ok(connection)) => {
                // How the goodbye goes says nothing.
                let _ = connection.close().await;
                true
            }
            // A server that refuses us for another reason, such as too many connections, is there.
            Ok(Err(error)) => StoreError::from(error).outage() != Some(Outage::Unreachable),
            // Too busy for a new connection within the time, but not for those it has.
            Err(_) => self.begun.load(Ordering::Relaxed) != before,
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    // The clock jumps to the end of each wait.
    #[tokio::test(start_paused = true)]
    async fn a_server_that_never_answers_is_away_within_two_seconds() {
        const MONITORING: Duration = Duration::from_secs(2);
        let silent = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = silent.local_addr().expect("an address");
        let options = PgConnectOptions::from_str(&format!("postgres://ann@{address}/library")).expect("an address");
        let pool = PgPoolOptions::new().acquire_timeout(CONNECTION_PATIENCE).connect_lazy_with(options.clone());
        let pool = PostgresPool { pool, options, begun: Arc::default(), probed: Arc::default() };
        let asked = tokio::time::Instant::now();
        assert!(matches!(pool.ping().await, Err(StoreError::Unreachable)));
        assert!(asked.elapsed() < MONITORING, "{:?}", asked.elapsed());
        let asked = tokio::time::Instant::now();
        assert!(matches!(pool.begin("BEGIN").await.map(drop), Err(StoreError::Unreachable)));
        assert!(asked.elapsed() < MONITORING, "{:?}", asked.elapsed());
    }
}
