//! Calls with a key: sent again because their answer was lost, they get the answer of the first try.

use app::users::answered_calls::{self, CallState, KeyedCall};
use app::{Caller, Ctx};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use crate::problem::Problem;

/// The request header with the key.
pub const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The operations that make, decide or start something, so that a second time is not the same as the first. Their
/// callers may send a key: a call whose answer was lost is then sent again without being done again. None of their
/// answers has a secret, because answers are kept for a while. The web application has the same list.
pub const DONE_ONCE: &[&str] = &[
    "accept_suggestion",
    "act_on_change_request",
    "add_alternate",
    "add_policy_ref",
    "add_profile",
    "add_request_module",
    "answer_thread",
    "apply_replacements",
    "cancel_check_out_of_file",
    "cancel_check_out_of_module",
    "cancel_job",
    "change_files",
    "change_policy_items",
    "change_status",
    "check_in_file",
    "check_in_module",
    "check_regulation_import",
    "continue_draft",
    "create_audit_pack",
    "create_change_request",
    "create_compliance",
    "create_csdb",
    "create_job",
    "create_manual",
    "create_module",
    "create_policy_category",
    "create_policy_item",
    "create_policy_mapping",
    "create_translation",
    "delete_file",
    "mark_revision_todo",
    "override_item",
    "resolve_revision_todo",
    "restore_file",
    "restore_from_trash",
    "retry_job",
    "review_change_request",
    "set_draft_aside",
    "set_policy_status",
    "set_request_aside",
    "sign_off_policy_status",
    "start_rule_report",
    "start_thread",
    "take_regulation_over",
    "withdraw_publication",
    "write_policy_comment",
    "write_request_post",
];

/// The longest key, in bytes.
const MAX_KEY: usize = 64;

/// The longest answer that is kept, in bytes.
const MAX_ANSWER: usize = 4 << 20;

/// Answers a call that may be sent again.
pub async fn run(ctx: Ctx, caller: Caller, request: Request, next: Next) -> Result<Response, Problem> {
    let Some(key) = key_of(&request)? else { return Ok(next.run(request).await) };
    let call = KeyedCall { key, call: format!("{} {}", request.method(), request.uri()) };
    match answered_calls::begin(&ctx, &caller, &call).await? {
        CallState::New => {}
        CallState::Answered(status, body) => return Ok(earlier(status, body)),
        CallState::Running => return Err(Problem::new("call.running")),
        CallState::Interrupted => return Err(Problem::new("call.interrupted")),
        CallState::Another => return Err(Problem::new("call.another")),
    }
    // It goes on when the client hangs up: its answer is what the client will ask for.
    let work = async move {
        let response = next.run(request).await;
        kept(&ctx, &caller, &call, response).await
    };
    match tokio::spawn(work.in_current_span()).await {
        Ok(response) => response,
        Err(ended) if ended.is_panic() => std::panic::resume_unwind(ended.into_panic()),
        Err(ended) => Err(app::Error::from(ended).into()),
    }
}

fn key_of(request: &Request) -> Result<Option<String>, Problem> {
    let Some(key) = request.headers().get(KEY) else { return Ok(None) };
    match key.to_str() {
        Ok(key) if (1..=MAX_KEY).contains(&key.len()) => Ok(Some(key.to_owned())),
        _ => Err(Problem::new("request.malformed")),
    }
}

/// The answer, after it was kept for the next try. A refused call may be sent again. After an answer that is too long
/// to be kept the next try is told to look first.
async fn kept(ctx: &Ctx, caller: &Caller, call: &KeyedCall, response: Response) -> Result<Response, Problem> {
    let (parts, body) = response.into_parts();
    // The program has made the whole answer already.
    let bytes = to_bytes(body, usize::MAX).await.map_err(|_| Problem::new("server.internal"))?;
    let is_done = parts.status.is_success();
    let noted = if is_done && bytes.len() <= MAX_ANSWER {
        let text = String::from_utf8_lossy(&bytes);
        answered_calls::keep(ctx, caller, call, parts.status.as_u16(), &text).await
    } else if is_done {
        Ok(())
    } else {
        answered_calls::forget(ctx, caller, call).await
    };
    if let Err(error) = noted {
        // It is done, or refused, all the same.
        tracing::warn!(%error, "Could not keep the answer of a call");
    }
    Ok(Response::from_parts(parts, Body::from(bytes)))
}

/// The answer of an earlier try.
fn earlier(status: u16, body: String) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
    if body.is_empty() {
        return status.into_response();
    }
    (status, [(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
}
