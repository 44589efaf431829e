//! Trouble outside of the program: no room left, or a server that does not answer.
//!
//! Neither is a defect and both pass, so a request gets `Retry-After` and a job waits.

use std::error::Error;
use std::io;

use object_store::client::HttpError;

use crate::StoreError;

/// Why nothing can be stored or read for the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outage {
    /// The disk, the bucket or the database has no room left.
    Full,
    /// The database or the bucket does not answer.
    Unreachable,
}

/// Error texts of S3 servers for a full bucket: two of `MinIO`, then Ceph and `StorageGRID`.
const FULL_BUCKET: [&str; 4] = [
    "status code: 507",
    "<Code>XMinioStorageFull</Code>",
    "<Code>XMinioAdminBucketQuotaExceeded</Code>",
    "<Code>QuotaExceeded</Code>",
];

/// The answers of an S3 server, or of a proxy before it, that cannot do its work.
const BROKEN_BUCKET: [&str; 4] = ["status code: 500", "status code: 502", "status code: 503", "status code: 504"];

impl StoreError {
    /// The outage that caused this error, if one did.
    pub fn outage(&self) -> Option<Outage> {
        if matches!(self, Self::Unreachable) {
            return Some(Outage::Unreachable);
        }
        outage_of(self)
    }
}

/// The outage that caused `error`: the first of its causes that tells of one.
pub fn outage_of(error: &(dyn Error + 'static)) -> Option<Outage> {
    std::iter::successors(Some(error), |&error| error.source()).find_map(|cause| {
        if let Some(cause) = cause.downcast_ref::<sqlx::Error>() {
            of_database(cause)
        } else if let Some(cause) = cause.downcast_ref::<io::Error>() {
            of_disk(cause)
        } else if let Some(cause) = cause.downcast_ref::<object_store::Error>() {
            of_bucket(cause)
        } else {
            cause.is::<HttpError>().then_some(Outage::Unreachable)
        }
    })
}

fn of_database(error: &sqlx::Error) -> Option<Outage> {
    match error {
        sqlx::Error::Io(_) => Some(Outage::Unreachable),
        sqlx::Error::Database(error) => match error.code()?.as_ref() {
            // PostgreSQL: disk full. SQLite: full, and no room to make the index of the write-ahead log longer.
            "53100" | "13" | "4874" => Some(Outage::Full),
            // PostgreSQL: the connection broke; the server is shut down, has crashed, or is starting. SQLite: writing failed,
            // as it does where a quota is exceeded; the driver does not pass on the system's reason.
            "08000" | "08001" | "08003" | "08004" | "08006" | "57P01" | "57P02" | "57P03" | "778" => {
                Some(Outage::Unreachable)
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_disk(error: &io::Error) -> Option<Outage> {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded).then_some(Outage::Full)
}

/// The client tells the status and the body of an answer in its text alone.
fn of_bucket(error: &object_store::Error) -> Option<Outage> {
    let text = error.to_string();
    let tells = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    if tells(&FULL_BUCKET) { Some(Outage::Full) } else { tells(&BROKEN_BUCKET).then_some(Outage::Unreachable) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_bucket(answer: &str) -> StoreError {
        let source = object_store::Error::Generic { store: "S3", source: answer.to_owned().into() };
        StoreError::BlobSettings(source)
    }

    #[test]
    fn a_full_disk_is_found_behind_any_error() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let disk = || io::Error::from(kind);
            let behind = object_store::Error::Generic { store: "LocalFileSystem", source: Box::new(disk()) };
            assert_eq!(StoreError::BlobBatch { source: disk() }.outage(), Some(Outage::Full));
            assert_eq!(StoreError::BlobSettings(behind).outage(), Some(Outage::Full));
        }
        assert_eq!(StoreError::BlobBatch { source: io::ErrorKind::PermissionDenied.into() }.outage(), None);
    }

    #[test]
    fn a_bucket_without_room_is_told_from_one_that_is_broken() {
        let status = "Server returned non-2xx status code";
        for answer in [
            format!("{status}: 507 Insufficient Storage: <Error><Code>XMinioStorageFull</Code></Error>"),
            "Server returned error response: <Error><Code>XMinioStorageFull</Code></Error>".to_owned(),
            format!("{status}: 403 Forbidden: <Error><Code>QuotaExceeded</Code></Error>"),
            format!("{status}: 400 Bad Request: <Error><Code>XMinioAdminBucketQuotaExceeded</Code></Error>"),
        ] {
            assert_eq!(in_bucket(&answer).outage(), Some(Outage::Full), "{answer}");
        }
        assert_eq!(in_bucket(&format!("{status}: 503 Service Unavailable: ")).outage(), Some(Outage::Unreachable));
        assert_eq!(in_bucket(&format!("{status}: 403 Forbidden: <Code>AccessDenied</Code>")).outage(), None);
    }

    /// An error of SQLite with this code.
    #[derive(Debug)]
    struct CodedError(&'static str);

    impl std::fmt::Display for CodedError {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str(self.0)
        }
    }

    impl Error for CodedError {}

    impl sqlx::error::DatabaseError for CodedError {
        fn message(&self) -> &'static str {
            "disk I/O error"
        }

        fn code(&self) -> Option<std::borrow::Cow<'_, str>> {
            Some(self.0.into())
        }

        fn kind(&self) -> sqlx::error::ErrorKind {
            sqlx::error::ErrorKind::Other
        }

        fn as_error(&self) -> &(dyn Error + Send + Sync + 'static) {
            self
        }

        fn as_error_mut(&mut self) -> &mut (dyn Error + Send + Sync + 'static) {
            self
        }

        fn into_error(self: Box<Self>) -> Box<dyn Error + Send + Sync + 'static> {
            self
        }
    }

    #[test]
    fn a_write_that_fails_under_sqlite_is_an_outage() {
        let of_code = |code| StoreError::from(sqlx::Error::Database(Box::new(CodedError(code)))).outage();
        assert_eq!(of_code("13"), Some(Outage::Full));
        assert_eq!(of_code("778"), Some(Outage::Unreachable));
        assert_eq!(of_code("1"), None);
    }

    #[test]
    fn a_connection_that_broke_is_an_outage_and_a_wrong_statement_is_none() {
        let broke = sqlx::Error::Io(io::ErrorKind::ConnectionReset.into());
        assert_eq!(StoreError::from(broke).outage(), Some(Outage::Unreachable));
        assert_eq!(StoreError::from(sqlx::Error::RowNotFound).outage(), None);
        assert_eq!(StoreError::Unreachable.outage(), Some(Outage::Unreachable));
    }
}
