//! Documents that are known to be valid, so that an import does not repeat the check before it.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::RandomState;
use sha2::{Digest, Sha256};

/// The most documents that are remembered: 32 bytes each, 4 MB in all.
const MOST: usize = 100_000;

/// Hashes of documents without violations, each together with the schema set that it was checked against. Whether a
/// document is valid depends on nothing else.
#[derive(Debug, Default)]
pub struct ValidDocuments(Mutex<HashSet<[u8; 32], RandomState>>);

impl ValidDocuments {
    fn documents(&self) -> MutexGuard<'_, HashSet<[u8; 32], RandomState>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn contains(&self, set: &[u8; 32], document: &[u8; 32]) -> bool {
        self.documents().contains(&key(set, document))
    }

    /// Remembers a document. When there is no room left, all are forgotten: those of the present package follow.
    pub(super) fn insert(&self, set: &[u8; 32], document: &[u8; 32]) {
        let mut documents = self.documents();
        if documents.len() >= MOST {
            documents.clear();
        }
        documents.insert(key(set, document));
    }
}

fn key(set: &[u8; 32], document: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(set).chain_update(document).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_valid_for_the_set_it_was_checked_against_alone() {
        let valid = ValidDocuments::default();
        valid.insert(&[1; 32], &[7; 32]);
        assert!(valid.contains(&[1; 32], &[7; 32]));
        assert!(!valid.contains(&[2; 32], &[7; 32]) && !valid.contains(&[1; 32], &[8; 32]));
    }

    #[test]
    fn the_number_of_documents_is_limited() {
        let valid = ValidDocuments::default();
        for number in 0..=MOST as u64 {
            let mut document = [0; 32];
            document[..8].copy_from_slice(&number.to_le_bytes());
            valid.insert(&[1; 32], &document);
        }
        assert_eq!(valid.documents().len(), 1);
    }
}
