//! Data folders that earlier programs left.

#![expect(clippy::expect_used, reason = "a test whose data folder cannot be unpacked must stop at once")]

use std::path::{Path, PathBuf};

use store::blobs::Blobs;
use tempfile::TempDir;

use crate::app::TestApp;
use crate::database::TestDatabase;
use crate::packages::unzipped;

/// An unpacked data folder: `airfolio.db` and `blobs/`, and the records of the same library as PostgreSQL dumps them.
#[derive(Debug)]
pub struct StoredFolder(TempDir);

impl StoredFolder {
    /// Unpacks a ZIP that was compressed as a whole: modules are much alike.
    pub fn unpack(archive: &Path) -> Self {
        let packed = std::fs::read(archive).expect("an archive");
        let zip = zstd::decode_all(&packed[..]).expect("it is compressed");
        let folder = tempfile::tempdir().expect("a temporary folder");
        for (name, bytes) in unzipped(&zip) {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has a folder")).expect("a folder");
            std::fs::write(path, bytes).expect("a file");
        }
        Self(folder)
    }

    /// A file of the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program on a copy of this folder's records in SQLite.
    pub async fn on_sqlite(&self) -> TestApp {
        self.start(TestDatabase::sqlite_from(&self.path("airfolio.db")).await)
    }

    /// The program on this folder's records in PostgreSQL, or nothing without `TEST_PG_URL`.
    pub async fn on_postgres(&self) -> Option<TestApp> {
        let dump = std::fs::read_to_string(self.path("postgres.sql")).expect("a dump");
        Some(self.start(TestDatabase::postgres_from(&dump).await?))
    }

    fn start(&self, db: TestDatabase) -> TestApp {
        let blobs = Blobs::disk(&self.path("blobs")).expect("the content folder opens");
        TestApp::resume(db, blobs)
    }
}
