//! The change request that the work on a module belongs to.

use domain::change::Change;
use domain::change_request::{ChangeRequest, MAX_MODULES, NamedRequest, RequestStatus};
use domain::file::File;
use domain::id::ChangeRequestId;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};

/// A change request of a manual that the caller of the transaction may see.
pub(crate) async fn find(tx: &mut Tx, id: &ChangeRequestId) -> Result<ChangeRequest, Error> {
    store::change_requests::find(tx, id).await?.ok_or(Error::NotFound(Missing::ChangeRequest))
}

/// Adds a module to a change request that is in progress; gives the request, and whether the module is new in it.
///
/// A module belongs to one open change request at a time, unless its author says otherwise. The caller has locked the
/// manual, so that two requests do not take the module at once.
pub(crate) async fn join(
    ctx: &Ctx,
    tx: &mut Tx,
    file: &File,
    named: &NamedRequest,
) -> Result<(ChangeRequest, bool), Error> {
    let (request, now, object) = (find(tx, &named.id).await?, ctx.clock.now(), file.object.id);
    if file.object.manual_id.as_ref() != Some(&request.manual_id) {
        return Err(ChangeRequestError::OtherManual.into());
    }
    if !store::change_requests::touch(tx, &request.id, RequestStatus::InProgress, now).await? {
        return Err(ChangeRequestError::NotInWork.into());
    }
    let added = store::change_requests::insert_module(tx, &request.id, object, file.version_id, now).await?;
    if !added {
        return Ok((request, false));
    }
    if store::change_requests::count_modules(tx, &request.id).await? > MAX_MODULES {
        return Err(ChangeRequestError::TooManyModules.into());
    }
    let other = store::change_requests::find_open_request(tx, object, &request.id).await?;
    match other.filter(|_| !named.may_share) {
        Some(number) => Err(ChangeRequestError::ModuleTaken { number }.into()),
        None => Ok((request, true)),
    }
}

/// Records a change of a change request.
pub(crate) fn record(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    request: &ChangeRequest,
    action: &'static str,
    detail: &[(&str, &str)],
) {
    let detail = detail.iter().filter(|(_, value)| !value.is_empty());
    let detail = detail.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    tx.record(Change { detail, ..ctx.change(&caller.actor(), action, "change_request", &request.subject()) });
}
