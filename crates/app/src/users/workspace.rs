//! The workspace of a user: recent visits and checkouts; `comments::bookmarks` has the bookmarks.
//!
//! All of it is its owner's alone, so none of it stands in the change log.

use domain::page::{Page, PageRequest};
use domain::path::{CsdbPath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::version::FileStatus;
use domain::workspace::{Checkout, Location, LocationKind, MAX_RECENT, RecentVisit};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::files;
use crate::library::revisions;

pub use store::checkouts::CheckoutFilter;
pub use store::workspace::RecentFilter;

/// Notes that the caller opened what stands at a path.
pub async fn visit(ctx: &Ctx, caller: &Caller, path: &CsdbPath, reading: &Reading) -> Result<(), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.begin(ctx).await?;
    let (location, _) = location_at(&mut tx, path, reading).await?;
    store::workspace::upsert_recent(&mut tx, &caller.user.id, &location, ctx.clock.now()).await?;
    store::workspace::delete_oldest(&mut tx, &caller.user.id, MAX_RECENT).await?;
    Ok(tx.commit().await?)
}

/// Lists the caller's recent visits, last first.
pub async fn recent(
    ctx: &Ctx,
    caller: &Caller,
    filter: RecentFilter<'_>,
    page: PageRequest,
) -> Result<Page<RecentVisit>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", filter.text)?;
    Ok(store::workspace::list_recent(&mut caller.read(ctx).await?, &caller.user.id, filter, page).await?)
}

/// Lists the caller's checkouts, last first.
pub async fn checked_out(
    ctx: &Ctx,
    caller: &Caller,
    filter: CheckoutFilter<'_>,
    page: PageRequest,
) -> Result<Page<Checkout>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", filter.text)?;
    Ok(store::checkouts::list(&mut caller.read(ctx).await?, &caller.user.id, filter, page).await?)
}

/// Finds the file or manual at a path, in the revision that is read; with the status of a file.
pub(crate) async fn location_at(
    tx: &mut Tx,
    path: &CsdbPath,
    reading: &Reading,
) -> Result<(Location, Option<FileStatus>), Error> {
    let missing = || Error::NotFound(Missing::File);
    if let CsdbPath::Manual(ManualPath { csdb, manual }) = path {
        let manual = store::manuals::find_by_name(tx, csdb, manual).await?.ok_or_else(missing)?;
        revisions::read(tx, &manual, reading).await?;
        let location = Location {
            path: manual.path(),
            kind: LocationKind::Manual,
            csdb_name: manual.csdb_name.as_str().to_owned(),
            manual_name: manual.name.as_str().to_owned(),
            key_folded: String::new(),
            code: manual.details.manual_type,
            title: manual.alias,
            lane: reading.lane,
            revision: reading.revision,
        };
        return Ok((location, None));
    }
    let CsdbPath::File(path) = path else { return Err(missing()) };
    let files::LocatedFile { file, manual } = files::at_path(tx, path, reading).await?;
    let manual_name = manual.map(|(manual, _)| manual.name.as_str().to_owned());
    let status = file.version.status;
    let location = Location {
        csdb_name: file.csdb_name().to_owned(),
        kind: LocationKind::Object(file.object.identity.kind),
        key_folded: fold(&file.object.identity.key),
        title: file.version.metadata.title(),
        code: file.object.identity.code,
        path: file.path,
        // Media belong to their database in one state.
        lane: reading.lane.filter(|_| manual_name.is_some()),
        revision: reading.revision.filter(|_| manual_name.is_some()),
        manual_name: manual_name.unwrap_or_default(),
    };
    Ok((location, Some(status)))
}
