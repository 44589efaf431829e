//! Sessions, users, groups, grants and ways to sign in.

use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    access, groups, identity_providers, mail, provider_sign_in, second_factor, service_tokens, sessions, users,
    workspace,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    sessions_and_users().merge(grants()).merge(second_factors()).merge(identity()).merge(user_lists()).merge(mails())
}

fn sessions_and_users() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
        .routes(routes!(users::update_users))
        .routes(routes!(users::export_users))
        .routes(routes!(users::import_users))
        .routes(routes!(users::get_user_by_account))
        .routes(routes!(users::change_password))
        .routes(routes!(users::update_user_self))
        .routes(routes!(users::reset_password))
        .routes(routes!(users::reject_registration))
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

/// Notifications by mail.
fn mails() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(mail::read_mail_settings, mail::update_mail_settings))
        .routes(routes!(mail::send_test_mail))
        .routes(routes!(mail::list_mails))
        .routes(routes!(mail::delete_mail))
        .routes(routes!(mail::retry_mail))
}
