//! HTTP status codes of error codes.

use axum::http::StatusCode;

/// Error codes that are defined in this crate.
pub const OWN_CODES: [&str; 7] = [
    "bytes.range",
    "request.malformed",
    "request.too_large",
    "request.unsupported_media_type",
    "request.method_not_allowed",
    "request.timeout",
    "route.not_found",
];

/// The status of a code; the only place that chooses it.
pub fn status_of(code: &str) -> StatusCode {
    match code {
        "request.invalid"
        | "request.malformed"
        | "schema_set.invalid"
        | "schema_set.unusable"
        | "search.syntax"
        | "media.invalid_name"
        | "dmview.uploadFileNameIncorrect" => StatusCode::BAD_REQUEST,
        "login.failed" | "login.inactive" | "session.missing" | "session.invalid" | "session.expired"
        | "session.revoked" => StatusCode::UNAUTHORIZED,
        "forbidden" | "password.change_required" | "file.own_version" => StatusCode::FORBIDDEN,
        "route.not_found"
        | "user.not_found"
        | "operator.not_found"
        | "notification.not_found"
        | "job.not_found"
        | "artifact.not_found"
        | "upload.not_found"
        | "package.not_found"
        | "csdb.not_found"
        | "manual.not_found"
        | "profile.not_found"
        | "file.not_found"
        | "toc.not_found"
        | "revision.not_found"
        | "trash.not_found"
        | "schema_set.not_found"
        | "type.not_found"
        | "bookmark.not_found"
        | "search.not_found"
        | "session.not_found" => StatusCode::NOT_FOUND,
        "request.method_not_allowed" => StatusCode::METHOD_NOT_ALLOWED,
        "user.account_taken"
        | "user.not_pending"
        | "operator.code_taken"
        | "user.last_admin"
        | "changed_meanwhile"
        | "job.ended"
        | "job.not_ended"
        | "upload.offset"
        | "upload.exists"
        | "upload.too_many"
        | "upload.complete"
        | "package.busy"
        | "import.blocked"
        | "import.overtaken"
        | "import.running"
        | "csdb.name_taken"
        | "manual.name_taken"
        | "trash.csdb_in_trash"
        | "type.taken"
        | "type.builtin"
        | "type.in_use"
        | "bookmark.too_many"
        | "search.too_many"
        | "search.name_taken"
        | "media.name_taken"
        | "media.in_use"
        | "file.not_deletable"
        | "file.already_checked_out"
        | "file.status_step" => StatusCode::CONFLICT,
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
        "login.throttled" => StatusCode::TOO_MANY_REQUESTS,
        "server.busy" | "storage.full" | "storage.unavailable" | "request.timeout" | "search.unavailable" => {
            StatusCode::SERVICE_UNAVAILABLE
        }
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
        assert_eq!(internal, ["server.internal"]);
    }
}
