//! Permissions of every operation in the API document.

mod not_granted;
mod samples;

use std::collections::BTreeSet;

use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use domain::permission::Role;
use domain::service_token::ServiceToken;
use serde_json::{Value, json};
use server::permissions::{Access, TABLE, of};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use self::not_granted::NOT_GRANTED;
use self::samples::sample;

testkit::on_each_app!(every_operation_enforces_its_permission, every_operation_enforces_the_scope_of_a_service_token);

/// Method and path of every operation in the committed document.
pub(crate) fn operations() -> Vec<(String, Method, String)> {
    let document: Value = serde_json::from_str(&server::openapi::text()).expect("JSON");
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let id = operation["operationId"].as_str().expect("an id").to_owned();
            found.push((id, method.to_uppercase().parse().expect("a method"), path.clone()));
        }
    }
    found
}

/// Fills the path parameters with names that do not exist.
pub(crate) fn filled(path: &str) -> String {
    let path = path.replace("{path}", "/NONE/MEL");
    path.split('/').map(|part| if part.starts_with('{') { "none" } else { part }).collect::<Vec<_>>().join("/")
}

/// Status and code of a refusal; a response to HEAD has no body with a code.
fn refusal(answer: &TestResponse, method: &Method) -> String {
    if method == Method::HEAD { answer.status.as_u16().to_string() } else { answer.problem() }
}

fn refused_as(problem: &str, method: &Method) -> String {
    let status = problem.split(' ').next().unwrap_or_default();
    if method == Method::HEAD { status.to_owned() } else { problem.to_owned() }
}

/// Sends a request; of an endless stream only the head is awaited.
async fn asked(client: &Client, id: &str, method: Method, address: &str, body: Option<Value>) -> TestResponse {
    if id != "stream_events" {
        return client.ask(method, address, body).await;
    }
    let request = client.request(method, &format!("{API}{address}")).body(Body::empty()).expect("a request");
    let response = client.open(request).await;
    if !response.status().is_success() {
        return client.ask(Method::GET, address, None).await;
    }
    TestResponse { status: response.status(), headers: response.headers().clone(), body: Bytes::new() }
}

#[test]
fn the_table_lists_exactly_the_existing_operations() {
    let documented: BTreeSet<String> = operations().into_iter().map(|(id, _, _)| id).collect();
    let listed: BTreeSet<String> = TABLE.iter().map(|(id, _)| (*id).to_owned()).collect();
    assert_eq!(documented, listed);
}

#[test]
fn only_signing_in_registration_and_what_receivers_need_are_open() {
    let open: Vec<&str> = TABLE.iter().filter(|(_, access)| *access == Access::Open).map(|(id, _)| *id).collect();
    let expected = [
        "log_in",
        "register",
        "read_sign_in_options",
        "start_provider_sign_in",
        "return_from_provider",
        "finish_provider_sign_in",
        "read_signing_key",
        "read_mel_schema",
    ];
    assert_eq!(open, expected);
}

async fn every_operation_enforces_its_permission(app: TestApp) {
    let mut people = vec![(Role::Admin, app.admin().await)];
    for role in [Role::Approver, Role::Author, Role::Reader] {
        people.push((role, app.person(role).await));
    }
    for (id, method, path) in operations() {
        let access = of(&id).expect("in the table");
        let (address, body) = sample(&id, &path, "nobody");
        let answer = asked(&app.anonymous(), &id, method.clone(), &address, body).await;
        if access == Access::Open {
            assert!(!answer.text().contains("session.missing"), "{id} is open");
            continue;
        }
        assert_eq!(refusal(&answer, &method), refused_as("401 session.missing", &method), "{id}");
        // Logging out would end the session of this test.
        if id.starts_with("log_out") {
            continue;
        }
        for (role, person) in &people {
            let (address, body) = sample(&id, &path, role.as_str());
            let answer = asked(person, &id, method.clone(), &address, body).await;
            let may = match access {
                Access::Needs(permission) | Access::SelfOr(permission) => role.may(permission),
                Access::Open | Access::SignedIn => true,
            };
            if may {
                let refused =
                    NOT_GRANTED.contains(&id.as_str()) && [400, 404, 409, 415].contains(&answer.status.as_u16());
                assert!(answer.status.is_success() || refused, "{id} as {role:?}: {} {}", answer.status, answer.text());
            } else {
                assert_eq!(refusal(&answer, &method), refused_as("403 forbidden", &method), "{id} as {role:?}");
            }
        }
    }
}

/// A service token of an administrator passes exactly the operations of its permissions, and none about a person.
/// Operations that no service token may do: they need a fresh proof, or are about a person's drafts and check-outs.
const FOR_PEOPLE: &[&str] = &[
    "delete_audit_pack",
    "find_replacements",
    "apply_replacements",
    "replace_publication_receivers",
    "withdraw_publication",
    "attach_publication_letter",
    "create_translation",
    "upload_translation",
    "list_suggestion_edits",
    "accept_suggestion",
    "add_request_module",
    "remove_request_module",
    "purge_from_trash",
    "update_mail_settings",
    "check_out_file",
    "check_out_module",
    "cancel_check_out_of_file",
    "cancel_check_out_of_module",
    "check_in_file",
    "check_in_module",
    "list_drafts",
    "open_draft",
    "save_draft",
    "check_draft",
    "render_draft",
    "list_block_edits",
    "edit_metadata",
    "edit_applicability",
    "edit_reference",
    "edit_graphic",
    "edit_dispatch_item",
    "edit_outline",
    "read_content_model",
    "read_draft",
    "delete_draft",
    "set_draft_aside",
    "continue_draft",
    "read_rebase",
    "save_rebase",
    "draw_rebase",
    "replace_draft",
    "set_request_aside",
    "delete_compliance",
    "delete_policy_category",
    "delete_policy_item",
];

async fn every_operation_enforces_the_scope_of_a_service_token(app: TestApp) {
    let admin = app.admin().await;
    for permission in ServiceToken::PERMISSIONS {
        let new = json!({"name": permission.as_str(), "permissions": [permission.as_str()], "days": 1});
        let made = admin.post("/serviceTokens", new).await.ok();
        let service = app.anonymous().with_token(made["token"].as_str().expect("a token"));
        for (id, method, path) in operations() {
            let access = of(&id).expect("in the table");
            if access == Access::Open {
                continue;
            }
            let (address, body) = sample(&id, &path, "admin");
            let answer = asked(&service, &id, method.clone(), &address, body).await;
            let refused = answer.status == StatusCode::FORBIDDEN;
            if FOR_PEOPLE.contains(&id.as_str()) {
                // The sample names no file, which is told first.
                assert!(
                    refused || answer.status == StatusCode::NOT_FOUND,
                    "{id} with {permission:?}: {}",
                    answer.status
                );
                continue;
            }
            let may = access == Access::Needs(permission);
            assert_eq!(!refused, may, "{id} with {permission:?}: {} {}", answer.status, answer.text());
        }
    }
}
