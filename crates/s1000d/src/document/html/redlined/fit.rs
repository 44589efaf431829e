//! The elements that must open so that a piece of another version may stand here.

use crate::document::html::tag::Tag;

/// The elements between the one that is open and one with this tag.
pub(super) fn around(open: &str, tag: Tag) -> Vec<Tag> {
    let fits = match open {
        "ol" | "ul" => tag == Tag::LI,
        "table" => matches!(tag, Tag::THEAD | Tag::TBODY | Tag::TFOOT | Tag::CAPTION),
        "thead" | "tbody" | "tfoot" => tag == Tag::TR,
        "tr" => matches!(tag, Tag::TD | Tag::TH),
        "dl" => matches!(tag, Tag::DIV | Tag::DT | Tag::DD),
        _ => false,
    };
    if fits {
        return Vec::new();
    }
    let outer: &[Tag] = match (open, tag) {
        ("table", Tag::TR) => return vec![Tag::TBODY],
        ("table", Tag::TD | Tag::TH) => return vec![Tag::TBODY, Tag::TR],
        ("thead" | "tbody" | "tfoot", Tag::TD | Tag::TH) => return vec![Tag::TR],
        ("table", _) => &[Tag::TBODY, Tag::TR, Tag::TD],
        ("thead" | "tbody" | "tfoot", _) => &[Tag::TR, Tag::TD],
        ("tr", _) => &[Tag::TD],
        ("ol" | "ul", _) => &[Tag::LI],
        ("dl", _) => &[Tag::DIV, Tag::DD],
        _ => &[],
    };
    let inner: &[Tag] = match tag {
        Tag::LI => &[Tag::UL],
        Tag::TR => &[Tag::TABLE, Tag::TBODY],
        Tag::TD | Tag::TH => &[Tag::TABLE, Tag::TBODY, Tag::TR],
        Tag::THEAD | Tag::TBODY | Tag::TFOOT | Tag::CAPTION => &[Tag::TABLE],
        Tag::DT | Tag::DD => &[Tag::DL],
        _ => &[],
    };
    [outer, inner].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_get_the_elements_that_they_need() {
        assert_eq!(around("ol", Tag::LI), []);
        assert_eq!(around("ol", Tag::P), [Tag::LI]);
        assert_eq!(around("section", Tag::LI), [Tag::UL]);
        assert_eq!(around("tbody", Tag::TR), []);
        assert_eq!(around("td", Tag::TR), [Tag::TABLE, Tag::TBODY]);
        assert_eq!(around("tr", Tag::SPAN), [Tag::TD]);
        assert_eq!(around("ul", Tag::TR), [Tag::LI, Tag::TABLE, Tag::TBODY]);
    }
}
