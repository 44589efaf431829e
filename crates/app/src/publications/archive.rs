//! Writing the archive of a package: contents come from the blob store one after the other, and the archive is a file
//! without a name until it is whole.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, Write};

use bytes::Bytes;
use domain::job::FailureReason;
use futures::TryStreamExt;
use publish::package::archive::{ArchiveError, ArchiveWriter, ZipArchive};
use publish::package::{PackedObject, PlannedContent, PlannedFile};
use sha2::{Digest, Sha256};
use store::StoreError;
use store::artifacts::Artifact;
use store::blobs::BlobId;
use tokio::sync::mpsc;

use super::earlier_package::EarlierPackage;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Pieces that wait for the thread that writes; each is one small file or a part of a large one.
const WAITING: usize = 16;
/// Bytes that are read from an archive at once.
const PIECE: usize = 1 << 20;

/// A step for the thread that writes.
enum ArchiveStep {
    Start(String, u64),
    Piece(Bytes),
    /// A file of the earlier package.
    Copy(String),
}

/// An artifact in the blob store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredArtifact {
    pub(crate) blob: BlobId,
    pub(crate) size: u64,
}

/// The part of a step that one of several packages takes.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepShare {
    pub(super) step: &'static str,
    /// Counted from 0.
    pub(super) part: u64,
    pub(super) parts: u64,
}

impl StepShare {
    /// Says how far the package has come.
    pub(super) fn progress_of(self, job: &Running, done: u64, total: u64) -> Result<(), JobError> {
        let before = self.part.saturating_mul(total);
        job.progress_of(self.step, before.saturating_add(done), self.parts.saturating_mul(total))
    }
}

/// Writes the files of a plan into an archive in the work folder. Those that the earlier package has are taken over.
pub(super) async fn write(
    ctx: &Ctx,
    job: &Running,
    share: StepShare,
    (files, objects): (&[PlannedFile], &[PackedObject]),
    earlier: Option<EarlierPackage>,
) -> Result<File, JobError> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let folder = ctx.settings.work_folder.clone();
    let is_known = |file: &&PlannedFile| earlier.as_ref().is_some_and(|earlier| earlier.has(file, objects));
    let known: HashSet<&str> = files.iter().filter(is_known).map(|file| file.name.as_str()).collect();
    let zip = earlier.map(EarlierPackage::into_zip);
    let written = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder)?;
        archive(tempfile::tempfile_in(&folder)?, zip, receiver)
    });
    let total = files.len() as u64;
    let mut sent = Ok(());
    let mut current = "";
    for (done, file) in (0..).zip(files) {
        current = &file.name;
        sent = if known.contains(current) {
            tell(&sender, ArchiveStep::Copy(file.name.clone())).await
        } else {
            send(ctx, &sender, file, objects).await
        };
        if sent.is_err() {
            break;
        }
        share.progress_of(job, done, total)?;
    }
    drop(sender);
    let written = written.await.map_err(Error::from)?.map_err(Error::work_folder);
    // A thread that cannot write says more than the one that cannot send to it.
    match (written, sent) {
        (Ok(file), Ok(())) => Ok(file),
        (Err(error), _) | (_, Err(SendError::Failed(error))) => Err(error.into()),
        (_, Err(SendError::Stopped)) => Err(JobError::Stopped),
        (_, Err(SendError::Damaged)) => Err(JobError::Fail(vec![damaged(current)])),
    }
}

/// The content of a file is gone or damaged.
pub(super) fn damaged(file: &str) -> FailureReason {
    FailureReason::new("job.failed.publicationDamaged").with("file", file).in_step("write")
}

enum SendError {
    /// The thread that writes has ended.
    Stopped,
    /// The content is gone or damaged. It does not come back by trying again.
    Damaged,
    Failed(Error),
}

impl From<StoreError> for SendError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::BlobDamaged { .. } => Self::Damaged,
            other => Self::Failed(other.into()),
        }
    }
}

async fn tell(sender: &mpsc::Sender<ArchiveStep>, step: ArchiveStep) -> Result<(), SendError> {
    sender.send(step).await.map_err(|_| SendError::Stopped)
}

async fn send(
    ctx: &Ctx,
    sender: &mpsc::Sender<ArchiveStep>,
    file: &PlannedFile,
    objects: &[PackedObject],
) -> Result<(), SendError> {
    let start = |size| ArchiveStep::Start(file.name.clone(), size);
    let lost = || SendError::Damaged;
    match &file.content {
        PlannedContent::Made(bytes) => {
            tell(sender, start(bytes.len() as u64)).await?;
            tell(sender, ArchiveStep::Piece(Bytes::copy_from_slice(bytes))).await
        }
        PlannedContent::Status(place) => {
            let sha256 = objects.get(*place).and_then(|object| object.status_sha256.as_deref());
            let blob = sha256.and_then(BlobId::parse).ok_or_else(lost)?;
            let bytes = ctx.blobs.read(&blob).await?.ok_or_else(lost)?;
            tell(sender, start(bytes.len() as u64)).await?;
            tell(sender, ArchiveStep::Piece(bytes)).await
        }
        PlannedContent::Version(place) => {
            let object = objects.get(*place).ok_or_else(lost)?;
            let blob = BlobId::parse(&object.sha256).ok_or_else(lost)?;
            let stream = ctx.blobs.stream(&blob, object.size, 0..object.size).await?.ok_or_else(lost)?;
            let mut stream = std::pin::pin!(stream);
            tell(sender, start(object.size)).await?;
            while let Some(piece) = stream.try_next().await? {
                tell(sender, ArchiveStep::Piece(piece)).await?;
            }
            Ok(())
        }
    }
}

/// Writes what comes in, until nothing more comes.
fn archive(
    file: File,
    mut earlier: Option<ZipArchive<File>>,
    mut steps: mpsc::Receiver<ArchiveStep>,
) -> std::io::Result<File> {
    let mut writer = ArchiveWriter::new(BufWriter::new(file));
    while let Some(step) = steps.blocking_recv() {
        let written = match (step, &mut earlier) {
            (ArchiveStep::Start(name, size), _) => writer.start(&name, size),
            (ArchiveStep::Piece(piece), _) => writer.write(&piece),
            (ArchiveStep::Copy(name), Some(earlier)) => writer.copy(earlier, &name),
            // Nothing is taken over from a package that is not there.
            (ArchiveStep::Copy(name), None) => return Err(std::io::Error::other(name)),
        };
        written.map_err(ArchiveError::into_io)?;
    }
    let inner = writer.finish().map_err(ArchiveError::into_io)?;
    inner.into_inner().map_err(std::io::IntoInnerError::into_error)
}

/// Puts an archive into the blob store: whole, or not at all.
pub(crate) async fn keep(ctx: &Ctx, file: &File) -> Result<StoredArtifact, Error> {
    let (mut digest, mut size) = (Sha256::new(), 0_u64);
    let mut reader = file.try_clone().map_err(Error::work_folder)?;
    reader.rewind().map_err(Error::work_folder)?;
    loop {
        let piece = read_piece(file).await?;
        if piece.is_empty() {
            break;
        }
        size += piece.len() as u64;
        digest = tokio::task::spawn_blocking(move || {
            digest.update(&piece);
            digest
        })
        .await?;
    }
    let hash: [u8; 32] = digest.finalize().into();
    let blob = BlobId::of_hash(&hash);
    let mut pieces = ctx.blobs.put_in_pieces(&blob).await?;
    reader.rewind().map_err(Error::work_folder)?;
    loop {
        let piece = read_piece(file).await?;
        if piece.is_empty() {
            break;
        }
        pieces.write(&piece).await?;
    }
    pieces.finish().await?;
    Ok(StoredArtifact { blob, size })
}

/// The next bytes of a file; clones of a file share their position.
async fn read_piece(file: &File) -> Result<Vec<u8>, Error> {
    let file = file.try_clone().map_err(Error::work_folder)?;
    let read = tokio::task::spawn_blocking(move || {
        let mut piece = Vec::with_capacity(PIECE);
        file.take(PIECE as u64).read_to_end(&mut piece).map(|_| piece)
    });
    read.await?.map_err(Error::work_folder)
}

/// The bytes of an artifact as a file without a name; `None` when they are gone.
pub(super) async fn copied(ctx: &Ctx, job: &Running, artifact: &Artifact) -> Result<Option<File>, JobError> {
    // Large content is not verified as it is read, and what is taken over is not looked at.
    match ctx.blobs.verify(&artifact.blob).await {
        Ok(true) => {}
        Ok(false) | Err(StoreError::BlobDamaged { .. }) => return Ok(None),
        Err(error) => return Err(error.into()),
    }
    let size = artifact.size.unsigned_abs();
    let Some(stream) = ctx.blobs.stream(&artifact.blob, size, 0..size).await? else { return Ok(None) };
    let mut stream = std::pin::pin!(stream);
    let folder = ctx.settings.work_folder.clone();
    let made = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder)?;
        tempfile::tempfile_in(&folder)
    });
    let mut file = made.await.map_err(Error::from)?.map_err(Error::work_folder)?;
    while let Some(piece) = stream.try_next().await? {
        job.check()?;
        let written = tokio::task::spawn_blocking(move || file.write_all(&piece).map(|()| file));
        file = written.await.map_err(Error::from)?.map_err(Error::work_folder)?;
    }
    Ok(Some(file))
}
