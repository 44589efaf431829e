//! How much room is left where the program writes.

use std::path::Path;

/// The room on a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Space {
    /// Bytes that a program without special rights can still write.
    pub free: u64,
    pub total: u64,
}

/// The room on the disk that holds `folder`; `None` where the system does not tell.
#[cfg(unix)]
pub fn space_of(folder: &Path) -> Option<Space> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    Some(Space { free: bytes(disk.f_bavail), total: bytes(disk.f_blocks) })
}

#[cfg(not(unix))]
pub fn space_of(_: &Path) -> Option<Space> {
    None
}
