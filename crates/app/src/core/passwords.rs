//! Hashing passwords: argon2id, two at once, the rest in a short line.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, Params};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::password::Password;
use tokio::sync::Semaphore;

use crate::core::error::Error;
use crate::core::keys;

/// Hashes that run at once: each takes 19 MiB and a core.
const AT_ONCE: usize = 2;
/// Limit of waiting requests; later ones are refused as busy.
const WAITING: usize = 64;

/// Priority of a request for a hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Priority {
    Anybody,
    /// Signed in from here before: a flood of strangers must not keep them out.
    Known,
}

/// The work of one hash.
#[derive(Debug, Clone, Default)]
pub struct HashCost(Params);

impl HashCost {
    /// The least work, which protects nothing: for tests that sign many people in.
    pub const LEAST: Self = match Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None) {
        Ok(params) => Self(params),
        Err(_) => panic!("the least is allowed"),
    };
}

/// The place where passwords are hashed and compared.
#[derive(Debug)]
pub(crate) struct Hasher {
    argon2: Argon2<'static>,
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Hasher {
    pub(crate) fn new(cost: HashCost) -> Self {
        Self { argon2: cost.0.into(), slots: Arc::new(Semaphore::new(AT_ONCE)), waiting: AtomicUsize::new(0) }
    }

    /// Makes the text that is stored instead of the password.
    pub(crate) async fn hash(&self, password: &Password) -> Result<String, Error> {
        let (argon2, password) = (self.argon2.clone(), password.expose().to_owned());
        self.run(Priority::Anybody, move || {
            let hash = argon2.hash_password(password.as_bytes()).map_err(Error::Hash)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Compares a password with what is stored; without anything stored it
    /// takes as long and says no, so that timing does not tell which accounts exist.
    pub(crate) async fn verify(&self, password: &str, stored: Option<String>, line: Priority) -> Result<bool, Error> {
        let (argon2, password) = (self.argon2.clone(), password.to_owned());
        self.run(line, move || {
            let Some(stored) = stored else {
                argon2.hash_password(password.as_bytes()).map_err(Error::Hash)?;
                return Ok(false);
            };
            let parsed =
                PasswordHash::new(&stored).map_err(|_| Error::Hash(argon2::password_hash::Error::EncodingInvalid))?;
            Ok(argon2.verify_password(password.as_bytes(), &parsed).is_ok())
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        line: Priority,
        work: impl FnOnce() -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let place = QueuePosition::take(&self.waiting);
        if line == Priority::Anybody && place.behind >= WAITING + AT_ONCE {
            return Err(Error::Busy);
        }
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| Error::Busy)?;
        // The slot goes along: a client that hangs up must not free it while the hash still runs.
        tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work()
        })
        .await?
    }
}

/// A place in the line, given back however the wait ends.
struct QueuePosition<'a> {
    waiting: &'a AtomicUsize,
    behind: usize,
}

impl<'a> QueuePosition<'a> {
    fn take(waiting: &'a AtomicUsize) -> Self {
        Self { waiting, behind: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for QueuePosition<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Generates a password of 96 random bits, easy to copy.
pub(crate) fn generate() -> String {
    URL_SAFE_NO_PAD.encode(keys::random::<12>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_recognised_and_another_is_not() {
        let hasher = Hasher::new(HashCost::LEAST);
        let stored = hasher.hash(&Password::parse("correct horse").expect("long enough")).await.expect("hashes");
        assert!(stored.starts_with("$argon2id$"));
        assert!(hasher.verify("correct horse", Some(stored.clone()), Priority::Anybody).await.expect("compares"));
        assert!(!hasher.verify("correct hors", Some(stored), Priority::Anybody).await.expect("compares"));
        assert!(!hasher.verify("correct horse", None, Priority::Anybody).await.expect("compares"));
    }

    #[tokio::test]
    async fn a_stored_hash_names_its_own_cost() {
        let stored =
            Hasher::new(HashCost::default()).hash(&Password::parse("correct horse").expect("long enough")).await;
        let stored = stored.expect("hashes");
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        let other = Hasher::new(HashCost::LEAST);
        assert!(other.verify("correct horse", Some(stored), Priority::Anybody).await.expect("compares"));
    }

    #[tokio::test]
    async fn the_line_is_short_and_its_places_are_given_back() {
        let hasher = Hasher::new(HashCost::LEAST);
        let places: Vec<_> = (0..WAITING + AT_ONCE).map(|_| QueuePosition::take(&hasher.waiting)).collect();
        assert!(matches!(hasher.verify("x", None, Priority::Anybody).await, Err(Error::Busy)));
        assert!(!hasher.verify("x", None, Priority::Known).await.expect("known people are let in"));
        drop(places);
        assert!(!hasher.verify("x", None, Priority::Anybody).await.expect("there is room again"));
    }

    #[test]
    fn a_generated_password_meets_our_own_rule() {
        assert!(Password::parse(&generate()).is_ok());
        assert_ne!(generate(), generate());
    }
}
