//! Texts in messages: cut, and reasons that are translated.

use domain::finding::Finding;

/// Characters of a text that a reason quotes.
const MOST_NEAR: usize = 200;

/// The first characters of a text.
pub(super) fn beginning(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// A reason without language: `brexReason.` and its word is the key of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReasonText {
    pub word: &'static str,
    /// A character of the object path, or a line or limit of the BREX.
    pub place: Option<usize>,
    /// The text that it is about; empty when there is none.
    pub near: String,
}

impl ReasonText {
    /// Puts the reason into a finding.
    pub fn into_finding(self, finding: Finding) -> Finding {
        let place = self.place.map(|place| place.to_string()).unwrap_or_default();
        finding.with("reason", self.word).with("place", place).with("near", beginning(&self.near, MOST_NEAR))
    }
}
