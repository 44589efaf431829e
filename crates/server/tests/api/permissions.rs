//! Permissions of every operation in the API document.

use std::collections::BTreeSet;

use axum::body::{Body, Bytes};
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use server::permissions::{Access, TABLE, of};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{API, Client, TestResponse};

testkit::on_each_app!(every_operation_enforces_its_permission);

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

/// A well-formed request, so that only the permission matters.
fn sample(id: &str, path: &str, who: &str) -> (String, Option<Value>) {
    let operator = json!({"code": "ZZ", "name": "Z", "country": "CH"});
    let (query, body) = match id {
        "log_in" => ("", Some(json!({"account": "nobody", "password": "x"}))),
        "register" => {
            let form = json!({"account": "visitor", "email": "v@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
            ("", Some(form))
        }
        "create_user" => ("", Some(json!({"account": "", "email": "", "role": "reader"}))),
        "update_user" => {
            let user = json!({"account": "nobody", "email": "n@example.com", "role": "reader", "status": "active", "version": 1});
            ("", Some(user))
        }
        "get_user_by_account" | "reject_registration" => ("?account=nobody", None),
        "change_password" => {
            let change = json!({"account": who, "oldPassword": "", "newPassword": "", "confirmPassword": ""});
            ("", Some(change))
        }
        "update_user_self" => ("", Some(json!({"account": who, "email": "me@example.com"}))),
        "reset_password" => ("", Some(json!({"account": "nobody"}))),
        "create_operator" => ("", Some(json!({"code": "", "name": "", "country": ""}))),
        "update_operator" => {
            let mut operator = operator;
            operator["id"] = json!("none");
            operator["version"] = json!(1);
            ("", Some(operator))
        }
        "delete_operator" => ("?code=ZZ", None),
        "read_download_token" => ("?scope=jobs", None),
        "create_job" => ("", Some(json!({"jobName": "testJob"}))),
        "group_findings" => ("?by=code", None),
        "export_findings" => ("?format=csv", None),
        "update_import_severity" => ("", Some(json!({"severities": [], "version": -1}))),
        "delete_schema_set" => ("?issue=none", None),
        "create_manual_type" | "create_csdb_type" | "update_manual_type" | "update_csdb_type" => {
            ("", Some(json!({"code": "", "name": {"en": "", "zh": ""}})))
        }
        "delete_manual_type" | "delete_csdb_type" => ("?code=none", None),
        "list_jobs" | "list_recent_visits" | "list_bookmarks" | "list_checked_out" => ("", Some(json!({}))),
        "create_csdb" => ("", Some(json!({"csdbName": "", "csdbType": "H160"}))),
        "delete_csdb" => ("?csdbName=NONE", None),
        "create_manual" => ("", Some(json!({"csdbName": ["NONE"], "manualName": ["MEL"]}))),
        "delete_manual" => ("?csdbName=NONE&manualName=MEL", None),
        "rename_folder" => ("", Some(json!({"attributeMap": {"aliasName": ["A"]}, "version": 1}))),
        "list_profiles"
        | "list_revisions"
        | "get_all_dms_with_page"
        | "get_unreferenced_dms_with_page"
        | "get_top_toc"
        | "list_glossary_terms"
        | "list_systems_of_manual" => ("?manualPath=/NONE/MEL", None),
        "compare_versions" => ("?left=1&right=2", None),
        "export_modules" => ("?manualPath=/NONE/MEL&format=csv", None),
        "get_neighbours" => ("?path=/NONE/MEL/DMC.XML", None),
        "get_toc_node" => ("?manualPath=/NONE/MEL&nodeId=1", None),
        "get_leaf_nodes_with_page" => ("", Some(json!({"manualPath": "/NONE/MEL"}))),
        "get_content_dms_by_container" => ("?containerPath=/NONE/MEL/DMC.XML", None),
        "record_visit" | "toggle_bookmark" => ("", Some(json!({"path": "/NONE/MEL/DMC.XML"}))),
        "update_bookmark" => ("", Some(json!({"name": "A", "folder": ""}))),
        "search_files" => ("", Some(json!({"searchText": "pump"}))),
        "export_search" => ("?q=%7B%7D&format=csv", None),
        "save_search" => ("", Some(json!({"name": "", "request": {}}))),
        "rename_saved_search" => ("", Some(json!({"name": "A"}))),
        "put_media" => ("?csdb=NONE", None),
        "list_subchapters" => ("?chapter=21", None),
        "list_subsubchapters" => ("?chapter=23&subchapter=1", None),
        // A new operation needs its sample here, or this test fails with 400.
        _ => ("", None),
    };
    (format!("{}{query}", filled(path)), body)
}

/// Operations whose sample is permitted but targets nothing that exists, so that the test changes nothing.
const NOT_GRANTED: &[&str] = &[
    "create_user",
    "update_user",
    "get_user_by_account",
    "change_password",
    "reset_password",
    "reject_registration",
    "create_operator",
    "update_operator",
    "delete_operator",
    "read_notification",
    "create_job",
    "read_job",
    "mark_job_notified",
    "cancel_job",
    "retry_job",
    "read_job_artifact",
    "upload_file",
    "read_upload",
    "resume_upload",
    "cancel_upload",
    "read_package",
    "delete_package",
    "compare_package",
    "export_findings",
    "install_schema_set",
    "delete_schema_set",
    "create_manual_type",
    "update_manual_type",
    "delete_manual_type",
    "create_csdb_type",
    "update_csdb_type",
    "delete_csdb_type",
    "update_import_severity",
    "list_findings",
    "group_findings",
    "create_csdb",
    "delete_csdb",
    "create_manual",
    "delete_manual",
    "rename_folder",
    "delete_folder",
    "read_folder",
    "list_profiles",
    "list_revisions",
    "get_all_dms_with_page",
    "get_unreferenced_dms_with_page",
    "get_top_toc",
    "get_toc_node",
    "get_leaf_nodes_with_page",
    "get_content_dms_by_container",
    "list_glossary_terms",
    "list_systems_of_manual",
    "get_neighbours",
    "view_module",
    "compare_versions",
    "read_graph",
    "export_modules",
    "list_choices",
    "read_bytes",
    "read_file",
    "read_references",
    "get_versions",
    "record_visit",
    "toggle_bookmark",
    "update_bookmark",
    "delete_bookmark",
    "save_search",
    "rename_saved_search",
    "delete_saved_search",
    "close_session",
    "list_media",
    "upload_media",
    "put_media",
    "delete_file",
    "restore_from_trash",
    "purge_from_trash",
];

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
fn only_login_and_registration_are_open() {
    let open: Vec<&str> = TABLE.iter().filter(|(_, access)| *access == Access::Open).map(|(id, _)| *id).collect();
    assert_eq!(open, ["log_in", "register"]);
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
            assert_ne!(answer.json()["code"], "session.missing", "{id} is open");
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
