//! The effect of a change request: aircraft, translations, contents.

use std::collections::{BTreeSet, HashSet};

use domain::compliance::TouchedRequirement;
use domain::file::File;
use domain::id::{ChangeRequestId, ObjectId};
use domain::path;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::editing::change_requests::find;
use crate::library::revisions;
use crate::reading::viewer::touched_fleet;

pub use crate::reading::viewer::TouchedFleet;

/// References of requirements that are named.
const MAX_REQUIREMENTS: u64 = 500;

/// The effect of the modules of a change request in the working lane.
#[derive(Debug, Clone, Default)]
pub struct RequestEffect {
    pub fleet: TouchedFleet,
    /// The same modules in other languages, which are not part of the request.
    pub translations: Vec<File>,
    pub places: Vec<TouchedPlace>,
    /// References of requirements to the modules, each with the path of its module.
    pub requirements: Vec<(String, TouchedRequirement)>,
}

/// A place of a module in the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TouchedPlace {
    pub path: String,
    pub title: String,
    /// The title of the section around it, or the code of the container.
    pub section: String,
}

/// Reads what a change request touches.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId) -> Result<RequestEffect, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let request = find(&mut tx, id).await?;
    let missing = || Error::NotFound(Missing::Manual);
    let manual = store::manuals::find(&mut tx, &request.manual_id).await?.ok_or_else(missing)?;
    let working = revisions::read(&mut tx, &manual, &Reading::default()).await?;
    let Some(working) = working else { return Ok(RequestEffect::default()) };
    let modules = store::change_requests::list_modules(&mut tx, &request).await?;
    let own: Vec<ObjectId> = modules.iter().map(|module| module.object).collect();
    let files = store::files::list_by_objects(&mut tx, working.id, &own).await?;
    let codes: BTreeSet<String> = files.iter().map(|file| fold(&file.object.identity.code)).collect();
    let codes = Vec::from_iter(codes);
    let mut others = store::revisions::list_languages(&mut tx, &manual.csdb_id, working.id, &codes).await?;
    let places = store::toc::list_places_of(&mut tx, working.id, &own).await?;
    let requirements = store::compliance::list_touched(&mut tx, &own, MAX_REQUIREMENTS).await?;
    let own: HashSet<ObjectId> = own.into_iter().collect();
    others.retain(|object| !own.contains(object));
    let mut translations = store::files::list_by_objects(&mut tx, working.id, &others).await?;
    translations.sort_by(|one, two| one.path.cmp(&two.path));
    drop(tx);
    let (csdb, name) = (manual.csdb_name.as_str(), manual.name.as_str());
    let places = places.into_iter().map(|place| TouchedPlace {
        path: path::of_object(csdb, Some(name), &place.key),
        title: place.title,
        section: place.around,
    });
    let places = places.collect();
    let fleet = touched_fleet(ctx, caller, (&manual, working.id), &files).await?;
    let located = |one: TouchedRequirement| (path::of_object(csdb, Some(name), &one.key), one);
    let requirements = requirements.into_iter().map(located).collect();
    Ok(RequestEffect { fleet, translations, places, requirements })
}
