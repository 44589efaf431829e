//! A fresh, migrated database for each test.

#![expect(clippy::expect_used, reason = "a test whose database cannot be made must stop at once")]

use std::ops::Deref;
use std::path::Path;
use std::str::FromStr;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor, PgConnection, SqliteConnection};
use store::{Db, DbKind};
use tempfile::TempDir;

mod templates;

/// Connections for tests with 16 writers.
const CONNECTIONS: u32 = 16;

/// A private database; removed on drop, even after a panic.
#[derive(Debug)]
pub struct TestDatabase {
    db: Db,
    url: String,
    _folder: Option<TempDir>,
    _server: Option<PostgresDatabase>,
}

/// Makes two tests, `<name>::sqlite` and `<name>::postgres`, of each function `async fn <name>(db: TestDatabase) ->
/// Result<(), StoreError>`. The second is skipped when `TEST_PG_URL` is not set.
#[macro_export]
macro_rules! on_each_database {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn sqlite() -> Result<(), store::StoreError> {
                super::$name($crate::database::TestDatabase::sqlite().await).await
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn postgres() -> Result<(), store::StoreError> {
                match $crate::database::TestDatabase::postgres().await {
                    Some(db) => super::$name(db).await,
                    None => Ok(()),
                }
            }
        }
    )+};
}

impl TestDatabase {
    /// A database in its own file.
    pub async fn sqlite() -> Self {
        Self::sqlite_from(&templates::migrated_file().await).await
    }

    /// A copy of a database that an earlier program left, migrated.
    pub async fn sqlite_from(file: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let copy = folder.path().join("airfolio.db");
        std::fs::copy(file, &copy).expect("a database file");
        Self::open(format!("sqlite:{}", copy.display()), Some(folder), None).await
    }

    /// The same from a dump; nothing without `TEST_PG_URL`.
    pub async fn postgres_from(dump: &str) -> Option<Self> {
        let server = PostgresDatabase::create_empty("LOCALE 'C'").await?;
        let mut connection = server.options().connect().await.expect("the new database answers");
        connection.execute(AssertSqlSafe(dump.to_owned())).await.expect("the dump can be restored");
        // Without statistics the planner takes the slowest way through the tables.
        connection.execute("ANALYZE").await.expect("the tables are there");
        connection.close().await.expect("it closes");
        let url = server.options().to_url_lossy().to_string();
        Some(Self::open(url, None, Some(server)).await)
    }

    /// A database on the server in `TEST_PG_URL`; `None` when it is not set.
    pub async fn postgres() -> Option<Self> {
        // A fixed collation, so that sorting does not depend on the machine.
        Self::postgres_with("LOCALE 'C'").await
    }

    /// The same with English collation.
    pub async fn postgres_sorted_by_language() -> Option<Self> {
        Self::postgres_with("LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'en-US'").await
    }

    async fn postgres_with(locale: &str) -> Option<Self> {
        let server = PostgresDatabase::create_migrated(locale).await?;
        let url = server.options().to_url_lossy().to_string();
        Some(Self::open(url, None, Some(server)).await)
    }

    /// A database of each kind as the migrations up to `number` leave it.
    pub async fn of_migration(number: i64) -> Vec<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let url = format!("sqlite:{}", folder.path().join("airfolio.db").display());
        let mut all = vec![Self::connect(url, Some(folder), None).await];
        if let Some(server) = PostgresDatabase::create_empty("LOCALE 'C'").await {
            let url = server.options().to_url_lossy().to_string();
            all.push(Self::connect(url, None, Some(server)).await);
        }
        for one in &all {
            one.db.migrate_to(number).await.expect("the migrations apply");
        }
        all
    }

    async fn open(url: String, folder: Option<TempDir>, server: Option<PostgresDatabase>) -> Self {
        let opened = Self::connect(url, folder, server).await;
        opened.db.migrate().await.expect("the migrations apply");
        opened
    }

    async fn connect(url: String, folder: Option<TempDir>, server: Option<PostgresDatabase>) -> Self {
        let db = Db::open(&url, CONNECTIONS).await.expect("the database opens");
        Self { db, url, _folder: folder, _server: server }
    }

    /// The URL for opening it with another [`Db`].
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs SQL directly, to simulate tampering.
    pub async fn tamper(&self, sql: &str) {
        self.attempt(sql).await.expect("the SQL runs");
    }

    /// Runs SQL directly, which the database may refuse.
    pub async fn attempt(&self, sql: &str) -> Result<(), sqlx::Error> {
        let sql = AssertSqlSafe(sql.to_owned());
        match self.kind() {
            DbKind::Sqlite => self.sqlite_connection().await.execute(sql).await.map(drop),
            DbKind::Postgres => self.postgres_connection().await.execute(sql).await.map(drop),
        }
    }

    /// The number of rows in a table.
    pub async fn count(&self, table: &str) -> i64 {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        let counted = match self.kind() {
            DbKind::Sqlite => sqlx::query_scalar(sql).fetch_one(&mut self.sqlite_connection().await).await,
            DbKind::Postgres => sqlx::query_scalar(sql).fetch_one(&mut self.postgres_connection().await).await,
        };
        counted.expect("the count")
    }

    /// Every column as `table.column`, sorted, without the migrator's own table.
    pub async fn columns(&self) -> Vec<String> {
        const SQL_SQLITE: &str = "
            SELECT m.name || '.' || c.name
            FROM sqlite_master m
            JOIN pragma_table_info(m.name) c
            WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite!_%' ESCAPE '!' AND m.name <> '_sqlx_migrations'
            ORDER BY 1";
        const SQL_POSTGRES: &str = "
            SELECT table_name || '.' || column_name
            FROM information_schema.columns
            WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations'
            ORDER BY 1";
        let columns = match self.kind() {
            DbKind::Sqlite => sqlx::query_scalar(SQL_SQLITE).fetch_all(&mut self.sqlite_connection().await).await,
            DbKind::Postgres => sqlx::query_scalar(SQL_POSTGRES).fetch_all(&mut self.postgres_connection().await).await,
        };
        columns.expect("the columns")
    }

    async fn sqlite_connection(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::from_str(&self.url).expect("our own address");
        options.connect().await.expect("a second connection")
    }

    async fn postgres_connection(&self) -> PgConnection {
        let options = PgConnectOptions::from_str(&self.url).expect("our own address");
        options.connect().await.expect("a second connection")
    }
}

impl Deref for TestDatabase {
    type Target = Db;

    fn deref(&self) -> &Db {
        &self.db
    }
}

/// One database on the test server.
#[derive(Debug)]
struct PostgresDatabase {
    server: PgConnectOptions,
    name: String,
}

impl PostgresDatabase {
    /// A copy of the migrated template.
    async fn create_migrated(locale: &str) -> Option<Self> {
        let database = Self::named()?;
        let mut connection = database.connect().await;
        let template = templates::migrated_database(&database.server, &mut connection, locale).await;
        database.create(connection, &format!("TEMPLATE {template}")).await;
        Some(database)
    }

    /// A database without tables.
    async fn create_empty(locale: &str) -> Option<Self> {
        let database = Self::named()?;
        let connection = database.connect().await;
        database.create(connection, &format!("TEMPLATE template0 ENCODING 'UTF8' {locale}")).await;
        Some(database)
    }

    /// A name that no other test uses, on the server in `TEST_PG_URL`.
    fn named() -> Option<Self> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        #[expect(clippy::disallowed_methods, reason = "says to the tests, not to the program, where PostgreSQL is")]
        let url = std::env::var("TEST_PG_URL").ok()?;
        let server = PgConnectOptions::from_str(&url).expect("TEST_PG_URL is an address");
        let name = format!("airfolio_test_{}_{}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        Some(Self { server, name })
    }

    async fn create(&self, mut connection: PgConnection, options: &str) {
        self.drop_if_exists(&mut connection).await;
        run(&mut connection, format!("CREATE DATABASE {} {options}", self.name)).await;
        connection.close().await.expect("it closes");
    }

    async fn connect(&self) -> PgConnection {
        self.server.connect().await.expect("TEST_PG_URL answers")
    }

    fn options(&self) -> PgConnectOptions {
        self.server.clone().database(&self.name)
    }

    async fn drop_if_exists(&self, connection: &mut PgConnection) {
        run(connection, format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name)).await;
    }
}

async fn run(connection: &mut PgConnection, sql: String) {
    connection.execute(AssertSqlSafe(sql)).await.expect("TEST_PG_URL may create databases");
}

impl Drop for PostgresDatabase {
    fn drop(&mut self) {
        // The test's runtime may be shutting down after a panic, so the removal uses its own.
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                if let Ok(runtime) = runtime {
                    runtime.block_on(async { self.drop_if_exists(&mut self.connect().await).await });
                }
            });
        });
    }
}
