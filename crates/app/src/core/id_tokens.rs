//! ID tokens: what an identity provider says about a person who has signed in there.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::jwk::{JwkSet, PublicKeyUse};
use jsonwebtoken::{DecodingKey, Validation};
use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use crate::core::signatures::{self, PROVIDER_ALGORITHMS};

/// Tolerated difference between the provider's clock and ours.
pub(crate) const LEEWAY: TimeDelta = TimeDelta::minutes(2);
/// An ID token is read right after it was issued.
const MAX_AGE: TimeDelta = TimeDelta::minutes(15);
/// Limit of the values of one claim.
const MAX_VALUES: usize = 500;

/// The claims about the address, which come from the same source.
const OF_EMAIL: [&str; 2] = ["email", "email_verified"];

/// The expected values of an ID token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Expected<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) client_id: &'a str,
    pub(crate) nonce: &'a str,
    pub(crate) now: DateTime<Utc>,
}

/// The reason for which an ID token is refused; for the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum IdTokenError {
    #[error("the token cannot be read")]
    Unreadable,
    #[error("the token is signed with an unknown key")]
    UnknownKey,
    #[error("the signature, issuer or audience of the token is wrong")]
    Invalid,
    #[error("the token is for another party")]
    OtherParty,
    #[error("the token has another nonce")]
    Nonce,
    #[error("the further claims are about somebody else")]
    OtherSubject,
    #[error("the time of the token is over or has not come")]
    Time,
}

/// The claims of a person.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct IdClaims {
    pub(crate) sub: String,
    aud: Value,
    azp: Option<String>,
    exp: i64,
    iat: i64,
    nonce: Option<String>,
    /// Of the signed token alone, like the others above.
    #[serde(default)]
    auth_time: Value,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

impl IdClaims {
    /// A claim that is one text.
    pub(crate) fn text(&self, claim: &str) -> Option<&str> {
        self.others.get(claim).and_then(Value::as_str).map(str::trim).filter(|text| !text.is_empty())
    }

    /// Adds claims that the provider gives apart from the token, which takes precedence. They must be about the same
    /// person.
    pub(crate) fn with(mut self, more: BTreeMap<String, Value>) -> Result<Self, IdTokenError> {
        if more.get("sub").and_then(Value::as_str) != Some(&self.sub) {
            return Err(IdTokenError::OtherSubject);
        }
        // The flag says something about the address beside it.
        let has_email = self.text("email").is_some();
        if !has_email {
            self.others.retain(|name, _| !OF_EMAIL.contains(&name.as_str()));
        }
        for (name, value) in more {
            if !has_email || !OF_EMAIL.contains(&name.as_str()) {
                self.others.entry(name).or_insert(value);
            }
        }
        Ok(self)
    }

    /// The address, if the provider has verified it; without a word about it, if such addresses are trusted.
    pub(crate) fn verified_email(&self, trusted: bool) -> Option<&str> {
        let verified = match self.others.get("email_verified").filter(|flag| !flag.is_null()) {
            // Some providers send the flag as a text.
            Some(flag) => *flag == true || *flag == "true",
            None => trusted,
        };
        self.text("email").filter(|_| verified)
    }

    /// The moment of the sign-in, if the provider tells it. It may be long ago: the provider remembers people.
    pub(crate) fn signed_in_on(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let time = self.auth_time.as_i64().and_then(|seconds| DateTime::from_timestamp(seconds, 0));
        time.map(|time| time.min(now))
    }

    /// A claim that is a text or a list of texts. Dots lead into objects, unless a claim has the whole name.
    pub(crate) fn values(&self, claim: &str) -> Vec<String> {
        let mut parts = claim.split('.');
        let nested = || {
            let first = self.others.get(parts.next()?)?;
            parts.try_fold(first, |value, part| value.get(part))
        };
        match self.others.get(claim).or_else(nested) {
            Some(Value::String(text)) => vec![text.clone()],
            Some(Value::Array(items)) => {
                items.iter().filter_map(Value::as_str).take(MAX_VALUES).map(str::to_owned).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The id of the key that a token is signed with.
pub(crate) fn key_id(token: &str) -> Option<String> {
    jsonwebtoken::decode_header(token).ok().and_then(|header| header.kid)
}

/// Reads an ID token and checks signature, issuer, audience, nonce and time.
pub(crate) fn read(token: &str, keys: &JwkSet, expected: Expected<'_>) -> Result<IdClaims, IdTokenError> {
    signatures::install_provider();
    let header = jsonwebtoken::decode_header(token).map_err(|_| IdTokenError::Unreadable)?;
    if !PROVIDER_ALGORITHMS.contains(&header.alg) {
        return Err(IdTokenError::Invalid);
    }
    let for_signatures = keys.keys.iter().filter(|key| {
        key.common.public_key_use.as_ref().is_none_or(|used| *used == PublicKeyUse::Signature)
            && header.kid.as_ref().is_none_or(|kid| key.common.key_id.as_ref() == Some(kid))
    });
    let mut refused = IdTokenError::UnknownKey;
    for key in for_signatures {
        let Ok(key) = DecodingKey::from_jwk(key) else { continue };
        if key.family() != header.alg.family() {
            continue;
        }
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[expected.issuer]);
        validation.set_audience(&[expected.client_id]);
        validation.set_required_spec_claims(&["iss", "aud", "exp", "sub"]);
        // The library would ask the machine's clock.
        validation.validate_exp = false;
        match jsonwebtoken::decode::<IdClaims>(token, &key, &validation) {
            Ok(decoded) => return check(decoded.claims, expected),
            Err(_) => refused = IdTokenError::Invalid,
        }
    }
    Err(refused)
}

fn check(claims: IdClaims, expected: Expected<'_>) -> Result<IdClaims, IdTokenError> {
    let several = claims.aud.as_array().is_some_and(|parties| parties.len() > 1);
    let party = claims.azp.as_deref();
    if party.is_some_and(|party| party != expected.client_id) || (several && party.is_none()) {
        return Err(IdTokenError::OtherParty);
    }
    let nonce = claims.nonce.as_deref().unwrap_or_default();
    if !bool::from(nonce.as_bytes().ct_eq(expected.nonce.as_bytes())) {
        return Err(IdTokenError::Nonce);
    }
    let now = expected.now.timestamp();
    let is_current = now < claims.exp.saturating_add(LEEWAY.num_seconds())
        && claims.iat <= now + LEEWAY.num_seconds()
        && claims.iat >= now - MAX_AGE.num_seconds();
    if is_current && !claims.sub.is_empty() && claims.sub.len() <= 255 { Ok(claims) } else { Err(IdTokenError::Time) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn claims(others: Value) -> IdClaims {
        let mut all = json!({"sub": "p", "aud": "airfolio", "exp": 2, "iat": 1});
        if let (Some(all), Value::Object(others)) = (all.as_object_mut(), others) {
            all.extend(others);
        }
        serde_json::from_value(all).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn an_address_is_verified_by_its_own_source() {
        let verified = |token: Value, more: Value| {
            let more = more.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone()));
            let all = claims(token).with(more.chain([("sub".to_owned(), json!("p"))]).collect());
            all.ok().and_then(|all| all.verified_email(false).map(str::to_owned))
        };
        let told = json!({"email": "b@example.com", "email_verified": true});
        assert_eq!(verified(json!({"email": "a@example.com"}), told.clone()), None);
        assert_eq!(verified(json!({}), told).as_deref(), Some("b@example.com"));
        assert_eq!(verified(json!({"email_verified": true}), json!({"email": "b@example.com"})), None);
    }

    #[test]
    fn the_moment_of_the_sign_in_is_of_the_signed_token() {
        let now = DateTime::from_timestamp(100, 0).unwrap_or_default();
        let more = BTreeMap::from([("sub".to_owned(), json!("p")), ("auth_time".to_owned(), json!(50))]);
        let moment = |claims: IdClaims| claims.signed_in_on(now).map(|moment| moment.timestamp());
        assert_eq!(claims(json!({})).with(more).ok().and_then(moment), None);
        assert_eq!(moment(claims(json!({"auth_time": 50}))), Some(50));
        assert_eq!(moment(claims(json!({"auth_time": 500}))), Some(100), "never later than now");
    }
}
