//! Signatures of the provider, and flawed ones.

use std::collections::HashMap;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::hmac;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};

use super::{CLIENT, ProviderSettings, TokenAlgorithm, TokenFlaw};

/// The elliptic keys by their number.
#[derive(Default)]
pub(super) struct SigningKeys(HashMap<usize, Vec<u8>>);

impl SigningKeys {
    /// The key with this number, made when it is asked for.
    pub(super) fn curve(&mut self, number: usize) -> EcdsaKeyPair {
        let random = SystemRandom::new();
        let bytes = self.0.entry(number).or_insert_with(|| {
            let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &random).expect("a key");
            made.as_ref().to_vec()
        });
        EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, bytes, &random).expect("a key")
    }
}

/// `ring` makes no RSA keys, so that there is one.
pub(super) fn rsa_key() -> RsaKeyPair {
    RsaKeyPair::from_pkcs8(include_bytes!("../../data/provider-rsa.pk8")).expect("a key")
}

/// The token with these claims, with the chosen flaw; `null` for none.
pub(super) fn token(settings: &ProviderSettings, keys: &mut SigningKeys, mut claims: Value) -> Value {
    let issued_on = claims["iat"].as_i64().expect("a time");
    let flaw = settings.token_flaw;
    match flaw {
        TokenFlaw::OtherNonce => claims["nonce"] = json!("another"),
        TokenFlaw::NoNonce => claims["nonce"] = Value::Null,
        TokenFlaw::OtherAudience => claims["aud"] = json!("another"),
        TokenFlaw::SeveralAudiences => claims["aud"] = json!([CLIENT.0, "another"]),
        TokenFlaw::OtherParty => {
            claims["aud"] = json!([CLIENT.0, "another"]);
            claims["azp"] = json!("another");
        }
        TokenFlaw::OtherIssuer => claims["iss"] = json!("https://other.example.com"),
        TokenFlaw::Expired => claims["exp"] = json!(issued_on - 600),
        TokenFlaw::Old => claims["iat"] = json!(issued_on - 3_600),
        TokenFlaw::Future => claims["iat"] = json!(issued_on + 3_600),
        TokenFlaw::NoSubject => claims["sub"] = json!(""),
        TokenFlaw::NoToken => return Value::Null,
        _ => {}
    }
    json!(signed(settings, keys, &claims))
}

fn signed(settings: &ProviderSettings, keys: &mut SigningKeys, claims: &Value) -> String {
    let flaw = settings.token_flaw;
    let generation = settings.generation + usize::from(flaw == TokenFlaw::UnknownKey) * 100;
    let (algorithm, kid) = match (flaw, settings.algorithm) {
        (TokenFlaw::Unsigned, _) => ("none", "none".to_owned()),
        (TokenFlaw::SharedSecret | TokenFlaw::PublicKeyAsSecret, _) => ("HS256", format!("rsa-{generation}")),
        (_, TokenAlgorithm::Rs256) => ("RS256", format!("rsa-{generation}")),
        (_, TokenAlgorithm::Es256) => ("ES256", format!("curve-{generation}")),
    };
    let encoded = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = json!({"alg": algorithm, "typ": "JWT", "kid": kid});
    let message = format!("{}.{}", encoded(&header), encoded(claims));
    let random = SystemRandom::new();
    let by_secret =
        |secret: &[u8]| hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), message.as_bytes()).as_ref().to_vec();
    let mut signature = match algorithm {
        "none" => Vec::new(),
        "HS256" if flaw == TokenFlaw::SharedSecret => by_secret(CLIENT.1.as_bytes()),
        "HS256" => by_secret(rsa_key().public().as_ref()),
        "RS256" => {
            let key = rsa_key();
            let mut signature = vec![0; key.public().modulus_len()];
            key.sign(&RSA_PKCS1_SHA256, &random, message.as_bytes(), &mut signature).expect("signs");
            signature
        }
        _ => keys.curve(generation).sign(&random, message.as_bytes()).expect("signs").as_ref().to_vec(),
    };
    if flaw == TokenFlaw::ForgedSignature {
        signature[10] ^= 1;
    }
    format!("{message}.{}", URL_SAFE_NO_PAD.encode(signature))
}
