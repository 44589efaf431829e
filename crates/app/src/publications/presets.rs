//! Presets of the publish dialog: each person has their own for each manual.

use domain::access::AccessLevel;
use domain::field::FieldErrors;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::publication::{MAX_PRESETS, PublishChoices, PublishPreset, TypedChoices, parse_preset_name};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, PublicationError};
use crate::library::manuals;

/// The presets of the caller for a manual: what they chose last, then those with a name.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Vec<PublishPreset>, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    Ok(store::publish_presets::list(&mut tx, &caller.user.id, &manual.id).await?)
}

/// Saves a preset of the caller; one of the same name is replaced. The one without a name is what they chose last.
pub async fn save(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    name: &str,
    typed: &TypedChoices,
) -> Result<PublishPreset, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut errors = FieldErrors::default();
    let name = errors.take("name", parse_preset_name(name));
    let choices = PublishChoices::parse(typed, &mut errors);
    let (Some(name), Some(choices)) = (name, choices) else { return Err(errors.into_list().into()) };
    let mut preset = PublishPreset { id: ctx.ids.next(), name, choices, updated_on: ctx.clock.now() };
    let mut tx = caller.begin(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    preset.id = store::publish_presets::upsert(&mut tx, &caller.user.id, &manual.id, &preset).await?;
    if store::publish_presets::count_named(&mut tx, &caller.user.id, &manual.id).await? > MAX_PRESETS {
        return Err(PublicationError::TooManyPresets.into());
    }
    tx.commit().await?;
    Ok(preset)
}

/// Deletes a preset of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.begin(ctx).await?;
    if !store::publish_presets::delete(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::PublishPreset));
    }
    Ok(tx.commit().await?)
}
