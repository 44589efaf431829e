//! The aircraft or product that a person reads for.

use crate::field::{FieldCode, FieldErrors};

/// The choice of a person, the same in all manuals.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Effectivity {
    /// A registration.
    pub aircraft: Option<String>,
    /// The key of a product: its id and its attributes.
    pub product: Option<String>,
    /// Single properties and their values.
    pub set: Vec<String>,
    /// The database whose tables declare the single properties; they count in no other.
    pub database: Option<String>,
    /// Shows content that does not apply, greyed out, instead of hiding it.
    pub grey: bool,
}

impl Effectivity {
    /// Limit of single properties.
    pub const MAX_SET: usize = 100;
    const MAX_LINE: usize = 720;
    const MAX_PRODUCT: usize = 4_000;

    /// Adds what is too long to be stored.
    pub fn check(&self, errors: &mut FieldErrors) {
        let is_long = |text: &Option<String>, limit| text.as_ref().is_some_and(|text| text.len() > limit);
        for (field, text, limit) in [
            ("preferences.effectivity.aircraft", &self.aircraft, Self::MAX_LINE),
            ("preferences.effectivity.product", &self.product, Self::MAX_PRODUCT),
            ("preferences.effectivity.database", &self.database, Self::MAX_LINE),
        ] {
            if is_long(text, limit) {
                errors.add(field, FieldCode::TooLong);
            }
        }
        if self.set.len() > Self::MAX_SET {
            errors.add("preferences.effectivity.set", FieldCode::TooMany);
        }
        if self.set.iter().any(|one| one.len() > Self::MAX_LINE) {
            errors.add("preferences.effectivity.set", FieldCode::TooLong);
        }
    }
}
