//! Large content to and from a bucket, over a connection that breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode};
use bytes::Bytes;
use futures::TryStreamExt;
use http_body_util::BodyExt;
use serde_json::json;
use store::StoreError;
use store::blobs::{Blobs, S3Settings};
use testkit::app::TestApp;
use testkit::blobs::{TestResult, file_of, module, named};
use testkit::client::API;
use testkit::database::TestDatabase;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy};
use tokio::net::{TcpListener, TcpStream};

use crate::program::S3;

testkit::on_each_database!(media_of_many_chunks_live_on_s3);

const SIZE: usize = 20 << 20;
/// Bytes per direction before a connection is cut: less than a written part, more than a request.
const CARRIED: u64 = 6 << 20;

/// An image signature followed by chunks that all differ.
fn content() -> Bytes {
    let numbers = (0..SIZE / 8).flat_map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    b"\x89PNG\r\n\x1a\n".iter().copied().chain(numbers).collect()
}

/// A proxy to the bucket that cuts its first connections midway.
struct BreakingProxy {
    address: String,
    /// The number of connections still to be cut.
    cuts: Arc<AtomicUsize>,
}

impl BreakingProxy {
    async fn to(s3: &S3, cuts: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let (cuts, bucket) = (Arc::new(AtomicUsize::new(cuts)), s3.address().to_owned());
        let left = Arc::clone(&cuts);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let cut = left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok();
                tokio::spawn(carry(near, bucket.clone(), if cut { CARRIED } else { u64::MAX }));
            }
        });
        Self { address, cuts }
    }

    fn blobs(&self, s3: &S3) -> Result<Blobs, StoreError> {
        Blobs::s3(S3Settings { endpoint: format!("http://{}", self.address), ..s3.settings() })
    }

    fn is_cut(&self) -> bool {
        self.cuts.load(Ordering::SeqCst) == 0
    }
}

/// Forwards a number of bytes in each direction, then closes both.
async fn carry(mut near: TcpStream, bucket: String, limit: u64) {
    let Ok(mut far) = TcpStream::connect(bucket).await else { return };
    let ((near_in, mut near_out), (far_in, mut far_out)) = (near.split(), far.split());
    let (mut near_in, mut far_in) = (near_in.take(limit), far_in.take(limit));
    // When one direction ends, the other is useless too; the results do not matter.
    tokio::select! {
        _ = copy(&mut near_in, &mut far_out) => {}
        _ = copy(&mut far_in, &mut near_out) => {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reading_goes_on_where_the_line_was_cut() -> TestResult {
    let s3 = S3::start();
    let whole = content();
    let id = Blobs::s3(s3.settings())?.put(whole.clone()).await?;
    for range in [0..whole.len(), 7_000_000..whole.len() - 1] {
        let line = BreakingProxy::to(&s3, 2).await;
        let read = line
            .blobs(&s3)?
            .stream(&id, whole.len() as u64, range.start as u64..range.end as u64)
            .await?
            .ok_or("it is there")?;
        let chunks: Vec<Bytes> = read.try_collect().await?;
        assert!(chunks.len() > 2, "it comes in chunks");
        assert!(chunks.concat() == whole[range.clone()], "{range:?}");
        assert!(line.is_cut(), "the line was cut");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn reading_that_cannot_go_on_fails_instead_of_ending() -> TestResult {
    let s3 = S3::start();
    let whole = content();
    let id = Blobs::s3(s3.settings())?.put(whole.clone()).await?;
    let line = BreakingProxy::to(&s3, usize::MAX).await;
    let read = line.blobs(&s3)?.stream(&id, whole.len() as u64, 0..whole.len() as u64).await?.ok_or("it is there")?;
    // No server is left for a retry.
    drop(s3);
    let read: Result<Vec<Bytes>, StoreError> = read.try_collect().await;
    assert!(matches!(read, Err(StoreError::Blob { id: of, .. }) if of == id));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writing_over_a_line_that_was_cut_keeps_all_or_nothing() -> TestResult {
    let s3 = S3::start();
    let whole = content();
    let id = named(&whole);
    let goal = file_of(&s3.bucket().join("blobs"), &id);
    let line = BreakingProxy::to(&s3, usize::MAX).await;
    let mut pieces = line.blobs(&s3)?.put_in_pieces(&id).await?;
    let mut failed = Ok(());
    for piece in whole.chunks(1 << 20) {
        failed = pieces.write(piece).await;
        if failed.is_err() {
            break;
        }
    }
    assert!(matches!(failed, Err(StoreError::Blob { id: of, .. }) if of == id), "no part gets through");
    assert!(!goal.exists(), "nothing is under its name");
    assert_eq!(s3.open_uploads(), [""; 0], "the bucket keeps no parts of it");

    let line = BreakingProxy::to(&s3, 2).await;
    let mut pieces = line.blobs(&s3)?.put_in_pieces(&id).await?;
    for piece in whole.chunks(1 << 20) {
        pieces.write(piece).await?;
    }
    pieces.finish().await?;
    assert!(line.is_cut(), "the line was cut");
    assert!(std::fs::read(&goal)? == whole, "all of it is there");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_upload_that_is_cancelled_leaves_no_parts() -> TestResult {
    let s3 = S3::start();
    let whole = content();
    let mut pieces = Blobs::s3(s3.settings())?.put_in_pieces(&named(&whole)).await?;
    pieces.write(&whole[..10 << 20]).await?;
    assert!(!s3.open_uploads().is_empty(), "it has begun");
    drop(pieces);
    while !s3.open_uploads().is_empty() {
        tokio::task::yield_now().await;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn compressed_content_is_known_however_its_bytes_come() -> TestResult {
    let s3 = S3::start();
    let text = module();
    let id = Blobs::s3(s3.settings())?.put(text.clone()).await?;
    let blobs = Blobs::s3(S3Settings { endpoint: slow_line_to(&s3).await, ..s3.settings() })?;
    let read = blobs.stream(&id, text.len() as u64, 0..text.len() as u64).await?.ok_or("it is there")?;
    let chunks: Vec<Bytes> = read.try_collect().await?;
    assert!(chunks.concat() == text, "it is not sent as it is stored");
    Ok(())
}

/// A proxy to the bucket that sends a few bytes at a time.
async fn slow_line_to(s3: &S3) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    let bucket = s3.address().to_owned();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let Ok(far) = TcpStream::connect(&bucket).await else { return };
            near.set_nodelay(true).expect("a stream");
            let ((mut near_in, mut near_out), (mut far_in, mut far_out)) = (near.into_split(), far.into_split());
            tokio::spawn(async move { copy(&mut near_in, &mut far_out).await });
            tokio::spawn(async move {
                let mut few = [0; 8];
                while let Ok(read @ 1..) = far_in.read(&mut few).await {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    if near_out.write_all(&few[..read]).await.is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

async fn media_of_many_chunks_live_on_s3(db: TestDatabase) -> Result<(), StoreError> {
    const PATH: &str = "/bytes/default/H160/MULTIMEDIA/large.png";
    let s3 = S3::start();
    let line = BreakingProxy::to(&s3, 2).await;
    let app = TestApp::start_on(db, line.blobs(&s3)?).await;
    let (admin, whole) = (app.admin().await, content());
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    let frames: Vec<Result<Bytes, std::io::Error>> =
        whole.chunks(1 << 20).map(|chunk| Ok(Bytes::copy_from_slice(chunk))).collect();
    let body = Body::from_stream(futures::stream::iter(frames));
    let put = admin.request(Method::PUT, &format!("{API}{PATH}")).header("content-type", "image/png");
    let put = admin.send(put.body(body).expect("a request")).await.ok();
    assert_eq!(put["size"], whole.len());
    assert!(line.is_cut(), "the line was cut");

    let read = admin.get(PATH).await;
    assert!(read.status == StatusCode::OK && read.body[..] == whole[..], "{}", read.status);
    let (from, to) = (9_000_000, 19_000_000);
    let part = admin.request(Method::GET, &format!("{API}{PATH}")).header("range", format!("bytes={from}-{}", to - 1));
    let part = admin.send(part.body(Body::empty()).expect("a request")).await;
    assert!(part.status == StatusCode::PARTIAL_CONTENT && part.body[..] == whole[from..to], "{}", part.status);

    let asked = admin.request(Method::GET, &format!("{API}{PATH}")).body(Body::empty()).expect("a request");
    let broken = admin.open(asked).await;
    assert_eq!(broken.status(), StatusCode::OK);
    drop(s3);
    assert!(broken.into_body().collect().await.is_err(), "who reads it learns that it broke off");
    Ok(())
}
