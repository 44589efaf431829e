//! Items of minimum equipment lists.

use domain::dispatch::{MasterLines, excess};
use s1000d::form::dispatch;

/// The content type of items.
pub(super) const ITEM: &str = "dispatchItem";

/// The number of things that the item of a text allows beyond the item of a master list; 0 for texts without items.
pub(super) fn excesses(master: &str, own: &str, has_same_language: bool) -> u32 {
    // Most modules are no items.
    if !master.contains(ITEM) {
        return 0;
    }
    let item = |text: &str| dispatch::read(text).ok().flatten();
    let (Some(master), Some(own)) = (item(master), item(own)) else { return 0 };
    let lines = master.compared();
    let found = excess(MasterLines { lines: &lines, has_same_language }, &own.compared());
    u32::try_from(found.len()).unwrap_or(u32::MAX)
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
        assert_eq!(excesses(&item("B"), &item("C"), true), 1);
        assert_eq!(excesses(&item("C"), &item("B"), true), 0);
        assert_eq!(excesses("<dmodule><content/></dmodule>", &item("C"), true), 0);
        assert_eq!(excesses(&item("B"), "<dmodule>", true), 0);
    }
}
