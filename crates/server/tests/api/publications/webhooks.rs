//! Finished publications call another system.

use std::sync::{Arc, Mutex};

use app::core::signing::VerifyingKey;
use app::publications::webhooks::deliver_due;
use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::routing::post;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::TestResponse;
use tokio::net::TcpListener;

use super::{approve, given_operator, id_of, published};
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_finished_publication_calls_with_a_signed_body,
    a_withdrawal_calls_with_the_publication_that_is_valid_now,
    drafts_are_not_told_where_a_setting_says_so,
    a_call_that_fails_is_made_again_and_logged,
    a_call_that_was_given_up_is_sent_again,
    a_call_that_is_no_longer_true_is_not_sent_again,
    a_withdrawal_is_not_sent_again_when_another_publication_is_valid_since,
    what_waits_goes_to_the_address_of_today_and_secrets_stay_out_of_the_log,
    private_addresses_are_not_called_unless_a_setting_allows_them,
);

/// The calls that a system received; it answers with this status.
#[derive(Clone)]
struct Receiver {
    calls: Arc<Mutex<Vec<(HeaderMap, Bytes)>>>,
    status: Arc<Mutex<StatusCode>>,
    url: String,
}

impl Receiver {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let receiver = Self { calls: Arc::default(), status: Arc::new(Mutex::new(StatusCode::NO_CONTENT)), url };
        let own = receiver.clone();
        let take = move |headers: HeaderMap, body: Bytes| {
            own.calls.lock().expect("no panic").push((headers, body));
            let status = *own.status.lock().expect("no panic");
            async move { status }
        };
        let router = Router::new().route("/hook", post(take));
        tokio::spawn(async move { axum::serve(listener, router).await });
        receiver
    }

    fn calls(&self) -> Vec<(HeaderMap, Bytes)> {
        self.calls.lock().expect("no panic").clone()
    }
}

/// Publishes a draft on a node with this webhook.
async fn publish(app: &TestApp, url: &str, allow_private: bool) -> (TestApp, Value) {
    reader_of(app, "amm").await;
    given_operator(app).await;
    let node = app.with_webhook(url, allow_private);
    let author = node.person(Role::Author).await;
    let outputs = published(&node, &author, "exportQuickAta2300", json!({})).await;
    (node, outputs)
}

async fn log(app: &TestApp) -> Value {
    app.admin().await.get("/webhooks").await.ok()
}

async fn a_finished_publication_calls_with_a_signed_body(app: TestApp) {
    let receiver = Receiver::start().await;
    let (node, outputs) = publish(&app, &receiver.url, true).await;
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 0, "once");
    let calls = receiver.calls();
    let (headers, body) = calls.first().expect("a call");
    let told: Value = serde_json::from_slice(body).expect("JSON");
    assert_eq!((&told["event"], &told["publication"]), (&json!("publication.drafted"), &outputs["publication"]));
    assert!(told["artifacts"].as_array().is_some_and(|files| files.len() == 3), "{told}");
    let header = |name: &str| headers[name].to_str().expect("text").to_owned();
    assert_eq!(header("x-airfolio-delivery"), told["delivery"]);
    let key = node.anonymous().get("/publications/signingKey").await.ok();
    let key = VerifyingKey::parse(key["publicKey"].as_str().expect("a key")).expect("a key");
    let signature = header("x-airfolio-signature");
    let signature = STANDARD.decode(signature.strip_prefix("ed25519=").expect("an algorithm")).expect("base64");
    let signed = format!("{}.{}", header("x-airfolio-timestamp"), String::from_utf8_lossy(body));
    assert!(key.verifies(signed.as_bytes(), &signature));
    let log = log(&node).await;
    assert_eq!((&log["items"][0]["state"], &log["items"][0]["status"]), (&json!("delivered"), &json!(204)));
}

async fn a_withdrawal_calls_with_the_publication_that_is_valid_now(app: TestApp) {
    let receiver = Receiver::start().await;
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let node = app.with_webhook(&receiver.url, true);
    let (author, approver) = (node.person(Role::Author).await, node.person(Role::Approver).await);
    let mut made = Vec::new();
    for revision in ["1", "2"] {
        let outputs = published(&node, &author, "exportApproveAta2300", json!({"revision": revision})).await;
        deliver_due(&node.ctx).await.expect("a database");
        approve(&node, &approver, &outputs).await;
        deliver_due(&node.ctx).await.expect("a database");
        made.push(outputs);
    }
    let second = format!("/publications/{}", id_of(&made[1]));
    let version = author.get(&second).await.ok()["publication"]["version"].clone();
    let body = json!({"version": version, "reason": "A wrong table"});
    let answer = approver.post(&format!("{second}/withdraw"), body).await;
    assert!(answer.status.is_success(), "{}", answer.text());
    deliver_due(&node.ctx).await.expect("a database");
    let calls = receiver.calls();
    let told: Vec<Value> = calls.iter().map(|(_, body)| serde_json::from_slice(body).expect("JSON")).collect();
    let events: Vec<&str> = told.iter().filter_map(|call| call["event"].as_str()).collect();
    let both = ["publication.frozen", "publication.approved"];
    assert_eq!(events, [both.as_slice(), &both, &["publication.withdrawn"]].concat());
    let last = told.last().expect("a call");
    assert_eq!((&last["publication"], &last["state"]), (&made[1]["publication"], &json!("withdrawn")));
    assert_eq!(last["validNow"]["publication"], made[0]["publication"]);
    assert!(last["validUntil"].is_null() && told[1]["validNow"].is_null(), "{last}");
}

async fn drafts_are_not_told_where_a_setting_says_so(app: TestApp) {
    let receiver = Receiver::start().await;
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let node = app.with_approved_webhook(&receiver.url);
    let set = node.admin().await.get("/system").await.ok()["webhook"].clone();
    assert_eq!((&set["address"], &set["approvedOnly"]), (&json!(receiver.url.trim_end_matches("/hook")), &json!(true)));
    let (author, approver) = (node.person(Role::Author).await, node.person(Role::Approver).await);
    published(&node, &author, "exportQuickAta2300", json!({})).await;
    let made = published(&node, &author, "exportApproveAta2300", json!({})).await;
    assert_eq!(log(&node).await["total"], json!(0));
    approve(&node, &approver, &made).await;
    assert_eq!(log(&node).await["items"][0]["event"], "publication.approved");
}

async fn a_call_that_fails_is_made_again_and_logged(app: TestApp) {
    let receiver = Receiver::start().await;
    *receiver.status.lock().expect("no panic") = StatusCode::BAD_GATEWAY;
    let (node, _) = publish(&app, &receiver.url, true).await;
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    let waiting = log(&node).await["items"][0].clone();
    assert_eq!((&waiting["state"], &waiting["attempts"]), (&json!("waiting"), &json!(1)));
    assert_eq!(waiting["error"], "the answer is 502");
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 0, "not at once");
    *receiver.status.lock().expect("no panic") = StatusCode::OK;
    node.wait(60);
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    assert_eq!(log(&node).await["items"][0]["state"], "delivered");
    assert_eq!(receiver.calls().len(), 2);
    assert_eq!(app.person(Role::Approver).await.get("/webhooks").await.problem(), "403 forbidden");
}

/// Tries a call so often that it is given up; gives its id.
async fn given_up(node: &TestApp, receiver: &Receiver) -> String {
    *receiver.status.lock().expect("no panic") = StatusCode::BAD_GATEWAY;
    for _ in 0..6 {
        assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
        node.wait(720 * 60);
    }
    *receiver.status.lock().expect("no panic") = StatusCode::OK;
    let failed = log(node).await["items"][0].clone();
    assert_eq!((&failed["state"], &failed["attempts"]), (&json!("failed"), &json!(6)));
    failed["id"].as_str().expect("an id").to_owned()
}

async fn retried(app: &TestApp, id: &str) -> TestResponse {
    app.admin().await.ask(Method::POST, &format!("/webhooks/{id}/retry"), None).await
}

async fn a_call_that_was_given_up_is_sent_again(app: TestApp) {
    let receiver = Receiver::start().await;
    let (node, _) = publish(&app, &receiver.url, true).await;
    let waiting = log(&node).await["items"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(retried(&node, &waiting).await.problem(), "409 webhook.not_failed");
    let id = given_up(&node, &receiver).await;
    assert_eq!(retried(&app, &id).await.problem(), "409 webhook.not_set", "this node has no address");
    assert_eq!(retried(&node, "none").await.problem(), "404 webhook.not_found");
    let approver = node.person(Role::Approver).await;
    let foreign = approver.ask(Method::POST, &format!("/webhooks/{id}/retry"), None).await;
    assert_eq!(foreign.problem(), "403 forbidden");
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 0, "it is given up");

    assert_eq!(retried(&node, &id).await.status.as_u16(), 204);
    assert_eq!(retried(&node, &id).await.problem(), "409 webhook.not_failed", "it waits already");
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    let calls = receiver.calls();
    assert_eq!(calls.len(), 7);
    assert_eq!(calls[6].1, calls[0].1, "the same body with the same id");
    let sent = log(&node).await["items"][0].clone();
    assert_eq!((&sent["state"], &sent["attempts"], &sent["error"]), (&json!("delivered"), &json!(1), &json!("")));
    assert_eq!(retried(&node, &id).await.problem(), "409 webhook.not_failed");
    let audit = node.admin().await.get("/audit?action=webhook.retried").await.ok();
    assert_eq!((&audit["total"], &audit["items"][0]["subject"]), (&json!(1), &json!("/NV240/MMEL")));
}

async fn a_call_that_is_no_longer_true_is_not_sent_again(app: TestApp) {
    let receiver = Receiver::start().await;
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let node = app.with_webhook(&receiver.url, true);
    let author = node.person(Role::Author).await;
    let made = published(&node, &author, "exportApproveAta2300", json!({"revision": "1"})).await;
    let id = given_up(&node, &receiver).await;
    // What nobody approved is kept back by now.
    let quiet = app.with_approved_webhook(&receiver.url);
    assert_eq!(retried(&quiet, &id).await.problem(), "409 webhook.outdated");
    withdraw(&node, &made).await;
    assert_eq!(retried(&node, &id).await.problem(), "409 webhook.outdated");
    assert_eq!(receiver.calls().len(), 6);
    // So is the withdrawal of what nobody had approved.
    let id = given_up(&node, &receiver).await;
    assert_eq!(retried(&quiet, &id).await.problem(), "409 webhook.outdated");
    assert_eq!(retried(&node, &id).await.status.as_u16(), 204);
}

async fn withdraw(node: &TestApp, made: &Value) {
    let address = format!("/publications/{}", id_of(made));
    let approver = node.person(Role::Approver).await;
    let version = approver.get(&address).await.ok()["publication"]["version"].clone();
    approver.post(&format!("{address}/withdraw"), json!({"version": version, "reason": "A wrong table"})).await.ok();
}

async fn a_withdrawal_is_not_sent_again_when_another_publication_is_valid_since(app: TestApp) {
    let receiver = Receiver::start().await;
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let node = app.with_webhook(&receiver.url, true);
    let approved = async |revision: &str| {
        let (author, approver) = (node.person(Role::Author).await, node.person(Role::Approver).await);
        let made = published(&node, &author, "exportApproveAta2300", json!({"revision": revision})).await;
        deliver_due(&node.ctx).await.expect("a database");
        approve(&node, &approver, &made).await;
        deliver_due(&node.ctx).await.expect("a database");
        made
    };
    withdraw(&node, &approved("1").await).await;
    let id = given_up(&node, &receiver).await;
    assert_eq!(retried(&node, &id).await.status.as_u16(), 204, "still nothing is valid");
    assert_eq!(given_up(&node, &receiver).await, id);
    approved("2").await;
    assert_eq!(retried(&node, &id).await.problem(), "409 webhook.outdated");
}

async fn what_waits_goes_to_the_address_of_today_and_secrets_stay_out_of_the_log(app: TestApp) {
    // Nobody listens there any more.
    let gone = TcpListener::bind("127.0.0.1:0").await.expect("a free port").local_addr().expect("an address");
    let (node, _) = publish(&app, &format!("http://user:passw0rd@{gone}/T0K3N"), true).await;
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    let waiting = log(&node).await["items"][0].clone();
    assert_eq!((&waiting["receiver"], &waiting["state"]), (&json!(format!("http://{gone}")), &json!("waiting")));
    assert_ne!(waiting["error"], "");
    let told = waiting.to_string();
    assert!(!told.contains("T0K3N") && !told.contains("passw0rd"), "{told}");
    let receiver = Receiver::start().await;
    let node = app.with_webhook(&receiver.url, true);
    node.wait(60);
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    assert_eq!(receiver.calls().len(), 1);
}

async fn private_addresses_are_not_called_unless_a_setting_allows_them(app: TestApp) {
    let receiver = Receiver::start().await;
    let (node, _) = publish(&app, &receiver.url.replacen("http:", "https:", 1), false).await;
    assert_eq!(deliver_due(&node.ctx).await.expect("a database"), 1);
    assert!(receiver.calls().is_empty());
    let refused = log(&node).await["items"][0].clone();
    assert!(refused["error"].as_str().is_some_and(|text| text.contains("not a public address")), "{refused}");
}
