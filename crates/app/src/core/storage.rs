//! How much room is left on the disks of this node.

use crate::core::ctx::Ctx;

/// Below this nearly every change fails, sign-ins included.
const FULL_BELOW: u64 = 4 << 20;

/// The disk with the least room of those that this node writes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    pub free_bytes: u64,
    pub total_bytes: u64,
    pub state: StorageState,
}

/// Whether there is enough room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageState {
    Enough,
    /// Less than the setting asks for.
    Short,
    /// Nothing can be stored.
    Full,
}

impl StorageState {
    fn of(free: u64, wanted: u64) -> Self {
        match free {
            free if free < FULL_BELOW => Self::Full,
            free if free < wanted => Self::Short,
            _ => Self::Enough,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Enough => "enough",
            Self::Short => "short",
            Self::Full => "full",
        }
    }
}

/// Looks at the disks of database, content, work folder and search index; `None` where the system does not tell.
pub fn storage(ctx: &Ctx) -> Option<Storage> {
    let settings = &ctx.settings;
    let own = [settings.work_folder.as_path(), settings.search_folder.as_path()];
    let folders = ctx.db.folder().into_iter().chain(ctx.blobs.folder()).chain(own);
    let tightest = folders.filter_map(store::space::space_of).min_by_key(|space| space.free)?;
    Some(Storage {
        free_bytes: tightest.free,
        total_bytes: tightest.total,
        state: StorageState::of(tightest.free, settings.min_free_bytes),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_is_short_before_it_is_full() {
        let states = [2 << 30, 1 << 30, (1 << 30) - 1, FULL_BELOW, FULL_BELOW - 1, 0];
        let states = states.map(|free| StorageState::of(free, 1 << 30).as_str());
        assert_eq!(states, ["enough", "enough", "short", "short", "full", "full"]);
    }
}
