//! Packages and their reports.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{PackageFiles, demo, pre_import, send, zipped};

testkit::on_each_app!(
    a_valid_package_is_ready_to_import,
    an_invalid_package_fails_with_its_title_and_a_report,
    every_finding_is_stored_and_listed,
    a_package_is_read_again_and_shows_the_new_report,
    a_package_is_compared_with_the_library,
    only_an_uploaded_package_is_read,
    a_package_that_is_being_read_is_left_alone,
);

async fn job(client: &Client, id: &Value) -> Value {
    client.get(&format!("/jobs/{}", id.as_str().expect("an id"))).await.ok()
}

async fn package(client: &Client, upload: &Value) -> Value {
    client.get(&format!("/packages/{}", upload["packageId"].as_str().expect("an id"))).await.ok()
}

/// Uploads and reads a package; returns the upload, the ended job and the package.
async fn read(app: &TestApp, client: &Client, files: &PackageFiles) -> (Value, Value, Value) {
    let upload = send(client, "test.zip", zipped(files)).await;
    let started = pre_import(client, &upload).await;
    app.run_jobs().await;
    (upload.clone(), job(client, &started["id"]).await, package(client, &upload).await)
}

async fn a_valid_package_is_ready_to_import(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (upload, job, package) = read(&app, &author, &demo("mmel-r1")).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!((&job["kind"], &job["folder"]), (&json!("zipImport"), &json!("test.zip")));
    assert_eq!(job["packageId"], upload["packageId"]);
    let steps: Vec<&str> =
        job["stepProgressList"].as_array().expect("steps").iter().filter_map(|step| step["name"].as_str()).collect();
    assert_eq!(steps, ["unpack", "inspect", "validate", "rules", "report"]);
    let outputs = &job["outputMap"];
    assert_eq!((&outputs["csdb"], &outputs["languageIsoCode"]), (&json!("NV240"), &json!("en")), "{outputs}");
    for name in ["packageId", "manual", "issueDate", "issueNumber", "customer", "productInfo", "issueInfo", "fileName"]
    {
        assert!(outputs[name].as_str().is_some_and(|text| !text.is_empty()), "{name}: {outputs}");
    }
    assert_eq!((&package["state"], &package["kind"]), (&json!("ready"), &json!("ata2300")));
    assert_eq!((&package["counts"]["block"], &package["counts"]["warn"]), (&json!(0), &json!(0)), "{package}");
    assert_eq!((&package["summary"]["objects"]["dm"], &package["summary"]["model"]), (&json!(118), &json!("NV240")));
    assert_eq!(
        (&package["summary"]["complete"], &package["summary"]["xsd"]),
        (&json!("complete"), &json!("unchecked"))
    );
    assert_eq!(package["summary"]["completeReason"], "Declared by the package.");
    assert_eq!(package["preImportJobId"], job["id"]);
}

async fn an_invalid_package_fails_with_its_title_and_a_report(app: TestApp) {
    let author = app.person(Role::Author).await.in_language("zh-CN");
    let upload = send(&author, "broken.zip", b"this is no archive".to_vec()).await;
    let started = pre_import(&author, &upload).await;
    app.run_jobs().await;
    let failed = job(&author, &started["id"]).await;
    assert_eq!(failed["status"], "FAILED");
    let error = &failed["errorList"][0];
    assert_eq!(
        (&error["messageKey"], &error["message"]),
        (&json!("job.failed.unzip"), &json!("Unable to unzip the uploaded ZIP file"))
    );
    assert_eq!(error["localizedMessage"], "无法解压上传的 ZIP 文件");
    assert!(error["cause"]["messageKey"].as_str().is_some_and(|key| key.starts_with("finding.")), "{error}");
    assert_eq!(error["step"], "unpack");
    let steps = failed["stepProgressList"].as_array().expect("steps").iter();
    let progress: Vec<_> = steps.map(|step| (step["name"].clone(), step["progress"].clone())).collect();
    let expected = [("unpack", 0), ("inspect", 0), ("validate", 0), ("rules", 100), ("report", 100)];
    assert_eq!(progress, expected.map(|(name, percent)| (json!(name), json!(percent))));
    let package = package(&author, &upload).await;
    assert_eq!((&package["state"], &package["counts"]["block"]), (&json!("blocked"), &json!(1)));
    let told = author.get("/notifications").await.ok();
    assert_eq!(told["items"][0]["text"], "数据包检查已完成，检查结果阻止导入：broken.zip");
    let (_, _, sound) = read(&app, &author, &demo("mmel-r1")).await;
    let listed = author.get("/packages?toMend=true").await.ok();
    assert_eq!((&listed["total"], &listed["items"]), (&json!(1), &json!([package])), "but not {}", sound["id"]);
    let path = format!("/packages/{}", package["id"].as_str().expect("an id"));
    let findings = author.get(&format!("{path}/findings")).await.ok();
    let first = &findings["items"][0];
    assert_eq!((&findings["total"], &first["code"], &first["severity"]), (&json!(1), &json!(1001), &json!("block")));
    for text in ["message", "remedy", "rule"] {
        assert!(first[text].as_str().is_some_and(|text| !text.is_empty() && !text.starts_with("finding.")), "{first}");
    }
    // Also days later.
    app.wait(20 * 86_400);
    let author = app.signed_in("author").await;
    assert_eq!(author.get(&format!("{path}/findings")).await.ok()["total"], 1);
}

/// The demo manual without a module that others reference, and with a malformed file.
fn spoilt() -> PackageFiles {
    let mut files = demo("amm");
    let missing = files.iter().position(|(name, _)| name.contains("-040A-A_")).expect("a description");
    files.remove(missing);
    files.push(("DMC-NV240-A-99-00-00-00A-040A-A_001-00_EN-US.XML".to_owned(), b"<dmodule><content>".to_vec()));
    files
}

async fn every_finding_is_stored_and_listed(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (_, failed, package) = read(&app, &author, &spoilt()).await;
    assert_eq!(failed["errorList"][0]["messageKey"], "job.failed.validation");
    assert_eq!(failed["errorList"][0]["step"], "validate");
    let shown = failed["errorList"][0]["message"].as_str().expect("text");
    assert_eq!(shown, "XML Validation error for (DMC-NV240-A-99-00-00-00A-040A-A_001-00_EN-US.XML)");
    let path = format!("/packages/{}/findings", package["id"].as_str().expect("an id"));
    let all = author.get(&format!("{path}?pageSize=100")).await.ok();
    let total = all["total"].as_u64().expect("a count");
    assert!(total >= 3, "{all}");
    let counts = &package["counts"];
    let counted = ["block", "warn", "info"].iter().map(|word| counts[word].as_u64().expect("a count")).sum::<u64>();
    assert_eq!(counted, total);

    let broken = author.get(&format!("{path}?code=1010")).await.ok();
    assert!(broken["items"].as_array().expect("items").iter().all(|one| one["code"] == 1010));
    let named = author.get(&format!("{path}?file=DMC-NV240-A-99-00-00-00A-040A-A_001-00_EN-US.XML")).await.ok();
    assert!(named["total"].as_u64() >= Some(1), "{named}");
    assert_eq!(author.get(&format!("{path}?keyword=a-99-00")).await.ok()["total"], named["total"]);
    assert_eq!(author.get(&format!("{path}?severity=block")).await.ok()["total"], counts["block"]);
    let whole = author.get(&format!("{path}?wholePackage=true&pageSize=100")).await.ok();
    let of_all = all["items"].as_array().expect("items").iter().filter(|one| one["file"] == "").count();
    assert!(of_all > 0 && whole["total"] == of_all, "{whole}");
    assert!(whole["items"].as_array().expect("items").iter().all(|one| one["file"] == ""), "{whole}");
    let part = author.get(&format!("{path}/export?format=csv&wholePackage=true")).await.text();
    assert_eq!(part.matches("\r\n").count(), of_all + 1);
    for wrong in ["code=7", "wholePackage=perhaps", "severity=soup", "pageSize=0", "soup=1"] {
        assert_eq!(author.get(&format!("{path}?{wrong}")).await.problem(), "400 request.invalid", "{wrong}");
    }
    for by in ["code", "file"] {
        let groups = author.get(&format!("{path}/groups?by={by}")).await.ok();
        let groups = groups.as_array().expect("groups");
        assert_eq!(groups.iter().map(|group| group["count"].as_u64().expect("a count")).sum::<u64>(), total, "{by}");
        assert_eq!(groups[0]["severity"], "block", "the gravest first");
        assert!(
            groups.iter().all(|group| group["title"].as_str().is_some_and(|title| !title.is_empty())),
            "{groups:?}"
        );
    }
    let csv = author.get(&format!("{path}/export?format=csv")).await;
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert!(csv.header("content-disposition").contains("test-findings.csv"), "{}", csv.header("content-disposition"));
    let text = csv.text();
    assert!(text.starts_with("\u{feff}Code,Severity,File,Line,Message,What to do,Rule\r\n"), "{text}");
    assert_eq!(text.matches("\r\n").count() as u64, total + 1);
    let part = author.in_language("zh-CN").get(&format!("{path}/export?format=csv&code=1010")).await.text();
    assert!(part.starts_with("\u{feff}代码,") && part.contains("阻止"), "{part}");
    assert_eq!(part.matches("\r\n").count() as u64, broken["total"].as_u64().expect("a count") + 1);
    let workbook = author.get(&format!("{path}/export?format=xlsx")).await;
    assert!(workbook.status.is_success() && workbook.body.starts_with(b"PK"));
    assert_eq!(author.get(&format!("{path}/export?format=doc")).await.problem(), "400 request.invalid");
    let counted = async |filter: &str| {
        let groups = author.get(&format!("{path}/groups?by=file&{filter}")).await.ok();
        groups.as_array().expect("groups").iter().map(|group| group["count"].as_u64().expect("a count")).sum::<u64>()
    };
    assert_eq!(Some(counted("severity=block").await), counts["block"].as_u64());
    assert_eq!(Some(counted("keyword=a-99-00").await), named["total"].as_u64());
    let in_chinese = author.in_language("zh-CN").get(&format!("{path}/groups?by=code")).await.ok();
    assert_eq!(in_chinese[0]["key"], "1010");
    assert!(in_chinese[0]["title"].as_str().is_some_and(|title| !title.is_ascii()), "{in_chinese}");
}

async fn a_package_is_read_again_and_shows_the_new_report(app: TestApp) {
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let mut files = demo("amm");
    let missing = files.iter().position(|(name, _)| name.contains("-040A-A_")).expect("a description");
    files.remove(missing);
    let (upload, done, first) = read(&app, &author, &files).await;
    assert_eq!((&done["status"], &first["state"]), (&json!("COMPLETED"), &json!("ready")), "{}", done["errorList"]);
    assert!(first["counts"]["warn"].as_u64() >= Some(1), "{first}");

    let mut severity = admin.get("/config/importSeverity").await.ok();
    for one in severity["severities"].as_array_mut().expect("a list") {
        one["severity"] = json!("block");
    }
    admin.put("/config/importSeverity", severity).await.ok();
    let again = pre_import(&author, &upload).await;
    app.run_jobs().await;
    assert_eq!(job(&author, &again["id"]).await["status"], "FAILED");
    let second = package(&author, &upload).await;
    assert_eq!((&second["state"], &second["preImportJobId"]), (&json!("blocked"), &again["id"]));
    assert_eq!(second["counts"]["block"], first["counts"]["warn"]);
    let path = format!("/packages/{}/findings?pageSize=100", second["id"].as_str().expect("an id"));
    let listed = author.get(&path).await.ok();
    let total =
        ["block", "warn", "info"].iter().map(|word| second["counts"][word].as_u64().expect("a count")).sum::<u64>();
    assert_eq!(listed["total"], total, "the old report is gone");
}

async fn a_package_is_compared_with_the_library(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (_, _, package) = read(&app, &author, &demo("amm")).await;
    let path = format!("/packages/{}/comparison", package["id"].as_str().expect("an id"));
    let all = author.get(&format!("{path}?csdbName=NV240&manualName=AMM&pageSize=100")).await.ok();
    let counts = &all["counts"];
    assert_eq!((&counts["changed"], &counts["unchanged"], &counts["removed"]), (&json!(0), &json!(0), &json!(0)));
    assert_eq!(counts["new"], all["page"]["total"]);
    assert!(counts["new"].as_u64() >= Some(50), "{counts}");
    assert!(all["page"]["items"].as_array().expect("items").iter().all(|one| one["state"] == "new"));
    assert_eq!(author.get(&format!("{path}?state=removed")).await.ok()["page"]["total"], 0);
    assert_eq!(author.get(&format!("{path}?state=soup")).await.fields(), ["state: unknown_value"]);
}

async fn only_an_uploaded_package_is_read(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ask = |parameters: Value| {
        let author = author.clone();
        async move {
            author.post("/jobs", json!({"jobName": "universalPreImport", "parameterMap": parameters})).await.fields()
        }
    };
    assert_eq!(ask(json!({})).await, ["parameterMap.importPackage: required"]);
    for path in ["/uploads/none/a.zip", "/etc/passwd", "uploads/a/b.zip", "/uploads/../../a.zip"] {
        assert_eq!(ask(json!({"importPackage": path})).await, ["parameterMap.importPackage: unknown_value"], "{path}");
    }
    let upload = send(&author, "a.zip", zipped(&demo("amm"))).await;
    let started = pre_import(&author, &upload).await;
    author.delete(&format!("/packages/{}", upload["packageId"].as_str().expect("an id"))).await.ok();
    app.run_jobs().await;
    assert_eq!(job(&author, &started["id"]).await["errorList"][0]["messageKey"], "job.failed.packageGone");
}

async fn a_package_that_is_being_read_is_left_alone(app: TestApp) {
    let author = app.person(Role::Author).await;
    let upload = send(&author, "a.zip", zipped(&demo("amm"))).await;
    app.db.tamper("UPDATE package SET state = 'reading'").await;
    let path = format!("/packages/{}", upload["packageId"].as_str().expect("an id"));
    assert_eq!(author.delete(&path).await.problem(), "409 package.busy");
    let parameters = json!({"importPackage": upload["path"]});
    let request = json!({"jobName": "universalPreImport", "parameterMap": parameters});
    assert_eq!(author.post("/jobs", request).await.problem(), "409 package.busy");
}
