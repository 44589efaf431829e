//! Rules of editing that administrators set.

use crate::field::FieldCode;

/// Rules of editing, for the whole installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EditingRules {
    /// A check-in needs a comment.
    pub comment_required: bool,
    /// People may release their own versions.
    pub own_release: bool,
    /// Days after which the holder of a check-out is reminded; 0 for never.
    pub reminder_days: u32,
    /// A module is not released, and a manual not published, while compliance references to it have to be checked again.
    pub recheck_first: bool,
}

impl Default for EditingRules {
    fn default() -> Self {
        Self { comment_required: false, own_release: false, reminder_days: 5, recheck_first: false }
    }
}

/// Parses a number of days.
pub fn parse_reminder_days(days: u32) -> Result<u32, FieldCode> {
    if days <= 365 { Ok(days) } else { Err(FieldCode::UnknownValue) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reminder_comes_within_a_year_or_never() {
        assert_eq!(parse_reminder_days(0), Ok(0));
        assert_eq!(parse_reminder_days(365), Ok(365));
        assert!(parse_reminder_days(366).is_err());
    }
}
