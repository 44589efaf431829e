//! What each operation demands of its caller.
//!
//! The verbs of `app` decide; this table says what they will decide, for the
//! API's documentation and for the test that holds both against each other.

use domain::permission::Permission;

/// What an operation demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody, without a token.
    Open,
    /// Anybody who is signed in, about themselves or what everybody reads.
    SignedIn,
    /// About oneself; about others with the permission.
    SelfOr(Permission),
    /// Only with the permission.
    Needs(Permission),
}

/// Every operation of the API by its id.
pub const TABLE: &[(&str, Access)] = &[
    ("log_in", Access::Open),
    ("register", Access::Open),
    ("log_out", Access::SignedIn),
    ("read_me", Access::SignedIn),
    ("query_all_users", Access::Needs(Permission::ManageUsers)),
    ("create_user", Access::Needs(Permission::ManageUsers)),
    ("update_user", Access::Needs(Permission::ManageUsers)),
    ("get_user_by_account", Access::SelfOr(Permission::ManageUsers)),
    ("change_password", Access::SignedIn),
    ("update_user_self", Access::SignedIn),
    ("reset_password", Access::Needs(Permission::ManageUsers)),
    ("reject_registration", Access::Needs(Permission::ManageUsers)),
    ("list_operators", Access::Needs(Permission::ReadContent)),
    ("create_operator", Access::Needs(Permission::ManageOperators)),
    ("update_operator", Access::Needs(Permission::ManageOperators)),
    ("delete_operator", Access::Needs(Permission::ManageOperators)),
    ("list_aircraft", Access::Needs(Permission::ReadContent)),
    ("list_languages", Access::Needs(Permission::ReadContent)),
    ("read_download_token", Access::SignedIn),
    // By its kind; the imports are the kinds there are.
    ("create_job", Access::Needs(Permission::ImportPackages)),
    ("read_job", Access::Needs(Permission::ReadContent)),
    ("list_jobs", Access::Needs(Permission::ReadContent)),
    ("mark_job_notified", Access::SignedIn),
    ("cancel_job", Access::SignedIn),
    ("retry_job", Access::SignedIn),
    ("read_job_artifact", Access::Needs(Permission::ReadContent)),
    ("stream_events", Access::SignedIn),
    ("upload_file", Access::Needs(Permission::ImportPackages)),
    ("read_upload", Access::Needs(Permission::ImportPackages)),
    ("resume_upload", Access::Needs(Permission::ImportPackages)),
    ("cancel_upload", Access::Needs(Permission::ImportPackages)),
    ("list_packages", Access::Needs(Permission::ReadContent)),
    ("read_package", Access::Needs(Permission::ReadContent)),
    ("delete_package", Access::Needs(Permission::ImportPackages)),
    ("list_findings", Access::Needs(Permission::ReadContent)),
    ("group_findings", Access::Needs(Permission::ReadContent)),
    ("read_import_severity", Access::Needs(Permission::ManageSystem)),
    ("update_import_severity", Access::Needs(Permission::ManageSystem)),
    ("list_csdbs", Access::Needs(Permission::ReadContent)),
    ("create_csdb", Access::Needs(Permission::CreateLibrary)),
    ("delete_csdb", Access::Needs(Permission::DeleteLibrary)),
    ("list_manuals", Access::Needs(Permission::ReadContent)),
    ("create_manual", Access::Needs(Permission::CreateLibrary)),
    ("delete_manual", Access::Needs(Permission::CreateLibrary)),
    ("list_profiles", Access::Needs(Permission::ReadContent)),
    ("list_manual_types", Access::Needs(Permission::ReadContent)),
    ("list_profile_types", Access::Needs(Permission::ReadContent)),
    ("list_content_types", Access::Needs(Permission::ReadContent)),
    ("list_info_codes", Access::Needs(Permission::ReadContent)),
    ("list_revisions", Access::Needs(Permission::ReadContent)),
    ("list_trash", Access::Needs(Permission::DeleteLibrary)),
    ("restore_from_trash", Access::Needs(Permission::DeleteLibrary)),
    ("purge_from_trash", Access::Needs(Permission::DeleteLibrary)),
    ("read_folder", Access::Needs(Permission::ReadContent)),
    ("rename_folder", Access::Needs(Permission::CreateLibrary)),
    ("delete_folder", Access::Needs(Permission::CreateLibrary)),
    ("read_file", Access::Needs(Permission::ReadContent)),
    ("read_references", Access::Needs(Permission::ReadContent)),
    ("get_versions", Access::Needs(Permission::ReadContent)),
    ("get_top_toc", Access::Needs(Permission::ReadContent)),
    ("get_toc_node", Access::Needs(Permission::ReadContent)),
    ("get_leaf_nodes_with_page", Access::Needs(Permission::ReadContent)),
    ("get_content_dms_by_container", Access::Needs(Permission::ReadContent)),
    ("get_unreferenced_dms_with_page", Access::Needs(Permission::ReadContent)),
    ("get_all_dms_with_page", Access::Needs(Permission::ReadContent)),
    ("list_chapters", Access::Needs(Permission::ReadContent)),
    ("list_subchapters", Access::Needs(Permission::ReadContent)),
    ("list_subsubchapters", Access::Needs(Permission::ReadContent)),
    ("list_glossary_terms", Access::Needs(Permission::ReadContent)),
    ("list_schema_sets", Access::Needs(Permission::ManageSystem)),
    ("install_schema_set", Access::Needs(Permission::ManageSystem)),
    ("delete_schema_set", Access::Needs(Permission::ManageSystem)),
    ("check_against_schemas", Access::Needs(Permission::ManageSystem)),
    ("list_manual_type_settings", Access::Needs(Permission::ReadContent)),
    ("create_manual_type", Access::Needs(Permission::ManageSystem)),
    ("update_manual_type", Access::Needs(Permission::ManageSystem)),
    ("delete_manual_type", Access::Needs(Permission::ManageSystem)),
    ("list_csdb_type_settings", Access::Needs(Permission::ReadContent)),
    ("create_csdb_type", Access::Needs(Permission::ManageSystem)),
    ("update_csdb_type", Access::Needs(Permission::ManageSystem)),
    ("delete_csdb_type", Access::Needs(Permission::ManageSystem)),
    ("compare_package", Access::Needs(Permission::ReadContent)),
    ("export_findings", Access::Needs(Permission::ReadContent)),
    ("record_visit", Access::Needs(Permission::ReadContent)),
    ("list_recent_visits", Access::Needs(Permission::ReadContent)),
    ("toggle_bookmark", Access::Needs(Permission::ReadContent)),
    ("list_bookmarks", Access::Needs(Permission::ReadContent)),
    ("update_bookmark", Access::Needs(Permission::ReadContent)),
    ("delete_bookmark", Access::Needs(Permission::ReadContent)),
    ("list_bookmark_folders", Access::Needs(Permission::ReadContent)),
    ("list_checked_out", Access::Needs(Permission::ReadContent)),
    ("read_version", Access::SignedIn),
    ("read_system", Access::Needs(Permission::ViewSystem)),
    ("read_counts", Access::SignedIn),
    ("list_notifications", Access::SignedIn),
    ("read_notification", Access::SignedIn),
    ("read_all_notifications", Access::SignedIn),
    ("list_audit_entries", Access::Needs(Permission::ViewAudit)),
    ("verify_audit", Access::Needs(Permission::ViewAudit)),
];

/// What the operation demands, if it is in the table.
pub fn of(operation: &str) -> Option<Access> {
    TABLE.iter().find(|(id, _)| *id == operation).map(|(_, access)| *access)
}
