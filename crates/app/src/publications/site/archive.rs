//! The archive of a site, written by a thread of its own. It is a file without a name until it is whole.

use std::fs::File;
use std::io::BufWriter;
use std::sync::Arc;

use bytes::Bytes;
use publish::package::archive::ArchiveError;
use publish::site::{SiteWriter, ZipArchive, compress};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinHandle;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;

/// Files that wait for the thread that writes, and the kilobytes that they may take together.
const WAITING: usize = 16;
const WAITING_KB: u32 = 32 << 10;

/// A step for the thread that writes.
enum SiteStep {
    /// A file, compressed, with the room that it takes.
    Add(Vec<u8>, OwnedSemaphorePermit),
    /// A file of the earlier site.
    Copy(String),
    /// A file of an archive on disk.
    CopyFrom(String, Box<ZipArchive<File>>),
}

/// The sending side.
pub(super) struct SiteArchive {
    sender: mpsc::Sender<SiteStep>,
    room: Arc<Semaphore>,
    written: JoinHandle<std::io::Result<File>>,
}

impl SiteArchive {
    /// Begins an archive in the work folder.
    pub(super) fn open(ctx: &Ctx, earlier: Option<ZipArchive<File>>) -> Self {
        let (sender, receiver) = mpsc::channel(WAITING);
        let folder = ctx.settings.work_folder.clone();
        let written = tokio::task::spawn_blocking(move || {
            std::fs::create_dir_all(&folder)?;
            write(tempfile::tempfile_in(&folder)?, earlier, receiver)
        });
        Self { sender, room: Arc::new(Semaphore::new(WAITING_KB as usize)), written }
    }

    /// Compresses a file and adds it.
    pub(super) async fn add(&self, path: &str, bytes: impl Into<Bytes>) -> Result<(), JobError> {
        let path = path.to_owned();
        let bytes: Bytes = bytes.into();
        let compressed = tokio::task::spawn_blocking(move || compress(&path, &bytes));
        let compressed = compressed.await.map_err(Error::from)?;
        self.add_compressed(compressed.map_err(|error| Error::work_folder(error.into_io()))?).await
    }

    /// Adds a file that is compressed already.
    pub(super) async fn add_compressed(&self, compressed: Vec<u8>) -> Result<(), JobError> {
        // One that is larger than all room waits until it is alone.
        let kilobytes = u32::try_from(compressed.len() >> 10).unwrap_or(u32::MAX).saturating_add(1).min(WAITING_KB);
        let room = Arc::clone(&self.room).acquire_many_owned(kilobytes).await.map_err(|_| JobError::Stopped)?;
        self.tell(SiteStep::Add(compressed, room)).await
    }

    /// Takes a file over from the earlier site.
    pub(super) async fn copy(&self, path: &str) -> Result<(), JobError> {
        self.tell(SiteStep::Copy(path.to_owned())).await
    }

    /// Takes a file over from an archive on disk.
    pub(super) async fn copy_from(&self, path: &str, archive: ZipArchive<File>) -> Result<(), JobError> {
        self.tell(SiteStep::CopyFrom(path.to_owned(), Box::new(archive))).await
    }

    async fn tell(&self, step: SiteStep) -> Result<(), JobError> {
        self.sender.send(step).await.map_err(|_| JobError::Stopped)
    }

    /// The whole archive, if all files were sent. A thread that cannot write says more than the one that cannot send to
    /// it.
    pub(super) async fn finish<T>(self, filled: Result<T, JobError>) -> Result<(File, T), JobError> {
        let Self { sender, written, .. } = self;
        drop(sender);
        let file = written.await.map_err(Error::from)?.map_err(Error::work_folder)?;
        filled.map(|filled| (file, filled))
    }
}

/// Writes what comes in, until nothing more comes.
fn write(
    file: File,
    mut earlier: Option<ZipArchive<File>>,
    mut steps: mpsc::Receiver<SiteStep>,
) -> std::io::Result<File> {
    let mut writer = SiteWriter::new(BufWriter::new(file));
    while let Some(step) = steps.blocking_recv() {
        let written = match (step, &mut earlier) {
            (SiteStep::Add(compressed, room), _) => {
                let added = writer.add(compressed);
                drop(room);
                added
            }
            (SiteStep::CopyFrom(path, mut archive), _) => writer.copy(&mut *archive, &path),
            (SiteStep::Copy(path), Some(earlier)) => writer.copy(earlier, &path),
            // Nothing is taken over from a site that is not there.
            (SiteStep::Copy(path), None) => return Err(std::io::Error::other(path)),
        };
        written.map_err(ArchiveError::into_io)?;
    }
    let inner = writer.finish().map_err(ArchiveError::into_io)?;
    inner.into_inner().map_err(std::io::IntoInnerError::into_error)
}
