//! Password rules. Hashing is in `app`.

use crate::field::FieldCode;

/// The 10,000 most common passwords, and of the next 20,000 those that are long enough to be chosen, in lower case.
/// Shorter ones count as the beginning or the end of a padded password. From zxcvbn 4.4.2; its licence stands beside
/// the file.
const COMMON: &str = include_str!("../data/common-passwords.txt");

/// With fewer different characters a password is a repetition, whatever their order.
const MIN_DIFFERENT: usize = 4;

/// So often the same character at one end of a password is padding.
const MIN_PADDING: usize = 2;

/// A password in plain text; its `Debug` output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// The shortest password, in characters.
    pub const MIN: usize = 10;
    /// The longest password, in characters; bounds the cost of hashing.
    pub const MAX: usize = 256;

    /// Parses a new password.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        let count = text.chars().count();
        if count == 0 {
            return Err(FieldCode::Required);
        }
        if count < Self::MIN {
            return Err(FieldCode::TooShort);
        }
        if count > Self::MAX {
            return Err(FieldCode::TooLong);
        }
        let folded: Vec<char> = text.to_lowercase().chars().collect();
        let unit = repeated_unit(&folded);
        if unit.len() < Self::MIN || is_uniform(&folded) {
            return Err(FieldCode::PasswordRepetition);
        }
        if is_common(unit) || is_padded(unit) {
            return Err(FieldCode::PasswordCommon);
        }
        Ok(Self(text.to_owned()))
    }

    /// The plain text, for hashing.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

/// The part that a text repeats, at least twice; the whole text where it repeats none.
fn repeated_unit(text: &[char]) -> &[char] {
    let repeats = |length: &usize| text[*length..].iter().zip(text).all(|(later, earlier)| later == earlier);
    let length = (1..=text.len() / 2).find(repeats).unwrap_or(text.len());
    &text[..length]
}

/// Whether a text has next to no different characters, or is a row such as `abcd` or `9876`.
fn is_uniform(text: &[char]) -> bool {
    let mut different: Vec<char> = text.to_vec();
    different.sort_unstable();
    different.dedup();
    let steps =
        |by: i64| text.windows(2).all(|pair| i64::from(u32::from(pair[1])) - i64::from(u32::from(pair[0])) == by);
    different.len() < MIN_DIFFERENT || steps(1) || steps(-1)
}

/// Whether a text is a common password and the same character again and again, as in `dragon!!!!` or `000000dragon`.
fn is_padded(text: &[char]) -> bool {
    let backwards: Vec<char> = text.iter().rev().copied().collect();
    let (head, tail) = (run(text), run(&backwards));
    // The common password may itself end in the character, as in `princesssss`.
    let rests = |run: usize| (0..=2).filter_map(move |own| run.checked_sub(own).filter(|run| *run >= MIN_PADDING));
    rests(head).any(|run| is_common(&text[run..])) || rests(tail).any(|run| is_common(&text[..text.len() - run]))
}

/// How often a text has its first character at its beginning.
fn run(text: &[char]) -> usize {
    text.iter().take_while(|one| text.first() == Some(one)).count()
}

fn is_common(text: &[char]) -> bool {
    let text: String = text.iter().collect();
    COMMON.lines().any(|common| common == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_counts_characters_not_bytes() {
        assert_eq!(Password::parse(""), Err(FieldCode::Required));
        assert_eq!(Password::parse("九个汉字的密码啊啊"), Err(FieldCode::TooShort));
        assert!(Password::parse("十个汉字的密码就可以").is_ok());
        assert_eq!(Password::parse(&"x".repeat(257)), Err(FieldCode::TooLong));
    }

    #[test]
    fn common_passwords_are_refused_in_upper_case_too() {
        for text in ["qwertyuiop", "Password123", "1Q2W3E4R5T", "12345678901234567890"] {
            assert_eq!(Password::parse(text), Err(FieldCode::PasswordCommon), "{text}");
        }
        assert!(COMMON.lines().all(|line| !line.is_empty() && line == line.to_lowercase()));
    }

    #[test]
    fn every_listed_password_is_refused_as_it_is_or_padded() {
        assert!(COMMON.lines().count() >= 10_000);
        // Not all of them: each is looked for in the whole list.
        for line in COMMON.lines().step_by(50) {
            for text in [format!("{line}!!!!!!!!!!"), format!("!!!!!!!!!!{line}")] {
                assert!(Password::parse(&text).is_err(), "{text}");
            }
            assert!(line.chars().count() < Password::MIN || Password::parse(line).is_err(), "{line}");
        }
        for text in ["Dragon!!!!", "password11", "princesssss", "000000monkey"] {
            assert_eq!(Password::parse(text), Err(FieldCode::PasswordCommon), "{text}");
        }
        for text in ["correct horse!!!!", "11 dragons and a knight"] {
            assert!(Password::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn repetitions_and_rows_are_refused() {
        for text in [
            "aaaaaaaaaa",
            "abcabcabcabca",
            "passwordpassword",
            "Xx1Xx1Xx1Xx1",
            "aaaaaaaaaaab",
            "abcdefghijklm",
            "9876543210",
        ] {
            assert_eq!(Password::parse(text), Err(FieldCode::PasswordRepetition), "{text}");
        }
        for text in ["correct horse correct horse", "aaaaaaaaaabcdf", "九九八十一是多少呢请回答"] {
            assert!(Password::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn a_password_is_redacted_in_debug_output() {
        let password = Password::parse("correct horse").expect("long enough");
        assert_eq!(format!("{password:?}"), "***");
    }
}
