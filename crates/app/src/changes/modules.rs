//! The modules of a change request.

use domain::access::AccessLevel;
use domain::change_request::{NamedRequest, RequestStatus};
use domain::id::ChangeRequestId;
use domain::path::FilePath;
use domain::permission::Permission;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};
use crate::editing::change_requests::{find, join, record};
use crate::library::files;

/// Adds the module at a path to a change request that is in progress. Repeating it is not an error.
pub async fn add(ctx: &Ctx, caller: &Caller, named: &NamedRequest, path: &FilePath) -> Result<(), Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    // Looked for first: a request that is hidden is answered as one that is not there.
    find(&mut tx, &named.id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    files::lock_manual(&mut tx, path).await?;
    let file = files::writable(&mut tx, path, AccessLevel::Author).await?.file;
    let (request, added) = join(ctx, &mut tx, &file, named).await?;
    if added {
        record(ctx, &mut tx, caller, &request, "change_request.module_added", &[("file", file.path.as_str())]);
    }
    Ok(tx.commit().await?)
}

/// Takes the module at a path out of a change request, if the working lane has no version of it that was checked in under
/// the request: none was made, it is set aside, or another change replaced it.
pub async fn remove(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, path: &FilePath) -> Result<(), Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    if located::level(&tx, &request) < AccessLevel::Author {
        return Err(Error::Forbidden);
    }
    located::require_room(ctx, &mut tx, caller).await?;
    // No version is checked in meanwhile.
    store::manuals::lock(&mut tx, &request.manual_id).await?;
    let (object, _) = files::object_at(&mut tx, path).await?;
    if !store::change_requests::touch(&mut tx, id, RequestStatus::InProgress, ctx.clock.now()).await? {
        return Err(ChangeRequestError::NotInWork.into());
    }
    let modules = store::change_requests::list_modules(&mut tx, &request).await?;
    let module = modules.into_iter().find(|module| module.object == object).ok_or(Error::NotFound(Missing::File))?;
    let is_changed = match located::working_lane(&mut tx, &request).await? {
        Some(working) => module.newest.is_some() && located::is_present(&mut tx, working, &module).await?,
        None => module.newest.is_some(),
    };
    if is_changed {
        return Err(ChangeRequestError::ModuleChanged.into());
    }
    store::change_requests::delete_module(&mut tx, id, object).await?;
    record(ctx, &mut tx, caller, &request, "change_request.module_removed", &[("file", module.path.as_str())]);
    Ok(tx.commit().await?)
}
