//! Backups, restored on either database, and records copied to another one.

use std::path::Path;

use app::backups::{self, RestoreError};
use app::core::signing::SigningKeySource;
use app::open::{BlobLocation, Locations};
use domain::permission::Role;
use serde_json::{Value, json};
use store::blobs::Blobs;
use store::records;
use tempfile::TempDir;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::database::TestDatabase;
use testkit::dump;
use testkit::packages::demo;

use crate::house_styles::style;
use crate::viewer::{at, delivered, reader_of};

testkit::on_each_app!(
    a_restored_backup_answers_like_the_original,
    a_backup_copies_only_new_content_again,
    a_backup_that_is_interrupted_leaves_the_earlier_one,
    a_damaged_backup_is_refused_with_the_name_of_the_file,
    a_backup_is_not_restored_into_a_library_that_is_in_use,
    a_backup_names_content_that_the_library_has_lost,
    records_are_copied_to_another_database,
);

/// A library with a manual in two revisions, kept packages, accounts and a log.
async fn library(app: &TestApp) {
    reader_of(app, "amm").await;
    delivered(app, &demo("amm"), "yes").await;
    let admin = app.admin().await;
    admin.post("/config/operator", json!({"code": "AZB", "name": "Azure Bay", "country": "CH"})).await.ok();
    admin.put("/config/operator/style", style("AZB", 0)).await.ok();
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// An empty database of each engine that is there.
async fn databases() -> Vec<TestDatabase> {
    let sqlite = TestDatabase::sqlite().await;
    [Some(sqlite), TestDatabase::postgres().await].into_iter().flatten().collect()
}

fn locations(db: &TestDatabase, content: &Path) -> Locations {
    Locations {
        data: content.to_owned(),
        database_url: db.url().to_owned(),
        max_connections: 2,
        blobs: BlobLocation::Disk(content.to_owned()),
        token_key: None,
        signing_key: SigningKeySource::Setting([8; 32]),
    }
}

/// Answers that show records, content and both together.
async fn answers(client: &Client) -> Vec<Value> {
    let mut answers = Vec::new();
    for path in [
        "/csdb",
        "/csdb/manual",
        "/config/operator",
        "/config/operator/style?code=AZB",
        "/revisions?manualPath=/NV240/MMEL",
        "/counts",
    ] {
        answers.push(client.get(path).await.ok());
    }
    let path = at("28-21-01-00A-520A-A");
    answers.push(client.get(&path).await.ok());
    answers.push(client.get(&path.replace("/view/default", "/files/getVersions/default")).await.ok());
    answers
}

/// The digest of every table.
async fn digests(db: &TestDatabase) -> Vec<(String, records::TableDigest)> {
    let mut tx = db.read().await.expect("it can be read");
    let mut digests = Vec::new();
    for table in records::list_tables(&mut tx).await.expect("the tables") {
        let digest = records::digest(&mut tx, &table).await.expect("the rows");
        digests.push((table.name, digest));
    }
    digests
}

async fn a_restored_backup_answers_like_the_original(app: TestApp) {
    library(&app).await;
    let admin = app.admin().await;
    let (original, text) = (answers(&admin).await, dump::of_manual(&app.db, "NV240", "MMEL").await);
    let backup = folder();
    let made = backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    assert!(made.rows > 500 && made.blobs > 50 && made.lost.is_empty(), "{made:?}");
    assert_eq!(backups::check(backup.path()).await.expect("it is whole"), made);
    let before = digests(&app.db).await;
    for db in databases().await {
        let content = folder();
        let restored = backups::restore(&locations(&db, content.path()), backup.path()).await.expect("it is restored");
        assert_eq!(restored, made);
        assert_eq!(digests(&db).await, before, "{:?}", db.kind());
        assert_eq!(dump::of_manual(&db, "NV240", "MMEL").await, text);
        let copy = TestApp::resume(db, Blobs::disk(content.path()).expect("its content"));
        let again = copy.admin().await;
        assert_eq!(answers(&again).await, original);
        delivered(&copy, &demo("amm"), "yes").await;
    }
}

async fn a_backup_copies_only_new_content_again(app: TestApp) {
    library(&app).await;
    let backup = folder();
    let first = backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    let files = files_of(&backup.path().join("blobs"));
    let (kept, _) = files.into_iter().find(|(path, _)| is_content(path)).expect("content");
    let written = std::fs::metadata(&kept).expect("a file").modified().expect("a time");
    app.person(Role::Author).await;
    let second = backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    assert!(second.rows > first.rows && second.blobs == first.blobs, "{first:?} {second:?}");
    assert_eq!(std::fs::metadata(&kept).expect("a file").modified().expect("a time"), written);
}

async fn a_backup_that_is_interrupted_leaves_the_earlier_one(app: TestApp) {
    library(&app).await;
    let backup = folder();
    let first = backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    app.person(Role::Author).await;
    // A folder that cannot be written to ends the second backup after its records.
    let uploads = backup.path().join("blobs/uploads");
    std::fs::rename(&uploads, backup.path().join("aside")).expect("it is moved");
    std::fs::write(&uploads, "in the way").expect("it is written");
    backups::back_up(&app.ctx, backup.path()).await.expect_err("it is interrupted");
    std::fs::remove_file(&uploads).expect("it is removed");
    std::fs::rename(backup.path().join("aside"), &uploads).expect("it is moved back");
    assert_eq!(backups::check(backup.path()).await.expect("the first one"), first);
    let third = backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    assert!(third.rows > first.rows, "{first:?} {third:?}");
    let records = std::fs::read_dir(backup.path()).expect("a folder").flatten();
    let records = records.filter(|entry| entry.file_name().to_string_lossy().starts_with("records"));
    assert_eq!(records.count(), 1, "records of other backups are removed");
}

/// All files below a folder, with their bytes.
fn files_of(folder: &Path) -> Vec<(std::path::PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            files.extend(files_of(&entry.path()));
        } else {
            files.push((entry.path(), std::fs::read(entry.path()).expect("a file")));
        }
    }
    files
}

async fn a_damaged_backup_is_refused_with_the_name_of_the_file(app: TestApp) {
    library(&app).await;
    let backup = folder();
    backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    let db = TestDatabase::sqlite().await;
    let content = folder();
    let refused = async || {
        let places = locations(&db, content.path());
        let error = backups::restore(&places, backup.path()).await.expect_err("it is damaged");
        assert!(matches!(error, RestoreError::Backup(_)), "{error:?}");
        error.to_string()
    };
    let files = files_of(backup.path());
    let is_in = |folder: &str| {
        let found = files.iter().filter(|(path, _)| {
            path.display().to_string().starts_with(&backup.path().join(folder).display().to_string())
        });
        found.max_by_key(|(_, bytes)| bytes.len()).expect("a file").clone()
    };
    let content_file = files.iter().rfind(|(path, _)| is_content(path)).expect("content").clone();
    for (path, bytes) in [is_in("records"), is_in("blobs/uploads"), content_file, is_in("backup.json")] {
        let name = path.display().to_string();
        let mut damages = vec![bytes[..bytes.len() / 2].to_vec()];
        // Another letter in the manifest may be another name or digest: then the file that it is about is named.
        if !name.ends_with("backup.json") {
            let mut flipped = bytes.clone();
            flipped[bytes.len() / 2] ^= 0x10;
            damages.push(flipped);
        }
        for damage in damages {
            std::fs::write(&path, &damage).expect("it is written");
            let said = refused().await;
            assert!(said.contains(&name) && said.contains("damaged"), "{name}: {said}");
        }
        std::fs::remove_file(&path).expect("it is removed");
        let said = refused().await;
        assert!(said.contains(&name) && said.contains("missing"), "{name}: {said}");
        std::fs::write(&path, &bytes).expect("it is written");
    }
    assert_eq!(digests(&db).await, digests(&TestDatabase::sqlite().await).await, "nothing was restored");
    backups::restore(&locations(&db, content.path()), backup.path()).await.expect("now it is whole");
}

async fn a_backup_is_not_restored_into_a_library_that_is_in_use(app: TestApp) {
    let backup = folder();
    backups::back_up(&app.ctx, backup.path()).await.expect("a backup");
    let before = digests(&app.db).await;
    let error = backups::restore(&locations(&app.db, folder().path()), backup.path()).await.expect_err("it is in use");
    assert!(error.to_string().contains("not empty"), "{error}");
    assert_eq!(digests(&app.db).await, before);
    let error = backups::copy_to(&app.ctx, app.db.url()).await.expect_err("it is in use");
    assert!(error.to_string().contains("not empty"), "{error}");
}

async fn a_backup_names_content_that_the_library_has_lost(app: TestApp) {
    library(&app).await;
    let whole = folder();
    backups::back_up(&app.ctx, whole.path()).await.expect("a backup");
    let (named, _) =
        files_of(&whole.path().join("blobs")).into_iter().find(|(path, _)| is_content(path)).expect("content");
    let lost = named.strip_prefix(whole.path().join("blobs")).expect("a file of the backup");
    std::fs::remove_file(app.blob_folder().join(lost)).expect("it is removed");
    let backup = folder();
    let made = backups::back_up(&app.ctx, backup.path()).await.expect("a backup of the rest");
    let name = lost.to_str().expect("text").replace('/', "");
    assert!(matches!(&made.lost[..], [one] if one.as_str() == name), "{made:?}");
    assert_eq!(backups::check(backup.path()).await.expect("the rest is whole").lost, made.lost);
}

fn is_content(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.len() == 62)
}

async fn records_are_copied_to_another_database(app: TestApp) {
    library(&app).await;
    let text = dump::of_manual(&app.db, "NV240", "MMEL").await;
    for db in databases().await {
        let rows = backups::copy_to(&app.ctx, db.url()).await.expect("they are copied");
        assert!(rows > 500, "{rows}");
        assert_eq!(digests(&db).await, digests(&app.db).await, "{:?}", db.kind());
        assert_eq!(dump::of_manual(&db, "NV240", "MMEL").await, text);
        let copy = TestApp::resume(db, app.blobs().clone());
        assert_eq!(store::changes::verify(&copy.db).await.expect("the log").first_broken, None);
        delivered(&copy, &demo("amm"), "yes").await;
    }
}
