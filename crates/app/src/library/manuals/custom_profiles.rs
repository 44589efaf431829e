//! Profiles that people add, change and delete.

use std::collections::BTreeSet;

use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::{FieldCode, FieldErrors};
use domain::id::ProfileId;
use domain::manual::Manual;
use domain::operator::Operator;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::profile::{MAX_PROFILES, Profile, ProfileScope, parse_name};
use domain::text::fold;
use store::Tx;

use super::{OperatorProfile, at_path, profiles};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// A profile as typed.
#[derive(Debug, Clone)]
pub struct ProfileInput {
    pub name: String,
    /// The code of the operator whose view it is; empty for none.
    pub operator: String,
    pub scope: ProfileScope,
}

struct CheckedProfile {
    name: String,
    operator: Option<Operator>,
    scope: ProfileScope,
}

/// Adds a profile to the manual at a path.
pub async fn add_profile(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    input: ProfileInput,
) -> Result<(Manual, OperatorProfile), Error> {
    caller.require(Permission::CreateLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let manual = at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    let checked = check(&mut tx, &manual, None, input).await?;
    let own = profiles::profile(ctx, &manual, &checked.name, checked.operator.as_ref());
    let profile = Profile { scope: checked.scope, ..own };
    if !store::profiles::insert(&mut tx, &profile).await? {
        return Err(Error::field("name", FieldCode::Taken));
    }
    let change = ctx.change(&caller.actor(), "manual.profile_added", "manual", &manual.path());
    tx.record(Change { detail: detail(&profile, checked.operator.as_ref()), ..change });
    tx.commit().await?;
    tracing::info!(manual.path = %manual.path(), "Added profile {} to {}", profile.name, manual.path());
    let shown = show(&manual, profile, checked.operator);
    Ok((manual, shown))
}

/// Changes a profile.
pub async fn update_profile(
    ctx: &Ctx,
    caller: &Caller,
    id: &ProfileId,
    version: i64,
    input: ProfileInput,
) -> Result<(Manual, OperatorProfile), Error> {
    caller.require(Permission::CreateLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let (before, manual) = find(&mut tx, id).await?;
    if before.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    let checked = check(&mut tx, &manual, Some(id), input).await?;
    let operator_before = match &before.operator_id {
        Some(id) => store::operators::find(&mut tx, id).await?,
        None => None,
    };
    // The extension of new modules is that of the operator.
    let own = profiles::profile(ctx, &manual, &checked.name, checked.operator.as_ref());
    let (id, created_on, version) = (before.id.clone(), before.created_on, before.version);
    let wanted = Profile { id, scope: checked.scope, created_on, version, ..own };
    if !store::profiles::update(&mut tx, &wanted).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let mut changed = detail(&wanted, checked.operator.as_ref());
    let operator_before = operator_before.map(|operator| format!(" ({})", operator.details.code));
    let said = format!("{}{}: {}", before.name, operator_before.unwrap_or_default(), before.scope);
    changed.push(("before".to_owned(), said));
    let change = ctx.change(&caller.actor(), "manual.profile_changed", "manual", &manual.path());
    tx.record(Change { detail: changed, ..change });
    tx.commit().await?;
    tracing::info!(manual.path = %manual.path(), "Changed profile {} of {}", wanted.name, manual.path());
    let shown = show(&manual, Profile { version: version + 1, ..wanted }, checked.operator);
    Ok((manual, shown))
}

/// Deletes a profile as it was shown; its content stays in the manual.
pub async fn delete_profile(ctx: &Ctx, caller: &Caller, id: &ProfileId, version: i64) -> Result<(), Error> {
    caller.require(Permission::CreateLibrary)?;
    let mut tx = caller.begin(ctx).await?;
    let (profile, manual) = find(&mut tx, id).await?;
    if !store::profiles::delete(&mut tx, id, version).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let change = ctx.change(&caller.actor(), "manual.profile_deleted", "manual", &manual.path());
    tx.record(Change { detail: detail(&profile, None), ..change });
    tx.commit().await?;
    tracing::info!(manual.path = %manual.path(), "Deleted profile {} of {}", profile.name, manual.path());
    Ok(())
}

/// A profile that the caller of the transaction may change, and its manual.
async fn find(tx: &mut Tx, id: &ProfileId) -> Result<(Profile, Manual), Error> {
    let missing = || Error::NotFound(Missing::Profile);
    let profile = store::profiles::find(tx, id).await?.ok_or_else(missing)?;
    let manual = store::manuals::find(tx, &profile.manual_id).await?.ok_or_else(missing)?;
    Caller::require_in_manual(tx, AccessLevel::Author, &manual)?;
    if profile.is_fixed() {
        return Err(Error::field("id", FieldCode::Reserved));
    }
    Ok((profile, manual))
}

async fn check(
    tx: &mut Tx,
    manual: &Manual,
    own: Option<&ProfileId>,
    input: ProfileInput,
) -> Result<CheckedProfile, Error> {
    let mut errors = FieldErrors::default();
    let name = errors.take("name", parse_name(&input.name)).unwrap_or_default();
    let all = store::profiles::list(tx, &manual.id).await?;
    if all.iter().any(|one| Some(&one.id) != own && fold(&one.name) == fold(&name)) {
        errors.add("name", FieldCode::Taken);
    }
    // Those that operators get by themselves leave room for others.
    let fleets = all.iter().filter(|one| one.scope == ProfileScope::Fleet).filter_map(|one| one.operator_id.as_ref());
    let automatic = fleets.collect::<BTreeSet<_>>().len();
    if own.is_none() && all.len() >= MAX_PROFILES + automatic {
        errors.add("name", FieldCode::TooMany);
    }
    let code = input.operator.trim();
    let operator = if code.is_empty() { None } else { store::operators::find_by_code(tx, code).await? };
    if operator.is_none() && !code.is_empty() {
        errors.add("operator", FieldCode::UnknownValue);
    }
    let scope = match input.scope {
        ProfileScope::Asserted(assertion) => errors.take("assertion", assertion.check()).map(ProfileScope::Asserted),
        ProfileScope::Fleet if code.is_empty() => {
            errors.add("operator", FieldCode::Required);
            None
        }
        other => Some(other),
    };
    errors.finish()?;
    Ok(CheckedProfile { name, operator, scope: scope.unwrap_or_default() })
}

fn show(manual: &Manual, profile: Profile, operator: Option<Operator>) -> OperatorProfile {
    let assertion = profiles::assertion(&profile.scope, operator.as_ref(), manual);
    OperatorProfile { profile, operator: operator.map(|operator| operator.details.code), assertion }
}

fn detail(profile: &Profile, operator: Option<&Operator>) -> Vec<(String, String)> {
    let mut detail =
        vec![("profile".to_owned(), profile.name.clone()), ("scope".to_owned(), profile.scope.to_string())];
    if let Some(operator) = operator {
        detail.push(("operator".to_owned(), operator.details.code.clone()));
    }
    detail
}
