//! Tokens: what a browser shows to prove who it is.

use chrono::{DateTime, Utc};
use domain::id::SessionId;
use domain::session::Session;
use domain::user::User;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::core::error::{Error, Unauthenticated};
use crate::core::sealing::SealingKey;
use crate::core::signatures;

/// The longest token we look at.
const MAX_LENGTH: usize = 4_096;

/// Both halves of the secret, and the key derived from it that encrypts secrets in the database.
#[derive(Clone)]
pub struct TokenKey {
    encoding: EncodingKey,
    decoding: DecodingKey,
    pub(crate) sealing: SealingKey,
}

impl TokenKey {
    /// Makes a key from a shared secret.
    pub fn new(secret: &[u8]) -> Self {
        signatures::install_provider();
        Self {
            encoding: EncodingKey::from_secret(secret),
            decoding: DecodingKey::from_secret(secret),
            sealing: SealingKey::derive(secret),
        }
    }
}

impl std::fmt::Debug for TokenKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// Claims of a token. The role is for the web; the server asks the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Claims {
    pub(crate) account: String,
    pub(crate) email: String,
    pub(crate) role: String,
    /// Seconds, as the specification's guard compares them.
    pub(crate) exp: i64,
    pub(crate) iat: i64,
    pub(crate) jti: String,
}

impl Claims {
    /// Whether so much of the token's time is over that a fresh one should be given.
    pub(crate) fn half_spent(&self, now: DateTime<Utc>) -> bool {
        now.timestamp() >= self.iat + (self.exp - self.iat) / 2
    }
}

/// Signs a token for a session.
pub(crate) fn issue(key: &TokenKey, user: &User, session: &Session, now: DateTime<Utc>) -> Result<String, Error> {
    let claims = Claims {
        account: user.account.as_str().to_owned(),
        email: user.email.as_str().to_owned(),
        role: user.role.as_str().to_owned(),
        exp: session.expires_on.timestamp(),
        iat: now.timestamp(),
        jti: session.id.0.clone(),
    };
    jsonwebtoken::encode(&Header::default(), &claims, &key.encoding).map_err(Error::Token)
}

/// Claims of a download token: its session and the addresses it opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DownloadClaims {
    /// `jobs`, or the path of a database.
    download: String,
    exp: i64,
    jti: String,
}

/// Signs a token that stands in addresses. It is the same for a whole hour, so that caches know the address again.
pub(crate) fn issue_download(
    key: &TokenKey,
    session: &SessionId,
    scope: &str,
    now: DateTime<Utc>,
) -> Result<(String, DateTime<Utc>), Error> {
    let hour = 3_600;
    let exp = (now.timestamp() / hour + 2) * hour;
    let claims = DownloadClaims { download: scope.to_owned(), exp, jti: session.0.clone() };
    let token = jsonwebtoken::encode(&Header::default(), &claims, &key.encoding).map_err(Error::Token)?;
    Ok((token, DateTime::from_timestamp(exp, 0).unwrap_or(now)))
}

/// Reads a token for downloads of `scope`; it says whose session it belongs to.
pub(crate) fn read_download(
    key: &TokenKey,
    token: &str,
    scope: &str,
    now: DateTime<Utc>,
) -> Result<SessionId, Unauthenticated> {
    let claims: DownloadClaims = decode(key, token)?;
    if claims.download != scope {
        return Err(Unauthenticated::BadToken);
    }
    if now.timestamp() < claims.exp { Ok(SessionId(claims.jti)) } else { Err(Unauthenticated::Expired) }
}

/// Reads a token and checks its signature and its time.
pub(crate) fn read(key: &TokenKey, token: &str, now: DateTime<Utc>) -> Result<Claims, Unauthenticated> {
    let claims: Claims = decode(key, token)?;
    if now.timestamp() < claims.exp { Ok(claims) } else { Err(Unauthenticated::Expired) }
}

fn decode<T: DeserializeOwned + Clone>(key: &TokenKey, token: &str) -> Result<T, Unauthenticated> {
    if token.len() > MAX_LENGTH {
        return Err(Unauthenticated::BadToken);
    }
    let mut validation = Validation::new(Algorithm::HS256);
    // The library would ask the machine's clock; ours is checked below.
    validation.validate_exp = false;
    validation.required_spec_claims.clear();
    let decoded = jsonwebtoken::decode::<T>(token, &key.decoding, &validation);
    decoded.map(|decoded| decoded.claims).map_err(|_| Unauthenticated::BadToken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NOW: i64 = 1_700_000_000;

    fn key() -> TokenKey {
        TokenKey::new(b"a secret of thirty-two bytes ...")
    }

    fn claims() -> Claims {
        Claims {
            account: "安娜".into(),
            email: "ann@example.com".into(),
            role: "author".into(),
            exp: NOW + 100,
            iat: NOW,
            jti: "s".into(),
        }
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("in range")
    }

    fn signed(claims: &Claims, header: &Header) -> String {
        jsonwebtoken::encode(header, claims, &key().encoding).expect("signs")
    }

    #[test]
    fn a_token_reads_back_until_its_time_is_over() {
        let token = signed(&claims(), &Header::default());
        assert_eq!(read(&key(), &token, at(NOW + 99)), Ok(claims()));
        assert_eq!(read(&key(), &token, at(NOW + 100)), Err(Unauthenticated::Expired));
    }

    #[test]
    fn a_token_of_another_key_is_refused() {
        let token = signed(&claims(), &Header::default());
        let other = TokenKey::new(b"another secret of 32 bytes .....");
        assert_eq!(read(&other, &token, at(NOW)), Err(Unauthenticated::BadToken));
    }

    #[test]
    fn a_token_without_signature_is_refused() {
        // {"alg":"none","typ":"JWT"} before the claims of a good token.
        let token = signed(&claims(), &Header::default());
        let body = token.split('.').nth(1).expect("three parts");
        for forged in [
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}."),
            format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{body}.AAAA"),
            format!("{}.{body}.", token.split('.').next().expect("three parts")),
        ] {
            assert_eq!(read(&key(), &forged, at(NOW)), Err(Unauthenticated::BadToken), "{forged}");
        }
    }

    #[test]
    fn a_token_for_downloads_opens_one_thing_and_nothing_else() {
        let session = SessionId("s".to_owned());
        let issued = |seconds, scope| issue_download(&key(), &session, scope, at(seconds)).expect("signs");
        let (token, until) = issued(NOW, "jobs");
        assert_eq!(issued(NOW - NOW % 3_600, "jobs").0, token, "the same for the whole hour");
        assert_ne!(issued(NOW + 3_600, "jobs").0, token);
        assert_eq!(read_download(&key(), &token, "jobs", at(NOW)), Ok(session.clone()));
        assert_eq!(read_download(&key(), &token, "/H160", at(NOW)), Err(Unauthenticated::BadToken));
        assert_eq!(read_download(&key(), &token, "jobs", until), Err(Unauthenticated::Expired));
        assert_eq!(read(&key(), &token, at(NOW)), Err(Unauthenticated::BadToken));
        let bearer = signed(&claims(), &Header::default());
        assert_eq!(read_download(&key(), &bearer, "jobs", at(NOW)), Err(Unauthenticated::BadToken));
    }

    #[test]
    fn half_of_the_time_makes_a_token_due_for_renewal() {
        assert!(!claims().half_spent(at(NOW + 49)));
        assert!(claims().half_spent(at(NOW + 50)));
    }

    proptest! {
        #[test]
        fn no_text_but_ours_is_a_token(text in "\\PC{0,300}") {
            prop_assert_eq!(read(&key(), &text, at(NOW)), Err(Unauthenticated::BadToken));
        }

        #[test]
        fn a_changed_byte_breaks_a_token(index in 0usize..1000, byte in 33u8..127) {
            let token = signed(&claims(), &Header::default());
            let mut bytes = token.clone().into_bytes();
            let index = index % bytes.len();
            prop_assume!(bytes[index] != byte);
            bytes[index] = byte;
            let changed = String::from_utf8(bytes).expect("ASCII");
            prop_assert!(read(&key(), &changed, at(NOW)).is_err());
        }
    }
}
