//! Objects that do not go out with a filtered publication module.

use foldhash::HashMap;

use crate::code::Identity;
use crate::object::ObjectRef;

/// The objects of a manual, and whether they go out with its filtered texts.
#[derive(Debug, Default)]
pub struct AbsentObjects(HashMap<String, ObjectsOfCode>);

#[derive(Debug, Default)]
struct ObjectsOfCode {
    absent: Vec<Identity>,
    present: Vec<Identity>,
}

impl AbsentObjects {
    pub fn add(&mut self, identity: &Identity, is_present: bool) {
        let objects = self.0.entry(identity.code.as_str().to_owned()).or_default();
        let list = if is_present { &mut objects.present } else { &mut objects.absent };
        list.push(identity.clone());
    }

    /// Whether a reference leads to objects of which none goes out. One that the manual never had is not its concern.
    pub fn has(&self, target: &ObjectRef) -> bool {
        let Some(objects) = self.0.get(target.code.as_str()) else { return false };
        let is_among = |list: &[Identity]| list.iter().any(|identity| target.is_to(identity));
        is_among(&objects.absent) && !is_among(&objects.present)
    }

    /// Whether everything goes out.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|objects| objects.absent.is_empty())
    }
}
