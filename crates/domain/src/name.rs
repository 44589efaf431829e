//! Names of databases, manuals and profiles.

use std::fmt;

use crate::field::FieldCode;
use crate::text::{self, fold};

/// Names reserved for the program's own URLs (design, section 8).
const RESERVED: [&str; 24] = [
    "all",
    "overview",
    "default",
    "multimedia",
    "uploads",
    "index",
    "dashboard",
    "pages",
    "my",
    "library",
    "compliance",
    "compliance-overview",
    "system",
    "csdbs",
    "manuals",
    "fts",
    "all-tasks",
    "import",
    "search",
    "admin",
    "operator-list",
    "checkout",
    "bookmark",
    "recent",
];

/// The name of a database or a manual; it is a segment of every path below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// The longest name. A path of two names and a file name stays short enough for every file system.
    pub const MAX: usize = 64;

    /// Parses the name of a new database or manual.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        let name = Self::in_path(text)?;
        if RESERVED.contains(&name.folded().as_str()) {
            return Err(FieldCode::Reserved);
        }
        Ok(name)
    }

    /// Parses the name of an existing one. Reserved words pass here, because a lookup just does not find them.
    pub fn in_path(text: &str) -> Result<Self, FieldCode> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
        text::code(text, 1, Self::MAX, allowed).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The lower-case form used for comparing.
    pub fn folded(&self) -> String {
        fold(&self.0)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Parses the display name: any single line of text.
pub fn parse_alias(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, 120)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn letters_digits_hyphen_underscore_and_plus_make_a_name() {
        for name in ["H160", "MEL", "a-b_c+d", "7"] {
            assert_eq!(Name::parse(name).map(|name| name.to_string()), Ok(name.to_owned()));
        }
    }

    #[test]
    fn a_refused_name_has_its_reason() {
        for (name, code) in [
            ("", FieldCode::Required),
            ("H 160", FieldCode::Space),
            ("H160/MEL", FieldCode::Character),
            ("..", FieldCode::Character),
            ("手册", FieldCode::Character),
            ("MULTIMEDIA", FieldCode::Reserved),
            ("All", FieldCode::Reserved),
            ("oVerview", FieldCode::Reserved),
            ("default", FieldCode::Reserved),
            ("dashboard", FieldCode::Reserved),
        ] {
            assert_eq!(Name::parse(name), Err(code), "{name}");
        }
        assert_eq!(Name::parse(&"x".repeat(65)), Err(FieldCode::TooLong));
        assert!(Name::in_path("all").is_ok());
    }

    proptest! {
        #[test]
        fn no_name_can_leave_its_folder(text in "\\PC{0,70}") {
            if let Ok(name) = Name::parse(&text) {
                prop_assert!(!name.as_str().contains(['/', '\\', '.', '%', ' ']));
            }
        }
    }
}
