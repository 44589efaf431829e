//! The folder in which a book is made.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// The beginning of the names of such folders.
const PREFIX: &str = "book-";
/// A file that is locked as long as somebody works in its folder.
const LOCK: &str = "lock";

/// A folder with a book, removed with everything in it when it is dropped.
#[derive(Debug)]
pub(crate) struct BookFolder {
    folder: TempDir,
    _lock: File,
}

impl BookFolder {
    /// Makes a folder, and removes those of processes that were killed.
    pub(super) fn open(work: &Path) -> io::Result<Self> {
        fs::create_dir_all(work)?;
        sweep(work);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(work)?;
        let lock = File::create(folder.path().join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, _lock: lock })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes folders that nobody works in: those of processes that were killed. A failure is ignored, because it only costs disk space.
pub(super) fn sweep(work: &Path) {
    let Ok(entries) = fs::read_dir(work) else { return };
    for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        // A folder without a lock has only just been made.
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let work = tempfile::tempdir().expect("a folder");
        let [left, other] = ["book-left", "other"].map(|name| work.path().join(name));
        for folder in [&left, &other] {
            fs::create_dir(folder).expect("a folder");
            fs::write(folder.join(LOCK), b"").expect("a file");
            fs::write(folder.join("book.json"), b"half").expect("a file");
        }
        let first = BookFolder::open(work.path()).expect("a folder");
        assert_eq!([left.exists(), other.exists()], [false, true]);
        let second = BookFolder::open(work.path()).expect("a folder");
        assert!(first.path().exists() && second.path().exists(), "folders in use stay");
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists());
    }
}
