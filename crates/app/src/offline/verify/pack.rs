//! The check of a pack for auditors: one archive with its own manifest.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use domain::publication::{MANIFEST, SIGNATURE};
use domain::text::hex;
use publish::audit_pack::reader::{PackError, PackReader};
use sha2::{Digest, Sha256};

use super::{
    FileVerdict, MAX_MANIFEST, MAX_SIGNATURE, ManifestError, SignatureVerdict, VerifiedFile, VerifyError, judge, parent,
};
use crate::core::signing::VerifyingKey;

pub use publish::audit_pack::PackManifest;

/// A pack that was checked.
#[derive(Debug)]
pub struct VerifiedPack {
    pub manifest: PackManifest,
    pub signature: SignatureVerdict,
    /// The key of the signature, if there is one.
    pub key: Option<VerifyingKey>,
    /// The listed ones first, in the order of the manifest.
    pub files: Vec<VerifiedFile>,
}

impl VerifiedPack {
    /// Whether all that the manifest lists is what was signed, whatever is beside it.
    pub fn is_listed_whole(&self) -> bool {
        let is_bad = |file: &VerifiedFile| matches!(file.verdict, FileVerdict::Differs | FileVerdict::Missing);
        self.signature.is_good() && !self.files.iter().any(is_bad)
    }

    /// The number of files that are no part of the pack.
    pub fn unlisted_count(&self) -> usize {
        self.files.iter().filter(|file| file.verdict == FileVerdict::Unlisted).count()
    }
}

/// Checks a pack; `None` for anything else.
pub fn verify(path: &Path, expected: Option<&VerifyingKey>) -> Result<Option<VerifiedPack>, VerifyError> {
    let failed = |source| VerifyError::Read { path: path.to_owned(), source };
    let unread = |source| VerifyError::Pack { path: path.to_owned(), source };
    let file = File::open(path).map_err(failed)?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Ok(None);
    }
    let mut pack = match PackReader::open(BufReader::new(file)) {
        Err(PackError::NotZip(_)) => return Ok(None),
        // A file of a publication lies beside its manifest.
        Err(_) if parent(path).join(MANIFEST).exists() => return Ok(None),
        pack => pack.map_err(unread)?,
    };
    let Some(bytes) = whole(&mut pack, MANIFEST, MAX_MANIFEST).map_err(unread)? else { return Ok(None) };
    let manifest = match PackManifest::parse(&bytes) {
        Err(ManifestError::NotJson | ManifestError::Member("kind")) => return Ok(None),
        parsed => parsed.map_err(|source| VerifyError::Manifest { path: path.to_owned(), source })?,
    };
    let (signature, key) = match whole(&mut pack, SIGNATURE, MAX_SIGNATURE).map_err(unread)? {
        Some(signature) => judge(&signature, &bytes, expected),
        None => (SignatureVerdict::Missing, None),
    };
    let files = files(&mut pack, &manifest);
    Ok(Some(VerifiedPack { manifest, signature, key, files }))
}

/// The content of a small file; `None` where there is none, or where it is too large for what it should be.
fn whole(pack: &mut PackReader<BufReader<File>>, name: &str, limit: u64) -> Result<Option<Vec<u8>>, PackError> {
    let mut bytes = Vec::new();
    let size = pack.read(name, limit, |piece| bytes.extend_from_slice(piece))?;
    Ok(size.filter(|size| *size <= limit).map(|_| bytes))
}

fn files(pack: &mut PackReader<BufReader<File>>, manifest: &PackManifest) -> Vec<VerifiedFile> {
    let mut others: BTreeSet<String> = pack.names();
    let mut files = Vec::with_capacity(manifest.files.len());
    for listed in &manifest.files {
        others.remove(&listed.name);
        let mut digest = Sha256::new();
        let read = pack.read(&listed.name, listed.size, |piece| digest.update(piece));
        let hash: [u8; 32] = digest.finalize().into();
        let verdict = match read {
            Ok(None) => FileVerdict::Missing,
            Ok(Some(size)) if size == listed.size && hex(&hash) == listed.sha256 => FileVerdict::Whole,
            // A file that cannot be unpacked is not what was signed either.
            Ok(Some(_)) | Err(_) => FileVerdict::Differs,
        };
        files.push(VerifiedFile { name: listed.name.clone(), verdict });
    }
    let others = others.into_iter().filter(|name| name != MANIFEST && name != SIGNATURE);
    files.extend(others.map(|name| VerifiedFile { name, verdict: FileVerdict::Unlisted }));
    files
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use publish::manifest::ManifestArtifact;
    use publish::package::archive::ArchiveWriter;
    use publish::signature::ManifestSignature;
    use tempfile::TempDir;

    use super::*;
    use crate::core::signing::{LazySigningKey, SigningKeySource};

    /// A pack of one file, with what is written instead of the file, and another file perhaps.
    fn pack(written: &[u8], other: Option<&str>) -> (TempDir, VerifyingKey) {
        let hash: [u8; 32] = Sha256::digest(b"code,status").into();
        let manifest = PackManifest {
            program: "5.0.0".to_owned(),
            as_of: "2026-11-17T12:00:00Z".to_owned(),
            language: "en-US".to_owned(),
            collections: Vec::new(),
            uncertain: 0,
            inputs: Vec::new(),
            files: vec![ManifestArtifact { name: "matrix.csv".to_owned(), sha256: hex(&hash), size: 11 }],
        };
        let bytes = manifest.bytes();
        let key = LazySigningKey::new(SigningKeySource::Setting([7; 32]));
        let key = key.load().expect("a key");
        let signature =
            ManifestSignature { public_key: key.public_key().text(), signature: STANDARD.encode(key.sign(&bytes)) };
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = File::create(folder.path().join("pack.zip")).expect("a file");
        let mut writer = ArchiveWriter::new(file);
        let mut add = |name: &str, bytes: &[u8]| {
            writer.start(name, bytes.len() as u64).expect("begins");
            writer.write(bytes).expect("writes");
        };
        add("matrix.csv", written);
        if let Some(name) = other {
            add(name, b"more");
        }
        add(MANIFEST, &bytes);
        add(SIGNATURE, &signature.bytes());
        writer.finish().expect("ends");
        (folder, key.public_key())
    }

    fn checked(folder: &TempDir, key: &VerifyingKey) -> VerifiedPack {
        verify(&folder.path().join("pack.zip"), Some(key)).expect("checked").expect("a pack")
    }

    #[test]
    fn a_whole_pack_is_confirmed() {
        let (folder, key) = pack(b"code,status", None);
        let whole = checked(&folder, &key);
        assert!(whole.is_listed_whole() && whole.unlisted_count() == 0);
        assert_eq!(whole.signature, SignatureVerdict::Expected);
        assert!(verify(folder.path(), None).expect("a folder").is_none(), "a folder is no pack");
    }

    #[test]
    fn a_changed_file_and_a_foreign_one_are_named() {
        let (folder, key) = pack(b"code,STATUS", Some("virus.exe"));
        let found = checked(&folder, &key);
        let verdicts: Vec<(&str, FileVerdict)> =
            found.files.iter().map(|one| (one.name.as_str(), one.verdict)).collect();
        assert_eq!(verdicts, [("matrix.csv", FileVerdict::Differs), ("virus.exe", FileVerdict::Unlisted)]);
        assert!(!found.is_listed_whole());
    }

    #[test]
    fn a_file_that_is_longer_than_listed_is_not_unpacked_as_a_whole() {
        let (folder, key) = pack(&[b'a'; 5_000], None);
        assert_eq!(checked(&folder, &key).files[0].verdict, FileVerdict::Differs);
    }
}
