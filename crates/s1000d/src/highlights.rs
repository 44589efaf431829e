//! Highlights: the reasons for an update that a publication lists for its readers.

use std::collections::HashSet;

use roxmltree::Node;

use crate::guard::{self, Refusal};
use crate::object::ident::text_of;
use crate::object::parse_text;

/// Whether a file can have highlighted reasons, without a look at its elements.
pub fn may_have(bytes: &[u8]) -> bool {
    // In UTF-16 every second byte of the name is zero.
    let is_wide = bytes.iter().take(4).any(|byte| matches!(byte, 0 | 0xfe | 0xff));
    is_wide || memchr::memmem::find(bytes, b"updateHighlight").is_some()
}

/// The texts of the highlighted reasons for the update of a module, or of its separate status file, each once.
pub fn read(bytes: &[u8]) -> Result<Vec<String>, Refusal> {
    let checked = guard::check(bytes)?;
    let document = parse_text(checked.text())?;
    let reasons = document.descendants().filter(|node| node.tag_name().name() == "reasonForUpdate");
    // The highlights of a manual are a module whose content has the reasons of others.
    let is_own = |node: &Node<'_, '_>| !node.ancestors().any(|around| around.tag_name().name() == "content");
    let highlighted = reasons.filter(|node| node.attribute("updateHighlight") == Some("1")).filter(is_own);
    Ok(each_once(highlighted.map(text_of)))
}

/// The reasons that say something, each where it stands first. A module may have one reason for each place that it
/// changed at, all in the same words.
pub fn each_once(reasons: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = HashSet::new();
    reasons.into_iter().filter(|reason| !reason.is_empty() && seen.insert(reason.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_highlighted_reasons_are_highlights() {
        let reason = |more: &str, text: &str| {
            format!("<reasonForUpdate {more}><simplePara>{text}</simplePara></reasonForUpdate>")
        };
        let status = [
            reason("updateHighlight='1'", "New torque"),
            reason("updateHighlight='0'", "Spelling"),
            reason("", "Layout"),
            reason("updateHighlight='1'", ""),
        ];
        let text = format!(
            "<dmodule><identAndStatusSection>{}</identAndStatusSection><content>{}</content></dmodule>",
            status.concat(),
            reason("updateHighlight='1'", "Of another module")
        );
        assert_eq!(read(text.as_bytes()).expect("XML"), ["New torque"]);
        assert!(may_have(text.as_bytes()) && !may_have(b"<dmodule/>"));
        assert!(may_have(b"\xff\xfe<\0d\0"), "UTF-16 is read");
        assert!(read(b"<dmodule>").is_err());
    }

    #[test]
    fn a_reason_that_comes_again_is_told_once() {
        let reason = |text: &str| format!("<reasonForUpdate updateHighlight='1'>{text}</reasonForUpdate>");
        let reasons = [
            reason("<simplePara>New torque</simplePara>"),
            reason("<simplePara>New limits</simplePara>"),
            reason("<simplePara>New\n torque</simplePara>"),
        ];
        let text = format!("<dmodule><identAndStatusSection>{}</identAndStatusSection></dmodule>", reasons.concat());
        assert_eq!(read(text.as_bytes()).expect("XML"), ["New torque", "New limits"]);
    }
}
