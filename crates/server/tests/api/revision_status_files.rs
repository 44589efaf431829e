//! OEM revisions of packages with separate status files, in which the applicability is.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use crate::editing::{check_in, edit};
use crate::revisions::{confirm, todos};
use crate::viewer::{BASE, at, delivered, reader_of};

testkit::on_each_app!(
    a_module_that_was_left_alone_gets_the_new_applicability,
    a_merged_module_gets_the_new_applicability,
    a_change_of_applicability_alone_is_called_so,
);

/// The next revision changes its applicability alone.
const CODE: &str = "21-51-01-00A-180A-A";
const BEFORE: &str = "electrically isolated";
const OURS: &str = "isolated by its circuit breaker";

fn path() -> String {
    format!("{BASE}/DMC-NV240-A-{CODE}_en-US.XML")
}

async fn applicability(client: &Client) -> Value {
    let view = client.get(&format!("{}?outside=grey", at(CODE))).await.ok();
    assert!(view["html"].as_str().is_some_and(|html| html.contains(OURS)), "our text stays");
    view["applicability"]["module"]["text"].clone()
}

async fn a_module_that_was_left_alone_gets_the_new_applicability(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace(BEFORE, OURS)).await;
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    confirm(&app, &revision).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    assert_eq!(applicability(&reader).await, "NV240-2 with air conditioning (EK 21-02)", "nothing was changed yet");
    let todo = todos(&author, &revision, "?reason=checkedOut").await["items"][0]["id"].clone();
    let address = format!("/revisions/{revision}/todos/{}", todo.as_str().expect("an id"));
    let opened = author.get(&address).await.ok();
    let decision = json!({
        "resolution": "text", "text": opened["result"]["text"], "workingVersion": opened["workingVersion"],
        "version": opened["todo"]["version"], "done": true,
    });
    author.put(&format!("{address}/resolution"), decision).await.ok();
    assert_eq!(applicability(&reader).await, "With air conditioning (EK 21-02)");
}

async fn a_merged_module_gets_the_new_applicability(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let (_, sha256) = edit(&author, &path(), |text| text.replace(BEFORE, OURS)).await;
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256).await.ok();
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    confirm(&app, &revision).await;
    assert_eq!(applicability(&reader).await, "With air conditioning (EK 21-02)");
}

async fn a_change_of_applicability_alone_is_called_so(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let revision = delivered(&app, &demo("mmel-r2"), "yes").await;
    let listed = reader.get(&format!("/revisions/{revision}/forecast/modules?keywordFilter={CODE}")).await.ok();
    assert_eq!((&listed["total"], &listed["items"][0]["change"]), (&json!(1), &json!("applicability")), "{listed}");
}
