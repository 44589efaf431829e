//! Terms and what they mean, from glossary repositories.

use roxmltree::Node;

use crate::guard::{Checked, Refusal};
use crate::object::ident::child_text;
use crate::object::parse;

/// A term and its definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Its abbreviation in modules; empty when it has none.
    pub id: String,
    pub term: String,
    pub definition: String,
}

/// The terms of a repository in its order; none when the file holds no glossary.
pub fn read(file: &Checked<'_>) -> Result<Vec<Term>, Refusal> {
    let document = parse(file)?;
    let items = document.descendants().filter(|node| node.tag_name().name() == "glossaryItem");
    let read = |item: Node<'_, '_>| Term {
        id: item.attribute("id").unwrap_or_default().to_owned(),
        term: text_of(item, "term"),
        definition: text_of(item, "definition"),
    };
    Ok(items.map(read).filter(|term| !term.term.is_empty()).collect())
}

fn text_of(item: Node<'_, '_>, name: &str) -> String {
    child_text(item, name).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::check;

    #[test]
    fn terms_are_read_whatever_the_namespace() {
        let file = br#"<dmodule xmlns="urn:any"><content><glossaryRepository>
            <glossaryItem id="gl-1"><term>VMC</term><definition>Visual
              <emphasis>meteorological</emphasis> conditions</definition></glossaryItem>
            <glossaryItem><term> </term><definition>nothing</definition></glossaryItem>
            <glossaryItem><term>ELT</term></glossaryItem>
            </glossaryRepository></content></dmodule>"#;
        let terms = read(&check(file).expect("well formed")).expect("a tree");
        let expected = |id: &str, term: &str, definition: &str| Term {
            id: id.to_owned(),
            term: term.to_owned(),
            definition: definition.to_owned(),
        };
        assert_eq!(terms, [expected("gl-1", "VMC", "Visual meteorological conditions"), expected("", "ELT", "")]);
    }
}
