//! Terms and abbreviations that a manual explains in one place.

use roxmltree::Node;

use crate::guard::{Checked, Refusal};
use crate::object;
use crate::object::ident::child_text;

/// One term of a glossary repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GlossaryItem {
    /// How the text refers to it, by `glossaryItemId`.
    pub id: Option<String>,
    pub term: String,
    pub definition: String,
}

/// Reads the terms of a glossary repository in their order; any other file has none.
pub fn read(file: &Checked<'_>) -> Result<Vec<GlossaryItem>, Refusal> {
    let document = object::parse(file)?;
    let items = document.descendants().filter(|node| node.is_element() && node.tag_name().name() == "glossaryItem");
    Ok(items.filter_map(item).collect())
}

/// A term without definition explains nothing, and a definition without term nobody finds.
fn item(node: Node<'_, '_>) -> Option<GlossaryItem> {
    Some(GlossaryItem {
        id: node.attribute("id").map(str::to_owned),
        term: child_text(node, "term")?,
        definition: child_text(node, "definition")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;

    #[test]
    fn terms_come_in_their_order_and_halves_are_left_out() {
        let text = "<dmodule><content><glossaryRepository><glossaryItem id=\"gl-AFCS\"><term>AFCS</term><definition>Automatic\n flight \
            control</definition></glossaryItem><glossaryItem><term>X</term></glossaryItem><glossaryItem><term>氧气瓶</term>\
            <definition><para>Oxygen bottle</para></definition></glossaryItem></glossaryRepository></content></dmodule>";
        let items = read(&guard::check(text.as_bytes()).expect("it passes")).expect("it reads");
        let found: Vec<_> = items.iter().map(|item| (item.id.as_deref(), &*item.term, &*item.definition)).collect();
        assert_eq!(found, [(Some("gl-AFCS"), "AFCS", "Automatic flight control"), (None, "氧气瓶", "Oxygen bottle")]);
    }
}
