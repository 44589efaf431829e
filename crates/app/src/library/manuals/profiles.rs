//! The profiles of a manual: one for all, and one for each operator that flies its model.

use domain::change::Actor;
use domain::id::{OperatorId, ProfileId};
use domain::manual::Manual;
use domain::operator::{Aircraft, Operator};
use domain::page::{Order, PageRequest};
use domain::profile::{ALL, Profile, ProfileAssertion, ProfileScope};
use store::Tx;
use store::operators::{OperatorFilter, OperatorSort};

use super::NewManual;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Makes the profiles of a new manual.
pub(super) async fn make(ctx: &Ctx, tx: &mut Tx, manual: &Manual, new: &NewManual) -> Result<(), Error> {
    let mut wanted = vec![profile(ctx, manual, ALL, None)];
    if !new.first_profile.is_empty() {
        wanted.push(profile(ctx, manual, new.first_profile.trim(), None));
    }
    if new.profile_per_operator {
        store::manuals::set_profile_per_operator(tx, &manual.id).await?;
        for operator in all_operators(tx).await?.iter().filter(|one| flies(one, manual)) {
            wanted.push(profile(ctx, manual, &operator.details.code, Some(operator)));
        }
    }
    for one in wanted {
        // The first profile may well be called like an operator, or `All`.
        store::profiles::insert(tx, &one).await?;
    }
    Ok(())
}

/// Makes the profiles that an operator lacks in the manuals of its aircraft.
pub(crate) async fn add_operator(ctx: &Ctx, tx: &mut Tx, actor: &Actor, operator: &Operator) -> Result<(), Error> {
    for manual in store::manuals::list_with_profile_per_operator(tx).await? {
        let has_profile = store::profiles::list(tx, &manual.id)
            .await?
            .iter()
            .any(|one| one.operator_id.as_ref() == Some(&operator.id) && one.scope == ProfileScope::Fleet);
        if has_profile || !flies(operator, &manual) {
            continue;
        }
        let new = profile(ctx, &manual, &operator.details.code, Some(operator));
        if store::profiles::insert(tx, &new).await? {
            tx.record(ctx.change(actor, "manual.profile_added", "manual", &manual.path()));
        }
    }
    Ok(())
}

/// The assertion of a profile; for that of a fleet, as the fleet is now.
pub(super) fn assertion(
    scope: &ProfileScope,
    operator: Option<&Operator>,
    manual: &Manual,
) -> Option<ProfileAssertion> {
    match (scope, operator) {
        (ProfileScope::Asserted(assertion), _) => Some(assertion.clone()),
        (ProfileScope::Fleet, Some(operator)) => ProfileAssertion::of_fleet(&fleet_of(operator, manual)),
        (ProfileScope::Fleet, None) | (ProfileScope::All, _) => None,
    }
}

/// The aircraft of an operator of a manual's model; all where none is, because a manual may be about several models.
fn fleet_of(operator: &Operator, manual: &Manual) -> Vec<Aircraft> {
    let all = &operator.details.aircraft;
    let own: Vec<Aircraft> =
        all.iter().filter(|one| one.is_of_model(&manual.details.model_ident_code)).cloned().collect();
    if own.is_empty() { all.clone() } else { own }
}

fn flies(operator: &Operator, manual: &Manual) -> bool {
    let details = &manual.details;
    details.aircraft_related && operator.details.aircraft.iter().any(|one| one.is_of_model(&details.model_ident_code))
}

async fn all_operators(tx: &mut Tx) -> Result<Vec<Operator>, Error> {
    let filter = OperatorFilter { text: String::new(), sort: OperatorSort::Code, order: Order::Ascending };
    let mut all = Vec::new();
    for number in 1.. {
        let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) else { break };
        let page = store::operators::list(tx, &filter, request).await?;
        let more = page.items.len() == PageRequest::MAX_SIZE as usize;
        all.extend(page.items);
        if !more {
            break;
        }
    }
    Ok(all)
}

/// A profile of all content, or of the fleet of an operator.
pub(super) fn profile(ctx: &Ctx, manual: &Manual, name: &str, operator: Option<&Operator>) -> Profile {
    let now = ctx.clock.now();
    let details = operator.map(|operator| &operator.details);
    Profile {
        id: ProfileId(ctx.ids.next()),
        manual_id: manual.id.clone(),
        name: name.to_owned(),
        operator_id: operator.map(|operator| OperatorId(operator.id.0.clone())),
        scope: operator.map_or(ProfileScope::All, |_| ProfileScope::Fleet),
        extension_code: details.map_or(&manual.details.extension_code, |details| &details.extension_code).clone(),
        extension_producer: details
            .map_or(&manual.details.extension_producer, |details| &details.extension_producer)
            .clone(),
        created_on: now,
        updated_on: now,
        version: 1,
    }
}
