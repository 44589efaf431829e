use store::blob_columns::BLOB_COLUMNS;
use store::{Db, DbKind, StoreError, users};
use testkit::database::TestDatabase;

use crate::given::{kept, user};

testkit::on_each_database!(
    a_migrated_database_reports_its_version,
    migrating_again_changes_nothing,
    a_reading_transaction_cannot_write,
    a_read_transaction_has_one_consistent_view_and_never_waits,
    the_page_cache_and_the_log_are_freed_when_the_writer_is_idle,
    a_closed_database_refuses_queries,
);

#[tokio::test]
async fn both_engines_have_the_same_tables_and_columns() {
    let sqlite = TestDatabase::sqlite().await.columns().await;
    assert!(sqlite.contains(&"change_log.hash".to_owned()), "{sqlite:?}");
    if let Some(postgres) = TestDatabase::postgres().await {
        assert_eq!(sqlite, postgres.columns().await);
    }
}

#[tokio::test]
async fn every_column_that_names_a_blob_is_known() {
    let columns = TestDatabase::sqlite().await.columns().await;
    let names_a_blob = |path: &&str| {
        let column = path.rsplit('.').next();
        column.is_some_and(|column| column == "blob" || column.ends_with("_blob"))
    };
    let by_name: Vec<&str> = columns.iter().map(String::as_str).filter(names_a_blob).collect();
    let known = BLOB_COLUMNS.map(|known| format!("{}.{}", known.table, known.column));
    assert_eq!(by_name, known, "a column is in BLOB_COLUMNS if and only if it is called `blob` or `…_blob`");
}

#[tokio::test]
async fn a_database_with_another_collation_gives_a_warning() -> Result<(), StoreError> {
    let Some(db) = TestDatabase::postgres_sorted_by_language().await else { return Ok(()) };
    let warning = db.collation_warning().await?;
    assert!(warning.as_deref().is_some_and(|text| text.contains("collation C")), "{warning:?}");
    Ok(())
}

#[tokio::test]
async fn an_address_of_another_kind_is_refused() {
    for url in ["mysql://localhost/x", "", "airfolio.db"] {
        assert!(matches!(Db::open(url, 1).await, Err(StoreError::Address)), "{url}");
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_created_is_named_in_the_error() {
    let failed = Db::open("sqlite:/no/such/folder/airfolio.db", 1).await;
    assert_eq!(
        failed.map(|db| db.kind()).map_err(|error| error.to_string()),
        Err("could not create /no/such/folder/airfolio.db".to_owned())
    );
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_file() -> Result<(), Box<dyn std::error::Error>> {
    use std::os::unix::fs::PermissionsExt;
    let db = TestDatabase::sqlite().await;
    kept(&db, user("ann")).await?;
    let path = db.url().trim_start_matches("sqlite:");
    for file in [path.to_owned(), format!("{path}-wal"), format!("{path}-shm")] {
        assert_eq!(std::fs::metadata(&file)?.permissions().mode() & 0o777, 0o600, "{file}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn programs_that_start_at_once_migrate_once() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite:{}", folder.path().join("airfolio.db").display());
    let mut starting = tokio::task::JoinSet::new();
    for _ in 0..6 {
        let url = url.clone();
        starting.spawn(async move { Db::open(&url, 1).await?.migrate().await });
    }
    while let Some(done) = starting.join_next().await {
        done??;
    }
    Ok(())
}

async fn a_migrated_database_reports_its_version(db: TestDatabase) -> Result<(), StoreError> {
    let is_file = db.url().starts_with("sqlite:");
    assert_eq!(db.kind(), if is_file { DbKind::Sqlite } else { DbKind::Postgres });
    assert_eq!(Some(db.migration().await?), newest_migration());
    assert!(db.size_bytes().await? > 10_000);
    assert_eq!(db.collation_warning().await?, None);
    db.ping().await
}

/// The newest migration file, as in `0001 init`.
fn newest_migration() -> Option<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../migrations");
    let names = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name());
    let newest = names.filter_map(|name| name.into_string().ok()).max()?;
    Some(newest.trim_end_matches(".sql").replace('_', " "))
}

async fn migrating_again_changes_nothing(db: TestDatabase) -> Result<(), StoreError> {
    let ann = kept(&db, user("ann")).await?;
    let (first, second) = tokio::join!(db.migrate(), db.migrate());
    first?;
    second?;
    assert_eq!(users::find(&mut db.read().await?, &ann.id).await?, Some(ann));
    Ok(())
}

async fn a_reading_transaction_cannot_write(db: TestDatabase) -> Result<(), StoreError> {
    let refused = users::insert(&mut db.read().await?, &user("ann"), "a hash").await;
    assert!(matches!(refused, Err(StoreError::Database(_))), "{refused:?}");
    Ok(())
}

async fn a_read_transaction_has_one_consistent_view_and_never_waits(db: TestDatabase) -> Result<(), StoreError> {
    let mut writing = db.begin().await?;
    users::insert(&mut writing, &user("ann"), "a hash").await?;
    let mut reading = db.read().await?;
    assert_eq!(users::count(&mut reading).await?, 0);
    writing.commit().await?;
    assert_eq!(users::count(&mut reading).await?, 0);
    assert_eq!(users::count(&mut db.read().await?).await?, 1);
    Ok(())
}

async fn the_page_cache_and_the_log_are_freed_when_the_writer_is_idle(db: TestDatabase) -> Result<(), StoreError> {
    let writing = db.begin().await?;
    assert_eq!(db.shrink().await?, db.kind() == DbKind::Postgres);
    drop(writing);
    kept(&db, user("ann")).await?;
    // The connection returns to the pool shortly after the commit.
    while !db.shrink().await? {
        tokio::task::yield_now().await;
    }
    if let Some(path) = db.url().strip_prefix("sqlite:") {
        let log = std::fs::metadata(format!("{path}-wal")).map(|log| log.len());
        assert_eq!(log.ok(), Some(0));
    }
    assert_eq!(users::count(&mut db.read().await?).await?, 1);
    Ok(())
}

#[tokio::test]
async fn a_database_whose_readers_are_all_in_use_says_so_within_two_seconds() -> Result<(), StoreError> {
    let db = TestDatabase::sqlite().await;
    let small = store::Db::open(db.url(), 1).await?;
    let held = small.read().await?;
    // The clock jumps to the end of each wait.
    tokio::time::pause();
    let asked = tokio::time::Instant::now();
    assert!(matches!(small.ping().await, Err(StoreError::Unreachable)));
    assert!(asked.elapsed() < std::time::Duration::from_secs(2), "{:?}", asked.elapsed());
    tokio::time::resume();
    drop(held);
    small.ping().await
}

async fn a_closed_database_refuses_queries(db: TestDatabase) -> Result<(), StoreError> {
    db.close().await;
    assert!(matches!(db.ping().await, Err(StoreError::Database(_))));
    Ok(())
}
