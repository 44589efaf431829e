use domain::publication::PublicationState;
use publish::manifest::ManifestArtifact;
use tempfile::TempDir;

use super::*;
use crate::core::signing::{LazySigningKey, SigningKeySource};

/// A publication of two files, signed with the key that consists of this byte.
fn publication(byte: u8) -> (TempDir, VerifyingKey) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files: [(&str, &[u8]); 2] = [("a.zip", b"first"), ("b.zip", b"second")];
    let mut artifacts = Vec::new();
    let letter: (&str, &[u8]) = ("letter-easa.pdf", b"letter");
    for (name, bytes) in files.into_iter().chain([letter]) {
        std::fs::write(folder.path().join(name), bytes).expect("writes");
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        artifacts.push(ManifestArtifact { name: name.to_owned(), sha256: hex(&hash), size: bytes.len() as u64 });
    }
    let letters = artifacts.split_off(2);
    let manifest = PublicationManifest {
        program: "6.0.0".to_owned(),
        csdb: "H160".to_owned(),
        manual: "MEL".to_owned(),
        revision: "4.1".to_owned(),
        operator: "AZB".to_owned(),
        languages: Vec::new(),
        targets: Vec::new(),
        state: PublicationState::Draft,
        validity: None,
        style: None,
        since: None,
        approval: None,
        inputs: Vec::new(),
        artifacts,
        letters,
    };
    let bytes = manifest.bytes();
    let key = LazySigningKey::new(SigningKeySource::Setting([byte; 32]));
    let key = key.load().expect("a key");
    let signature =
        ManifestSignature { public_key: key.public_key().text(), signature: STANDARD.encode(key.sign(&bytes)) };
    std::fs::write(folder.path().join(MANIFEST), bytes).expect("writes");
    std::fs::write(folder.path().join(SIGNATURE), signature.bytes()).expect("writes");
    (folder, key.public_key())
}

fn verdicts(checked: &VerifiedPublication) -> Vec<(&str, FileVerdict)> {
    checked.files.iter().map(|file| (file.name.as_str(), file.verdict)).collect()
}

#[test]
fn a_whole_publication_is_confirmed_by_the_key_that_was_expected() {
    let (folder, key) = publication(1);
    let checked = verify(folder.path(), Some(&key)).expect("checked");
    assert_eq!(checked.signature, SignatureVerdict::Expected);
    let expected = ["a.zip", "b.zip", "letter-easa.pdf"].map(|name| (name, FileVerdict::Whole));
    assert_eq!(verdicts(&checked), expected);
    assert!(checked.is_whole());
    let checked = verify(&folder.path().join(MANIFEST), None).expect("checked");
    assert_eq!((checked.signature, checked.files.len()), (SignatureVerdict::Unconfirmed, 3));
    let (_, other) = publication(2);
    let checked = verify(folder.path(), Some(&other)).expect("checked");
    assert_eq!(checked.signature, SignatureVerdict::OtherKey);
    assert!(!checked.is_whole());
}

#[test]
fn changed_missing_and_additional_files_are_named() {
    let (folder, key) = publication(1);
    std::fs::write(folder.path().join("a.zip"), b"First").expect("writes");
    std::fs::remove_file(folder.path().join("b.zip")).expect("removes");
    std::fs::write(folder.path().join("letter-easa.pdf"), b"another").expect("writes");
    let checked = verify(folder.path(), Some(&key)).expect("checked");
    let expected =
        [("a.zip", FileVerdict::Differs), ("b.zip", FileVerdict::Missing), ("letter-easa.pdf", FileVerdict::Differs)];
    assert_eq!(verdicts(&checked), expected);
    assert!(!checked.is_whole() && !checked.is_listed_whole());
}

#[test]
fn a_file_that_was_not_signed_is_never_whole_whatever_its_name() {
    let (folder, key) = publication(1);
    for name in ["letter-forged.pdf", "letter-H160-MEL.zip", "virus.exe"] {
        let at = folder.path().join(name);
        std::fs::write(&at, b"more").expect("writes");
        let checked = verify(folder.path(), Some(&key)).expect("checked");
        assert_eq!(verdicts(&checked).last(), Some(&(name, FileVerdict::Unlisted)));
        assert!(!checked.is_whole() && checked.is_listed_whole(), "{name}");
        std::fs::remove_file(at).expect("removes");
    }
    assert!(verify(folder.path(), Some(&key)).expect("checked").is_whole());
}

#[test]
fn one_file_needs_the_manifest_but_not_the_others() {
    let (folder, key) = publication(1);
    std::fs::remove_file(folder.path().join("b.zip")).expect("removes");
    let checked = verify(&folder.path().join("a.zip"), Some(&key)).expect("checked");
    assert_eq!(verdicts(&checked), [("a.zip", FileVerdict::Whole)]);
    assert!(checked.is_whole());
    std::fs::write(folder.path().join("c.zip"), b"third").expect("writes");
    let refused = verify(&folder.path().join("c.zip"), None).expect_err("nobody knows it");
    assert!(matches!(refused, VerifyError::NotListed(name) if name == "c.zip"));
    std::fs::remove_file(folder.path().join(MANIFEST)).expect("removes");
    let refused = verify(&folder.path().join("a.zip"), None).expect_err("no manifest");
    assert!(matches!(refused, VerifyError::NoManifest(_)));
}

#[test]
fn a_changed_manifest_and_a_missing_signature_are_not_whole() {
    let (folder, key) = publication(1);
    let at = folder.path().join(MANIFEST);
    let text = std::fs::read_to_string(&at).expect("a manifest").replace("4.1", "4.2");
    std::fs::write(&at, text).expect("writes");
    let checked = verify(folder.path(), Some(&key)).expect("checked");
    assert_eq!(checked.signature, SignatureVerdict::Wrong);
    assert!(!checked.is_whole(), "although the files are");
    std::fs::write(folder.path().join(SIGNATURE), b"no signature").expect("writes");
    assert_eq!(verify(folder.path(), None).expect("checked").signature, SignatureVerdict::Wrong);
    std::fs::remove_file(folder.path().join(SIGNATURE)).expect("removes");
    let checked = verify(folder.path(), None).expect("checked");
    assert_eq!(checked.signature, SignatureVerdict::Missing);
    assert!(!checked.is_whole());
}

#[test]
fn a_manifest_cannot_name_files_elsewhere() {
    let (folder, _) = publication(1);
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).expect("a folder");
    for name in ["../a.zip", "/etc/passwd", "..", "inside/../a.zip", ""] {
        assert_eq!(compare(&inside, name, "").expect("compared"), FileVerdict::Missing, "{name}");
    }
}
