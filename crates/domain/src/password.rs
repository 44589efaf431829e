//! Password rules. Hashing is in `app`.

use crate::field::FieldCode;

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
    fn a_password_is_redacted_in_debug_output() {
        let password = Password::parse("correct horse").expect("long enough");
        assert_eq!(format!("{password:?}"), "***");
    }
}
