//! The words of an exported redline about each module.

use domain::package::Difference;
use publish::redline::MarkWords;

use crate::reading::viewer::{RedlineChange, RedlineKind};

/// The words of a file about each module.
#[derive(Debug, Clone, Default)]
pub struct ModuleWords {
    pub new: String,
    pub changed: String,
    pub removed: String,
    /// Only pictures of the module were replaced.
    pub pictures: String,
    /// The module could not be drawn.
    pub failed: String,
    /// More may be marked than was changed.
    pub coarse: String,
    /// The page is cut.
    pub cut: String,
    /// Pictures of the module do not fit into the file.
    pub without_pictures: String,
    /// The heading of the changes that the page does not show.
    pub unseen: String,
    /// The names of kinds of changes.
    pub kinds: Vec<(RedlineKind, String)>,
    pub marks: MarkWords,
}

impl ModuleWords {
    pub fn of(&self, difference: Difference) -> &str {
        match difference {
            Difference::New => &self.new,
            Difference::Changed => &self.changed,
            Difference::Removed => &self.removed,
            Difference::Unchanged => &self.pictures,
        }
    }

    /// A change in one line, as in `Value changed, Issue date: 2026-01-01 → 2026-02-01`.
    pub(super) fn line(&self, change: &RedlineChange) -> String {
        let kind = self.kinds.iter().find(|(kind, _)| *kind == change.kind);
        let kind = kind.map_or("", |(_, word)| word.as_str());
        let parts = [kind, change.place.as_str(), change.subject.as_str()];
        let mut line = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        let texts = [change.old.as_deref(), change.new.as_deref()];
        if texts.iter().any(Option::is_some) {
            line.push_str(": ");
            line.push_str(&texts.map(|text| text.unwrap_or("–")).join(" → "));
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_said_in_one_line() {
        let words =
            ModuleWords { kinds: vec![(RedlineKind::Value, "Value changed".to_owned())], ..ModuleWords::default() };
        let change = RedlineChange {
            kind: RedlineKind::Value,
            place: String::new(),
            is_on_page: false,
            moved_from: None,
            subject: "Issue".to_owned(),
            old: Some("001".to_owned()),
            new: None,
            is_certain: true,
        };
        assert_eq!(words.line(&change), "Value changed, Issue: 001 → –");
        let bare = RedlineChange { old: None, place: "Figure 1".to_owned(), ..change };
        assert_eq!(words.line(&bare), "Value changed, Figure 1, Issue");
    }
}
