//! Publications that receivers check without a server.

use app::core::signing::VerifyingKey;
use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use app::offline::verify::{SignatureVerdict, VerifiedPublication, verify};
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use store::settings::SettingEdit;
use tempfile::TempDir;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use super::approvals::attach;
use super::{PLAIN, approve, download, given_operator, id_of, published};
use crate::imports::{import, read};
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_draft_and_its_signature_are_checked_without_the_server,
    an_approval_is_signed_again,
    a_letter_is_signed_when_it_is_attached,
    packages_of_a_database_called_letter_are_signed_like_all_others,
    administrators_are_told_that_the_key_is_another_one,
);

/// All files of a publication in a folder.
async fn received(client: &Client, outputs: &Value) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let open = client.get(&format!("/publications/{}", id_of(outputs))).await.ok();
    for artifact in open["artifacts"].as_array().expect("a list") {
        let name = artifact["fileName"].as_str().expect("a name");
        std::fs::write(folder.path().join(name), download(client, outputs, name).await).expect("writes");
    }
    folder
}

/// The key that everybody may read.
async fn published_key(app: &TestApp) -> VerifyingKey {
    let answer = app.anonymous().get("/publications/signingKey").await.ok();
    assert_eq!(answer["algorithm"], "Ed25519");
    let text = answer["publicKey"].as_str().expect("a key");
    let key = VerifyingKey::parse(text).expect("a key in base64");
    assert_eq!(VerifyingKey::parse(answer["pem"].as_str().expect("a file")), Some(key));
    key
}

fn checked(folder: &TempDir, key: &VerifyingKey) -> VerifiedPublication {
    verify(folder.path(), Some(key)).expect("a publication")
}

async fn a_draft_and_its_signature_are_checked_without_the_server(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let (folder, key) = (received(&author, &outputs).await, published_key(&app).await);
    let found = checked(&folder, &key);
    assert_eq!(found.signature, SignatureVerdict::Expected);
    assert!(found.is_whole(), "{:?}", found.files);
    assert_eq!(found.manifest.revision, "4.1");
    assert!(found.manifest.inputs.len() > 20, "every version that went in is named");
    let at = folder.path().join(PLAIN);
    let mut bytes = std::fs::read(&at).expect("the package");
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&at, bytes).expect("writes");
    assert!(!checked(&folder, &key).is_whole(), "one bit is other");
}

async fn an_approval_is_signed_again(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"approvalRequired": "yes"})).await;
    let before = download(&author, &waiting, "manifest.sig").await;
    approve(&app, &approver, &waiting).await;
    assert_ne!(download(&reader, &waiting, "manifest.sig").await, before);
    let found = checked(&received(&reader, &waiting).await, &published_key(&app).await);
    assert!(found.is_whole(), "{:?}", found.files);
    assert_eq!(found.manifest.approval.expect("an approval").reference, "EASA.1");
}

async fn a_letter_is_signed_when_it_is_attached(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = published(&app, &author, "exportApproveAta2300", json!({})).await;
    attach(&approver, &made, "draft.pdf", "before").await.ok();
    approve(&app, &approver, &made).await;
    attach(&approver, &made, "easa.pdf", "letter").await.ok();
    let (folder, key) = (received(&reader, &made).await, published_key(&app).await);
    let found = checked(&folder, &key);
    assert!(found.is_whole(), "{:?}", found.files);
    assert_eq!(found.manifest.letters.len(), 2, "the one from before the approval, too");
    assert!(found.manifest.approval.is_some() && found.manifest.operator == "AZB");
    std::fs::write(folder.path().join("letter-2-easa.pdf"), "forged").expect("writes");
    assert!(!checked(&folder, &key).is_whole());
}

async fn packages_of_a_database_called_letter_are_signed_like_all_others(app: TestApp) {
    given_operator(&app).await;
    let name = || "letter-NV240".to_owned();
    let csdb = NewCsdb { name: name(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &csdb).await.expect("a database");
    let manual = NewManual { csdb: name(), name: "MMEL".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
    let author = app.person(Role::Author).await;
    let mut given = read(&app, &author, &demo("amm")).await;
    (given["csdbName"], given["complete"]) = (json!(name()), json!("yes"));
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"csdbName": name()})).await;
    let package = outputs["fileName"].as_str().expect("a name");
    assert!(package.starts_with("letter-NV240-MMEL-"), "{package}");
    let (folder, key) = (received(&author, &outputs).await, published_key(&app).await);
    let found = checked(&folder, &key);
    assert!(found.is_whole() && found.manifest.artifacts.iter().any(|one| one.name == package), "{:?}", found.files);
    std::fs::write(folder.path().join(package), "forged").expect("writes");
    assert!(!checked(&folder, &key).is_listed_whole());
    let open = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok();
    assert!(open["artifacts"].as_array().expect("a list").iter().all(|one| one["isLetter"] == json!(false)), "{open}");
}

async fn administrators_are_told_that_the_key_is_another_one(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    published(&app, &author, "exportQuickAta2300", json!({})).await;
    let told = async || {
        let told = app.admin().await.get("/notifications").await.ok().to_string();
        told.matches("signed with another key than before").count()
    };
    assert_eq!(told().await, 0, "the first key");
    let mut tx = app.db.begin().await.expect("a transaction");
    let (_, version) = store::settings::find_signing_key(&mut tx).await.expect("a setting");
    let edit = SettingEdit { version, account: "", now: app.ctx.clock.now() };
    assert!(store::settings::update_signing_key(&mut tx, "an old key", edit).await.expect("a setting"));
    tx.commit().await.expect("it is written");
    for _ in 0..2 {
        published(&app, &author, "exportQuickAta2300", json!({})).await;
        assert_eq!(told().await, 1, "once");
    }
}
