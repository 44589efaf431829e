//! Operators and the aircraft they fly.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};

use crate::field::{FieldCode, FieldErrors};
use crate::front_matter::refuse_reserved;
use crate::id::OperatorId;
use crate::language::Language;
use crate::text;

/// Default extension producer of an operator (specification, section 9).
pub const DEFAULT_EXTENSION_PRODUCER: &str = "F0210";

/// The most aircraft one operator can list.
pub const MAX_AIRCRAFT: usize = 1_000;

const MAX_ATTRIBUTES: usize = 50;
const MAX_LANGUAGES: usize = 20;

/// An operator as entered in the form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperatorDetails {
    pub code: String,
    pub name: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub languages: Vec<Language>,
    pub extension_producer: String,
    pub extension_code: String,
    pub aircraft: Vec<Aircraft>,
}

/// One aircraft of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aircraft {
    pub registration: String,
    pub serial_number: String,
    pub model: String,
    /// Product attributes as name and value, in the order they were entered.
    pub attributes: Vec<(String, String)>,
}

/// A stored operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub id: OperatorId,
    pub details: OperatorDetails,
    /// The SHA-256 name of the logo's bytes.
    pub logo: Option<String>,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    /// Grows with every change, so that two editors cannot overwrite each other.
    pub version: i64,
}

impl Aircraft {
    /// Whether the aircraft is of the model with this identification code: `H160` covers `H160` and `H160-B`.
    pub fn is_of_model(&self, model_ident_code: &str) -> bool {
        let (model, code) = (text::fold(&self.model), text::fold(model_ident_code));
        !code.is_empty()
            && model.strip_prefix(&code).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    }
}

/// An aircraft that joins a fleet, leaves it or is modified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AircraftChange {
    /// `None` for one that joins.
    pub before: Option<Aircraft>,
    /// `None` for one that leaves.
    pub after: Option<Aircraft>,
}

impl AircraftChange {
    /// The changes from one fleet to another. An aircraft is known by its registration, whatever its case.
    pub fn between(old: &[Aircraft], new: &[Aircraft]) -> Vec<Self> {
        let name = |one: &Aircraft| text::fold(&one.registration);
        let known: HashSet<String> = old.iter().map(name).collect();
        let after: HashMap<String, &Aircraft> = new.iter().map(|one| (name(one), one)).collect();
        let kept = old.iter().filter_map(|before| {
            let after = after.get(&name(before)).copied();
            (after != Some(before)).then(|| Self { before: Some(before.clone()), after: after.cloned() })
        });
        let joined = new.iter().filter(|after| !known.contains(&name(after)));
        kept.chain(joined.map(|after| Self { before: None, after: Some(after.clone()) })).collect()
    }

    pub fn registration(&self) -> &str {
        let aircraft = self.after.as_ref().or(self.before.as_ref());
        aircraft.map(|aircraft| aircraft.registration.as_str()).unwrap_or_default()
    }
}

/// Normalises the aircraft of an operator, or returns every field error.
pub fn parse_fleet(aircraft: &[Aircraft]) -> Result<Vec<Aircraft>, Vec<crate::field::FieldError>> {
    let mut errors = FieldErrors::default();
    let fleet = check_aircraft(aircraft, &mut errors);
    errors.finish()?;
    Ok(fleet)
}

impl Operator {
    /// The fields that differ in `after`, as name and `old → new`, for the change log.
    pub fn differences(&self, after: &Self) -> Vec<(String, String)> {
        let (old, new) = (&self.details, &after.details);
        let languages = |details: &OperatorDetails| {
            let all: Vec<String> = details.languages.iter().map(|l| format!("{}-{}", l.code(), l.country())).collect();
            all.join(", ")
        };
        let logo = |logo: &Option<String>| logo.as_deref().map_or("–", |hash| &hash[..hash.len().min(12)]).to_owned();
        let mut found = Vec::new();
        for (name, before, after) in [
            ("code", old.code.clone(), new.code.clone()),
            ("name", old.name.clone(), new.name.clone()),
            ("country", old.country.clone(), new.country.clone()),
            ("languages", languages(old), languages(new)),
            ("extensionProducer", old.extension_producer.clone(), new.extension_producer.clone()),
            ("extensionCode", old.extension_code.clone(), new.extension_code.clone()),
            ("logo", logo(&self.logo), logo(&after.logo)),
        ] {
            if before != after {
                found.push((name.to_owned(), format!("{before} → {after}")));
            }
        }
        found.extend(aircraft_differences(&old.aircraft, &new.aircraft));
        found
    }
}

fn aircraft_differences(old: &[Aircraft], new: &[Aircraft]) -> Vec<(String, String)> {
    let same = |a: &Aircraft, b: &Aircraft| text::fold(&a.registration) == text::fold(&b.registration);
    let mut found = Vec::new();
    for before in old {
        let text = match new.iter().find(|after| same(before, after)) {
            None => format!("{} → –", before.describe()),
            Some(after) if after == before => continue,
            Some(after) => format!("{} → {}", before.describe(), after.describe()),
        };
        found.push((format!("aircraft {}", before.registration), text));
    }
    for added in new.iter().filter(|after| !old.iter().any(|before| same(before, after))) {
        found.push((format!("aircraft {}", added.registration), format!("– → {}", added.describe())));
    }
    found
}

impl Aircraft {
    fn describe(&self) -> String {
        let attributes = self.attributes.iter().map(|(name, value)| format!("{name}={value}"));
        let parts = [self.registration.clone(), self.serial_number.clone(), self.model.clone()];
        parts.into_iter().chain(attributes).collect::<Vec<_>>().join(" ")
    }
}

fn is_code(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

/// Parses an operator code: 2 to 16 letters, digits, `-` and `_`.
pub fn parse_code(text: &str) -> Result<String, FieldCode> {
    text::code(text, 2, 16, is_code)
}

impl OperatorDetails {
    /// Normalises the input and fills in defaults, or returns every field error.
    pub fn check(self) -> Result<Self, Vec<crate::field::FieldError>> {
        let mut errors = FieldErrors::default();
        let code = errors.take("code", parse_code(&self.code));
        let name = errors.take("name", text::line(&self.name, 1, 120));
        let country = errors.take("country", parse_country(&self.country));
        let producer = or_default(&self.extension_producer, DEFAULT_EXTENSION_PRODUCER);
        let producer = errors.take("extensionProducer", text::code(producer, 1, 14, is_code));
        // A refused code is also the extension's default; report it only once.
        let extension = match (self.extension_code.trim(), &code) {
            ("", None) => None,
            ("", Some(code)) => errors.take("code", refuse_reserved(code.clone())),
            (typed, _) => errors.take("extensionCode", text::code(typed, 1, 60, is_code).and_then(refuse_reserved)),
        };
        if self.languages.len() > MAX_LANGUAGES {
            errors.add("languages", FieldCode::TooMany);
        }
        let aircraft = check_aircraft(&self.aircraft, &mut errors);
        errors.finish()?;
        Ok(Self {
            code: code.unwrap_or_default(),
            name: name.unwrap_or_default(),
            country: country.unwrap_or_default(),
            languages: without_repeats(self.languages),
            extension_producer: producer.unwrap_or_default(),
            extension_code: extension.unwrap_or_default(),
            aircraft,
        })
    }
}

fn or_default<'a>(text: &'a str, default: &'a str) -> &'a str {
    if text.trim().is_empty() { default } else { text }
}

fn parse_country(text: &str) -> Result<String, FieldCode> {
    if text.is_empty() {
        return Err(FieldCode::Required);
    }
    if text.len() == 2 && text.bytes().all(|b| b.is_ascii_alphabetic()) {
        Ok(text.to_ascii_uppercase())
    } else {
        Err(FieldCode::UnknownValue)
    }
}

fn without_repeats(languages: Vec<Language>) -> Vec<Language> {
    let mut kept: Vec<Language> = Vec::with_capacity(languages.len());
    for language in languages {
        if !kept.contains(&language) {
            kept.push(language);
        }
    }
    kept
}

fn check_aircraft(aircraft: &[Aircraft], errors: &mut FieldErrors) -> Vec<Aircraft> {
    if aircraft.len() > MAX_AIRCRAFT {
        errors.add("aircraft", FieldCode::TooMany);
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut kept = Vec::with_capacity(aircraft.len());
    for (index, one) in aircraft.iter().enumerate() {
        let at = |field: &str| format!("aircraft[{index}].{field}");
        let registration = errors.take(&at("registration"), text::code(&one.registration, 2, 16, is_code));
        let serial = errors.take(&at("serialNumber"), single_value(&one.serial_number, 40));
        let model = errors.take(&at("model"), single_value(&one.model, 40));
        let attributes = check_attributes(&one.attributes, &at("productAttributes"), errors);
        if let (Some(registration), Some(serial_number), Some(model)) = (registration, serial, model) {
            if !seen.insert(text::fold(&registration)) {
                errors.add(at("registration"), FieldCode::Taken);
            }
            kept.push(Aircraft { registration, serial_number, model, attributes });
        }
    }
    kept
}

/// The value of a property of one aircraft; `a|b` stands for the values of several.
fn single_value(text: &str, longest: usize) -> Result<String, FieldCode> {
    let value = text::line(text, 1, longest)?;
    if value.contains('|') { Err(FieldCode::Character) } else { Ok(value) }
}

fn check_attributes(attributes: &[(String, String)], field: &str, errors: &mut FieldErrors) -> Vec<(String, String)> {
    if attributes.len() > MAX_ATTRIBUTES {
        errors.add(field, FieldCode::TooMany);
        return Vec::new();
    }
    let mut kept: Vec<(String, String)> = Vec::with_capacity(attributes.len());
    for (index, (name, value)) in attributes.iter().enumerate() {
        let name = errors.take(&format!("{field}[{index}].name"), text::line(name, 1, 60));
        let value = errors.take(&format!("{field}[{index}].value"), single_value(value, 200));
        if let (Some(name), Some(value)) = (name, value) {
            if kept.iter().any(|(other, _)| *other == name) {
                errors.add(format!("{field}[{index}].name"), FieldCode::Taken);
            }
            kept.push((name, value));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn details() -> OperatorDetails {
        OperatorDetails {
            code: "ALP".into(),
            name: "Alpine Rotor".into(),
            country: "ch".into(),
            languages: vec![],
            extension_producer: String::new(),
            extension_code: String::new(),
            aircraft: vec![],
        }
    }

    fn aircraft(registration: &str) -> Aircraft {
        Aircraft {
            registration: registration.into(),
            serial_number: "1001".into(),
            model: "H160-B".into(),
            attributes: vec![],
        }
    }

    #[test]
    fn an_aircraft_is_of_a_model_when_its_name_begins_with_the_whole_code() {
        let one = aircraft("HB-ZAA");
        assert!(one.is_of_model("H160") && one.is_of_model("h160-b"));
        assert!(!one.is_of_model("H16") && !one.is_of_model("H160-B2") && !one.is_of_model(""));
    }

    #[test]
    fn empty_fields_get_their_defaults() {
        let checked = details().check().expect("valid");
        assert_eq!(checked.extension_producer, "F0210");
        assert_eq!(checked.extension_code, "ALP");
        assert_eq!(checked.country, "CH");
    }

    #[test]
    fn the_extension_code_of_generated_modules_is_reserved() {
        let said = |details: OperatorDetails| {
            let errors = details.check().expect_err("refused");
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let typed = OperatorDetails { extension_code: "AirfolioFM".into(), ..details() };
        assert_eq!(said(typed), ["extensionCode: reserved"]);
        let by_default = OperatorDetails { code: "AIRFOLIOFM".into(), ..details() };
        assert_eq!(said(by_default), ["code: reserved"]);
    }

    #[test]
    fn all_field_errors_are_reported_at_once() {
        let bad = OperatorDetails {
            code: "A B".into(),
            name: " ".into(),
            country: "Switzerland".into(),
            aircraft: vec![aircraft("HB-ZAA"), aircraft("hb-zaa"), aircraft("")],
            ..details()
        };
        let errors = bad.check().expect_err("refused");
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                "code: space",
                "name: required",
                "country: unknown_value",
                "aircraft[1].registration: taken",
                "aircraft[2].registration: required",
            ]
        );
    }

    #[test]
    fn a_product_attribute_is_named_once() {
        let mut one = aircraft("HB-ZAA");
        one.attributes = vec![("engine".into(), "A".into()), ("engine".into(), "B".into())];
        let errors = OperatorDetails { aircraft: vec![one], ..details() }.check().expect_err("refused");
        assert_eq!(errors[0].to_string(), "aircraft[0].productAttributes[1].name: taken");
    }

    #[test]
    fn a_property_of_an_aircraft_has_one_value() {
        let mut one = aircraft("HB-ZAA");
        (one.serial_number, one.model) = ("1|2".into(), "A|B".into());
        one.attributes = vec![("hoist".into(), "yes|no".into())];
        let errors = OperatorDetails { aircraft: vec![one], ..details() }.check().expect_err("refused");
        let fields: Vec<String> = errors.iter().map(ToString::to_string).collect();
        let expected = ["serialNumber", "model", "productAttributes[0].value"];
        assert_eq!(fields, expected.map(|field| format!("aircraft[0].{field}: character")));
    }

    #[test]
    fn aircraft_join_leave_and_are_modified() {
        let mut modified = aircraft("hb-zab");
        modified.serial_number = "7".into();
        let old = [aircraft("HB-ZAA"), aircraft("HB-ZAB"), aircraft("HB-ZAC")];
        let new = [aircraft("HB-ZAC"), modified.clone(), aircraft("HB-ZAD")];
        let changes = AircraftChange::between(&old, &new);
        let named: Vec<(&str, bool, bool)> =
            changes.iter().map(|one| (one.registration(), one.before.is_some(), one.after.is_some())).collect();
        assert_eq!(named, [("HB-ZAA", true, false), ("hb-zab", true, true), ("HB-ZAD", false, true)]);
        assert_eq!(changes[1].after, Some(modified));
        assert_eq!(AircraftChange::between(&old, &old), []);
    }

    #[test]
    fn a_change_has_the_old_and_the_new_value() {
        let operator = |details| Operator {
            id: OperatorId("o".into()),
            details,
            logo: None,
            created_on: DateTime::UNIX_EPOCH,
            updated_on: DateTime::UNIX_EPOCH,
            version: 1,
        };
        let mut changed = aircraft("HB-ZAA");
        changed.attributes = vec![("hoist".into(), "yes".into())];
        let before = operator(OperatorDetails { aircraft: vec![aircraft("HB-ZAA"), aircraft("HB-ZAB")], ..details() });
        let after = OperatorDetails { name: "Alpine".into(), aircraft: vec![changed, aircraft("HB-ZAC")], ..details() };
        let said: Vec<String> =
            before.differences(&operator(after)).iter().map(|(name, text)| format!("{name}: {text}")).collect();
        assert_eq!(
            said,
            [
                "name: Alpine Rotor → Alpine",
                "aircraft HB-ZAA: HB-ZAA 1001 H160-B → HB-ZAA 1001 H160-B hoist=yes",
                "aircraft HB-ZAB: HB-ZAB 1001 H160-B → –",
                "aircraft HB-ZAC: – → HB-ZAC 1001 H160-B",
            ]
        );
        assert_eq!(before.differences(&before), []);
    }

    proptest! {
        #[test]
        fn an_accepted_code_is_plain(text in "\\PC{0,20}") {
            if let Ok(code) = parse_code(&text) {
                prop_assert!((2..=16).contains(&code.len()) && code.chars().all(is_code));
            }
        }
    }
}
