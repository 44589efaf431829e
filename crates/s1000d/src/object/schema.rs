//! The schema that a file names.

use roxmltree::{Document, Node};

const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// The publisher of the schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SchemaFamily {
    S1000d,
    Ata2300,
}

/// A schema by family, issue and name. Spellings vary, so the address itself decides nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SchemaRef {
    pub family: SchemaFamily,
    /// As in `4-2`; `None` when the address does not say.
    pub issue: Option<String>,
    /// The base name in lower case, without `.xsd`.
    pub name: String,
}

impl SchemaRef {
    /// The schema that a document names.
    pub(crate) fn of_document(document: &Document<'_>) -> Option<Self> {
        Self::of_root(document.root_element())
    }

    /// Reads the address of a schema of S1000D.
    pub(crate) fn of_address(address: &str) -> Option<Self> {
        Self::parse(address, SchemaFamily::S1000d)
    }

    /// Reads the schema location of a root element.
    pub(super) fn of_root(root: Node<'_, '_>) -> Option<Self> {
        if let Some(address) = root.attribute((XSI, "noNamespaceSchemaLocation")) {
            return Self::parse(address, SchemaFamily::S1000d);
        }
        let pairs = root.attribute((XSI, "schemaLocation"))?;
        Self::parse(pairs.split_ascii_whitespace().nth(1)?, SchemaFamily::Ata2300)
    }

    /// Reads an address, relative or not.
    pub fn parse(address: &str, family: SchemaFamily) -> Option<Self> {
        let mut segments = address.trim().rsplit(['/', '\\']);
        let base = segments.next()?.to_ascii_lowercase();
        let name = base.strip_suffix(".xsd").unwrap_or(&base).to_owned();
        let issue = segments.find_map(|segment| {
            let lower = segment.to_ascii_lowercase();
            let issue = lower.strip_prefix("s1000d_")?;
            issue.starts_with(|c: char| c.is_ascii_digit()).then(|| issue.replace(['.', '_'], "-"))
        });
        (!name.is_empty()).then_some(Self { family, issue, name })
    }
}
