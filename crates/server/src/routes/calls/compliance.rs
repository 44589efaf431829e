//! Requirements, regulations and audits.

use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    audit_packs, auditors, compliance, policy_comments, policy_evidence, policy_images, policy_items, policy_mappings,
    policy_refs, policy_reviews, policy_views, regulations,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    requirements().merge(regulation_imports()).merge(audits())
}

/// Compliance (specification, section 7).
fn requirements() -> OpenApiRouter<AppState> {
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
        .routes(routes!(policy_items::set_policy_means))
        .routes(routes!(policy_items::change_policy_items))
        .routes(routes!(policy_refs::add_policy_ref, policy_refs::update_policy_ref))
        .routes(routes!(policy_refs::delete_policy_ref))
        .routes(routes!(policy_refs::clean_policy_refs))
        .routes(routes!(policy_items::read_policy_item, policy_items::update_policy_item))
        .routes(routes!(policy_items::list_policy_history))
        .routes(routes!(policy_refs::suggest_policy_refs))
        .routes(routes!(policy_reviews::list_policy_reviews))
        .routes(routes!(policy_reviews::list_policy_owners))
        .routes(routes!(policy_views::list_policy_views, policy_views::save_policy_view))
        .routes(routes!(policy_views::delete_policy_view))
        .routes(routes!(policy_comments::list_policy_comments, policy_comments::write_policy_comment))
        .routes(routes!(policy_comments::edit_policy_comment, policy_comments::delete_policy_comment))
        .routes(routes!(policy_evidence::add_policy_evidence))
        .routes(routes!(policy_evidence::read_policy_evidence, policy_evidence::delete_policy_evidence))
        .routes(routes!(policy_images::list_policy_images))
        .routes(routes!(policy_images::read_policy_image))
        .routes(routes!(policy_refs::list_module_policy_refs))
        .routes(routes!(policy_refs::list_policy_chapters))
}

/// Regulations in and out, and mappings between collections.
fn regulation_imports() -> OpenApiRouter<AppState> {
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
