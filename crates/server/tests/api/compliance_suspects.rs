//! Compliance: references whose text changed, and who confirms which text.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::comments::{PARAGRAPH, anchor, path, version};
use crate::compliance::{collection, item, read, text};
use crate::compliance_references::{add, referring};
use crate::editing;
use crate::revisions::{confirm as confirm_revision, decide, revised};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_text_that_nobody_has_read_is_not_confirmed,
    a_requirement_that_nobody_has_read_is_not_confirmed,
    a_reference_to_an_older_text_has_to_be_checked,
    a_reference_is_moved_and_its_history_tells_from_where,
    a_revision_marks_references_to_what_it_changes,
    a_restoration_marks_references_to_what_goes_back,
    what_goes_to_the_trash_marks_references_until_it_comes_back,
    a_requirement_that_changed_while_its_text_was_in_the_trash_is_checked,
    a_changed_requirement_is_checked_and_signed_off_again,
    a_proposal_is_dropped_when_somebody_changes_the_requirement,
    a_reference_is_added_to_the_requirement_that_was_read,
    a_paragraph_that_applies_to_other_aircraft_is_checked_again,
);

const OTHER: &str = "DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML";

/// Somebody changes words of the module and checks it in.
async fn change(author: &Client, old: &str, new: &str) {
    let (text, saved) = editing::edit(author, &path(), |text| text.replacen(old, new, 1)).await;
    assert!(text.contains(old), "{text}");
    let said = json!({"step": "inWork", "comment": "Other words"});
    editing::check_in(author, &path(), said, &saved).await.ok();
}

/// Changes a reference; its requirement is read anew.
async fn update(client: &Client, reference: &Value, more: Value) -> TestResponse {
    let item = read(client, &json!({"id": reference["policyItemId"]})).await;
    let mut body = json!({"id": reference["id"], "version": reference["version"], "comment": "See there", "why": "Audit",
        "policyItemVersion": item["version"]});
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    client.put("/compliance/policyItem/policyRef", body).await
}

async fn history(client: &Client, item: &Value) -> Value {
    client.get(&format!("/compliance/policyItem/{}/history", text(&item["id"]))).await.ok()
}

async fn a_text_that_nobody_has_read_is_not_confirmed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    change(&author, "cartridge", "housing").await;
    let seen = read(&author, &open).await["references"][0].clone();
    change(&author, "housing", "casing").await;
    let confirm = |of: &Value| json!({"confirmVersion": of["currentVersion"]});
    let refused = update(&author, &seen, confirm(&seen)).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile", "the page has the text before");
    let now = read(&author, &open).await["references"][0].clone();
    assert_eq!((&now["state"], &now["version"]), (&json!("recheck"), &seen["version"]));
    assert_eq!(update(&author, &now, json!({"confirmVersion": ""})).await.problem(), "409 changed_meanwhile");
    let odd = update(&author, &now, json!({"confirmVersion": "newest"})).await;
    assert_eq!(odd.fields(), ["confirmVersion: unknown_value"]);
    let confirmed = update(&author, &now, confirm(&now)).await.ok();
    let reference = &confirmed["references"][0];
    assert_eq!((&reference["state"], &reference["textState"]), (&json!("current"), &json!("unchanged")));
    assert!(text(&reference["quote"]).contains("casing"), "{reference}");
}

async fn a_requirement_that_nobody_has_read_is_not_confirmed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    change(&author, "cartridge", "housing").await;
    let seen = author.get("/compliance/reviews?mine=false").await.ok()["items"][0].clone();
    let reference = &seen["reference"];
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "title": "Pumps",
        "text": "Within 15 minutes"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    let confirm =
        json!({"confirmVersion": reference["currentVersion"], "policyItemVersion": seen["policyItemVersion"]});
    let refused = update(&author, reference, confirm).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile", "the list has the requirement before");
    let moved = json!({"place": {"path": BASE}, "policyItemVersion": seen["policyItemVersion"]});
    assert_eq!(update(&author, reference, moved).await.problem(), "409 changed_meanwhile");
    let nameless = json!({"confirmVersion": reference["currentVersion"], "policyItemVersion": null});
    assert_eq!(update(&author, reference, nameless).await.fields(), ["policyItemVersion: required"]);
    let now = author.get("/compliance/reviews?mine=false").await.ok()["items"][0].clone();
    assert_eq!(now["reference"]["state"], "recheck");
    assert_eq!(now["isRequirementChanged"], true);
    update(&author, &now["reference"], confirm_of(&now)).await.ok();
    assert_eq!(author.get("/compliance/reviews?mine=false").await.ok()["total"], 0);
}

/// The request that confirms an entry of the work list.
fn confirm_of(review: &Value) -> Value {
    json!({"confirmVersion": review["reference"]["currentVersion"], "policyItemVersion": review["policyItemVersion"]})
}

async fn a_reference_to_an_older_text_has_to_be_checked(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let old = json!({"path": path(), "version": version(&author).await, "anchor": anchor(&author, PARAGRAPH).await});
    let states = async || lines(&read(&author, &open).await["references"], &["state", "textState"]);
    change(&author, "Remove panel", "Take off panel").await;
    app.wait(1);
    add(&author, &open, old.clone()).await.ok();
    assert_eq!(states().await, vec!["current unchanged"; 2], "its paragraph is as it was");
    change(&author, "cartridge", "housing").await;
    app.wait(1);
    add(&author, &open, old.clone()).await.ok();
    app.wait(1);
    add(&author, &open, json!({"path": path(), "version": old["version"]})).await.ok();
    assert_eq!(states().await, vec!["recheck changed"; 4]);
    let listed = author.get("/compliance/policyItems?recheck=true").await.ok();
    assert_eq!(lines(&listed["items"], &["references", "rechecks"]), ["4 4"]);
    let rechecks = lines(&history(&author, &open).await, &["kind"]).iter().filter(|kind| *kind == "recheck").count();
    assert_eq!(rechecks, 4, "each is told once");
}

async fn a_reference_is_moved_and_its_history_tells_from_where(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let first = open["references"][0].clone();
    let same = update(&author, &first, json!({})).await.ok();
    assert_eq!(same["references"][0]["version"], first["version"], "nothing is different");
    let old = json!({"path": path(), "version": version(&author).await, "anchor": anchor(&author, PARAGRAPH).await});
    app.wait(1);
    let moved = update(&author, &first, json!({"place": {"path": BASE, "chapter": "28-21"}})).await.ok();
    let reference = &moved["references"][0];
    assert_eq!((&reference["target"], &reference["chapter"]), (&json!("chapter"), &json!("28-21")));
    assert_eq!((&reference["quote"], &reference["state"]), (&json!(""), &json!("current")));
    let told = history(&author, &open).await[0].clone();
    assert_eq!((&told["kind"], &told["after"]), (&json!("referenceChanged"), &json!(format!("{BASE} · 28-21"))));
    assert!(text(&told["before"]).starts_with(&format!("{} · {PARAGRAPH}", path())), "{told}");
    change(&author, "cartridge", "housing").await;
    let back = update(&author, reference, json!({"place": old})).await.ok();
    assert_eq!(lines(&back["references"], &["target", "state", "textState"]), ["paragraph recheck changed"]);
    app.wait(1);
    update(&author, &back["references"][0], json!({"comment": "Look there"})).await.ok();
    let told = history(&author, &open).await[0].clone();
    assert!(text(&told["before"]).ends_with(" · See there"), "{told}");
    assert!(text(&told["after"]).ends_with(" · Look there"), "{told}");
}

async fn a_revision_marks_references_to_what_it_changes(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    for place in [path(), format!("{BASE}/{OTHER}")] {
        app.wait(1);
        add(&author, &open, json!({"path": place})).await.ok();
    }
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let states = async || lines(&read(&author, &open).await["references"], &["target", "state", "textState"]);
    let unchanged = ["paragraph current unchanged", "module current unchanged", "module current unchanged"];
    assert_eq!(states().await, unchanged, "it waits");
    confirm_revision(&app, &revision).await;
    let changed = ["paragraph current unchanged", "module recheck changed", "module current unchanged"];
    assert_eq!(states().await, changed, "another paragraph of the module changed");
    let now = read(&author, &open).await["references"][1].clone();
    update(&author, &now, json!({"confirmVersion": now["currentVersion"]})).await.ok();
    assert_eq!(states().await, unchanged);

    let mut files = revised("Take off panel 214AL", "003");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    *bytes = String::from_utf8(bytes.clone()).expect("text").replacen("cartridge", "housing", 1).into_bytes();
    let revision = delivered(&app, &files, "yes").await;
    confirm_revision(&app, &revision).await;
    assert_eq!(states().await[0], "paragraph recheck changed");
    let found = author.get("/compliance/reviews?mine=false").await.ok();
    let pieces = lines(&found["items"][0]["redline"], &["kind", "text"]);
    let has = |kind: &str, word: &str| pieces.iter().any(|piece| piece.starts_with(kind) && piece.contains(word));
    assert!(has("deleted", "cartridge") && has("inserted", "housing"), "{found}");
}

async fn a_restoration_marks_references_to_what_goes_back(app: TestApp) {
    const NEW: &str = "Take off panel 214AL";
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let revision = delivered(&app, &revised(NEW, "002"), "yes").await;
    for (round, asked) in [(1, json!({})), (2, json!({"path": path()}))] {
        confirm_revision(&app, &revision).await;
        let new = anchor(&author, NEW).await;
        app.wait(1);
        add(&author, &open, json!({"path": path(), "version": version(&author).await, "anchor": new})).await.ok();
        let count = async |state: &str| {
            let states = lines(&read(&author, &open).await["references"], &["state"]);
            states.iter().filter(|one| *one == state).count()
        };
        assert_eq!((count("current").await, count("recheck").await), (2, round - 1));
        decide(&app, "restoreAirline", &revision, asked).await;
        assert_eq!((count("current").await, count("recheck").await), (1, round), "the other paragraph is as it was");
    }
}

async fn what_goes_to_the_trash_marks_references_until_it_comes_back(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let admin = app.admin().await;
    let open = referring(&author).await;
    app.wait(1);
    add(&author, &open, json!({"path": BASE})).await.ok();
    let states = async || lines(&read(&author, &open).await["references"], &["target", "state", "textState"]);
    for deleted in ["/csdb/manual?csdbName=NV240&manualName=MMEL", "/csdb?csdbName=NV240"] {
        assert_eq!(states().await, ["paragraph current unchanged", "manual current unchanged"], "{deleted}");
        app.wait(1);
        assert_eq!(admin.delete(deleted).await.status, 204);
        assert_eq!(states().await, ["paragraph recheck gone", "manual recheck gone"], "{deleted}");
        assert_eq!(author.get("/compliance/reviews?mine=false").await.ok()["total"], 2);
        let trash = admin.get("/trash").await.ok()[0]["id"].clone();
        app.wait(1);
        admin.post(&format!("/trash/{}/restore", text(&trash)), json!({})).await;
        let noted = lines(&history(&author, &open).await, &["kind", "by"]);
        assert_eq!(noted[..2], ["referenceReturned admin", "referenceReturned admin"], "{deleted}");
    }
    app.wait(1);
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    assert_eq!(states().await, ["paragraph recheck gone", "manual current unchanged"]);
    let trash = admin.get("/trash").await.ok()[0]["id"].clone();
    admin.post(&format!("/trash/{}/restore", text(&trash)), json!({})).await;
    assert_eq!(states().await, ["paragraph current unchanged", "manual current unchanged"]);
    assert_eq!(author.get("/compliance/reviews?mine=false").await.ok()["total"], 0);
}

async fn a_requirement_that_changed_while_its_text_was_in_the_trash_is_checked(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let open = referring(&author).await;
    app.wait(1);
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    app.wait(1);
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "text": "Within 15 minutes"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    let trash = admin.get("/trash").await.ok()[0]["id"].clone();
    admin.post(&format!("/trash/{}/restore", text(&trash)), json!({})).await;
    let states = lines(&read(&author, &open).await["references"], &["state", "textState"]);
    assert_eq!(states, ["recheck unchanged"], "nobody has read the text for the new requirement");
}

async fn a_changed_requirement_is_checked_and_signed_off_again(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let payload = json!({
        "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let made = author.post("/compliance", payload).await.ok();
    let open = item(&author, &made["path"], "A 1").await;
    let open = add(&author, &open, json!({"path": BASE})).await.ok();
    let set = json!({"id": open["id"], "version": open["version"], "status": "compliant"});
    let waiting = author.put("/compliance/policyItem/status", set).await.ok();
    let sign = async |item: &Value| {
        let body = json!({"id": item["id"], "version": item["version"], "accepted": true});
        approver.put("/compliance/policyItem/signOff", body).await
    };
    let signed = sign(&waiting).await.ok();
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    let values = |of: &Value, title: &str, words: &str, assessable: bool| {
        json!({
            "version": of["version"], "policyItemCode": "A 1", "title": title, "text": words,
            "isAssessable": assessable, "why": "Issue 2",
        })
    };
    let renamed = author.put(&address, values(&signed, "Pumps", "", true)).await.ok();
    assert_eq!((&renamed["status"], &renamed["references"][0]["state"]), (&json!("compliant"), &json!("current")));
    let changed = author.put(&address, values(&renamed, "Pumps", "All pumps", true)).await.ok();
    assert_eq!((&changed["status"], &changed["proposal"]["status"]), (&json!("not_assessed"), &json!("compliant")));
    assert_eq!(changed["proposal"]["by"]["account"], "author");
    let reference = &changed["references"][0];
    assert_eq!((&reference["state"], &reference["textState"]), (&json!("recheck"), &json!("unchanged")));
    let confirmed = update(&author, reference, json!({"confirmVersion": ""})).await.ok();
    assert_eq!(confirmed["references"][0]["state"], "current");
    assert_eq!(sign(&changed).await.problem(), "409 changed_meanwhile", "the approver has not seen the confirmed text");
    let signed = sign(&confirmed).await.ok();
    assert_eq!((&signed["status"], &signed["proposal"]), (&json!("compliant"), &Value::Null));
    let excluded = author.put(&address, values(&signed, "Pumps", "All pumps", false)).await.ok();
    assert_eq!((&excluded["status"], &excluded["proposal"]["status"]), (&json!("not_assessed"), &json!("compliant")));
}

async fn a_proposal_is_dropped_when_somebody_changes_the_requirement(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let payload = json!({
        "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let made = author.post("/compliance", payload).await.ok();
    let open = item(&author, &made["path"], "A 1").await;
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    let propose = async |who: &Client, seen: &Value, status: &str| {
        let body = json!({"id": seen["id"], "version": seen["version"], "status": status});
        who.put("/compliance/policyItem/status", body).await.ok()
    };
    let reword = async |who: &Client, seen: &Value, words: &str| {
        let values = json!({"version": seen["version"], "policyItemCode": "A 1", "text": words});
        who.put(&address, values).await.ok()
    };
    let sign = async |seen: &Value| {
        let body = json!({"id": seen["id"], "version": seen["version"], "accepted": true});
        approver.put("/compliance/policyItem/signOff", body).await
    };
    let waiting = propose(&author, &open, "compliant").await;
    let changed = reword(&approver, &waiting, "All pumps").await;
    assert_eq!((&changed["status"], &changed["proposal"]), (&json!("not_assessed"), &Value::Null));
    assert_eq!(sign(&changed).await.problem(), "409 policy_item.nothing_proposed");
    let history = author.get(&format!("{address}/history")).await.ok();
    let noted = lines(&history, &["kind", "before", "after"]);
    assert!(noted.contains(&"proposalDropped not_assessed compliant".to_owned()), "{noted:?}");

    let signed = sign(&propose(&author, &changed, "compliant").await).await.ok();
    let waiting = propose(&approver, &signed, "non_compliant").await;
    let changed = reword(&author, &waiting, "All valves").await;
    let proposal = &changed["proposal"];
    assert_eq!((&proposal["status"], &proposal["by"]["account"]), (&json!("compliant"), &json!("author")));
    assert_eq!(changed["status"], "not_assessed");
}

async fn a_reference_is_added_to_the_requirement_that_was_read(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "text": "All pumps"});
    let changed = author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    let add_to = async |seen: &Value| {
        let body = json!({"policyItemId": seen["id"], "policyItemVersion": seen["version"], "place": {"path": BASE}});
        author.post("/compliance/policyItem/policyRef", body).await
    };
    assert_eq!(add_to(&open).await.problem(), "409 changed_meanwhile");
    assert_eq!(read(&author, &open).await["references"], json!([]));
    assert_eq!(lines(&add_to(&changed).await.ok()["references"], &["target", "state"]), ["manual current"]);
}

async fn a_paragraph_that_applies_to_other_aircraft_is_checked_again(app: TestApp) {
    const STATEMENT: &str = "<referencedApplicGroup><applic id=\"app-1\"><displayText><simplePara>Early aircraft\
        </simplePara></displayText><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
        applicPropertyValues=\"NV240-1\"/></applic></referencedApplicGroup><procedure>";
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let states = async || lines(&read(&author, &open).await["references"], &["state", "textState"]);
    let confirm = async || {
        let now = read(&author, &open).await["references"][0].clone();
        update(&author, &now, json!({"confirmVersion": now["currentVersion"]})).await.ok();
        assert_eq!(states().await, ["current unchanged"]);
    };
    change(&author, "<procedure>", STATEMENT).await;
    assert_eq!(states().await, ["current unchanged"], "nothing refers to the statement yet");
    let limited = format!("<para applicRefId=\"app-1\">{PARAGRAPH}");
    change(&author, &format!("<para>{PARAGRAPH}"), &limited).await;
    assert_eq!(states().await, ["recheck unchanged"]);
    confirm().await;
    change(&author, "Remove panel", "Take off panel").await;
    change(&author, "Early aircraft", "First aircraft").await;
    assert_eq!(states().await, ["current unchanged"], "another paragraph, and other words for the same aircraft");
    change(
        &author,
        "applicPropertyValues=\"NV240-1\"/></applic></ref",
        "applicPropertyValues=\"NV240-2\"/></applic></ref",
    )
    .await;
    assert_eq!(states().await, ["recheck unchanged"]);
    confirm().await;
}
