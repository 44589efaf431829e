//! Limits of reports: everybody who reads may ask for them.

use store::Tx;

use crate::core::caller::Caller;
use crate::core::error::{ComplianceError, Error};
use crate::core::running::Running;

/// Reports of a person that wait or are being made.
const MAX_OPEN: u64 = 3;
/// The latest reports of a person whose files are kept.
const MAX_KEPT: u64 = 20;

/// Refuses a report of these kinds for a person who has many open ones, and for a token that cannot have it.
pub(crate) async fn admit(tx: &mut Tx, caller: &Caller, kinds: [&str; 2]) -> Result<(), Error> {
    // A job has no way to a service token, which may see fewer databases than the person who made it.
    if caller.service.as_ref().is_some_and(|token| token.csdbs.is_some()) {
        return Err(Error::Forbidden);
    }
    let open = store::jobs::count_open_of(tx, &caller.user.id, kinds).await?;
    if open < MAX_OPEN { Ok(()) } else { Err(ComplianceError::ReportsOpen.into()) }
}

/// Deletes the files of older reports of the person, in the transaction that completes a job of these kinds.
pub(crate) async fn forget_old(tx: &mut Tx, job: &Running, kinds: [&str; 2]) -> Result<(), Error> {
    let Some(user) = job.created_by() else { return Ok(()) };
    // The one that completes now is counted, too.
    Ok(store::jobs::delete_old_files(tx, user, kinds, MAX_KEPT - 1).await?)
}
