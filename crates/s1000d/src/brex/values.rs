//! The values that a rule allows: single, range, pattern.

use std::collections::HashMap;
use std::sync::Arc;

use super::pattern::{PatternError, compile};
use super::report::UnjudgedReason;
use super::rule::ObjectValue;

/// Different patterns of all layers together: the default BREX has some 20, and each may take some milliseconds to compile.
const MOST_PATTERNS: usize = 100;
/// Memory that a compiled pattern may take, with the states of a thread that matches it.
const PATTERN_WEIGHT: usize = 512 << 10;

/// The values of one rule, compiled.
#[derive(Debug)]
pub(super) enum AllowedValue {
    Single(String),
    /// `a~b`, both included, and single values, separated by `|`.
    Range(Vec<(String, Option<String>)>),
    /// Shared by the rules that write the same.
    Pattern(Arc<regex::Regex>),
}

impl AllowedValue {
    pub(super) fn new(value: &ObjectValue, patterns: &mut Patterns) -> Result<Self, UnjudgedReason> {
        let allowed = value.allowed.as_deref().ok_or(UnjudgedReason::NoValue)?;
        match value.form.as_deref().map(str::trim) {
            None | Some("" | "single") => Ok(Self::Single(allowed.to_owned())),
            Some("range") => Ok(Self::Range(allowed.split('|').map(part).collect())),
            Some("pattern") => patterns.compile(allowed).map(Self::Pattern),
            Some(form) => Err(UnjudgedReason::ValueForm(form.to_owned())),
        }
    }

    /// The cost of looking at a value.
    pub(super) fn weight(&self, value: &str) -> usize {
        match self {
            Self::Single(_) => 1,
            Self::Range(parts) => parts.len(),
            Self::Pattern(_) => 8 + value.len(),
        }
    }

    pub(super) fn allows(&self, value: &str) -> bool {
        match self {
            Self::Single(allowed) => value == allowed,
            Self::Range(parts) => parts.iter().any(|(first, last)| match last {
                None => value == first,
                Some(last) => is_between(value, first, last),
            }),
            Self::Pattern(pattern) => pattern.is_match(value),
        }
    }
}

fn part(text: &str) -> (String, Option<String>) {
    match text.split_once('~') {
        Some((first, last)) => (first.to_owned(), Some(last.to_owned())),
        None => (text.to_owned(), None),
    }
}

/// The patterns of some layers by their text, also those that cannot be used.
#[derive(Debug, Default)]
pub(super) struct Patterns(HashMap<String, Result<Arc<regex::Regex>, PatternError>>);

impl Patterns {
    fn compile(&mut self, text: &str) -> Result<Arc<regex::Regex>, UnjudgedReason> {
        let known = match self.0.get(text) {
            Some(known) => known.clone(),
            None if self.0.len() >= MOST_PATTERNS => return Err(UnjudgedReason::TooManyPatterns),
            None => {
                let compiled = compile(text).map(Arc::new);
                self.0.insert(text.to_owned(), compiled.clone());
                compiled
            }
        };
        known.map_err(|error| UnjudgedReason::Pattern { pattern: text.to_owned(), error })
    }

    /// The memory that they may take, in bytes.
    pub(super) fn weight(&self) -> usize {
        self.0.len() * PATTERN_WEIGHT
    }
}

/// By number if all three are numbers, else by code point.
fn is_between(value: &str, first: &str, last: &str) -> bool {
    match (number(value), number(first), number(last)) {
        (Some(value), Some(first), Some(last)) => first <= value && value <= last,
        _ => first <= value && value <= last,
    }
}

fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let fits = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b'e' | b'E');
    text.parse().ok().filter(|_| text.bytes().all(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(form: Option<&str>, allowed: &str) -> AllowedValue {
        let value = ObjectValue { form: form.map(str::to_owned), allowed: Some(allowed.to_owned()) };
        AllowedValue::new(&value, &mut Patterns::default()).unwrap_or_else(|reason| panic!("{allowed}: {reason}"))
    }

    #[test]
    fn a_single_value_is_compared_as_it_stands() {
        let one = allowed(None, "01");
        assert!(one.allows("01") && !one.allows("1") && !one.allows("01 ") && !one.allows(""));
    }

    #[test]
    fn a_range_is_numeric_where_all_are_numbers() {
        let range = allowed(Some("range"), "1~20|AR");
        for value in ["1", "20", "3.5", "1.5e1", " 7 ", "AR"] {
            assert!(range.allows(value), "{value}");
        }
        for value in ["0", "21", "A", "ar", "", "inf", "nan"] {
            assert!(!range.allows(value), "{value}");
        }
        let codes = allowed(Some("range"), "cv51~cv99");
        assert!(codes.allows("cv51") && codes.allows("cv77") && codes.allows("cv99"));
        assert!(!codes.allows("cv50") && !codes.allows("CV51") && !codes.allows("cw51"));
    }

    #[test]
    fn a_pattern_is_about_the_whole_value() {
        let pattern = allowed(Some("pattern"), "BY[0-9]{2}");
        assert!(
            pattern.allows("BY18") && !pattern.allows("BY181") && !pattern.allows("xBY18") && !pattern.allows("BY18\n")
        );
    }

    #[test]
    fn a_value_that_cannot_be_read_is_named() {
        let value = |form: &str, allowed: Option<&str>| {
            let value = ObjectValue { form: Some(form.to_owned()), allowed: allowed.map(str::to_owned) };
            AllowedValue::new(&value, &mut Patterns::default()).err()
        };
        assert_eq!(value("single", None), Some(UnjudgedReason::NoValue));
        assert_eq!(value("list", Some("a")), Some(UnjudgedReason::ValueForm("list".to_owned())));
        assert!(matches!(value("pattern", Some("(a")), Some(UnjudgedReason::Pattern { .. })));
    }
}
