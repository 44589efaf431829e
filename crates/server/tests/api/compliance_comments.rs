//! Compliance: comments on requirements.

use axum::http::Method;
use domain::compliance::{MAX_OWN_COMMENTS, PolicyComment};
use domain::id::PolicyCommentId;
use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;

use crate::compliance::{collection, item, text};
use crate::viewer::lines;

testkit::on_each_app!(
    people_comment_on_a_requirement_and_its_owner_is_told,
    nobody_uses_up_the_space_for_comments_and_administrators_tidy,
);

async fn people_comment_on_a_requirement_and_its_owner_is_told(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let values = json!({"version": open["version"], "policyItemCode": "A 1", "owner": "author"});
    author.put(&format!("/compliance/policyItem/{}", text(&open["id"])), values).await.ok();
    let address = format!("/compliance/policyItem/{}/comments", text(&open["id"]));
    let written = reader.post(&address, json!({"text": "Is the AMM meant?"})).await.ok();
    assert_eq!(lines(&written, &["text", "isOwn", "mayDelete"]), ["Is the AMM meant? true true"]);
    let messages = author.get("/notifications").await.ok();
    assert_eq!(messages["items"][0]["code"], "compliance.commented");
    assert_eq!(messages["items"][0]["text"], "reader commented on the requirement A 1");
    app.wait(1);
    author.post(&address, json!({"text": "Yes"})).await.ok();
    let own = format!("/compliance/comments/{}", text(&written[0]["id"]));
    assert_eq!(author.put(&own, json!({"text": "x"})).await.problem(), "403 forbidden");
    reader.put(&own, json!({"text": "Is chapter 28 meant?"})).await.ok();
    let listed = author.get(&address).await.ok();
    assert_eq!(lines(&listed, &["text", "isOwn", "mayDelete"]), ["Is chapter 28 meant? false false", "Yes true true"]);
    assert_eq!(author.ask(Method::DELETE, &own, None).await.problem(), "403 forbidden");
    let left = reader.ask(Method::DELETE, &own, None).await.ok();
    assert_eq!(lines(&left, &["text"]), ["Yes"]);
    assert_eq!(reader.put(&own, json!({"text": "x"})).await.problem(), "409 changed_meanwhile");
    assert_eq!(author.post(&address, json!({"text": " "})).await.fields(), ["text: required"]);
    let missing = author.get("/compliance/policyItem/none/comments").await;
    assert_eq!(missing.problem(), "404 policy_item.not_found");
}

async fn nobody_uses_up_the_space_for_comments_and_administrators_tidy(app: TestApp) {
    let (author, reader) = (app.person(Role::Author).await, app.person(Role::Reader).await);
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let address = format!("/compliance/policyItem/{}/comments", text(&open["id"]));
    let written = reader.post(&address, json!({"text": "Spam"})).await.ok();
    let first = PolicyCommentId(text(&written[0]["id"]).to_owned());
    let mut tx = app.db.begin().await.expect("a transaction");
    let comment = store::compliance::find_comment(&mut tx, &first).await.expect("a search").expect("a comment");
    for number in 1..MAX_OWN_COMMENTS {
        let copy = PolicyComment { id: PolicyCommentId(format!("copy-{number}")), ..comment.clone() };
        store::compliance::insert_comment(&mut tx, &copy).await.expect("it is stored");
        assert!(store::compliance::clear_comment(&mut tx, &copy.id, comment.created_on).await.expect("it is cleared"));
    }
    tx.commit().await.expect("they are stored");
    app.wait(120);
    let more = reader.post(&address, json!({"text": "More"})).await;
    assert_eq!(more.problem(), "409 compliance.too_many", "deleted ones count for their author");
    let others = author.post(&address, json!({"text": "Thanks"})).await.ok();
    assert_eq!(lines(&others, &["text", "mayDelete"]), ["Spam false", "Thanks true"]);
    let own = format!("/compliance/comments/{}", first.0);
    let left = app.admin().await.ask(Method::DELETE, &own, None).await.ok();
    assert_eq!(lines(&left, &["text", "mayDelete"]), ["Thanks true"]);
}
