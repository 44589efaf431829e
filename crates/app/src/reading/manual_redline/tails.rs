//! The changes that concern one aircraft.

use std::collections::HashSet;

use domain::field::FieldCode;
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;

use super::texts::MOST_COMPARED;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::viewer::{count_unread, versions_for};

/// The versions of these objects, in either of two states, that apply to the aircraft of a registration.
pub(super) async fn concerned(
    ctx: &Ctx,
    caller: &Caller,
    manual: &Manual,
    states: [SnapshotId; 2],
    objects: &[ObjectId],
    registration: &str,
) -> Result<HashSet<VersionId>, Error> {
    let mut found = HashSet::new();
    for state in states {
        let files = store::files::list_by_objects(&mut caller.read(ctx).await?, state, objects).await?;
        if count_unread(ctx, &files) > MOST_COMPARED {
            return Err(Error::field("section", FieldCode::TooMany));
        }
        found.extend(versions_for(ctx, caller, (manual, state), &files, registration).await?);
    }
    Ok(found)
}
