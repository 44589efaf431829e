//! Manuals, their types and their profiles.

mod create;
mod custom_profiles;
pub(crate) mod profiles;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::id::ManualId;
use domain::manual::{CheckInBlocks, Manual, ManualType};
use domain::name::parse_alias;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::profile::{Profile, ProfileAssertion};
use domain::snapshot::{Lane, Snapshot};
use s1000d::object::ContentType;
use store::Tx;
use store::trash::TrashTarget;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::checked_out;

pub(crate) use create::parse_languages;
pub use create::{NewManual, create, create_as};
pub use custom_profiles::{ProfileInput, add_profile, delete_profile, update_profile};
pub use store::manuals::ManualFilter;

/// A manual with what its lanes point to.
#[derive(Debug, Clone)]
pub struct ManualSummary {
    pub manual: Manual,
    pub snapshots: Vec<Snapshot>,
    /// Number of OEM revisions that wait for a decision.
    pub waiting_revisions: u64,
}

impl ManualSummary {
    /// The snapshot that `lane` points to.
    pub fn lane(&self, lane: Lane) -> Option<&Snapshot> {
        let id = self.manual.lanes.of(lane)?;
        self.snapshots.iter().find(|snapshot| snapshot.id == id)
    }

    /// Number of modules in the working lane.
    pub fn module_count(&self) -> u64 {
        self.lane(Lane::Working).map_or(0, |snapshot| snapshot.module_count)
    }
}

/// The manuals that pass `filter`.
pub async fn list(ctx: &Ctx, caller: &Caller, filter: &ManualFilter) -> Result<Vec<ManualSummary>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manuals = store::manuals::list(&mut tx, filter).await?;
    show(&mut tx, manuals).await
}

/// Adds what lanes point to.
pub(crate) async fn show(tx: &mut Tx, manuals: Vec<Manual>) -> Result<Vec<ManualSummary>, Error> {
    let ids: Vec<&ManualId> = manuals.iter().map(|manual| &manual.id).collect();
    let snapshots = store::snapshots::list_in_lanes(tx, &ids).await?;
    let waiting = store::snapshots::count_waiting_of(tx, &ids).await?;
    let shown = manuals.into_iter().map(|manual| ManualSummary {
        waiting_revisions: waiting.get(&manual.id).copied().unwrap_or_default(),
        snapshots: snapshots.iter().filter(|one| one.manual_id == manual.id).cloned().collect(),
        manual,
    });
    Ok(shown.collect())
}

/// The manual at a path.
pub(crate) async fn at_path(tx: &mut Tx, path: &ManualPath) -> Result<Manual, Error> {
    store::manuals::find_by_name(tx, &path.csdb, &path.manual).await?.ok_or(Error::NotFound(Missing::Manual))
}

/// Gives a manual another alias.
pub async fn rename(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    version: i64,
    alias: &str,
) -> Result<ManualSummary, Error> {
    caller.require(Permission::CreateLibrary)?;
    let alias = parse_alias(alias).map_err(|code| Error::field("attributeMap.aliasName", code))?;
    let mut tx = caller.begin(ctx).await?;
    let before = at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &before)?;
    let now = ctx.clock.now();
    if before.version != version || !store::manuals::update_alias(&mut tx, &before.id, version, &alias, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let detail = vec![("alias".to_owned(), format!("{} → {alias}", before.alias))];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "manual.renamed", "manual", &before.path()) });
    let manual = Manual { alias, updated_on: now, version: version + 1, ..before };
    let mut shown = show(&mut tx, vec![manual]).await?;
    tx.commit().await?;
    let shown = shown.pop().ok_or(Error::NotFound(Missing::Manual))?;
    tracing::info!(manual.path = %shown.manual.path(), "Renamed manual {}", shown.manual.path());
    Ok(shown)
}

/// Sets what refuses a check-in into a manual; what is not given stays.
pub async fn set_check_in_blocks(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    version: i64,
    schema_errors: bool,
    brex_errors: Option<bool>,
) -> Result<ManualSummary, Error> {
    caller.require(Permission::Approve)?;
    let mut tx = caller.begin(ctx).await?;
    let before = at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Approve, &before)?;
    let now = ctx.clock.now();
    let blocks = CheckInBlocks { schema_errors, brex_errors: brex_errors.unwrap_or(before.brex_errors_block) };
    if !store::manuals::update_check_in_blocks(&mut tx, &before.id, version, blocks, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let detail = vec![
        ("schemaErrorsBlock".to_owned(), blocks.schema_errors.to_string()),
        ("brexErrorsBlock".to_owned(), blocks.brex_errors.to_string()),
    ];
    tx.record(Change { detail, ..ctx.change(&caller.actor(), "manual.rules_changed", "manual", &before.path()) });
    let manual = at_path(&mut tx, path).await?;
    let mut shown = show(&mut tx, vec![manual]).await?;
    tx.commit().await?;
    tracing::info!(manual.path = %before.path(), "Changed the rules of {}", before.path());
    shown.pop().ok_or(Error::NotFound(Missing::Manual))
}

/// Moves a manual to the trash, unless others have files of it checked out. Compliance references to it have to be
/// checked again.
pub async fn delete(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<(), Error> {
    caller.require(Permission::CreateLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let found = at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &found)?;
    let (thing, now) = (TrashTarget::Manual(found.id.clone()), ctx.clock.now());
    checked_out::refuse(&mut tx, caller, &thing).await?;
    if !store::trash::insert(&mut tx, &thing, caller.user.account.as_str(), now).await? {
        return Err(Error::NotFound(Missing::Manual));
    }
    store::compliance::mark_suspects_of_manual(&mut tx, &found.id, caller.actor().as_str(), now).await?;
    tx.record(ctx.change(&caller.actor(), "manual.deleted", "manual", &found.path()));
    tx.commit().await?;
    tracing::info!(manual.path = %found.path(), "Deleted manual {}", found.path());
    Ok(())
}

/// A profile and the code of the operator whose view it is.
#[derive(Debug, Clone)]
pub struct OperatorProfile {
    pub profile: Profile,
    pub operator: Option<String>,
    /// `None` where it shows all content, or its operator has no aircraft.
    pub assertion: Option<ProfileAssertion>,
}

/// The profiles of the manual at a path.
pub async fn profiles(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<(Manual, Vec<OperatorProfile>), Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = at_path(&mut tx, path).await?;
    let mut found = Vec::new();
    for profile in store::profiles::list(&mut tx, &manual.id).await? {
        let operator = match &profile.operator_id {
            Some(id) => store::operators::find(&mut tx, id).await?,
            None => None,
        };
        let assertion = profiles::assertion(&profile.scope, operator.as_ref(), &manual);
        let operator = operator.map(|operator| operator.details.code);
        found.push(OperatorProfile { profile, operator, assertion });
    }
    Ok((manual, found))
}

/// The types a manual can have.
pub async fn types(ctx: &Ctx, caller: &Caller) -> Result<Vec<ManualType>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(store::types::list_manual_types(&mut caller.read(ctx).await?).await?)
}

/// The types a profile can have: everything for everybody, or an operator's view.
pub fn profile_types(caller: &Caller) -> Result<Vec<&'static str>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(vec!["all", "operator"])
}

/// The kinds of content a data module can have.
pub fn content_types(caller: &Caller) -> Result<Vec<&'static str>, Error> {
    caller.require(Permission::ReadContent)?;
    Ok(ContentType::ALL.iter().map(|kind| kind.as_str()).collect())
}
