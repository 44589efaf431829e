//! Limited databases: every operation of the API document answers those without access as if there were no such
//! database, and a grant that is taken away holds at once.

use std::collections::BTreeMap;

use axum::body::{Body, Bytes};
use axum::http::{Method, StatusCode};
use domain::access::AccessLevel;
use domain::id::{ManualId, PackageId, PublicationId, RevisionTodoId, SnapshotId, VersionId};
use domain::path::CsdbPath;
use domain::permission::Role;
use domain::revision::{RevisionTodo, TodoReason, TodoState, VersionTrio};
use domain::subject::Subject;
use serde_json::{Value, json};
use server::permissions::{Access, of};
use store::artifacts::Artifact;
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::sample_manual::SampleManual;

use crate::limited::{Limits, change_access};
use crate::permissions::operations;
use crate::publications::presets::preset;

testkit::on_each_app!(every_operation_hides_a_limited_database);

/// How an operation is probed.
enum Probe {
    /// A vault path, a query and a body with `{csdb}` in them: the hidden database and one that does not exist answer
    /// alike.
    Place(&'static str, &'static str, Option<Value>),
    /// The same with the id of a record of this kind.
    Record(&'static str, &'static str, Option<Value>),
    /// A list or figure that is the same as before the hidden database was made.
    Unchanged(&'static str, Option<Value>),
    /// It tells nothing about databases, or needs a permission that only administrators have.
    Elsewhere,
}

use Probe::{Elsewhere, Place, Record, Unchanged};

const MODULE: &str = "/{csdb}/MEL/DMC-A_en-US.XML";
const HIDDEN_TASK: &str = "a-hidden-todo";
const ARTIFACT: &str = "a-hidden-file.html";
/// Reads whose probe finds nothing in the limited database either: they need the text of a module, which the sample does
/// not have, a node of the contents or the number of a version.
const NOT_THERE: [&str; 10] = [
    "check_module_rules",
    "list_module_comments",
    "read_paragraph",
    "list_module_policy_refs",
    "preview_merge",
    "read_revision_todo",
    "get_toc_node",
    "read_outline",
    "compare_versions",
    "follow_place",
];

/// A new operation must be added here: can it show something of a database to those who may not see it?
fn probe(id: &str) -> Probe {
    match id {
        // About the caller, the program or the standard.
        "log_in" | "register" | "read_sign_in_options" | "start_provider_sign_in" | "return_from_provider" | "read_signing_key" | "read_mel_schema"
        | "finish_provider_sign_in" | "read_provider_sign_out" | "log_out" | "log_out_everywhere" | "list_sessions" | "close_session" | "read_me"
        | "read_second_factor" | "start_second_factor" | "confirm_second_factor" | "remove_second_factor"
        | "renew_recovery_codes" | "confirm_identity"
        | "get_user_by_account" | "change_password" | "update_user_self" | "read_download_token" | "list_operators"
        | "read_house_style"
        | "list_aircraft" | "list_languages" | "upload_file" | "list_manual_types" | "list_profile_types"
        | "list_content_types" | "list_info_codes" | "list_manual_type_settings" | "list_csdb_type_settings"
        | "list_chapters" | "list_subchapters" | "list_subsubchapters" | "read_version"
        | "read_editing_rules" | "read_revision_rules"
        // Have tests of their own.
        | "list_audit_packs" | "read_audit_pack" | "preview_audit_pack" | "create_audit_pack" | "delete_audit_pack"
        | "stream_events" | "change_files" | "apply_replacements" | "read_policy_item" | "list_policy_history" | "clean_policy_refs" | "suggest_policy_refs" | "list_policy_views" | "save_policy_view" | "delete_policy_view" | "add_policy_evidence" | "read_policy_evidence" | "delete_policy_evidence" | "list_policy_owners" | "list_policy_images" | "read_policy_image"
        // Requirements belong to no database; their references do.
        | "create_compliance" | "update_compliance" | "create_policy_category" | "update_policy_category"
        | "create_policy_item" | "update_policy_item" | "set_policy_status" | "sign_off_policy_status"
        | "upload_regulation" | "list_regulation_imports" | "read_regulation_import" | "delete_regulation_import"
        | "list_regulation_changes" | "read_regulation_change" | "check_regulation_import" | "take_regulation_over"
        | "read_regulation_template" | "list_policy_wordings" | "export_compliance" | "list_policy_mappings" | "list_item_mappings"
        | "read_mapping_coverage" | "export_policy_mappings" | "create_policy_mapping" | "update_policy_mapping"
        | "delete_policy_mapping" | "import_policy_mappings"
        | "set_policy_scope" | "set_policy_means" | "change_policy_items" | "list_policy_comments" | "write_policy_comment"
        | "edit_policy_comment" | "delete_policy_comment"
        // Uploads are their owner's alone, and so are saved searches to change.
        | "read_upload" | "resume_upload" | "cancel_upload" | "save_search" | "rename_saved_search"
        | "delete_saved_search" | "save_request_view" | "delete_request_view" | "delete_publish_preset" | "read_all_notifications"
        // A name that is taken cannot be given again, whoever asks.
        | "create_csdb" => Elsewhere,
        "list_csdbs" | "list_manuals" | "list_waiting_revisions" | "list_revision_decisions" | "list_packages" | "list_saved_searches"
        | "list_compliance" | "list_policy_items" | "list_policy_reviews" | "read_compliance_dashboard"
        | "list_drafts" | "list_check_outs" | "list_comments" | "list_change_requests" | "list_request_views" | "read_search_status" | "list_bookmark_folders" | "read_counts" | "list_notifications" => Unchanged("", None),
        "list_jobs" | "list_recent_visits" | "list_bookmarks" | "list_checked_out" => Unchanged("", Some(json!({}))),
        "search_files" => Unchanged("", Some(json!({"searchText": "title"}))),
        "export_comments" | "export_revision_decisions" | "export_change_requests" => Unchanged("?format=csv", None),
        "suggest" => Unchanged("?text=DMC", None),
        "list_publication_group" => Unchanged("?group=published", None),
        "export_search" => Unchanged("?q=%7B%7D&format=csv", None),
        "read_folder" | "delete_folder" | "list_choices" => Place("/{csdb}/MEL", "", None),
        "rename_folder" => {
            Place("/{csdb}/MEL", "", Some(json!({"attributeMap": {"aliasName": ["A"]}, "version": 1})))
        }
        "create_manual" => Place("", "", Some(json!({"csdbName": ["{csdb}"], "manualName": ["NEW"]}))),
        "update_manual_rules" => Place(
            "",
            "",
            Some(json!({"manualPath": "/{csdb}/MEL", "schemaErrorsBlock": false, "version": 1})),
        ),
        "delete_manual" => Place("", "?csdbName={csdb}&manualName=MEL", None),
        "list_profiles" | "list_revisions" | "get_all_dms_with_page" | "get_unreferenced_dms_with_page"
        | "get_top_toc" | "list_glossary_terms" | "list_systems_of_manual" | "list_airline_changes" => {
            Place("", "?manualPath=/{csdb}/MEL", None)
        }
        "get_toc_node" => Place("", "?manualPath=/{csdb}/MEL&nodeId=1", None),
        "get_leaf_nodes_with_page" => Place("", "", Some(json!({"manualPath": "/{csdb}/MEL"}))),
        "export_modules" | "export_airline_changes" => Place("", "?manualPath=/{csdb}/MEL&format=csv", None),
        "get_neighbours" => Place("", "?path=/{csdb}/MEL/DMC-A_en-US.XML", None),
        "get_content_dms_by_container" => Place("", "?containerPath=/{csdb}/MEL/DMC-C_en-US.XML", None),
        "read_file" | "read_references" | "get_versions" | "view_module" | "read_graph" | "read_bytes"
        | "read_content_model" | "list_status_events" | "read_item_guard" | "list_readers" | "read_outline"
        | "check_out_file" | "check_out_module" | "cancel_check_out_of_file" | "cancel_check_out_of_module" => {
            Place(MODULE, "", None)
        }
        "list_media" => Place("/{csdb}/MULTIMEDIA", "", None),
        "upload_media" | "delete_file" => Place("/{csdb}/MULTIMEDIA/ICN-1.PNG", "", None),
        "put_media" => Place("", "?csdb={csdb}", None),
        "record_visit" | "toggle_bookmark" => Place("", "", Some(json!({"path": MODULE}))),
        "create_job" => {
            let parameters = json!({"csdbName": "{csdb}", "manualName": "MEL", "packageId": "none"});
            Place("", "", Some(json!({"jobName": "universalImport", "parameterMap": parameters})))
        }
        "compare_package" => Record("package", "?csdbName=OPEN&manualName=MEL", None),
        "read_job" | "mark_job_notified" | "cancel_job" | "retry_job" | "read_job_artifact" => {
            Record("job", "", None)
        }
        "read_package" | "delete_package" | "list_findings" => Record("package", "", None),
        "group_findings" => Record("package", "?by=code", None),
        "export_findings" => Record("package", "?format=csv", None),
        "read_draft" | "delete_draft" | "continue_draft" => Record("draft", "", None),
        "read_thread" => Record("thread", "", None),
        "mark_thread_seen" => Record("thread", "", Some(json!({"updatedOn": "2026-01-01T00:00:00Z"}))),
        "answer_thread" => Record("thread", "", Some(json!({"text": "a"}))),
        "set_thread_state" => Record("thread", "", Some(json!({"state": "resolved"}))),
        "edit_comment" => Record("comment", "", Some(json!({"text": "a"}))),
        "delete_comment" => Record("comment", "", None),
        "list_suggestion_edits" => Record("comment", "", Some(json!({"text": "", "suggestion": "a"}))),
        "accept_suggestion" => Record("comment", "?tab=a", Some(json!({"suggestion": "a"}))),
        "read_notification" => Record("notification", "", None),
        "update_bookmark" => Record("bookmark", "", Some(json!({"name": "A", "folder": ""}))),
        "delete_bookmark" => Record("bookmark", "", None),
        _ if is_for_administrators(id) => Elsewhere,
        _ => editing_probe(id),
    }
}

/// How an operation of editing, comments or comparisons is probed.
fn editing_probe(id: &str) -> Probe {
    match id {
        "check_in_file" | "check_in_module" => Place(MODULE, "", Some(json!({"sha256": "", "step": "inWork"}))),
        "change_status" => Place(MODULE, "", Some(json!({"step": "submit"}))),
        "override_item" => Place(MODULE, "", Some(json!({"version": "1", "masterVersions": ["1"], "reason": "A"}))),
        "restore_file" => Place(MODULE, "?version=1", Some(json!({}))),
        "open_draft" | "upload_translation" => Place(MODULE, "?tab=a", None),
        "find_replacements" => {
            let replacement = json!({"find": "a", "replace": "b"});
            Place("", "", Some(json!({"replacement": replacement, "manuals": ["/{csdb}/MEL"]})))
        }
        "create_module" => {
            Place("", "", Some(json!({"manualPath": "/{csdb}/MEL", "techName": "A", "contentType": "descript"})))
        }
        "read_module_options" | "list_module_templates" | "list_translations" => {
            Place("", "?manualPath=/{csdb}/MEL", None)
        }
        "find_next_code" => Place("", "?manualPath=/{csdb}/MEL&name=DMC-NV-A-29-11-01-00A-040A-A_en-US.XML", None),
        "read_module_template" | "reset_module_template" => {
            Place("", "?manualPath=/{csdb}/MEL&contentType=descript", None)
        }
        "replace_module_template" => {
            let text = json!({"manualPath": "/{csdb}/MEL", "contentType": "descript", "text": "<dmodule/>"});
            Place("", "", Some(text))
        }
        "add_alternate" => Place(MODULE, "", Some(json!({"alternate": MODULE}))),
        "remove_alternate" => Place(MODULE, "?alternate=/{csdb}/MEL/DMC-A_en-US.XML", None),
        "check_draft" | "render_draft" | "draw_rebase" | "edit_outline" | "edit_metadata" | "edit_applicability"
        | "edit_dispatch_item" => Place(MODULE, "?tab=a", Some(json!({"text": ""}))),
        "save_draft" | "replace_draft" => Place(MODULE, "?tab=a", Some(json!({"text": "", "version": "1"}))),
        "save_rebase" => Place(MODULE, "?tab=a", Some(json!({"text": "", "sha256": "", "version": "1"}))),
        "set_draft_aside" | "read_rebase" => Place(MODULE, "", None),
        "edit_reference" | "edit_graphic" | "list_block_edits" => {
            Place(MODULE, "?tab=a", Some(json!({"text": "", "position": 0})))
        }
        "list_module_comments" | "list_module_policy_refs" => Place(MODULE, "?version=1", None),
        "start_thread" => Place(MODULE, "", Some(json!({"version": "1", "text": "a"}))),
        "read_paragraph" => Place(MODULE, "?version=1&anchor=a", None),
        "compare_versions" => Place(MODULE, "?left=1&right=2", None),
        "follow_place" => Place(MODULE, "?from=1&to=2&anchor=a", None),
        "list_module_changes" | "export_module_changes" | "export_redline" | "export_change_words" => {
            Place("/{csdb}/MEL", "?left=oem&right=working", None)
        }
        "set_change_viewed" => Place("", "", Some(json!({"path": MODULE, "newVersion": "1", "viewed": true}))),
        "check_module_rules" | "list_module_languages" | "read_translation" | "export_translation" => {
            Place(MODULE, "", None)
        }
        "create_translation" => Place(MODULE, "", Some(json!({"language": "zh-CN"}))),
        "confirm_translation" => Place(MODULE, "", Some(json!({"version": "1"}))),
        "list_policy_chapters"
        | "read_rule_report"
        | "start_rule_report"
        | "list_rule_findings"
        | "export_rule_findings" => Place("/{csdb}/MEL", "", None),
        _ => decision_probe(id),
    }
}

/// How an operation of OEM revisions or change requests is probed.
fn decision_probe(id: &str) -> Probe {
    match id {
        "read_revision"
        | "forecast_revision"
        | "list_forecast_modules"
        | "list_forecast_requirements"
        | "preview_merge"
        | "list_revision_todos"
        | "read_revision_todo"
        | "list_todo_owners"
        | "list_decisions_of_revision" => Record("revision", "", None),
        "assign_revision_todo" => Record("revision", "", Some(json!({"version": 1}))),
        "check_revision_todo" | "draw_revision_todo" => Record("revision", "", Some(json!({"text": ""}))),
        "resolve_revision_todo" => {
            Record("revision", "", Some(json!({"resolution": "ours", "version": 1, "done": true})))
        }
        "mark_revision_todo" => Record("revision", "", Some(json!({"done": true, "version": 1}))),
        "create_change_request" => Place("", "", Some(json!({"manualPath": "/{csdb}/MEL", "title": "A"}))),
        "list_request_people"
        | "list_publications"
        | "list_publication_blockers"
        | "read_released_publication"
        | "list_publication_receivers"
        | "list_publish_presets"
        | "read_fleet_map" => Place("", "?manualPath=/{csdb}/MEL", None),
        "save_publish_preset" => Place("", "", Some(preset("/{csdb}/MEL"))),
        "replace_publication_receivers" => {
            Place("", "", Some(json!({"manualPath": "/{csdb}/MEL", "before": [], "accounts": []})))
        }
        "read_change_request"
        | "check_change_request"
        | "read_request_effect"
        | "set_request_aside"
        | "list_request_history"
        | "read_request_file"
        | "delete_request_file" => Record("changeRequest", "", None),
        "write_oem_comment" => {
            let sender = json!({"senderIdent": "QZ001", "enterprise": "A", "city": "B", "country": "C"});
            Record("changeRequest", "", Some(sender))
        }
        "update_change_request" => {
            Record("changeRequest", "", Some(json!({"version": 1, "title": "A", "origin": "other"})))
        }
        "act_on_change_request" => Record("changeRequest", "", Some(json!({"action": "open"}))),
        "review_change_request" => Record("changeRequest", "", Some(json!({"round": 1, "verdict": "approved"}))),
        "add_request_module" => Record("changeRequest", "", Some(json!({"path": "/OPEN/MEL/DMC-A_en-US.XML"}))),
        "remove_request_module" => Record("changeRequest", "?path=/OPEN/MEL/DMC-A_en-US.XML", None),
        "write_request_post" => Record("changeRequest", "", Some(json!({"text": "a"}))),
        "attach_request_file" => Record("changeRequest", "?fileName=a.txt", None),
        "edit_request_post" => Record("requestPost", "", Some(json!({"text": "a"}))),
        "delete_request_post" => Record("requestPost", "", None),
        "read_publication"
        | "read_publication_artifact"
        | "mark_publication_read"
        | "acknowledge_publication"
        | "list_publication_readers"
        | "export_publication_readers" => Record("publication", "", None),
        "withdraw_publication" => Record("publication", "", Some(json!({"version": 1, "reason": "A"}))),
        "attach_publication_letter" => Record("publication", "?fileName=a.txt", None),
        "add_profile" => Place("", "", Some(json!({"manualPath": "/{csdb}/MEL", "name": "A", "scope": "all"}))),
        "update_profile" => {
            Record("profile", "", Some(json!({"id": "{id}", "version": 1, "name": "A", "scope": "all"})))
        }
        "delete_profile" => Record("profile", "?id={id}&version=1", None),
        "add_policy_ref" => Place("", "", Some(json!({"policyItemId": "none", "place": {"path": "/{csdb}/MEL"}}))),
        "update_policy_ref" | "delete_policy_ref" => Record("policyRef", "", Some(json!({"id": "{id}", "version": 1}))),
        _ => panic!("add {id} to this list: what does it show of a limited database?"),
    }
}

/// The same for a service token that may do in one database whatever such a token can do.
fn token_probe(id: &str) -> Probe {
    match id {
        "list_trash" => Unchanged("", None),
        "restore_from_trash" => Record("trashItem", "", None),
        "delete_csdb" => Place("", "?csdbName={csdb}", None),
        _ => probe(id),
    }
}

fn is_for_administrators(id: &str) -> bool {
    matches!(of(id), Some(Access::Needs(permission)) if !Role::Approver.may(permission))
}

/// The answer without what differs from call to call.
fn answer(response: &TestResponse, csdb: &str) -> String {
    let text = response.text().replace(csdb, "CSDB").replace(&csdb.to_lowercase(), "csdb");
    let Ok(mut json) = serde_json::from_str::<Value>(&text) else { return format!("{} {text}", response.status) };
    drop_volatile(&mut json);
    format!("{} {json}", response.status)
}

/// Removes the ids and times of a call, the size of the index, which a limited caller does not get, and scores: the
/// index weighs a word by its frequency in all documents.
fn drop_volatile(json: &mut Value) {
    match json {
        Value::Object(fields) => {
            fields.retain(|name, _| !["requestId", "took", "sizeBytes", "score"].contains(&name.as_str()));
            fields.values_mut().for_each(drop_volatile);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_volatile),
        _ => {}
    }
}

/// Asks for all lists and figures. A token is refused those that belong to people.
async fn lists(who: &Client, probe: fn(&str) -> Probe) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (id, method, path) in operations() {
        if let Unchanged(query, body) = probe(&id) {
            let response = who.ask(method, &format!("{path}{query}"), body).await;
            let is_answered =
                response.status.is_success() || (is_token(who) && response.status == StatusCode::FORBIDDEN);
            assert!(is_answered, "{id}: {} {}", response.status, response.text());
            all.insert(id, answer(&response, "SECRET"));
        }
    }
    all
}

fn is_token(who: &Client) -> bool {
    who.token().starts_with("afs_")
}

/// The address and the body that ask about a record or a place, and what stands in them for its name.
fn asked_about(id: &str, path: &str, probe: Probe) -> Option<(String, Option<Value>, &'static str, &'static str)> {
    match probe {
        Place(vault, query, body) => {
            let name = if id == "create_module" { "DMC-NV-A-29-11-01-00A-040A-A_en-US.XML" } else { "ICN-1.PNG" };
            let address = format!("{}{query}", path.replace("{path}", vault).replace("{name}", name));
            Some((address, body, "{csdb}", ""))
        }
        Record(kind, query, body) => {
            let file = if kind == "job" { "%E6%8A%A5%E5%91%8A%201.csv" } else { "none" };
            let path = path.replace("{publication}", "{id}").replace("{artifact}", ARTIFACT);
            let address = format!("{}{query}", path.replace("{fileName}", file).replace("{todo}", HIDDEN_TASK));
            Some((address, body, "{id}", kind))
        }
        Unchanged(..) | Elsewhere => None,
    }
}

/// Somebody with a grant finds every record and place that the others are asked about, or the walk would show nothing.
async fn is_found(who: &Client, ids: &BTreeMap<&str, String>) {
    let mut missing = Vec::new();
    for (id, method, path) in operations().into_iter().filter(|(_, method, _)| method == Method::GET) {
        let Some((address, _, from, kind)) = asked_about(&id, &path, probe(&id)) else { continue };
        let name = if kind.is_empty() { "SECRET" } else { ids.get(kind).map_or("none", String::as_str) };
        let response = who.ask(method, &address.replace(from, name), None).await;
        if response.status == StatusCode::NOT_FOUND {
            missing.push(id);
        }
    }
    assert_eq!(missing, NOT_THERE);
}

/// Asks every operation about the hidden database and its records, and about others that do not exist.
async fn is_hidden(who: &Client, probe: fn(&str) -> Probe, ids: &BTreeMap<&str, String>) {
    for (id, method, path) in operations() {
        let Some((address, body, from, kind)) = asked_about(&id, &path, probe(&id)) else { continue };
        let (hidden, missing) = match kind {
            "" => ("SECRET", "NOSUCH"),
            kind => (ids.get(kind).map_or("none", String::as_str), "00000000-0000-7000-8000-000000000000"),
        };
        let mut said = Vec::new();
        for name in [hidden, missing] {
            let body = body.as_ref().map(|body| body.to_string().replace(from, name));
            let body = body.map(|body| serde_json::from_str(&body).expect("JSON"));
            // The number of a revision is also part of other numbers in an answer.
            let named = if name.parse::<i64>().is_ok() { "{id}" } else { name };
            said.push(answer(&who.ask(method.clone(), &address.replace(from, name), body).await, named));
        }
        assert_eq!(said[0], said[1], "{id}");
        let refused: &[&str] = if is_token(who) { &["400", "403", "404", "415"] } else { &["400", "404", "415"] };
        let is_refused = refused.iter().any(|status| said[0].starts_with(status));
        assert!(is_refused, "{id} is probed by a request that finds something: {}", said[0]);
    }
}

/// Makes `/SECRET/MEL`, limited to the group `Fleet 2`, with a job, a package, and a saved search about it.
async fn make_secret(app: &TestApp, admin: &Client) -> BTreeMap<&'static str, String> {
    admin.post("/csdb", json!({"csdbName": "SECRET"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["SECRET"], "manualName": ["MEL"]})).await.ok();
    let sample = SampleManual::fill(app, "SECRET", "MEL").await;
    let revision = sample.add_revision(app).await;
    let request = json!({"searchText": "csdb:SECRET"});
    admin.post("/users/searches", json!({"name": "Secret", "request": request, "shared": true})).await.ok();
    let view = json!({"name": "Secret", "query": "manual=%2FSECRET%2FMEL", "shared": true});
    admin.post("/changeRequests/views", view).await.ok();
    let upload =
        testkit::packages::send(admin, "secret.zip", testkit::packages::zipped(&testkit::packages::demo("mmel-r1")))
            .await;
    let package = upload["packageId"].as_str().expect("a package").to_owned();
    let mut tx = app.db.begin().await.expect("a transaction");
    let id = PackageId(package.clone());
    store::packages::update_imported(&mut tx, &id, ("SECRET", "MEL"), testkit::library::at(3))
        .await
        .expect("a package");
    tx.commit().await.expect("kept");
    app.index().await;
    let publication = crate::publications::stored(app, "SECRET", "MEL", revision).await;
    let profiles = admin.get("/csdb/profile?manualPath=/SECRET/MEL").await.ok();
    let profile = profiles[0]["id"].as_str().expect("a profile").to_owned();
    add_inner_records(app, admin, &sample.manual.id, revision).await;
    // Work of the administrator that is about no database, and something in the trash.
    let parameters = json!({"note": "/SECRET/MEL", "script": ["write"]});
    admin.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["SECRET"], "manualName": ["OLD"]})).await.ok();
    admin.delete("/csdb/manual?csdbName=SECRET&manualName=OLD").await.ok();
    let trash = admin.get("/trash").await.ok();
    let trash = trash[0]["id"].as_str().expect("an id").to_owned();
    let revision = revision.to_string();
    BTreeMap::from([
        ("package", package),
        ("revision", revision),
        ("publication", publication),
        ("profile", profile),
        ("trashItem", trash),
    ])
}

/// A to-do of the revision and a file of the publication.
async fn add_inner_records(app: &TestApp, admin: &Client, manual: &ManualId, revision: SnapshotId) {
    let version = admin.get("/files/default/SECRET/MEL/DMC-A_en-US.XML").await.ok()["versionId"].clone();
    let version = VersionId(version.as_str().expect("an id").parse().expect("a number"));
    let blob = app.blobs().put(Bytes::from_static(b"<p/>")).await.expect("kept");
    let mut tx = app.db.begin().await.expect("a transaction");
    let file = store::files::find_any_version(&mut tx, version).await.expect("a store").expect("the module");
    let todo = RevisionTodo {
        id: RevisionTodoId(HIDDEN_TASK.to_owned()),
        revision,
        manual_id: manual.clone(),
        object_id: file.object.id,
        reason: TodoReason::Conflict,
        state: TodoState::Open,
        conflicts: 1,
        trio: VersionTrio { base: Some(version), theirs: Some(version), ours: Some(version) },
        result: Some(version),
        resolution: None,
        owner: None,
        due_on: None,
        note: String::new(),
        decided: None,
        created_on: testkit::library::at(5),
        version: 1,
    };
    store::revisions::insert_todos(&mut tx, &[todo]).await.expect("kept");
    let file = Artifact { file_name: ARTIFACT.to_owned(), blob, media_type: "text/html".to_owned(), size: 4 };
    let publication = Subject::from(&PublicationId("a-hidden-publication".to_owned()));
    store::artifacts::insert(&mut tx, &publication, &file).await.expect("kept");
    tx.commit().await.expect("kept");
}

/// Does in the limited database what leaves traces in one's own lists.
async fn work_in_secret(app: &TestApp, who: &Client, ids: &mut BTreeMap<&'static str, String>) {
    let path = "/SECRET/MEL/DMC-A_en-US.XML";
    assert!(who.get(&format!("/files/default{path}")).await.status.is_success());
    who.post("/users/recentVisit", json!({"path": path})).await.ok();
    let bookmark = who.post("/users/bookmark", json!({"path": path, "folder": "Secret"})).await.ok();
    ids.insert("bookmark", bookmark["bookmark"]["id"].as_str().expect("an id").to_owned());
    let edited = "/SECRET/MEL/DMC-TERMS_en-US.XML";
    who.ask(Method::POST, &format!("/files/checkout/default{edited}"), None).await.ok();
    let draft = who.ask(Method::POST, &format!("/drafts/default{edited}?tab=a"), None).await.ok();
    ids.insert("draft", draft["id"].as_str().expect("an id").to_owned());
    let version = who.get(&format!("/files/default{edited}")).await.ok()["versionId"].clone();
    let thread =
        who.post(&format!("/comments/default{edited}"), json!({"version": version, "text": "Why?"})).await.ok();
    ids.insert("thread", thread["thread"]["id"].as_str().expect("an id").to_owned());
    ids.insert("comment", thread["comments"][0]["id"].as_str().expect("an id").to_owned());
    let request = who.post("/changeRequests", json!({"manualPath": "/SECRET/MEL", "title": "Why"})).await.ok();
    let request = request["request"]["id"].as_str().expect("an id").to_owned();
    let open = who.post(&format!("/changeRequests/{request}/posts"), json!({"text": "Why?"})).await.ok();
    ids.insert("requestPost", open["posts"][0]["id"].as_str().expect("an id").to_owned());
    let file = format!("{API}/changeRequests/{request}/attachments?fileName=none");
    let file = who.request(Method::POST, &file).header("content-type", "application/octet-stream");
    who.send(file.body(Body::from("secret")).expect("a request")).await.ok();
    ids.insert("changeRequest", request);
    let place = json!({"path": "/SECRET/MEL"});
    let item = ids.get("policyItem").expect("a requirement").clone();
    let open = who.post("/compliance/policyItem/policyRef", json!({"policyItemId": item, "place": place})).await.ok();
    ids.insert("policyRef", open["references"][0]["id"].as_str().expect("an id").to_owned());
    let parameters = json!({"csdbName": "SECRET", "manualName": "MEL", "script": ["artifact"]});
    let job = who.post("/jobs", json!({"jobName": "testJob", "parameterMap": parameters})).await.ok();
    ids.insert("job", job["id"].as_str().expect("an id").to_owned());
    app.run_jobs().await;
    let messages = who.get("/notifications").await.ok();
    ids.insert("notification", messages["items"][0]["id"].as_str().expect("an id").to_owned());
}

async fn every_operation_hides_a_limited_database(app: TestApp) {
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "OPEN"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": ["OPEN"], "manualName": ["MEL"]})).await.ok();
    SampleManual::fill(&app, "OPEN", "MEL").await;
    app.index().await;
    let collection = json!({"policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit"});
    let parent = admin.post("/compliance", collection).await.ok()["path"].clone();
    let item = admin.post("/compliance/policyItem", json!({"parentPath": parent, "policyItemCode": "A 1"})).await.ok();
    app.add("stranger", Role::Approver).await;
    app.add("loser", Role::Approver).await;
    let (stranger, loser) = (app.signed_in("stranger").await, app.signed_in("loser").await);
    let scope = json!(["readContent", "editContent", "createLibrary", "deleteLibrary"]);
    let token = json!({"name": "Parts", "permissions": scope, "databases": ["OPEN"], "days": 1});
    let token = admin.post("/serviceTokens", token).await.ok();
    let token = app.anonymous().with_token(token["token"].as_str().expect("a token"));
    let token_before = lists(&token, token_probe).await;
    assert!(token_before["list_trash"].starts_with("200") && token_before["search_files"].starts_with("200"));
    let before = lists(&stranger, probe).await;
    assert_eq!(before, lists(&loser, probe).await);

    let mut ids = make_secret(&app, &admin).await;
    ids.insert("policyItem", item["id"].as_str().expect("an id").to_owned());
    let limits = Limits::of_group(&app, "/SECRET", "Fleet 2", &["loser"], AccessLevel::Approve).await;
    assert_eq!(lists(&stranger, probe).await, before);
    is_hidden(&stranger, probe, &ids).await;

    work_in_secret(&app, &loser, &mut ids).await;
    assert_ne!(lists(&loser, probe).await, before);
    is_found(&loser, &ids).await;
    is_hidden(&stranger, probe, &ids).await;
    assert_eq!(lists(&token, token_probe).await, token_before);
    is_hidden(&token, token_probe, &ids).await;
    change_access(&app, &CsdbPath::parse("/SECRET").expect("a path"), &[(&limits.group, None)]).await;
    assert_eq!(lists(&loser, probe).await, before);
    is_hidden(&loser, probe, &ids).await;
    let all = lists(&admin, probe).await;
    assert_ne!(all["list_csdbs"], before["list_csdbs"], "administrators see everything");
}
