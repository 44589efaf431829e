//! A change request with what its verbs need: its manual, and the person who acts.

use domain::access::AccessLevel;
use domain::change_request::{ChangeRequest, MAX_RATE, RATE_PERIOD, RequestActor, RequestRefusal};
use domain::path::ManualPath;
use domain::text::fold;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};

/// The path of the manual of a change request.
pub(super) fn manual_of(request: &ChangeRequest) -> Result<ManualPath, Error> {
    ManualPath::parse(&request.manual_path()).ok_or(Error::NotFound(Missing::ChangeRequest))
}

/// What the caller of the transaction may do in the manual of a change request.
pub(super) fn level(tx: &Tx, request: &ChangeRequest) -> AccessLevel {
    tx.sight().level(&fold(&request.csdb_name), Some(&fold(&request.manual_name)))
}

/// The caller, as the rules of change requests see them.
pub(super) async fn actor(tx: &mut Tx, caller: &Caller, request: &ChangeRequest) -> Result<RequestActor, Error> {
    let contributors = store::change_requests::list_contributors(tx, &request.id).await?;
    let is_contributor = contributors.iter().any(|account| account == caller.user.account.as_str());
    Ok(RequestActor {
        level: level(tx, request),
        is_creator: request.creator.id == caller.user.id,
        has_contributed: is_contributor || request.finished_by.as_ref() == Some(&caller.user.id),
        may_approve_own: store::settings::find_editing_rules(tx).await?.0.own_release,
    })
}

pub(super) fn refusal(refused: RequestRefusal) -> Error {
    match refused {
        RequestRefusal::NotFromHere { status, action } => ChangeRequestError::Action { status, action }.into(),
        RequestRefusal::NotAllowed => Error::Forbidden,
        RequestRefusal::NotApproved => ChangeRequestError::NotApproved.into(),
        RequestRefusal::NotFinished => ChangeRequestError::NotFinished.into(),
        RequestRefusal::OwnWork => ChangeRequestError::OwnWork.into(),
    }
}

/// Refuses a caller of whom others were told too often in the last minute.
pub(super) async fn require_room(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    let since = ctx.clock.now() - RATE_PERIOD;
    let done = store::change_requests::count_since(tx, caller.user.account.as_str(), since).await?;
    if done >= MAX_RATE { Err(ChangeRequestError::TooFast.into()) } else { Ok(()) }
}
