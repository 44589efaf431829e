use bytes::Bytes;
use chrono::DateTime;
use store::StoreError;
use store::blobs::{BlobKind, Blobs, S3Settings};
use testkit::blobs::{TestResult, compresses, file_of, keeps_bytes, keeps_parts, sets_aside};

use crate::program::S3;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn blobs_are_kept_in_a_bucket() -> TestResult {
    let s3 = S3::start();
    let blobs = Blobs::s3(s3.settings())?;
    assert_eq!(blobs.kind(), BlobKind::S3);
    keeps_bytes(blobs, &s3.bucket().join("blobs")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn content_is_compressed_in_a_bucket() -> TestResult {
    let s3 = S3::start();
    compresses(Blobs::s3(s3.settings())?, &s3.bucket().join("blobs")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn unused_content_is_set_aside_in_a_bucket() -> TestResult {
    let s3 = S3::start();
    sets_aside(Blobs::s3(s3.settings())?, &s3.bucket().join("blobs"), DateTime::default()).await
}

#[tokio::test]
async fn parts_of_uploads_are_kept_in_a_bucket() -> TestResult {
    let s3 = S3::start();
    keeps_parts(Blobs::s3(s3.settings())?).await
}

#[tokio::test]
async fn a_prefix_may_be_left_out() -> TestResult {
    let s3 = S3::start();
    let blobs = Blobs::s3(S3Settings { prefix: String::new(), ..s3.settings() })?;
    let id = blobs.put(Bytes::from_static(b"abc")).await?;
    assert!(file_of(&s3.bucket(), &id).exists());
    Ok(())
}

#[tokio::test]
async fn a_bucket_refuses_the_wrong_key() -> TestResult {
    let s3 = S3::start();
    let blobs = Blobs::s3(S3Settings { secret_key: "not ours".to_owned(), ..s3.settings() })?;
    let refused = blobs.put(Bytes::from_static(b"abc")).await;
    assert!(matches!(refused, Err(StoreError::Blob { .. })), "{refused:?}");
    assert!(!s3.bucket().join("blobs").exists());
    Ok(())
}
