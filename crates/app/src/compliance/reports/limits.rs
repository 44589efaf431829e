//! Limits of reports: everybody who reads may ask for them.

use store::Tx;

use crate::core::caller::Caller;
use crate::core::error::{ComplianceError, Error};
use crate::core::running::Running;
use crate::jobs::REPORTS;

/// Reports of a person that wait or are being made.
const MAX_OPEN: u64 = 3;
/// The latest reports of a person whose files are kept.
const MAX_KEPT: u64 = 20;

/// Refuses a report for a person who has many open ones, and for a token that cannot have it.
pub(super) async fn admit(tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    // A job has no way to a service token, which may see fewer databases than the person who made it.
    if caller.service.as_ref().is_some_and(|token| token.csdbs.is_some()) {
        return Err(Error::Forbidden);
    }
    let open = store::jobs::count_open_of(tx, &caller.user.id, REPORTS).await?;
    if open < MAX_OPEN { Ok(()) } else { Err(ComplianceError::ReportsOpen.into()) }
}

/// Deletes the files of older reports of the person, in the transaction that completes a job.
pub(super) async fn forget_old(tx: &mut Tx, job: &Running) -> Result<(), Error> {
    let Some(user) = job.created_by() else { return Ok(()) };
    // The one that completes now is counted, too.
    Ok(store::jobs::delete_old_files(tx, user, REPORTS, MAX_KEPT - 1).await?)
}
