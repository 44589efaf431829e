//! The facts of a change between two versions, found without drawing it.

use super::Redline;
use crate::diff::{self, ParsedText};
use crate::guard;
use crate::revision::{assess, changes_applicability};

/// The facts of a change between the texts of two versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeFacts {
    /// Whether something differs that readers see; otherwise it is the status of the module alone.
    pub has_content: bool,
    /// Whether something differs that readers see and that the new version does not mark.
    pub has_unmarked: bool,
    /// Whether the new version has new marks on nothing that differs.
    pub has_needless_marks: bool,
    /// Whether it changes what the module, or a part of it, applies to; `None` when that is not known.
    pub has_applicability: Option<bool>,
}

/// Compares two files. Those that cannot be compared count as different for readers, without a mark.
pub fn facts(old: &[u8], new: &[u8]) -> ChangeFacts {
    let (old, new) = (guard::check(old), guard::check(new));
    let redline = match (&old, &new) {
        (Ok(old), Ok(new)) => Redline::read(old, new).ok(),
        _ => None,
    };
    let Some(redline) = redline else {
        return ChangeFacts {
            has_content: true,
            has_unmarked: true,
            has_needless_marks: false,
            has_applicability: None,
        };
    };
    let report = assess(&redline.diff);
    ChangeFacts {
        has_content: redline.count() > 0,
        has_unmarked: report.unmarked > 0,
        has_needless_marks: report.needless_marks > 0,
        has_applicability: Some(changes_applicability(&redline.diff)),
    }
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

    /// Whether something differs for readers, lacks a mark, and has a mark for nothing.
    fn told(old: &[u8], new: &[u8]) -> [bool; 3] {
        let facts = facts(old, new);
        [facts.has_content, facts.has_unmarked, facts.has_needless_marks]
    }

    #[test]
    fn a_new_issue_with_the_same_text_is_a_change_of_the_status() {
        let (old, new) = (module("001", "<para>Open it.</para>"), module("002", "<para>Open it.</para>"));
        assert_eq!(told(&old, &new), [false; 3]);
        assert_eq!(facts(&old, &new).has_applicability, Some(false));
    }

    #[test]
    fn marks_are_judged_by_what_changed() {
        let old = module("001", "<para>Open it.</para><para>Clean it.</para>");
        let paras = |one: &str, two: &str| module("002", &format!("<para{one}.</para><para{two}.</para>"));
        let needless = paras(" changeMark=\"1\" changeType=\"modify\">Open it", ">Clean it");
        assert_eq!(told(&old, &needless), [false, false, true]);
        let silent = paras(">Close it", ">Clean it");
        assert_eq!(told(&old, &silent), [true, true, false]);
        let marked = paras(" changeMark=\"1\" changeType=\"modify\">Close it", ">Clean it");
        assert_eq!(told(&old, &marked), [true, false, false]);
    }

    #[test]
    fn a_mark_of_an_earlier_change_hides_no_new_one() {
        let paras = |text: &str| format!("<para changeMark=\"1\">Open it.</para><para>{text} it.</para>");
        assert_eq!(told(&module("001", &paras("Clean")), &module("002", &paras("Dry"))), [true, true, false]);
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
