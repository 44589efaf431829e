//! Business rules of another manual: which issue is used, and who sees what the rules say.

use app::library::manuals::NewManual;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use crate::business_rules::{path, problems, report};
use crate::editing::{check_in, edit};
use crate::imports::{given_manual, import, read};
use crate::viewer::{BASE, delivered, lines};

testkit::on_each_app!(
    the_named_issue_is_found_in_any_manual_and_else_the_newest,
    a_report_with_rules_of_an_unseen_manual_is_withheld,
    a_check_in_is_refused_by_rules_that_the_author_does_not_see,
    the_remarks_of_a_package_stay_after_the_import_and_are_withheld,
    a_request_for_a_report_that_was_replaced_is_refused,
    a_brex_that_cannot_be_used_is_told,
);

const RULES: &str = "/NV240/RULES";
/// The words of the team's rule.
const WORDS: &str = "Words of the team.";

/// The demo library with issue 005 of its BREX, which forbids zones.
fn newer() -> PackageFiles {
    let rule = format!(
        "<structureObjectRuleGroup><structureObjectRule id=\"team-1\"><objectPath allowedObjectFlag=\"0\">//zoneRef</objectPath>\
         <objectUse>{WORDS}</objectUse></structureObjectRule>"
    );
    let changed = |(name, bytes): (String, Vec<u8>)| {
        let new_name = name.replace("022A-D_001-00", "022A-D_005-00");
        let bytes = match String::from_utf8(bytes) {
            Ok(text) if name != new_name => {
                let text = text.replacen("issueNumber=\"001\"", "issueNumber=\"005\"", 1);
                text.replacen("<structureObjectRuleGroup>", &rule, 1).into_bytes()
            }
            Ok(text) => text.replace("022A-D_001-00", "022A-D_005-00").into_bytes(),
            Err(picture) => picture.into_bytes(),
        };
        (new_name, bytes)
    };
    demo("amm").into_iter().map(changed).collect()
}

/// The manual with issue 001 of its BREX, and a neighbour with issue 005.
async fn library(app: &TestApp) -> Client {
    library_with(app, &newer()).await
}

async fn library_with(app: &TestApp, neighbour: &PackageFiles) -> Client {
    let admin = app.admin().await;
    given_manual(app).await;
    delivered(app, &demo("amm"), "yes").await;
    let rules = NewManual { csdb: "NV240".to_owned(), name: "RULES".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &rules).await.expect("a manual");
    let mut given = read(app, &admin, neighbour).await;
    given["manualName"] = json!("RULES");
    let job = import(app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    admin
}

/// Lets only these accounts read the neighbour.
async fn hide_rules(admin: &Client, readers: &[&str]) {
    let grants: Vec<Value> = readers.iter().map(|account| json!({"account": account, "level": "read"})).collect();
    admin.put("/access", json!({"paths": [RULES], "limited": true, "grants": grants})).await.ok();
}

/// Issue of the module's nearest layer as a reader sees it.
async fn nearest_issue(reader: &Client) -> Value {
    reader.get(&format!("/businessRules/module/default{}", path())).await.ok()["layers"][0]["issue"].clone()
}

async fn the_named_issue_is_found_in_any_manual_and_else_the_newest(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    // The module names no issue.
    assert_eq!(nearest_issue(&author).await, json!("005-00"));
    let (text, _) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let naming = |issue: &str| {
        let end = "infoCode=\"022\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/>";
        assert!(text.contains(end));
        text.replacen(end, &format!("{end}<issueInfo issueNumber=\"{issue}\" inWork=\"00\"/>"), 1)
    };
    let found = async |issue: &str| {
        let codes = problems(&author, &naming(issue)).await;
        codes.iter().filter_map(|line| line.rsplit(' ').next().map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(found("001").await, ["brex.not_found"], "its own manual has it");
    assert_eq!(found("005").await, ["brex.not_found", "brex.forbidden"], "a neighbour has it");
    let other = found("003").await;
    assert!(other.contains(&"brex.other_issue".to_owned()), "{other:?}");
    assert!(other.contains(&"brex.forbidden".to_owned()), "the newest is used: {other:?}");
}

async fn a_report_with_rules_of_an_unseen_manual_is_withheld(app: TestApp) {
    let admin = library(&app).await;
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let shown = report(&app, &author).await;
    assert!(lines(&shown["rules"], &["name"]).contains(&"team-1".to_owned()), "{shown}");
    let address = format!("/businessRules/report/default{BASE}");
    let findings = format!("/businessRules/findings/default{BASE}");
    let export = format!("/businessRules/export/default{BASE}?format=csv");
    assert_eq!(reader.get(&address).await.ok()["report"], shown);
    assert!(reader.get(&export).await.text().contains(WORDS));

    hide_rules(&admin, &["author"]).await;
    assert_eq!(author.get(&address).await.ok()["report"], shown);
    assert_eq!(reader.get(&address).await.ok(), json!({"isWithheld": true}));
    assert_eq!(reader.get(&findings).await.ok()["total"], json!(0));
    let table = reader.get(&export).await.text();
    assert!(!table.contains(WORDS) && !table.contains("team-1"), "{table}");
    assert_eq!(nearest_issue(&reader).await, json!("001-00"));

    // A report by somebody who does not see the rules of the team does not have them.
    hide_rules(&admin, &[]).await;
    admin.put("/access", json!({"paths": [RULES], "grants": [{"account": "author"}]})).await.ok();
    let own = report(&app, &author).await;
    assert!(!lines(&own["rules"], &["name"]).contains(&"team-1".to_owned()), "{own}");
    assert_eq!(reader.get(&address).await.ok()["report"], own);
}

async fn a_check_in_is_refused_by_rules_that_the_author_does_not_see(app: TestApp) {
    let admin = library(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let manual = approver.get(&format!("/folders/default{BASE}")).await.ok();
    let rules =
        json!({"manualPath": BASE, "schemaErrorsBlock": true, "brexErrorsBlock": true, "version": manual["version"]});
    approver.put("/csdb/manual/rules", rules).await.ok();
    hide_rules(&admin, &[]).await;
    let (text, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let said = refused.text();
    assert!(said.contains("team-1") && said.contains("zoneRef"), "the rule and the place are named: {said}");
    assert!(!said.contains(WORDS), "{said}");
    // The draft has the same problem.
    let found = problems(&author, &text).await;
    assert!(found.iter().any(|line| line.starts_with("error") && line.ends_with("brex.forbidden")), "{found:?}");
    let checked = author.post(&format!("/drafts/check/default{}?tab=a", path()), json!({"text": text})).await;
    assert!(checked.text().contains("team-1") && !checked.text().contains(WORDS));
}

async fn the_remarks_of_a_package_stay_after_the_import_and_are_withheld(app: TestApp) {
    let admin = library(&app).await;
    let reader = app.person(Role::Reader).await;
    admin.put("/config/importRules", json!({"checkImports": true, "version": 0})).await.ok();
    let mut given = read(&app, &admin, &demo("amm")).await;
    let package = given["packageId"].as_str().expect("an id").to_owned();
    let findings = format!("/packages/{package}/findings?keyword=zoneRef&pageSize=100");
    let before = admin.get(&findings).await.ok()["total"].clone();
    assert_eq!(before, json!(17), "the rules of the newest issue");
    let other = NewManual { csdb: "NV240".to_owned(), name: "AMM".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &other).await.expect("a manual");
    given["manualName"] = json!("AMM");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    assert_eq!(admin.get(&findings).await.ok()["total"], before, "the import keeps them");
    assert_eq!(reader.get(&findings).await.ok()["total"], before);

    hide_rules(&admin, &[]).await;
    assert_eq!(admin.get(&findings).await.ok()["total"], before);
    assert_eq!(reader.get(&findings).await.ok()["total"], json!(0));
    assert_eq!(reader.get(&format!("/packages/{package}")).await.ok()["state"], json!("imported"));
}

async fn a_request_for_a_report_that_was_replaced_is_refused(app: TestApp) {
    library(&app).await;
    let author = app.person(Role::Author).await;
    let first = report(&app, &author).await;
    let id = first["id"].as_str().expect("an id");
    let of = |what: &str| format!("/businessRules/{what}/default{BASE}?report={id}");
    assert!(author.get(&of("findings")).await.ok()["total"].as_u64().is_some_and(|total| total > 0));
    let second = report(&app, &author).await;
    assert_ne!(second["id"], first["id"]);
    for what in ["findings", "export"] {
        assert_eq!(author.get(&of(what)).await.problem(), "409 changed_meanwhile");
    }
}

async fn a_brex_that_cannot_be_used_is_told(app: TestApp) {
    let mut files = newer();
    let (_, brex) = files.iter_mut().find(|(name, _)| name.contains("022A-D_005-00")).expect("the BREX");
    let text = String::from_utf8(brex.clone()).expect("text");
    *brex = text.replace("<brex>", "<description>").replace("</brex>", "</description>").into_bytes();
    library_with(&app, &files).await;
    let reader = app.person(Role::Reader).await;
    let address = format!("/businessRules/module/default{}", path());
    // The second answer comes from the cache.
    for _ in 0..2 {
        let found = lines(&reader.get(&address).await.ok()["findings"], &["kind", "message"]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with("brex.unusable") && found[0].contains("the file is no BREX data module"),
            "{found:?}"
        );
    }
}
