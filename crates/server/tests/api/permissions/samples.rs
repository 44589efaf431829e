//! A request for each operation, so that only the permission matters.

use serde_json::{Value, json};
use testkit::app::PASSWORD;

use super::filled;
use crate::publications::presets::preset;

/// A well-formed request, so that only the permission matters.
pub(super) fn sample(id: &str, path: &str, who: &str) -> (String, Option<Value>) {
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
        "update_users" => ("", Some(json!({"accounts": []}))),
        "create_group" => ("", Some(json!({"name": ""}))),
        "update_group" => ("", Some(json!({"name": "A", "members": [], "version": 1}))),
        "import_groups" | "import_users" => ("", Some(json!({"csv": ""}))),
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
        "follow_place" => ("?from=1&to=2&anchor=a", None),
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
        | "list_publish_presets"
        | "read_fleet_map" => ("?manualPath=/NONE/MEL", None),
        "replace_publication_receivers" => ("", Some(json!({"manualPath": "/NONE/MEL", "before": [], "accounts": []}))),
        "save_publish_preset" => ("", Some(preset("/NONE/MEL"))),
        "list_publication_group" => ("?group=drafts", None),
        "withdraw_publication" => ("", Some(json!({"version": 1, "reason": "A"}))),
        "add_profile" => ("", Some(json!({"manualPath": "/NONE/MEL", "name": "A", "scope": "all"}))),
        "update_profile" => ("", Some(json!({"id": "none", "version": 1, "name": "A", "scope": "all"}))),
        "delete_profile" => ("?id=none&version=1", None),
        "read_house_style" => ("?code=ZZ", None),
        "delete_house_style" => ("?code=ZZ&version=1", None),
        "update_house_style" => {
            ("", Some(json!({"code": "ZZ", "version": 0, "primary": "navy", "accent": "blue", "paper": "a4"})))
        }
        "preview_fleet" => ("", Some(json!({"aircraft": []}))),
        "list_changed_places" => {
            ("", Some(json!({"aircraft": [], "registration": "HB-NONE", "manualPath": "/NONE/MEL"})))
        }
        "compare_for_aircraft" => {
            ("", Some(json!({"aircraft": [], "registration": "HB-NONE", "after": "/NONE/MEL/DMC.XML"})))
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
        "set_policy_means" => json!({"id": "none", "version": 1, "means": []}),
        "change_policy_items" => json!({"items": [{"id": "none", "version": 1}], "change": "owner"}),
        "add_policy_ref" => json!({"policyItemId": "none", "place": {"path": "/NONE/MEL"}}),
        "update_policy_ref" => json!({"id": "none", "version": 1}),
        "delete_policy_ref" => json!({"id": "none"}),
        "clean_policy_refs" => json!({"path": "/none"}),
        "list_module_policy_refs" | "delete_policy_mapping" => return ("?version=1", None),
        "upload_regulation" => return ("?fileName=a.csv", None),
        "preview_audit_pack" | "create_audit_pack" => {
            json!({"collectionIds": ["none"], "asOf": "2020-01-01T00:00:00Z"})
        }
        "create_auditor" => json!({"account": "", "email": "", "until": "2020-01-01T00:00:00Z"}),
        "update_auditor" => {
            json!({"until": "2020-01-01T00:00:00Z", "collectionIds": [], "manualPaths": [], "version": 1})
        }
        "read_regulation_template" | "export_compliance" => return ("?format=csv", None),
        "list_audit_packs" | "list_policy_mappings" => return ("?collectionId=none", None),
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
