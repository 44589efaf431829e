//! Databases, manuals, files and contents, and how they are read and searched.

use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;

use super::mounted::routes;
use crate::routes::{
    bytes, csdbs, files, fleet_map, folders, manuals, media, profiles, redline, search, sns, toc, trash, viewer,
};
use crate::state::AppState;

pub(super) fn all() -> OpenApiRouter<AppState> {
    manuals_and_files().merge(contents()).merge(reading()).merge(searching())
}

fn manuals_and_files() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
        .routes(routes!(folders::read_folder, folders::rename_folder, folders::delete_folder))
        // The root has no path parameter.
        .route("/folders/default/", get(folders::read_folder))
        .routes(routes!(files::read_file, media::delete_file))
        .routes(routes!(media::list_media))
        .routes(routes!(files::read_references))
        .routes(routes!(files::get_versions))
}

fn contents() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
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
}

/// Pages of modules, and what changed in them.
fn reading() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(viewer::view_module))
        .routes(routes!(viewer::list_choices))
        .routes(routes!(viewer::compare_versions))
        .routes(routes!(viewer::follow_place))
        .routes(routes!(redline::list_module_changes))
        .routes(routes!(redline::export_module_changes))
        .routes(routes!(redline::export_redline))
        .routes(routes!(redline::export_change_words))
        .routes(routes!(redline::set_change_viewed))
        .routes(routes!(viewer::read_graph))
        .routes(routes!(bytes::read_bytes))
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
