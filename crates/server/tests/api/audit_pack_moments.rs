//! Audit packs across new editions of regulations, damage and clocks that differ.

use chrono::TimeDelta;
use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;

use crate::audit_packs::{ask, now, of_item, pack_of, texts};
use crate::comments::path;
use crate::compliance::{collection, text};
use crate::compliance_references::referring;
use crate::damage::content_of;
use crate::editing;
use crate::regulation_editions::take;
use crate::regulations::{HEAD, item_with};
use crate::revisions::{BEFORE, confirm, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_pack_names_the_edition_and_clauses_of_its_moment,
    a_damaged_text_stops_the_pack,
    a_module_that_the_manufacturer_deleted_is_not_quoted,
    a_moment_ahead_is_now,
);

/// An edition with one rule of these clauses.
fn edition(number: u32, clauses: &str) -> String {
    [HEAD, "version,,", &number.to_string(), ",,META,\nA.1,Records,\"", clauses, "\",,RULE,\n"].concat()
}

const FIRST: &str = "(a) The operator shall keep records of all training for two years.";
const SECOND: &str = "\n(b) The operator shall show the records to the authority on request.";

async fn a_pack_names_the_edition_and_clauses_of_its_moment(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let import = take(&app, &author, edition(1, &[FIRST, SECOND].concat()), None).await;
    let of = import["collectionId"].clone();
    let seen = item_with(&author, &import, "A.1").await;
    let body = json!({"policyItemId": seen["id"], "policyClauseId": seen["clauses"][1]["id"], "place": {"path": BASE}});
    author.post("/compliance/policyItem/policyRef", body).await.ok();
    // A reference that is to be checked again already is not marked once more when its clause goes.
    let changed = SECOND.replace("on request", "within two days");
    take(&app, &author, edition(2, &[FIRST, &changed].concat()), Some(&import)).await;
    app.wait(1);
    let then = now(&app);
    app.wait(1);
    take(&app, &author, edition(3, FIRST), Some(&import)).await;
    app.wait(1);
    let (_, before) = pack_of(&app, &author, &of, &then).await;
    let before = texts(&before);
    assert!(before["matrix.csv"].contains(",(b),"), "{}", before["matrix.csv"]);
    assert!(before["manifest.json"].contains("\"edition\": \"2\""), "{}", before["manifest.json"]);
    let (_, after) = pack_of(&app, &author, &of, &now(&app)).await;
    let after = texts(&after);
    assert!(!after["matrix.csv"].contains(",(b),"), "{}", after["matrix.csv"]);
    assert!(after["manifest.json"].contains("\"edition\": \"3\""), "{}", after["manifest.json"]);
}

async fn a_damaged_text_stops_the_pack(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let confirmed = content_of(&app, &path()).await;
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    app.wait(1);
    std::fs::remove_file(&confirmed).expect("it is removed");
    // Another node has nothing of it in its caches.
    let other = app.restarted();
    let author = other.signed_in("author").await;
    let job = ask(&author, &of_item(&open), &now(&other)).await.ok();
    other.run_jobs().await;
    let job = author.get(&format!("/jobs/{}", text(&job["id"]))).await.ok();
    assert_eq!(job["errorList"][0]["messageKey"], "job.failed.auditDamaged", "{job}");
}

async fn a_module_that_the_manufacturer_deleted_is_not_quoted(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let mut files = revised(BEFORE, "002");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    let status = text.find("issueType=\"").expect("an issue type") + "issueType=\"".len();
    let end = status + text[status..].find('"').expect("its end");
    *bytes = [&text[..status], "deleted", &text[end..]].concat().into_bytes();
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    app.wait(1);
    let (_, bytes) = pack_of(&app, &author, &of_item(&open), &now(&app)).await;
    let shown = &texts(&bytes)["paragraphs.csv"];
    assert!(shown.contains("Not in the manual any more") && !shown.contains("As confirmed"), "{shown}");
}

async fn a_moment_ahead_is_now(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let ahead = json!(app.ctx.clock.now() + TimeDelta::seconds(40));
    pack_of(&app, &author, &made["id"], &ahead).await;
    let listed = author.get(&format!("/compliance/auditPacks?collectionId={}", text(&made["id"]))).await.ok();
    assert_eq!(listed[0]["asOf"], now(&app), "{listed}");
}
