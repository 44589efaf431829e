use serde_json::{Value, json};
use store::StoreError;
use store::blobs::Blobs;
use testkit::app::TestApp;
use testkit::database::TestDatabase;

use crate::program::S3;

testkit::on_each_database!(an_operator_and_its_logo_live_on_s3);

/// Two image signatures; the server does not decode them.
const LOGO: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==";
const NEW_LOGO: &str = "data:image/jpeg;base64,/9j/4AAQSkZJRg==";

/// The number of objects in a folder of the bucket.
fn objects(folder: &std::path::Path) -> usize {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path| if path.is_dir() { objects(&path) } else { 1 }).sum()
}

async fn logo_of(node: &TestApp, code: &str) -> Value {
    let reader = node.admin().await;
    reader.get(&format!("/config/operator?code={code}")).await.ok()["items"][0]["logo"].clone()
}

async fn an_operator_and_its_logo_live_on_s3(db: TestDatabase) -> Result<(), StoreError> {
    let s3 = S3::start();
    let app = TestApp::start_on(db, Blobs::s3(s3.settings())?).await;
    let admin = app.admin().await;
    assert_eq!(admin.get("/system").await.ok()["blobs"], "s3");

    let operator = json!({"code": "ALP", "name": "Alpine Rotor", "country": "CH", "logo": LOGO});
    let mut made = admin.post("/config/operator", operator).await.ok();
    assert_eq!(made["logo"], LOGO);
    assert_eq!(objects(&s3.bucket()), 1, "the logo is in the bucket");
    assert_eq!(logo_of(&app.second_node(), "ALP").await, LOGO, "another node reads it");

    made["logo"] = json!(NEW_LOGO);
    let mut changed = admin.put("/config/operator", made).await.ok();
    assert_eq!(logo_of(&app, "ALP").await, NEW_LOGO);
    assert_eq!(objects(&s3.bucket()), 2, "a blob is never overwritten");

    changed["logo"] = Value::Null;
    admin.put("/config/operator", changed).await.ok();
    assert_eq!(logo_of(&app, "ALP").await, Value::Null);
    admin.delete("/config/operator?code=ALP").await.ok();
    Ok(())
}
