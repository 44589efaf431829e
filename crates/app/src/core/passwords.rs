//! Hashing passwords: argon2id, two at once, the rest in a short line.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
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

/// The place where passwords are hashed and compared.
#[derive(Debug)]
pub(crate) struct Hasher {
    slots: Arc<Semaphore>,
    waiting: AtomicUsize,
}

impl Default for Hasher {
    fn default() -> Self {
        Self { slots: Arc::new(Semaphore::new(AT_ONCE)), waiting: AtomicUsize::new(0) }
    }
}

impl Hasher {
    /// Makes the text that is stored instead of the password.
    pub(crate) async fn hash(&self, password: &Password) -> Result<String, Error> {
        let password = password.expose().to_owned();
        self.run(Priority::Anybody, move || {
            let hash = Argon2::default().hash_password(password.as_bytes()).map_err(Error::Hash)?;
            Ok(hash.to_string())
        })
        .await
    }

    /// Compares a password with what is stored; without anything stored it
    /// takes as long and says no, so that timing does not tell which accounts exist.
    pub(crate) async fn verify(&self, password: &str, stored: Option<String>, line: Priority) -> Result<bool, Error> {
        let password = password.to_owned();
        self.run(line, move || {
            let Some(stored) = stored else {
                Argon2::default().hash_password(password.as_bytes()).map_err(Error::Hash)?;
                return Ok(false);
            };
            let parsed =
                PasswordHash::new(&stored).map_err(|_| Error::Hash(argon2::password_hash::Error::EncodingInvalid))?;
            Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
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
        let hasher = Hasher::default();
        let stored = hasher.hash(&Password::parse("correct horse").expect("long enough")).await.expect("hashes");
        assert!(stored.starts_with("$argon2id$"));
        assert!(hasher.verify("correct horse", Some(stored.clone()), Priority::Anybody).await.expect("compares"));
        assert!(!hasher.verify("correct hors", Some(stored), Priority::Anybody).await.expect("compares"));
        assert!(!hasher.verify("correct horse", None, Priority::Anybody).await.expect("compares"));
    }

    #[tokio::test]
    async fn the_line_is_short_and_its_places_are_given_back() {
        let hasher = Hasher::default();
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
