//! A limited place that is purged or hidden leaves nothing: no job, package, report or message tells about it.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{demo, pre_import, send, zipped};

use crate::imports::{given_manual, import, read};

testkit::on_each_app!(
    jobs_packages_and_messages_go_with_a_purged_database,
    those_of_a_purged_manual_go_and_those_of_another_stay,
    a_database_of_the_same_name_keeps_its_own_jobs,
    a_report_about_a_hidden_manual_is_withheld_from_the_uploader,
    a_job_does_not_name_a_hidden_manual_that_holds_the_package,
    a_job_that_names_a_hidden_database_is_like_one_that_names_none,
    the_name_of_a_limited_place_in_the_trash_does_not_open_its_jobs,
);

async fn access(app: &TestApp, body: Value) {
    app.admin().await.put("/access", body).await.ok();
}

/// Deletes something and purges it at once.
async fn purge(app: &TestApp, address: &str) {
    let admin = app.admin().await;
    admin.delete(address).await.ok();
    let id = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(admin.delete(&format!("/trash/{id}")).await.status.as_u16(), 204);
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
}

/// The numbers of jobs, packages, messages about the database and marks that somebody sees.
async fn seen(who: &Client) -> [u64; 4] {
    let messages = who.get("/notifications").await.ok();
    let about = messages["items"].as_array().expect("a list").iter().filter(|one| one.to_string().contains("/NV240"));
    let lists = [
        jobs(who).await,
        who.get("/packages").await.ok(),
        json!({"total": about.count()}),
        who.post("/users/getBookmarksWithPage", json!({})).await.ok(),
    ];
    lists.map(|list| list["total"].as_u64().expect("a number"))
}

/// The jobs that somebody sees, newest first.
async fn jobs(who: &Client) -> Value {
    who.post("/airline/jobs/getJobsWithPage", json!({})).await.ok()
}

/// A manual with a package, imported by an author who marked it.
async fn imported(app: &TestApp) -> (Client, Value) {
    let author = app.person(Role::Author).await;
    given_manual(app).await;
    let given = read(app, &author, &demo("mmel-r1")).await;
    let job = import(app, &author, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    author.post("/users/bookmark", json!({"path": "/NV240/MMEL"})).await.ok();
    (author, job)
}

fn address(noun: &str, id: &Value) -> String {
    format!("/{noun}/{}", id.as_str().expect("an id"))
}

async fn jobs_packages_and_messages_go_with_a_purged_database(app: TestApp) {
    let (author, job) = imported(&app).await;
    let reader = app.person(Role::Reader).await;
    let before = seen(&author).await;
    assert!(before.iter().all(|total| *total > 0), "{before:?}");
    access(&app, json!({"paths": ["/NV240"], "limited": true})).await;
    assert_eq!((seen(&author).await, seen(&reader).await), ([0; 4], [0; 4]));
    purge(&app, "/csdb?csdbName=NV240").await;
    app.admin().await.post("/csdb", json!({"csdbName": "OPEN"})).await.ok();
    for who in [&author, &reader] {
        assert_eq!(seen(who).await, [0; 4]);
        assert_eq!(who.get(&address("jobs", &job["id"])).await.problem(), "404 job.not_found");
        let package = address("packages", &job["outputMap"]["packageId"]);
        assert_eq!(who.get(&package).await.problem(), "404 package.not_found");
        assert_eq!(who.get(&format!("{package}/findings")).await.problem(), "404 package.not_found");
    }
    for table in ["csdb", "job", "job_step", "package", "package_object", "upload", "upload_chunk", "finding"] {
        assert_eq!(app.db.count(table).await, i64::from(table == "csdb"), "{table}");
    }
    assert_eq!(app.admin().await.get("/audit/verify").await.ok()["intact"], true);
}

async fn those_of_a_purged_manual_go_and_those_of_another_stay(app: TestApp) {
    let (author, job) = imported(&app).await;
    author.post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OTHER"})).await.ok();
    let mut given = read(&app, &author, &demo("amm")).await;
    given["manualName"] = json!("OTHER");
    let kept = import(&app, &author, &given).await;
    assert_eq!(kept["status"], "COMPLETED", "{}", kept["errorList"]);
    access(&app, json!({"paths": ["/NV240/MMEL"], "limited": true})).await;
    purge(&app, "/csdb/manual?csdbName=NV240&manualName=MMEL").await;
    assert_eq!(author.get(&address("jobs", &job["id"])).await.problem(), "404 job.not_found");
    assert_eq!(author.get(&address("jobs", &kept["id"])).await.ok()["status"], "COMPLETED");
    let packages = author.get("/packages").await.ok();
    assert_eq!((&packages["total"], &packages["items"][0]["manualName"]), (&json!(1), &json!("OTHER")));
    assert_eq!(seen(&author).await[3], 0);
}

async fn a_database_of_the_same_name_keeps_its_own_jobs(app: TestApp) {
    let (author, old) = imported(&app).await;
    let admin = app.admin().await;
    admin.delete("/csdb?csdbName=NV240").await.ok();
    app.wait(60);
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    let new = import(&app, &author, &given).await;
    let id = admin.get("/trash").await.ok()[0]["id"].as_str().expect("an id").to_owned();
    admin.delete(&format!("/trash/{id}")).await.ok();
    app::library::trash::sweep(&app.ctx).await.expect("it is removed");
    assert_eq!(author.get(&address("jobs", &old["id"])).await.problem(), "404 job.not_found");
    assert_eq!(author.get(&address("jobs", &new["id"])).await.ok()["status"], "COMPLETED");
    assert_eq!(author.get("/packages").await.ok()["total"], 1);
}

async fn a_report_about_a_hidden_manual_is_withheld_from_the_uploader(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let given = read(&app, &author, &demo("mmel-r1")).await;
    let package = address("packages", &given["packageId"]);
    let stored = author.get(&package).await.ok();
    assert_eq!((&stored["state"], &stored["summary"]["checkedAgainst"]), (&json!("ready"), &json!("/NV240/MMEL")));
    let findings = format!("{package}/findings");
    let job = address("jobs", &stored["preImportJobId"]);
    let found = author.get(&findings).await.ok()["total"].clone();
    access(&app, json!({"paths": ["/NV240/MMEL"], "limited": true})).await;
    let shown = author.get(&package).await.ok();
    assert_eq!((&shown["state"], &shown["summary"]), (&json!("received"), &Value::Null), "{shown}");
    let listed = author.get("/packages").await.ok()["items"][0].clone();
    assert_eq!((&listed["state"], &listed["summary"]), (&json!("received"), &Value::Null), "{listed}");
    assert_eq!(author.get(&findings).await.ok()["total"], 0);
    assert_eq!(author.get(&job).await.problem(), "404 job.not_found");
    assert!(!shown.to_string().contains("MMEL"), "{shown}");
    access(&app, json!({"paths": ["/NV240/MMEL"], "limited": false})).await;
    assert_eq!((author.get(&package).await.ok(), author.get(&findings).await.ok()["total"].clone()), (stored, found));
}

async fn a_job_does_not_name_a_hidden_manual_that_holds_the_package(app: TestApp) {
    let (author, imported) = imported(&app).await;
    let reader = app.person(Role::Reader).await;
    author.post("/csdb/manual", json!({"csdbName": "NV240", "manualName": "OTHER"})).await.ok();
    let path = author.get(&address("packages", &imported["outputMap"]["packageId"])).await.ok()["path"].clone();
    let parameters = json!({"importPackage": path, "csdbName": "NV240", "manualName": "OTHER"});
    let asked = json!({"jobName": "universalPreImport", "parameterMap": parameters});
    let job = address("jobs", &author.post("/jobs", asked).await.ok()["id"]);
    app.run_jobs().await;
    assert_eq!(reader.get(&job).await.ok()["outputMap"]["importedInto"], "/NV240/MMEL");
    access(&app, json!({"paths": ["/NV240/MMEL"], "limited": true})).await;
    let shown = reader.get(&job).await.ok();
    assert_eq!(shown["outputMap"]["importedInto"], Value::Null);
    let listed = jobs(&reader).await;
    assert_eq!((&listed["total"], &listed["items"][0]["outputMap"]["importedInto"]), (&json!(1), &Value::Null));
}

async fn a_job_that_names_a_hidden_database_is_like_one_that_names_none(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    access(&app, json!({"paths": ["/NV240"], "limited": true})).await;
    let upload = send(&author, "nv240.zip", zipped(&demo("mmel-r1"))).await;
    let mut told = Vec::new();
    for csdb in ["NV240", "NV241"] {
        let parameters = json!({"importPackage": upload["path"], "csdbName": csdb, "manualName": "MMEL"});
        let made = author.post("/jobs", json!({"jobName": "universalPreImport", "parameterMap": parameters})).await;
        app.run_jobs().await;
        let job = author.get(&address("jobs", &made.json()["id"])).await;
        let outputs = job.json()["outputMap"].clone();
        let listed = jobs(&author).await["items"][0]["parameterMap"]["csdbName"].clone();
        assert_eq!(listed, csdb);
        let messages = author.get("/notifications").await.ok();
        let names = messages["items"].to_string().contains(&format!("{csdb}/MMEL"));
        told.push((made.status, job.status, outputs["csdbName"].clone(), outputs["manualName"].clone(), names));
    }
    assert_eq!(told[0], told[1]);
    assert_eq!(pre_import(&author, &upload).await["status"], "CREATED");
}

async fn the_name_of_a_limited_place_in_the_trash_does_not_open_its_jobs(app: TestApp) {
    let (author, _) = imported(&app).await;
    let reader = app.person(Role::Reader).await;
    let admin = app.admin().await;
    access(&app, json!({"paths": ["/NV240/MMEL"], "limited": true})).await;
    admin.delete("/csdb/manual?csdbName=NV240&manualName=MMEL").await.ok();
    app.wait(60);
    let again = json!({"csdbName": ["NV240"], "manualName": ["MMEL"]});
    assert_eq!(author.post("/csdb/manual", again.clone()).await.problem(), "409 manual.name_taken");
    admin.post("/csdb/manual", again).await.ok();
    assert_eq!(admin.get("/access?path=/NV240/MMEL").await.ok()["limited"], true);
    assert_eq!((seen(&author).await, seen(&reader).await), ([0; 4], [0; 4]));

    admin.delete("/csdb?csdbName=NV240").await.ok();
    app.wait(60);
    let again = json!({"csdbName": "NV240"});
    assert_eq!(author.post("/csdb", again.clone()).await.problem(), "409 csdb.name_taken");
    admin.post("/csdb", again).await.ok();
    assert_eq!(admin.get("/access?path=/NV240").await.ok()["limited"], true);
    assert_eq!((seen(&author).await, seen(&reader).await), ([0; 4], [0; 4]));
}
