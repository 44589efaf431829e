//! Wildcard matching, in the index and in texts.

use std::sync::Arc;

use tantivy::query::{AutomatonWeight, EnableScoring, Query, Weight};
use tantivy::schema::Field;
use tantivy_fst::Automaton;

/// The most bytes besides the wildcards; no indexed word is longer.
const LONGEST: usize = 100;

/// A wildcard pattern, as an automaton that reads words byte by byte.
///
/// Its state has one bit per pattern position that may have been reached, so that its size does not depend on the
/// pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wild {
    /// The literals between the wildcards.
    parts: Vec<String>,
    /// For each byte, the positions it advances.
    steps: Box<[u128]>,
    /// The positions that any byte keeps.
    stays: u128,
    end: u128,
}

impl Wild {
    /// Compiles a lower-case pattern; `None` when it is too long to match any word.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let (mut steps, mut stays, mut at) = (vec![0; 256].into_boxed_slice(), 0, 0);
        for byte in text.bytes() {
            if byte == b'*' {
                stays |= 1_u128 << at;
            } else if at < LONGEST {
                steps[usize::from(byte)] |= 1_u128 << at;
                at += 1;
            } else {
                return None;
            }
        }
        let parts = text.split('*').map(str::to_owned).collect();
        Some(Self { parts, steps, stays, end: 1 << at })
    }

    /// Matches a lower-case word.
    pub(crate) fn is_like(&self, word: &str) -> bool {
        self.is_match(&word.bytes().fold(self.start(), |state, byte| self.accept(&state, byte)))
    }

    /// The longest literal, which every matching word contains.
    pub(crate) fn longest_part(&self) -> &str {
        self.parts.iter().max_by_key(|part| part.len()).map_or("", String::as_str)
    }
}

impl Automaton for Wild {
    type State = u128;

    fn start(&self) -> u128 {
        1
    }

    fn is_match(&self, state: &u128) -> bool {
        state & self.end != 0
    }

    fn can_match(&self, state: &u128) -> bool {
        *state != 0
    }

    fn accept(&self, state: &u128, byte: u8) -> u128 {
        (state & self.stays) | ((state & self.steps[usize::from(byte)]) << 1)
    }
}

/// Matches documents with a term that matches a wildcard pattern.
#[derive(Debug, Clone)]
pub(crate) struct WildQuery {
    pub(crate) field: Field,
    pub(crate) wild: Arc<Wild>,
}

impl Query for WildQuery {
    fn weight(&self, _: EnableScoring<'_>) -> tantivy::Result<Box<dyn Weight>> {
        Ok(Box::new(AutomatonWeight::<Wild>::new(self.field, Arc::clone(&self.wild))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_stand_for_any_letters() {
        for (word, wild, like) in [
            ("hydraulic", "hydr*", true),
            ("hydraulic", "*lic", true),
            ("hydraulic", "h*a*c", true),
            ("hydraulic", "*hydraulic*", true),
            ("hydraulic", "hydr", false),
            ("hydraulic", "h*z*c", false),
            ("hydraulic", "hydraulic*s", false),
            ("aab", "*ab", true),
            ("液压泵", "液*泵", true),
            ("液压泵", "液*油", false),
        ] {
            assert_eq!(Wild::new(wild).expect("short").is_like(word), like, "{wild}");
        }
    }

    #[test]
    fn impossible_patterns_are_refused_and_many_wildcards_are_fast() {
        assert_eq!(Wild::new(&"x".repeat(LONGEST + 1)), None);
        let many = format!("{}x", "*a".repeat(LONGEST - 1));
        assert!(!Wild::new(&many).expect("as long as may be").is_like(&"a".repeat(80)));
    }
}
