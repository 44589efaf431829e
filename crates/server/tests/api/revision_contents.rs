//! Contents after OEM revisions: entries of modules that stay, and of both sides.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo};

use crate::editing::{check_in, edit};
use crate::revision_todos::{open, resolve};
use crate::revisions::{OURS, confirm, customise, decide, path, todos};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_customised_module_that_the_manufacturer_deletes_keeps_its_entry,
    an_entry_stays_when_its_section_is_dropped,
    an_entry_stays_in_a_publication_that_both_sides_changed,
    an_entry_stays_when_their_publication_is_taken,
    a_deletion_is_followed_with_the_entry,
    a_publication_that_is_checked_out_does_not_lose_an_entry,
    a_publication_that_names_a_module_which_stays_is_not_removed,
);

const REMOVE: &str = "systemCode=\"28\" subSystemCode=\"2\" subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" \
    disassyCodeVariant=\"A\" infoCode=\"520\"";
const INSTALL: &str = "systemCode=\"28\" subSystemCode=\"2\" subSubSystemCode=\"1\" assyCode=\"01\" \
    disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"720\"";

fn publication() -> String {
    format!("{BASE}/PMC-NV240-NVR01-AMM01-00_en-US.XML")
}

fn without_entry(text: &str, target: &str) -> String {
    let at = text.find(target).expect("an entry");
    let start = text[..at].rfind("<dmRef>").expect("a start");
    let end = at + text[at..].find("</dmRef>").expect("an end") + "</dmRef>".len();
    format!("{}{}", &text[..start], &text[end..])
}

/// The next revision of the demo, without the module, and with another publication.
fn without_module(change: impl Fn(String) -> String) -> PackageFiles {
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains("28-21-01-00A-520A"));
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.starts_with("PMC-")).expect("a publication");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("issueNumber=\"002\"", "issueNumber=\"003\"");
    *bytes = change(text).into_bytes();
    files
}

fn dropped() -> PackageFiles {
    without_module(|text| without_entry(&text, REMOVE))
}

async fn contents(client: &Client) -> String {
    client.get(&format!("/bytes/default{}", publication())).await.text()
}

/// How many entries the contents have for the module.
async fn entries(client: &Client) -> Value {
    let asked = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": "Booster pump - Remove"});
    client.post("/toc/getLeafNodeWithPage", asked).await.ok()["total"].clone()
}

/// The reason of each to-do, by the end of its path.
async fn reasons(client: &Client, revision: &str) -> Vec<(String, String)> {
    let listed = todos(client, revision, "").await;
    let items = listed["items"].as_array().expect("a list").clone();
    let word = |value: &Value| value.as_str().expect("a text").to_owned();
    let mut found: Vec<(String, String)> =
        items.iter().map(|todo| (word(&todo["code"]), word(&todo["reason"]))).collect();
    found.sort();
    found
}

async fn a_customised_module_that_the_manufacturer_deletes_keeps_its_entry(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    assert_eq!(entries(&reader).await, json!(1));
    let revision = delivered(&app, &dropped(), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["removed"], &done["kept"], &done["merged"]), (&json!("0"), &json!("1"), &json!("1")), "{done}");
    assert_eq!(entries(&reader).await, json!(1), "it is in the publication still");
    let text = contents(&reader).await;
    let (kept, next) = (text.find(REMOVE).expect("an entry"), text.find(INSTALL).expect("the next entry"));
    assert!(kept < next && text.find("Booster pump").expect("a section") < kept, "at its old place: {text}");
    assert!(text.contains("issueNumber=\"003\" inWork=\"01\""), "{text}");
    let told = [("DMC-NV240-A-28-21-01-00A-520A-A", "deletedByOem"), ("PMC-NV240-NVR01-AMM01-00", "merged")];
    assert_eq!(reasons(&reader, &revision).await, told.map(|(code, reason)| (code.to_owned(), reason.to_owned())));
    // It stays there with the next revision, too.
    let next = without_module(|text| {
        let text = text.replace("issueNumber=\"003\"", "issueNumber=\"004\"");
        without_entry(&text, REMOVE).replace("09 Towing", "09 Towing and taxiing")
    });
    let revision = delivered(&app, &next, "yes").await;
    confirm(&app, &revision).await;
    let text = contents(&reader).await;
    assert!(text.contains(REMOVE) && text.contains("09 Towing and taxiing"), "{text}");
    assert_eq!(entries(&reader).await, json!(1));
}

async fn an_entry_stays_when_its_section_is_dropped(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let files = without_module(|text| {
        let text = without_entry(&without_entry(&text, REMOVE), INSTALL);
        let title = text.find("<pmEntryTitle>Booster pump").expect("a section");
        let start = text[..title].rfind("<pmEntry>").expect("a start");
        let end = title + text[title..].find("</pmEntry>").expect("an end") + "</pmEntry>".len();
        format!("{}{}", &text[..start], &text[end..])
    });
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    let text = contents(&reader).await;
    let (fuel, section) = (text.find("28 Fuel").expect("a chapter"), text.find("Booster pump").expect("its section"));
    let (kept, next) = (text.find(REMOVE).expect("its entry"), text.find("29 Hydraulic").expect("the next chapter"));
    assert!(fuel < section && section < kept && kept < next, "{text}");
    assert!(!text.contains(INSTALL), "nobody customised it: {text}");
    assert_eq!(entries(&reader).await, json!(1));
}

async fn an_entry_stays_in_a_publication_that_both_sides_changed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = customise(&app, "Lower the pump by 30 mm", OURS).await;
    let (_, sha256) = edit(&author, &publication(), |text| text.replace("09 Towing", "09 Ground handling")).await;
    check_in(&author, &publication(), json!({"step": "inWork"}), &sha256).await.ok();
    let revision = delivered(&app, &dropped(), "yes").await;
    let done = confirm(&app, &revision).await;
    assert_eq!((&done["merged"], &done["conflicts"]), (&json!("1"), &json!("0")), "{done}");
    let text = contents(&reader).await;
    assert!(text.contains(REMOVE) && text.contains("09 Ground handling"), "{text}");
}

/// The to-do of the publication, which an author had checked out when the revision was confirmed.
async fn checked_out(app: &TestApp) -> (Client, String) {
    reader_of(app, "amm").await;
    let author = customise(app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(app, &dropped(), "yes").await;
    let (_, sha256) = edit(&author, &publication(), |text| text.replace("09 Towing", "09 Ground handling")).await;
    confirm(app, &revision).await;
    check_in(&author, &publication(), json!({"step": "inWork"}), &sha256).await.ok();
    let listed = todos(&author, &revision, "?reason=checkedOut").await;
    let id = listed["items"][0]["id"].as_str().expect("a to-do").to_owned();
    (author, format!("/revisions/{revision}/todos/{id}"))
}

async fn a_publication_that_is_checked_out_does_not_lose_an_entry(app: TestApp) {
    let (author, address) = checked_out(&app).await;
    let opened = open(&author, &address).await;
    let merged = opened["result"]["text"].as_str().expect("a text").to_owned();
    assert!(merged.contains(REMOVE) && merged.contains("09 Ground handling"), "{merged}");
    // A text without the entry would lose the module.
    let check = async |text: &str| {
        let told = author.post(&format!("{address}/check"), json!({"text": text})).await.ok();
        let problems = told["problems"].as_array().expect("a list").clone();
        problems.into_iter().filter(|one| one["code"] == "contents.entry_lost").count()
    };
    assert_eq!((check(&merged).await, check(&without_entry(&merged, REMOVE)).await), (0, 1));
    resolve(&author, &address, &opened, json!({"resolution": "text", "text": merged})).await.ok();
    assert_eq!(entries(&author).await, json!(1));
}

async fn an_entry_stays_when_their_publication_is_taken(app: TestApp) {
    let (author, address) = checked_out(&app).await;
    let opened = open(&author, &address).await;
    let done = resolve(&author, &address, &opened, json!({"resolution": "theirs"})).await.ok();
    assert_eq!(done["resolution"], "theirs");
    let text = contents(&author).await;
    assert!(text.contains(REMOVE) && text.contains("09 Towing"), "{text}");
    assert_eq!(entries(&author).await, json!(1));
}

async fn a_deletion_is_followed_with_the_entry(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = customise(&app, "Lower the pump by 30 mm", OURS).await;
    let revision = delivered(&app, &dropped(), "yes").await;
    confirm(&app, &revision).await;
    let todo = todos(&reader, &revision, "?reason=deletedByOem").await["items"][0].clone();
    let address = format!("/revisions/{revision}/todos/{}", todo["id"].as_str().expect("an id"));
    // The publication is another person's for the moment.
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let check_out = format!("/files/checkout/default{}", publication());
    second.ask(axum::http::Method::POST, &check_out, None).await.ok();
    let opened = open(&author, &address).await;
    let held = resolve(&author, &address, &opened, json!({"resolution": "removed"})).await;
    assert_eq!(held.problem(), "409 file.already_checked_out");
    assert_eq!(entries(&reader).await, json!(1), "nothing was changed");
    second.ask(axum::http::Method::POST, &format!("/files/cancelCheckout/default{}", publication()), None).await.ok();
    resolve(&author, &address, &opened, json!({"resolution": "removed"})).await.ok();
    assert_eq!(entries(&reader).await, json!(0));
    let text = contents(&reader).await;
    assert!(!text.contains(REMOVE) && text.contains(INSTALL), "{text}");
    assert_eq!(reader.get(&format!("/files/default{}", path())).await.problem(), "404 file.not_found");
}

async fn a_publication_that_names_a_module_which_stays_is_not_removed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let mut files = without_module(|text| {
        let text = without_entry(&text, REMOVE);
        text.replace("pmNumber=\"AMM01\"", "pmNumber=\"AMM02\"")
    });
    for (name, _) in &mut files {
        *name = name.replace("-AMM01-", "-AMM02-");
    }
    let revision = delivered(&app, &files, "yes").await;
    confirm(&app, &revision).await;
    let told = reasons(&reader, &revision).await;
    assert!(told.contains(&("PMC-NV240-NVR01-AMM01-00".to_owned(), "deletedByOem".to_owned())), "{told:?}");
    assert_eq!(entries(&reader).await, json!(1));
    decide(&app, "restoreAirline", &revision, json!({})).await;
    assert_eq!(entries(&reader).await, json!(1));
}
