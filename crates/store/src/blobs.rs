//! Blob store: immutable bytes named by their SHA-256, on disk or in an S3 bucket.
//!
//! A blob is flushed before `put` returns, so that a record can reference it, and is never written twice: equal bytes
//! have equal names.

mod batch;
mod parts;
mod pieces;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutMode, RetryConfig};

use crate::StoreError;
use crate::hash::{hex, sha256_hex};

pub use pieces::BlobWriter;

/// Larger contents are hashed on a blocking thread, so that they do not delay other tasks.
const HASHED_IN_PLACE: usize = 64 * 1024;

/// The name of a blob: the SHA-256 of its bytes in lower-case hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BlobId(String);

impl BlobId {
    /// Parses a name; `None` when it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hex = text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        (text.len() == 64 && is_hex).then(|| Self(text.to_owned()))
    }

    /// The name of bytes with this SHA-256.
    pub fn of_hash(sha256: &[u8; 32]) -> Self {
        Self(hex(sha256))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for BlobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The back end of the blob store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlobKind {
    Disk,
    S3,
}

/// Connection settings for an S3-compatible bucket.
#[derive(Clone)]
pub struct S3Settings {
    pub endpoint: String,
    pub bucket: String,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
    /// Prepended to every key; may be empty.
    pub prefix: String,
    /// Accepts `http:` endpoints.
    pub allow_http: bool,
}

impl fmt::Debug for S3Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Settings")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .field("region", &self.region)
            .field("prefix", &self.prefix)
            .field("allow_http", &self.allow_http)
            .finish_non_exhaustive()
    }
}

/// The blob store; cheap to clone.
#[derive(Debug, Clone)]
pub struct Blobs {
    store: Arc<dyn ObjectStore>,
    prefix: Key,
    /// The root folder; `None` for a bucket.
    root: Option<PathBuf>,
}

impl Blobs {
    /// Opens a blob store in the folder `root`, creating it when it is missing.
    pub fn disk(root: &Path) -> Result<Self, StoreError> {
        create_private(root).map_err(|source| StoreError::Create { path: root.to_owned(), source })?;
        batch::sweep(root);
        let store = LocalFileSystem::new_with_prefix(root).map_err(StoreError::BlobSettings)?.with_fsync(true);
        Ok(Self { store: Arc::new(store), prefix: Key::default(), root: Some(root.to_owned()) })
    }

    /// Opens a blob store in a bucket, which must exist.
    pub fn s3(settings: S3Settings) -> Result<Self, StoreError> {
        // reqwest panics at its first use without a provider. An error only means that one is already installed.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let prefix = Key::parse(&settings.prefix).map_err(|error| StoreError::BlobSettings(error.into()))?;
        let store = AmazonS3Builder::new()
            .with_endpoint(settings.endpoint)
            .with_bucket_name(settings.bucket)
            .with_region(settings.region)
            .with_access_key_id(settings.access_key)
            .with_secret_access_key(settings.secret_key)
            .with_allow_http(settings.allow_http)
            .with_retry(RetryConfig { max_retries: 5, retry_timeout: Duration::from_secs(30), ..Default::default() })
            .build()
            .map_err(StoreError::BlobSettings)?;
        Ok(Self { store: Arc::new(store), prefix, root: None })
    }

    pub fn kind(&self) -> BlobKind {
        if self.root.is_some() { BlobKind::Disk } else { BlobKind::S3 }
    }

    /// The folder of the blobs, where they are files.
    pub fn folder(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// Stores `bytes` durably and returns their name.
    pub async fn put(&self, bytes: Bytes) -> Result<BlobId, StoreError> {
        let id = BlobId(hash(&bytes).await?);
        let created = self.store.put_opts(&self.key(&id), bytes.into(), PutMode::Create.into()).await;
        match created {
            Ok(_) => {}
            Err(object_store::Error::AlreadyExists { .. }) => self.flush_existing(&id).await?,
            Err(source) => return Err(StoreError::Blob { id, source }),
        }
        Ok(id)
    }

    /// Reads a blob and verifies its hash.
    pub async fn read(&self, id: &BlobId) -> Result<Option<Bytes>, StoreError> {
        let failed = |source| StoreError::Blob { id: id.clone(), source };
        let found = match self.store.get(&self.key(id)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(source) => return Err(failed(source)),
        };
        let bytes = found.bytes().await.map_err(failed)?;
        if hash(&bytes).await? == id.0 { Ok(Some(bytes)) } else { Err(StoreError::BlobDamaged { id: id.clone() }) }
    }

    /// Streams a range of a blob. The hash is not verified.
    pub async fn stream(
        &self,
        id: &BlobId,
        range: Range<u64>,
    ) -> Result<Option<impl Stream<Item = Result<Bytes, StoreError>> + Send + use<>>, StoreError> {
        let (id, empty) = (id.clone(), range.is_empty());
        // No back end accepts an empty range.
        let options = GetOptions { range: (!empty).then_some(GetRange::Bounded(range)), ..GetOptions::default() };
        match self.store.get_opts(&self.key(&id), options).await {
            Ok(found) => {
                let failed = move |source| StoreError::Blob { id: id.clone(), source };
                let taken = if empty { 0 } else { usize::MAX };
                Ok(Some(found.into_stream().map_err(failed).take(taken)))
            }
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(source) => Err(StoreError::Blob { id, source }),
        }
    }

    /// Checks that a blob exists; its bytes are not verified.
    pub async fn contains(&self, id: &BlobId) -> Result<bool, StoreError> {
        match self.store.head(&self.key(id)).await {
            Ok(_) => Ok(true),
            Err(object_store::Error::NotFound { .. }) => Ok(false),
            Err(source) => Err(StoreError::Blob { id: id.clone(), source }),
        }
    }

    fn key(&self, id: &BlobId) -> Key {
        let (folder, name) = id.0.split_at(2);
        self.prefix.clone().join(folder).join(name)
    }

    /// Flushes the folder of an existing blob: another task may have created the file without flushing the folder yet.
    async fn flush_existing(&self, id: &BlobId) -> Result<(), StoreError> {
        let Some(root) = &self.root else { return Ok(()) };
        let folder = root.join(&id.0[..2]);
        let root = root.clone();
        tokio::task::spawn_blocking(move || {
            for directory in [&folder, &root] {
                std::fs::File::open(directory)?.sync_all()?;
            }
            Ok(())
        })
        .await?
        .map_err(|source| StoreError::BlobFlush { id: id.clone(), source })
    }
}

/// Creates a folder with access for its owner only.
fn create_private(root: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(root)
}

async fn hash(bytes: &Bytes) -> Result<String, StoreError> {
    if bytes.len() <= HASHED_IN_PLACE {
        return Ok(sha256_hex(&[bytes]));
    }
    let bytes = bytes.clone();
    Ok(tokio::task::spawn_blocking(move || sha256_hex(&[&bytes])).await?)
}
