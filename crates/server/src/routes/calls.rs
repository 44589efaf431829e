//! The operations of the API, by the part of the product that they belong to.

mod accounts;
mod compliance;
mod editing;
mod library;
mod mounted;
mod revisions;
mod system;

use utoipa_axum::router::OpenApiRouter;

use self::mounted::routes;
use crate::openapi;
use crate::routes::{audit_packs, brexes, media, publications, schema_sets, translations, uploads};
use crate::state::AppState;

/// Operations that end in time.
pub(super) fn timed() -> OpenApiRouter<AppState> {
    OpenApiRouter::with_openapi(openapi::base())
        .merge(accounts::all())
        .merge(system::all())
        .merge(library::all())
        .merge(editing::all())
        .merge(revisions::all())
        .merge(compliance::all())
}

/// Operations with file bodies, which have no timeout.
pub(super) fn untimed() -> OpenApiRouter<AppState> {
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
