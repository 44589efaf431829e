//! Writes many blobs with two flushes instead of one per file.
//!
//! On disk the files of a batch are written to a temporary folder, the file system is flushed, then they are renamed to
//! their final names and it is flushed again. A file under its final name is therefore always complete, even after a
//! power failure. A killed process leaves the folder behind; the next start removes those older than a day.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use futures::{StreamExt, TryStreamExt, stream};

use super::packed::{self, Packer};
use super::{BlobId, Blobs};
use crate::StoreError;
use crate::hash::sha256_hex;

/// Prefix of temporary batch folders; no blob folder has it.
const UNFINISHED: &str = "batch-";

/// A batch folder older than this is abandoned.
const ABANDONED: Duration = Duration::from_hours(24);

/// The number of concurrent requests to a bucket.
pub(super) const AT_ONCE: usize = 16;

impl Blobs {
    /// Stores all `contents` durably and returns their names, in the same order.
    pub async fn put_all(&self, contents: Vec<Bytes>) -> Result<Vec<BlobId>, StoreError> {
        let Some(root) = self.root.clone() else {
            return stream::iter(contents.into_iter().map(|bytes| self.put(bytes)))
                .buffered(AT_ONCE)
                .try_collect()
                .await;
        };
        tokio::task::spawn_blocking(move || {
            let contents: Vec<_> = contents.into_iter().map(|bytes| (BlobId(sha256_hex(&[&bytes])), bytes)).collect();
            write_new(&root, &contents).map_err(|source| StoreError::BlobBatch { source })?;
            Ok(contents.into_iter().map(|(id, _)| id).collect())
        })
        .await?
    }
}

/// Compresses and writes those contents that are not there yet.
fn write_new(root: &Path, contents: &[(BlobId, Bytes)]) -> io::Result<()> {
    let mut packer = Packer::new()?;
    let mut missing = Vec::new();
    for (id, content) in contents {
        // Under its name it is flushed, or another batch is about to flush it, as ours does below. Damaged since, it is
        // written again.
        let is_whole = match fs::read(file_of(root, id)) {
            Ok(stored) => packed::open(id, &Bytes::from(stored)).is_some(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        if !is_whole {
            missing.push((id, packer.pack(content)?));
        }
    }
    replace_all(root, missing.iter().map(|(id, stored)| (*id, stored)))
}

/// Puts each of these files in its place, whole at any moment, whether or not there is one.
pub(super) fn replace_all<'a>(root: &Path, files: impl IntoIterator<Item = (&'a BlobId, &'a Bytes)>) -> io::Result<()> {
    let folder = tempfile::Builder::new().prefix(UNFINISHED).tempdir_in(root)?;
    let mut moves = Vec::new();
    for (position, (id, stored)) in files.into_iter().enumerate() {
        let written = folder.path().join(position.to_string());
        create_private(&written)?.write_all(stored)?;
        moves.push((written, file_of(root, id)));
    }
    flush(root, moves.iter().map(|(written, _)| written))?;
    for (written, goal) in &moves {
        if let Some(parent) = goal.parent() {
            super::create_private(parent)?;
        }
        fs::rename(written, goal)?;
    }
    flush(root, moves.iter().filter_map(|(_, goal)| goal.parent()))
}

pub(super) fn file_of(root: &Path, id: &BlobId) -> PathBuf {
    let (folder, name) = id.0.split_at(2);
    root.join(folder).join(name)
}

fn create_private(path: &Path) -> io::Result<fs::File> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(target_os = "linux")]
fn flush<P: AsRef<Path>>(root: &Path, _: impl Iterator<Item = P>) -> io::Result<()> {
    Ok(rustix::fs::syncfs(fs::File::open(root)?)?)
}

#[cfg(not(target_os = "linux"))]
fn flush<P: AsRef<Path>>(root: &Path, paths: impl Iterator<Item = P>) -> io::Result<()> {
    for path in paths {
        fs::File::open(path)?.sync_all()?;
    }
    fs::File::open(root)?.sync_all()
}

/// Removes abandoned batch folders. A failure is ignored, because it only costs disk space.
pub(super) fn sweep(root: &Path) {
    let Ok(entries) = fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let unfinished = entry.file_name().to_str().is_some_and(|name| name.starts_with(UNFINISHED));
        let age = entry.metadata().and_then(|about| about.modified()).map(|time| time.elapsed());
        if unfinished && matches!(age, Ok(Ok(age)) if age > ABANDONED) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_killed_batch_is_removed_a_day_later() -> io::Result<()> {
        let root = tempfile::tempdir()?;
        let [old, young, blobs] = ["batch-old", "batch-young", "ba"].map(|name| root.path().join(name));
        for folder in [&old, &young, &blobs] {
            fs::create_dir(folder)?;
            fs::write(folder.join("0"), b"half")?;
        }
        for folder in [&old, &blobs] {
            let folder = fs::File::open(folder)?;
            let long_ago = folder.metadata()?.modified()? - 2 * ABANDONED;
            folder.set_modified(long_ago)?;
        }
        sweep(root.path());
        assert_eq!([&old, &young, &blobs].map(|folder| folder.exists()), [false, true, true]);
        Ok(())
    }
}
