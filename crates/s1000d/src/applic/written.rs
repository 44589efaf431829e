//! Statements as texts of their own, to be kept apart from the file they stood in.

use std::fmt::Write as _;

use quick_xml::escape::escape;

use super::{Applic, Expression};
use crate::object::lines::Lines;

impl Applic {
    /// The statement as XML, without its id.
    pub fn to_xml(&self) -> String {
        let mut xml = String::from("<applic>");
        if !self.display.is_empty() {
            xml.push_str("<displayText>");
            for paragraph in self.display.lines() {
                let _ = write!(xml, "<simplePara>{}</simplePara>", escape(paragraph));
            }
            xml.push_str("</displayText>");
        }
        if self.without_product {
            xml.push_str("<noProduct/>");
        }
        if let Some(expression) = &self.expression {
            expression.write(&mut xml);
        }
        xml.push_str("</applic>");
        xml
    }

    /// Reads what [`Applic::to_xml`] wrote. Any other text cannot be decided.
    pub fn from_xml(xml: &str) -> Self {
        match roxmltree::Document::parse(xml) {
            Ok(document) => Self::read(document.root_element(), &mut Lines::new("")),
            Err(_) => Self::undecided(),
        }
    }
}

impl Expression {
    fn write(&self, xml: &mut String) {
        match self {
            Self::Assert(assertion) => {
                let (kind, ident) = (assertion.property.kind.as_str(), escape(&assertion.property.ident));
                let values = assertion.values.to_string();
                let _ = write!(
                    xml,
                    "<assert applicPropertyIdent=\"{ident}\" applicPropertyType=\"{kind}\" \
                     applicPropertyValues=\"{}\"/>",
                    escape(&values)
                );
            }
            Self::And(parts) => Self::write_all(xml, "and", parts),
            Self::Or(parts) => Self::write_all(xml, "or", parts),
            Self::Unread(text) => {
                let _ = write!(xml, "<assert>{}</assert>", escape(text));
            }
        }
    }

    fn write_all(xml: &mut String, operator: &str, parts: &[Self]) {
        let _ = write!(xml, "<evaluate andOr=\"{operator}\">");
        for part in parts {
            part.write(xml);
        }
        xml.push_str("</evaluate>");
    }
}
