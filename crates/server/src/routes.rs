//! All routes, grouped as in the specification.

pub mod access;
pub mod audit;
pub mod audit_packs;
pub mod auditors;
pub mod batches;
pub mod brexes;
pub mod business_rules;
pub mod bytes;
pub mod change_requests;
pub mod comments;
pub mod compliance;
pub mod content_models;
pub mod counts;
pub mod csdbs;
pub mod dispatch_guard;
pub mod editing;
pub mod files;
pub mod fleet_map;
pub mod folders;
pub mod forms;
pub mod groups;
pub mod house_styles;
pub mod identity_providers;
pub mod jobs;
pub mod mail;
pub mod manuals;
pub mod media;
pub mod modules;
pub mod notifications;
pub mod operators;
pub mod packages;
pub mod policy_comments;
pub mod policy_evidence;
pub mod policy_items;
pub mod policy_mappings;
pub mod policy_refs;
pub mod policy_reviews;
pub mod policy_views;
pub mod probes;
pub mod profiles;
pub mod provider_sign_in;
pub mod publication_readers;
pub mod publications;
pub mod rebase;
pub mod redline;
pub mod regulations;
pub mod replacements;
pub mod request_attachments;
pub mod request_effects;
pub mod request_views;
pub mod revision_todos;
pub mod revisions;
pub mod schema_sets;
pub mod search;
pub mod second_factor;
pub mod service_tokens;
pub mod sessions;
pub mod settings;
pub mod sns;
pub mod statuses;
pub mod system;
pub mod toc;
pub mod translations;
pub mod trash;
pub mod types;
pub mod uploads;
pub mod users;
pub mod viewer;
pub mod webhooks;
pub mod workspace;

use std::any::Any;
use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use axum::http::header::ACCEPT_RANGES;
use axum::http::{Extensions, HeaderMap, Method, StatusCode, Version};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::permissions::{self, Access};
use crate::problem::Problem;
use crate::state::AppState;
use crate::{access as access_check, openapi, scope, security, site};

/// The base path of the API (specification, section 7).
pub const API: &str = "/kbj/api";

/// The request timeout, except for uploads.
const TIMEOUT: Duration = Duration::from_mins(1);

/// The operations of the API, with their documentation.
pub fn api() -> OpenApiRouter<AppState> {
    timed()
        .merge(grants())
        .merge(second_factors())
        .merge(mails())
        .merge(reading())
        .merge(identity())
        .merge(user_lists())
        .merge(searching())
        .merge(edits())
        .merge(editor_forms())
        .merge(new_modules())
        .merge(threads())
        .merge(oem_revisions())
        .merge(rules())
        .merge(requests())
        .merge(published())
        .merge(compliance_calls())
        .merge(regulation_calls())
        .merge(audits())
        .layer(from_fn(limit_time))
        .merge(untimed())
}

/// What the access check knows of an operation.
#[derive(Debug, Clone, Copy)]
pub struct OperationRule {
    pub access: Access,
    /// Auditors may use it.
    pub for_auditors: bool,
}

/// The rule of each operation, by method and route.
pub fn operations() -> HashMap<(Method, String), OperationRule> {
    let (_, document) = api().split_for_parts();
    let mut rules = HashMap::new();
    for (path, item) in document.paths.paths {
        let all = [
            (Method::GET, item.get),
            (Method::POST, item.post),
            (Method::PUT, item.put),
            (Method::DELETE, item.delete),
            (Method::PATCH, item.patch),
            (Method::HEAD, item.head),
        ];
        for (method, operation) in all {
            let Some(id) = operation.and_then(|one| one.operation_id) else { continue };
            let for_auditors = permissions::FOR_AUDITORS.contains(&id.as_str());
            let rule = permissions::of(&id).map(|access| OperationRule { access, for_auditors });
            rules.extend(rule.map(|rule| ((method, path.clone()), rule)));
        }
    }
    rules
}

/// Operations with file bodies, which have no timeout.
fn untimed() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(uploads::upload_file))
        .routes(routes!(uploads::read_upload, uploads::resume_upload, uploads::cancel_upload))
        .routes(routes!(media::upload_media))
        .routes(routes!(media::put_media))
        .routes(routes!(audit_packs::read_audit_pack))
        .routes(routes!(translations::upload_translation))
        .routes(routes!(schema_sets::install_schema_set))
        .routes(routes!(schema_sets::check_against_schemas))
        .routes(routes!(brexes::install_brex))
        .routes(routes!(publications::attach_publication_letter))
}

fn searching() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(search::search_files))
        .routes(routes!(search::suggest))
        .routes(routes!(search::export_search))
        .routes(routes!(search::list_saved_searches, search::save_search))
        .routes(routes!(search::rename_saved_search, search::delete_saved_search))
        .routes(routes!(search::read_search_status))
        .routes(routes!(search::rebuild_search))
}

/// Check-outs, drafts and check-ins.
fn edits() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(editing::check_out_file))
        .routes(routes!(editing::check_out_module))
        .routes(routes!(editing::cancel_check_out_of_file))
        .routes(routes!(editing::cancel_check_out_of_module))
        .routes(routes!(editing::check_in_file))
        .routes(routes!(editing::check_in_module))
        .routes(routes!(editing::restore_file))
        .routes(routes!(statuses::change_status))
        .routes(routes!(statuses::list_status_events))
        .routes(routes!(dispatch_guard::read_item_guard))
        .routes(routes!(dispatch_guard::override_item))
        .routes(routes!(batches::change_files))
        .routes(routes!(replacements::find_replacements))
        .routes(routes!(replacements::apply_replacements))
        .routes(routes!(settings::read_editing_rules, settings::update_editing_rules))
        .routes(routes!(editing::list_drafts))
        .routes(routes!(editing::check_draft))
        .routes(routes!(editing::render_draft))
        .routes(routes!(editing::list_block_edits))
        .routes(routes!(content_models::read_content_model))
        .routes(routes!(editing::open_draft, editing::save_draft))
        .routes(routes!(editing::read_draft, editing::delete_draft))
        .routes(routes!(rebase::set_draft_aside))
        .routes(routes!(rebase::continue_draft))
        .routes(routes!(rebase::read_rebase, rebase::save_rebase))
        .routes(routes!(rebase::draw_rebase))
        .routes(routes!(rebase::replace_draft))
        .routes(routes!(rebase::set_request_aside))
}

/// Forms of the editor.
fn editor_forms() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(forms::edit_metadata))
        .routes(routes!(forms::edit_applicability))
        .routes(routes!(forms::edit_reference))
        .routes(routes!(forms::edit_graphic))
        .routes(routes!(forms::edit_dispatch_item))
}

/// New modules, their templates, alternates, and the entries of publications.
fn new_modules() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(modules::create_module))
        .routes(routes!(modules::read_module_options))
        .routes(routes!(modules::find_next_code))
        .routes(routes!(
            modules::list_module_templates,
            modules::replace_module_template,
            modules::reset_module_template
        ))
        .routes(routes!(modules::read_module_template))
        .routes(routes!(modules::add_alternate, modules::remove_alternate))
        .routes(routes!(modules::read_outline))
        .routes(routes!(modules::edit_outline))
        .routes(routes!(translations::list_translations))
        .routes(routes!(translations::list_module_languages, translations::create_translation))
        .routes(routes!(translations::read_translation, translations::confirm_translation))
        .routes(routes!(translations::export_translation))
}

/// Comments.
fn threads() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(comments::list_comments))
        .routes(routes!(comments::export_comments))
        .routes(routes!(comments::list_module_comments, comments::start_thread))
        .routes(routes!(comments::read_paragraph))
        .routes(routes!(comments::list_readers))
        .routes(routes!(comments::read_thread, comments::answer_thread))
        .routes(routes!(comments::set_thread_state))
        .routes(routes!(comments::mark_thread_seen))
        .routes(routes!(comments::edit_comment, comments::delete_comment))
        .routes(routes!(comments::list_suggestion_edits))
        .routes(routes!(comments::accept_suggestion))
}

/// OEM revisions: forecast, to-dos, history.
fn oem_revisions() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(revisions::list_waiting_revisions))
        .routes(routes!(revisions::list_revision_decisions))
        .routes(routes!(revisions::export_revision_decisions))
        .routes(routes!(revisions::list_airline_changes))
        .routes(routes!(revisions::export_airline_changes))
        .routes(routes!(revisions::read_revision))
        .routes(routes!(revisions::forecast_revision))
        .routes(routes!(revisions::list_forecast_modules))
        .routes(routes!(revisions::list_forecast_requirements))
        .routes(routes!(revision_todos::list_revision_todos))
        .routes(routes!(revision_todos::read_revision_todo, revision_todos::assign_revision_todo))
        .routes(routes!(revision_todos::check_revision_todo))
        .routes(routes!(revision_todos::draw_revision_todo))
        .routes(routes!(revision_todos::resolve_revision_todo))
        .routes(routes!(revision_todos::mark_revision_todo))
        .routes(routes!(revision_todos::list_todo_owners))
        .routes(routes!(revisions::list_decisions_of_revision))
        .routes(routes!(revisions::read_revision_rules, revisions::update_revision_rules))
}

/// Business rules.
fn rules() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(brexes::list_brexes, brexes::delete_brex))
        .routes(routes!(brexes::read_import_rules, brexes::update_import_rules))
        .routes(routes!(business_rules::check_module_rules))
        .routes(routes!(business_rules::read_rule_report, business_rules::start_rule_report))
        .routes(routes!(business_rules::list_rule_findings))
        .routes(routes!(business_rules::export_rule_findings))
}

/// Change requests.
fn requests() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(change_requests::list_change_requests, change_requests::create_change_request))
        .routes(routes!(change_requests::export_change_requests))
        .routes(routes!(change_requests::list_request_people))
        .routes(routes!(request_views::list_request_views, request_views::save_request_view))
        .routes(routes!(request_views::delete_request_view))
        .routes(routes!(change_requests::edit_request_post, change_requests::delete_request_post))
        .routes(routes!(change_requests::read_change_request, change_requests::update_change_request))
        .routes(routes!(change_requests::act_on_change_request))
        .routes(routes!(change_requests::review_change_request))
        .routes(routes!(change_requests::add_request_module, change_requests::remove_request_module))
        .routes(routes!(change_requests::check_change_request))
        .routes(routes!(request_effects::read_request_effect))
        .routes(routes!(request_effects::write_oem_comment))
        .routes(routes!(change_requests::list_request_history))
        .routes(routes!(change_requests::write_request_post))
        .routes(routes!(request_attachments::attach_request_file))
        .routes(routes!(request_attachments::read_request_file, request_attachments::delete_request_file))
}

/// Publications of manuals.
fn published() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(publications::list_publications))
        .routes(routes!(publications::list_publication_group))
        .routes(routes!(publications::list_publication_blockers))
        .routes(routes!(publications::read_signing_key))
        .routes(routes!(publications::read_mel_schema))
        .routes(routes!(webhooks::list_webhook_deliveries))
        .routes(routes!(webhooks::retry_webhook_delivery))
        .routes(routes!(publication_readers::read_released_publication))
        .routes(routes!(
            publication_readers::list_publication_receivers,
            publication_readers::replace_publication_receivers
        ))
        .routes(routes!(publication_readers::mark_publication_read))
        .routes(routes!(publication_readers::acknowledge_publication))
        .routes(routes!(publication_readers::list_publication_readers))
        .routes(routes!(publication_readers::export_publication_readers))
        .routes(routes!(publications::read_publication))
        .routes(routes!(publications::withdraw_publication))
        .routes(routes!(publications::read_publication_artifact))
}

/// Compliance (specification, section 7).
fn compliance_calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(compliance::list_compliance, compliance::create_compliance))
        .routes(routes!(compliance::delete_compliance))
        .routes(routes!(compliance::update_compliance))
        .routes(routes!(compliance::create_policy_category))
        .routes(routes!(compliance::delete_policy_category))
        .routes(routes!(compliance::update_policy_category))
        .routes(routes!(compliance::read_compliance_dashboard))
        .routes(routes!(policy_items::list_policy_items))
        .routes(routes!(policy_items::create_policy_item))
        .routes(routes!(policy_items::delete_policy_item))
        .routes(routes!(policy_items::set_policy_status))
        .routes(routes!(policy_items::sign_off_policy_status))
        .routes(routes!(policy_items::set_policy_scope))
        .routes(routes!(policy_items::change_policy_items))
        .routes(routes!(policy_refs::add_policy_ref, policy_refs::update_policy_ref))
        .routes(routes!(policy_refs::delete_policy_ref))
        .routes(routes!(policy_refs::clean_policy_refs))
        .routes(routes!(policy_items::read_policy_item, policy_items::update_policy_item))
        .routes(routes!(policy_items::list_policy_history))
        .routes(routes!(policy_refs::suggest_policy_refs))
        .routes(routes!(policy_reviews::list_policy_reviews))
        .routes(routes!(policy_views::list_policy_views, policy_views::save_policy_view))
        .routes(routes!(policy_views::delete_policy_view))
        .routes(routes!(policy_comments::list_policy_comments, policy_comments::write_policy_comment))
        .routes(routes!(policy_comments::edit_policy_comment, policy_comments::delete_policy_comment))
        .routes(routes!(policy_evidence::add_policy_evidence))
        .routes(routes!(policy_evidence::read_policy_evidence, policy_evidence::delete_policy_evidence))
        .routes(routes!(policy_refs::list_module_policy_refs))
}

/// Regulations in and out, and mappings between collections.
fn regulation_calls() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(regulations::list_regulation_imports, regulations::upload_regulation))
        .routes(routes!(regulations::read_regulation_import, regulations::delete_regulation_import))
        .routes(routes!(regulations::list_regulation_changes))
        .routes(routes!(regulations::read_regulation_change))
        .routes(routes!(regulations::check_regulation_import))
        .routes(routes!(regulations::take_regulation_over))
        .routes(routes!(regulations::read_regulation_template))
        .routes(routes!(regulations::export_compliance))
        .routes(routes!(policy_mappings::list_policy_mappings, policy_mappings::create_policy_mapping))
        .routes(routes!(policy_mappings::read_mapping_coverage))
        .routes(routes!(policy_mappings::export_policy_mappings))
        .routes(routes!(policy_mappings::import_policy_mappings))
        .routes(routes!(policy_mappings::update_policy_mapping, policy_mappings::delete_policy_mapping))
        .routes(routes!(policy_mappings::list_item_mappings))
        .routes(routes!(regulations::list_policy_wordings))
}

/// Packs for auditors, and their accounts.
fn audits() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(audit_packs::list_audit_packs, audit_packs::create_audit_pack))
        .routes(routes!(audit_packs::preview_audit_pack))
        .routes(routes!(audit_packs::delete_audit_pack))
        .routes(routes!(auditors::list_auditors, auditors::create_auditor))
        .routes(routes!(auditors::update_auditor))
}

/// The personal lists of each user.
fn user_lists() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(workspace::record_visit))
        .routes(routes!(workspace::list_recent_visits))
        .routes(routes!(workspace::toggle_bookmark))
        .routes(routes!(workspace::list_bookmarks))
        .routes(routes!(workspace::update_bookmark, workspace::delete_bookmark))
        .routes(routes!(workspace::list_bookmark_folders))
        .routes(routes!(workspace::list_checked_out))
}

/// Second factors and fresh proofs of identity.
fn second_factors() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(
            second_factor::read_second_factor,
            second_factor::start_second_factor,
            second_factor::confirm_second_factor,
            second_factor::remove_second_factor
        ))
        .routes(routes!(second_factor::renew_recovery_codes))
        .routes(routes!(second_factor::confirm_identity))
        .routes(routes!(second_factor::reset_second_factor))
        .routes(routes!(second_factor::read_factor_roles, second_factor::update_factor_roles))
}

/// Notifications by mail.
fn mails() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(mail::read_mail_settings, mail::update_mail_settings))
        .routes(routes!(mail::send_test_mail))
        .routes(routes!(mail::list_mails))
        .routes(routes!(mail::delete_mail))
        .routes(routes!(mail::retry_mail))
}

/// Groups, access to databases and manuals, and service tokens.
fn grants() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(groups::list_groups, groups::create_group))
        .routes(routes!(groups::read_group, groups::update_group, groups::delete_group))
        .routes(routes!(groups::export_groups))
        .routes(routes!(groups::import_groups))
        .routes(routes!(access::read_access, access::update_access))
        .routes(routes!(access::list_access))
        .routes(routes!(access::list_user_access))
        .routes(routes!(service_tokens::list_service_tokens, service_tokens::create_service_token))
        .routes(routes!(service_tokens::revoke_service_token))
}

/// Signing in at identity providers.
fn identity() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(provider_sign_in::read_sign_in_options))
        .routes(routes!(provider_sign_in::start_provider_sign_in))
        .routes(routes!(provider_sign_in::return_from_provider))
        .routes(routes!(provider_sign_in::finish_provider_sign_in))
        .routes(routes!(provider_sign_in::read_provider_sign_out))
        .routes(routes!(identity_providers::list_identity_providers, identity_providers::create_identity_provider))
        .routes(routes!(identity_providers::update_identity_provider, identity_providers::delete_identity_provider))
        .routes(routes!(identity_providers::test_identity_provider))
        .routes(routes!(identity_providers::read_sign_in_settings, identity_providers::update_sign_in_settings))
}

/// Pages of modules, and what changed in them.
fn reading() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(viewer::view_module))
        .routes(routes!(viewer::list_choices))
        .routes(routes!(viewer::compare_versions))
        .routes(routes!(redline::list_module_changes))
        .routes(routes!(redline::export_module_changes))
        .routes(routes!(redline::export_redline))
        .routes(routes!(redline::export_change_words))
        .routes(routes!(redline::set_change_viewed))
        .routes(routes!(viewer::read_graph))
        .routes(routes!(bytes::read_bytes))
}

fn timed() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::base())
        // Login and users
        .routes(routes!(sessions::log_in))
        .routes(routes!(sessions::register))
        .routes(routes!(sessions::log_out))
        .routes(routes!(sessions::log_out_everywhere))
        .routes(routes!(sessions::list_sessions))
        .routes(routes!(sessions::close_session))
        .routes(routes!(sessions::read_me))
        .routes(routes!(sessions::read_download_token))
        .routes(routes!(users::query_all_users))
        .routes(routes!(users::create_user))
        .routes(routes!(users::update_user))
        .routes(routes!(users::get_user_by_account))
        .routes(routes!(users::change_password))
        .routes(routes!(users::update_user_self))
        .routes(routes!(users::reset_password))
        .routes(routes!(users::reject_registration))
        // Jobs
        .routes(routes!(jobs::create_job))
        .routes(routes!(jobs::read_job))
        .routes(routes!(jobs::list_jobs))
        .routes(routes!(jobs::mark_job_notified))
        .routes(routes!(jobs::cancel_job))
        .routes(routes!(jobs::retry_job))
        .routes(routes!(jobs::read_job_artifact))
        .routes(routes!(jobs::stream_events))
        // Packages
        .routes(routes!(packages::list_packages))
        .routes(routes!(packages::read_package, packages::delete_package))
        .routes(routes!(packages::list_findings))
        .routes(routes!(packages::group_findings))
        .routes(routes!(packages::compare_package))
        .routes(routes!(packages::export_findings))
        // Settings
        .routes(routes!(settings::read_import_severity, settings::update_import_severity))
        .routes(routes!(schema_sets::list_schema_sets, schema_sets::delete_schema_set))
        .routes(routes!(
            types::list_manual_type_settings,
            types::create_manual_type,
            types::update_manual_type,
            types::delete_manual_type
        ))
        .routes(routes!(
            types::list_csdb_type_settings,
            types::create_csdb_type,
            types::update_csdb_type,
            types::delete_csdb_type
        ))
        // Operators
        .routes(routes!(
            operators::list_operators,
            operators::create_operator,
            operators::update_operator,
            operators::delete_operator
        ))
        .routes(routes!(
            house_styles::read_house_style,
            house_styles::update_house_style,
            house_styles::delete_house_style
        ))
        .routes(routes!(operators::list_aircraft))
        .routes(routes!(fleet_map::preview_fleet))
        .routes(routes!(fleet_map::list_changed_places))
        .routes(routes!(operators::list_languages))
        // Databases and manuals
        .routes(routes!(csdbs::list_csdbs, csdbs::create_csdb, csdbs::delete_csdb))
        .routes(routes!(manuals::list_manuals, manuals::create_manual, manuals::delete_manual))
        .routes(routes!(manuals::update_manual_rules))
        .routes(routes!(
            profiles::list_profiles,
            profiles::add_profile,
            profiles::update_profile,
            profiles::delete_profile
        ))
        .routes(routes!(manuals::list_manual_types))
        .routes(routes!(manuals::list_profile_types))
        .routes(routes!(manuals::list_content_types))
        .routes(routes!(manuals::list_info_codes))
        .routes(routes!(manuals::list_revisions))
        .routes(routes!(trash::list_trash))
        .routes(routes!(trash::restore_from_trash))
        .routes(routes!(trash::purge_from_trash))
        // Files and folders
        .routes(routes!(folders::read_folder, folders::rename_folder, folders::delete_folder))
        // The root has no path parameter.
        .route("/folders/default/", get(folders::read_folder))
        .routes(routes!(files::read_file, media::delete_file))
        .routes(routes!(media::list_media))
        .routes(routes!(files::read_references))
        .routes(routes!(files::get_versions))
        // Table of contents and data modules
        .routes(routes!(toc::get_top_toc))
        .routes(routes!(toc::get_toc_node))
        .routes(routes!(toc::get_leaf_nodes_with_page))
        .routes(routes!(toc::get_neighbours))
        .routes(routes!(fleet_map::read_fleet_map))
        .routes(routes!(files::get_content_dms_by_container))
        .routes(routes!(files::get_unreferenced_dms_with_page))
        .routes(routes!(files::get_all_dms_with_page))
        .routes(routes!(files::export_modules))
        .routes(routes!(sns::list_chapters))
        .routes(routes!(sns::list_systems_of_manual))
        .routes(routes!(sns::list_subchapters))
        .routes(routes!(sns::list_subsubchapters))
        .routes(routes!(sns::list_glossary_terms))
        // Other
        .routes(routes!(system::read_version))
        .routes(routes!(system::read_system))
        .routes(routes!(counts::read_counts))
        .routes(routes!(notifications::list_notifications))
        .routes(routes!(notifications::read_notification))
        .routes(routes!(notifications::read_all_notifications))
        .routes(routes!(audit::list_audit_entries))
        .routes(routes!(audit::verify_audit))
}

/// The whole application as one service.
pub fn router(state: AppState) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api.method_not_allowed_fallback(method_not_allowed);
    let all = Router::new()
        .nest(API, api)
        .merge(site::docs())
        .route("/healthz", get(probes::health))
        .route("/readyz", get(probes::readiness))
        .route(access_check::METRICS, get(probes::metrics))
        .merge(site::manual())
        .method_not_allowed_fallback(method_not_allowed);
    surrounded(all, state)
}

/// Adds the layers around all routes; the last layer runs first.
pub fn surrounded(routes: Router<AppState>, state: AppState) -> Router {
    routes
        .layer(from_fn_with_state(state.clone(), access_check::check))
        // Archives are compressed, and their length tells how far a download is.
        .layer(CompressionLayer::new().compress_when(
            DefaultPredicate::new().and(NotForContentType::const_new("application/zip")).and(is_sent_whole),
        ))
        .layer(CatchPanicLayer::custom(|panic| panicked(panic).into_response()))
        .layer(from_fn_with_state(state.http.hsts_seconds, security::everywhere))
        .layer(from_fn_with_state(state.clone(), scope::open))
        .with_state(state)
}

/// Whether a response has no parts: parts are those of the bytes as they are, which has to be what clients keep.
fn is_sent_whole(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    !headers.contains_key(ACCEPT_RANGES)
}

async fn limit_time(request: axum::extract::Request, next: axum::middleware::Next) -> axum::response::Response {
    match tokio::time::timeout(TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new("request.timeout").into_response(),
    }
}

async fn method_not_allowed() -> Problem {
    Problem::new("request.method_not_allowed")
}

#[expect(clippy::needless_pass_by_value, reason = "this is how a panic is handed over")]
fn panicked(panic: Box<dyn Any + Send>) -> Problem {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    tracing::error!(error = text.unwrap_or("unknown"), "Request panicked");
    Problem::new("server.internal")
}
