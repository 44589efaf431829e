//! Why a backup cannot be made, or used.

use std::path::PathBuf;

use crate::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    #[error("could not use {}", path.display())]
    File {
        path: PathBuf,
        #[source]
        source: std::io::Error,
    },
    #[error("{} is missing", path.display())]
    Missing { path: PathBuf },
    #[error("{} is damaged", path.display())]
    Damaged { path: PathBuf },
    #[error("the backup was made by a newer program, with migration {0:04}")]
    Newer(i64),
    #[error("the database has migration {0:04} already, which is newer than the backup; use an empty database")]
    Older(i64),
    #[error("the database is not empty; use a new one")]
    NotEmpty,
    #[error("table {0} did not arrive as it was sent")]
    Differs(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}
