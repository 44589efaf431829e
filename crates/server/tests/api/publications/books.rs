//! Printed books: what the engine gets, and what people are told when there is none or it fails.
//!
//! The engine itself is tested in `crates/pdf`; here a script stands in for it.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::demo;

use super::approvals::given_free_manual;
use super::{approve, ask, ask_for_approval, download, ended, given_operator, id_of, prove, published};
use crate::revisions::{OURS, customise};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_book_needs_the_engine,
    the_engine_gets_every_module_once,
    a_book_is_printed_again_with_its_approval,
    an_approval_needs_the_book_that_was_reviewed,
    names_that_change_while_a_book_is_reviewed_do_not_slip_in,
    the_applicability_of_status_files_is_printed,
    a_book_without_modules_is_refused,
    a_book_that_is_released_without_a_review_lacks_nothing,
    a_book_is_whole_whatever_changed,
    an_engine_that_says_nothing_is_no_lack_of_memory,
    a_book_without_room_on_the_disk_fails_clearly_and_is_made_again,
    a_book_that_cannot_be_printed_names_the_module,
    an_engine_that_dies_leaves_no_publication,
    a_module_that_ends_the_engine_is_found,
    a_cancelled_book_leaves_neither_a_process_nor_a_folder,
    folders_of_a_killed_program_are_removed_at_the_next_start,
);

const BOOK: &str = "NV240-MMEL-4.1-draft.pdf";
const FINDINGS: &str = "NV240-MMEL-4.1-draft-pdf-findings.json";

/// Puts a script in the place of the engine.
pub(super) fn given_engine(app: &TestApp, script: &str) {
    let path = &app.ctx.settings.pdf.engine;
    let unfinished = path.with_extension("new");
    std::fs::write(&unfinished, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&unfinished, std::fs::Permissions::from_mode(0o755)).expect("a program");
    std::fs::rename(&unfinished, path).expect("an engine");
}

fn book() -> Value {
    json!({"formats": ["pdf"]})
}

async fn a_book_needs_the_engine(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let address = format!("/publications/blockers?manualPath={BASE}");
    let look = || author.get(&address);
    let blockers = look().await.ok();
    assert_eq!((&blockers["unavailableFormats"], &blockers["pdfEngine"]), (&json!(["pdf"]), &json!("missing")));
    let marker = given_marker(&app);
    assert_eq!(look().await.ok()["pdfEngine"], "building");
    app.wait(3 * 60 * 60);
    assert_eq!(look().await.ok()["pdfEngine"], "missing", "a build that was killed leaves its file behind");
    std::fs::remove_file(marker).expect("it was there");
    let asked = ask(&author, "exportQuickAta2300", book()).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    assert!(job["errorList"].to_string().contains("job.failed.pdfEngineMissing"), "{}", job["errorList"]);
    given_engine(&app, "exit 0");
    let blockers = look().await.ok();
    assert_eq!((&blockers["unavailableFormats"], &blockers["pdfEngine"]), (&json!([]), &json!("ready")));
}

/// The file that stands beside the engine while it is built, as if the build had just begun.
fn given_marker(app: &TestApp) -> PathBuf {
    let mut marker = app.ctx.settings.pdf.engine.clone().into_os_string();
    marker.push(".building");
    let file = std::fs::File::create(&marker).expect("a marker");
    file.set_modified(app.ctx.clock.now().into()).expect("its time");
    PathBuf::from(marker)
}

async fn the_engine_gets_every_module_once(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let report = r#"{"ok":true,"pages":9,"findings":[{"code":"printedPlain","module":"DMC-X","detail":"y"}]}"#;
    given_engine(&app, &format!("/bin/cp \"$1/book.json\" \"$2\"\necho '{report}'"));
    let outputs = published(&app, &author, "exportQuickAta2300", book()).await;
    assert_eq!(outputs["artifacts"], json!([BOOK, FINDINGS, "manifest.json", "manifest.sig"].join(",")));
    let book: Value = serde_json::from_slice(&download(&author, &outputs, BOOK).await).expect("a book");
    assert_eq!((&book["format"], &book["head"]["state"]), (&json!(1), &json!("draft")));
    let entries = book["entries"].as_array().expect("entries");
    let modules: Vec<&Value> = entries.iter().filter(|entry| entry["t"] == "module").collect();
    let names = demo("amm");
    let delivered = names.iter().filter(|(name, _)| name.starts_with("DMC-")).count();
    assert_eq!(modules.len(), delivered);
    let labels: BTreeSet<&str> = modules.iter().filter_map(|module| module["label"].as_str()).collect();
    assert_eq!(labels.len(), delivered, "no label twice");
    assert!(entries.iter().any(|entry| entry["t"] == "section"), "the contents give sections");
    assert_eq!(book["front"]["modules"].as_array().map(Vec::len), Some(delivered));
    let pictures = serde_json::to_string(&book).expect("JSON").matches("\"file\":\"0").count();
    assert!(pictures > 0, "pictures are named by their files");
    let findings: Value = serde_json::from_slice(&download(&author, &outputs, FINDINGS).await).expect("findings");
    assert_eq!((&findings["pages"], &findings["findings"][0]["module"]), (&json!(9), &json!("DMC-X")));
    assert_eq!(findings["content"].as_str().map(str::len), Some(64), "a book can be compared with another");
    // The page of the publication tells them.
    let told = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok()["findings"].clone();
    assert_eq!(told["count"].as_u64(), findings["findings"].as_array().map(|list| list.len() as u64));
    assert_eq!((&told["items"][0]["fileName"], &told["items"][0]["object"]), (&json!(FINDINGS), &json!("DMC-X")));
    let left = std::fs::read_dir(&app.ctx.settings.work_folder).expect("the work folder").flatten();
    let books = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("book-")).count();
    assert_eq!(books, 0, "nothing stays in the work folder");
}

async fn a_book_is_printed_again_with_its_approval(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "yes"});
    let first = published(&app, &author, "exportApproveAta2300", wanted).await;
    let name = "NV240-MMEL-4.1.pdf";
    let waiting: Value = serde_json::from_slice(&download(&author, &first, name).await).expect("a book");
    assert_eq!((&waiting["head"]["state"], &waiting["front"]["approval"]), (&json!("waiting"), &Value::Null));
    let formal = approve(&app, &approver, &first).await;
    let book: Value = serde_json::from_slice(&download(&author, &formal, name).await).expect("a book");
    assert_eq!((&book["head"]["state"], &book["front"]["approval"]["authority"]), (&json!("approved"), &json!("EASA")));
    let manifest = download(&author, &formal, "manifest.json").await;
    let manifest: Value = serde_json::from_slice(&manifest).expect("JSON");
    let open = author.get(&format!("/publications/{}", id_of(&formal))).await.ok();
    let named = |list: &Value, member: &str, name: &str| {
        let listed = list.as_array().expect("a list").iter().find(|one| one[member] == name);
        listed.expect("an artifact")["sha256"].clone()
    };
    assert_eq!(named(&manifest["artifacts"], "name", name), named(&open["artifacts"], "fileName", name));
    assert_eq!(formal["fileName"], json!(name));
    let reviewed = download(&author, &formal, "NV240-MMEL-4.1-reviewed.pdf").await;
    let reviewed: Value = serde_json::from_slice(&reviewed).expect("a book");
    assert_eq!(reviewed, waiting, "what was reviewed stays");
}

async fn an_approval_needs_the_book_that_was_reviewed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let engine =
        |findings: &str| format!("/bin/cp \"$1/book.json\" \"$2\"\necho '{{\"ok\":true,\"findings\":[{findings}]}}'");
    given_engine(&app, &engine(""));
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    let refused = async || {
        let asked = ask_for_approval(&approver, &waiting).await;
        ended(&app, &approver, asked).await["errorList"].to_string()
    };
    given_engine(&app, &engine(r#"{"code":"printedPlain","module":"DMC-X","detail":""}"#));
    let told = refused().await;
    assert!(told.contains("job.failed.pdfDiffers"), "{told}");
    given_engine(&app, &engine(""));
    approve(&app, &approver, &waiting).await;
}

async fn names_that_change_while_a_book_is_reviewed_do_not_slip_in(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let wanted = json!({"formats": ["pdf", "s1000d", "html"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    let others = ["NV240-MMEL-4.1-s1000d-complete.zip", "NV240-MMEL-4.1-html-complete.zip"];
    let mut before = Vec::new();
    for name in others {
        before.push(download(&author, &waiting, name).await);
    }
    let name = "NV240-MMEL-4.1.pdf";
    let reviewed: Value = serde_json::from_slice(&download(&author, &waiting, name).await).expect("a book");
    let admin = app.admin().await;
    let mut operator = admin.get("/config/operator?code=AZB").await.ok()["items"][0].clone();
    operator["name"] = json!("Another Name");
    admin.put("/config/operator", operator).await.ok();
    let mut tx = app.db.begin().await.expect("a transaction");
    let (csdb, manual) = (testkit::library::name("NV240"), testkit::library::name("MMEL"));
    let manual = store::manuals::find_by_name(&mut tx, &csdb, &manual).await.expect("a store").expect("the manual");
    let now = app.ctx.clock.now();
    let renamed = store::manuals::update_alias(&mut tx, &manual.id, manual.version, "Another title", now).await;
    assert!(renamed.expect("a store"));
    tx.commit().await.expect("kept");
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let formal = approve(&app, &approver, &waiting).await;
    let book: Value = serde_json::from_slice(&download(&author, &formal, name).await).expect("a book");
    assert_eq!((&book["head"]["state"], &book["head"]["operator"]), (&json!("approved"), &json!("Azure Bay")));
    assert_eq!((&book["head"]["title"], &book["entries"]), (&reviewed["head"]["title"], &reviewed["entries"]));
    for (name, before) in others.into_iter().zip(before) {
        assert_eq!(download(&author, &formal, name).await, before, "{name}");
    }
}

async fn the_applicability_of_status_files_is_printed(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let outputs = published(&app, &author, "exportQuickAta2300", book()).await;
    let book: Value = serde_json::from_slice(&download(&author, &outputs, BOOK).await).expect("a book");
    let versions = book["entries"].as_array().expect("entries").iter().filter_map(|entry| entry["versions"].as_array());
    let applies: BTreeSet<&str> = versions.flatten().filter_map(|version| version["applies"].as_str()).collect();
    let stated = |words: &str| applies.iter().any(|text| text.contains(words));
    assert!(stated("Pre SB NV240-28-001") && stated("With rescue hoist (EK 25-07)"), "{applies:?}");
}

async fn a_book_without_modules_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["pdf"], "bookLanguages": "chinese"})).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.pdfEmpty"), "{told}");
}

async fn a_book_that_is_released_without_a_review_lacks_nothing(app: TestApp) {
    given_free_manual(&app).await;
    delivered(&app, &demo("amm"), "yes").await;
    given_operator(&app).await;
    let approver = app.person(Role::Approver).await;
    let engine =
        |findings: &str| format!("/bin/cp \"$1/book.json\" \"$2\"\necho '{{\"ok\":true,\"findings\":[{findings}]}}'");
    given_engine(&app, &engine(r#"{"code":"printedPlain","module":"DMC-X","detail":""}"#));
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "no"});
    prove(&approver, "release:/NV240/MMEL").await;
    let asked = ask(&approver, "exportApproveAta2300", wanted.clone()).await;
    let told = ended(&app, &approver, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.pdfPlain") && told.contains("DMC-X"), "{told}");
    given_engine(&app, &engine(""));
    prove(&approver, "release:/NV240/MMEL").await;
    published(&app, &approver, "exportApproveAta2300", wanted).await;
}

async fn a_book_is_whole_whatever_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    // There is no earlier publication to start from, and a book needs none.
    let wanted = json!({"formats": ["pdf"], "reviseTypes": ["incremental"]});
    let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
    let book: Value = serde_json::from_slice(&download(&author, &outputs, BOOK).await).expect("a book");
    assert!(book["entries"].as_array().is_some_and(|entries| !entries.is_empty()));
}

async fn an_engine_that_says_nothing_is_no_lack_of_memory(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    given_engine(&app, "exit 1");
    let asked = ask(&author, "exportQuickAta2300", book()).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.pdfOutput"), "{told}");
}

async fn a_book_without_room_on_the_disk_fails_clearly_and_is_made_again(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let report = r#"{"ok":false,"failure":"full","detail":"No space left on device (os error 28)"}"#;
    given_engine(&app, &format!("echo '{report}'\nexit 5"));
    let asked = ask(&author, "exportQuickAta2300", book()).await;
    let told = ended(&app, &author, asked).await["errorList"].to_string();
    assert!(told.contains("job.failed.storageFull"), "{told}");
    let left = std::fs::read_dir(&app.ctx.settings.work_folder).expect("the work folder").flatten();
    let books = left.filter(|entry| entry.file_name().to_string_lossy().starts_with("book-")).count();
    assert_eq!(books, 0, "the parts of the book are gone");
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    published(&app, &author, "exportQuickAta2300", book()).await;
}

async fn a_book_that_cannot_be_printed_names_the_module(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let report = r#"{"ok":false,"failure":"layout","findings":[{"code":"notPrinted","module":"DMC-BAD","detail":""}]}"#;
    given_engine(&app, &format!("echo '{report}'\nexit 3"));
    let asked = ask(&author, "exportQuickAta2300", book()).await;
    let job = ended(&app, &author, asked).await;
    let told = job["errorList"].to_string();
    assert!(told.contains("job.failed.pdfModule") && told.contains("DMC-BAD"), "{told}");
    let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["pdf"], "bookLanguages": "klingon"})).await;
    assert_eq!(asked.fields(), ["parameterMap.bookLanguages: unknown_value"]);
}

async fn a_module_that_ends_the_engine_is_found(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    // The second of three modules is too much for it, or makes it stop without a word.
    for end in ["kill -9 $$", "kill -SEGV $$", "exit 101"] {
        let script = r#"case "$6" in
            0-0) echo '{"ok":true,"modules":["DMC-1","DMC-2","DMC-3"]}' ;;
            0-1|2-3) echo '{"ok":true}' ;;
            *) END ;;
            esac"#;
        given_engine(&app, &script.replace("END", end));
        let asked = ask(&author, "exportQuickAta2300", book()).await;
        let job = ended(&app, &author, asked).await;
        let told = job["errorList"].to_string();
        assert!(told.contains("job.failed.pdfModule") && told.contains("DMC-2"), "{end}: {told}");
        assert_eq!(folders(&app), Vec::<PathBuf>::new(), "{end}");
    }
}

/// The folders in which books are made.
fn folders(app: &TestApp) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(&app.ctx.settings.work_folder).expect("the work folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("book-"))).collect()
}

async fn a_cancelled_book_leaves_neither_a_process_nor_a_folder(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let written = app.ctx.settings.work_folder.join("engine.pid");
    let script = "echo $$ > \"${1%/*}/engine.new\"\n/bin/mv \"${1%/*}/engine.new\" \"${1%/*}/engine.pid\"\n\
                  exec /bin/sleep 3600";
    given_engine(&app, script);
    let job = ask(&author, "exportQuickAta2300", book()).await.ok();
    let path = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    let working = tokio::spawn({
        let ctx = app.ctx.clone();
        async move { app::jobs::drain(&ctx).await }
    });
    while !written.exists() {
        assert!(!working.is_finished(), "it ended before the engine ran");
        tokio::task::yield_now().await;
    }
    let process = std::fs::read_to_string(&written).expect("a number");
    let process = PathBuf::from("/proc").join(process.trim());
    assert_eq!((process.exists(), folders(&app).len()), (true, 1));
    author.post(&format!("{path}/cancel"), json!({})).await.ok();
    working.await.expect("it ends").expect("the job was taken");
    let ended = author.get(&path).await.ok();
    assert_eq!((&ended["status"], &ended["errorList"][0]["messageKey"]), (&json!("FAILED"), &json!("job.cancelled")));
    assert!(!process.exists(), "neither as a zombie");
    assert_eq!(folders(&app), Vec::<PathBuf>::new());
    assert_eq!(author.get(&format!("/publications?manualPath={BASE}")).await.ok()["total"], 0);
}

async fn folders_of_a_killed_program_are_removed_at_the_next_start(app: TestApp) {
    let left = app.ctx.settings.work_folder.join("book-left");
    std::fs::create_dir_all(&left).expect("a folder");
    for file in ["lock", "book.json", "book.unfinished"] {
        std::fs::write(left.join(file), b"half").expect("a file");
    }
    app::jobs::Runner::start(&app.ctx).await.expect("it starts").stop().await;
    assert!(!left.exists());
}

async fn an_engine_that_dies_leaves_no_publication(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    given_engine(&app, "kill -9 $$");
    let asked = ask(&author, "exportQuickAta2300", book()).await;
    let job = ended(&app, &author, asked).await;
    assert!(job["errorList"].to_string().contains("job.failed.pdfMemory"), "{}", job["errorList"]);
    let listed = author.get(&format!("/publications?manualPath={BASE}")).await.ok();
    assert_eq!(listed["total"], 0);
}
