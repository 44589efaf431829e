//! The signature of a manifest, as a file beside it.

use serde_json::{Value, json};

use crate::manifest::ManifestError;

/// The only algorithm.
pub const ALGORITHM: &str = "Ed25519";

/// A signature of the bytes of a manifest. Key and signature are in base64.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestSignature {
    pub public_key: String,
    pub signature: String,
}

impl ManifestSignature {
    /// As JSON, with names in alphabetical order.
    pub fn bytes(&self) -> Vec<u8> {
        let value = json!({"algorithm": ALGORITHM, "publicKey": self.public_key, "signature": self.signature});
        let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
        text.push('\n');
        text.into_bytes()
    }

    /// Reads a file that [`Self::bytes`] wrote.
    pub fn parse(bytes: &[u8]) -> Result<Self, ManifestError> {
        let value: Value = serde_json::from_slice(bytes).map_err(|_| ManifestError::NotJson)?;
        let text = |name: &'static str| value[name].as_str().ok_or(ManifestError::Member(name));
        if text("algorithm")? != ALGORITHM {
            return Err(ManifestError::Member("algorithm"));
        }
        Ok(Self { public_key: text("publicKey")?.to_owned(), signature: text("signature")?.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_read_back_and_another_algorithm_is_refused() {
        let signature = ManifestSignature { public_key: "AA==".to_owned(), signature: "BB==".to_owned() };
        let bytes = signature.bytes();
        assert_eq!(ManifestSignature::parse(&bytes), Ok(signature));
        let other = String::from_utf8(bytes).expect("UTF-8").replace(ALGORITHM, "none");
        assert_eq!(ManifestSignature::parse(other.as_bytes()), Err(ManifestError::Member("algorithm")));
        assert_eq!(ManifestSignature::parse(b"[]"), Err(ManifestError::Member("algorithm")));
        assert_eq!(ManifestSignature::parse(b"key"), Err(ManifestError::NotJson));
    }
}
