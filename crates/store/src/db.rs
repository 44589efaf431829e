//! Opening the database, on either engine.
//!
//! SQLite has one connection for writing and several for reading: writers wait in a fair queue of the pool instead of
//! racing for the file's lock, and readers never wait for a writer (WAL). `synchronous = FULL`, because in WAL mode the
//! faster `NORMAL` may lose the last commits when the power fails, and a confirmed edit must never be lost.

mod migrations;
mod postgres;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Executor, SqlitePool};

use crate::StoreError;
use crate::search::count;
use crate::tx::{DriverTx, Tx};
use migrations::{MIGRATIONS, for_engine};
use postgres::PostgresPool;

/// Timeout for a connection from the pool: half of the client's timeout.
const CONNECTION_PATIENCE: Duration = Duration::from_secs(30);

/// Timeout for a lock held by another process or node.
const LOCK_PATIENCE: Duration = Duration::from_secs(10);

/// Time between two tries to open a file that another process is creating.
const OPENING_PAUSE: Duration = Duration::from_millis(20);

/// Timeout of [`Db::ping`]: monitoring gives up after 2 s.
const PING_PATIENCE: Duration = Duration::from_millis(1_800);

/// Page cache of the writing connection, in kB. An import touches index pages in random order; with the default of 2 MB
/// it would read them again and again.
const WRITER_CACHE: &str = "-32768";

/// The database; cheap to clone, all clones share one pool.
#[derive(Debug, Clone)]
pub struct Db {
    pools: Pools,
    commits: Arc<AtomicU64>,
}

#[derive(Debug, Clone)]
enum Pools {
    Sqlite { file: PathBuf, writer: SqlitePool, readers: SqlitePool },
    Postgres(Box<PostgresPool>),
}

/// The database engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DbKind {
    Sqlite,
    Postgres,
}

impl Db {
    fn new(pools: Pools) -> Self {
        Self { pools, commits: Arc::default() }
    }

    /// The number of transactions of this process that recorded changes.
    pub fn commits(&self) -> u64 {
        self.commits.load(Ordering::SeqCst)
    }

    /// Opens `sqlite:<path>`, creating the file, or `postgres://…`.
    pub async fn open(url: &str, max_connections: u32) -> Result<Self, StoreError> {
        if let Some(path) = url.strip_prefix("sqlite:") {
            let path = Path::new(path.strip_prefix("//").unwrap_or(path));
            open_sqlite(path, max_connections).await.map(Self::new)
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let pool = PostgresPool::open(url, max_connections).await?;
            Ok(Self::new(Pools::Postgres(Box::new(pool))))
        } else {
            Err(StoreError::Address)
        }
    }

    /// Applies pending migrations; safe when several nodes start at once.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        self.migrate_to(MIGRATIONS.iter().map(|one| one.version).max().unwrap_or_default()).await
    }

    /// Applies pending migrations up to a number.
    pub async fn migrate_to(&self, number: i64) -> Result<(), StoreError> {
        let migrator = for_engine(self.kind());
        match &self.pools {
            Pools::Sqlite { writer, .. } => {
                // The migrator takes no lock on SQLite, so this transaction keeps other processes out.
                let mut tx = writer.begin_with("BEGIN IMMEDIATE").await?;
                migrator.run_direct(Some(number), &mut *tx, false).await?;
                tx.commit().await?;
            }
            Pools::Postgres(postgres) => migrator.run_to(number, &postgres.pool).await?,
        }
        Ok(())
    }

    /// Whether this program has a migration of this number.
    pub fn knows_migration(number: i64) -> bool {
        MIGRATIONS.version_exists(number)
    }

    /// The number of the newest migration that was applied.
    pub async fn migration_number(&self) -> Result<i64, StoreError> {
        const SQL: &str = "SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations WHERE success";
        let mut tx = self.read().await?;
        Ok(on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_one(conn).await?))
    }

    /// Begins a write transaction.
    pub async fn begin(&self) -> Result<Tx, StoreError> {
        let driver = match &self.pools {
            Pools::Sqlite { writer, .. } => DriverTx::Sqlite(writer.begin_with("BEGIN IMMEDIATE").await?),
            Pools::Postgres(postgres) => DriverTx::Postgres(postgres.begin("BEGIN").await?),
        };
        Ok(Tx::new(driver, Arc::clone(&self.commits)))
    }

    /// Begins a read-only transaction: one consistent view that never waits for a writer.
    pub async fn read(&self) -> Result<Tx, StoreError> {
        let driver = match &self.pools {
            Pools::Sqlite { readers, .. } => DriverTx::Sqlite(readers.begin_with("BEGIN DEFERRED").await?),
            Pools::Postgres(postgres) => {
                DriverTx::Postgres(postgres.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?)
            }
        };
        Ok(Tx::new(driver, Arc::clone(&self.commits)))
    }

    pub fn kind(&self) -> DbKind {
        match self.pools {
            Pools::Sqlite { .. } => DbKind::Sqlite,
            Pools::Postgres(_) => DbKind::Postgres,
        }
    }

    /// The folder of the database, where it is a file.
    pub fn folder(&self) -> Option<&Path> {
        match &self.pools {
            Pools::Sqlite { file, .. } => file.parent(),
            Pools::Postgres(_) => None,
        }
    }

    /// Whether the database answers, within 2 s.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let asked = async {
            if let Pools::Postgres(postgres) = &self.pools {
                return postgres.ping().await;
            }
            let mut tx = self.read().await?;
            on_tx!(tx, |conn| conn.execute("SELECT 1").await.map(drop)?);
            Ok(())
        };
        tokio::time::timeout(PING_PATIENCE, asked).await.unwrap_or(Err(StoreError::Unreachable))
    }

    /// The size of the database in bytes.
    pub async fn size_bytes(&self) -> Result<u64, StoreError> {
        const SQL_SQLITE: &str = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()";
        const SQL_POSTGRES: &str = "SELECT pg_database_size(current_database())";
        let sql = match self.kind() {
            DbKind::Sqlite => SQL_SQLITE,
            DbKind::Postgres => SQL_POSTGRES,
        };
        let mut tx = self.read().await?;
        let size: i64 = on_tx!(tx, |conn| sqlx::query_scalar(sql).fetch_one(conn).await?);
        Ok(count(size))
    }

    /// The newest migration that was applied, as in `0001 init`.
    pub async fn migration(&self) -> Result<String, StoreError> {
        const SQL: &str = "
            SELECT version, description
            FROM _sqlx_migrations
            WHERE success
            ORDER BY version DESC
            LIMIT 1";
        let mut tx = self.read().await?;
        let (version, description): (i64, String) = on_tx!(tx, |conn| sqlx::query_as(SQL).fetch_one(conn).await?);
        Ok(format!("{version:04} {description}"))
    }

    /// Returns a warning when the PostgreSQL database sorts texts differently from SQLite.
    pub async fn collation_warning(&self) -> Result<Option<String>, StoreError> {
        const SQL: &str = "
            SELECT datcollate
            FROM pg_database
            WHERE datname = current_database()
            AND ('a' < 'B' OR 'a' < '-')";
        if self.kind() == DbKind::Sqlite {
            return Ok(None);
        }
        let mut tx = self.read().await?;
        let collation: Option<String> = on_tx!(tx, |conn| sqlx::query_scalar(SQL).fetch_optional(conn).await?);
        Ok(collation.map(|name| {
            format!("The database sorts by {name}; create it with the collation C so that lists sort as documented")
        }))
    }

    /// Frees the page cache of the writing connection, and the write-ahead log unless somebody reads it; `false` when the
    /// connection is in use.
    pub async fn shrink(&self) -> Result<bool, StoreError> {
        let Pools::Sqlite { writer, .. } = &self.pools else { return Ok(true) };
        let Some(mut connection) = writer.try_acquire() else { return Ok(false) };
        connection.execute("PRAGMA shrink_memory").await?;
        // Writers must not wait until the last reader has ended.
        connection.execute("PRAGMA busy_timeout = 0").await?;
        let truncated = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").await;
        let patience = format!("PRAGMA busy_timeout = {}", LOCK_PATIENCE.as_millis());
        // Also after a failure, as on a full disk: the next writer has this connection.
        connection.execute(sqlx::AssertSqlSafe(patience)).await?;
        truncated?;
        Ok(true)
    }

    /// Waits for running transactions and closes all connections.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { writer, readers, .. } => {
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(postgres) => postgres.pool.close().await,
        }
    }
}

async fn open_sqlite(path: &Path, max_connections: u32) -> Result<Pools, StoreError> {
    create_private(path).map_err(|source| StoreError::Create { path: path.to_owned(), source })?;
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(LOCK_PATIENCE);
    let pool = || {
        SqlitePoolOptions::new()
            .acquire_timeout(CONNECTION_PATIENCE)
            .idle_timeout(None)
            .max_lifetime(None)
            // A connection to a local file cannot break while idle.
            .test_before_acquire(false)
            // SQLite itself ends a transaction that finds the disk full. The driver then fails to end it a second time
            // and counts it as open for ever: only another connection can begin the next one.
            .before_acquire(|conn, _| Box::pin(async move { Ok(!conn.is_in_transaction()) }))
    };
    let writer = connect(pool().max_connections(1), options.clone().pragma("cache_size", WRITER_CACHE)).await?;
    let readers = connect(pool().max_connections(max_connections.max(1)), options.pragma("query_only", "ON")).await?;
    Ok(Pools::Sqlite { file: path.to_owned(), writer, readers })
}

/// Connects a pool to the file, again and again while another program switches a new file to the write-ahead log: SQLite
/// refuses that moment at once, whatever the timeout for locks.
async fn connect(pool: SqlitePoolOptions, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    let started = Instant::now();
    loop {
        match pool.clone().connect_with(options.clone()).await.map_err(StoreError::from) {
            Err(StoreError::Busy(_)) if started.elapsed() < LOCK_PATIENCE => tokio::time::sleep(OPENING_PAUSE).await,
            connected => return connected,
        }
    }
}

/// Creates the file with access for its owner only; SQLite gives its side files the same mode.
///
/// An existing file is not opened: closing it would release the locks that other connections of this process have on it.
fn create_private(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Ok(()),
        created => created.map(drop),
    }
}
