//! The change request that the work on a module belongs to.

use domain::change::Change;
use domain::change_request::lineage;
use domain::change_request::{ChangeRequest, MAX_MODULES, NamedRequest, RequestStatus};
use domain::file::File;
use domain::id::{ChangeRequestId, ManualId, ObjectId, VersionId};
use domain::manual::Manual;
use domain::object::Object;
use domain::version::Version;
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
    let object = file.object.id;
    // Nobody has approved an earlier text of a new module: all of its text belongs to the request.
    let is_new = store::change_requests::is_new(tx, &named.id, object).await?;
    let base = (!is_new).then_some(file.version_id);
    let (request, added) = enter(ctx, tx, (file.object.manual_id.as_ref(), object), base, named).await?;
    if added && is_new {
        store::change_requests::name_versions(tx, &request.id, object).await?;
    }
    Ok((request, added))
}

/// Adds a module, whose first version is about to be stored, to a change request that is in progress.
pub(crate) async fn join_new(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    (manual, object): (&Manual, &Object),
    named: &NamedRequest,
) -> Result<(), Error> {
    let (request, _) = enter(ctx, tx, (object.manual_id.as_ref(), object.id), None, named).await?;
    record(ctx, tx, caller, &request, "change_request.module_created", &[("file", &manual.path_of(object))]);
    Ok(())
}

/// Names a change request in a new version of a file, which joins the request.
pub(crate) async fn name(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    file: &File,
    named: &NamedRequest,
    version: &mut Version,
) -> Result<(), Error> {
    let (request, added) = join(ctx, tx, file, named).await?;
    if !added {
        follow_lane(tx, &request, file).await?;
    }
    version.change_request = Some(request.id.0.clone());
    let issue = version.issue.key();
    let detail = [("file", file.path.as_str()), ("issue", issue.as_str()), ("why", version.why.as_str())];
    record(ctx, tx, caller, &request, "change_request.module_changed", &detail);
    Ok(())
}

/// Work that has not begun, or was set aside, begins at the version in the working lane, which it is merged with: the
/// changes of that version are not those of the request.
async fn follow_lane(tx: &mut Tx, request: &ChangeRequest, file: &File) -> Result<(), Error> {
    let object = file.object.id;
    let is_in_lane = match store::change_requests::find_newest(tx, &request.id, object).await? {
        Some(newest) => {
            let parents = store::versions::list_parents(tx, object).await?;
            lineage::contains(file.version_id, newest, &parents)
        }
        None => false,
    };
    if !is_in_lane {
        store::change_requests::update_module_base(tx, &request.id, object, file.version_id).await?;
    }
    Ok(())
}

/// Refuses to change what a request that is being reviewed contains. The caller has locked the manual.
pub(crate) async fn refuse_in_review(tx: &mut Tx, object: ObjectId) -> Result<(), Error> {
    match store::change_requests::find_review(tx, object).await? {
        Some(number) => Err(ChangeRequestError::InReview { number }.into()),
        None => Ok(()),
    }
}

async fn enter(
    ctx: &Ctx,
    tx: &mut Tx,
    (manual, object): (Option<&ManualId>, ObjectId),
    base: Option<VersionId>,
    named: &NamedRequest,
) -> Result<(ChangeRequest, bool), Error> {
    let (request, now) = (find(tx, &named.id).await?, ctx.clock.now());
    if manual != Some(&request.manual_id) {
        return Err(ChangeRequestError::OtherManual.into());
    }
    if !store::change_requests::touch(tx, &request.id, RequestStatus::InProgress, now).await? {
        return Err(ChangeRequestError::NotInWork.into());
    }
    if !store::change_requests::insert_module(tx, &request.id, object, base, now).await? {
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
