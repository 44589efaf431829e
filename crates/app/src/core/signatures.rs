//! Signatures of tokens: HS256 for ours, and those of identity providers, which are only verified.
//!
//! By `ring`: the providers of `jsonwebtoken` itself bring a second TLS library or an RSA with an open advisory
//! (`docs/adr/0003-jwt-on-ring.md`).

use std::sync::Once;

use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result as JwtResult};
use jsonwebtoken::signature::{Error as SignatureError, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::hmac;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384,
    RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256, RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512,
    RsaParameters, RsaPublicKeyComponents, UnparsedPublicKey, VerificationAlgorithm,
};

/// The algorithms of identity providers. None uses a shared secret, so that a public key is never one.
pub(crate) const PROVIDER_ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];

/// Makes `jsonwebtoken` use the functions of this module.
pub(crate) fn install_provider() {
    static ONCE: Once = Once::new();
    static PROVIDER: CryptoProvider = CryptoProvider {
        signer_factory: |algorithm, key| Ok(Box::new(Hs256::new(*algorithm, key.as_bytes())?)),
        verifier_factory: |algorithm, key| match algorithm {
            Algorithm::HS256 => Ok(Box::new(Hs256::new(*algorithm, key.try_get_as_bytes()?)?)),
            _ => Ok(Box::new(PublicKey::new(*algorithm, key)?)),
        },
        key_utils: KeyUtils::new_unimplemented(),
    };
    ONCE.call_once(|| {
        // Fails only when a provider is installed already, and then there is one.
        let _ = PROVIDER.install_default();
    });
}

struct Hs256(hmac::Key);

impl Hs256 {
    fn new(algorithm: Algorithm, secret: &[u8]) -> JwtResult<Self> {
        if algorithm == Algorithm::HS256 {
            Ok(Self(hmac::Key::new(hmac::HMAC_SHA256, secret)))
        } else {
            Err(ErrorKind::InvalidAlgorithm.into())
        }
    }
}

impl Signer<Vec<u8>> for Hs256 {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, SignatureError> {
        Ok(hmac::sign(&self.0, message).as_ref().to_vec())
    }
}

impl Verifier<Vec<u8>> for Hs256 {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        hmac::verify(&self.0, message, signature).map_err(|_| SignatureError::new())
    }
}

impl JwtSigner for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl JwtVerifier for Hs256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

/// The public key of a provider for one algorithm.
struct PublicKey {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl PublicKey {
    fn new(algorithm: Algorithm, key: &DecodingKey) -> JwtResult<Self> {
        if PROVIDER_ALGORITHMS.contains(&algorithm) {
            Ok(Self { algorithm, key: key.clone() })
        } else {
            Err(ErrorKind::InvalidAlgorithm.into())
        }
    }

    fn is_signed(&self, message: &[u8], signature: &[u8]) -> bool {
        match (self.key.kind(), rsa(self.algorithm), curve(self.algorithm)) {
            (DecodingKeyKind::RsaModulusExponent { n, e }, Some(algorithm), _) => {
                RsaPublicKeyComponents { n, e }.verify(algorithm, message, signature).is_ok()
            }
            (DecodingKeyKind::SecretOrDer(point), _, Some(algorithm)) => {
                UnparsedPublicKey::new(algorithm, point).verify(message, signature).is_ok()
            }
            _ => false,
        }
    }
}

fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::RS256 => &RSA_PKCS1_2048_8192_SHA256,
        Algorithm::RS384 => &RSA_PKCS1_2048_8192_SHA384,
        Algorithm::RS512 => &RSA_PKCS1_2048_8192_SHA512,
        Algorithm::PS256 => &RSA_PSS_2048_8192_SHA256,
        Algorithm::PS384 => &RSA_PSS_2048_8192_SHA384,
        Algorithm::PS512 => &RSA_PSS_2048_8192_SHA512,
        _ => return None,
    })
}

fn curve(algorithm: Algorithm) -> Option<&'static dyn VerificationAlgorithm> {
    Some(match algorithm {
        Algorithm::ES256 => &ECDSA_P256_SHA256_FIXED,
        Algorithm::ES384 => &ECDSA_P384_SHA384_FIXED,
        Algorithm::EdDSA => &ED25519,
        _ => return None,
    })
}

impl Verifier<Vec<u8>> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), SignatureError> {
        if self.is_signed(message, signature) { Ok(()) } else { Err(SignatureError::new()) }
    }
}

impl JwtVerifier for PublicKey {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}
