//! Packages import again as what they were, and never claim to be more than they are.

use std::collections::BTreeSet;

use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use axum::body::Body;
use axum::http::Method;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::API;
use testkit::dump;
use testkit::packages::unzipped;

use super::{PLAIN, STYLED, ask, download, ended, given_operator, id_of, published};
use crate::imports::{import, read_zip};
use crate::revisions::{OURS, customise, path};
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_package_imports_again_as_it_was,
    packages_that_differ_have_different_numbers,
    languages_are_for_drafts,
    changes_start_from_what_the_receiver_has,
    a_removed_module_needs_a_complete_package,
    archives_are_sent_as_they_are,
);

/// Name, kind, issue, code and content of each object that packages carry, and all findings above remarks.
pub(super) async fn described(app: &TestApp, csdb: &str) -> (Vec<String>, BTreeSet<String>) {
    let text = dump::of_manual(&app.db, csdb, "MMEL").await.replace(&format!("/{csdb}/"), "/");
    let lines: Vec<&str> = text.lines().collect();
    let is_list = |line: &str| line.contains(" ddn ") || line.contains(" dml ") || line.contains(" other ");
    let starts = (0..lines.len()).filter(|at| lines[*at].starts_with("object ") && !is_list(lines[*at]));
    let objects = starts.map(|at| lines[at..lines.len().min(at + 3)].join(" ")).collect();
    let found = lines.iter().filter(|line| line.starts_with("finding ") && !line.starts_with("finding info "));
    (objects, found.map(|line| (*line).to_owned()).collect())
}

async fn a_package_imports_again_as_it_was(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["s1000d", "ata2300"]})).await;
    let (objects, findings) = described(&app, "NV240").await;
    assert!(objects.len() > 20, "{objects:?}");
    for (csdb, name) in [("COPY1", PLAIN), ("COPY2", STYLED)] {
        let new = NewCsdb { name: csdb.to_owned(), ..NewCsdb::default() };
        app::library::csdbs::create_as(&app.ctx, &Actor::System, &new).await.expect("a database");
        let manual = NewManual { csdb: csdb.to_owned(), name: "MMEL".to_owned(), ..NewManual::default() };
        app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
        let mut given = read_zip(&app, &admin, name, download(&author, &outputs, name).await).await;
        given["csdbName"] = json!(csdb);
        given["translationLanguages"] = json!(["zh-CN"]);
        given["complete"] = json!("yes");
        let job = import(&app, &admin, &given).await;
        assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
        let (copied, found) = described(&app, csdb).await;
        assert_eq!(copied, objects, "{name}");
        let new: Vec<&String> = found.difference(&findings).collect();
        assert!(new.is_empty(), "{name}: {new:?}");
    }
}

/// The name of the list of modules in a package.
fn list_of(package: &[u8]) -> String {
    let files = unzipped(package);
    files.into_iter().map(|(name, _)| name).find(|name| name.starts_with("DML-")).expect("a list")
}

async fn packages_that_differ_have_different_numbers(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let mut lists = BTreeSet::new();
    let mut made = Vec::new();
    for revision in ["Rev A", "Rev B", "4.1"] {
        let one = published(&app, &author, "exportQuickAta2300", json!({"revision": revision})).await;
        let name = one["fileName"].as_str().expect("a name").to_owned();
        lists.insert(list_of(&download(&author, &one, &name).await));
        made.push(one);
    }
    assert_eq!(made[0]["fileName"], "NV240-MMEL-Rev_A-draft-s1000d-complete.zip");
    let waiting = published(&app, &author, "exportApproveAta2300", json!({})).await;
    let package = download(&author, &waiting, "NV240-MMEL-4.1-s1000d-complete.zip").await;
    lists.insert(list_of(&package));
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let both = json!({"reviseTypes": ["complete", "incremental"], "since": made[2]["publication"]});
    let changes = published(&app, &author, "exportQuickAta2300", both).await;
    for kind in ["complete", "incremental"] {
        let name = format!("NV240-MMEL-4.1-draft-s1000d-{kind}.zip");
        lists.insert(list_of(&download(&author, &changes, &name).await));
    }
    assert_eq!(lists.len(), 6, "{lists:?}");
}

async fn languages_are_for_drafts(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let english = json!({"languages": ["en-US"]});
    let formal = ask(&author, "exportApproveAta2300", english.clone()).await;
    assert_eq!(formal.fields(), ["parameterMap.languages: not_together"]);
    let unknown = ask(&author, "exportQuickAta2300", json!({"languages": ["fr-FR"]})).await;
    assert_eq!(unknown.fields(), ["parameterMap.languages: unknown_value"]);
    let draft = published(&app, &author, "exportQuickAta2300", english).await;
    let open = author.get(&format!("/publications/{}", id_of(&draft))).await.ok();
    assert_eq!(open["languages"], json!(["en-US"]), "those of its content");
    let artifacts = open["artifacts"].as_array().expect("a list");
    let languages = |name: &str| {
        let found = artifacts.iter().find(|one| one["fileName"] == json!(name)).expect(name);
        found["languages"].clone()
    };
    assert_eq!(languages(PLAIN), json!(["en-US"]));
    assert_eq!(languages("manifest.json"), Value::Null, "it has no text");
    let names: Vec<String> =
        unzipped(&download(&author, &draft, PLAIN).await).into_iter().map(|(name, _)| name).collect();
    assert!(names.iter().any(|name| name.ends_with("_EN-US.XML")), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("PMC-") && name.ends_with("_ZH-CN.XML")), "{names:?}");
}

async fn changes_start_from_what_the_receiver_has(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let admin = app.admin().await;
    admin.post("/config/operator", json!({"code": "OTH", "name": "Other", "country": "CH"})).await.ok();
    let author = app.person(Role::Author).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let english = published(&app, &author, "exportQuickAta2300", json!({"languages": ["en-US"]})).await;
    let since = |one: &Value, operator: &str| json!({"reviseTypes": ["incremental"], "since": one["publication"], "operator": operator});
    let unfit = ["parameterMap.since: unknown_value"];
    let other = ask(&author, "exportQuickAta2300", since(&draft, "OTH")).await;
    assert_eq!(other.fields(), unfit, "another operator has it");
    let partial = ask(&author, "exportQuickAta2300", since(&english, "AZB")).await;
    assert_eq!(partial.fields(), unfit, "the other languages would be in neither");
    let formal = ask(&author, "exportApproveAta2300", since(&draft, "AZB")).await;
    assert_eq!(formal.fields(), unfit, "nobody approved a draft");
}

async fn a_removed_module_needs_a_complete_package(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = published(&app, &author, "exportQuickAta2300", json!({})).await;
    assert_eq!(approver.delete(&format!("/files/default{}?force=true", path())).await.status.as_u16(), 204);
    let since = json!({"reviseTypes": ["incremental"], "since": first["publication"]});
    let asked = ask(&author, "exportQuickAta2300", since).await;
    let job = ended(&app, &author, asked).await;
    assert_eq!(job["status"], "FAILED");
    let told = job["errorList"].to_string();
    assert!(told.contains("job.failed.publicationRemoved") && told.contains("28-21-01-00A-520A"), "{told}");
    let whole = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let files = unzipped(&download(&author, &whole, PLAIN).await);
    assert!(!files.iter().any(|(name, _)| name.contains("28-21-01-00A-520A")));
}

async fn archives_are_sent_as_they_are(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let address = format!("{API}/publications/{}/artifacts/{PLAIN}", id_of(&draft));
    let request = author.request(Method::GET, &address).header("accept-encoding", "gzip");
    let answer = author.send(request.body(Body::empty()).expect("a request")).await;
    assert_eq!((answer.header("content-encoding"), answer.header("content-type")), ("", "application/zip"));
    assert_eq!(answer.header("content-length"), answer.body.len().to_string());
}
