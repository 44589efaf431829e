//! The text of a module for an aircraft before and after a change of its fleet, before the change is saved.

use std::sync::Arc;

use domain::field::FieldCode;
use domain::id::OperatorId;
use domain::language::Locale;
use domain::operator::Aircraft;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::applic::{Assignments, repository};
use s1000d::filter::{ProductFilter, filter};
use s1000d::guard::{self, Refusal};

use super::changes::change_of;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::reading::content;
use crate::reading::viewer::fleet::Fleet;
use crate::reading::viewer::{CompareLayout, ComparedState, ComparedStates, compare, find, repositories, tables};

/// The modules that an aircraft has at a place.
#[derive(Debug, Clone)]
pub struct TailRedlineQuery {
    pub registration: String,
    /// The module before the change; `None` where it had none.
    pub before: Option<FilePath>,
    /// The module after the change; `None` where it has none.
    pub after: Option<FilePath>,
}

/// Compares what an aircraft reads before and after a change of the fleet of an operator, in one text.
///
/// A module that appears or disappears is compared with itself: all that the aircraft reads of it is shown, without marks.
pub async fn compare_for_aircraft(
    ctx: &Ctx,
    caller: &Caller,
    operator: Option<&OperatorId>,
    fleet: &[Aircraft],
    query: &TailRedlineQuery,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require(Permission::ManageOperators)?;
    let change = change_of(&mut caller.read(ctx).await?, operator, fleet, &query.registration).await?;
    let before = query.before.as_ref().zip(change.before.as_ref());
    let after = query.after.as_ref().zip(change.after.as_ref());
    let (old, new) = match (before, after) {
        (Some(old), Some(new)) => (old, new),
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => return Err(Error::field("after", FieldCode::Required)),
    };
    let states = [as_read(ctx, caller, old).await?, as_read(ctx, caller, new).await?];
    Box::pin(compare(ctx, caller, [old.0, new.0], states, CompareLayout::One, locale)).await
}

/// The module in the working lane without what does not apply to an aircraft. What cannot be decided stays, as for readers.
async fn as_read(ctx: &Ctx, caller: &Caller, (path, aircraft): (&FilePath, &Aircraft)) -> Result<ComparedState, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, &Reading::default(), None).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    drop(tx);
    let manual = tables::read(ctx, &sources).await?;
    let bytes = content::read(ctx, &opened.file.version.content.blob).await?;
    let names_shared = repository::is_named_in(&bytes);
    let entries = if names_shared { repositories::read(ctx, opened.own).await? } else { Arc::default() };
    let language = opened.file.object.identity.language.clone();
    let is_stated_elsewhere = opened.file.version.content.status_blob.is_some();
    let aircraft = aircraft.clone();
    let filtered = tokio::task::spawn_blocking(move || -> Result<String, Refusal> {
        let checked = guard::check(&bytes)?;
        let own = manual.of(set);
        let fleet = Fleet::new(own.bilingual(), &own.model_codes);
        // Where a manual has several ACTs, those that the module does not name say nothing of it.
        let is_known = (manual.sets.is_empty() || set.is_some()) && fleet.knows(&aircraft);
        let products: Vec<Assignments> = is_known.then(|| fleet.assignments(&aircraft)).into_iter().collect();
        let repository = entries.statements(&language);
        let settings = ProductFilter {
            products: &products,
            repository: Some(&repository),
            is_stated_elsewhere,
            ..ProductFilter::default()
        };
        let text = filter(&checked, &settings)?.text;
        Ok(text.unwrap_or_else(|| checked.text().to_owned()))
    });
    Ok(ComparedState::Filtered(filtered.await?.map_err(FileError::Unreadable)?))
}
