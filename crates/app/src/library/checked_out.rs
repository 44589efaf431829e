//! Check-outs of others, which keep databases and manuals out of the trash.

use store::Tx;
use store::trash::TrashTarget;

use crate::core::caller::Caller;
use crate::core::error::{Error, FileError};

/// Refuses while others have files of a database or a manual checked out, and for a service token also while its
/// creator has: they may be typing, and could not check in any more.
pub(super) async fn refuse(tx: &mut Tx, caller: &Caller, place: &TrashTarget) -> Result<(), Error> {
    let own = caller.service.is_none().then_some(&caller.user.id);
    let holders = store::checkouts::count_by_holder(tx, place, own).await?;
    if holders.is_empty() { Ok(()) } else { Err(FileError::CheckedOutWithin { holders }.into()) }
}
