//! New modules and alternates, with what readers see afterwards.

use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::demo;

use crate::imports::given_manual;
use crate::limited::Limits;
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_module_from_a_template_is_read_searched_and_edited,
    a_module_is_created_for_everyone_who_may_read,
    a_code_that_exists_is_refused_with_its_place,
    a_code_in_a_revision_that_waits_is_refused,
    of_two_people_with_one_code_one_is_refused,
    a_copy_has_the_content_of_another_module,
    a_copy_of_a_module_with_a_status_file_has_both,
    a_new_mel_item_has_a_status_file_and_is_edited_with_its_form,
    a_customised_copy_names_its_source,
    a_manual_without_an_oem_grows_from_nothing,
    new_modules_have_the_issue_of_their_manual,
    a_manual_with_an_oem_waits_for_its_first_revision,
    wrong_values_are_refused,
    only_authors_of_the_manual_create_modules,
    the_choices_for_a_new_module_are_those_of_the_manual,
    the_next_free_code_is_offered,
    a_container_lists_and_loses_alternates,
    alternates_are_refused_for_what_they_are,
);

// As the specification writes them.
const CREATE: &str = "/dm/default/{name}";
const ALTERNATE: &str = "/dm/alternate/default{path}";

const NEW: &str = "DMC-NV240-A-29-11-09-00A-520A-A_en-US.XML";
const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";
const CONTAINER: &str = "DMC-NV240-A-26-21-01-00A-914A-A_en-US.XML";

fn address(name: &str) -> String {
    CREATE.replace("{name}", name)
}

fn at(name: &str) -> String {
    format!("{BASE}/{name}")
}

fn procedure() -> Value {
    json!({"manualPath": BASE, "techName": "Zephyr valve", "infoName": "Remove", "contentType": "proced"})
}

async fn create(client: &Client, name: &str, body: Value) -> TestResponse {
    client.post(&address(name), body).await
}

async fn text(client: &Client, name: &str) -> String {
    client.get(&format!("/bytes/default{}", at(name))).await.text()
}

async fn a_module_from_a_template_is_read_searched_and_edited(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let mut body = procedure();
    body["checkOut"] = json!(true);
    body["comment"] = json!("New valve");
    let made = create(&author, NEW, body).await;
    assert_eq!(made.status.as_u16(), 201, "{}", made.text());
    let made = made.json();
    assert_eq!((&made["path"], &made["status"]), (&json!(at(NEW)), &json!("Draft")));
    assert_eq!(
        (&made["issueNumber"], &made["inWork"], &made["issueType"]),
        (&json!("000"), &json!("01"), &json!("new"))
    );
    assert_eq!((&made["title"], &made["checkedOutBy"]), (&json!("Zephyr valve - Remove"), &json!("author")));
    assert_eq!((&made["contentType"], &made["origin"]), (&json!("proced"), &json!("airline")));
    let xml = text(&reader, NEW).await;
    assert!(xml.contains("assyCode=\"09\"") && xml.contains("<techName>Zephyr valve</techName>"), "{xml}");
    // The tables and rules of the manual are those of its new modules.
    assert!(xml.contains("<applicCrossRefTableRef>") && xml.contains("modelIdentCode=\"NV240\""), "{xml}");
    assert!(reader.get(&format!("/view/default{}", at(NEW))).await.ok()["html"].is_string());
    app.index().await;
    let found = reader.post("/files/fts/default", json!({"searchText": "zephyr"})).await.ok();
    assert_eq!(found["total"], json!(1), "{found}");
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!(held["items"][0]["path"], json!(at(NEW)));
    let (_, saved) =
        crate::editing::edit(&author, &at(NEW), |text| text.replace("<para></para>", "<para>Cut</para>")).await;
    let next = crate::editing::check_in(&author, &at(NEW), json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!((&next["issueNumber"], &next["inWork"]), (&json!("000"), &json!("02")));
    let log = app.admin().await.get("/audit?action=module.created").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(at(NEW))));
    let log = app.admin().await.get("/audit?action=file.checked_out").await.ok();
    assert_eq!((&log["total"], &log["items"][0]["subject"]), (&json!(1), &json!(at(NEW))));
}

async fn a_module_is_created_for_everyone_who_may_read(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let count = |list: Value| list["total"].as_u64().expect("a total");
    let before = count(reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}")).await.ok());
    let made = create(&author, NEW, procedure()).await.json();
    assert_eq!(made["checkedOutBy"], json!(null), "nobody asked for it");
    let list = reader.get(&format!("/dm/getUnRefDmListWithPage?manualPath={BASE}&keywordFilter=29-11-09")).await.ok();
    assert!(lines(&list["items"], &["path"]).contains(&at(NEW)), "{list}");
    let after = count(reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}")).await.ok());
    assert_eq!(after, before + 1);
    let versions = reader.get(&format!("/files/getVersions/default{}", at(NEW))).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(1));
}

async fn a_code_that_exists_is_refused_with_its_place(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let taken = create(&author, MODULE, procedure()).await;
    assert_eq!(taken.problem(), "409 module.code_taken");
    assert!(taken.text().contains(&at(MODULE)), "{}", taken.text());
    let lower = create(&author, &MODULE.to_lowercase().replace("en-us", "EN-us"), procedure()).await;
    assert_eq!(lower.problem(), "409 module.code_taken");
    create(&author, NEW, procedure()).await.ok();
    author.delete(&format!("/files/default{}", at(NEW))).await.ok();
    let deleted = create(&author, NEW, procedure()).await;
    assert_eq!(deleted.problem(), "409 module.code_in_trash");
    assert!(deleted.text().contains("author deleted it"), "{}", deleted.text());
    let item = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.post(&format!("/trash/{item}/restore"), json!({})).await.ok();
    assert_eq!(create(&author, NEW, procedure()).await.problem(), "409 module.code_taken");
}

async fn a_code_in_a_revision_that_waits_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let mut later = demo("amm");
    let (name, bytes) = later
        .iter()
        .find(|(name, _)| name.contains("29-11-00-00A-040A"))
        .or_else(|| later.iter().find(|(name, _)| name.contains("24-30-00-00A-040A")))
        .map(|(name, bytes)| (name.clone(), bytes.clone()))
        .expect("a module");
    let xml = String::from_utf8(bytes).expect("UTF-8");
    let xml = xml.replacen("assyCode=\"00\"", "assyCode=\"77\"", 1);
    let code = name.split('_').next().expect("a code");
    let parts: Vec<&str> = code.split('-').collect();
    let code = format!("{}-77-{}", parts[..5].join("-"), parts[6..].join("-"));
    later.push((format!("{code}_001-00_EN-US.XML"), xml.into_bytes()));
    delivered(&app, &later, "no").await;
    let refused = create(&author, &format!("{code}_en-US.XML"), procedure()).await;
    assert_eq!(refused.problem(), "409 module.code_in_revision");
    assert!(refused.text().contains("OEM revision 2"), "{}", refused.text());
}

async fn of_two_people_with_one_code_one_is_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let (one, other) = tokio::join!(create(&author, NEW, procedure()), create(&second, NEW, procedure()));
    let mut results =
        [one, other].map(|answer| if answer.status.is_success() { "made".to_owned() } else { answer.problem() });
    results.sort();
    assert_eq!(results, ["409 module.code_taken", "made"]);
}

async fn a_copy_has_the_content_of_another_module(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let body = json!({"manualPath": BASE, "techName": "Second pump", "infoName": "Remove", "copyOf": at(MODULE)});
    let made = create(&author, NEW, body).await.ok();
    assert_eq!((&made["issueNumber"], &made["inWork"]), (&json!("000"), &json!("01")));
    let (own, copy) = (text(&reader, MODULE).await, text(&reader, NEW).await);
    let content = |xml: &str| xml.split_once("<content").expect("content").1.to_owned();
    assert_eq!(content(&own), content(&copy));
    assert!(!copy.contains("sourceDmIdent"), "it is a module of its own");
    assert!(own.contains("<firstVerification") && !copy.contains("<firstVerification"), "nobody has verified it");
    assert!(copy.contains("<qualityAssurance><unverified/></qualityAssurance>"), "{copy}");
    let versions = reader.get(&format!("/files/getVersions/default{}", at(NEW))).await.ok();
    let source = reader.get(&format!("/files/default{}", at(MODULE))).await.ok();
    assert_eq!(versions[0]["basedOn"][0], source["versionId"]);
    let missing = json!({"manualPath": BASE, "techName": "A", "copyOf": at("DMC-NONE.XML")});
    assert_eq!(
        create(&author, "DMC-NV240-A-29-11-10-00A-520A-A_en-US.XML", missing).await.problem(),
        "404 file.not_found"
    );
}

async fn a_copy_of_a_module_with_a_status_file_has_both(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let list = reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&contentType=dispatchItem")).await.ok();
    let source = list["items"][0].clone();
    let body = json!({"manualPath": BASE, "techName": "New item", "copyOf": source["path"]});
    let name = "DMC-NV240-A-29-11-09-00A-180A-A_en-US.XML";
    let made = create(&author, name, body).await.ok();
    assert_eq!((&made["title"], &made["contentType"]), (&json!("New item"), &json!("dispatchItem")));
    assert_eq!(made["issueNumber"], json!(""), "it is versioned by date");
    assert!(made["issueDate"].as_str().is_some_and(|date| date.contains('T')), "{made}");
    // The status file goes with it, so that the next check-in has one to change.
    let (_, saved) = crate::editing::edit(&author, &at(name), |text| text.replace("New item", "Newer item")).await;
    app.wait(60);
    let next = crate::editing::check_in(&author, &at(name), json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!(next["title"], json!("Newer item"));
}

async fn a_new_mel_item_has_a_status_file_and_is_edited_with_its_form(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let name = "DMC-NV240-A-29-11-09-00A-180A-A_en-US.XML";
    let body = json!({"manualPath": BASE, "techName": "Hydraulic pump", "contentType": "dispatchItem"});
    let made = create(&author, name, body).await.ok();
    assert_eq!((&made["title"], &made["contentType"]), (&json!("Hydraulic pump"), &json!("dispatchItem")));
    assert!(made["issueDate"].as_str().is_some_and(|date| date.contains('T')), "{made}");
    let xml = text(&author, name).await;
    let address = format!("/drafts/dispatchItem/default{}?tab=a", at(name));
    author.ask(Method::POST, &format!("/files/checkout/default{}", at(name)), None).await.ok();
    author.ask(Method::POST, &format!("/drafts/default{}?tab=a", at(name)), None).await.ok();
    let form = author.post(&address, json!({"text": xml})).await.ok();
    assert_eq!(
        (&form["item"]["title"]["text"], form["item"]["lines"].as_array().map(Vec::len)),
        (&json!("Hydraulic pump"), Some(1))
    );
    // The status file is changed with the text.
    let (_, saved) = crate::editing::edit(&author, &at(name), |text| text.replace("pump", "pump 1")).await;
    app.wait(60);
    let next = crate::editing::check_in(&author, &at(name), json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!(next["title"], json!("Hydraulic pump 1"));
}

async fn a_customised_copy_names_its_source(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let name = MODULE.replace("DMC-", "DME-F0210-QZ1-");
    let body = json!({"manualPath": BASE, "techName": "Booster pump", "copyOf": at(MODULE)});
    let made = create(&author, &name, body).await.ok();
    assert_eq!(made["properties"]["extensionCode"], json!(["QZ1"]));
    assert_eq!(made["properties"]["source"], json!([MODULE.trim_end_matches(".XML")]));
    let xml = text(&reader, &name).await;
    assert!(xml.contains("<issueInfo issueNumber=\"001\" inWork=\"00\"/></sourceDmIdent>"), "{xml}");
}

async fn given_own_manual(app: &TestApp) -> Client {
    given_manual(app).await;
    let admin = app.admin().await;
    let manual =
        json!({"csdbName": ["NV240"], "manualName": ["OWN"], "manualType": ["SELF"], "modelIdentCode": ["NV240"]});
    admin.post("/csdb/manual", manual).await.ok();
    app.person(Role::Author).await
}

async fn a_manual_without_an_oem_grows_from_nothing(app: TestApp) {
    let author = given_own_manual(&app).await;
    let own = |name: &str| format!("/NV240/OWN/{name}");
    let publication = "PMC-NV240-F0210-00001-00_en-US.XML";
    let body = json!({"manualPath": "/NV240/OWN", "techName": "Own manual", "contentType": "pm"});
    author.post(&address(publication), body).await.ok();
    let outline = author.get(&format!("/toc/outline/default{}", own(publication))).await.ok();
    assert_eq!((&outline["entries"], &outline["isDraft"]), (&json!([]), &json!(false)));
    let body = json!({"manualPath": "/NV240/OWN", "techName": "First", "contentType": "descript",
        "section": {"publication": own(publication), "sha256": outline["sha256"]}});
    author.post(&address(NEW), body).await.ok();
    let outline = author.get(&format!("/toc/outline/default{}", own(publication))).await.ok();
    assert_eq!(lines(&outline["entries"], &["kind", "title"]), ["section ", "module First"]);
    assert_eq!(outline["isDraft"], json!(true), "it is checked out to the author");
    let top = author.get("/toc/getTopToc?manualPath=/NV240/OWN").await.ok();
    assert_eq!(top["nodes"][0]["childCount"], json!(0), "the entry is in the draft only");
    let draft = author.ask(Method::POST, &format!("/drafts/default{}?tab=a", own(publication)), None).await.ok();
    let said = json!({"step": "inWork", "sha256": draft["sha256"]});
    author.post(&format!("/files/checkin/default{}", own(publication)), said).await.ok();
    let top = author.get("/toc/getTopToc?manualPath=/NV240/OWN").await.ok();
    assert_eq!(top["nodes"][0]["childCount"], json!(1), "{top}");
    app.index().await;
    let found = author.post("/files/fts/default", json!({"searchText": "First"})).await.ok();
    assert_eq!(found["total"], json!(2), "the module, and the publication that names it: {found}");
}

async fn new_modules_have_the_issue_of_their_manual(app: TestApp) {
    let author = given_own_manual(&app).await;
    let own = |name: &str| format!("/NV240/OWN/{name}");
    let made = async |name: &str, mut body: Value| {
        body["manualPath"] = json!("/NV240/OWN");
        body["techName"] = json!("Own");
        create(&author, name, body).await.ok();
        author.get(&format!("/bytes/default{}", own(name))).await.text()
    };
    let first = made(NEW, json!({"contentType": "descript"})).await;
    assert!(first.contains("/S1000D_4-2/"), "nothing says otherwise: {first}");
    made("PMC-NV240-F0210-00001-00_en-US.XML", json!({"contentType": "pm", "issue": "4-1"})).await;
    let container = made(CONTAINER, json!({"contentType": "container", "alternates": [own(NEW)]})).await;
    assert!(container.contains("/S1000D_4-1/"), "{container}");
    let template = author.get("/dm/templates/text?manualPath=/NV240/OWN&contentType=proced").await.ok();
    assert!(template["text"].as_str().is_some_and(|text| text.contains("/S1000D_4-1/")), "{template}");
    // There are no business rules documents in issue 4.1.
    let body = json!({"manualPath": "/NV240/OWN", "techName": "Rules", "contentType": "brdoc"});
    let refused = create(&author, "DMC-NV240-A-00-00-00-00A-024A-A_en-US.XML", body).await;
    assert_eq!(refused.fields(), ["issue: unknown_value"]);
}

async fn a_manual_with_an_oem_waits_for_its_first_revision(app: TestApp) {
    given_manual(&app).await;
    let author = app.person(Role::Author).await;
    assert_eq!(create(&author, NEW, procedure()).await.problem(), "409 module.no_revision");
}

async fn wrong_values_are_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    for name in ["DMC-NV240.XML", "ICN-F0210-00001-001-01.CGM", "DMC-NV240-A-29-11-09-00A-520A-A.XML"] {
        let refused = create(&author, name, procedure()).await;
        assert_eq!(
            (refused.problem(), refused.fields()),
            ("400 request.invalid".to_owned(), vec!["name: unknown_value".to_owned()])
        );
    }
    let with = |field: &str, value: Value| {
        let mut body = procedure();
        body[field] = value;
        body
    };
    for (body, field) in [
        (with("techName", json!(" ")), "techName: required"),
        (with("contentType", json!("scocontent")), "contentType: unknown_value"),
        (with("contentType", json!("container")), "alternates: required"),
        (with("issue", json!("3-0")), "issue: unknown_value"),
        (with("copyOf", json!(at(MODULE))), "contentType: required"),
    ] {
        assert_eq!(create(&author, NEW, body).await.fields(), [field]);
    }
    assert_eq!(create(&author, NEW, with("manualPath", json!("/NV240/NONE"))).await.problem(), "404 manual.not_found");
}

async fn only_authors_of_the_manual_create_modules(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    assert_eq!(create(&reader, NEW, procedure()).await.problem(), "403 forbidden");
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    assert_eq!(create(&author, NEW, procedure()).await.problem(), "403 forbidden");
    // They are refused before the text is made.
    let missing = json!({"manualPath": BASE, "techName": "A", "copyOf": at("DMC-NONE.XML")});
    assert_eq!(create(&author, NEW, missing).await.problem(), "403 forbidden");
    assert_eq!(author.get(&format!("/dm/newModule?manualPath={BASE}")).await.problem(), "403 forbidden");
    let listed = json!({"alternate": at(MODULE)});
    let container = ALTERNATE.replace("{path}", &at(CONTAINER));
    assert_eq!(author.post(&container, listed).await.problem(), "403 forbidden");
    let publication = at("PMC-NV240-NVR01-AMM01-00_en-US.XML");
    assert_eq!(author.get(&format!("/toc/outline/default{publication}")).await.problem(), "403 forbidden");
}

async fn the_choices_for_a_new_module_are_those_of_the_manual(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let options = author.get(&format!("/dm/newModule?manualPath={BASE}")).await.ok();
    assert!(options["modelIdentCodes"].as_array().is_some_and(|codes| codes.contains(&json!("NV240"))), "{options}");
    assert_eq!((&options["systemDiffCodes"], &options["issue"]), (&json!(["A"]), &json!("4-2")));
    assert_eq!(options["publications"][0]["path"], json!(at("PMC-NV240-NVR01-AMM01-00_en-US.XML")));
    let subjects = lines(&options["subjects"], &["systemCode", "subSystemCode", "subSubSystemCode", "assyCode"]);
    assert!(subjects.contains(&"28 2 1 01".to_owned()), "{subjects:?}");
    let templates = lines(&options["templates"], &["contentType", "replaced"]);
    assert!(templates.contains(&"proced false".to_owned()) && templates.contains(&"pm false".to_owned()));
    let types = author.get("/csdb/dmTypes").await.ok();
    let type_of = |code: &str| {
        let found = types.as_array().expect("types").iter().find(|one| one["infoCode"] == json!(code));
        found.map(|one| one["contentType"].clone()).unwrap_or_default()
    };
    assert_eq!((type_of("520"), type_of("040")), (json!("proced"), json!("descript")));
}

async fn the_next_free_code_is_offered(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let offer = async |name: &str, step: &str| {
        author.get(&format!("/dm/nextCode?manualPath={BASE}&name={name}&step={step}")).await.ok()
    };
    assert_eq!(offer(NEW, "variant").await, json!({"taken": false, "name": NEW.trim_end_matches(".XML")}));
    let taken = offer(MODULE, "variant").await;
    assert_eq!(taken, json!({"taken": true, "name": "DMC-NV240-A-28-21-01-00A-520B-A_en-US"}));
    let assembly = offer(MODULE, "assembly").await;
    assert_eq!(assembly["name"], json!("DMC-NV240-A-28-21-02-00A-520A-A_en-US"));
    // A code in the trash is not free.
    create(&author, NEW, procedure()).await.ok();
    author.delete(&format!("/files/default{}", at(NEW))).await.ok();
    assert_eq!(offer(NEW, "variant").await["taken"], json!(true));
}

async fn a_container_lists_and_loses_alternates(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let call = ALTERNATE.replace("{path}", &at(CONTAINER));
    let contained = async || {
        let list = reader.get(&format!("/dm/getContentDmsByContainer?containerPath={}", at(CONTAINER))).await.ok();
        lines(&list, &["path"])
    };
    let before = contained().await;
    let made = author.post(&call, json!({"alternate": at(MODULE), "comment": "Third"})).await.ok();
    assert_eq!((&made["inWork"], &made["checkedOutBy"]), (&json!("01"), &json!(null)));
    assert_eq!(contained().await, [before.clone(), vec![at(MODULE)]].concat());
    assert_eq!(author.post(&call, json!({"alternate": at(MODULE)})).await.problem(), "409 alternate.listed");
    // The contents show the group with its new alternate.
    let found = json!({"manualPath": BASE, "keyword": "fire extinguisher", "anywhere": true, "includeLeaf": true});
    let nodes = author.post("/toc/getLeafNodeWithPage", found).await.ok();
    assert!(lines(&nodes["items"], &["type", "childCount"]).contains(&"toc_group 3".to_owned()), "{nodes}");
    author.delete(&format!("{call}?alternate={}", at(MODULE))).await.ok();
    assert_eq!(contained().await, before);
    assert_eq!(author.delete(&format!("{call}?alternate={}", at(MODULE))).await.problem(), "404 alternate.not_found");
    author.delete(&format!("{call}?alternate={}", before[0])).await.ok();
    assert_eq!(author.delete(&format!("{call}?alternate={}", before[1])).await.problem(), "409 alternate.last");
}

async fn alternates_are_refused_for_what_they_are(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let call = |name: &str| ALTERNATE.replace("{path}", &at(name));
    let listed = json!({"alternate": at(MODULE)});
    assert_eq!(author.post(&call(MODULE), listed.clone()).await.problem(), "409 alternate.no_container");
    let missing = json!({"alternate": at("DMC-NV240-A-99-11-09-00A-520A-A_en-US.XML")});
    assert_eq!(author.post(&call(CONTAINER), missing).await.problem(), "404 file.not_found");
    second.ask(Method::POST, &format!("/dm/checkout/default{}", at(CONTAINER)), None).await.ok();
    assert_eq!(author.post(&call(CONTAINER), listed).await.problem(), "409 file.already_checked_out");
    // A container is made of its first alternate.
    let name = "DMC-NV240-A-28-21-01-00A-914A-A_en-US.XML";
    let body = json!({"manualPath": BASE, "techName": "Pump", "contentType": "container", "alternates": [at(MODULE)]});
    let made = create(&author, name, body).await.ok();
    assert_eq!((&made["kind"], &made["contentType"]), (&json!("container"), &json!("container")));
    let list = author.get(&format!("/dm/getContentDmsByContainer?containerPath={}", at(name))).await.ok();
    assert_eq!(lines(&list, &["path"]), [at(MODULE)]);
}
