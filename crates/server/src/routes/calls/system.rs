//! Jobs, packages, settings, operators and the system itself.

use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    audit, counts, fleet_map, house_styles, jobs, notifications, operators, packages, schema_sets, settings, system,
    types,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    jobs_and_packages().merge(configuration()).merge(other())
}

fn jobs_and_packages() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(jobs::create_job))
        .routes(routes!(jobs::read_job))
        .routes(routes!(jobs::list_jobs))
        .routes(routes!(jobs::mark_job_notified))
        .routes(routes!(jobs::cancel_job))
        .routes(routes!(jobs::retry_job))
        .routes(routes!(jobs::read_job_artifact))
        .routes(routes!(jobs::stream_events))
        .routes(routes!(packages::list_packages))
        .routes(routes!(packages::read_package, packages::delete_package))
        .routes(routes!(packages::list_findings))
        .routes(routes!(packages::group_findings))
        .routes(routes!(packages::compare_package))
        .routes(routes!(packages::export_findings))
}

fn configuration() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
        .routes(routes!(fleet_map::compare_for_aircraft))
        .routes(routes!(operators::list_languages))
}

fn other() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(system::read_version))
        .routes(routes!(system::read_system))
        .routes(routes!(counts::read_counts))
        .routes(routes!(notifications::list_notifications))
        .routes(routes!(notifications::read_notification))
        .routes(routes!(notifications::read_all_notifications))
        .routes(routes!(audit::list_audit_entries))
        .routes(routes!(audit::verify_audit))
}
