//! What two versions tell of a change without drawing it.

use super::Redline;
use crate::diff::{self, ParsedText};
use crate::guard;
use crate::revision::changes_applicability;

/// What the texts of two versions tell of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeFacts {
    /// Whether something differs that readers see; otherwise it is the status of the module alone.
    pub has_content: bool,
    /// Whether the new version has marks of changes.
    pub is_marked: bool,
    /// Whether it changes what the module, or a part of it, applies to; `None` when that is not known.
    pub has_applicability: Option<bool>,
}

/// How marks of changes are written, in issue 4 and before it.
const MARKS: [&str; 6] =
    ["changeMark=\"1\"", "changeMark='1'", "changeType=", "<changeInline", " mark=\"1\"", " mark='1'"];

/// Compares two files. Those that cannot be compared count as different for readers.
pub fn facts(old: &[u8], new: &[u8]) -> ChangeFacts {
    let (old, new) = (guard::check(old), guard::check(new));
    let is_marked = new.as_ref().is_ok_and(|new| MARKS.iter().any(|mark| new.text().contains(*mark)));
    let (has_content, has_applicability) = match (&old, &new) {
        (Ok(old), Ok(new)) => match Redline::read(old, new) {
            Ok(redline) => (redline.count() > 0, Some(changes_applicability(&redline.diff))),
            Err(_) => (true, None),
        },
        _ => (true, None),
    };
    ChangeFacts { has_content, is_marked, has_applicability }
}

/// Whether two separate status files state another applicability; `None` when they cannot be compared.
pub fn status_changes_applicability(old: &[u8], new: &[u8]) -> Option<bool> {
    let (old, new) = (guard::check(old).ok()?, guard::check(new).ok()?);
    let (old, new) = (ParsedText::read(&old).ok()?, ParsedText::read(&new).ok()?);
    let diff = diff::compare_parsed(&old, &new);
    Some(changes_applicability(&diff))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(issue: &str, para: &str) -> Vec<u8> {
        format!(
            "<dmodule><identAndStatusSection><dmAddress><dmIdent><issueInfo issueNumber=\"{issue}\" inWork=\"00\"/>\
             </dmIdent></dmAddress></identAndStatusSection><content><description>{para}</description></content></dmodule>"
        )
        .into_bytes()
    }

    #[test]
    fn a_new_issue_with_the_same_text_is_a_change_of_the_status() {
        let (old, new) = (module("001", "<para>Open it.</para>"), module("002", "<para>Open it.</para>"));
        let unchanged = ChangeFacts { has_content: false, is_marked: false, has_applicability: Some(false) };
        assert_eq!(facts(&old, &new), unchanged);
    }

    #[test]
    fn marks_of_changes_are_found_whether_or_not_something_changed() {
        let old = module("001", "<para>Open it.</para>");
        let marked = module("002", "<para changeMark=\"1\" changeType=\"modify\">Open it.</para>");
        let unchanged = ChangeFacts { has_content: false, is_marked: true, has_applicability: Some(false) };
        assert_eq!(facts(&old, &marked), unchanged);
        let silent = module("002", "<para>Close it.</para>");
        let changed = ChangeFacts { has_content: true, is_marked: false, has_applicability: Some(false) };
        assert_eq!(facts(&old, &silent), changed);
    }

    #[test]
    fn another_statement_changes_the_applicability() {
        let statement = |models: &str| {
            let assert = format!("<assert applicPropertyIdent='model' applicPropertyValues='{models}'/>");
            let applic = format!("<referencedApplicGroup><applic id='app-1'>{assert}</applic></referencedApplicGroup>");
            module("001", &format!("{applic}<para applicRefId='app-1'>Open it.</para>"))
        };
        assert_eq!(facts(&statement("A"), &statement("A|B")).has_applicability, Some(true));
        assert_eq!(facts(&statement("A"), &statement("A")).has_applicability, Some(false));
    }

    #[test]
    fn a_text_that_is_no_xml_counts_as_different() {
        let told = facts(b"<dmodule>", &module("001", "<para>Open it.</para>"));
        assert_eq!((told.has_content, told.has_applicability), (true, None), "nobody knows the applicability");
    }

    #[test]
    fn status_files_are_compared_by_their_statement() {
        let status = |models: &str, date: &str| {
            let assert = format!("<assert applicPropertyIdent='model' applicPropertyValues='{models}'/>");
            format!("<dmStatus><issueInfo issueDate='{date}'/><applic>{assert}</applic></dmStatus>").into_bytes()
        };
        let old = status("A", "2026-03-02");
        assert_eq!(status_changes_applicability(&old, &status("A", "2026-09-14")), Some(false));
        assert_eq!(status_changes_applicability(&old, &status("A|B", "2026-09-14")), Some(true));
        assert_eq!(status_changes_applicability(&old, b"<dmStatus>"), None);
    }
}
