//! The key that signs the manifests of publications (Ed25519), and the check of such signatures.

use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use crate::core::error::Error;
use crate::core::keys;

/// Bytes of a private key, and of a public one.
const LENGTH: usize = 32;
/// The prefix of an Ed25519 key in its DER form (RFC 8410).
const DER_HEAD: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const PEM_HEAD: &str = "-----BEGIN PUBLIC KEY-----";
const PEM_FOOT: &str = "-----END PUBLIC KEY-----";

/// Where the private key is.
#[derive(Clone)]
pub enum SigningKeySource {
    /// In a setting; the nodes of a cluster share it.
    Setting([u8; LENGTH]),
    /// In a file of the data folder, made at first need.
    Folder(PathBuf),
}

impl SigningKeySource {
    /// Parses the setting: 32 bytes in base64.
    pub fn parse(text: &str) -> Option<Self> {
        decode(text).map(Self::Setting)
    }

    /// Reads the key; the one of a folder is made if it is not there.
    pub fn load(&self) -> io::Result<SigningKey> {
        let seed = match self {
            Self::Setting(seed) => seed.to_vec(),
            Self::Folder(data) => keys::load_or_create_signing(data)?,
        };
        let refused = |_| io::Error::new(io::ErrorKind::InvalidData, "the signing key is damaged");
        Ed25519KeyPair::from_seed_unchecked(&seed).map(SigningKey).map_err(refused)
    }
}

impl std::fmt::Debug for SigningKeySource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// A private key.
#[derive(Debug)]
pub struct SigningKey(Ed25519KeyPair);

impl SigningKey {
    /// The signature of a message; the same one each time.
    pub fn sign(&self, message: &[u8]) -> Vec<u8> {
        self.0.sign(message).as_ref().to_vec()
    }

    pub fn public_key(&self) -> VerifyingKey {
        let mut bytes = [0; LENGTH];
        bytes.copy_from_slice(self.0.public_key().as_ref());
        VerifyingKey(bytes)
    }
}

/// The private key of this installation, read when it is needed first.
#[derive(Debug)]
pub(crate) struct LazySigningKey {
    source: SigningKeySource,
    key: OnceLock<SigningKey>,
}

impl LazySigningKey {
    pub(crate) fn new(source: SigningKeySource) -> Self {
        Self { source, key: OnceLock::new() }
    }

    pub(crate) fn load(&self) -> Result<&SigningKey, Error> {
        if let Some(key) = self.key.get() {
            return Ok(key);
        }
        let key = self.source.load().map_err(Error::signing_key)?;
        Ok(self.key.get_or_init(|| key))
    }
}

/// A public key: receivers of publications check signatures with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VerifyingKey([u8; LENGTH]);

impl VerifyingKey {
    /// Parses a key in base64, or as PEM.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let Some(rest) = text.strip_prefix(PEM_HEAD) else { return decode(text).map(Self) };
        let body: String = rest.strip_suffix(PEM_FOOT)?.split_whitespace().collect();
        let der = STANDARD.decode(body).ok()?;
        let key = der.strip_prefix(&DER_HEAD[..])?;
        <[u8; LENGTH]>::try_from(key).ok().map(Self)
    }

    /// In base64.
    pub fn text(&self) -> String {
        STANDARD.encode(self.0)
    }

    /// As a file that other programs read.
    pub fn pem(&self) -> String {
        let mut der = DER_HEAD.to_vec();
        der.extend_from_slice(&self.0);
        // Short enough for one line.
        format!("{PEM_HEAD}\n{}\n{PEM_FOOT}\n", STANDARD.encode(der))
    }

    /// Whether a signature of a message was made with the private key of this one.
    pub fn verifies(&self, message: &[u8], signature: &[u8]) -> bool {
        UnparsedPublicKey::new(&ED25519, self.0).verify(message, signature).is_ok()
    }
}

fn decode(text: &str) -> Option<[u8; LENGTH]> {
    <[u8; LENGTH]>::try_from(STANDARD.decode(text.trim()).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(byte: u8) -> SigningKey {
        SigningKeySource::Setting([byte; LENGTH]).load().expect("a key")
    }

    #[test]
    fn a_signature_holds_for_one_message_and_one_key() {
        let (ours, other) = (key(1), key(2));
        let signature = ours.sign(b"manifest");
        assert_eq!(signature, ours.sign(b"manifest"), "the same input gives the same bytes");
        assert!(ours.public_key().verifies(b"manifest", &signature));
        assert!(!ours.public_key().verifies(b"manifest.", &signature));
        assert!(!other.public_key().verifies(b"manifest", &signature));
        assert!(!ours.public_key().verifies(b"manifest", &signature[..63]));
    }

    #[test]
    fn the_key_of_the_first_test_vector_of_rfc_8032() {
        let seed: [u8; LENGTH] = [
            0x9d, 0x61, 0xb1, 0x9d, 0xef, 0xfd, 0x5a, 0x60, 0xba, 0x84, 0x4a, 0xf4, 0x92, 0xec, 0x2c, 0xc4, 0x44, 0x49,
            0xc5, 0x69, 0x7b, 0x32, 0x69, 0x19, 0x70, 0x3b, 0xac, 0x03, 0x1c, 0xae, 0x7f, 0x60,
        ];
        let public = SigningKeySource::Setting(seed).load().expect("a key").public_key();
        assert_eq!(domain::text::hex(&public.0), "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    }

    #[test]
    fn a_public_key_is_read_back_as_text_and_as_pem() {
        let public = key(3).public_key();
        assert_eq!(VerifyingKey::parse(&public.text()), Some(public));
        assert_eq!(VerifyingKey::parse(&format!(" {}\n", public.pem())), Some(public));
        for wrong in
            ["", "AAAA", "-----BEGIN PUBLIC KEY-----", "-----BEGIN PUBLIC KEY-----AAAA-----END PUBLIC KEY-----"]
        {
            assert_eq!(VerifyingKey::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_key_of_a_folder_is_made_once_and_never_printed() {
        let data = tempfile::tempdir().expect("a temporary folder");
        let source = SigningKeySource::Folder(data.path().to_owned());
        let first = source.load().expect("a key").public_key();
        assert_eq!(source.load().expect("the same key").public_key(), first);
        assert_eq!(format!("{source:?}"), "***");
        assert!(SigningKeySource::parse("short").is_none());
        assert!(SigningKeySource::parse(&STANDARD.encode([9_u8; LENGTH])).is_some());
    }
}
