//! The properties that statements use, and those that two issues of a table describe differently.

use std::collections::{BTreeMap, BTreeSet};

use super::tables::{Product, Tables};
use super::{Assertion, Property};
use crate::guard::{Checked, Refusal};
use crate::object;
use crate::object::lines::Lines;

/// The properties of all assertions in a file.
pub fn properties(file: &Checked<'_>) -> Result<BTreeSet<Property>, Refusal> {
    let document = object::parse(file)?;
    // Nobody is told the lines.
    let mut lines = Lines::new("");
    let asserts = document.descendants().filter(|node| node.tag_name().name() == "assert");
    Ok(asserts.filter_map(|node| Assertion::read(node, &mut lines)).map(|assertion| assertion.property).collect())
}

/// The values of a product, whatever its place in the file.
type ProductValues<'a> = BTreeMap<&'a Property, &'a str>;

fn values(product: &Product) -> ProductValues<'_> {
    product.assigned.iter().map(|one| (&one.property, one.value.as_str())).collect()
}

/// The properties that two issues of a product assign differently.
fn differing_values<'a>(one: &'a ProductValues<'a>, two: &'a ProductValues<'a>) -> impl Iterator<Item = &'a Property> {
    let all = one.keys().chain(two.keys()).copied();
    all.filter(move |property| one.get(property) != two.get(property))
}

impl Tables {
    /// The properties that two issues of a table declare with other types or values, assign differently to a
    /// product, or that belong to products which only one of them has. Names and descriptions do not count.
    pub fn differing(&self, other: &Self) -> BTreeSet<Property> {
        let all = self.declared.keys().chain(other.declared.keys());
        let is_same = |property: &Property| match (self.declared.get(property), other.declared.get(property)) {
            (Some(one), Some(two)) => {
                one.data_type == two.data_type && one.pattern == two.pattern && one.values == two.values
            }
            _ => false,
        };
        let mut found: BTreeSet<Property> = all.filter(|property| !is_same(property)).cloned().collect();
        let (mut one, mut two) = (BTreeSet::new(), BTreeSet::new());
        let by_id: BTreeMap<&str, &Product> =
            other.products.iter().filter_map(|product| Some((product.id.as_deref()?, product))).collect();
        let mut paired = BTreeSet::new();
        for product in &self.products {
            let own = values(product);
            match product.id.as_deref().and_then(|id| by_id.get_key_value(id)) {
                Some((id, new)) => {
                    paired.insert(*id);
                    found.extend(differing_values(&own, &values(new)).cloned());
                }
                None => {
                    one.insert(own);
                }
            }
        }
        let unpaired = other.products.iter().filter(|new| new.id.as_deref().is_none_or(|id| !paired.contains(id)));
        two.extend(unpaired.map(values));
        found.extend(one.symmetric_difference(&two).flat_map(|product| product.keys().copied().cloned()));
        found
    }

    /// Whether two issues of a table have other products.
    pub fn has_other_products(&self, other: &Self) -> bool {
        let one: BTreeSet<ProductValues<'_>> = self.products.iter().map(values).collect();
        let two: BTreeSet<ProductValues<'_>> = other.products.iter().map(values).collect();
        one != two
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard;

    fn tables(text: &str) -> Tables {
        Tables::read(&guard::check(text.as_bytes()).expect("it passes")).expect("tables")
    }

    fn idents(properties: &BTreeSet<Property>) -> Vec<&str> {
        properties.iter().map(|property| property.ident.as_str()).collect()
    }

    fn attribute(id: &str, name: &str, values: &str) -> String {
        let values = format!("<enumeration applicPropertyValues='{values}'/>");
        format!("<productAttribute id='{id}'><name>{name}</name>{values}</productAttribute>")
    }

    fn act(attributes: &[String]) -> Tables {
        tables(&format!(
            "<dmodule><content><productAttributeList>{}</productAttributeList></content></dmodule>",
            attributes.concat()
        ))
    }

    #[test]
    fn other_values_and_declarations_differ_and_other_names_do_not() {
        let old = act(&[
            attribute("model", "Model", "A|B"),
            attribute("serial", "Serial", "1~9"),
            attribute("gone", "G", "1"),
        ]);
        let new = act(&[attribute("model", "Model of aircraft", "A|B"), attribute("serial", "Serial", "1~12")]);
        assert_eq!(idents(&old.differing(&new)), ["gone", "serial"]);
        assert!(old.differing(&old.clone()).is_empty());
    }

    #[test]
    fn of_a_product_that_both_issues_have_only_other_values_count() {
        let product = |sb: &str| {
            let assign = "<assign applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValue='A'/>";
            let sb = format!(
                "<assign applicPropertyIdent='sb1' applicPropertyType='condition' applicPropertyValue='{sb}'/>"
            );
            tables(&format!("<dmodule><content><product id='p1'>{assign}{sb}</product></content></dmodule>"))
        };
        assert_eq!(idents(&product("pre").differing(&product("post"))), ["sb1"]);
    }

    fn pct(serials: &[&str]) -> Tables {
        let assign = |ident: &str, value: &str| {
            format!(
                "<assign applicPropertyIdent='{ident}' applicPropertyType='prodattr' applicPropertyValue='{value}'/>"
            )
        };
        let products = serials
            .iter()
            .map(|serial| format!("<product>{}{}</product>", assign("model", "A"), assign("serial", serial)));
        tables(&format!("<dmodule><content>{}</content></dmodule>", products.collect::<String>()))
    }

    #[test]
    fn products_of_one_issue_alone_differ_in_all_their_properties() {
        let (old, new) = (pct(&["1", "2"]), pct(&["2", "1", "3"]));
        assert_eq!(idents(&old.differing(&new)), ["model", "serial"]);
        assert!(old.has_other_products(&new) && !old.has_other_products(&pct(&["2", "1"])));
    }

    #[test]
    fn all_assertions_of_a_file_are_found() {
        let file = "<dmodule><applic><evaluate andOr='and'><assert applicPropertyIdent='model'
            applicPropertyType='prodattr' applicPropertyValues='A'/><assert applicPropertyIdent='sb1'
            applicPropertyType='condition' applicPropertyValues='post'/></evaluate></applic></dmodule>";
        let used = properties(&guard::check(file.as_bytes()).expect("it passes")).expect("properties");
        assert_eq!(idents(&used), ["model", "sb1"]);
    }
}
