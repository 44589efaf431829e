//! Points that an item allows beyond the master list, joined over all languages of the master item.

use domain::dispatch::{DispatchWarning, DispatchWarningKind, MasterTexts};
use domain::finding::{Finding, Rule, Severity};
use s1000d::form::dispatch::{ItemDifference, ItemText, ModuleAircraft};

/// Stands for a value of a master list that the caller may not see.
const WITHHELD: &str = "–";

/// Something that an item allows beyond the master list, or that a person has to judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineExcess {
    /// The label of the line, or its number; empty for the whole item.
    pub label: String,
    /// The line of the text, from 1.
    pub text_line: u32,
    /// The code of the warning.
    pub code: &'static str,
    /// The value of the master list or an own proviso; possibly empty.
    pub value: String,
    pub kind: DispatchWarningKind,
}

impl LineExcess {
    fn new(ItemDifference { label, text_line, warning }: ItemDifference, is_seen: bool) -> Self {
        let value = warning.value().map(|value| if is_seen { value } else { WITHHELD });
        let value = value.unwrap_or_default().to_owned();
        Self { label, text_line, code: warning.code(), value, kind: warning.kind() }
    }

    pub(super) fn finding(&self, severity: Severity) -> Finding {
        let rule = match self.kind {
            _ if self.label.is_empty() => Rule::MelItem,
            DispatchWarningKind::LessRestrictive => Rule::MelLessRestrictive,
            DispatchWarningKind::ToBeJudged | DispatchWarningKind::Inconsistency => Rule::MelToBeJudged,
        };
        let finding = Finding::new(rule).at(self.text_line).with("label", &self.label);
        Finding { severity, ..finding.with("warning", self.code).with("value", &self.value) }
    }
}

/// A text of the master list.
pub(super) struct MasterText {
    /// `None` for one that cannot be read.
    pub(super) text: Option<String>,
    /// The text that has its status.
    pub(super) status: Option<String>,
    pub(super) texts: MasterTexts,
    pub(super) is_seen: bool,
}

/// A text, and what it is compared with.
pub(super) struct ComparedItem {
    /// `None` for one that cannot be read.
    pub(super) own: Option<String>,
    /// The text that has its status.
    pub(super) own_status: Option<String>,
    /// The library knows it or its master as an item.
    pub(super) is_named: bool,
    pub(super) masters: Vec<MasterText>,
    pub(super) is_withdrawn: bool,
    /// There is a master item, or there was one.
    pub(super) has_master: bool,
}

impl ComparedItem {
    /// `None` when nothing of it is an item.
    pub(super) fn excesses(&self) -> Option<Vec<LineExcess>> {
        let text = self.own.as_deref().unwrap_or_default();
        let item = ItemText::of(self.own.as_deref());
        let mut is_item = self.is_named || item != ItemText::Without;
        let mut found = Vec::new();
        let of_item = |warning| LineExcess::new(ItemDifference::of_item(warning), true);
        for master in &self.masters {
            let theirs = ItemText::of(master.text.as_deref());
            let Some(differences) = item.differences(text, &theirs, master.texts) else { continue };
            is_item = true;
            found.extend(differences.into_iter().map(|one| LineExcess::new(one, master.is_seen)));
            let aircraft = ModuleAircraft::of(self.own_status.as_deref());
            let theirs = ModuleAircraft::of(master.status.as_deref());
            if aircraft.zip(theirs).is_none_or(|(own, theirs)| own.may_differ(&theirs, master.texts)) {
                found.push(of_item(DispatchWarning::ModuleApplicability));
            }
        }
        if !is_item {
            return None;
        }
        if found.is_empty() && !matches!(item, ItemText::Item(_)) {
            found.push(of_item(DispatchWarning::Unreadable));
        }
        if self.is_withdrawn {
            found.push(of_item(DispatchWarning::Withdrawn));
        } else if !self.has_master {
            found.push(of_item(DispatchWarning::NoMaster));
        }
        let mut once: Vec<LineExcess> = Vec::new();
        for excess in found {
            if !once.contains(&excess) {
                once.push(excess);
            }
        }
        Some(once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(category: &str) -> String {
        let line = format!("<dispatchCondition>\n<repairCategory>{category}</repairCategory></dispatchCondition>");
        format!(
            "<dmodule><content>\n<dispatchItem><itemNumber>1</itemNumber>\n{line}</dispatchItem></content></dmodule>"
        )
    }

    fn compared(own: &str, masters: &[Option<&str>]) -> ComparedItem {
        let status = || Some("<dmStatus/>".to_owned());
        let master = |text: Option<&str>| MasterText {
            text: text.map(str::to_owned),
            status: status(),
            texts: MasterTexts::Comparable,
            is_seen: true,
        };
        ComparedItem {
            own: Some(own.to_owned()),
            own_status: status(),
            is_named: false,
            masters: masters.iter().copied().map(master).collect(),
            is_withdrawn: false,
            has_master: !masters.is_empty(),
        }
    }

    fn codes(item: &ComparedItem) -> Option<Vec<&'static str>> {
        item.excesses().map(|found| found.into_iter().map(|one| one.code).collect())
    }

    #[test]
    fn an_excess_has_its_line_and_its_value_if_the_caller_may_see_it() {
        let (kind, code) = (DispatchWarningKind::LessRestrictive, "category");
        let excess =
            |value: &str| LineExcess { label: "1".to_owned(), text_line: 3, code, value: value.to_owned(), kind };
        let mut seen = compared(&item("C"), &[Some(&item("B"))]);
        assert_eq!(seen.excesses(), Some(vec![excess("B")]));
        assert_eq!(seen.excesses().expect("an item")[0].finding(Severity::Block).rule, Rule::MelLessRestrictive);
        seen.masters[0].is_seen = false;
        assert_eq!(seen.excesses(), Some(vec![excess("–")]));
        assert_eq!(codes(&compared(&item("B"), &[Some(&item("C"))])), Some(Vec::new()), "it is more restrictive");
    }

    #[test]
    fn the_strictest_language_counts_and_the_same_excess_is_told_once() {
        let (old, new) = (item("C"), item("B"));
        assert_eq!(codes(&compared(&item("C"), &[Some(&old), Some(&new)])), Some(vec!["category"]));
        assert_eq!(codes(&compared(&item("D"), &[Some(&new), Some(&new)])), Some(vec!["category"]));
    }

    #[test]
    fn other_aircraft_of_the_module_are_an_excess() {
        let mut some = compared(&item("C"), &[Some(&item("C"))]);
        assert_eq!(codes(&some), Some(Vec::new()));
        some.masters[0].status = Some("<dmStatus applicRefIds='some'/>".to_owned());
        assert_eq!(codes(&some), Some(vec!["moduleApplicability"]));
        some.own_status = None;
        assert_eq!(codes(&some), Some(vec!["moduleApplicability"]), "nobody knows them");
    }

    #[test]
    fn what_cannot_be_read_is_an_excess() {
        let (good, other) = (item("C"), "<dmodule><content/></dmodule>");
        assert_eq!(codes(&compared(&good, &[None])), Some(vec!["unreadable"]));
        assert_eq!(codes(&compared(other, &[Some(&good)])), Some(vec!["unreadable"]));
        assert_eq!(codes(&ComparedItem { own: None, ..compared("", &[Some(&good)]) }), Some(vec!["unreadable"]));
        let named = ComparedItem { is_named: true, ..compared(other, &[Some(other)]) };
        assert_eq!(codes(&named), Some(vec!["unreadable"]));
        assert_eq!(codes(&compared(other, &[Some(other)])), None);
    }

    #[test]
    fn an_item_that_the_mmel_does_not_have_is_an_excess() {
        assert_eq!(codes(&compared(&item("C"), &[])), Some(vec!["noMaster"]));
        let withdrawn = ComparedItem { is_withdrawn: true, has_master: true, ..compared(&item("C"), &[]) };
        assert_eq!(codes(&withdrawn), Some(vec!["withdrawn"]));
        assert_eq!(withdrawn.excesses().expect("an item")[0].finding(Severity::Warn).rule, Rule::MelItem);
    }
}
