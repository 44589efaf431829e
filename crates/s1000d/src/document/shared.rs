//! Warnings and cautions that modules share: the entries of a repository, which `warningRef` and `cautionRef` name.

use std::collections::BTreeMap;

use memchr::memmem;

use crate::guard::{Checked, Refusal};
use crate::object;
use crate::object::ident::{child, elements, text_of};

/// A warning or caution of a repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedWarning {
    pub paragraphs: Vec<String>,
    pub symbols: Vec<SharedSymbol>,
}

impl SharedWarning {
    /// Whether a reader would see nothing.
    pub fn is_empty(&self) -> bool {
        self.symbols.is_empty() && self.paragraphs.iter().all(|text| text.trim().is_empty())
    }
}

/// A picture beside a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedSymbol {
    pub icn: String,
    /// The file that the entity of the repository names.
    pub file: Option<String>,
}

/// The warnings and cautions of repositories by their identifiers.
pub type SharedWarnings = BTreeMap<String, SharedWarning>;

/// The attributes that hold the identifier of an entry.
pub(super) const IDENTIFIERS: [&str; 2] = ["warningIdentNumber", "cautionIdentNumber"];

/// Whether a file refers to shared warnings.
pub fn is_named_in(bytes: &[u8]) -> bool {
    IDENTIFIERS.iter().any(|name| memmem::find(bytes, name.as_bytes()).is_some())
}

/// Reads the warnings and cautions of a repository; a file that is none has none.
pub fn read(file: &Checked<'_>) -> Result<SharedWarnings, Refusal> {
    if !is_named_in(file.text().as_bytes()) {
        return Ok(SharedWarnings::new());
    }
    let document = object::parse(file)?;
    let mut warnings = SharedWarnings::new();
    for entry in document.descendants().filter(|node| matches!(node.tag_name().name(), "warningSpec" | "cautionSpec")) {
        let ident = ["warningIdent", "cautionIdent"].into_iter().find_map(|name| child(entry, name));
        let ident = ident.and_then(|ident| IDENTIFIERS.into_iter().find_map(|name| ident.attribute(name)));
        let Some(ident) = ident else { continue };
        let paragraphs = elements(entry).filter(|part| part.tag_name().name() == "warningAndCautionPara").map(text_of);
        let symbol = |icn: &str| SharedSymbol {
            icn: icn.to_owned(),
            file: file.entities().iter().find(|entity| entity.name == icn).map(|entity| entity.system.clone()),
        };
        let symbols = elements(entry).filter(|part| part.tag_name().name() == "symbol");
        let symbols = symbols.filter_map(|part| part.attribute("infoEntityIdent")).map(symbol);
        let warning = SharedWarning { paragraphs: paragraphs.collect(), symbols: symbols.collect() };
        warnings.insert(ident.to_owned(), warning);
    }
    Ok(warnings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;

    #[test]
    fn an_entry_has_its_text_and_its_symbol() {
        let file = "<!DOCTYPE dmodule [<!ENTITY ICN-1 SYSTEM 'ICN-1.PNG' NDATA png>]><dmodule><content><commonRepository><warningRepository>\
            <warningSpec><warningIdent warningIdentNumber='w-1'/><symbol infoEntityIdent='ICN-1'/>\
            <warningAndCautionPara>Hot &amp; sharp.</warningAndCautionPara><warningAndCautionPara>Wait.</warningAndCautionPara></warningSpec>\
            </warningRepository></commonRepository></content></dmodule>";
        let checked = guard::check(file.as_bytes()).expect("it passes");
        let read = read(&checked).expect("it is read");
        assert_eq!(read["w-1"].paragraphs, ["Hot & sharp.", "Wait."]);
        assert_eq!(read["w-1"].symbols, [SharedSymbol { icn: "ICN-1".into(), file: Some("ICN-1.PNG".into()) }]);
    }
}
