//! Text that grows and knows where its parts come from.

use super::{Origin, OriginSpan};

#[derive(Debug, Default)]
pub(super) struct TracedText {
    pub(super) text: String,
    pub(super) origins: Vec<OriginSpan>,
}

impl TracedText {
    pub(super) fn push(&mut self, text: &str, origin: Origin) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let end = self.text.len();
        match self.origins.last_mut() {
            Some(last) if last.origin == origin => last.range.end = end,
            _ => self.origins.push(OriginSpan { range: start..end, origin }),
        }
    }

    pub(super) fn append(&mut self, other: &Self) {
        for span in &other.origins {
            self.push(other.text.get(span.range.clone()).unwrap_or_default(), span.origin);
        }
    }
}
