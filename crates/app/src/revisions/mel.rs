//! Items of minimum equipment lists in revisions.

use domain::dispatch::{DispatchWarningKind, MasterTexts};
use s1000d::form::dispatch::ItemText;

/// Points that an item allows beyond an item of a master list, and those that a person has to judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ItemCounts {
    pub(super) less_restrictive: u32,
    pub(super) to_be_judged: u32,
}

impl ItemCounts {
    /// The master list has the item no longer.
    pub(super) const WITHDRAWN: Self = Self { less_restrictive: 1, to_be_judged: 0 };
    pub(super) const UNREADABLE: Self = Self { less_restrictive: 0, to_be_judged: 1 };

    /// Compares two texts; nothing is counted for texts without items.
    pub(super) fn of(master: &str, own: &str, texts: MasterTexts) -> Self {
        let found = ItemText::of(Some(own)).differences(own, &ItemText::of(Some(master)), texts);
        let found = found.unwrap_or_default();
        let count = |kind: DispatchWarningKind| {
            let of_kind = found.iter().filter(|one| one.warning.kind() == kind).count();
            u32::try_from(of_kind).unwrap_or(u32::MAX)
        };
        Self {
            less_restrictive: count(DispatchWarningKind::LessRestrictive),
            to_be_judged: count(DispatchWarningKind::ToBeJudged),
        }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            less_restrictive: self.less_restrictive.saturating_add(other.less_restrictive),
            to_be_judged: self.to_be_judged.saturating_add(other.to_be_judged),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(category: &str) -> String {
        let line = format!("<dispatchCondition><repairCategory>{category}</repairCategory></dispatchCondition>");
        format!("<dmodule><content><dispatchItem><itemNumber>1</itemNumber>{line}</dispatchItem></content></dmodule>")
    }

    #[test]
    fn what_an_item_allows_beyond_another_is_counted() {
        let counts = |master: &str, own: &str| {
            let found = ItemCounts::of(master, own, MasterTexts::Comparable);
            (found.less_restrictive, found.to_be_judged)
        };
        assert_eq!(counts(&item("B"), &item("C")), (1, 0));
        assert_eq!(counts(&item("C"), &item("B")), (0, 0));
        assert_eq!(counts(&item("C"), &item("A")), (0, 1), "its interval is in the remarks");
        assert_eq!(counts(&item("B"), "<dmodule>"), (0, 1), "it cannot be read");
        assert_eq!(counts("<dmodule><content/></dmodule>", "<dmodule><content/></dmodule>"), (0, 0));
    }
}
