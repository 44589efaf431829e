//! The manual or publication that a verb is about, and who may do it.

use domain::access::AccessLevel;
use domain::change::Actor;
use domain::change_request::{ChangeRequest, RequestOutcome};
use domain::field::FieldCode;
use domain::id::PublicationId;
use domain::job::FailureReason;
use domain::manual::Manual;
use domain::name::Name;
use domain::publication::{
    ManualPublication, PublicationActor, PublicationOptions, PublicationRefusal, PublicationState,
};
use domain::text::fold;
use domain::user::User;
use store::Tx;

use super::parameters::{ExportParameters, ManualSelector};
use super::targets;
use crate::core::access::read_for;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, PublicationError};
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::jobs::PUBLISHING;

/// The names of the jobs that publish; the same as in [`PUBLISHING`].
pub(super) const QUICK: &str = "exportQuickAta2300";
pub(super) const APPROVE: &str = "exportApproveAta2300";
pub(super) const FORMAL: &str = "exportFormalAta2300";

/// The manual of a job.
pub(super) async fn find_manual(tx: &mut Tx, selector: &ManualSelector) -> Result<Manual, Error> {
    let missing = || Error::NotFound(Missing::Manual);
    let csdb = Name::in_path(&selector.csdb).map_err(|_| missing())?;
    let manual = Name::in_path(&selector.manual).map_err(|_| missing())?;
    store::manuals::find_by_name(tx, &csdb, &manual).await?.ok_or_else(missing)
}

/// The manual of a job that is asked for. A second request at the same moment waits, and then finds the first job.
pub(super) async fn admit_manual(tx: &mut Tx, selector: &ManualSelector, level: AccessLevel) -> Result<Manual, Error> {
    let manual = find_manual(tx, selector).await?;
    Caller::require_in_manual(tx, level, &manual)?;
    store::manuals::lock(tx, &manual.id).await?;
    for name in PUBLISHING {
        let open = store::jobs::list_open_folders(tx, name).await?;
        if open.iter().any(|folder| fold(folder) == fold(&manual.path())) {
            return Err(PublicationError::Busy.into());
        }
    }
    // The state read before the lock may be out of date.
    find_manual(tx, selector).await
}

/// Refuses options that do not fit the manual.
pub(super) async fn check_options(
    tx: &mut Tx,
    manual: &Manual,
    parameters: &ExportParameters,
    is_draft: bool,
) -> Result<(), Error> {
    let refused = |name: &str, code| Error::field(&format!("parameterMap.{name}"), code);
    let options = &parameters.options;
    let working = manual.lanes.working.ok_or(PublicationError::Empty)?;
    match (parameters.approval_required, manual.details.approval_required) {
        (Some(expected), required) if expected != required => {
            return Err(refused("approvalRequired", FieldCode::UnknownValue));
        }
        // The release of a manual must be meant, because it counts at once.
        (None, false) if !is_draft => return Err(refused("approvalRequired", FieldCode::Required)),
        _ => {}
    }
    if !options.languages.is_empty() {
        // The released lane shows all languages: with some of them, more would be released than anybody received.
        if !is_draft {
            return Err(refused("languages", FieldCode::NotTogether));
        }
        let known = store::toc::list_languages(tx, working).await?;
        if !options.languages.iter().all(|language| known.contains(language)) {
            return Err(refused("languages", FieldCode::UnknownValue));
        }
    }
    if store::operators::find_by_code(tx, &options.operator).await?.is_none() {
        return Err(refused("operator", FieldCode::UnknownValue));
    }
    if let Err(unknown) = targets::find(tx, manual, options).await? {
        let code = if unknown.is_of_another { FieldCode::NotTogether } else { FieldCode::UnknownValue };
        return Err(refused(unknown.field, code));
    }
    if let Some(id) = &parameters.change_request {
        let request = store::change_requests::find(tx, id).await?;
        let fits = |request: &ChangeRequest| {
            request.manual_id == manual.id && request.outcome != Some(RequestOutcome::Cancelled)
        };
        if !request.as_ref().is_some_and(fits) {
            return Err(refused("changeRequestId", FieldCode::UnknownValue));
        }
    }
    if options.is_incremental() {
        let base = base(tx, manual, parameters, is_draft).await?;
        let missing = if options.since.is_some() { FieldCode::UnknownValue } else { FieldCode::Required };
        let base = base.ok_or_else(|| refused("since", missing))?;
        if !is_draft && needs_whole(tx, options, &base).await? {
            return Err(refused("reviseTypes", FieldCode::NotTogether));
        }
    }
    Ok(())
}

/// Whether changes since a publication are not enough: its receivers have or get a temporary revision, and what that one
/// changed or added would stay with them.
async fn needs_whole(tx: &mut Tx, options: &PublicationOptions, base: &ManualPublication) -> Result<bool, Error> {
    // They are back at the publication before, as soon as a temporary one ends.
    if options.validity.is_some() || base.options.validity.is_some() {
        return Ok(true);
    }
    let temporary = store::publications::list_temporary_after(tx, &base.manual_id, base.number).await?;
    Ok(temporary.iter().any(|temporary| base.is_before_temporary(temporary)))
}

/// The publication that an incremental package starts from: the one that was named, or else the valid one of the
/// receiver; none unless the receiver has it.
pub(super) async fn base(
    tx: &mut Tx,
    manual: &Manual,
    parameters: &ExportParameters,
    is_draft: bool,
) -> Result<Option<ManualPublication>, Error> {
    let options = &parameters.options;
    let found: Vec<ManualPublication> = match &options.since {
        Some(id) => store::publications::find(tx, id).await?.into_iter().collect(),
        None => store::publications::list_approved(tx, &manual.id).await?,
    };
    let is_base = |base: &ManualPublication| base.manual_id == manual.id && base.is_base_for(options, is_draft);
    Ok(found.into_iter().find(is_base))
}

/// A publication that the caller of the transaction may see: those that are not approved only if they work on the manual.
pub(super) async fn find(tx: &mut Tx, id: &PublicationId) -> Result<ManualPublication, Error> {
    let missing = || Error::NotFound(Missing::Publication);
    let publication = store::publications::find(tx, id).await?.ok_or_else(missing)?;
    if publication.is_internal() && level(tx, &publication) < AccessLevel::Author {
        return Err(missing());
    }
    Ok(publication)
}

/// The level of the caller of the transaction in the manual of a publication.
pub(super) fn level(tx: &Tx, publication: &ManualPublication) -> AccessLevel {
    tx.sight().level(&fold(&publication.csdb_name), Some(&fold(&publication.manual_name)))
}

/// A person, as the rules of publications see them.
pub(super) async fn actor(
    tx: &mut Tx,
    account: &str,
    publication: &ManualPublication,
) -> Result<PublicationActor, Error> {
    Ok(PublicationActor {
        level: level(tx, publication),
        is_requester: publication.created.by == account,
        may_approve_own: store::settings::find_editing_rules(tx).await?.0.own_release,
    })
}

pub(super) fn refusal(refused: PublicationRefusal, state: PublicationState) -> Error {
    match refused {
        PublicationRefusal::NotAllowed => Error::Forbidden,
        PublicationRefusal::NotFromHere => PublicationError::State { state }.into(),
        PublicationRefusal::OwnPublication => PublicationError::Own.into(),
    }
}

/// The manual of a job that runs, and the person in whose name it publishes. Rights may have changed since it was asked
/// for.
pub(super) async fn open(
    ctx: &Ctx,
    job: &Running,
    selector: &ManualSelector,
    level: AccessLevel,
) -> Result<(Tx, Manual, User), JobError> {
    let mut tx = read_for(ctx, job.created_by()).await?;
    let manual = match find_manual(&mut tx, selector).await {
        Err(Error::NotFound(_)) => return Err(fail("job.failed.manualGone")),
        found => found?,
    };
    let user = match job.created_by() {
        Some(id) => store::users::find(&mut tx, id).await?,
        None => None,
    };
    let held = tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded()));
    match user {
        Some(user) if held >= level => Ok((tx, manual, user)),
        _ => Err(fail("job.failed.forbidden")),
    }
}

pub(super) fn fail(key: &str) -> JobError {
    JobError::Fail(vec![FailureReason::new(key)])
}

pub(super) fn actor_of(account: &str) -> Actor {
    Actor::User(account.to_owned())
}
