//! The products of tables among the files, for readers to choose from.

use std::collections::HashSet;

use publish::site::SiteChoice;
use s1000d::applic::tables::{Product, Tables};
use s1000d::applic::{Assignments, PropertyKind};

/// Products that readers can choose from.
const MAX_CHOICES: usize = 500;

/// The products by name, each with its values.
pub(super) fn offered(tables: &Tables) -> (Vec<SiteChoice>, Vec<Assignments>) {
    let mut names = HashSet::new();
    let (mut choices, mut values) = (Vec::new(), Vec::new());
    for (index, product) in tables.products.iter().enumerate().take(MAX_CHOICES) {
        let id = product.id.clone().unwrap_or_else(|| (index + 1).to_string());
        let plain = label(product);
        let is_taken = plain.is_empty() || names.contains(&plain);
        let name = if is_taken { [plain.as_str(), &id].join(" ").trim().to_owned() } else { plain };
        if names.insert(name.clone()) {
            choices.push(SiteChoice { name, table: String::new(), is_aircraft: false });
            values.push(product.assignments());
        }
    }
    (choices, values)
}

/// The attributes of a product, which tell it from others.
fn label(product: &Product) -> String {
    let attributes = product.assigned.iter().filter(|one| one.property.kind == PropertyKind::Attribute);
    attributes.take(4).map(|one| one.value.as_str()).collect::<Vec<_>>().join(" · ")
}
