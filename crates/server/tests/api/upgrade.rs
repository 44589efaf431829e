//! A data folder of an earlier program: it opens, is migrated, and reads the same.
//!
//! `data/5.0.0-rc.0.zip.zst` was made by the program before content was compressed, with SQLite and again with
//! PostgreSQL: the demo library; a small manual in two OEM revisions, and another one in the trash; own changes of media
//! in both databases, so that working lanes are forked; bookmarks, a saved search, a visit. `sqlite.json` and
//! `postgres.json` in it have the answers of that program.

use std::path::Path;

use axum::http::Method;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::named;
use testkit::client::Client;
use testkit::stored::StoredFolder;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_of_sqlite_reads_as_before() {
    let folder = stored();
    let app = folder.on_sqlite().await;
    reads_as_before(&app, &folder, "sqlite.json").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_of_postgres_reads_as_before() {
    let folder = stored();
    if let Some(app) = folder.on_postgres().await {
        reads_as_before(&app, &folder, "postgres.json").await;
    }
}

fn stored() -> StoredFolder {
    StoredFolder::unpack(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/5.0.0-rc.0.zip.zst"))
}

async fn reads_as_before(app: &TestApp, folder: &StoredFolder, expected: &str) {
    let expected = std::fs::read(folder.path(expected)).expect("the answers of the earlier program");
    let expected: Vec<Value> = serde_json::from_slice(&expected).expect("they are JSON");
    assert!(expected.len() > 100, "{}", expected.len());
    let people = [("boss", app.signed_in("boss").await), ("li.author", app.signed_in("li.author").await)];
    let (files, bytes) = room(&folder.path("blobs"));
    ask_all(&people, &expected).await;
    versions_follow_each_other(&people[0].1, &expected).await;

    assert_eq!(app.run_jobs().await, 1, "content is compressed");
    let (files_after, bytes_after) = room(&folder.path("blobs"));
    assert!(files_after < files, "the words of modules are gone: {files} {files_after}");
    assert!(bytes_after * 2 < bytes, "{bytes} {bytes_after}");
    let content = |question: &&Value| question["answer"].is_null();
    ask_all(&people, &expected.iter().filter(content).cloned().collect::<Vec<_>>()).await;
}

/// Every version was made from the one before it, which the earlier program did not note.
async fn versions_follow_each_other(boss: &Client, expected: &[Value]) {
    let mut followers = 0;
    let paths = expected.iter().filter_map(|question| question["path"].as_str());
    for path in paths.filter(|path| path.starts_with("/files/getVersions/")) {
        let versions = boss.get(path).await.ok();
        let versions = versions.as_array().expect("a list");
        let parents = versions[1..].iter().map(|parent| json!([parent["versionId"]])).chain([json!([])]);
        for (version, parent) in versions.iter().zip(parents) {
            assert_eq!(version["basedOn"], parent, "{path}");
        }
        followers += versions.len() - 1;
    }
    assert_eq!(followers, 7, "of two manuals and their media");
}

/// How many files a folder has, and how long they are together.
fn room(folder: &Path) -> (usize, u64) {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    entries.fold((0, 0), |(files, bytes), entry| {
        let about = entry.metadata().expect("it is there");
        let (inner, size) = if about.is_dir() { room(&entry.path()) } else { (1, about.len()) };
        (files + inner, bytes + size)
    })
}

async fn ask_all(people: &[(&str, Client)], expected: &[Value]) {
    for question in expected {
        let text = |name: &str| question[name].as_str().unwrap_or_default();
        let (_, who) = people.iter().find(|(account, _)| *account == text("who")).expect("somebody of the library");
        let method = Method::from_bytes(text("method").as_bytes()).expect("a method");
        let body = Some(question["body"].clone()).filter(|body| !body.is_null());
        let path = text("path");
        let answer = who.ask(method, path, body).await;
        if let Some(hash) = question["sha256"].as_str() {
            assert_eq!(named(&answer.body).as_str(), hash, "{path}");
            continue;
        }
        let answer = answer.ok();
        if let Some(words) = question["text"].as_str() {
            let page = without_tags(answer["html"].as_str().expect("a page"));
            assert_eq!(page, as_written_today(words), "{path}");
        } else if let Some(list) = question["list"].as_array() {
            let rows = answer["items"].as_array().expect("a list");
            assert_eq!(rows.len(), list.len(), "{path}");
            for (row, known) in rows.iter().zip(list) {
                assert_eq!(
                    [&row["path"], &row["versionId"], &row["status"]],
                    [&known[0], &known[1], &known[2]],
                    "{path}"
                );
            }
        } else {
            assert_holds(&answer, &question["answer"], path);
        }
    }
}

/// The words of a page, as they were taken from the earlier program's.
fn without_tags(html: &str) -> String {
    let words = html.split('<').enumerate().map(|(index, part)| match part.split_once('>') {
        Some((_, text)) if index > 0 => text,
        _ => part,
    });
    words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// The earlier program wrote dates in pages with hyphens, as they are in the XML, and had other headings.
fn as_written_today(words: &str) -> String {
    let is_date = |word: &str| {
        let parts: Vec<&str> = word.split('-').collect();
        parts.iter().map(|part| part.len()).eq([4, 2, 2])
            && parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let today = |word: &str| if is_date(word) { word.replace('-', "/") } else { word.to_owned() };
    let words = words.split(' ').map(today).collect::<Vec<_>>().join(" ");
    words.replace("Reasons for update", "Changes in this issue").replace("更新原因", "本版更改")
}

/// Whether an answer says everything that the earlier one said; it may say more.
fn assert_holds(answer: &Value, known: &Value, path: &str) {
    match (answer, known) {
        (Value::Object(answer), Value::Object(known)) => {
            // A sentence for people, which may be worded anew.
            for (name, value) in known.iter().filter(|(name, _)| *name != "completeReason") {
                assert_holds(answer.get(name).unwrap_or(&Value::Null), value, &format!("{path} .{name}"));
            }
        }
        (Value::Array(answer), Value::Array(known)) => {
            assert_eq!(answer.len(), known.len(), "{path}");
            for (index, (answer, known)) in answer.iter().zip(known).enumerate() {
                assert_holds(answer, known, &format!("{path} [{index}]"));
            }
        }
        _ => assert_eq!(answer, known, "{path}"),
    }
}
