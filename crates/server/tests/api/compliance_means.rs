//! Compliance: how requirements are met.

use domain::compliance::MAX_MEANS;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::unzipped;

use crate::compliance::{collection, item, read, text};
use crate::compliance_reports::{download, reported, sheets};
use crate::viewer::lines;

testkit::on_each_app!(
    means_are_recorded_and_told_in_the_history,
    means_have_the_values_of_their_kind,
    two_people_do_not_overwrite_means,
    only_those_who_work_on_requirements_record_means,
    an_exemption_ends_by_itself_and_the_requirement_is_open_again,
    the_end_of_means_leaves_a_requirement_that_nobody_assessed,
    another_means_needs_another_signature,
    means_stand_in_the_report,
);

const DAY: i64 = 24 * 60 * 60;
const MEMBERS: &[&str] = &["kind", "reference", "state"];

async fn set(client: &Client, seen: &Value, means: Value) -> TestResponse {
    let body = json!({"id": seen["id"], "version": seen["version"], "means": means, "why": "Audit"});
    client.put("/compliance/policyItem/means", body).await
}

fn exemption(number: &str, from: &str, to: &str) -> Value {
    json!({"kind": "exemption", "reference": number, "authority": "FOCA", "validFrom": from, "validTo": to})
}

async fn history(client: &Client, seen: &Value) -> Vec<String> {
    let history = client.get(&format!("/compliance/policyItem/{}/history", text(&seen["id"]))).await.ok();
    lines(&history, &["kind", "before", "after", "why", "by"])
}

/// The hourly pass.
async fn remind(app: &TestApp) {
    app::compliance::reviews::remind(&app.ctx).await.expect("it is told");
}

async fn given(app: &TestApp) -> (Client, Value) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    (author, open)
}

async fn means_are_recorded_and_told_in_the_history(app: TestApp) {
    let (author, open) = given(&app).await;
    assert_eq!(open["means"], json!([]));
    app.wait(1);
    let amc = json!({"kind": "amc", "reference": "AMC1 A 1"});
    let alternative = json!({"kind": "altmoc", "reference": "MOC-7", "approvalReference": "A/12",
        "approvedDate": "2025-11-04", "remarks": "Night only"});
    let both = set(&author, &open, json!([amc, alternative])).await.ok();
    assert_eq!(lines(&both["means"], MEMBERS), ["amc AMC1 A 1 valid", "altmoc MOC-7 valid"]);
    assert_eq!(both["means"][1]["approvedDate"], "2025-11-04");
    let same = set(&author, &both, json!([alternative, amc])).await.ok();
    assert_eq!(same["version"], both["version"], "nothing changed");
    app.wait(1);
    let later = exemption("E-1", "2026-02-01", "2026-03-01");
    let after = set(&author, &same, json!([amc, later])).await.ok();
    assert_eq!(lines(&after["means"], MEMBERS), ["amc AMC1 A 1 valid", "exemption E-1 pending"]);
    let mut told = history(&author, &open).await;
    told.retain(|line| line.starts_with("means"));
    told.sort();
    assert_eq!(
        told,
        [
            "meansAdded  altmoc MOC-7 · A/12 · 2025-11-04 · Night only Audit author",
            "meansAdded  amc AMC1 A 1 Audit author",
            "meansAdded  exemption E-1 · FOCA · 2026-02-01 – 2026-03-01 Audit author",
            "meansRemoved altmoc MOC-7 · A/12 · 2025-11-04 · Night only  Audit author",
        ]
    );
    let log = app.admin().await.get("/audit?action=policy_item.means").await.ok();
    assert_eq!(log["total"], 2, "{log}");
}

async fn means_have_the_values_of_their_kind(app: TestApp) {
    let (author, open) = given(&app).await;
    let fields = async |means: Value| set(&author, &open, means).await.fields();
    assert_eq!(fields(json!([{"kind": "none", "reference": "1"}])).await, ["means[0].kind: unknown_value"]);
    assert_eq!(fields(json!([{"kind": "amc", "reference": " "}])).await, ["means[0].reference: required"]);
    let missing = json!([{"kind": "amc", "reference": "1"}, {"kind": "derogation", "reference": "1"}]);
    let required = ["means[1].authority: required", "means[1].validFrom: required", "means[1].validTo: required"];
    assert_eq!(fields(missing).await, required);
    let backwards = json!([exemption("E-1", "2026-03-01", "2026-02-01")]);
    assert_eq!(fields(backwards).await, ["means[0].validTo: not_together"]);
    let twice = json!([{"kind": "amc", "reference": "1"}, {"kind": "amc", "reference": "1"}]);
    assert_eq!(fields(twice).await, ["means[1]: taken"]);
    let many: Vec<Value> = (0..=MAX_MEANS).map(|one| json!({"kind": "amc", "reference": one.to_string()})).collect();
    assert_eq!(fields(json!(many)).await, ["means: too_many"]);
    assert_eq!(read(&author, &open).await["means"], json!([]));
}

async fn two_people_do_not_overwrite_means(app: TestApp) {
    let (author, open) = given(&app).await;
    set(&author, &open, json!([{"kind": "amc", "reference": "1"}])).await.ok();
    let second = set(&author, &open, json!([{"kind": "amc", "reference": "2"}])).await;
    assert_eq!(second.problem(), "409 changed_meanwhile");
    assert_eq!(lines(&read(&author, &open).await["means"], &["reference"]), ["1"]);
}

async fn only_those_who_work_on_requirements_record_means(app: TestApp) {
    let (author, open) = given(&app).await;
    let reader = app.person(Role::Reader).await;
    let means = json!([{"kind": "amc", "reference": "1"}]);
    assert_eq!(set(&reader, &open, means.clone()).await.problem(), "403 forbidden");
    set(&author, &open, means).await.ok();
    assert_eq!(lines(&read(&reader, &open).await["means"], &["reference"]), ["1"], "readers see them");
    let unknown = set(&author, &json!({"id": "none", "version": 1}), json!([])).await;
    assert_eq!(unknown.problem(), "404 policy_item.not_found");
}

async fn an_exemption_ends_by_itself_and_the_requirement_is_open_again(app: TestApp) {
    let (author, open) = given(&app).await;
    let owned = json!({"version": open["version"], "policyItemCode": "A 1", "owner": "author"});
    let owned = author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), owned).await.ok();
    let held = set(&author, &owned, json!([exemption("E-1", "2026-01-01", "2026-01-02")])).await.ok();
    let status = json!({"id": held["id"], "version": held["version"], "status": "compliant", "why": "Exempted"});
    author.put("/compliance/policyItem/status", status).await.ok();
    app.wait(DAY);
    remind(&app).await;
    let author = app.person(Role::Author).await;
    let last_day = read(&author, &open).await;
    assert_eq!((&last_day["needsRecheck"], &last_day["means"][0]["state"]), (&json!(false), &json!("valid")));
    app.wait(DAY);
    remind(&app).await;
    remind(&app).await;
    let author = app.person(Role::Author).await;
    let over = read(&author, &open).await;
    assert_eq!((&over["needsRecheck"], &over["means"][0]["state"]), (&json!(true), &json!("ended")));
    let ended: Vec<String> = history(&author, &open).await.into_iter().filter(|one| one.contains("Ended")).collect();
    assert_eq!(ended, ["meansEnded exemption E-1 · FOCA · 2026-01-01 – 2026-01-02   system"], "once");
    let messages = author.get("/notifications").await.ok();
    let mut told = lines(&messages["items"], &["code", "text"]);
    told.retain(|line| line.starts_with("compliance.means"));
    assert_eq!(told, ["compliance.means_ended E-1 ended on 2026-01-02: assess requirement A 1 again"]);
    let open_again = author.get("/compliance/policyItems?reassess=true").await.ok();
    assert_eq!(open_again["total"], 1, "it is in the list of those to assess again");

    let prolonged = set(&author, &over, json!([exemption("E-1", "2026-01-01", "2026-06-02")])).await.ok();
    assert_eq!((&prolonged["needsRecheck"], &prolonged["means"][0]["state"]), (&json!(true), &json!("valid")));
    let status = json!({"id": over["id"], "version": prolonged["version"], "status": "compliant", "why": "Prolonged"});
    let again = author.put("/compliance/policyItem/status", status).await.ok();
    assert_eq!(again["needsRecheck"], false);
}

async fn the_end_of_means_leaves_a_requirement_that_nobody_assessed(app: TestApp) {
    let (author, open) = given(&app).await;
    set(&author, &open, json!([exemption("E-1", "2026-01-01", "2026-01-02")])).await.ok();
    app.wait(2 * DAY);
    remind(&app).await;
    let over = read(&app.person(Role::Author).await, &open).await;
    assert_eq!((&over["needsRecheck"], &over["means"][0]["state"]), (&json!(false), &json!("ended")));
}

async fn another_means_needs_another_signature(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let payload = json!({
        "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let made = author.post("/compliance", payload).await.ok();
    let open = item(&author, &made["path"], "A 1").await;
    let body = json!({"id": open["id"], "version": open["version"], "status": "compliant", "why": "Read"});
    let proposed = author.put("/compliance/policyItem/status", body).await.ok();
    let body = json!({"id": open["id"], "version": proposed["version"], "accepted": true});
    let signed = approver.put("/compliance/policyItem/signOff", body).await.ok();
    app.wait(1);
    let after = set(&author, &signed, json!([{"kind": "amc", "reference": "1"}])).await.ok();
    let reopened = (&after["status"], &after["proposal"]["status"], &after["means"][0]["reference"]);
    assert_eq!(reopened, (&json!("not_assessed"), &json!("compliant"), &json!("1")));
}

async fn means_stand_in_the_report(app: TestApp) {
    let (author, open) = given(&app).await;
    let alternative =
        json!({"kind": "altmoc", "reference": "MOC-7", "approvalReference": "A/12", "approvedDate": "2025-11-04"});
    let amc = json!({"kind": "amc", "reference": "AMC1 A 1"});
    let held = json!([amc, alternative, exemption("E-1", "2026-01-01", "2026-06-02")]);
    set(&author, &open, held).await.ok();
    app.wait(1);
    let job = reported(&app, &author, &open, json!({})).await;
    let all = sheets(&author, &job).await;
    assert_eq!(all.len(), 6, "the cover and five sheets");
    let strings = strings_of(&author, &job).await;
    for words in ["AMC1 A 1", "MOC-7", "A/12", "E-1", "FOCA", "AltMoC and exemptions", "Means / AltMoC reference"] {
        assert!(strings.contains(words), "{words}: {strings}");
    }
    assert!(!strings.contains("Means / AltMoC reference *"), "nobody has to fill it in");

    let job = reported(&app, &author, &open, json!({"format": "csv"})).await;
    let name = text(&job["outputMap"]["fileName"]);
    assert_eq!(name.rsplit_once('.').map(|(_, extension)| extension), Some("zip"), "{name}");
    let lists = unzipped(&download(&author, &job).await.body);
    let names: Vec<&str> = lists.iter().map(|(name, _)| name.as_str()).collect();
    let expected = ["0-summary", "1-matrix", "2-gaps", "3-notApplicable", "4-means", "5-changes"];
    assert_eq!(names, expected.map(|name| format!("{name}.csv")));
    let means = String::from_utf8(lists[4].1.clone()).expect("UTF-8");
    assert_eq!(means.lines().count(), 3, "a header, the alternative means and the exemption: {means}");
    assert!(means.contains("MOC-7") && means.contains("Exemption,E-1,FOCA,,,2026-01-01,2026-06-02,Valid"), "{means}");
}

/// All texts of a workbook.
async fn strings_of(client: &Client, job: &Value) -> String {
    let files = unzipped(&download(client, job).await.body);
    let is_text = |name: &str| name.rsplit_once('.').is_some_and(|(_, extension)| extension == "xml");
    let texts = files.into_iter().filter(|(name, _)| is_text(name));
    texts.map(|(_, bytes)| String::from_utf8(bytes).expect("UTF-8")).collect()
}
