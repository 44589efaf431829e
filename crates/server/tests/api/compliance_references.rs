//! Compliance: references from requirements to manuals, and who sees them.

use domain::access::AccessLevel;
use domain::path::CsdbPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::comments::{PARAGRAPH, anchor, path, version};
use crate::compliance::{collection, item, read, text};
use crate::editing;
use crate::limited::{Limits, change_access};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_requirement_refers_to_paragraphs_modules_chapters_and_manuals,
    a_changed_paragraph_is_told_and_confirmed,
    a_paragraph_that_others_change_around_keeps_its_state,
    a_reference_is_changed_by_one_officer_at_a_time,
    what_leads_nowhere_is_shown_and_cleaned,
    a_paragraph_that_its_module_lost_is_shown_and_cleaned,
    references_to_hidden_manuals_show_neither_texts_nor_names,
    references_to_purged_manuals_keep_no_text,
);

pub(crate) async fn add(client: &Client, item: &Value, place: Value) -> TestResponse {
    let body = json!({"policyItemId": item["id"], "place": place, "comment": "See there", "why": "Audit"});
    client.post("/compliance/policyItem/policyRef", body).await
}

/// A requirement with a reference to the paragraph.
pub(crate) async fn referring(author: &Client) -> Value {
    let made = collection(author, "A").await;
    let open = item(author, &made["path"], "A 1").await;
    let place = json!({"path": path(), "version": version(author).await, "anchor": anchor(author, PARAGRAPH).await});
    add(author, &open, place).await.ok()
}

async fn history(client: &Client, item: &Value) -> Vec<String> {
    let history = client.get(&format!("/compliance/policyItem/{}/history", text(&item["id"]))).await.ok();
    lines(&history, &["kind", "why"])
}

async fn a_requirement_refers_to_paragraphs_modules_chapters_and_manuals(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    for place in [json!({"path": path()}), json!({"path": BASE, "chapter": "28-21"}), json!({"path": BASE})] {
        app.wait(1);
        add(&author, &open, place).await.ok();
    }
    let references = read(&author, &open).await["references"].clone();
    let expected = [
        "paragraph current unchanged",
        "module current unchanged",
        "chapter current unchanged",
        "manual current unchanged",
    ];
    assert_eq!(lines(&references, &["target", "state", "textState"]), expected);
    let first = &references[0];
    assert!(text(&first["quote"]).starts_with(PARAGRAPH), "{first}");
    assert_eq!((&first["currentQuote"], &first["path"]), (&first["quote"], &json!(path())));
    assert_eq!(first["anchor"], json!(anchor(&author, PARAGRAPH).await), "where the reader finds it");
    assert_eq!((&first["manualPath"], &first["comment"]), (&json!(BASE), &json!("See there")));
    assert_eq!(references[2]["chapter"], "28-21");
    let listed = author.get(&format!("/compliance/policyItems?manualPath={BASE}")).await.ok();
    assert_eq!(lines(&listed["items"], &["policyItemCode", "references", "rechecks"]), ["A 1 4 0"]);
    let of_module = author.get(&format!("/compliance/policyItems?module={}", path())).await.ok();
    assert_eq!(lines(&of_module["items"], &["policyItemCode"]), ["A 1"]);
    let figures = author.get("/compliance/dashboard").await.ok();
    assert_eq!(lines(&figures["manuals"], &["manualPath", "references", "items"]), [format!("{BASE} 4 1")]);

    let unknown = json!({"path": path(), "anchor": "no-such-place"});
    assert_eq!(add(&author, &open, unknown).await.fields(), ["anchor: unknown_value"]);
    assert_eq!(add(&author, &open, json!({"path": "/NONE/MEL"})).await.problem(), "404 manual.not_found");
    assert_eq!(add(&author, &open, json!({"path": "/NV240"})).await.fields(), ["place.path: unknown_value"]);
    let foreign = json!({"policyItemId": open["id"], "policyClauseId": "none", "place": {"path": BASE}});
    let refused = author.post("/compliance/policyItem/policyRef", foreign).await;
    assert_eq!(refused.fields(), ["policyClauseId: unknown_value"]);
}

async fn a_changed_paragraph_is_told_and_confirmed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    let now = read(&author, &open).await;
    let reference = &now["references"][0];
    assert_eq!((&reference["textState"], &reference["state"]), (&json!("changed"), &json!("recheck")));
    let listed = author.get("/compliance/policyItems?recheck=true").await.ok();
    assert_eq!(lines(&listed["items"], &["policyItemCode", "rechecks"]), ["A 1 1"]);
    assert_eq!(author.get("/compliance/dashboard").await.ok()["collections"][0]["counts"]["rechecks"], 1);
    assert_eq!(history(&author, &open).await[0], "recheck ");
    assert!(text(&reference["quote"]).contains("cartridge"), "{reference}");
    assert!(text(&reference["currentQuote"]).contains("housing"), "{reference}");
    assert_ne!(reference["confirmedVersion"], reference["currentVersion"]);
    app.wait(1);
    let confirm = json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
        "confirmVersion": reference["currentVersion"], "policyItemVersion": now["version"], "why": "Still true"});
    let confirmed = author.put("/compliance/policyItem/policyRef", confirm).await.ok();
    let reference = &confirmed["references"][0];
    assert_eq!((&reference["textState"], &reference["state"]), (&json!("unchanged"), &json!("current")));
    assert!(text(&reference["quote"]).contains("housing"), "{reference}");
    assert_eq!(reference["confirmedVersion"], reference["currentVersion"]);
    assert_eq!(history(&author, &open).await[0], "referenceConfirmed Still true");
}

async fn a_paragraph_that_others_change_around_keeps_its_state(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    add(&author, &open, json!({"path": path()})).await.ok();
    let marks = async || {
        let version = version(&author).await;
        let found = author.get(&format!("/compliance/policyRefs/default{}?version={version}", path())).await.ok();
        let first = found[0]["anchor"].clone();
        (lines(&found, &["policyItemCode", "state", "textState"]), first)
    };
    let at = anchor(&author, PARAGRAPH).await;
    assert_eq!(marks().await, (vec!["A 1 current unchanged".to_owned(); 2], json!(at)));
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("Remove panel", "Take off panel", 1)).await;
    editing::check_in(&author, &path(), json!({"step": "inWork", "comment": "Words"}), &saved).await.ok();
    let (states, place) = marks().await;
    assert_eq!(states, ["A 1 current unchanged", "A 1 recheck unchanged"]);
    assert_eq!(place, json!(anchor(&author, PARAGRAPH).await), "where the reader finds it in the new version");
    let now = read(&author, &open).await;
    let expected = ["paragraph current unchanged", "module recheck changed"];
    assert_eq!(lines(&now["references"], &["target", "state", "textState"]), expected, "a module changes as a whole");
}

async fn a_reference_is_changed_by_one_officer_at_a_time(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let seen = &open["references"][0];
    let update = |comment: &str| json!({"id": seen["id"], "version": seen["version"], "comment": comment});
    author.put("/compliance/policyItem/policyRef", update("First")).await.ok();
    let lost = author.put("/compliance/policyItem/policyRef", update("Second")).await;
    assert_eq!(lost.problem(), "409 changed_meanwhile");
    let stale = json!({"id": seen["id"], "version": seen["version"]});
    let refused = author.put("/compliance/policyItem/policyRef/delete", stale).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let now = read(&author, &open).await;
    assert_eq!(now["references"][0]["comment"], "First");
    app.wait(1);
    let delete = json!({"id": seen["id"], "version": now["references"][0]["version"], "why": "Wrong"});
    let after = author.put("/compliance/policyItem/policyRef/delete", delete.clone()).await.ok();
    assert_eq!(after["references"], json!([]));
    let again = author.put("/compliance/policyItem/policyRef/delete", delete).await;
    assert_eq!(again.problem(), "404 policy_reference.not_found");
    assert_eq!(history(&author, &open).await[0], "referenceDeleted Wrong");
}

/// Removes what is in the trash for good.
pub(crate) async fn purge(app: &TestApp) {
    let admin = app.admin().await;
    let trash = admin.get("/trash").await.ok()[0]["id"].clone();
    assert_eq!(admin.delete(&format!("/trash/{}", text(&trash))).await.status, 204);
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
}

/// Lists the references below an item that lead nowhere, or deletes some of them.
pub(crate) async fn clean(client: &Client, item: &Value, references: Option<Value>) -> TestResponse {
    let body = match references {
        Some(listed) => json!({"path": item["path"], "confirm": true, "references": listed, "why": "Tidy"}),
        None => json!({"path": item["path"]}),
    };
    client.put("/compliance/policyItem/policyRef/clean", body).await
}

async fn what_leads_nowhere_is_shown_and_cleaned(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    for place in [json!({"path": path()}), json!({"path": BASE})] {
        app.wait(1);
        add(&author, &open, place).await.ok();
    }
    let admin = app.admin().await;
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    let now = read(&author, &open).await;
    assert_eq!(now["references"][0]["textState"], "gone");
    let first = &now["references"][0];
    let confirm = json!({"id": first["id"], "version": first["version"], "confirmVersion": "1",
        "policyItemVersion": now["version"]});
    let refused = author.put("/compliance/policyItem/policyRef", confirm).await;
    assert_eq!(refused.problem(), "409 policy_reference.gone");
    let shown = clean(&author, &open, None).await.ok();
    assert_eq!(shown["references"], json!([]), "what is in the trash may come back");

    purge(&app).await;
    let shown = clean(&author, &open, None).await.ok();
    let expected = vec!["A 1 paragraph author".to_owned(), "A 1 module author".to_owned()];
    let names = |list: &Value| {
        let of = |one: &Value| format!("{} {}", text(&one["policyItemCode"]), text(&one["target"]));
        let list = list.as_array().expect("a list").iter();
        list.map(|one| format!("{} {}", of(one), text(&one["author"]["account"]))).collect::<Vec<_>>()
    };
    assert_eq!((names(&shown["references"]), &shown["removed"]), (expected, &json!(false)));
    let listed = |at: usize| {
        let one = &shown["references"][at];
        json!({"id": one["id"], "version": one["version"]})
    };
    assert_eq!(clean(&author, &open, Some(json!([]))).await.fields(), ["references: required"]);
    let stale = json!([{"id": shown["references"][0]["id"], "version": 9}]);
    assert_eq!(clean(&author, &open, Some(stale)).await.ok()["references"], json!([]), "it was changed since");
    let manual = read(&author, &open).await["references"][2].clone();
    let kept = json!([{"id": manual["id"], "version": manual["version"]}]);
    assert_eq!(clean(&author, &open, Some(kept)).await.ok()["references"], json!([]), "it leads somewhere");
    app.wait(1);
    let cleaned = clean(&author, &open, Some(json!([listed(0)]))).await.ok();
    assert_eq!((cleaned["references"].as_array().map(Vec::len), &cleaned["removed"]), (Some(1), &json!(true)));
    let left = read(&author, &open).await["references"].clone();
    assert_eq!(lines(&left, &["target"]), ["module", "manual"], "only what was listed is deleted");
    assert_eq!(history(&author, &open).await[0], "referenceCleaned Tidy");
}

/// A module without the information before its steps, which has the paragraph.
fn without_common_info(text: &str) -> String {
    let (before, rest) = text.split_once("<commonInfo>").expect("common information");
    let (_, after) = rest.split_once("</commonInfo>").expect("its end");
    [before, after].concat()
}

async fn a_paragraph_that_its_module_lost_is_shown_and_cleaned(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    add(&author, &open, json!({"path": path()})).await.ok();
    let said = || json!({"step": "inWork", "comment": "Words"});
    let (_, saved) = editing::edit(&author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(&author, &path(), said(), &saved).await.ok();
    let shown = clean(&author, &open, None).await.ok();
    assert_eq!(shown["references"], json!([]), "a changed paragraph is still there");

    let (_, saved) = editing::edit(&author, &path(), without_common_info).await;
    editing::check_in(&author, &path(), said(), &saved).await.ok();
    let now = read(&author, &open).await;
    assert_eq!(lines(&now["references"], &["target", "textState"]), ["paragraph gone", "module changed"]);
    let shown = clean(&author, &open, None).await.ok();
    let expected = [format!("A 1 paragraph {BASE}")];
    assert_eq!(lines(&shown["references"], &["policyItemCode", "target", "manualPath"]), expected);
    let first = &shown["references"][0];
    let stale = json!([{"id": first["id"], "version": 1}]);
    assert_eq!(clean(&author, &open, Some(stale)).await.ok()["references"], json!([]), "it was changed since");
    app.wait(1);
    let listed = json!([{"id": first["id"], "version": first["version"]}]);
    let cleaned = clean(&author, &open, Some(listed)).await.ok();
    assert_eq!(cleaned["references"].as_array().map(Vec::len), Some(1));
    assert_eq!(lines(&read(&author, &open).await["references"], &["target"]), ["module"]);
    assert_eq!(history(&author, &open).await[0], "referenceCleaned Tidy");
}

async fn references_to_hidden_manuals_show_neither_texts_nor_names(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let limits = Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    let open = referring(&author).await;
    add(&author, &open, json!({"path": BASE, "chapter": "28-21-01"})).await.ok();
    let reference = open["references"][0].clone();
    app.add("stranger", Role::Author).await;
    let stranger = app.signed_in("stranger").await;
    let seen = async |who: &Client| {
        let mut all = who.get("/compliance/policyItems").await.text();
        all.push_str(&who.get("/compliance/dashboard").await.text());
        all.push_str(&read(who, &open).await.to_string());
        all.push_str(&who.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await.text());
        let clean = json!({"path": open["path"]});
        all.push_str(&who.put("/compliance/policyItem/policyRef/clean", clean).await.text());
        ["MMEL", "cartridge", "28-21-01\"", "See there", text(&reference["id"])].map(|word| all.contains(word))
    };
    assert_eq!(seen(&author).await, [true; 5]);
    assert_eq!(seen(&stranger).await, [false; 5]);
    let update = json!({"id": reference["id"], "version": 1, "comment": "Mine"});
    let refused = stranger.put("/compliance/policyItem/policyRef", update).await;
    assert_eq!(refused.problem(), "404 policy_reference.not_found");
    assert_eq!(add(&stranger, &open, json!({"path": BASE})).await.problem(), "404 manual.not_found");
    assert_eq!(add(&stranger, &open, json!({"path": path()})).await.problem(), "404 file.not_found");
    let of_module = stranger.get(&format!("/compliance/policyItems?module={}", path())).await;
    assert_eq!(of_module.problem(), "404 file.not_found");
    let marks = format!("/compliance/policyRefs/default{}?version={}", path(), version(&app.admin().await).await);
    assert_eq!(stranger.get(&marks).await.problem(), "404 file.not_found");
    let unreferenced = stranger.get("/compliance/policyItems?unreferenced=true").await.ok();
    assert_eq!(unreferenced["total"], 1, "to them nothing answers it");

    change_access(&app, &CsdbPath::parse(BASE).expect("a path"), &[(&limits.group, None)]).await;
    assert_eq!(seen(&author).await, [false; 5], "a grant that is taken away counts at once");
    // In the trash a limited manual is still not told about.
    let admin = app.admin().await;
    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    let [name, words, chapter, comment, _] = seen(&stranger).await;
    assert_eq!([name, words, chapter, comment], [false; 4]);
}

async fn references_to_purged_manuals_keep_no_text(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    assert!(history(&author, &open).await.contains(&"referenceAdded Audit".to_owned()));
    app.admin().await.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    purge(&app).await;
    let now = read(&author, &open).await;
    assert_eq!(lines(&now["references"], &["target", "textState", "quote", "path"]), ["paragraph gone  "]);
    assert_eq!(history(&author, &open).await, ["created "], "nobody is told about a purged manual");
    let shown = clean(&author, &open, None).await.ok()["references"][0].clone();
    let listed = json!([{"id": shown["id"], "version": shown["version"]}]);
    let cleaned = clean(&author, &open, Some(listed)).await.ok();
    assert_eq!(cleaned["references"].as_array().map(Vec::len), Some(1));
    assert_eq!(read(&author, &open).await["references"], json!([]));
}
