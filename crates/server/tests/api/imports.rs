//! Imports: from an uploaded package to a readable revision.

use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::named;
use testkit::client::{Client, TestResponse};
use testkit::dump;
use testkit::packages::{PackageFiles, demo, pre_import, send, zipped};

testkit::on_each_app!(
    a_package_becomes_a_manual,
    a_later_revision_waits_and_keeps_the_working_lane,
    a_complete_delivery_in_one_language_keeps_the_other,
    a_new_language_waits_when_another_revision_is_waiting,
    importing_twice_adds_nothing,
    a_package_in_the_library_stays_there_when_it_is_checked_again,
    the_same_issue_with_other_content_is_a_finding,
    invalid_imports_are_refused,
    a_manual_takes_one_import_at_a_time,
    a_cancelled_import_leaves_nothing_behind,
    an_import_is_cancelled_while_it_runs,
    the_languages_of_an_import_stay_with_the_manual,
    a_package_is_imported_by_the_path_of_its_upload,
    no_reader_sees_a_partial_revision,
    the_manual_that_a_package_continues_is_proposed,
    a_package_is_checked_against_the_named_manual,
    a_report_names_the_compared_manual_and_a_second_check_the_imported_one,
    a_package_is_checked_as_complete_or_incremental,
    an_archive_without_objects_is_never_imported,
    an_illustration_too_large_to_buffer_is_stored_completely,
);

/// A database `NV240` with a manual `MMEL`.
pub(crate) async fn given_manual(app: &TestApp) {
    let csdb = NewCsdb { name: "NV240".to_owned(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &csdb).await.expect("a database");
    let manual = NewManual { csdb: "NV240".to_owned(), name: "MMEL".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
}

/// Uploads and reads a package; returns the values for the import dialog.
pub(crate) async fn read(app: &TestApp, client: &Client, files: &PackageFiles) -> Value {
    let mut given = read_zip(app, client, "nv240.zip", zipped(files)).await;
    given["translationLanguages"] = json!(["zh-CN"]);
    given
}

/// The same for a ZIP file.
pub(crate) async fn read_zip(app: &TestApp, client: &Client, name: &str, zip: Vec<u8>) -> Value {
    let upload = send(client, name, zip).await;
    let job = pre_import(client, &upload).await;
    app.run_jobs().await;
    let job = client.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok();
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let mut given = job["outputMap"].clone();
    given["csdbName"] = json!("NV240");
    given["manualName"] = json!("MMEL");
    given
}

pub(crate) async fn ask(client: &Client, given: &Value) -> TestResponse {
    client.post("/jobs", json!({"jobName": "universalImport", "parameterMap": given})).await
}

/// Imports a package that was read; returns the ended job.
pub(crate) async fn import(app: &TestApp, client: &Client, given: &Value) -> Value {
    let job = ask(client, given).await.ok();
    app.run_jobs().await;
    client.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok()
}

async fn dumped(app: &TestApp) -> String {
    dump::of_manual(&app.db, "NV240", "MMEL").await
}

fn lines<'a>(dump: &'a str, beginning: &str) -> Vec<&'a str> {
    dump.lines().filter(|line| line.starts_with(beginning)).collect()
}

/// The part of a dump that is about one revision.
fn revision(dump: &str, number: u32) -> String {
    let parts: Vec<&str> = dump.split("\nrevision ").collect();
    let part = parts.iter().find(|part| part.starts_with(&format!("{number} ")));
    (*part.unwrap_or_else(|| panic!("no revision {number}: {}", &dump[..500]))).to_owned()
}

async fn a_package_becomes_a_manual(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    let job = import(&app, &author, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!((&job["kind"], &job["folder"]), (&json!("zipImport"), &json!("/NV240/MMEL")));
    let steps: Vec<&str> =
        job["stepProgressList"].as_array().expect("steps").iter().filter_map(|step| step["name"].as_str()).collect();
    assert_eq!(steps, ["unpack", "inspect", "store", "contents", "publish"]);
    assert_eq!(job["progress"], 100);
    let outputs = &job["outputMap"];
    for name in ["manualId", "csdbId", "csdb", "manual", "languageIsoCode", "issueDate", "issueNumber", "customer"] {
        assert!(outputs[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {outputs}");
    }
    assert_eq!(
        (&outputs["revision"], &outputs["csdbName"], &outputs["manualName"]),
        (&json!("1"), &json!("NV240"), &json!("MMEL"))
    );

    let dump = dumped(&app).await;
    assert_eq!(
        lines(&dump, "lane"),
        ["lane oem Some(1)", "lane working Some(1)", "lane frozen None", "lane released None"]
    );
    assert!(dump.contains("issue 001 of 2026-03-02T00:00:00Z in en-US complete decision Some(\"confirmed\") with 125 objects, 118 modules"), "{}", lines(&dump, "revision")[0]);
    let objects = lines(&dump, "object");
    let of_kind = |kind: &str| objects.iter().filter(|line| line.split(' ').nth(2) == Some(kind)).count();
    assert_eq!((of_kind("pm"), of_kind("icn"), of_kind("container"), of_kind("act")), (1, 6, 1, 1));
    assert!(objects.iter().filter(|line| line.contains(" icn ")).all(|line| line.contains("/NV240/MULTIMEDIA/ICN-")));
    assert!(!dump.contains("finding "), "{:?}", lines(&dump, "finding"));
    assert_eq!(lines(&dump, "package"), ["package nv240.zip imported FindingCounts { block: 0, warn: 0, info: 0 }"]);

    let places: Vec<&str> = dump
        .lines()
        .filter(|line| ["toc", "toc_group", "html"].contains(&line.trim_start().split(' ').nth(1).unwrap_or_default()))
        .collect();
    let of_type = |word: &str| places.iter().filter(|line| line.trim_start().split(' ').nth(1) == Some(word)).count();
    assert_eq!((of_type("toc"), of_type("toc_group"), of_type("html")), (1 + 7 + 53, 1, 110 + 3), "every entry once");
    assert!(places.iter().all(|line| !line.contains(" None 0 None") || line.contains(" toc ")), "nothing dangles");
    let group = places.iter().find(|line| line.contains(" toc_group ")).expect("a container");
    assert!(group.contains("'28-41-01 "), "{group}");
    assert!(
        places[0].contains("' NV240 Master Minimum Equipment List' PMC-NV240-NVR01-MMEL0-00_en-US"),
        "{}",
        places[0]
    );

    let told = author.get("/notifications?pageNumber=1&pageSize=10").await.ok();
    let texts: Vec<&str> =
        told["items"].as_array().expect("messages").iter().filter_map(|one| one["text"].as_str()).collect();
    assert!(texts.contains(&"Package import complete: /NV240/MMEL"), "{texts:?}");
    let top = author.get("/toc/getTopToc?manualPath=/NV240/MMEL").await.ok();
    assert!(top.to_string().contains("NV240 Master Minimum Equipment List"), "{top}");
    let path = format!("/packages/{}", outputs["packageId"].as_str().expect("an id"));
    let package = author.get(&path).await.ok();
    assert_eq!(
        (&package["state"], &package["importJobId"], &package["manualName"]),
        (&json!("imported"), &job["id"], &json!("MMEL"))
    );
}

async fn a_later_revision_waits_and_keeps_the_working_lane(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for (package, revision) in [("mmel-r1", "1"), ("mmel-r2", "2")] {
        let given = read(&app, &author, &demo(package)).await;
        let job = import(&app, &author, &given).await;
        assert_eq!((&job["status"], &job["outputMap"]["revision"]), (&json!("COMPLETED"), &json!(revision)), "{job}");
    }
    let dump = dumped(&app).await;
    assert_eq!(lines(&dump, "lane")[..2], ["lane oem Some(2)", "lane working Some(1)"]);
    let (first, second) = (revision(&dump, 1), revision(&dump, 2));
    assert!(second.contains("decision Some(\"waiting\") with 129 objects, 122 modules"), "{}", &second[..200]);
    let deleted: Vec<_> =
        second.lines().filter(|line| line.starts_with("object") && line.contains(" deleted")).collect();
    assert!(
        matches!(deleted.as_slice(), [one] if one.contains("31-12-01") && one.contains("Obsolete unreferenced") || one.contains("Obsolete deleted")),
        "{deleted:?}"
    );
    let objects =
        |part: &str| part.lines().filter(|line| line.starts_with("object")).map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (objects(&first), objects(&second));
    assert!(old.iter().filter(|line| new.contains(line)).count() >= 101, "what did not change is the same version");
}

async fn a_complete_delivery_in_one_language_keeps_the_other(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for package in ["mmel-r1", "mmel-zh", "mmel-r2"] {
        let given = read(&app, &author, &demo(package)).await;
        assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED", "{package}");
    }
    let dump = dumped(&app).await;
    let chinese = |number| {
        let part = revision(&dump, number);
        part.lines().filter(|line| line.starts_with("object") && line.contains("_zh-CN.XML")).count()
    };
    assert_eq!((chinese(1), chinese(2), chinese(3)), (0, 32, 32));
    // A new language changes no existing work, so it is adopted at once; changed English waits.
    assert_eq!(lines(&dump, "lane")[..2], ["lane oem Some(3)", "lane working Some(2)"]);
    let revisions = author.get("/revisions?manualPath=/NV240/MMEL").await.ok();
    let states: Vec<&str> =
        revisions.as_array().expect("a list").iter().filter_map(|one| one["state"].as_str()).collect();
    assert_eq!(states, ["waiting", "confirmed", "confirmed"]);
    let waiting = author.get("/revisions/waiting").await.ok();
    let named = ["manualName", "packageName"].map(|name| waiting["items"][0][name].as_str().unwrap_or_default());
    assert_eq!((waiting["total"].as_u64(), named), (Some(1), ["MMEL", "nv240.zip"]));
    let (second, third) = (revision(&dump, 2), revision(&dump, 3));
    assert!(
        second.contains("in zh-CN incremental") && second.contains("with 160 objects, 149 modules"),
        "{}",
        &second[..200]
    );
    assert!(
        third.contains("in en-US complete") && third.contains("with 164 objects, 153 modules"),
        "{}",
        &third[..200]
    );
    for part in [&second, &third] {
        let tops = part.lines().filter(|line| line.starts_with(" 0 toc ") || line.starts_with(" 1 toc ")).count();
        assert_eq!(tops, 2, "contents in both languages");
    }
}

async fn a_new_language_waits_when_another_revision_is_waiting(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    for package in ["mmel-r1", "mmel-r2", "mmel-zh"] {
        let given = read(&app, &author, &demo(package)).await;
        assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED", "{package}");
    }
    assert_eq!(lines(&dumped(&app).await, "lane")[..2], ["lane oem Some(3)", "lane working Some(1)"]);
    let manuals = author.get("/csdb/manual?csdbName=NV240").await.ok();
    let manual = &manuals[0];
    assert_eq!((&manual["newerRevisionWaits"], &manual["lanes"]["working"]["number"]), (&json!(true), &json!(1)));
}

async fn importing_twice_adds_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let first = revision(&dumped(&app).await, 1);
    let job = import(&app, &author, &given).await;
    assert_eq!((&job["status"], &job["outputMap"]["revision"]), (&json!("COMPLETED"), &json!("2")), "{job}");
    let second = revision(&dumped(&app).await, 2);
    let body = |part: &str| part.split_once('\n').expect("lines").1.trim_end().to_owned();
    assert_eq!(body(&first), body(&second));
}

async fn a_package_in_the_library_stays_there_when_it_is_checked_again(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let path = format!("/packages/{}", given["packageId"].as_str().expect("an id"));
    let before = author.get(&path).await.ok();
    let again = pre_import(&author, &before).await;
    app.run_jobs().await;
    let after = author.get(&path).await.ok();
    assert_eq!((&after["state"], &after["manualName"]), (&json!("imported"), &json!("MMEL")));
    assert_eq!(after["preImportJobId"], again["id"], "it was checked again");
}

async fn the_same_issue_with_other_content_is_a_finding(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let mut files = demo("amm");
    let given = read(&app, &author, &files).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let changed = files.iter_mut().find(|(name, _)| name.contains("-040A-A_")).expect("a description");
    changed.1.extend_from_slice(b"<!-- again -->");
    let name = changed.0.clone();
    let given = read(&app, &author, &files).await;
    let job = import(&app, &author, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let path = format!("/packages/{}/findings?code=1013", given["packageId"].as_str().expect("an id"));
    let found = author.get(&path).await.ok();
    let [one] = found["items"].as_array().expect("items").as_slice() else { panic!("one finding: {found}") };
    assert_eq!(
        (&one["rule"], &one["severity"], &one["file"]),
        (&json!("object.changed_same_issue"), &json!("warn"), &json!(name))
    );
}

async fn a_package_is_imported_by_the_path_of_its_upload(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let upload = send(&author, "nv240.zip", zipped(&demo("mmel-zh"))).await;
    pre_import(&author, &upload).await;
    app.run_jobs().await;
    let given = json!({"importPackage": upload["path"], "csdbName": "NV240", "manualName": "MMEL"});
    let job = import(&app, &author, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!((&job["packageId"], &job["outputMap"]["packageId"]), (&upload["packageId"], &upload["packageId"]));

    for (path, fields) in [
        (json!("/uploads/none/a.zip"), ["parameterMap.importPackage: unknown_value"]),
        (json!("/etc/passwd"), ["parameterMap.importPackage: unknown_value"]),
        (json!(""), ["parameterMap.importPackage: required"]),
    ] {
        let given = json!({"importPackage": path, "csdbName": "NV240", "manualName": "MMEL"});
        assert_eq!(ask(&author, &given).await.fields(), fields, "{path}");
    }
}

async fn invalid_imports_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-zh")).await;
    let with = |name: &str, value: Value| {
        let mut given = given.clone();
        given[name] = value;
        given
    };
    let reader = app.person(Role::Reader).await;
    assert_eq!(ask(&reader, &given).await.problem(), "403 forbidden");
    for (wrong, problem) in [
        (with("manualName", json!("NONE")), "404 manual.not_found"),
        (with("csdbName", json!("NONE")), "404 manual.not_found"),
        (with("manualName", json!("")), "400 request.invalid"),
        (with("packageId", json!("")), "400 request.invalid"),
        (with("packageId", json!("none")), "404 package.not_found"),
        (with("complete", json!("perhaps")), "400 request.invalid"),
    ] {
        assert_eq!(ask(&author, &wrong).await.problem(), problem, "{wrong}");
    }
    let unread = send(&author, "unread.zip", zipped(&demo("mmel-zh"))).await;
    assert_eq!(ask(&author, &with("packageId", unread["packageId"].clone())).await.problem(), "409 import.blocked");
    let broken = send(&author, "broken.zip", b"no archive".to_vec()).await;
    pre_import(&author, &broken).await;
    app.run_jobs().await;
    assert_eq!(ask(&author, &with("packageId", broken["packageId"].clone())).await.problem(), "409 import.blocked");
}

async fn a_manual_takes_one_import_at_a_time(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let first = read(&app, &author, &demo("mmel-zh")).await;
    let mut second = read(&app, &author, &demo("mmel-zh")).await;
    ask(&author, &first).await.ok();
    assert_eq!(ask(&author, &second).await.problem(), "409 import.running");
    second["manualName"] = json!("mmel");
    second["csdbName"] = json!("nv240");
    assert_eq!(ask(&author, &second).await.problem(), "409 import.running", "whatever the case");
    app.run_jobs().await;
    assert_eq!(import(&app, &author, &second).await["status"], "COMPLETED");
}

async fn a_cancelled_import_leaves_nothing_behind(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-zh")).await;
    let job = ask(&author, &given).await.ok();
    let path = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    author.post(&format!("{path}/cancel"), json!({})).await.ok();
    app.run_jobs().await;
    let ended = author.get(&path).await.ok();
    assert_eq!((&ended["status"], &ended["errorList"][0]["messageKey"]), (&json!("FAILED"), &json!("job.cancelled")));
    assert!(!dumped(&app).await.contains("revision"));
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED", "it can be imported later");
}

/// A revision of the manual is being built.
async fn is_building(app: &TestApp) -> bool {
    app.db.count("snapshot WHERE state = 'building'").await > 0
}

async fn an_import_is_cancelled_while_it_runs(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let before = dumped(&app).await;
    let given = read(&app, &author, &demo("mmel-r2")).await;
    let job = ask(&author, &given).await.ok();
    let path = format!("/jobs/{}", job["id"].as_str().expect("an id"));
    let working = tokio::spawn({
        let ctx = app.ctx.clone();
        async move { app::jobs::drain(&ctx).await }
    });
    while !is_building(&app).await {
        tokio::task::yield_now().await;
    }
    let asked = author.post(&format!("{path}/cancel"), json!({})).await.ok();
    assert_eq!((&asked["status"], &asked["cancelRequested"]), (&json!("RUNNING"), &json!(true)));
    working.await.expect("it ends").expect("the job was taken");

    let ended = author.get(&path).await.ok();
    assert_eq!((&ended["status"], &ended["errorList"][0]["messageKey"]), (&json!("FAILED"), &json!("job.cancelled")));
    assert_eq!(dumped(&app).await, before, "nothing of it is visible");
    assert!(!is_building(&app).await);
    let package = format!("/packages/{}", given["packageId"].as_str().expect("an id"));
    assert_eq!(author.get(&package).await.ok()["state"], "ready", "it is what it was");
    let again = import(&app, &author, &given).await;
    assert_eq!((&again["status"], &again["outputMap"]["revision"]), (&json!("COMPLETED"), &json!("2")));
    assert_eq!(author.get(&package).await.ok()["state"], "imported");
}

async fn the_languages_of_an_import_stay_with_the_manual(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let mut given = read(&app, &author, &demo("mmel-zh")).await;
    for (said, kept) in [
        (json!(["zh-CN", "zh-CN"]), json!(["zh-CN"])),
        (json!(["fr-fr"]), json!(["zh-CN", "fr-FR"])),
        (json!([]), json!(["zh-CN", "fr-FR"])),
    ] {
        given["translationLanguages"] = said;
        let job = import(&app, &author, &given).await;
        let languages: Vec<&str> = kept.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(job["outputMap"]["translationLanguages"], languages.join(","), "{job}");
        let manuals = author.get("/csdb/manual?csdbName=NV240").await.ok();
        assert_eq!(manuals[0]["attributeMap"]["translationLanguages"], kept);
    }
    for odd in [json!(["Chinese"]), json!("zh_CN"), json!(["zh-CN", "x"])] {
        given["translationLanguages"] = odd;
        assert_eq!(ask(&author, &given).await.fields(), ["parameterMap.translationLanguages: unknown_value"]);
    }
}

async fn no_reader_sees_a_partial_revision(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    ask(&author, &given).await.ok();
    let importing = app.run_jobs();
    tokio::pin!(importing);
    let mut seen = Vec::new();
    loop {
        tokio::select! {
            _ = &mut importing => break,
            dump = dumped(&app) => seen.push(dump),
        }
    }
    let whole = dumped(&app).await;
    let empty = "manual /NV240/MMEL\nlane oem None\nlane working None\nlane frozen None\nlane released None\n";
    assert!(seen.len() > 2, "it was looked at while it grew");
    assert!(seen.iter().all(|dump| dump == empty || *dump == whole));
}

async fn an_illustration_too_large_to_buffer_is_stored_completely(app: TestApp) {
    const PICTURE: &str = "ICN/ICN-NVR01-MMEL00005-001-01.PNG";
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let mut files = demo("mmel-r1");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name == PICTURE).expect("a picture");
    // Pixels that compress well, but not so well that they look like a ZIP bomb.
    let mut state = 1_u32;
    bytes.extend((0..33 << 20).map(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 30).to_le_bytes()[0]
    }));
    let bytes = bytes.clone();
    let given = read(&app, &author, &files).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let path = PICTURE.replace("ICN/", "/files/default/NV240/MULTIMEDIA/");
    assert_eq!(author.get(&path).await.ok()["size"], bytes.len());
    let kept = app.blobs().read(&named(&bytes)).await.expect("it can be read").expect("it is kept");
    assert!(kept == bytes);
}

/// The proposal of the import dialog before the user chooses.
async fn proposed(app: &TestApp, client: &Client, files: &PackageFiles) -> [Value; 2] {
    let upload = send(client, "proposed.zip", zipped(files)).await;
    let job = pre_import(client, &upload).await;
    app.run_jobs().await;
    let outputs = client.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok()["outputMap"].take();
    ["csdbName", "manualName"].map(|name| outputs[name].clone())
}

async fn the_manual_that_a_package_continues_is_proposed(app: TestApp) {
    let author = app.person(Role::Author).await;
    author.post("/csdb", json!({"csdbName": "FLEET"})).await.ok();
    for manual in ["HANGAR", "LINE"] {
        author.post("/csdb/manual", json!({"csdbName": "FLEET", "manualName": manual})).await.ok();
    }
    assert_eq!(proposed(&app, &author, &demo("amm")).await, [Value::Null, Value::Null]);
    let mut given = read(&app, &author, &demo("amm")).await;
    (given["csdbName"], given["manualName"]) = (json!("FLEET"), json!("LINE"));
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    assert_eq!(proposed(&app, &author, &demo("amm")).await, [json!("FLEET"), json!("LINE")]);
    let mut other = demo("mmel-r1");
    other.extend(demo("amm").into_iter().filter(|(name, _)| name.contains("24-30-00-00A-040A")));
    assert_eq!(proposed(&app, &author, &other).await, [Value::Null, Value::Null], "one module in common is no manual");
}

/// Checks a package for a manual of `FLEET`; returns the dialog's values, and the number of objects with the same issue
/// but other content in the manual.
async fn checked_for(app: &TestApp, client: &Client, files: &PackageFiles, manual: &str) -> [Value; 3] {
    let upload = send(client, "checked.zip", zipped(files)).await;
    let parameters = json!({"importPackage": upload["path"], "csdbName": "fleet", "manualName": manual});
    let request = json!({"jobName": "universalPreImport", "parameterMap": parameters});
    let job = client.post("/jobs", request).await.ok();
    app.run_jobs().await;
    let outputs = client.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok()["outputMap"].take();
    let path = format!("/packages/{}/findings?code=1013", upload["packageId"].as_str().expect("an id"));
    let found = client.get(&path).await.ok()["total"].take();
    [outputs["csdbName"].clone(), outputs["manualName"].clone(), found]
}

async fn a_package_is_checked_against_the_named_manual(app: TestApp) {
    let author = app.person(Role::Author).await;
    author.post("/csdb", json!({"csdbName": "FLEET"})).await.ok();
    for manual in ["HANGAR", "LINE"] {
        author.post("/csdb/manual", json!({"csdbName": "FLEET", "manualName": manual})).await.ok();
    }
    let mut given = read(&app, &author, &demo("amm")).await;
    (given["csdbName"], given["manualName"]) = (json!("FLEET"), json!("LINE"));
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let mut files = demo("amm");
    let changed = files.iter_mut().find(|(name, _)| name.contains("-040A-A_")).expect("a description");
    changed.1.extend_from_slice(b"<!-- again -->");
    let told = async |manual: &str| checked_for(&app, &author, &files, manual).await;
    assert_eq!(told("LINE").await, [json!("FLEET"), json!("LINE"), json!(1)]);
    assert_eq!(told("hangar").await, [json!("FLEET"), json!("HANGAR"), json!(0)], "it holds nothing yet");
    assert_eq!(told("NONE").await, [json!("FLEET"), Value::Null, json!(0)], "and no other is guessed");
}

async fn a_report_names_the_compared_manual_and_a_second_check_the_imported_one(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    author.post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OTHER"})).await.ok();
    let mut given = read(&app, &author, &demo("mmel-r1")).await;
    let path = format!("/packages/{}", given["packageId"].as_str().expect("an id"));
    let against = async || author.get(&path).await.ok()["summary"]["checkedAgainst"].clone();
    assert_eq!((against().await, &given["importedInto"]), (json!("/NV240/MMEL"), &Value::Null));
    given["manualName"] = json!("OTHER");
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    assert_eq!(against().await, "/NV240/OTHER", "checked again with the import");

    let checked_again = async || {
        let job = pre_import(&author, &json!({"path": author.get(&path).await.ok()["path"]})).await;
        app.run_jobs().await;
        let job = author.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok();
        assert_eq!(job["status"], "COMPLETED");
        [job["outputMap"]["importedInto"].clone(), author.get(&path).await.ok()["state"].clone()]
    };
    assert_eq!(checked_again().await, [json!("/NV240/OTHER"), json!("imported")]);
    author.delete("/csdb/manual?csdbName=NV240&manualName=OTHER").await.ok();
    assert_eq!(checked_again().await, [Value::Null, json!("ready")], "the manual is gone");
    author.post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OTHER"})).await.ok();
    assert_eq!(checked_again().await, [Value::Null, json!("ready")], "a new one of its name holds nothing of it");
}

async fn a_package_is_checked_as_complete_or_incremental(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("amm")).await;
    assert_eq!(import(&app, &author, &given).await["status"], "COMPLETED");
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains("24-30-00-00A-040A"));
    let dangling = async |complete: &str| {
        let upload = send(&author, "part.zip", zipped(&files)).await;
        let parameters = json!({
            "importPackage": upload["path"], "csdbName": "NV240", "manualName": "MMEL", "complete": complete,
        });
        let answer = author.post("/jobs", json!({"jobName": "universalPreImport", "parameterMap": parameters})).await;
        app.run_jobs().await;
        let path = format!("/packages/{}/findings?code=1007", upload["packageId"].as_str().expect("an id"));
        (answer, author.get(&path).await.ok()["total"].as_u64().expect("a count"))
    };
    let (whole, part) = (dangling("yes").await.1, dangling("no").await.1);
    assert!(whole > part, "what the manual keeps is not missing: {whole} and {part}");
    assert_eq!(dangling("perhaps").await.0.problem(), "400 request.invalid");
}

async fn an_archive_without_objects_is_never_imported(app: TestApp) {
    let admin = app.admin().await;
    given_manual(&app).await;
    let mut setting = admin.get("/config/importSeverity").await.ok();
    for one in setting["severities"].as_array_mut().expect("a list") {
        one["severity"] = json!("info");
    }
    admin.put("/config/importSeverity", setting).await.ok();
    for (name, text, finding) in [
        ("beach.txt", "Sunny.", "finding.package.foreign"),
        ("DMC-NV240-A-24-30-00-00A-040A-A_001-00_en-US.XML", "<dmodule", "finding.package.nothing_readable"),
    ] {
        let files: PackageFiles = vec![(name.to_owned(), text.as_bytes().to_vec())];
        let upload = send(&admin, "nothing.zip", zipped(&files)).await;
        let job = pre_import(&admin, &upload).await;
        app.run_jobs().await;
        let job = admin.get(&format!("/jobs/{}", job["id"].as_str().expect("an id"))).await.ok();
        let why = &job["errorList"][0]["cause"];
        assert_eq!((&job["status"], &why["messageKey"]), (&json!("FAILED"), &json!(finding)));
        assert!(!why.to_string().contains("{count}") && !why.to_string().contains("{message}"), "{why}");
        let given = json!({"packageId": upload["packageId"], "csdbName": "NV240", "manualName": "MMEL"});
        assert_eq!(ask(&admin, &given).await.problem(), "409 import.blocked");
    }
}
