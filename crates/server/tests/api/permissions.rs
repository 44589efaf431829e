//! Permissions of every operation in the API document.

use std::collections::BTreeSet;

use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use domain::permission::Role;
use domain::service_token::ServiceToken;
use serde_json::{Value, json};
use server::permissions::{Access, TABLE, of};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::{API, Client, TestResponse};

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
        "get_user_by_account" | "reject_registration" | "list_user_access" => ("?account=nobody", None),
        "change_password" => {
            let change = json!({"account": who, "oldPassword": "", "newPassword": "", "confirmPassword": ""});
            ("", Some(change))
        }
        "update_user_self" => ("", Some(json!({"account": who, "email": "me@example.com"}))),
        "reset_password" | "reset_second_factor" => ("", Some(json!({"account": "nobody"}))),
        "confirm_second_factor" => ("", Some(json!({"code": "000000"}))),
        "confirm_identity" => ("", Some(json!({"password": PASSWORD}))),
        "update_factor_roles" => ("", Some(json!({"roles": [], "version": 9}))),
        "update_mail_settings" => {
            let settings = json!({"enabled": false, "host": "", "port": 0, "security": "tls", "sender": "",
                "publicUrl": "", "includeContent": false, "dailyHour": 0, "version": 0});
            ("", Some(settings))
        }
        "create_group" => ("", Some(json!({"name": ""}))),
        "update_group" => ("", Some(json!({"name": "A", "members": [], "version": 1}))),
        "import_groups" => ("", Some(json!({"csv": ""}))),
        "start_provider_sign_in" => ("", Some(json!({"provider": "none"}))),
        "finish_provider_sign_in" => ("", Some(json!({"code": "a", "state": "b"}))),
        "create_identity_provider" => ("", Some(provider())),
        "update_identity_provider" => ("?version=1", Some(provider())),
        "update_sign_in_settings" => ("", Some(json!({"emergencyAccount": "", "publicUrl": "", "version": 9}))),
        "create_service_token" => ("", Some(json!({"name": "", "permissions": [], "days": 0}))),
        "read_access" => ("?path=/NONE/MEL", None),
        "update_access" => ("", Some(json!({"paths": ["/NONE"]}))),
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
        "export_findings" | "export_comments" | "export_revision_decisions" | "export_change_requests" => {
            ("?format=csv", None)
        }
        "update_import_severity" => ("", Some(json!({"severities": [], "version": -1}))),
        "delete_schema_set" => ("?issue=none", None),
        "delete_brex" => ("?name=none", None),
        "update_import_rules" => ("", Some(json!({"checkImports": false, "version": -1}))),
        "create_manual_type" | "create_csdb_type" | "update_manual_type" | "update_csdb_type" => {
            ("", Some(json!({"code": "", "name": {"en": "", "zh": ""}})))
        }
        "delete_manual_type" | "delete_csdb_type" => ("?code=none", None),
        "list_jobs" | "list_recent_visits" | "list_bookmarks" | "list_checked_out" => ("", Some(json!({}))),
        "create_csdb" => ("", Some(json!({"csdbName": "", "csdbType": "H160"}))),
        "delete_csdb" => ("?csdbName=NONE", None),
        "create_manual" => ("", Some(json!({"csdbName": ["NONE"], "manualName": ["MEL"]}))),
        "update_manual_rules" => {
            ("", Some(json!({"manualPath": "/NONE/MEL", "schemaErrorsBlock": false, "version": 1})))
        }
        "delete_manual" => ("?csdbName=NONE&manualName=MEL", None),
        "rename_folder" => ("", Some(json!({"attributeMap": {"aliasName": ["A"]}, "version": 1}))),
        "list_profiles"
        | "list_revisions"
        | "get_all_dms_with_page"
        | "get_unreferenced_dms_with_page"
        | "get_top_toc"
        | "list_glossary_terms"
        | "list_airline_changes"
        | "list_systems_of_manual"
        | "read_module_options"
        | "list_module_templates"
        | "list_translations"
        | "list_request_people" => ("?manualPath=/NONE/MEL", None),
        "export_modules" | "export_airline_changes" => ("?manualPath=/NONE/MEL&format=csv", None),
        "get_neighbours" => ("?path=/NONE/MEL/DMC.XML", None),
        "get_toc_node" => ("?manualPath=/NONE/MEL&nodeId=1", None),
        "get_leaf_nodes_with_page" => ("", Some(json!({"manualPath": "/NONE/MEL"}))),
        "get_content_dms_by_container" => ("?containerPath=/NONE/MEL/DMC.XML", None),
        "record_visit" | "toggle_bookmark" => ("", Some(json!({"path": "/NONE/MEL/DMC.XML"}))),
        "update_bookmark" => ("", Some(json!({"name": "A", "folder": ""}))),
        "search_files" => ("", Some(json!({"searchText": "pump"}))),
        "export_search" => ("?q=%7B%7D&format=csv", None),
        "save_search" => ("", Some(json!({"name": "", "request": {}}))),
        "save_request_view" => ("", Some(json!({"name": "", "query": ""}))),
        "rename_saved_search" => ("", Some(json!({"name": "A"}))),
        "put_media" => ("?csdb=NONE", None),
        "list_subchapters" => ("?chapter=21", None),
        "list_subsubchapters" => ("?chapter=23&subchapter=1", None),
        _ => editing_sample(id),
    };
    (format!("{}{query}", filled(path)), body)
}

/// Of editing, comments and comparisons.
fn editing_sample(id: &str) -> (&'static str, Option<Value>) {
    match id {
        "check_in_file" | "check_in_module" => ("", Some(json!({"sha256": "", "step": "inWork"}))),
        "change_status" => ("", Some(json!({"step": "submit"}))),
        "write_oem_comment" => {
            ("", Some(json!({"senderIdent": "QZ001", "enterprise": "A", "city": "B", "country": "C"})))
        }
        "override_item" => ("", Some(json!({"version": "1", "masterVersions": ["1"], "reason": "A"}))),
        "change_files" => ("", Some(json!({"paths": ["/NONE/MEL/DMC.XML"], "action": "checkout"}))),
        "find_replacements" => {
            ("", Some(json!({"replacement": {"find": "a", "replace": "b"}, "manuals": ["/NONE/MEL"]})))
        }
        "apply_replacements" => {
            let module = json!({"path": "/NONE/MEL/DMC.XML", "version": "1", "sha256": "", "places": [0]});
            ("", Some(json!({"replacement": {"find": "a", "replace": "b"}, "modules": [module]})))
        }
        "update_editing_rules" => {
            ("", Some(json!({"commentRequired": false, "ownRelease": false, "reminderDays": 5, "version": -1})))
        }
        "restore_file" => ("?version=1", Some(json!({}))),
        "open_draft" | "upload_translation" => ("?tab=a", None),
        "check_draft" | "render_draft" | "draw_rebase" | "edit_outline" | "edit_metadata" | "edit_applicability"
        | "edit_dispatch_item" => ("?tab=a", Some(json!({"text": ""}))),
        "save_draft" | "replace_draft" => ("?tab=a", Some(json!({"text": "", "version": "1"}))),
        "save_rebase" => ("?tab=a", Some(json!({"text": "", "sha256": "", "version": "1"}))),
        "create_module" => ("", Some(json!({"manualPath": "/NONE/MEL", "techName": "A", "contentType": "descript"}))),
        "find_next_code" => ("?manualPath=/NONE/MEL&name=DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", None),
        "read_module_template" | "reset_module_template" => ("?manualPath=/NONE/MEL&contentType=descript", None),
        "replace_module_template" => {
            ("", Some(json!({"manualPath": "/NONE/MEL", "contentType": "descript", "text": "<dmodule/>"})))
        }
        "add_alternate" => ("", Some(json!({"alternate": "/NONE/MEL/DMC.XML"}))),
        "remove_alternate" => ("?alternate=/NONE/MEL/DMC.XML", None),
        "create_translation" => ("", Some(json!({"language": "zh-CN"}))),
        "confirm_translation" => ("", Some(json!({"version": "1"}))),
        "edit_reference" | "edit_graphic" | "list_block_edits" => ("?tab=a", Some(json!({"text": "", "position": 0}))),
        "compare_versions" => ("?left=1&right=2", None),
        "list_module_changes" | "export_module_changes" | "export_redline" | "export_change_words" => {
            ("?left=oem&right=working", None)
        }
        "set_change_viewed" => ("", Some(json!({"path": "/NONE/MEL/DMC.XML", "newVersion": "1", "viewed": true}))),
        "list_module_comments" => ("?draft=true", None),
        "start_thread" => ("", Some(json!({"version": "1", "text": "a"}))),
        "read_paragraph" => ("?version=1&anchor=a", None),
        "answer_thread" | "edit_comment" | "write_request_post" | "edit_request_post" => {
            ("", Some(json!({"text": "a"})))
        }
        "set_thread_state" => ("", Some(json!({"state": "open"}))),
        "list_suggestion_edits" => ("", Some(json!({"text": "", "suggestion": "a"}))),
        "accept_suggestion" => ("?tab=a", Some(json!({"suggestion": "a"}))),
        "mark_thread_seen" => ("", Some(json!({"updatedOn": "2026-01-01T00:00:00Z"}))),
        _ => decision_sample(id),
    }
}

/// Of OEM revisions and change requests.
fn decision_sample(id: &str) -> (&'static str, Option<Value>) {
    match id {
        "assign_revision_todo" => ("", Some(json!({"version": 1}))),
        "check_revision_todo" | "draw_revision_todo" => ("", Some(json!({"text": ""}))),
        "resolve_revision_todo" => ("", Some(json!({"resolution": "ours", "version": 1, "done": true}))),
        "mark_revision_todo" => ("", Some(json!({"done": true, "version": 1}))),
        "update_revision_rules" => ("", Some(json!({"decisionDays": 60, "version": -1}))),
        "create_change_request" => ("", Some(json!({"manualPath": "/NONE/MEL", "title": "A"}))),
        "update_change_request" => ("", Some(json!({"version": 1, "title": "A", "origin": "other"}))),
        "act_on_change_request" => ("", Some(json!({"action": "open"}))),
        "review_change_request" => ("", Some(json!({"round": 1, "verdict": "approved"}))),
        "add_request_module" => ("", Some(json!({"path": "/NONE/MEL/DMC.XML"}))),
        "attach_request_file" | "attach_publication_letter" | "add_policy_evidence" => ("?fileName=a.txt", None),
        "remove_request_module" => ("?path=/NONE/MEL/DMC.XML", None),
        "list_publications"
        | "list_publication_blockers"
        | "read_released_publication"
        | "list_publication_receivers"
        | "read_fleet_map" => ("?manualPath=/NONE/MEL", None),
        "replace_publication_receivers" => ("", Some(json!({"manualPath": "/NONE/MEL", "before": [], "accounts": []}))),
        "list_publication_group" => ("?group=drafts", None),
        "withdraw_publication" => ("", Some(json!({"version": 1, "reason": "A"}))),
        "add_profile" => ("", Some(json!({"manualPath": "/NONE/MEL", "name": "A", "scope": "all"}))),
        "update_profile" => ("", Some(json!({"id": "none", "version": 1, "name": "A", "scope": "all"}))),
        "delete_profile" => ("?id=none&version=1", None),
        "preview_fleet" => ("", Some(json!({"aircraft": []}))),
        "list_changed_places" => {
            ("", Some(json!({"aircraft": [], "registration": "HB-NONE", "manualPath": "/NONE/MEL"})))
        }
        _ => compliance_sample(id),
    }
}

fn compliance_sample(id: &str) -> (&'static str, Option<Value>) {
    let body = match id {
        "create_compliance" => json!({"policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit"}),
        "update_compliance" => {
            json!({"version": 1, "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit"})
        }
        "delete_compliance" => json!({"complianceInfoPath": "/none"}),
        "create_policy_category" => json!({"parentPath": "/none", "name": "A"}),
        "update_policy_category" => json!({"version": 1, "name": "A"}),
        "delete_policy_category" => json!({"policyCategoryPath": "/none/none"}),
        "create_policy_item" => json!({"parentPath": "/none", "policyItemCode": "A"}),
        "update_policy_item" => json!({"version": 1, "policyItemCode": "A"}),
        "delete_policy_item" => json!({"policyItemPath": "/none/none"}),
        "set_policy_status" => json!({"id": "none", "version": 1, "status": "compliant"}),
        "sign_off_policy_status" => json!({"id": "none", "version": 1, "accepted": true}),
        "set_policy_scope" => json!({"id": "none", "version": 1, "inScope": true}),
        "change_policy_items" => json!({"items": [{"id": "none", "version": 1}], "change": "owner"}),
        "add_policy_ref" => json!({"policyItemId": "none", "place": {"path": "/NONE/MEL"}}),
        "update_policy_ref" => json!({"id": "none", "version": 1}),
        "delete_policy_ref" => json!({"id": "none"}),
        "clean_policy_refs" => json!({"path": "/none"}),
        "list_module_policy_refs" | "delete_policy_mapping" => return ("?version=1", None),
        "upload_regulation" => return ("?fileName=a.csv", None),
        "list_audit_packs" => return ("?collectionId=none", None),
        "preview_audit_pack" | "create_audit_pack" => {
            json!({"collectionIds": ["none"], "asOf": "2020-01-01T00:00:00Z"})
        }
        "create_auditor" => json!({"account": "", "email": "", "until": "2020-01-01T00:00:00Z"}),
        "update_auditor" => {
            json!({"until": "2020-01-01T00:00:00Z", "collectionIds": [], "manualPaths": [], "version": 1})
        }
        "read_regulation_template" | "export_compliance" => return ("?format=csv", None),
        "list_policy_mappings" => return ("?collectionId=none", None),
        "read_mapping_coverage" | "import_policy_mappings" => return ("?collectionId=none&otherId=other", None),
        "export_policy_mappings" => return ("?collectionId=none&format=csv", None),
        "check_regulation_import" | "take_regulation_over" => json!({}),
        "create_policy_mapping" => json!({"sourceId": "none", "targetId": "other", "relationship": "equal"}),
        "update_policy_mapping" => json!({"version": 1, "sourceId": "none", "relationship": "equal"}),
        "write_policy_comment" | "edit_policy_comment" => json!({"text": "a"}),
        "save_policy_view" => json!({"name": "", "query": ""}),
        // A new operation needs its sample here, or this test fails with 400.
        _ => return ("", None),
    };
    ("", Some(body))
}

fn provider() -> Value {
    json!({"name": "", "issuer": "", "clientId": "", "scopes": "", "createsAccounts": false, "defaultRole": "reader",
        "enabled": false})
}

/// Operations whose sample is permitted but targets nothing that exists, so that the test changes nothing.
const NOT_GRANTED: &[&str] = &[
    "create_user",
    "update_user",
    "get_user_by_account",
    "change_password",
    "reset_password",
    "reject_registration",
    "confirm_second_factor",
    "remove_second_factor",
    "renew_recovery_codes",
    "reset_second_factor",
    "update_factor_roles",
    "update_mail_settings",
    "send_test_mail",
    "delete_mail",
    "retry_mail",
    "retry_webhook_delivery",
    "read_group",
    "create_group",
    "update_group",
    "delete_group",
    "import_groups",
    "create_identity_provider",
    "update_identity_provider",
    "delete_identity_provider",
    "test_identity_provider",
    "update_sign_in_settings",
    "create_service_token",
    "revoke_service_token",
    "read_access",
    "update_access",
    "list_user_access",
    "create_operator",
    "update_operator",
    "delete_operator",
    "read_house_style",
    "update_house_style",
    "delete_house_style",
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
    "install_brex",
    "delete_brex",
    "update_import_rules",
    "check_module_rules",
    "read_rule_report",
    "start_rule_report",
    "list_rule_findings",
    "export_rule_findings",
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
    "update_manual_rules",
    "rename_folder",
    "delete_folder",
    "read_folder",
    "list_profiles",
    "add_profile",
    "update_profile",
    "delete_profile",
    "read_fleet_map",
    "list_changed_places",
    "list_revisions",
    "read_revision",
    "forecast_revision",
    "list_forecast_modules",
    "list_forecast_requirements",
    "list_revision_todos",
    "read_revision_todo",
    "assign_revision_todo",
    "check_revision_todo",
    "draw_revision_todo",
    "resolve_revision_todo",
    "mark_revision_todo",
    "list_todo_owners",
    "list_decisions_of_revision",
    "list_airline_changes",
    "export_airline_changes",
    "update_revision_rules",
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
    "list_module_changes",
    "export_module_changes",
    "export_redline",
    "export_change_words",
    "set_change_viewed",
    "read_graph",
    "export_modules",
    "list_choices",
    "read_bytes",
    "check_out_file",
    "check_out_module",
    "cancel_check_out_of_file",
    "cancel_check_out_of_module",
    "check_in_file",
    "check_in_module",
    "restore_file",
    "change_status",
    "list_status_events",
    "read_item_guard",
    "override_item",
    "update_editing_rules",
    "find_replacements",
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
    "create_module",
    "read_module_options",
    "find_next_code",
    "list_module_templates",
    "read_module_template",
    "replace_module_template",
    "reset_module_template",
    "add_alternate",
    "remove_alternate",
    "read_outline",
    "edit_outline",
    "list_translations",
    "list_module_languages",
    "create_translation",
    "read_translation",
    "confirm_translation",
    "export_translation",
    "upload_translation",
    "list_module_comments",
    "start_thread",
    "read_paragraph",
    "list_readers",
    "read_thread",
    "answer_thread",
    "set_thread_state",
    "mark_thread_seen",
    "edit_comment",
    "delete_comment",
    "list_suggestion_edits",
    "accept_suggestion",
    "list_request_people",
    "create_change_request",
    "read_change_request",
    "update_change_request",
    "act_on_change_request",
    "review_change_request",
    "add_request_module",
    "remove_request_module",
    "check_change_request",
    "read_request_effect",
    "write_oem_comment",
    "list_request_history",
    "attach_request_file",
    "read_request_file",
    "delete_request_file",
    "write_request_post",
    "edit_request_post",
    "delete_request_post",
    "list_publications",
    "list_publication_blockers",
    "read_publication",
    "read_publication_artifact",
    "read_released_publication",
    "list_publication_receivers",
    "replace_publication_receivers",
    "mark_publication_read",
    "acknowledge_publication",
    "list_publication_readers",
    "export_publication_readers",
    "withdraw_publication",
    "attach_publication_letter",
    "create_compliance",
    "update_compliance",
    "delete_compliance",
    "create_policy_category",
    "update_policy_category",
    "delete_policy_category",
    "read_policy_item",
    "list_policy_history",
    "list_module_policy_refs",
    "suggest_policy_refs",
    "list_policy_comments",
    "write_policy_comment",
    "edit_policy_comment",
    "delete_policy_comment",
    "list_policy_views",
    "save_policy_view",
    "delete_policy_view",
    "add_policy_evidence",
    "delete_policy_evidence",
    "read_policy_evidence",
    "create_policy_item",
    "update_policy_item",
    "delete_policy_item",
    "set_policy_status",
    "sign_off_policy_status",
    "set_policy_scope",
    "change_policy_items",
    "add_policy_ref",
    "update_policy_ref",
    "delete_policy_ref",
    "clean_policy_refs",
    "list_audit_packs",
    "read_audit_pack",
    "preview_audit_pack",
    "create_audit_pack",
    "delete_audit_pack",
    "create_auditor",
    "update_auditor",
    "upload_regulation",
    "read_regulation_import",
    "delete_regulation_import",
    "list_regulation_changes",
    "read_regulation_change",
    "check_regulation_import",
    "take_regulation_over",
    "export_compliance",
    "list_policy_wordings",
    "list_policy_mappings",
    "list_item_mappings",
    "read_mapping_coverage",
    "export_policy_mappings",
    "create_policy_mapping",
    "update_policy_mapping",
    "delete_policy_mapping",
    "import_policy_mappings",
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
    "save_request_view",
    "delete_request_view",
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
const FOR_PEOPLE: [&str; 44] = [
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
