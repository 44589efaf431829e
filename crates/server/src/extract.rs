//! Extractors: caller, client address, body, query and path of a request.

mod account_file;
mod editing;
mod objects;

use std::collections::HashMap;
use std::net::SocketAddr;

use app::core::error::{Unauthenticated, UserError};
use app::users::sessions;
use app::{Ctx, Error};
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::{
    ConnectInfo, FromRef, FromRequest, FromRequestParts, Path as AxumPath, Query as AxumQuery, Request,
};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Uri};
use domain::field::{FieldCode, FieldError};
use domain::language::Locale;
use domain::session::SessionClient;
use http_body_util::LengthLimitError;
use objects::ObjectsOnly;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use crate::listen::BodyError;
use crate::problem::Problem;
use crate::scope::RequestScope;
use crate::state::AppState;
use crate::views::paths::{RequestedPath, parse_path};
use crate::views::publications::PublicationFileQuery;

pub use account_file::AccountFile;
pub use editing::{FileApprover, FileEditor, IfMatch, LongText};

/// The largest JSON body; fits an operator with its logo and several hundred aircraft.
pub const MAX_JSON: usize = 512 * 1024;

/// The largest JSON body of a requirement: text, clauses and guidance of an appendix to a regulation.
const MAX_REQUIREMENT: usize = 8 << 20;

/// The longest query string; fits the longest useful filter, percent-encoded.
const MAX_QUERY: usize = 8 * 1024;

/// A signed-in user who has changed the initial password and has the second factor that the role requires.
#[derive(Debug)]
pub struct Caller(pub app::Caller);

/// A signed-in user, possibly with the initial password or without a required second factor.
#[derive(Debug)]
pub struct AnyCaller(pub app::Caller);

impl FromRequestParts<AppState> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let AnyCaller(caller) = AnyCaller::from_request_parts(parts, state).await?;
        if caller.must_change_password() {
            return Err(Error::User(UserError::PasswordChangeRequired).into());
        }
        if caller.must_add_factor {
            return Err(Error::User(UserError::SecondFactorRequired).into());
        }
        Ok(Self(caller))
    }
}

impl FromRequestParts<AppState> for AnyCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        // The access check has already authenticated the caller; do not look up the session or renew the token twice.
        if let Some(known) = parts.extensions.get::<app::Caller>() {
            return Ok(Self(known.clone()));
        }
        let ctx = Ctx::from_ref(state);
        let caller = sessions::authenticate(&ctx, bearer(&parts.headers)?).await?;
        if let Some(scope) = parts.extensions.get::<RequestScope>() {
            let _ = scope.account.set(caller.actor().as_str().to_owned());
            if let Some(token) = &caller.renewed_token {
                let _ = scope.fresh_token.set(token.clone());
            }
        }
        parts.extensions.insert(caller.clone());
        Ok(Self(caller))
    }
}

/// A signed-in user who may also pass a download token in the URL: a browser's own download sends no header.
#[derive(Debug)]
pub struct JobFilesCaller(pub app::Caller);

impl FromRequestParts<AppState> for JobFilesCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Query(shown) = Query::<DownloadQuery>::from_request_parts(parts, state).await?;
        by_address(parts, state, shown.token, JOB_FILES).await.map(Self)
    }
}

/// The same for the artifacts of publications.
#[derive(Debug)]
pub struct PublicationFilesCaller(pub app::Caller);

impl FromRequestParts<AppState> for PublicationFilesCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Query(shown) = Query::<PublicationFileQuery>::from_request_parts(parts, state).await?;
        by_address(parts, state, shown.token, JOB_FILES).await.map(Self)
    }
}

/// The same for the bytes of files: the token is valid for one database.
#[derive(Debug)]
pub struct BytesCaller(pub app::Caller);

impl FromRequestParts<AppState> for BytesCaller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let mut pairs = form_urlencoded::parse(bounded(&parts.uri)?.as_bytes());
        let token = pairs.find(|(name, _)| name == "token").map(|(_, value)| value.into_owned());
        let PathText(path) = PathText::from_request_parts(parts, state).await?;
        let csdb = domain::path::csdb_of(&path);
        by_address(parts, state, token, &format!("/{csdb}")).await.map(Self)
    }
}

/// Authenticates by a token in the URL that is valid for `scope`; a header takes precedence.
async fn by_address(
    parts: &mut Parts,
    state: &AppState,
    token: Option<String>,
    scope: &str,
) -> Result<app::Caller, Problem> {
    let Some(token) = token.filter(|_| !parts.headers.contains_key(AUTHORIZATION)) else {
        return Caller::from_request_parts(parts, state).await.map(|Caller(caller)| caller);
    };
    let caller = sessions::authenticate_download(&Ctx::from_ref(state), &token, scope).await?;
    if let Some(scope) = parts.extensions.get::<RequestScope>() {
        let _ = scope.account.set(caller.actor().as_str().to_owned());
    }
    Ok(caller)
}

/// The download token in a URL.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DownloadQuery {
    /// From `GET /users/downloadToken`; not needed with a bearer token.
    pub token: Option<String>,
}

/// The scope of a download token for artifacts of jobs and publications.
pub const JOB_FILES: &str = "jobs";

fn bearer(headers: &HeaderMap) -> Result<Option<&str>, Error> {
    let Some(value) = headers.get(AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|value| {
        let (scheme, token) = value.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    });
    token.map(Some).ok_or(Error::Unauthenticated(Unauthenticated::BadToken))
}

/// The client's network address.
#[derive(Debug)]
pub struct Address(pub String);

impl FromRequestParts<AppState> for Address {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let forwarded = state.http.trust_forwarded_for.then(|| forwarded_for(&parts.headers)).flatten();
        let direct = || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip().to_string());
        Ok(Self(forwarded.or_else(direct).unwrap_or_else(|| "unknown".to_owned())))
    }
}

/// The computer that sends the request.
#[derive(Debug)]
pub struct ClientOf(pub SessionClient);

impl FromRequestParts<AppState> for ClientOf {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Address(address) = Address::from_request_parts(parts, state).await?;
        let agent = parts.headers.get(USER_AGENT).map(|value| String::from_utf8_lossy(value.as_bytes()));
        Ok(Self(SessionClient::new(address, agent.as_deref().unwrap_or_default())))
    }
}

/// The last entry was written by our own proxy; earlier ones can be forged.
fn forwarded_for(headers: &HeaderMap) -> Option<String> {
    let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    let address: std::net::IpAddr = value.rsplit(',').next()?.trim().parse().ok()?;
    Some(address.to_string())
}

/// A JSON body. Errors name the field.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new("request.unsupported_media_type"));
        }
        parse_json(&read(request.into_body(), MAX_JSON, "request.too_large").await?).map(Self)
    }
}

/// The JSON body of a requirement, whose texts may be long. Errors name the field.
#[derive(Debug)]
pub struct RequirementJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for RequirementJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &AppState) -> Result<Self, Problem> {
        if !is_json(request.headers()) {
            return Err(Problem::new("request.unsupported_media_type"));
        }
        parse_json(&read(request.into_body(), MAX_REQUIREMENT, "request.too_large").await?).map(Self)
    }
}

/// Reads a body of at most `limit` bytes; a larger one is refused with the code `too_large`.
pub(crate) async fn read(body: Body, limit: usize, too_large: &'static str) -> Result<Bytes, Problem> {
    let too_large = || Problem::new(too_large);
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large());
    }
    to_bytes(body, limit).await.map_err(|error| {
        let causes = || std::iter::successors(std::error::Error::source(&error), |cause| cause.source());
        if causes().any(<dyn std::error::Error>::is::<LengthLimitError>) {
            too_large()
        } else if causes().any(|cause| matches!(cause.downcast_ref::<BodyError>(), Some(BodyError::Stalled))) {
            Problem::new("request.timeout")
        } else {
            malformed()
        }
    })
}

fn malformed() -> Problem {
    Problem::new("request.malformed")
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    let essence = value.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case("application/json")
}

fn parse_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let value: serde_json::Value = serde_json::from_slice(bytes).map_err(|_| malformed())?;
    if let Some(field) = field_with_nul(&value, "") {
        return Err(invalid(&field, FieldCode::Nul));
    }
    serde_path_to_error::deserialize(ObjectsOnly(value)).map_err(|error| {
        let path = error.path().to_string();
        refused(&path, &error.into_inner().to_string())
    })
}

/// PostgreSQL cannot store U+0000 in text, so it is refused.
fn field_with_nul(value: &serde_json::Value, at: &str) -> Option<String> {
    match value {
        serde_json::Value::String(text) => text.contains('\0').then(|| at.to_owned()),
        serde_json::Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| field_with_nul(item, &format!("{at}[{index}]")))
        }
        serde_json::Value::Object(fields) => fields.iter().find_map(|(name, item)| {
            let path = if at.is_empty() { name.clone() } else { format!("{at}.{name}") };
            if name.contains('\0') { Some(path) } else { field_with_nul(item, &path) }
        }),
        _ => None,
    }
}

/// Converts serde's message to a field and a code; the message itself would expose Rust type names.
fn refused(path: &str, message: &str) -> Problem {
    let code = if message.starts_with("unknown field") {
        FieldCode::UnknownField
    } else if message.starts_with("missing field") {
        FieldCode::Required
    } else if message.starts_with("unknown variant") {
        FieldCode::UnknownValue
    } else {
        FieldCode::Type
    };
    // For a missing field serde names it in the message but gives the path of its parent.
    let named = message.split('`').nth(1).filter(|_| code == FieldCode::Required);
    let path = if path == "." { "" } else { path };
    let field = match named {
        Some(name) if path.is_empty() => name.to_owned(),
        Some(name) => format!("{path}.{name}"),
        None => path.to_owned(),
    };
    invalid(&field, code)
}

fn invalid(field: &str, code: FieldCode) -> Problem {
    Problem { errors: vec![FieldError::new(field, code)], ..Problem::new("request.invalid") }
}

/// The query string. Errors name the field.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        bounded(&parts.uri)?;
        read_query(&parts.uri).map(Self)
    }
}

/// A query string with a repeatable `set` parameter, which serde does not support.
#[derive(Debug)]
pub struct Repeated<T>(pub T, pub Vec<String>);

impl<T: DeserializeOwned> FromRequestParts<AppState> for Repeated<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        let query = bounded(&parts.uri)?;
        let is_set = |part: &&str| part.starts_with("set=");
        let set = query.split('&').filter(is_set).flat_map(|part| form_urlencoded::parse(part.as_bytes()));
        let set = set.map(|(_, value)| value.into_owned()).collect();
        let rest: Vec<&str> = query.split('&').filter(|part| !is_set(part)).collect();
        let rest: Uri = format!("/?{}", rest.join("&")).parse().map_err(|_| malformed())?;
        Ok(Self(read_query(&rest)?, set))
    }
}

/// The query string, if it is not too long.
fn bounded(uri: &Uri) -> Result<&str, Problem> {
    let query = uri.query().unwrap_or_default();
    if query.len() > MAX_QUERY {
        return Err(invalid("query", FieldCode::TooLong));
    }
    if query.contains("%00") || query.contains('\0') {
        return Err(invalid("query", FieldCode::Nul));
    }
    Ok(query)
}

fn read_query<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    AxumQuery::<T>::try_from_uri(uri).map(|query| query.0).map_err(|rejection| {
        let text = rejection.body_text();
        // "Failed to deserialize query string: pageNumber: invalid digit found in string"
        let rest = text.split_once(": ").map_or(text.as_str(), |(_, rest)| rest);
        match rest.split_once(": ") {
            Some((path, message)) => refused(path, message),
            None => refused("", rest),
        }
    })
}

/// A path parameter.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        if parts.uri.path().contains("%00") {
            return Err(invalid("path", FieldCode::Nul));
        }
        let path = AxumPath::<T>::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|_| invalid("path", FieldCode::Type))
    }
}

/// The vault path in the URL, as in `/H160/MEL`; not yet looked up.
#[derive(Debug)]
pub struct VaultPath<P>(pub P);

impl<P: RequestedPath> FromRequestParts<AppState> for VaultPath<P> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let PathText(text) = PathText::from_request_parts(parts, state).await?;
        Ok(Self(parse_path(&text)?))
    }
}

/// The text of the vault path in the URL, for handlers that check a permission before they parse it.
#[derive(Debug)]
pub struct PathText(pub String);

impl FromRequestParts<AppState> for PathText {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        let Path(mut params) = Path::<HashMap<String, String>>::from_request_parts(parts, state).await?;
        // The root has no path parameter.
        Ok(Self(params.remove("path").unwrap_or_default()))
    }
}

/// The caller's language.
#[derive(Debug)]
pub struct RequestLanguage(pub Locale);

impl FromRequestParts<AppState> for RequestLanguage {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, Problem> {
        Ok(Self(parts.extensions.get::<RequestScope>().map_or_else(Locale::default, |scope| scope.locale)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    struct SampleBody {
        #[expect(dead_code, reason = "only its reading matters")]
        first_name: String,
        #[expect(dead_code, reason = "only its reading matters")]
        seats: Option<Vec<u32>>,
        #[expect(dead_code, reason = "only its reading matters")]
        pilot: Option<Box<SampleBody>>,
    }

    #[test]
    fn a_refused_body_names_the_field_and_the_reason() {
        for (body, field, code) in [
            (r#"{"firstName":"a","x":1}"#, "x", FieldCode::UnknownField),
            (r"{}", "firstName", FieldCode::Required),
            (r#"{"firstName":1}"#, "firstName", FieldCode::Type),
            (r#"["a",[1]]"#, "", FieldCode::Type),
            (r#"{"firstName":"a","pilot":["b"]}"#, "pilot", FieldCode::Type),
            (r#"{"firstName":"a","pilot":{"firstName":"b","pilot":["c"]}}"#, "pilot.pilot", FieldCode::Type),
            (r#"{"firstName":"a","seats":[1,"two"]}"#, "seats[1]", FieldCode::Type),
            ("{\"firstName\":\"a\\u0000\"}", "firstName", FieldCode::Nul),
        ] {
            let problem = parse_json::<SampleBody>(body.as_bytes()).expect_err(body);
            assert_eq!(problem.errors, [FieldError::new(field, code)], "{body}");
        }
    }

    #[test]
    fn broken_json_is_malformed() {
        for body in ["", "{", "[1,", "\u{feff}{}", &"[".repeat(10_000)] {
            assert_eq!(parse_json::<SampleBody>(body.as_bytes()).expect_err("refused").code, "request.malformed");
        }
    }

    #[test]
    fn only_the_last_forwarded_address_counts() {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "10.9.9.9, 192.0.2.7".parse().expect("a header value"));
        assert_eq!(forwarded_for(&headers).as_deref(), Some("192.0.2.7"));
        headers.insert("x-forwarded-for", "<script>".parse().expect("a header value"));
        assert_eq!(forwarded_for(&headers), None);
    }
}
