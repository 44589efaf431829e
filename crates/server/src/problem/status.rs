//! HTTP status codes of error codes.

use axum::http::StatusCode;

/// Error codes that are defined in this crate.
pub const OWN_CODES: [&str; 10] = [
    "bytes.range",
    "call.another",
    "call.interrupted",
    "call.running",
    "request.malformed",
    "request.too_large",
    "request.unsupported_media_type",
    "request.method_not_allowed",
    "request.timeout",
    "route.not_found",
];

/// Errors that the present state of something else causes.
const CONFLICTS: &[&str] = &[
    "user.account_taken",
    "user.not_pending",
    "operator.code_taken",
    "group.name_taken",
    "group.preview_changed",
    "service_token.name_taken",
    "service_token.too_many",
    "user.last_admin",
    "user.preview_changed",
    "user.emergency_account",
    "identity_provider.name_taken",
    "identity_provider.too_many",
    "identity_provider.no_public_url",
    "identity_provider.secret_lost",
    "second_factor.exists",
    "mail.not_set_up",
    "mail.password_lost",
    "mail.sent",
    "mail.sending",
    "changed_meanwhile",
    "call.another",
    "call.interrupted",
    "call.running",
    "job.ended",
    "job.not_ended",
    "upload.offset",
    "upload.exists",
    "upload.too_many",
    "upload.complete",
    "package.busy",
    "package.not_read",
    "import.blocked",
    "import.overtaken",
    "import.running",
    "csdb.name_taken",
    "manual.name_taken",
    "trash.csdb_in_trash",
    "trash.manual_in_trash",
    "type.taken",
    "type.builtin",
    "type.in_use",
    "bookmark.too_many",
    "comment.too_many",
    "comment.too_many_threads",
    "comment.accepted",
    "comment.suggestion_changed",
    "comment.text_changed",
    "publication.state",
    "publication.waiting",
    "publication.blocked",
    "publication.empty",
    "publication.busy",
    "publication.too_many_presets",
    "webhook.not_set",
    "webhook.not_failed",
    "webhook.outdated",
    "change_request.action",
    "change_request.not_approved",
    "change_request.not_finished",
    "change_request.not_in_work",
    "change_request.module_taken",
    "change_request.checked_out",
    "change_request.unchanged",
    "change_request.reviewers",
    "change_request.fixed",
    "change_request.in_review",
    "change_request.module_changed",
    "change_request.work_set_aside",
    "change_request.open_draft",
    "change_request.too_many_modules",
    "change_request.too_many_posts",
    "change_request.too_many_files",
    "change_request.too_many_views",
    "change_request.no_comment",
    "compliance.name_taken",
    "compliance.reports_open",
    "compliance.too_many",
    "policy_item.code_taken",
    "policy_item.nothing_proposed",
    "policy_reference.gone",
    "regulation.state",
    "policy_mapping.taken",
    "policy_mapping.same_collection",
    "policy_mapping.circle",
    "search.too_many",
    "search.name_taken",
    "media.name_taken",
    "media.in_use",
    "file.in_use",
    "file.already_checked_out",
    "file.not_checked_out",
    "file.status_step",
    "file.newer_version",
    "file.open_rechecks",
    "file.less_restrictive",
    "file.not_less_restrictive",
    "folder.checked_out",
    "draft.open",
    "draft.open_elsewhere",
    "draft.outdated",
    "draft.newer",
    "draft.rebased",
    "module.code_taken",
    "module.code_in_trash",
    "module.code_in_revision",
    "module.code_used",
    "module.no_revision",
    "revision.not_waiting",
    "revision.not_confirmed",
    "revision.not_newest",
    "revision.busy",
    "revision.todo_done",
    "alternate.no_container",
    "alternate.listed",
    "alternate.last",
    "translation.no_original",
    "translation.same_language",
    "translation.of_translation",
    "translation.not_checked_in",
];

/// The status of a code; the only place that chooses it.
pub fn status_of(code: &str) -> StatusCode {
    match code {
        "request.invalid"
        | "request.malformed"
        | "schema_set.invalid"
        | "schema_set.unusable"
        | "brex.invalid"
        | "search.syntax"
        | "media.invalid_name"
        | "comment.same_text"
        | "comment.placeholder"
        | "comment.no_text"
        | "change_request.other_manual"
        | "dmview.uploadFileNameIncorrect" => StatusCode::BAD_REQUEST,
        "login.failed"
        | "login.inactive"
        | "login.guest_ended"
        | "login.passwords_off"
        | "login.code_required"
        | "login.code_wrong"
        | "session.missing"
        | "session.invalid"
        | "session.expired"
        | "session.revoked" => StatusCode::UNAUTHORIZED,
        "forbidden"
        | "password.change_required"
        | "second_factor.setup_required"
        | "confirmation.required"
        | "file.own_version"
        | "file.shared_media"
        | "change_request.own_work"
        | "publication.own"
        | "policy_item.own_proposal"
        | "user.registration_closed"
        | "identity_provider.refused"
        | "identity_provider.unknown_person"
        | "identity_provider.account_taken"
        | "identity_provider.incomplete" => StatusCode::FORBIDDEN,
        _ if code.ends_with(".not_found") => StatusCode::NOT_FOUND,
        "request.method_not_allowed" => StatusCode::METHOD_NOT_ALLOWED,
        _ if CONFLICTS.contains(&code) => StatusCode::CONFLICT,
        "draft.refused" | "draft.would_lose" | "template.invalid" | "template.other_type" | "translation.file" => {
            StatusCode::UNPROCESSABLE_ENTITY
        }
        _ if code.starts_with("checkin.") => StatusCode::UNPROCESSABLE_ENTITY,
        "request.too_large" | "upload.too_large" | "picture.too_large" => StatusCode::PAYLOAD_TOO_LARGE,
        "request.unsupported_media_type"
        | "upload.not_zip"
        | "media.format"
        | "media.content"
        | "file.not_text"
        | "file.refused"
        | "picture.unsupported"
        | "picture.unreadable" => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        "bytes.range" => StatusCode::RANGE_NOT_SATISFIABLE,
        "login.throttled" | "comment.too_fast" | "change_request.too_fast" => StatusCode::TOO_MANY_REQUESTS,
        "server.busy"
        | "storage.full"
        | "storage.unavailable"
        | "request.timeout"
        | "search.unavailable"
        | "search.building"
        | "identity_provider.unavailable" => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use app::Error;

    use super::*;

    #[test]
    fn only_internal_failures_have_status_500() {
        let internal: Vec<&str> = Error::CODES
            .iter()
            .chain(&OWN_CODES)
            .copied()
            .filter(|code| status_of(code) == StatusCode::INTERNAL_SERVER_ERROR)
            .collect();
        assert_eq!(internal, ["file.damaged", "server.internal"]);
    }
}
