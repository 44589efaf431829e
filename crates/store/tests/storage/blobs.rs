use store::StoreError;
use store::blobs::{BlobId, BlobKind, Blobs, S3Settings};
use testkit::blobs::{TestResult, compresses, keeps_bytes, keeps_parts, sets_aside};

use crate::given::at;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn blobs_are_kept_on_disk() -> TestResult {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("new").join("blobs");
    let blobs = Blobs::disk(&root)?;
    assert_eq!(blobs.kind(), BlobKind::Disk);
    keeps_bytes(blobs, &root).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn content_is_compressed_on_disk() -> TestResult {
    let folder = tempfile::tempdir()?;
    compresses(Blobs::disk(folder.path())?, folder.path()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn unused_content_is_set_aside_on_disk() -> TestResult {
    let folder = tempfile::tempdir()?;
    let blobs = Blobs::disk(folder.path())?;
    let id = blobs.put(bytes::Bytes::from_static(b"other")).await?;
    blobs.set_aside(&[id], at(7)).await?;
    let aside = blobs.list_set_aside().await?;
    let since: Vec<_> = aside.iter().map(|one| one.since).collect();
    assert_eq!(since, [at(7)], "its day begins when it is set aside");
    blobs.delete_set_aside(&[aside[0].id.clone()]).await?;
    sets_aside(blobs, folder.path(), at(7)).await
}

#[tokio::test]
async fn parts_of_uploads_are_kept_on_disk() -> TestResult {
    let folder = tempfile::tempdir()?;
    keeps_parts(Blobs::disk(folder.path())?).await?;
    assert!(!folder.path().join("uploads/u-1").exists());
    Ok(())
}

fn bucket(prefix: &str) -> S3Settings {
    S3Settings {
        endpoint: "http://127.0.0.1:1".to_owned(),
        bucket: "airfolio".to_owned(),
        region: "eu-central-1".to_owned(),
        access_key: "our key".to_owned(),
        secret_key: "our secret".to_owned(),
        prefix: prefix.to_owned(),
        allow_http: true,
    }
}

#[test]
fn invalid_bucket_settings_are_refused() {
    assert!(matches!(Blobs::s3(bucket("a//b")), Err(StoreError::BlobSettings(_))));
}

#[test]
fn the_keys_of_a_bucket_are_not_printed() {
    let printed = format!("{:?}", bucket("blobs"));
    assert!(printed.contains("eu-central-1") && !printed.contains("our"), "{printed}");
}

#[test]
fn a_blob_name_is_sixty_four_hexadecimal_digits() {
    let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(BlobId::parse(name).map(|id| id.to_string()).as_deref(), Some(name));
    for wrong in ["", "ab", "../../../etc/passwd", &name[1..], &name.to_uppercase(), &format!("{name}0")] {
        assert_eq!(BlobId::parse(wrong), None, "{wrong}");
    }
}
