//! Warnings and cautions that modules share: the entries of a repository, which `warningRef` and `cautionRef` name.

use std::collections::{BTreeMap, HashMap};

use domain::language::Locale;
use memchr::memmem;
use roxmltree::Node;

use super::kind::{Kind, SafetyLevel};
use super::{Document, NodeId, build, plain};
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

/// The warnings and cautions of repositories by their identifiers. A warning and a caution may have the same one.
pub type SharedWarnings = BTreeMap<(SafetyLevel, String), SharedWarning>;

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
    let xml = object::parse(file)?;
    let document = Document::read(file)?;
    let paragraphs = Paragraphs::of(&document);
    let mut warnings = SharedWarnings::new();
    for entry in xml.descendants().filter(|node| matches!(node.tag_name().name(), "warningSpec" | "cautionSpec")) {
        let ident = ["warningIdent", "cautionIdent"].into_iter().find_map(|name| child(entry, name));
        let ident = ident.and_then(|ident| IDENTIFIERS.into_iter().find_map(|name| ident.attribute(name)));
        let Some(ident) = ident else { continue };
        let own = elements(entry).filter(|part| part.tag_name().name() == PARAGRAPH);
        let lines = own.flat_map(|part| paragraphs.lines(part));
        let symbol = |icn: &str| SharedSymbol {
            icn: icn.to_owned(),
            file: file.entities().iter().find(|entity| entity.name == icn).map(|entity| entity.system.clone()),
        };
        let symbols = elements(entry).filter(|part| part.tag_name().name() == "symbol");
        let symbols = symbols.filter_map(|part| part.attribute("infoEntityIdent")).map(symbol);
        let warning = SharedWarning { paragraphs: lines.collect(), symbols: symbols.collect() };
        warnings.insert((build::safety_level(entry.tag_name().name()), ident.to_owned()), warning);
    }
    Ok(warnings)
}

const PARAGRAPH: &str = "warningAndCautionPara";

/// The paragraphs of a repository as its readers see them, by their first bytes.
struct Paragraphs<'d> {
    document: &'d Document,
    locale: Locale,
    nodes: HashMap<usize, NodeId>,
}

impl<'d> Paragraphs<'d> {
    fn of(document: &'d Document) -> Self {
        let locale = document.language.as_deref().and_then(Locale::of_text).unwrap_or(Locale::English);
        let is_para = |id: &NodeId| matches!(document.node(*id).kind, Kind::Para { .. });
        let nodes = document.descendants(NodeId::ROOT).filter(is_para);
        let nodes = nodes.filter(|id| document.element(*id) == PARAGRAPH);
        Self { document, locale, nodes: nodes.map(|id| (document.range(id).start, id)).collect() }
    }

    /// The lines of a paragraph with its lists, units and references; none of one that is marked as deleted.
    fn lines(&self, node: Node<'_, '_>) -> Vec<String> {
        let said = match self.nodes.get(&node.range().start) {
            Some(id) => plain::said(self.document, *id, self.locale),
            // The end of a long file is not in the tree.
            None => text_of(node),
        };
        said.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }
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
        let warning = &read[&(SafetyLevel::Warning, "w-1".to_owned())];
        assert_eq!(warning.paragraphs, ["Hot & sharp.", "Wait."]);
        assert_eq!(warning.symbols, [SharedSymbol { icn: "ICN-1".into(), file: Some("ICN-1.PNG".into()) }]);
    }

    /// The paragraphs of a warning with this content, and of a caution with the same identifier.
    fn lines(inner: &str) -> Vec<String> {
        let file = format!(
            "<dmodule><content><commonRepository><warningRepository><warningSpec><warningIdent warningIdentNumber='1'/>\
             {inner}</warningSpec></warningRepository><cautionRepository><cautionSpec><cautionIdent \
             cautionIdentNumber='1'/><warningAndCautionPara>Wet.</warningAndCautionPara></cautionSpec>\
             </cautionRepository></commonRepository></content></dmodule>"
        );
        let checked = guard::check(file.as_bytes()).expect("it passes");
        let read = read(&checked).expect("it is read");
        assert_eq!(read[&(SafetyLevel::Caution, "1".to_owned())].paragraphs, ["Wet."], "a caution is no warning");
        read[&(SafetyLevel::Warning, "1".to_owned())].paragraphs.clone()
    }

    #[test]
    fn numbers_and_items_of_an_entry_do_not_run_together() {
        let para = |inner: &str| format!("<warningAndCautionPara>{inner}</warningAndCautionPara>");
        let range = "Between <quantity><quantityGroup quantityGroupType='minimum' quantityUnitOfMeasure='psi'>\
            <quantityValue>10</quantityValue></quantityGroup><quantityGroup quantityGroupType='maximum' \
            quantityUnitOfMeasure='psi'><quantityValue>20</quantityValue></quantityGroup></quantity>.";
        assert_eq!(lines(&para(range)), ["Between min. 10\u{a0}psi max. 20\u{a0}psi."]);
        let list = "Use:<attentionRandomList><attentionRandomListItem><attentionListItemPara>gloves</attentionListItemPara>\
            </attentionRandomListItem><attentionRandomListItem><attentionListItemPara>goggles</attentionListItemPara>\
            </attentionRandomListItem></attentionRandomList>";
        assert_eq!(lines(&para(list)), ["Use:", "– gloves", "– goggles"]);
        let changed = "Do <changeInline changeMark='1' changeType='delete'>not </changeInline>touch.";
        let gone = "<warningAndCautionPara changeMark='1' changeType='delete'>Old.</warningAndCautionPara>";
        assert_eq!(lines(&[para(changed).as_str(), gone].concat()), ["Do touch."]);
    }
}
