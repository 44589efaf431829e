//! Migrated databases that the tests copy.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor, PgConnection};
use store::Db;

/// A migrated, empty database file; the first test that asks makes it, since migrating takes longer than copying.
pub(super) async fn migrated_file() -> PathBuf {
    let file = std::env::temp_dir().join(format!("airfolio-template-{:016x}.db", fingerprint("sqlite")));
    if !file.exists() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let unfinished = folder.path().join("airfolio.db");
        let db = Db::open(&format!("sqlite:{}", unfinished.display()), 1).await.expect("the template opens");
        db.migrate().await.expect("the migrations apply");
        db.close().await;
        assert!(!folder.path().join("airfolio.db-wal").exists(), "everything is in the file");
        // Another test may have been as quick: its file is the same.
        std::fs::rename(&unfinished, &file).expect("the template is ready");
    }
    file
}

/// The name of a migrated, empty database; the first test that asks makes it, since migrating takes longer than copying.
pub(super) async fn migrated_database(
    server: &PgConnectOptions,
    connection: &mut PgConnection,
    locale: &str,
) -> String {
    let name = format!("airfolio_template_{:016x}", fingerprint(locale));
    if !exists(connection, &name).await {
        // Tests are processes of their own: the server itself lets one of them work at a time.
        connection.execute("SELECT pg_advisory_lock(7262)").await.expect("the lock");
        if !exists(connection, &name).await {
            make(server, connection, &name, locale).await;
        }
        connection.execute("SELECT pg_advisory_unlock(7262)").await.expect("the end of the lock");
    }
    name
}

async fn exists(connection: &mut PgConnection, name: &str) -> bool {
    let sql = "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)";
    sqlx::query_scalar(sql).bind(name).fetch_one(connection).await.expect("the list")
}

async fn make(server: &PgConnectOptions, connection: &mut PgConnection, name: &str, locale: &str) {
    let unfinished = format!("{name}_unfinished");
    let recreate = [
        format!("DROP DATABASE IF EXISTS {unfinished} WITH (FORCE)"),
        format!("CREATE DATABASE {unfinished} TEMPLATE template0 ENCODING 'UTF8' {locale}"),
    ];
    for sql in recreate {
        connection.execute(AssertSqlSafe(sql)).await.expect("TEST_PG_URL may create databases");
    }
    let url = server.clone().database(&unfinished).to_url_lossy().to_string();
    let db = Db::open(&url, 1).await.expect("the template opens");
    db.migrate().await.expect("the migrations apply");
    db.close().await;
    let rename = format!("ALTER DATABASE {unfinished} RENAME TO {name}");
    connection.execute(AssertSqlSafe(rename)).await.expect("the template is ready");
}

/// Differs whenever a migration does, so that a server that outlives a run never offers an old template.
fn fingerprint(locale: &str) -> u64 {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let files = std::fs::read_dir(folder).expect("the migrations").map(|entry| entry.expect("a migration").path());
    let files: BTreeMap<PathBuf, Vec<u8>> =
        files.map(|path| (path.clone(), std::fs::read(path).expect("a migration"))).collect();
    let mut hasher = DefaultHasher::new();
    (locale, files.values().collect::<Vec<_>>()).hash(&mut hasher);
    hasher.finish()
}
