//! The check of a publication on plain files: its signature, and the files that the manifest lists. [`pack`] checks packs
//! for auditors.

pub mod pack;

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::publication::{MANIFEST, SIGNATURE};
use domain::text::hex;
use publish::audit_pack::reader::PackError;
use publish::signature::ManifestSignature;
use sha2::{Digest, Sha256};

use crate::core::signing::VerifyingKey;

pub use publish::manifest::{ManifestError, PublicationManifest};

/// Bytes of the largest manifest that is read.
const MAX_MANIFEST: u64 = 256 << 20;
/// Bytes of the largest signature file that is read.
const MAX_SIGNATURE: u64 = 64 << 10;
/// Bytes that are read at once.
const PIECE: usize = 1 << 20;

/// The proof by a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureVerdict {
    /// Made with the key that was expected.
    Expected,
    /// Made with a key that comes with the publication itself; nobody said whose it is.
    Unconfirmed,
    /// Made with another key than the one that was expected.
    OtherKey,
    /// Not a signature of this manifest.
    Wrong,
    Missing,
}

impl SignatureVerdict {
    fn is_good(self) -> bool {
        matches!(self, Self::Expected | Self::Unconfirmed)
    }
}

/// The state of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileVerdict {
    Whole,
    Differs,
    Missing,
    /// The manifest does not list it: it is no part of the publication.
    Unlisted,
}

/// A file of a publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedFile {
    pub name: String,
    pub verdict: FileVerdict,
}

/// A publication that was checked.
#[derive(Debug)]
pub struct VerifiedPublication {
    pub manifest: PublicationManifest,
    pub signature: SignatureVerdict,
    /// The key of the signature, if there is one.
    pub key: Option<VerifyingKey>,
    /// The listed ones first, in the order of the manifest.
    pub files: Vec<VerifiedFile>,
}

impl VerifiedPublication {
    /// Whether everything that was checked is what was signed, and nothing else is beside it.
    pub fn is_whole(&self) -> bool {
        self.is_listed_whole() && self.unlisted_count() == 0
    }

    /// Whether all that the manifest lists is what was signed, whatever is beside it.
    pub fn is_listed_whole(&self) -> bool {
        let is_bad = |file: &VerifiedFile| matches!(file.verdict, FileVerdict::Differs | FileVerdict::Missing);
        self.signature.is_good() && !self.files.iter().any(is_bad)
    }

    /// The number of files that are no part of the publication.
    pub fn unlisted_count(&self) -> usize {
        self.files.iter().filter(|file| file.verdict == FileVerdict::Unlisted).count()
    }
}

/// Why a publication cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    #[error("{}", .path.display())]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("there is no manifest.json in {}", .0.display())]
    NoManifest(PathBuf),
    #[error("{}", .path.display())]
    Manifest {
        path: PathBuf,
        #[source]
        source: ManifestError,
    },
    #[error("the manifest does not list {0}, so that nothing is known about it")]
    NotListed(String),
    #[error("{}", .path.display())]
    Pack {
        path: PathBuf,
        #[source]
        source: PackError,
    },
}

/// Checks a publication: a folder or a manifest with all its files, or one file with the manifest beside it.
pub fn verify(path: &Path, expected: Option<&VerifyingKey>) -> Result<VerifiedPublication, VerifyError> {
    let failed = |source| VerifyError::Read { path: path.to_owned(), source };
    let is_folder = std::fs::metadata(path).map_err(failed)?.is_dir();
    let (folder, only) = if is_folder { (path, None) } else { (parent(path), Some(file_name(path))) };
    let only = only.filter(|name| name != MANIFEST && name != SIGNATURE);
    let at = folder.join(MANIFEST);
    let bytes = match read(&at, MAX_MANIFEST) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(VerifyError::NoManifest(folder.to_owned()));
        }
        read => read.map_err(|source| VerifyError::Read { path: at.clone(), source })?,
    };
    let (signature, key) = check_signature(folder, &bytes, expected)?;
    let manifest = PublicationManifest::parse(&bytes).map_err(|source| VerifyError::Manifest { path: at, source })?;
    let files = match only {
        Some(name) => vec![one_file(folder, name, &manifest)?],
        None => all_files(folder, &manifest)?,
    };
    Ok(VerifiedPublication { manifest, signature, key, files })
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too large"));
    }
    Ok(bytes)
}

fn check_signature(
    folder: &Path,
    manifest: &[u8],
    expected: Option<&VerifyingKey>,
) -> Result<(SignatureVerdict, Option<VerifyingKey>), VerifyError> {
    let path = folder.join(SIGNATURE);
    let bytes = match read(&path, MAX_SIGNATURE) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((SignatureVerdict::Missing, None)),
        read => read.map_err(|source| VerifyError::Read { path, source })?,
    };
    Ok(judge(&bytes, manifest, expected))
}

/// The proof that a signature file gives for a manifest.
fn judge(bytes: &[u8], manifest: &[u8], expected: Option<&VerifyingKey>) -> (SignatureVerdict, Option<VerifyingKey>) {
    let Ok(file) = ManifestSignature::parse(bytes) else { return (SignatureVerdict::Wrong, None) };
    let (Some(key), Ok(signature)) = (VerifyingKey::parse(&file.public_key), STANDARD.decode(&file.signature)) else {
        return (SignatureVerdict::Wrong, None);
    };
    let verdict = match expected {
        _ if !key.verifies(manifest, &signature) => SignatureVerdict::Wrong,
        None => SignatureVerdict::Unconfirmed,
        Some(expected) if *expected == key => SignatureVerdict::Expected,
        Some(_) => SignatureVerdict::OtherKey,
    };
    (verdict, Some(key))
}

fn one_file(folder: &Path, name: String, manifest: &PublicationManifest) -> Result<VerifiedFile, VerifyError> {
    let listed = manifest.artifacts.iter().chain(&manifest.letters).find(|artifact| artifact.name == name);
    let Some(listed) = listed else { return Err(VerifyError::NotListed(name)) };
    let verdict = compare(folder, &name, &listed.sha256)?;
    Ok(VerifiedFile { name, verdict })
}

fn all_files(folder: &Path, manifest: &PublicationManifest) -> Result<Vec<VerifiedFile>, VerifyError> {
    let mut files = Vec::new();
    for artifact in manifest.artifacts.iter().chain(&manifest.letters) {
        let verdict = compare(folder, &artifact.name, &artifact.sha256)?;
        files.push(VerifiedFile { name: artifact.name.clone(), verdict });
    }
    let failed = |source| VerifyError::Read { path: folder.to_owned(), source };
    let known: HashSet<&str> = files.iter().map(|file| file.name.as_str()).chain([MANIFEST, SIGNATURE]).collect();
    let mut others = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name().to_string_lossy().into_owned();
        if !known.contains(name.as_str()) {
            others.push(name);
        }
    }
    others.sort();
    files.extend(others.into_iter().map(|name| VerifiedFile { name, verdict: FileVerdict::Unlisted }));
    Ok(files)
}

fn compare(folder: &Path, name: &str, sha256: &str) -> Result<FileVerdict, VerifyError> {
    // A manifest comes from outside: it must not name files elsewhere.
    let mut parts = Path::new(name).components();
    if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
        return Ok(FileVerdict::Missing);
    }
    let path = folder.join(name);
    match digest(&path) {
        Ok(found) if found == sha256 => Ok(FileVerdict::Whole),
        Ok(_) => Ok(FileVerdict::Differs),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileVerdict::Missing),
        Err(source) => Err(VerifyError::Read { path, source }),
    }
}

fn digest(path: &Path) -> io::Result<String> {
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut piece = vec![0; PIECE];
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            break;
        }
        digest.update(&piece[..read]);
    }
    let hash: [u8; 32] = digest.finalize().into();
    Ok(hex(&hash))
}

#[cfg(test)]
mod tests;
