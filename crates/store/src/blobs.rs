//! Blob store: immutable bytes named by their SHA-256, on disk or in an S3 bucket.
//!
//! A blob is flushed before `put` returns, so that a record can reference it, and its content never changes: equal bytes
//! have equal names. Small content is stored compressed (`packed`), by [`Blobs::put`] or later by [`Blobs::compress`].

mod batch;
mod compress;
mod copy;
mod packed;
mod parts;
mod pieces;
mod stream;
mod unused;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use domain::text::hex;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as Key;
use object_store::{GetOptions, GetResult, ObjectStore, ObjectStoreExt, PutMode, RetryConfig};

use crate::StoreError;

pub use compress::Compression;
pub use pieces::BlobWriter;
pub use unused::StoredBlob;

/// Larger contents are hashed and compressed on a blocking thread, so that they do not delay other tasks.
const IN_PLACE: usize = 64 * 1024;

/// The name of a blob: the SHA-256 of its bytes in lower-case hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
        let weight = bytes.len();
        let (id, stored) = beside(weight, move || packed::named(&bytes)).await?;
        let stored = stored.map_err(|source| StoreError::BlobBatch { source })?;
        let created = self.store.put_opts(&self.key(&id), stored.clone().into(), PutMode::Create.into()).await;
        match created {
            Ok(_) => {}
            Err(object_store::Error::AlreadyExists { .. }) => self.keep_existing(&id, stored).await?,
            Err(source) => return Err(StoreError::Blob { id, source }),
        }
        Ok(id)
    }

    /// Keeps the blob that is there, or replaces it when it is damaged: what is acknowledged can be read.
    async fn keep_existing(&self, id: &BlobId, stored: Bytes) -> Result<(), StoreError> {
        match self.verify(id).await {
            Err(StoreError::BlobDamaged { .. }) => {}
            found => return found.map(drop).and(self.flush_existing(id).await),
        }
        let Some(root) = self.root.clone() else {
            let replaced = self.store.put_opts(&self.key(id), stored.into(), PutMode::Overwrite.into()).await;
            return replaced.map(drop).map_err(|source| StoreError::Blob { id: id.clone(), source });
        };
        let named = id.clone();
        let replaced = tokio::task::spawn_blocking(move || batch::replace_all(&root, [(&named, &stored)]));
        replaced.await?.map_err(|source| StoreError::BlobBatch { source })
    }

    /// Reads a blob and verifies its hash.
    pub async fn read(&self, id: &BlobId) -> Result<Option<Bytes>, StoreError> {
        match self.get(id, GetOptions::default()).await? {
            Some(found) => self.open(id, found).await.map(Some),
            None => Ok(None),
        }
    }

    /// Finds a blob under its name, or set aside.
    async fn get(&self, id: &BlobId, options: GetOptions) -> Result<Option<GetResult>, StoreError> {
        // Twice under its name: it may be put back in between.
        for key in [self.key(id), self.key_aside(id), self.key(id)] {
            match self.store.get_opts(&key, options.clone()).await {
                Ok(found) => return Ok(Some(found)),
                Err(object_store::Error::NotFound { .. }) => {}
                Err(source) => return Err(StoreError::Blob { id: id.clone(), source }),
            }
        }
        Ok(None)
    }

    /// The content of a blob, verified.
    async fn open(&self, id: &BlobId, found: GetResult) -> Result<Bytes, StoreError> {
        let stored = found.bytes().await.map_err(|source| StoreError::Blob { id: id.clone(), source })?;
        let named = id.clone();
        let content = beside(packed::content_len(&stored), move || packed::open(&named, &stored)).await?;
        content.ok_or_else(|| StoreError::BlobDamaged { id: id.clone() })
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

/// Does the work for so many bytes, on a thread of its own when they are many.
async fn beside<T: Send + 'static>(bytes: usize, work: impl FnOnce() -> T + Send + 'static) -> Result<T, StoreError> {
    if bytes <= IN_PLACE { Ok(work()) } else { Ok(tokio::task::spawn_blocking(work).await?) }
}
