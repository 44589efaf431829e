//! Highlights: the reasons for an update that a publication lists for its readers.

use crate::guard::{self, Refusal};
use crate::object::ident::text_of;
use crate::object::parse_text;

/// The texts of the highlighted reasons for the update of a module, or of its separate status file.
pub fn read(bytes: &[u8]) -> Result<Vec<String>, Refusal> {
    let checked = guard::check(bytes)?;
    let document = parse_text(checked.text())?;
    let reasons = document.descendants().filter(|node| node.tag_name().name() == "reasonForUpdate");
    let highlighted = reasons.filter(|node| node.attribute("updateHighlight") == Some("1"));
    Ok(highlighted.map(text_of).filter(|text| !text.is_empty()).collect())
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
        let text =
            format!("<dmodule><identAndStatusSection>{}</identAndStatusSection><content/></dmodule>", status.concat());
        assert_eq!(read(text.as_bytes()).expect("XML"), ["New torque"]);
        assert!(read(b"<dmodule>").is_err());
    }
}
