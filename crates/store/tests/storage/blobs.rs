use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use store::StoreError;
use store::blobs::{BlobId, BlobKind, Blobs, S3Settings};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

type Tested = Result<(), Box<dyn std::error::Error>>;

/// An S3 server that speaks HTTP on the loopback interface and checks every signature.
struct S3 {
    address: SocketAddr,
    folder: TempDir,
    server: JoinHandle<()>,
}

impl S3 {
    async fn start() -> Result<Self, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("airfolio"))?;
        let files = s3s_fs::FileSystem::new(folder.path()).map_err(|error| format!("{error:?}"))?;
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single("our key", "our secret"));
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let server = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let connection =
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), service.clone());
                tokio::spawn(connection);
            }
        });
        Ok(Self { address, folder, server })
    }

    fn settings(&self) -> S3Settings {
        S3Settings {
            endpoint: format!("http://{}", self.address),
            bucket: "airfolio".to_owned(),
            region: "eu-central-1".to_owned(),
            access_key: "our key".to_owned(),
            secret_key: "our secret".to_owned(),
            prefix: "blobs".to_owned(),
            allow_http: true,
        }
    }

    fn blobs_folder(&self) -> PathBuf {
        self.folder.path().join("airfolio").join("blobs")
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn file_of(root: &Path, id: &BlobId) -> PathBuf {
    let (folder, name) = id.as_str().split_at(2);
    root.join(folder).join(name)
}

/// What must hold wherever blobs are kept; `root` is where their files really are.
async fn keeps_bytes(blobs: Blobs, root: &Path) -> Tested {
    let abc = BlobId::parse("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad").ok_or("a name")?;
    assert_eq!(blobs.read(&abc).await?, None);
    assert!(!blobs.contains(&abc).await?);

    for _ in 0..2 {
        assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    }
    assert_eq!(blobs.read(&abc).await?, Some(Bytes::from_static(b"abc")));
    assert!(blobs.contains(&abc).await?);
    assert_eq!(std::fs::read(file_of(root, &abc))?, b"abc");

    let empty = blobs.put(Bytes::new()).await?;
    assert_eq!(blobs.read(&empty).await?, Some(Bytes::new()));
    let large = Bytes::from(vec![7; 3_000_000]);
    let id = blobs.put(large.clone()).await?;
    assert_eq!(blobs.read(&id).await?, Some(large));

    let mut putting = JoinSet::new();
    for _ in 0..8 {
        let blobs = blobs.clone();
        putting.spawn(async move { blobs.put(Bytes::from_static(b"all at once")).await });
    }
    let mut ids = Vec::new();
    while let Some(done) = putting.join_next().await {
        ids.push(done??);
    }
    assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{ids:?}");
    assert_eq!(blobs.read(&ids[0]).await?, Some(Bytes::from_static(b"all at once")));

    std::fs::write(file_of(root, &abc), b"abd")?;
    assert!(matches!(blobs.read(&abc).await, Err(StoreError::BlobDamaged { id }) if id == abc));
    // What exists is never written again, so the damage stays to be seen.
    assert_eq!(blobs.put(Bytes::from_static(b"abc")).await?, abc);
    assert_eq!(std::fs::read(file_of(root, &abc))?, b"abd");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn blobs_are_kept_on_disk() -> Tested {
    let folder = tempfile::tempdir()?;
    let root = folder.path().join("new").join("blobs");
    let blobs = Blobs::disk(&root)?;
    assert_eq!(blobs.kind(), BlobKind::Disk);
    keeps_bytes(blobs, &root).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn blobs_are_kept_in_a_bucket() -> Tested {
    let s3 = S3::start().await?;
    let blobs = Blobs::s3(s3.settings())?;
    assert_eq!(blobs.kind(), BlobKind::S3);
    keeps_bytes(blobs, &s3.blobs_folder()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_prefix_may_be_left_out() -> Tested {
    let s3 = S3::start().await?;
    let blobs = Blobs::s3(S3Settings { prefix: String::new(), ..s3.settings() })?;
    let id = blobs.put(Bytes::from_static(b"abc")).await?;
    assert!(file_of(&s3.folder.path().join("airfolio"), &id).exists());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_bucket_refuses_the_wrong_key() -> Tested {
    let s3 = S3::start().await?;
    let settings = S3Settings { secret_key: "not ours".to_owned(), ..s3.settings() };
    assert!(!format!("{settings:?}").contains("not ours"));
    let blobs = Blobs::s3(settings)?;
    let refused = blobs.put(Bytes::from_static(b"abc")).await;
    assert!(matches!(refused, Err(StoreError::Blob { .. })), "{refused:?}");
    assert!(!s3.blobs_folder().exists());
    Ok(())
}

#[test]
fn settings_that_cannot_work_are_refused() {
    let settings = S3Settings {
        endpoint: "http://127.0.0.1:1".to_owned(),
        bucket: "airfolio".to_owned(),
        region: "eu-central-1".to_owned(),
        access_key: "our key".to_owned(),
        secret_key: "our secret".to_owned(),
        prefix: "a//b".to_owned(),
        allow_http: true,
    };
    assert!(matches!(Blobs::s3(settings), Err(StoreError::BlobSettings(_))));
}

#[test]
fn a_blob_name_is_sixty_four_hexadecimal_digits() {
    let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(BlobId::parse(name).map(|id| id.to_string()).as_deref(), Some(name));
    for wrong in ["", "ab", "../../../etc/passwd", &name[1..], &name.to_uppercase(), &format!("{name}0")] {
        assert_eq!(BlobId::parse(wrong), None, "{wrong}");
    }
}
