//! The time that the machine itself needs for one durable commit of a database of the same kind, and for one flushed
//! file, on the same disk and in the same run.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Executor};

use crate::times::Times;

/// Commits and files of a disk, measured in between the requests that they are compared with.
pub(crate) struct Yardstick {
    folder: PathBuf,
    connection: SqliteConnection,
    files: usize,
    pub(crate) commits: Times,
    pub(crate) flushes: Times,
}

impl Yardstick {
    /// With a folder of its own in `data`.
    pub(crate) async fn begin(data: &Path) -> Result<Self> {
        let folder = data.join("yardstick");
        std::fs::create_dir(&folder)?;
        // As the product opens its database.
        let options = SqliteConnectOptions::new()
            .filename(folder.join("yardstick.db"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let mut connection = options.connect().await?;
        connection.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, words TEXT NOT NULL)").await?;
        Ok(Self { folder, connection, files: 0, commits: Times::default(), flushes: Times::default() })
    }

    pub(crate) async fn commit(&mut self) -> Result<()> {
        let began = Instant::now();
        sqlx::query("INSERT INTO note (words) VALUES ($1)").bind("A note").execute(&mut self.connection).await?;
        self.commits.since(began);
        Ok(())
    }

    pub(crate) fn flush(&mut self, bytes: &[u8]) -> Result<()> {
        self.files += 1;
        let began = Instant::now();
        let mut file = File::create(self.folder.join(self.files.to_string()))?;
        file.write_all(bytes)?;
        file.sync_all()?;
        self.flushes.since(began);
        Ok(())
    }
}
