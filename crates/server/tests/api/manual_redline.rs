//! The modules that differ between two states of a manual: /redline.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::redline::{MODULE, revised};
use crate::viewer::{BASE, delivered, lines, reader_of};

testkit::on_each_app!(
    a_manual_lists_its_changed_modules_and_what_was_viewed,
    a_removed_module_is_listed_at_its_place,
    further_pages_have_no_sections,
    changes_of_the_contents_are_listed_on_the_first_page,
    ticked_modules_do_not_move_the_next_page,
    changes_of_the_status_and_changes_without_marks_are_told_apart,
    a_module_with_a_replaced_picture_is_listed,
    a_tick_needs_two_versions_of_a_module,
    changes_are_filtered_for_an_aircraft_and_by_applicability,
    the_applicability_in_a_status_file_is_compared,
);

async fn a_manual_lists_its_changed_modules_and_what_was_viewed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised(), "yes").await;
    let list = format!("/redline/default{BASE}?left=working&right=oem");
    let told = reader.get(&list).await.ok();
    assert_eq!(told["counts"], json!({"new": 0, "changed": 1, "removed": 0, "pictures": 0, "viewed": 0}));
    let module = &told["page"]["items"][0];
    assert_eq!((&module["path"], &module["state"]), (&json!(format!("{BASE}/{MODULE}")), &json!("changed")));
    let sections = told["sections"].as_array().expect("a list");
    assert!(!sections.is_empty() && sections.iter().all(|section| section["count"] == 1), "{sections:?}");
    let tick = |viewed: bool| json!({"path": module["path"], "oldVersion": module["oldVersion"], "newVersion": module["newVersion"], "viewed": viewed});
    assert_eq!(reader.post("/redline/viewed", tick(true)).await.status, 204);
    assert_eq!(reader.post("/redline/viewed", tick(true)).await.status, 204);
    assert_eq!(reader.get(&list).await.ok()["counts"]["viewed"], json!(1));
    assert_eq!(reader.get(&format!("{list}&viewed=false")).await.ok()["page"]["total"], json!(0));
    assert_eq!(app.person(Role::Author).await.get(&list).await.ok()["counts"]["viewed"], json!(0), "each person's own");
    assert_eq!(reader.post("/redline/viewed", tick(false)).await.status, 204);
    assert_eq!(reader.get(&format!("{list}&viewed=true")).await.ok()["page"]["total"], json!(0));
    let export = reader.get(&list.replace("/redline/", "/redline/export/")).await;
    assert!(export.text().contains(MODULE) && export.text().contains("Changed"), "{}", export.text());
    assert_eq!(reader.get(&format!("{list}&state=none")).await.fields(), ["state: unknown_value"]);
    assert_eq!(reader.get(&list.replace("working", "17")).await.fields(), ["left: unknown_value"]);
}

/// The demo with two modules of a section in their next issue and without the one between them.
async fn shortened(app: &TestApp) {
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains("28-41-00-00A-412A"));
    for (name, bytes) in &mut files {
        if name.contains("28-40-00-00A-040A") || name.contains("28-41-00-00A-421A") {
            let text = String::from_utf8(bytes.clone()).expect("text");
            *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
        }
    }
    delivered(app, &files, "yes").await;
}

async fn a_removed_module_is_listed_at_its_place(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    shortened(&app).await;
    let list = format!("/redline/default{BASE}?left=working&right=oem");
    let path = |code: &str| format!("{BASE}/DMC-NV240-A-{code}_en-US.XML");
    let told = reader.get(&list).await.ok();
    let expected = [
        format!("{} changed", path("28-40-00-00A-040A-A")),
        format!("{} removed", path("28-41-00-00A-412A-A")),
        format!("{} changed", path("28-41-00-00A-421A-A")),
    ];
    assert_eq!(lines(&told["page"]["items"], &["path", "state"]), expected);
    let sections = lines(&told["sections"], &["title", "count"]);
    let fuel: Vec<&String> = sections.iter().filter(|line| line.contains("Fuel")).collect();
    assert!(fuel.len() == 1 && fuel[0].ends_with("Fuel 3"), "{sections:?}");
    let inner =
        told["sections"].as_array().and_then(|all| all.iter().find(|one| one["title"] == "Quantity indication"));
    let chosen = inner.map_or(Value::Null, |section| section["id"].clone());
    assert_eq!(reader.get(&format!("{list}&section={chosen}")).await.ok()["page"]["total"], json!(3));
    let removed = reader.get(&format!("{list}&state=removed")).await.ok();
    assert_eq!(removed["page"]["total"], json!(1));
    let counts = lines(&removed["sections"], &["title", "count"]);
    assert!(!counts.is_empty() && counts.iter().all(|line| line.ends_with(" 1")), "{removed}");
    // Turned round, the module is new and stands where it was.
    let back = reader.get(&format!("/redline/default{BASE}?left=oem&right=working")).await.ok();
    assert_eq!(lines(&back["page"]["items"], &["path", "state"])[1], format!("{} new", path("28-41-00-00A-412A-A")));
}

async fn further_pages_have_no_sections(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    shortened(&app).await;
    let first = reader.get(&format!("/redline/default{BASE}?left=working&right=oem&pageSize=2")).await.ok();
    let state = |side: usize| first["states"][side].as_str().expect("an id").to_owned();
    let (left, right) = (state(0), state(1));
    let next = format!("/redline/default{BASE}?left=revision:{left}&right=revision:{right}&pageSize=2&pageNumber=2");
    let second = reader.get(&next).await.ok();
    assert_eq!((&second["page"]["total"], &second["sections"]), (&json!(3), &json!([])));
    assert_eq!(second["page"]["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(second["states"], first["states"]);
}

async fn changes_of_the_contents_are_listed_on_the_first_page(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("PMC-")).expect("a publication");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("09 Towing", "09 Ground handling");
    *bytes = text.replace("issueNumber=\"002\"", "issueNumber=\"003\"").into_bytes();
    delivered(&app, &files, "yes").await;
    let list = format!("/redline/default{BASE}?left=working&right=oem");
    let contents = reader.get(&list).await.ok()["contents"].clone();
    let change = &contents["listed"][0];
    assert_eq!((&contents["count"], &change["kind"]), (&json!(1), &json!("renamed")), "{contents}");
    let has = |name: &str, words: &str| change[name].as_str().is_some_and(|title| title.contains(words));
    assert!(has("title", "Ground handling") && has("oldTitle", "Towing"), "{contents}");
    let none = json!({"count": 0, "listed": []});
    assert_eq!(reader.get(&format!("{list}&pageNumber=2")).await.ok()["contents"], none);
    assert_eq!(reader.get(&list.replace("left=working", "left=oem")).await.ok()["contents"], none);
}

async fn ticked_modules_do_not_move_the_next_page(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    shortened(&app).await;
    let list = format!("/redline/default{BASE}?left=working&right=oem&viewed=false&pageSize=1");
    let first = reader.get(&list).await.ok()["page"]["items"][0].clone();
    let mut tick = first.clone();
    tick.as_object_mut()
        .expect("an object")
        .retain(|name, _| ["path", "oldVersion", "newVersion"].contains(&name.as_str()));
    tick["viewed"] = json!(true);
    assert_eq!(reader.post("/redline/viewed", tick).await.status, 204);
    let next = reader.get(&format!("{list}&after={}", first["path"].as_str().expect("a path"))).await.ok();
    let second = format!("{BASE}/DMC-NV240-A-28-41-00-00A-412A-A_en-US.XML removed");
    assert_eq!(lines(&next["page"]["items"], &["path", "state"]), [second]);
    assert_eq!((&next["page"]["total"], &next["sections"]), (&json!(2), &json!([])));
    assert_eq!(reader.get(&format!("{list}&after=/NONE/MEL/DMC.XML")).await.fields(), ["after: unknown_value"]);
}

async fn changes_of_the_status_and_changes_without_marks_are_told_apart(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = revised();
    for (name, bytes) in &mut files {
        let text = String::from_utf8_lossy(bytes).into_owned();
        if name.contains("28-40-00-00A-040A") {
            *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
        } else if name.contains("29-10-00-00A-040A") {
            let marked = text.replacen("<para>", "<para changeMark=\"1\" changeType=\"modify\">", 1);
            *bytes = marked.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
        }
    }
    delivered(&app, &files, "yes").await;
    let told = async |filter: &str| {
        let list = reader.get(&format!("/redline/default{BASE}?left=working&right=oem&{filter}")).await.ok();
        lines(&list["page"]["items"], &["path"])
    };
    let path = |code: &str| format!("{BASE}/DMC-NV240-A-{code}_en-US.XML");
    let (silent, marked) = (path("28-40-00-00A-040A-A"), path("29-10-00-00A-040A-A"));
    let changed = format!("{BASE}/{MODULE}");
    assert_eq!(told("content=true").await, std::slice::from_ref(&changed));
    assert_eq!(told("content=false").await, [silent.clone(), marked.clone()]);
    assert_eq!(told("marked=true").await, [] as [String; 0], "a mark on nothing that changed marks no change");
    assert_eq!(told("marked=false").await, std::slice::from_ref(&changed), "which the OEM did not mark");
    assert_eq!(told("needlessMarks=true").await, [marked]);
    assert_eq!(told("needlessMarks=false").await, [silent, changed]);
}

/// The demo with another content of one picture.
async fn picture_replaced(app: &TestApp, title: &str) {
    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("ICN-NV240-A-282101")).expect("a picture");
    picture.1 =
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>{title}</title></svg>").into();
    delivered(app, &files, "yes").await;
}

async fn a_module_with_a_replaced_picture_is_listed(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    picture_replaced(&app, "second").await;
    let list = format!("/redline/default{BASE}?left=working&right=oem");
    let told = reader.get(&list).await.ok();
    assert_eq!(told["counts"], json!({"new": 0, "changed": 0, "removed": 0, "pictures": 1, "viewed": 0}));
    let module = &told["page"]["items"][0];
    assert_eq!((&module["path"], &module["state"]), (&json!(format!("{BASE}/{MODULE}")), &json!("unchanged")));
    assert_eq!(module["oldVersion"], module["newVersion"]);
    let pictures = module["pictures"].as_array().expect("a list").clone();
    assert_eq!(pictures.len(), 1);
    let tick = |pictures: &Value, viewed: bool| json!({"path": module["path"], "oldVersion": module["oldVersion"], "newVersion": module["newVersion"], "pictures": pictures, "viewed": viewed});
    assert_eq!(reader.post("/redline/viewed", tick(&json!(pictures), true)).await.status, 204);
    assert_eq!(reader.get(&list).await.ok()["counts"]["viewed"], json!(1));
    assert_eq!(reader.get(&format!("{list}&viewed=false")).await.ok()["page"]["total"], json!(0));
    // Another content of the picture is another change.
    picture_replaced(&app, "third").await;
    let again = reader.get(&list).await.ok();
    assert_eq!((&again["counts"]["pictures"], &again["counts"]["viewed"]), (&json!(1), &json!(0)));
    assert_eq!(reader.post("/redline/viewed", tick(&json!(pictures), false)).await.status, 204);
    let own = json!([{"oldVersion": module["oldVersion"], "newVersion": module["newVersion"]}]);
    assert_eq!(reader.post("/redline/viewed", tick(&own, true)).await.problem(), "404 file.not_found");
    let many = json!(vec![pictures[0].clone(); 501]);
    assert_eq!(reader.post("/redline/viewed", tick(&many, true)).await.fields(), ["pictures: too_many"]);
    assert_eq!(reader.get(&format!("{list}&state=unchanged")).await.ok()["page"]["total"], json!(1));
    let export = reader.get(&list.replace("/redline/", "/redline/export/")).await;
    assert!(export.text().contains("Only images"), "{}", export.text());
}

async fn a_tick_needs_two_versions_of_a_module(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let version = reader.get(&format!("/view/default{BASE}/{MODULE}")).await.ok()["file"]["versionId"].clone();
    let path = format!("{BASE}/{MODULE}");
    for body in [
        json!({"path": path, "viewed": true}),
        json!({"path": path, "oldVersion": version, "newVersion": version, "viewed": true}),
        json!({"path": "/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG", "newVersion": "1", "viewed": true}),
    ] {
        assert_eq!(reader.post("/redline/viewed", body).await.fields(), ["newVersion: unknown_value"]);
    }
}

async fn changes_are_filtered_for_an_aircraft_and_by_applicability(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1"},
        {"registration": "QZ-HAC", "serialNumber": "2003", "model": "NV240-2"},
    ]});
    app.admin().await.post("/config/operator", fleet).await.ok();
    let all = "<displayText>\n          <simplePara>All</simplePara>\n        </displayText>";
    let only = "<assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
        applicPropertyValues=\"NV240-2\"/>";
    let mut files = demo("amm");
    for (name, bytes) in &mut files {
        if name.contains("28-21-01-00A-520A") || name.contains("28-21-01-00A-720A") {
            let text = String::from_utf8(std::mem::take(bytes)).expect("text");
            let is_limited = name.contains("520A");
            let [old, new] = if is_limited { ["001", "002"] } else { ["002", "003"] };
            let number = |issue: &str| format!("<issueInfo issueNumber=\"{issue}\"");
            assert!(text.contains(&number(old)), "{text}");
            let text = text.replacen(&number(old), &number(new), 1);
            assert!(text.contains(all), "{text}");
            *bytes = if is_limited { text.replacen(all, &format!("{all}{only}"), 1) } else { text }.into_bytes();
        }
    }
    delivered(&app, &files, "yes").await;
    let listed = async |more: &str| {
        let told = reader.get(&format!("/redline/default{BASE}?left=working&right=oem{more}")).await.ok();
        lines(&told["page"]["items"], &["path"]).len()
    };
    assert_eq!((listed("").await, listed("&aircraft=QZ-HAC").await), (2, 2));
    assert_eq!(listed("&aircraft=QZ-HAA").await, 2, "it applied to this aircraft before the change");
    assert_eq!((listed("&applicability=true").await, listed("&applicability=false").await), (1, 1));
    let unknown = reader.get(&format!("/redline/default{BASE}?left=working&right=oem&aircraft=NONE")).await;
    assert_eq!(unknown.fields(), ["aircraft: unknown_value"]);
}

async fn the_applicability_in_a_status_file_is_compared(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    delivered(&app, &demo("mmel-r2"), "yes").await;
    let listed = async |is_changed: bool| {
        let query = format!("left=working&right=oem&pageSize=500&applicability={is_changed}");
        let told = reader.get(&format!("/redline/default{BASE}?{query}")).await.ok();
        lines(&told["page"]["items"], &["path"])
    };
    // The next revision changes its applicability alone, which its status file states.
    let path = format!("{BASE}/DMC-NV240-A-21-51-01-00A-180A-A_en-US.XML");
    let (changed, unchanged) = (listed(true).await, listed(false).await);
    assert!(changed.contains(&path), "{changed:?}");
    assert!(!unchanged.contains(&path) && !unchanged.is_empty(), "{unchanged:?}");
    let query = "left=working&right=oem&pageSize=500&content=false";
    let silent = lines(&reader.get(&format!("/redline/default{BASE}?{query}")).await.ok()["page"]["items"], &["path"]);
    assert!(!silent.contains(&path), "readers see it: {silent:?}");
}
