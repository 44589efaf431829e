//! Reading publications: the list of a manual, one with its artifacts, and the artifacts themselves.

use domain::access::AccessLevel;
use domain::id::{ChangeRequestId, PublicationId};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::publication::{
    ManualPublication, PublicationActor, PublicationGroup, PublicationState, PublicationStep, ReaderMarks, take_step,
};
use domain::subject::Subject;
use store::Tx;
use store::publications::PublicationFilter;

use super::{blockers, findings, located, readers};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::manuals;

pub use super::findings::{PublicationFinding, PublicationFindings};
pub use store::artifacts::Artifact;

/// A publication with what its page shows.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent abilities")]
pub struct OpenPublication {
    pub publication: ManualPublication,
    /// By name.
    pub artifacts: Vec<Artifact>,
    /// Of its content.
    pub languages: Vec<String>,
    /// The publication that its receivers had before it.
    pub previous: Option<PreviousPublication>,
    /// The publication that its incremental packages start from, if the caller may see it.
    pub since: Option<ManualPublication>,
    /// The later one that superseded it.
    pub superseded_by: Option<ManualPublication>,
    /// The number of its change request.
    pub change_request: Option<u64>,
    /// How many of its modules are not released now, while it waits for its approval.
    pub unreleased: u64,
    /// The findings of its books and websites.
    pub findings: PublicationFindings,
    /// The caller's marks, while it is valid.
    pub marks: Option<ReaderMarks>,
    pub may_approve: bool,
    pub may_withdraw: bool,
    /// The letter of approval, while it can be changed.
    pub may_attach: bool,
    /// The report about its readers.
    pub may_report: bool,
    /// Change the distribution list.
    pub may_distribute: bool,
}

/// The publication that the receivers of another one had before it.
#[derive(Debug, Clone)]
pub struct PreviousPublication {
    pub publication: ManualPublication,
    /// How many modules were changed, added or removed since.
    pub changed_count: u64,
}

/// Earlier publications that are read at a time.
const ROWS: u64 = 100;

/// A page of the publications of a manual, the newest first. Those that are not approved are shown to those who work on
/// the manual.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    state: Option<PublicationState>,
    page: PageRequest,
) -> Result<Page<ManualPublication>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let level = tx.sight().level(&manual.csdb_name.folded(), Some(&manual.name.folded()));
    let filter = PublicationFilter { state, with_internal: level >= AccessLevel::Author };
    Ok(store::publications::list(&mut tx, &manual.id, filter, page).await?)
}

/// A page of the publications of all manuals that concern the caller in one way.
pub async fn list_group(
    ctx: &Ctx,
    caller: &Caller,
    group: PublicationGroup,
    page: PageRequest,
) -> Result<Page<ManualPublication>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    Ok(store::publications::list_group(&mut tx, group, &caller.user.id, ctx.clock.now(), page).await?)
}

/// One publication.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PublicationId) -> Result<OpenPublication, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let publication = located::find(&mut tx, id).await?;
    let artifacts = store::artifacts::list(&mut tx, &Subject::from(id)).await?;
    // The state that it was made from never changes.
    let of_manual = store::toc::list_languages(&mut tx, publication.snapshot).await?;
    let languages = publication.options.content_languages(&of_manual);
    let actor = located::actor(&mut tx, caller.user.account.as_str(), &publication).await?;
    let previous = previous(ctx, &mut tx, &publication).await?;
    let since = linked(&mut tx, publication.options.since.as_ref()).await?;
    let superseded_by = linked(&mut tx, publication.superseded_by.as_ref()).await?;
    let change_request = match &publication.change_request {
        Some(id) => store::change_requests::find(&mut tx, id).await?.map(|request| request.number),
        None => None,
    };
    let unreleased = match publication.state {
        PublicationState::ReadyForApprove => blockers::count_unreleased(&mut tx, publication.snapshot).await?,
        _ => 0,
    };
    let is_person = caller.service.is_none();
    let marks = match publication.state {
        PublicationState::Approved if is_person => {
            Some(store::publications::find_marks(&mut tx, id, &caller.user.id).await?)
        }
        _ => None,
    };
    drop(tx);
    let findings = findings::read(ctx, &artifacts).await?;
    let may = |step| take_step(publication.state, step, actor).is_ok();
    Ok(OpenPublication {
        may_approve: is_person && caller.require(Permission::PublishFormal).is_ok() && may(PublicationStep::Approve),
        may_withdraw: is_person && may(PublicationStep::Withdraw),
        may_attach: is_person && may_attach(publication.state, actor),
        may_report: caller.require(Permission::PublishDraft).is_ok() && actor.level >= AccessLevel::Author,
        may_distribute: is_person
            && caller.require(Permission::PublishFormal).is_ok()
            && actor.level >= AccessLevel::Approve,
        artifacts,
        languages,
        previous,
        since,
        superseded_by,
        change_request,
        unreleased,
        findings,
        marks,
        publication,
    })
}

/// The publication that the receivers of another one had before it, with what changed since.
async fn previous(
    ctx: &Ctx,
    tx: &mut Tx,
    publication: &ManualPublication,
) -> Result<Option<PreviousPublication>, Error> {
    let Some(found) = find_before(tx, publication).await? else { return Ok(None) };
    let changed_count = readers::count_changed(ctx, tx, found.snapshot, publication.snapshot).await?;
    Ok(Some(PreviousPublication { publication: found, changed_count }))
}

/// The newest earlier publication that was approved for the whole audience of a publication.
async fn find_before(tx: &mut Tx, publication: &ManualPublication) -> Result<Option<ManualPublication>, Error> {
    let mut number = publication.number;
    loop {
        let earlier = store::publications::list_approved_before(tx, &publication.manual_id, number, ROWS).await?;
        let Some(last) = earlier.last() else { return Ok(None) };
        number = last.number;
        let found = earlier.into_iter().find(|one| one.is_base_for(&publication.options, false));
        if found.is_some() {
            return Ok(found);
        }
    }
}

/// Another publication that a page names, if the caller may see it.
async fn linked(tx: &mut Tx, id: Option<&PublicationId>) -> Result<Option<ManualPublication>, Error> {
    let Some(id) = id else { return Ok(None) };
    match located::find(tx, id).await {
        Err(Error::NotFound(_)) => Ok(None),
        found => found.map(Some),
    }
}

/// Whether a person may attach the letter of approval.
pub(super) fn may_attach(state: PublicationState, actor: PublicationActor) -> bool {
    let takes = matches!(state, PublicationState::ReadyForApprove | PublicationState::Approved);
    takes && actor.level >= AccessLevel::Approve
}

/// An artifact of a publication. One that is asked for with a change request must belong to it.
pub async fn artifact(
    ctx: &Ctx,
    caller: &Caller,
    id: &PublicationId,
    file_name: &str,
    change_request: Option<&ChangeRequestId>,
) -> Result<Artifact, Error> {
    caller.require(Permission::ReadContent)?;
    let missing = || Error::NotFound(Missing::Artifact);
    let mut tx = caller.read(ctx).await?;
    let publication = located::find(&mut tx, id).await?;
    if change_request.is_some_and(|asked| publication.change_request.as_ref() != Some(asked)) {
        return Err(missing());
    }
    store::artifacts::find(&mut tx, &Subject::from(id), file_name).await?.ok_or_else(missing)
}
