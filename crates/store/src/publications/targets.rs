//! The targets of a publication's files, as they are stored.

use domain::operator::Aircraft;
use domain::publication::{PublicationTarget, TargetScope};
use serde::{Deserialize, Serialize};

use crate::profiles::StoredAssertion;

#[derive(Serialize, Deserialize)]
pub(super) struct StoredTarget {
    name: String,
    scope: StoredTargetScope,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StoredTargetScope {
    Everything,
    Fleet(Vec<StoredTail>),
    Asserted(StoredAssertion),
    Tail(StoredTail),
}

#[derive(Serialize, Deserialize)]
struct StoredTail {
    registration: String,
    serial_number: String,
    model: String,
    attributes: Vec<(String, String)>,
}

impl From<&Aircraft> for StoredTail {
    fn from(aircraft: &Aircraft) -> Self {
        Self {
            registration: aircraft.registration.clone(),
            serial_number: aircraft.serial_number.clone(),
            model: aircraft.model.clone(),
            attributes: aircraft.attributes.clone(),
        }
    }
}

impl From<StoredTail> for Aircraft {
    fn from(stored: StoredTail) -> Self {
        Self {
            registration: stored.registration,
            serial_number: stored.serial_number,
            model: stored.model,
            attributes: stored.attributes,
        }
    }
}

impl From<&PublicationTarget> for StoredTarget {
    fn from(target: &PublicationTarget) -> Self {
        let scope = match &target.scope {
            TargetScope::Everything => StoredTargetScope::Everything,
            TargetScope::Fleet(fleet) => StoredTargetScope::Fleet(fleet.iter().map(StoredTail::from).collect()),
            TargetScope::Asserted(assertion) => StoredTargetScope::Asserted(assertion.into()),
            TargetScope::Tail(aircraft) => StoredTargetScope::Tail(aircraft.into()),
        };
        Self { name: target.name.clone(), scope }
    }
}

impl From<StoredTarget> for PublicationTarget {
    fn from(stored: StoredTarget) -> Self {
        let scope = match stored.scope {
            StoredTargetScope::Everything => TargetScope::Everything,
            StoredTargetScope::Fleet(fleet) => TargetScope::Fleet(fleet.into_iter().map(Aircraft::from).collect()),
            StoredTargetScope::Asserted(assertion) => TargetScope::Asserted(assertion.into()),
            StoredTargetScope::Tail(aircraft) => TargetScope::Tail(aircraft.into()),
        };
        Self { name: stored.name, scope }
    }
}
