//! Reads the change log and verifies its chain of hashes.

use domain::change::{ChainReport, LoggedChange};
use domain::page::{Page, PageRequest};
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

pub use store::changes::ChangeFilter;

/// Lists changes, newest first.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    filter: &ChangeFilter,
    page: PageRequest,
) -> Result<Page<LoggedChange>, Error> {
    caller.require(Permission::ViewAudit)?;
    for (field, text) in [("actor", &filter.actor), ("action", &filter.action), ("subject", &filter.subject)] {
        Error::unless_searchable(field, text)?;
    }
    let mut tx = caller.read(ctx).await?;
    Ok(store::changes::list(&mut tx, filter, page).await?)
}

/// Walks the whole chain of hashes.
pub async fn verify(ctx: &Ctx, caller: &Caller) -> Result<ChainReport, Error> {
    caller.require(Permission::ViewAudit)?;
    Ok(store::changes::verify(&ctx.db).await?)
}
