//! Secrets in the database, encrypted with a key that is not in it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hmac;

use crate::core::keys;

/// Separates this key from the one that signs tokens, which comes from the same secret.
const PURPOSE: &[u8] = b"airfolio: secrets in the database, version 1";

/// The key that encrypts secrets in the database.
#[derive(Clone)]
pub(crate) struct SealingKey(LessSafeKey);

impl SealingKey {
    /// Derives the key from the secret of the installation.
    #[expect(clippy::expect_used, reason = "the length of the digest is the length of the key")]
    pub(crate) fn derive(secret: &[u8]) -> Self {
        let derived = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), PURPOSE);
        let key = UnboundKey::new(&AES_256_GCM, derived.as_ref()).expect("32 bytes");
        Self(LessSafeKey::new(key))
    }

    /// Encrypts `secret`; it can be read only as `owner`'s.
    #[expect(clippy::expect_used, reason = "only secrets of 64 GiB are refused")]
    pub(crate) fn seal(&self, secret: &[u8], owner: &str) -> String {
        let nonce = keys::random::<NONCE_LEN>();
        let mut sealed = secret.to_vec();
        let number = Nonce::assume_unique_for_key(nonce);
        self.0.seal_in_place_append_tag(number, Aad::from(owner), &mut sealed).expect("short secrets");
        STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts a text of [`seal`](Self::seal); `None` when it is damaged, another owner's or another key's.
    pub(crate) fn open(&self, sealed: &str, owner: &str) -> Option<Vec<u8>> {
        let bytes = STANDARD_NO_PAD.decode(sealed).ok()?;
        let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
        let mut rest = rest.to_vec();
        let plain = self.0.open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(owner), &mut rest).ok()?;
        Some(plain.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_readable_only_with_its_key_and_owner() {
        let key = SealingKey::derive(b"a secret of thirty-two bytes ...");
        let sealed = key.seal(b"hidden", "ann");
        assert_eq!(key.open(&sealed, "ann").as_deref(), Some(b"hidden".as_slice()));
        assert_eq!(key.open(&sealed, "bob"), None);
        assert_eq!(SealingKey::derive(b"another secret of 32 bytes .....").open(&sealed, "ann"), None);
        assert_ne!(key.seal(b"hidden", "ann"), sealed, "each text has its own nonce");
        for damaged in ["", "AAAA", &sealed[1..], "no base64!"] {
            assert_eq!(key.open(damaged, "ann"), None, "{damaged}");
        }
    }
}
