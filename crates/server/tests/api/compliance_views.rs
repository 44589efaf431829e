//! Compliance: saved views of a collection, figures by operator and over time.

use axum::http::Method;
use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use crate::compliance::{collection, item, text};
use crate::limited::Limits;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    views_of_a_collection_are_saved_replaced_shared_and_deleted,
    views_that_name_a_hidden_manual_are_hidden,
    figures_are_counted_by_operator,
    the_figures_of_each_day_stay,
);

async fn saved(client: &Client, made: &Value) -> Vec<String> {
    let views = client.get(&format!("/compliance/{}/views", text(&made["id"]))).await.ok();
    lines(&views, &["name", "query", "shared", "owner"])
}

async fn views_of_a_collection_are_saved_replaced_shared_and_deleted(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let (made, other) = (collection(&author, "A").await, collection(&author, "B").await);
    let address = format!("/compliance/{}/views", text(&made["id"]));
    let save = async |name: &str, query: &str, shared: bool| {
        author.post(&address, json!({"name": name, "query": query, "shared": shared})).await
    };
    let first = save("Gaps", "unreferenced=yes", false).await.ok();
    let again = save("gaps", "unreferenced=yes&scope=in", false).await.ok();
    assert_eq!(first["id"], again["id"], "it is replaced");
    save("Overdue", "overdue=yes", true).await.ok();
    let own = ["gaps unreferenced=yes&scope=in false author", "Overdue overdue=yes true author"];
    assert_eq!(saved(&author, &made).await, own);
    assert_eq!(saved(&reader, &made).await, ["Overdue overdue=yes true author"]);
    assert_eq!(saved(&author, &other).await, [""; 0]);
    assert_eq!(save("", "", false).await.fields(), ["name: required"]);
    let view = format!("/compliance/views/{}", text(&first["id"]));
    assert_eq!(reader.ask(Method::DELETE, &view, None).await.problem(), "404 request_view.not_found");
    author.ask(Method::DELETE, &view, None).await;
    assert_eq!(saved(&author, &made).await, ["Overdue overdue=yes true author"]);
    let missing = author.get("/compliance/none/views").await;
    assert_eq!(missing.problem(), "404 compliance.not_found");
}

async fn views_that_name_a_hidden_manual_are_hidden(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = collection(&author, "A").await;
    let address = format!("/compliance/{}/views", text(&made["id"]));
    for (name, query) in [("All", "overdue=yes"), ("Secret", "manual=%2FNV240%2FMMEL")] {
        author.post(&address, json!({"name": name, "query": query, "shared": true})).await.ok();
    }
    assert_eq!(saved(&approver, &made).await.len(), 2);
    Limits::of_group(&app, BASE, "Fleet 2", &["author"], AccessLevel::Author).await;
    assert_eq!(saved(&approver, &made).await, ["All overdue=yes true author"]);
    assert_eq!(saved(&author, &made).await.len(), 2);
}

async fn figures_are_counted_by_operator(app: TestApp) {
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    let operator = json!({"code": "AZB", "name": "Azure Bay", "country": "CH"});
    admin.post("/config/operator", operator).await.ok();
    let made = collection(&author, "A").await;
    let own = item(&author, &made["path"], "A 1").await;
    item(&author, &made["path"], "A 2").await;
    let scope = json!({"id": own["id"], "version": own["version"], "inScope": true, "operator": "AZB"});
    author.put("/compliance/policyItem/scope", scope).await.ok();
    for address in
        ["/compliance/dashboard".to_owned(), format!("/compliance/dashboard?fromPath={}", text(&made["path"]))]
    {
        let figures = author.get(&address).await.ok();
        let operators = figures["operators"].as_array().expect("a list").iter();
        let counted: Vec<String> =
            operators.map(|one| format!("{} {}", text(&one["operator"]), one["counts"]["assessable"])).collect();
        assert_eq!(counted, [" 1", "AZB 1"], "{address}");
    }
    let listed = author.get("/compliance/policyItems?operator=AZB").await.ok();
    assert_eq!(lines(&listed["items"], &["policyItemCode"]), ["A 1"]);
    let others = author.get("/compliance/policyItems?operator=").await.ok();
    assert_eq!(lines(&others["items"], &["policyItemCode"]), ["A 2"]);
}

async fn the_figures_of_each_day_stay(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let trend = async || {
        let figures = author.get("/compliance/dashboard").await.ok();
        let compliant = |day: &Value| day["byStatus"][1]["count"].to_string();
        figures["trend"].as_array().expect("days").iter().map(compliant).collect::<Vec<_>>()
    };
    assert_eq!(trend().await, ["0"]);
    app::compliance::dashboard::note_day(&app.ctx).await.expect("it is noted");
    let set = json!({"id": open["id"], "version": open["version"], "status": "compliant"});
    author.put("/compliance/policyItem/status", set).await.ok();
    assert_eq!(trend().await, ["1"], "today is counted now");
    app::compliance::dashboard::note_day(&app.ctx).await.expect("it is noted");
    app.wait(24 * 60 * 60);
    let author = app.person(Role::Author).await;
    let figures = author.get("/compliance/dashboard").await.ok();
    assert_eq!(figures["trend"].as_array().map(Vec::len), Some(2), "{}", figures["trend"]);
    assert_eq!(figures["trend"][0]["byStatus"][1], json!({"status": "compliant", "count": 1}));
}
