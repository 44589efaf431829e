//! Lists about OEM revisions: what is due, decisions, and the changes of the operator.

use domain::path::ManualPath;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;

use crate::damage::content_of;
use crate::editing;
use crate::revisions::{BEFORE, OURS, confirm, customise, decide, path, revised, text};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_decision_is_due_after_some_days,
    decisions_are_told_and_listed,
    the_working_lane_is_read_as_it_was_before,
    the_changes_of_the_operator_are_listed,
    a_change_that_was_released_is_not_listed_any_more,
    a_released_change_that_was_taken_back_is_listed,
    a_removed_module_is_listed_until_the_manual_is_published,
    a_lost_content_leaves_the_list_readable,
);

async fn a_decision_is_due_after_some_days(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let due = |list: &Value| list["items"][0]["dueOn"].as_str().map(str::to_owned);
    let waiting = reader.get("/revisions/waiting").await.ok();
    let created: chrono::DateTime<chrono::Utc> =
        waiting["items"][0]["createdOn"].as_str().expect("a time").parse().expect("a time");
    let told: chrono::DateTime<chrono::Utc> = due(&waiting).expect("a day").parse().expect("a time");
    assert_eq!((told - created).num_days(), 60);
    let admin = app.admin().await;
    let rules = admin.get("/config/revisions").await.ok();
    assert_eq!(rules, json!({"decisionDays": 60, "version": 0}));
    assert_eq!(
        admin.put("/config/revisions", json!({"decisionDays": 366, "version": 0})).await.fields(),
        ["decisionDays: unknown_value"]
    );
    admin.put("/config/revisions", json!({"decisionDays": 0, "version": 0})).await.ok();
    let stale = admin.put("/config/revisions", json!({"decisionDays": 5, "version": 0})).await;
    assert_eq!(stale.problem(), "409 changed_meanwhile");
    assert_eq!(due(&reader.get("/revisions/waiting").await.ok()), None);
}

async fn decisions_are_told_and_listed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    decide(&app, "rejectOem", &revision, json!({"reason": "Not for our fleet"})).await;
    let messages = app.admin().await.get("/notifications").await.ok();
    let told = messages["items"].as_array().expect("a list").iter().find(|one| one["kind"] == "revisions");
    let told = told.unwrap_or_else(|| panic!("{messages}"));
    assert_eq!(told["text"], "approver rejected OEM revision 2 of /NV240/MMEL: Not for our fleet");
    assert_eq!(told["link"], json!(format!("/revisions/{revision}")));
    let history = reader.get(&format!("/revisions/decisions?manualPath={BASE}")).await.ok();
    let decision = &history["items"][0];
    assert_eq!((&history["total"], &decision["kind"]), (&json!(1), &json!("rejected")));
    assert_eq!((&decision["reason"], &decision["by"]), (&json!("Not for our fleet"), &json!("approver")));
    assert_eq!((&decision["revisionNumber"], &decision["manualName"]), (&json!(2), &json!("MMEL")));
    assert_eq!(reader.get("/revisions/decisions").await.ok(), history);
    assert_eq!(reader.get(&format!("/revisions/decisions?revision={revision}")).await.ok(), history);
    let first = reader.get(&format!("/revisions?manualPath={BASE}")).await.ok();
    let first = first.as_array().expect("a list").iter().find(|one| one["number"] == json!(1)).expect("a revision");
    let none = format!("/revisions/decisions?revision={}", first["id"].as_str().expect("an id"));
    assert_eq!(reader.get(&none).await.ok()["total"], json!(0));
    let unknown = reader.get("/revisions/decisions?revision=999999").await;
    assert_eq!(unknown.problem(), "404 revision.not_found");
    let csv = reader.get(&format!("/revisions/decisions/export?format=csv&manualPath={BASE}")).await.text();
    let rows: Vec<&str> = csv.trim_start_matches('\u{feff}').lines().collect();
    assert!(rows[0].starts_with("Decided on,Decision,Database") && rows.len() == 2, "{rows:?}");
    assert!(rows[1].contains(",Rejected,NV240,MMEL,2,") && rows[1].contains("Not for our fleet"), "{rows:?}");
    let sheet = reader.get("/revisions/decisions/export?format=xlsx").await;
    assert!(sheet.body.starts_with(b"PK") && sheet.header("content-disposition").contains("revision-history.xlsx"));
    let missing = reader.get("/revisions/decisions?manualPath=/NV240/NONE").await;
    assert_eq!(missing.problem(), "404 manual.not_found");
}

async fn the_working_lane_is_read_as_it_was_before(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    app.clock.advance(chrono::TimeDelta::hours(1));
    let moment = app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    app.clock.advance(chrono::TimeDelta::hours(1));
    confirm(&app, &revision).await;
    assert!(text(&reader).await.contains("Take off panel 214AL"));
    // Delivered, and not yet confirmed.
    let earlier = reader.get(&format!("/bytes/default{}?asOf={moment}", path())).await.text();
    assert!(earlier.contains(BEFORE), "{earlier}");
}

async fn the_changes_of_the_operator_are_listed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let address = format!("/revisions/airline?manualPath={BASE}");
    assert_eq!(reader.get(&address).await.ok()["total"], json!(0));
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    let listed = reader.get(&address).await.ok();
    let change = &listed["items"][0];
    assert_eq!((&listed["total"], &change["path"], &change["state"]), (&json!(1), &json!(path()), &json!("changed")));
    assert_eq!((&change["issue"], &change["reason"]), (&json!("001-01"), &json!("Ours")));
    assert_eq!(change["changedBy"], "author");
    assert_eq!(reader.get(&format!("{address}&keywordFilter=nothing")).await.ok()["total"], json!(0));
    confirm(&app, &revision).await;
    let merged = reader.get(&address).await.ok()["items"][0].clone();
    assert_eq!(merged["issue"], "002-01", "it is compared with the new one");
    let told = merged["reason"].as_str().expect("a reason");
    assert!(told.contains("Ours"), "the reason of the operator is found behind the merge: {told}");
    assert_eq!(merged["checkIns"].as_array().map(Vec::len), Some(2), "{merged}");
    let csv = reader.get(&format!("/revisions/airline/export?format=csv&manualPath={BASE}")).await.text();
    let rows: Vec<&str> = csv.trim_start_matches('\u{feff}').lines().collect();
    assert!(rows.len() == 2 && rows[0].starts_with("Module,Title,Change,Issue"), "{rows:?}");
    assert!(rows[1].starts_with(&path()) && rows[1].contains(",Changed,002-01,"), "{rows:?}");
    assert!(rows[1].contains("Ours"), "{rows:?}");
    let missing = reader.get("/revisions/airline?manualPath=/NV240/NONE").await;
    assert_eq!(missing.problem(), "404 manual.not_found");
}

async fn a_change_that_was_released_is_not_listed_any_more(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let change = async |from: &str, to: &str, highlight: bool| {
        let (_, saved) = editing::edit(&author, &path(), |text| text.replace(from, to)).await;
        // In capitals, so that the next change leaves it alone.
        let reason = json!({"text": to.to_uppercase(), "type": "urt02", "highlight": highlight});
        let said = json!({"step": "full", "comment": "Ours", "reason": reason});
        let file = editing::check_in(&author, &path(), said, &saved).await.ok();
        file["versionId"].as_str().expect("an id").to_owned()
    };
    let listed = async |more: &str| {
        let page = reader.get(&format!("/revisions/airline?manualPath={BASE}{more}")).await.ok();
        page["items"].as_array().expect("a list").clone()
    };
    let released = change(BEFORE, "Open panel 214AL", true).await;
    assert_eq!(listed("").await[0]["highlights"], json!(["OPEN PANEL 214AL"]));
    for (who, step) in [(&author, "submit"), (&approver, "release")] {
        let request = json!({"version": released, "step": step});
        who.post(&format!("/files/status/default{}", path()), request).await.ok();
    }
    assert_eq!(listed("").await.len(), 0, "there is no change since the release");
    assert_eq!(listed("&since=oem").await.len(), 1);
    let newer = change("Open panel 214AL", "Take off panel 214AL", false).await;
    let change = listed("").await[0].clone();
    assert_eq!((&change["oldVersion"], &change["newVersion"]), (&json!(released), &json!(newer)));
    let highlights = json!(["OPEN PANEL 214AL"]);
    assert_eq!(change["highlights"], highlights, "the new reason is not highlighted; the text keeps the earlier one");
    let export = reader.get(&format!("/revisions/airline/export?format=csv&since=oem&manualPath={BASE}")).await.text();
    assert!(export.lines().next().is_some_and(|header| header.ends_with(",Highlights")), "{export}");
    let odd = reader.get(&format!("/revisions/airline?manualPath={BASE}&since=never")).await;
    assert_eq!(odd.problem(), "400 request.invalid");
}

const AIRLINE: &str = "/revisions/airline?manualPath=";

async fn a_released_change_that_was_taken_back_is_listed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let revision = delivered(&app, &revised("Take off panel 214AL", "002"), "yes").await;
    confirm(&app, &revision).await;
    let author = customise(&app, "Lower the pump by 30 mm", OURS).await;
    let approver = app.person(Role::Approver).await;
    let released = reader.get(&format!("/files/default{}", path())).await.ok()["versionId"].clone();
    for (who, step) in [(&author, "submit"), (&approver, "release")] {
        let request = json!({"version": released, "step": step});
        who.post(&format!("/files/status/default{}", path()), request).await.ok();
    }
    let listed = async || reader.get(&format!("{AIRLINE}{BASE}")).await.ok();
    assert_eq!(listed().await["total"], json!(0));
    // First the module, then the revision: the text is the delivered one again.
    decide(&app, "restoreAirline", &revision, json!({"path": path(), "workingVersion": released})).await;
    decide(&app, "restoreAirline", &revision, json!({})).await;
    assert!(text(&reader).await.contains(BEFORE));
    let list = listed().await;
    let change = &list["items"][0];
    assert_eq!((&list["total"], &change["path"], &change["state"]), (&json!(1), &json!(path()), &json!("changed")));
    assert_eq!(change["oldVersion"], released, "readers of the release see a change");
    let since_oem = reader.get(&format!("{AIRLINE}{BASE}&since=oem")).await.ok();
    assert_eq!(since_oem["total"], json!(0), "it is as delivered");
}

async fn a_removed_module_is_listed_until_the_manual_is_published(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let approver = app.person(Role::Approver).await;
    assert_eq!(approver.delete(&format!("/files/default{}?force=true", path())).await.status.as_u16(), 204);
    let removed = async || {
        let list = reader.get(&format!("{AIRLINE}{BASE}")).await.ok();
        lines(&list["items"], &["path", "state"]).contains(&format!("{} removed", path()))
    };
    assert!(removed().await);
    let mut tx = app.db.begin().await.expect("a transaction");
    let at = ManualPath::parse(BASE).expect("a path");
    let found = store::manuals::find_by_name(&mut tx, &at.csdb, &at.manual).await.expect("a search");
    let manual = found.expect("a manual");
    store::publications::update_released_lane(&mut tx, &manual.id, manual.lanes.working).await.expect("a lane");
    tx.commit().await.expect("kept");
    assert!(!removed().await, "the manual is published without the module");
}

async fn a_lost_content_leaves_the_list_readable(app: TestApp) {
    reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    std::fs::remove_file(content_of(&app, &path()).await).expect("it is removed");
    // A cache may still have it; another node has not.
    let other = app.restarted();
    let reader = other.signed_in("reader").await;
    let list = reader.get(&format!("{AIRLINE}{BASE}")).await.ok();
    assert_eq!((&list["total"], &list["items"][0]["highlights"]), (&json!(1), &json!([])), "{list}");
}
