//! Check-out, drafts, forms, new modules, comments and rules.

use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    batches, brexes, business_rules, comments, content_models, dispatch_guard, editing, forms, modules, rebase,
    replacements, settings, statuses, translations,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    edits().merge(editor_forms()).merge(new_modules()).merge(threads()).merge(rules())
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
        .routes(routes!(editing::list_check_outs))
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
