//! Storage errors.

use std::path::PathBuf;

use domain::id::UploadId;

use crate::blobs::BlobId;

/// A failed storage operation; "not found" is `None` instead.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database address must start with `sqlite:`, `postgres://` or `postgresql://`")]
    Address,
    #[error("could not create {}", path.display())]
    Create {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("could not bring the database up to date")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A concurrent transaction did the same; a retry may succeed.
    #[error("another change came first")]
    Conflict(#[source] sqlx::Error),
    /// No connection or lock within the timeout.
    #[error("the database is busy")]
    Busy(#[source] sqlx::Error),
    #[error("the database cannot be reached")]
    Unreachable,
    #[error("the database did not do as asked")]
    Database(#[source] sqlx::Error),
    #[error("table {table} holds a {column} that cannot be read")]
    Unreadable { table: &'static str, column: &'static str },
    #[error("could not write a value as JSON")]
    Json(#[from] serde_json::Error),
    #[error("the blob store cannot be used as it is set up")]
    BlobSettings(#[source] object_store::Error),
    #[error("could not reach blob {id}")]
    Blob {
        id: BlobId,
        #[source]
        source: object_store::Error,
    },
    #[error("could not reach the parts of upload {upload}")]
    Part {
        upload: UploadId,
        #[source]
        source: object_store::Error,
    },
    #[error("could not flush blob {id} to disk")]
    BlobFlush {
        id: BlobId,
        #[source]
        source: std::io::Error,
    },
    #[error("could not list the blobs")]
    BlobList {
        #[source]
        source: object_store::Error,
    },
    #[error("could not keep a batch of blobs")]
    BlobBatch {
        #[source]
        source: std::io::Error,
    },
    #[error("blob {id} is damaged: its bytes do not match its name")]
    BlobDamaged { id: BlobId },
    #[error("the work was stopped before its end")]
    Stopped(#[from] tokio::task::JoinError),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::PoolTimedOut => return Self::Busy(error),
            sqlx::Error::Database(database) => {
                if database.is_unique_violation() {
                    return Self::Conflict(error);
                }
                match database.code().as_deref() {
                    // PostgreSQL: serialization failure, deadlock.
                    Some("40001" | "40P01") => return Self::Conflict(error),
                    // PostgreSQL: lock timeout, no more connections. SQLite: busy, and busy while reading a snapshot.
                    Some("55P03" | "53300" | "5" | "261" | "517") => return Self::Busy(error),
                    _ => {}
                }
            }
            _ => {}
        }
        Self::Database(error)
    }
}
