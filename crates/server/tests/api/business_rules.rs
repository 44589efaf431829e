//! Business rules: installed BREX, drafts, check-ins, modules, reports about manuals, imports.

use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use crate::editing::{check_in, edit};
use crate::imports::{given_manual, read};
use crate::settings::send;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_brex_is_installed_replaced_and_removed,
    a_draft_is_checked_against_all_layers,
    violations_refuse_a_check_in_where_the_manual_says_so,
    a_module_is_checked_on_demand,
    reasons_are_told_in_the_language_of_the_reader,
    a_manual_is_checked_as_a_job,
    a_rule_that_takes_too_long_is_named,
    an_import_lists_violations_if_a_setting_says_so,
);

const DEFAULT: &str = "DMC-S1000D-F-04-10-0301-00A-022A-D";
const PROJECT: &str = "DMC-NV240-A-00-00-00-00A-022A-D";
const INSTALLED: &str = "/config/brex";

pub(crate) fn path() -> String {
    format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML")
}

/// A BREX of our own with the code of the default BREX that the demo library names; each rule as path and severity.
fn default_brex(issue: &str, rules: &[(&str, &str)]) -> Vec<u8> {
    let code = "<dmCode modelIdentCode=\"S1000D\" systemDiffCode=\"F\" systemCode=\"04\" subSystemCode=\"1\" subSubSystemCode=\"0\" \
                assyCode=\"0301\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"022\" infoCodeVariant=\"A\" itemLocationCode=\"D\"/>";
    let rule = |(path, severity): &(&str, &str)| {
        format!(
            "<structureObjectRule id=\"of-{severity}\" brSeverityLevel=\"{severity}\"><objectPath allowedObjectFlag=\"0\">{path}</objectPath>\
             <objectUse>Ours says no.</objectUse></structureObjectRule>"
        )
    };
    let rules: String = rules.iter().map(rule).collect();
    format!(
        "<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:noNamespaceSchemaLocation=\
         \"http://www.s1000d.org/S1000D_4-1/xml_schema_flat/brex.xsd\"><identAndStatusSection><dmAddress><dmIdent>{code}\
         <language languageIsoCode=\"en\" countryIsoCode=\"US\"/><issueInfo issueNumber=\"{issue}\" inWork=\"00\"/></dmIdent>\
         <dmAddressItems><issueDate year=\"2026\" month=\"01\" day=\"01\"/><dmTitle><techName>Rules</techName></dmTitle></dmAddressItems>\
         </dmAddress><dmStatus issueType=\"new\"><brexDmRef><dmRef><dmRefIdent>{code}</dmRefIdent></dmRef></brexDmRef></dmStatus>\
         </identAndStatusSection><content><brex><contextRules><structureObjectRuleGroup>{rules}</structureObjectRuleGroup>\
         </contextRules></brex></content></dmodule>"
    )
    .into_bytes()
}

async fn install(client: &Client, rules: &[(&str, &str)]) {
    let installed = send(client, INSTALLED, default_brex("001", rules)).await;
    assert_eq!(installed.status.as_u16(), 201, "{}", installed.text());
}

/// Severity, line and code of the problems of the module's text.
pub(crate) async fn problems(author: &Client, text: &str) -> Vec<String> {
    let address = format!("/drafts/check/default{}?tab=a", path());
    let answer = author.post(&address, json!({"text": text})).await.ok();
    let lines = lines(&answer["problems"], &["severity", "line", "code"]);
    lines.into_iter().filter(|line| line.contains("brex.")).collect()
}

async fn a_brex_is_installed_replaced_and_removed(app: TestApp) {
    let admin = app.admin().await;
    assert_eq!(admin.get(INSTALLED).await.ok(), json!([]));
    for odd in [b"<dmodule>".to_vec(), b"<dmodule/>".to_vec(), Vec::new()] {
        assert_eq!(send(&admin, INSTALLED, odd).await.problem(), "400 brex.invalid");
    }
    for issue in ["001", "002"] {
        let installed =
            send(&admin, INSTALLED, default_brex(issue, &[("//zoneRef", "brsl01"), ("//a[", "brsl02")])).await;
        assert_eq!(installed.status.as_u16(), 201, "{}", installed.text());
    }
    let listed = admin.get(INSTALLED).await.ok();
    assert_eq!(listed.as_array().map(Vec::len), Some(1));
    let one = &listed[0];
    assert_eq!((&one["name"], &one["issue"], &one["schemaIssue"]), (&json!(DEFAULT), &json!("002-00"), &json!("4-1")));
    assert_eq!((&one["isDefault"], &one["rules"], &one["unjudged"]), (&json!(true), &json!(2), &json!(1)));
    assert_eq!((&one["installedBy"], &one["title"]), (&json!("admin"), &json!("Rules")));
    let log = admin.get("/audit?action=brex.installed").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(2), &json!(DEFAULT)));

    let address = format!("{INSTALLED}?name={}", DEFAULT.to_lowercase());
    assert_eq!(admin.delete(&address).await.status.as_u16(), 204);
    assert_eq!(admin.delete(&address).await.problem(), "404 brex.not_found");
    assert_eq!(admin.get(INSTALLED).await.ok(), json!([]));
}

async fn a_draft_is_checked_against_all_layers(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let (text, _) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    // The project's own BREX is in the library; the default one is not.
    assert_eq!(problems(&author, &text).await, ["warning 1 brex.not_found"]);
    let secret = text.replace("securityClassification=\"01\"", "securityClassification=\"03\"");
    let found = problems(&author, &secret).await;
    assert!(found.iter().any(|line| line.starts_with("warning") && line.ends_with("brex.value")), "{found:?}");

    install(&admin, &[("//circuitBreakerRef", "brsl01")]).await;
    assert_eq!(problems(&author, &text).await, ["warning 85 brex.forbidden", "warning 89 brex.forbidden"]);
    // A new content of the BREX counts at once.
    install(&admin, &[("//zoneRef", "brsl01")]).await;
    assert_eq!(problems(&author, &text).await, ["warning 75 brex.forbidden"]);
    let answer = author.post(&format!("/drafts/check/default{}?tab=a", path()), json!({"text": text})).await.ok();
    let of_rule = |one: &&Value| one["code"] == "brex.forbidden";
    let message =
        answer["problems"].as_array().expect("problems").iter().find(of_rule).expect("one")["message"].clone();
    assert_eq!(message, json!("Business rule of-brsl01: <zoneRef> is not allowed here. Ours says no."));

    let nameless = text.replace("brexDmRef", "otherRef");
    assert_eq!(problems(&author, &nameless).await, ["warning 1 brex.not_named"]);
    assert_eq!(problems(&author, &text.replace("</content>", "")).await, [""; 0]);
}

async fn violations_refuse_a_check_in_where_the_manual_says_so(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    install(&app.admin().await, &[("//zoneRef", "brsl01")]).await;

    // It warns by default.
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();

    let manual = approver.get(&format!("/folders/default{BASE}")).await.ok();
    assert_eq!(manual["attributeMap"]["brexErrorsBlock"], json!(["no"]));
    let rules =
        json!({"manualPath": BASE, "schemaErrorsBlock": true, "brexErrorsBlock": true, "version": manual["version"]});
    assert_eq!(author.put("/csdb/manual/rules", rules.clone()).await.problem(), "403 forbidden");
    let changed = approver.put("/csdb/manual/rules", rules).await.ok();
    assert_eq!(changed["attributeMap"]["brexErrorsBlock"], json!(["yes"]));
    let (_, saved) = edit(&author, &path(), |text| text.replace("Boost", "Booster")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let finding = &refused.json()["findings"][0];
    assert_eq!((&finding["rule"], finding["line"].is_u64()), (&json!("brex.forbidden"), true), "{finding}");
    let open = author.ask(Method::POST, &format!("/drafts/default{}?tab=a", path()), None).await.ok();
    let found = problems(&author, open["text"].as_str().expect("a text")).await;
    assert!(found.len() == 1 && found[0].starts_with("error"), "{found:?}");

    // A request that says nothing about business rules leaves them as they are.
    let silent = json!({"manualPath": BASE, "schemaErrorsBlock": true, "version": changed["version"]});
    let changed = approver.put("/csdb/manual/rules", silent).await.ok();
    assert_eq!(changed["attributeMap"]["brexErrorsBlock"], json!(["yes"]));
    app.admin().await.delete(&format!("{INSTALLED}?name={DEFAULT}")).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
}

async fn a_module_is_checked_on_demand(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    install(&app.admin().await, &[("//zoneRef", "brsl01")]).await;
    let address = format!("/businessRules/module/default{}", path());
    let checked = reader.get(&address).await.ok();
    assert_eq!(
        lines(&checked["layers"], &["name", "isDefault"]),
        [format!("{PROJECT} false"), format!("{DEFAULT} true")]
    );
    let members = ["kind", "isViolation", "line", "rule", "level", "brex"];
    assert_eq!(
        lines(&checked["findings"], &members),
        [format!("brex.forbidden true 75 of-brsl01 brsl01 {DEFAULT} 001-00")]
    );
    assert!(checked["findings"][0]["node"].as_str().is_some_and(|node| node.ends_with("/zoneRef[1]")), "{checked}");
    let chinese = reader.in_language("zh-CN").get(&address).await.ok();
    assert!(chinese["findings"][0]["message"].as_str().is_some_and(|text| text.starts_with("业务规则")), "{chinese}");
    let missing = reader.get(&format!("/businessRules/module/default{BASE}/DMC-NONE_en-US.XML")).await;
    assert_eq!(missing.problem(), "404 file.not_found");
}

async fn reasons_are_told_in_the_language_of_the_reader(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    install(&app.admin().await, &[("//a[", "brsl01"), ("//a[matches(., 'x')]", "brsl02")]).await;
    let address = format!("/businessRules/module/default{}", path());
    let english = lines(&reader.get(&address).await.ok()["findings"], &["kind", "message"]);
    let sentence = "brex.unjudged Business rule of-brsl02 cannot be checked: from character 5 on its object path is not XPath 1.0: matches";
    assert!(english.contains(&sentence.to_owned()), "{english:?}");
    let chinese = lines(&reader.in_language("zh-CN").get(&address).await.ok()["findings"], &["kind", "message"]);
    let unjudged: Vec<&String> = chinese.iter().filter(|line| line.starts_with("brex.unjudged")).collect();
    assert_eq!(unjudged.len(), 2, "{chinese:?}");
    for line in unjudged {
        assert!(line.contains("其对象路径从第") && !line.contains("object path"), "{line}");
    }
}

/// Asks for the report about the manual and waits for it.
pub(crate) async fn report(app: &TestApp, author: &Client) -> Value {
    let address = format!("/businessRules/report/default{BASE}");
    let job = author.ask(Method::POST, &address, None).await;
    assert_eq!(job.status.as_u16(), 201, "{}", job.text());
    app.run_jobs().await;
    let job = author.get(&format!("/jobs/{}", job.ok()["id"].as_str().expect("an id"))).await.ok();
    assert_eq!((&job["status"], &job["jobName"]), (&json!("COMPLETED"), &json!("checkBusinessRules")), "{job}");
    author.get(&address).await.ok()["report"].clone()
}

async fn a_manual_is_checked_as_a_job(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    assert_eq!(reader.get(&format!("/businessRules/report/default{BASE}")).await.ok(), json!({"isWithheld": false}));
    let none = reader.get(&format!("/businessRules/findings/default{BASE}")).await.ok();
    assert_eq!(none["total"], json!(0));

    // Without the default BREX the report says so, and names the modules.
    let first = report(&app, &author).await;
    assert_eq!((&first["modules"], &first["violating"], &first["incomplete"]), (&json!(49), &json!(0), &json!(49)));
    assert_eq!(lines(&first["rules"], &["kind", "brex", "modules"]), [format!("brex.not_found {DEFAULT} 49")]);

    install(&admin, &[("//zoneRef", "brsl01"), ("//circuitBreakerRef", "brsl02")]).await;
    let second = report(&app, &author).await;
    assert_eq!((&second["createdBy"], &second["incomplete"]), (&json!("author"), &json!(0)));
    let mut rules = lines(&second["rules"], &["name", "level", "isViolation"]);
    rules.sort();
    assert_eq!(rules, ["of-brsl01 brsl01 true", "of-brsl02 brsl02 true"]);
    let zones =
        second["rules"].as_array().expect("rules").iter().find(|rule| rule["name"] == "of-brsl01").expect("one");
    assert_eq!((&zones["places"], &zones["modules"]), (&json!(17), &json!(14)));

    let findings = async |query: &str| reader.get(&format!("/businessRules/findings/default{BASE}{query}")).await.ok();
    assert_eq!(findings("").await["total"], second["violations"]);
    assert_eq!(findings(&format!("?rule={}", zones["number"])).await["total"], json!(17));
    assert_eq!(findings("?level=brsl01").await["total"], json!(17));
    assert_eq!(findings("?level=none").await["total"], json!(0));
    let narrowed = findings("?level=brsl01&keyword=28-21-01-00A-520A&violations=true").await;
    assert_eq!(lines(&narrowed["items"], &["path", "line", "kind"]), [format!("{} 75 brex.forbidden", path())]);
    let table = reader.get(&format!("/businessRules/export/default{BASE}?format=csv&level=brsl01")).await.text();
    assert_eq!(table.lines().filter(|line| line.contains("zoneRef")).count(), 17, "{table}");
    let workbook = reader.get(&format!("/businessRules/export/default{BASE}?format=xlsx")).await;
    assert!(workbook.status.is_success() && workbook.body.starts_with(b"PK"));
    assert_eq!(
        reader.ask(Method::POST, &format!("/businessRules/report/default{BASE}"), None).await.problem(),
        "403 forbidden"
    );
}

async fn a_rule_that_takes_too_long_is_named(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let costly = "//para[preceding::para[following::para[. = 'x']]]";
    install(&app.admin().await, &[(costly, "brsl01"), ("//zoneRef", "brsl02")]).await;
    let (text, _) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let long = text.replace("</commonInfo>", &format!("{}</commonInfo>", "<para>y</para>".repeat(2_000)));
    let found = problems(&author, &long).await;
    assert_eq!(found, ["warning 1 brex.too_long", "warning 75 brex.forbidden"]);
}

async fn an_import_lists_violations_if_a_setting_says_so(app: TestApp) {
    let admin = app.admin().await;
    given_manual(&app).await;
    install(&admin, &[("//zoneRef", "brsl01")]).await;
    let of_rules = async |admin: &Client| {
        let package = read(&app, admin, &demo("amm")).await["packageId"].as_str().expect("an id").to_owned();
        let found = admin.get(&format!("/packages/{package}/findings?keyword=zoneRef&pageSize=100")).await.ok();
        (package, lines(&found["items"], &["severity", "rule"]))
    };
    assert_eq!(of_rules(&admin).await.1, [""; 0]);
    let setting = admin.get("/config/importRules").await.ok();
    assert_eq!(setting, json!({"checkImports": false, "version": 0}));
    let kept = admin.put("/config/importRules", json!({"checkImports": true, "version": 0})).await.ok();
    assert_eq!(kept, json!({"checkImports": true, "version": 1}));
    let outdated = json!({"checkImports": false, "version": 0});
    assert_eq!(admin.put("/config/importRules", outdated).await.problem(), "409 changed_meanwhile");
    let (package, found) = of_rules(&admin).await;
    assert_eq!((found.len(), found.iter().all(|line| line == "info brex.forbidden")), (17, true), "{found:?}");
    let state = admin.get(&format!("/packages/{package}")).await.ok();
    assert_eq!(state["state"], json!("ready"), "a remark blocks nothing: {state}");
}
