//! Products as other manuals can find them.

use domain::operator::Aircraft;
use domain::text::fold;
use s1000d::applic::PropertyKind;
use s1000d::applic::tables::Product;

use super::fleet::{MODEL, REGISTRATION, SERIAL};
use super::tables::{TableName, product_id};

/// The id of a product with its attributes, as in `prd-1;model=NV240-1;serialNumber=1004`. An id alone means something
/// else in every manual; the attributes tell whether another manual has the same product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ProductKey {
    pub(super) id: String,
    /// Names and values; empty where only an id was given.
    attributes: Vec<(String, String)>,
}

fn attributes(product: &Product) -> impl Iterator<Item = (&str, &str)> {
    let own = product.assigned.iter().filter(|one| one.property.kind == PropertyKind::Attribute);
    own.map(|one| (one.property.ident.as_str(), one.value.as_str()))
}

impl ProductKey {
    pub(super) fn of(table: Option<&TableName>, index: usize, product: &Product) -> Self {
        let attributes = attributes(product).map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Self { id: product_id(table, index, product), attributes }
    }

    pub(super) fn parse(text: &str) -> Self {
        let mut parts = text.split(';');
        let id = parts.next().map(unescaped).unwrap_or_default();
        let pair = |part: &str| part.split_once('=').map(|(name, value)| (unescaped(name), unescaped(value)));
        Self { id, attributes: parts.filter_map(pair).collect() }
    }

    /// Whether it names a product of one manual only.
    pub(super) fn is_bare(&self) -> bool {
        self.attributes.is_empty()
    }

    /// Whether a product with the same id is this one.
    pub(super) fn fits(&self, product: &Product) -> bool {
        self.is_bare() || attributes(product).eq(self.attributes.iter().map(|(name, value)| (&**name, &**value)))
    }

    /// The product as an aircraft, which tables find by model and serial number; none without a model.
    pub(super) fn aircraft(&self) -> Option<Aircraft> {
        let value = |names: &[&str]| {
            let named = |(name, _): &&(String, String)| names.iter().any(|one| fold(one) == fold(name));
            self.attributes.iter().find(named).map(|(_, value)| value.clone())
        };
        Some(Aircraft {
            model: value(&MODEL)?,
            serial_number: value(&SERIAL).unwrap_or_default(),
            registration: value(&REGISTRATION).unwrap_or_default(),
            attributes: Vec::new(),
        })
    }
}

impl std::fmt::Display for ProductKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", escaped(&self.id))?;
        self.attributes.iter().try_for_each(|(name, value)| write!(f, ";{}={}", escaped(name), escaped(value)))
    }
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace(';', "%3B").replace('=', "%3D")
}

fn unescaped(text: &str) -> String {
    text.replace("%3D", "=").replace("%3B", ";").replace("%25", "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_as_it_is_written() {
        let attributes = [("model", "A;B"), ("rate", "100%"), ("range", "1=2"), ("odd", "%3B")];
        let attributes = attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).into();
        let key = ProductKey { id: "prd-1@DMC-X".to_owned(), attributes };
        assert_eq!(ProductKey::parse(&key.to_string()), key);
        assert!(ProductKey::parse("prd-1").is_bare());
    }
}
