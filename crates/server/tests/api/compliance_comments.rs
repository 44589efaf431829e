//! Compliance: comments on requirements.

use axum::http::Method;
use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;

use crate::compliance::{collection, item, text};
use crate::viewer::lines;

testkit::on_each_app!(people_comment_on_a_requirement_and_its_owner_is_told,);

async fn people_comment_on_a_requirement_and_its_owner_is_told(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "owner": "author"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    let address = format!("/compliance/policyItem/{}/comments", text(&open["id"]));
    let written = reader.post(&address, json!({"text": "Is the AMM meant?"})).await.ok();
    assert_eq!(lines(&written, &["text", "isOwn", "isDeleted"]), ["Is the AMM meant? true false"]);
    let messages = author.get("/notifications").await.ok();
    assert_eq!(messages["items"][0]["code"], "compliance.commented");
    assert_eq!(messages["items"][0]["text"], "reader commented on the requirement A 1");
    app.wait(1);
    author.post(&address, json!({"text": "Yes"})).await.ok();
    let own = format!("/compliance/comments/{}", text(&written[0]["id"]));
    assert_eq!(author.put(&own, json!({"text": "x"})).await.problem(), "403 forbidden");
    reader.put(&own, json!({"text": "Is chapter 28 meant?"})).await.ok();
    let listed = author.get(&address).await.ok();
    assert_eq!(lines(&listed, &["text", "isOwn"]), ["Is chapter 28 meant? false", "Yes true"]);
    let left = reader.ask(Method::DELETE, &own, None).await.ok();
    assert_eq!(lines(&left, &["text", "isDeleted"]), [" true", "Yes false"]);
    assert_eq!(reader.put(&own, json!({"text": "x"})).await.problem(), "409 changed_meanwhile");
    assert_eq!(author.post(&address, json!({"text": " "})).await.fields(), ["text: required"]);
    let missing = author.get("/compliance/policyItem/none/comments").await;
    assert_eq!(missing.problem(), "404 policy_item.not_found");
}
