//! Presets: what a person chooses when they publish a manual, kept for the next time.

use chrono::{DateTime, Utc};

use super::{BookArrangement, MAX_LANGUAGES, MAX_TARGETS, OutputFormat, ReviseType};
use crate::field::{FieldCode, FieldErrors};
use crate::object::words;
use crate::text;

/// Presets with a name that one person may keep for one manual.
pub const MAX_PRESETS: u64 = 20;
/// Characters of the name of a preset.
const MAX_NAME: usize = 60;
/// Characters of a profile, a registration, a language or the code of an operator.
const MAX_CHOSEN: usize = 200;

words! {
    /// The kind of publication that is made.
    PublishAim {
        Draft = "draft",
        /// For approval, or released where none is required.
        ReadyForApprove = "readyForApprove",
    }
}

/// The choices that a preset keeps. Profiles, aircraft, languages and the operator may be gone by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishChoices {
    pub aim: PublishAim,
    pub formats: Vec<OutputFormat>,
    pub revise_types: Vec<ReviseType>,
    pub profiles: Vec<String>,
    /// Registrations.
    pub aircraft: Vec<String>,
    /// Languages that a draft does without, as in `en-US`: a new one of the manual goes out.
    pub left_out_languages: Vec<String>,
    pub arrangement: BookArrangement,
    /// A code, or empty.
    pub operator: String,
}

/// The same as it came from a person.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedChoices {
    pub aim: String,
    pub formats: Vec<String>,
    pub revise_types: Vec<String>,
    pub profiles: Vec<String>,
    pub aircraft: Vec<String>,
    pub left_out_languages: Vec<String>,
    pub arrangement: String,
    pub operator: String,
}

/// A preset of a person for a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishPreset {
    pub id: String,
    /// Empty for what was chosen last.
    pub name: String,
    pub choices: PublishChoices,
    pub updated_on: DateTime<Utc>,
}

impl PublishChoices {
    /// Parses what a person chose; field names are those of the wire.
    pub fn parse(typed: &TypedChoices, errors: &mut FieldErrors) -> Option<Self> {
        let aim = errors.take("type", PublishAim::parse(&typed.aim).ok_or(FieldCode::UnknownValue));
        let formats = errors.take("formats", known(&typed.formats, OutputFormat::parse));
        let revise_types = errors.take("reviseTypes", known(&typed.revise_types, ReviseType::parse));
        let profiles = errors.take("profiles", names(&typed.profiles, MAX_TARGETS));
        let aircraft = errors.take("aircraft", names(&typed.aircraft, MAX_TARGETS));
        let languages = errors.take("leftOutLanguages", names(&typed.left_out_languages, MAX_LANGUAGES));
        let arrangement = BookArrangement::parse(&typed.arrangement).ok_or(FieldCode::UnknownValue);
        let arrangement = errors.take("bookLanguages", arrangement);
        let operator = errors.take("operator", text::line(&typed.operator, 0, MAX_CHOSEN));
        Some(Self {
            aim: aim?,
            formats: formats?,
            revise_types: revise_types?,
            profiles: profiles?,
            aircraft: aircraft?,
            left_out_languages: languages?,
            arrangement: arrangement?,
            operator: operator?,
        })
    }
}

/// Parses the name of a preset; empty for what was chosen last.
pub fn parse_preset_name(name: &str) -> Result<String, FieldCode> {
    text::line(name, 0, MAX_NAME)
}

/// Words of a closed list, each once.
fn known<T: Copy + PartialEq>(given: &[String], parse: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, FieldCode> {
    let mut read = Vec::new();
    for word in given {
        let one = parse(word).ok_or(FieldCode::UnknownValue)?;
        if !read.contains(&one) {
            read.push(one);
        }
    }
    Ok(read)
}

/// Names that only a later choice can check, each once.
fn names(given: &[String], most: usize) -> Result<Vec<String>, FieldCode> {
    let mut read: Vec<String> = Vec::new();
    for name in given {
        let name = text::line(name, 1, MAX_CHOSEN)?;
        if !read.contains(&name) {
            read.push(name);
        }
    }
    if read.len() > most { Err(FieldCode::TooMany) } else { Ok(read) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed() -> TypedChoices {
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        TypedChoices {
            aim: "draft".to_owned(),
            formats: list(&["pdf", "html", "pdf"]),
            revise_types: list(&["complete"]),
            profiles: list(&["All", " All "]),
            aircraft: Vec::new(),
            left_out_languages: list(&["zh-CN"]),
            arrangement: "automatic".to_owned(),
            operator: String::new(),
        }
    }

    #[test]
    fn each_choice_is_kept_once() {
        let mut errors = FieldErrors::default();
        let read = PublishChoices::parse(&typed(), &mut errors).expect("choices");
        assert_eq!(read.formats, [OutputFormat::Pdf, OutputFormat::Html]);
        assert_eq!(read.profiles, ["All"]);
        assert_eq!(read.aim, PublishAim::Draft);
    }

    #[test]
    fn unknown_words_and_too_many_names_are_refused_at_their_fields() {
        let aircraft = (0..=MAX_TARGETS).map(|number| number.to_string()).collect();
        let odd = TypedChoices {
            aim: "approved".to_owned(),
            formats: vec!["docx".to_owned()],
            aircraft,
            arrangement: String::new(),
            ..typed()
        };
        let mut errors = FieldErrors::default();
        assert_eq!(PublishChoices::parse(&odd, &mut errors), None);
        let told: Vec<String> = errors.into_list().iter().map(ToString::to_string).collect();
        let expected =
            ["type: unknown_value", "formats: unknown_value", "aircraft: too_many", "bookLanguages: unknown_value"];
        assert_eq!(told, expected);
        assert_eq!(parse_preset_name(&"a".repeat(61)), Err(FieldCode::TooLong));
        assert_eq!(parse_preset_name(" "), Ok(String::new()));
    }
}
