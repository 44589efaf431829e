//! The secrets in files of the data folder: what signs tokens, and what signs publications.

use std::io::{self, Write};
use std::path::Path;

use ring::rand::{SecureRandom, SystemRandom};

use crate::core::tokens::TokenKey;

const TOKENS: &str = "token.key";
const PUBLICATIONS: &str = "signing.key";
const LENGTH: usize = 32;

/// Reads the key of tokens from the data folder, making it at the first start.
///
/// Only the owner can read the file: the key signs tokens for any user.
pub fn load_or_create(data: &Path) -> io::Result<TokenKey> {
    secret(data, TOKENS).map(|bytes| TokenKey::new(&bytes))
}

/// Reads the key of publications from the data folder, making it at first need.
pub(crate) fn load_or_create_signing(data: &Path) -> io::Result<Vec<u8>> {
    secret(data, PUBLICATIONS)
}

fn secret(data: &Path, name: &str) -> io::Result<Vec<u8>> {
    let path = data.join(name);
    match std::fs::read(&path) {
        Ok(bytes) if bytes.len() == LENGTH => Ok(bytes),
        Ok(_) => Err(io::Error::new(io::ErrorKind::InvalidData, format!("{} is damaged", path.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => create(data, name, &path),
        Err(error) => Err(error),
    }
}

fn create(data: &Path, name: &str, path: &Path) -> io::Result<Vec<u8>> {
    let bytes = random::<LENGTH>();
    // Written aside and linked into place, so that two first starts agree on one key.
    let suffix = u64::from_le_bytes(random());
    let aside = data.join(format!("{name}.{suffix:016x}"));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&aside)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&aside, path);
    std::fs::remove_file(&aside)?;
    match linked {
        Ok(()) => {
            if name == PUBLICATIONS {
                tracing::warn!("Made a new key that signs publications: {}", path.display());
            }
            Ok(bytes.to_vec())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => secret(data, name),
        Err(error) => Err(error),
    }
}

/// Random bytes fit for secrets.
#[expect(clippy::expect_used, reason = "a machine without randomness must not make secrets")]
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SystemRandom::new().fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use super::*;

    #[test]
    fn first_starts_at_the_same_moment_agree_on_one_key() {
        const STARTS: usize = 16;
        let data = tempfile::tempdir().expect("a temporary folder");
        let together = Barrier::new(STARTS);
        let keys: Vec<Vec<u8>> = std::thread::scope(|scope| {
            let start = || {
                together.wait();
                secret(data.path(), TOKENS).expect("a key")
            };
            let starts: Vec<_> = (0..STARTS).map(|_| scope.spawn(start)).collect();
            starts.into_iter().map(|start| start.join().expect("a start")).collect()
        });
        assert!(keys.iter().all(|key| *key == keys[0]));
        let left: Vec<_> = std::fs::read_dir(data.path()).expect("a folder").flatten().collect();
        assert_eq!(left.len(), 1, "{left:?}");
    }
}
