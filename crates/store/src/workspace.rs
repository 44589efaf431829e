//! Recent visits and bookmarks. Targets are looked up by path on every read, because they may be deleted or restored.

mod bookmarks;
mod recents;

use domain::id::SnapshotId;
use domain::snapshot::Lane;
use domain::version::{FileStatus, VersionMetadata};
use domain::workspace::{Location, LocationKind};

use crate::StoreError;

pub use bookmarks::{
    BookmarkFilter, LocatedBookmark, count_bookmarks, delete_bookmark, find_bookmark, find_bookmark_at,
    insert_bookmark, list_bookmark_folders, list_bookmarks, list_paragraph_bookmarks, update_bookmark,
};
pub use recents::{RecentFilter, count_recent, delete_oldest, list_recent, upsert_recent};

/// The status of the target in `p`: that of its version in the lane or revision, and of the newest version of a media file.
macro_rules! location_status {
    () => {
        concat!(
            "COALESCE(e.status, (
                SELECT v.status
                FROM version v
                WHERE p.manual_folded = '' AND v.object_id = o.id AND ",
            shown!(),
            "ORDER BY v.id DESC
                LIMIT 1))"
        )
    };
}

/// The stored columns of a target in `p`, its current title and status, and its availability.
macro_rules! location_columns {
    () => {
        concat!(
            "p.path, p.kind, p.csdb_name, p.manual_name, p.key_folded, p.code, p.title, p.lane, p.snapshot_id,
            m.alias_name, v.tech_name, v.info_name,
            CASE
                WHEN p.key_folded = '' THEN m.id IS NOT NULL
                WHEN p.manual_folded = '' THEN o.id IS NOT NULL
                ELSE e.version_id IS NOT NULL
            END AS available, ",
            location_status!(),
            " AS status"
        )
    };
}

/// Joins the object at the target in `p`, in the lane or revision that was read.
macro_rules! location_joins {
    () => {
        concat!(
            "LEFT JOIN csdb c ON c.name_folded = p.csdb_folded AND c.deleted_on IS NULL
        LEFT JOIN manual m ON m.csdb_id = c.id AND m.name_folded = p.manual_folded AND m.deleted_on IS NULL
        LEFT JOIN object o ON o.csdb_id = c.id AND COALESCE(o.manual_id, '') = COALESCE(m.id, '')
            AND o.key_folded = p.key_folded AND o.deleted_on IS NULL AND (p.manual_folded = '' OR m.id IS NOT NULL)
        LEFT JOIN snapshot s ON s.manual_id = m.id AND s.state = 'ready' AND s.id = COALESCE(
            p.snapshot_id,
            CASE p.lane
                WHEN 'oem' THEN m.oem_snapshot_id
                WHEN 'frozen' THEN m.frozen_snapshot_id
                WHEN 'released' THEN m.released_snapshot_id
                ELSE m.working_snapshot_id
            END)
        LEFT JOIN lane_entry e ON e.object_id = o.id AND ",
            is_in_snapshot!(),
            "LEFT JOIN version v ON v.id = e.version_id
        "
        )
    };
}

/// Binds the stored columns of a target, in the order both tables have: from its kind to its search text.
macro_rules! bind_location {
    ($query:expr, $location:expr) => {
        $query
            .bind($location.kind.as_str())
            .bind(&$location.csdb_name)
            .bind(domain::text::fold(&$location.csdb_name))
            .bind(&$location.manual_name)
            .bind(domain::text::fold(&$location.manual_name))
            .bind(&$location.key_folded)
            .bind(&$location.code)
            .bind(&$location.title)
            .bind($location.lane.map(domain::snapshot::Lane::as_str))
            .bind($location.revision.map(|id| id.0))
            .bind(domain::text::fold(&$location.words()))
    };
}

use {bind_location, location_columns, location_joins, location_status};

#[derive(sqlx::FromRow)]
struct LocationRow {
    path: String,
    kind: String,
    csdb_name: String,
    manual_name: String,
    key_folded: String,
    code: String,
    title: String,
    lane: Option<String>,
    snapshot_id: Option<i64>,
    alias_name: Option<String>,
    tech_name: Option<String>,
    info_name: Option<String>,
    available: bool,
    status: Option<String>,
}

/// A target as it is now.
struct FoundLocation {
    location: Location,
    status: Option<FileStatus>,
    available: bool,
}

impl LocationRow {
    fn into_location(self, table: &'static str) -> Result<FoundLocation, StoreError> {
        let unreadable = |column| StoreError::Unreadable { table, column };
        let kind = LocationKind::parse(&self.kind).ok_or_else(|| unreadable("kind"))?;
        let today = match (kind, self.tech_name, self.info_name) {
            (LocationKind::Manual, ..) => self.alias_name,
            (LocationKind::Object(_), Some(tech_name), Some(info_name)) => {
                Some(VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title())
            }
            _ => None,
        };
        let lane = self.lane.map(|word| Lane::parse(&word).ok_or_else(|| unreadable("lane"))).transpose()?;
        let status =
            self.status.map(|word| FileStatus::parse(&word).ok_or_else(|| unreadable("status"))).transpose()?;
        let location = Location {
            path: self.path,
            kind,
            csdb_name: self.csdb_name,
            manual_name: self.manual_name,
            key_folded: self.key_folded,
            code: self.code,
            title: today.filter(|title| !title.is_empty()).unwrap_or(self.title),
            lane,
            revision: self.snapshot_id.map(SnapshotId),
        };
        Ok(FoundLocation { location, status, available: self.available })
    }
}
