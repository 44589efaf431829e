//! Tokens and UUIDs from texts.

use std::collections::{HashMap, HashSet};

use sha2::{Digest, Sha256};

/// Gives every control and group a token that no other has.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    used: HashSet<String>,
    /// The last number behind each token: of Chinese codes hardly more than their length is left.
    numbers: HashMap<String, usize>,
}

impl Tokens {
    /// The text itself if it is a token, else what is left of it.
    pub(super) fn token(&mut self, text: &str) -> String {
        let mut token: String = text
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') { c } else { '-' })
            .collect();
        if !token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            token.insert(0, '_');
        }
        let number = self.numbers.entry(token.to_ascii_lowercase()).or_insert(1);
        let mut unique = token.clone();
        while !self.used.insert(unique.to_ascii_lowercase()) {
            *number += 1;
            unique = [&token, "-", &number.to_string()].concat();
        }
        unique
    }
}

/// A UUID that follows from the texts: the same for the same collection.
pub(super) fn uuid(texts: &[&str]) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        hash.update(text.len().to_le_bytes());
        hash.update(text.as_bytes());
    }
    let hash = hash.finalize();
    let mut hex = String::new();
    for (place, byte) in hash.iter().take(16).enumerate() {
        let byte = match place {
            // The version (5, by name) and the variant.
            6 => byte & 0x0f | 0x50,
            8 => byte & 0x3f | 0x80,
            _ => *byte,
        };
        if matches!(place, 4 | 6 | 8 | 10) {
            hex.push('-');
        }
        for half in [byte >> 4, byte & 15] {
            hex.extend(char::from_digit(u32::from(half), 16));
        }
    }
    hex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_unique_and_begin_with_a_letter() {
        let mut tokens = Tokens::default();
        assert_eq!(tokens.token("ERULES-1963177438-6860"), "ERULES-1963177438-6860");
        assert_eq!(tokens.token("23.2000 (a)"), "_23.2000--a-");
        assert_eq!(tokens.token("23.2000 (a)"), "_23.2000--a--2");
        assert_eq!(tokens.token("条"), "_-");
    }

    #[test]
    fn tokens_of_many_chinese_codes_take_no_square_of_them() {
        let mut tokens = Tokens::default();
        let all: HashSet<String> = (0..50_000).map(|_| tokens.token("第一条")).collect();
        assert_eq!(all.len(), 50_000);
        assert!(all.contains("_----50000"), "counted on");
    }

    #[test]
    fn uuids_follow_from_their_texts() {
        assert_eq!(uuid(&["a", "b"]), uuid(&["a", "b"]));
        assert_ne!(uuid(&["a", "b"]), uuid(&["ab", ""]));
        assert_eq!(uuid(&["a"]).len(), 36);
        assert_eq!(uuid(&["a"]).as_bytes()[14], b'5');
    }
}
