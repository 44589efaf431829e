//! The profiles and aircraft that a publication has files for.

use domain::manual::Manual;
use domain::profile::{ALL, Profile, ProfileScope};
use domain::publication::{PublicationOptions, PublicationTarget, TargetScope};
use domain::text::fold;
use store::Tx;

use crate::core::error::Error;

/// A profile or an aircraft that files cannot be made for.
#[derive(Debug)]
pub(super) struct UnknownTarget {
    /// The parameter that names it.
    pub(super) field: &'static str,
    pub(super) name: String,
    /// It is there, but is the fleet of another operator than the one that receives the files.
    pub(super) is_of_another: bool,
}

/// Profiles of a manual, then aircraft of the operator that receives the publication, as they are now.
pub(super) async fn find(
    tx: &mut Tx,
    manual: &Manual,
    options: &PublicationOptions,
) -> Result<Result<Vec<PublicationTarget>, UnknownTarget>, Error> {
    let profiles = store::profiles::list(tx, &manual.id).await?;
    let mut targets = Vec::with_capacity(options.profiles.len() + options.aircraft.len());
    for name in &options.profiles {
        let Some(profile) = profiles.iter().find(|profile| profile.name == *name) else {
            if name == ALL {
                targets.push(PublicationTarget::everything());
                continue;
            }
            return Ok(Err(UnknownTarget { field: "profiles", name: name.clone(), is_of_another: false }));
        };
        let Some(scope) = scope_of(tx, profile, &options.operator).await? else {
            return Ok(Err(UnknownTarget { field: "profiles", name: name.clone(), is_of_another: true }));
        };
        targets.push(PublicationTarget { name: name.clone(), scope });
    }
    for registration in &options.aircraft {
        let found = store::operators::find_aircraft(tx, registration).await?;
        let Some(one) = found.filter(|one| fold(&one.operator_code) == fold(&options.operator)) else {
            return Ok(Err(UnknownTarget { field: "aircraft", name: registration.clone(), is_of_another: false }));
        };
        targets.push(PublicationTarget { name: registration.clone(), scope: TargetScope::Tail(one.aircraft) });
    }
    Ok(Ok(targets))
}

/// The content for a profile; none for the fleet of another operator than the one that receives it, which must not learn
/// its registrations.
async fn scope_of(tx: &mut Tx, profile: &Profile, receiver: &str) -> Result<Option<TargetScope>, Error> {
    match &profile.scope {
        ProfileScope::All => Ok(Some(TargetScope::Everything)),
        ProfileScope::Asserted(assertion) => Ok(Some(TargetScope::Asserted(assertion.clone()))),
        ProfileScope::Fleet => {
            let operator = match &profile.operator_id {
                Some(id) => store::operators::find(tx, id).await?,
                None => None,
            };
            let Some(operator) = operator else { return Ok(Some(TargetScope::Fleet(Vec::new()))) };
            let is_own = fold(&operator.details.code) == fold(receiver);
            Ok(is_own.then_some(TargetScope::Fleet(operator.details.aircraft)))
        }
    }
}
