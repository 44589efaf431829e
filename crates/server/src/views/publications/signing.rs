//! Wire type for the key that signs publications.

use app::core::signing::VerifyingKey;
use serde::Serialize;
use utoipa::ToSchema;

/// The public key that checks the signatures of publications.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SigningKey)]
pub struct SigningKeyView {
    /// Ed25519.
    pub algorithm: String,
    /// In base64, as in `manifest.sig`.
    pub public_key: String,
    /// The same as a PEM file.
    pub pem: String,
}

impl From<VerifyingKey> for SigningKeyView {
    fn from(key: VerifyingKey) -> Self {
        Self { algorithm: "Ed25519".to_owned(), public_key: key.text(), pem: key.pem() }
    }
}
