//! Secrets: passwords and keys.

use std::convert::Infallible;
use std::str::FromStr;

use domain::field::FieldCode;
use domain::language::Locale;
use domain::password::Password;
use serde::{Deserialize, Serialize};

use crate::texts;

/// A text with redacted `Debug` output; a plain string on the wire.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    /// The plain value.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The plain value, by ownership.
    pub fn into_exposed(self) -> String {
        self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.0.is_empty() { "" } else { "***" })
    }
}

/// Reads a new password; an error says what is wrong with it.
pub(crate) fn parse_password(text: &str) -> Result<Password, String> {
    Password::parse(text).map_err(|code| match code {
        FieldCode::PasswordCommon | FieldCode::PasswordRepetition => {
            texts::say(Locale::English, &format!("field.{}", code.as_str()), &[])
        }
        _ => format!("a password has {} to {} characters", Password::MIN, Password::MAX),
    })
}
