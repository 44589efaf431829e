//! Revisions of the manufacturer, change requests and publications.

use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    change_requests, publication_readers, publications, publish_presets, request_attachments, request_effects,
    request_views, revision_todos, revisions, webhooks,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    oem_revisions().merge(requests()).merge(published())
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
        .routes(routes!(revisions::preview_merge))
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
        .routes(routes!(publish_presets::list_publish_presets, publish_presets::save_publish_preset))
        .routes(routes!(publish_presets::delete_publish_preset))
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
