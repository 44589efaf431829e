//! The one table from what reading notices to the findings people see.
//!
//! A finding made here names no file: the caller, which knows the file, adds it.

use domain::finding::{Finding, Rule};

use crate::code::CodeError;
use crate::guard::{Reason, Refusal};

impl Refusal {
    /// The finding for a file that is not read.
    pub fn finding(&self) -> Finding {
        let finding = |rule| Finding::new(rule).at(self.line);
        match &self.reason {
            Reason::TooLarge { limit } => finding(Rule::XmlTooLarge).with("limit", (limit >> 20).to_string()),
            Reason::TooDeep { limit } => finding(Rule::XmlTooDeep).with("limit", limit.to_string()),
            Reason::TooManyNodes { limit } => finding(Rule::XmlTooManyNodes).with("limit", limit.to_string()),
            Reason::TooManyAttributes { limit }
            | Reason::ValueTooLong { limit }
            | Reason::TooManyNamespaces { limit } => finding(Rule::XmlTooComplex).with("limit", limit.to_string()),
            Reason::Doctype { declaration, .. } => finding(Rule::XmlEntity).with("declaration", &**declaration),
            Reason::Encoding(_) | Reason::NotText(_) | Reason::Lacking { .. } | Reason::Nul => {
                finding(Rule::XmlEncoding).with("message", self.reason.to_string())
            }
            Reason::NotWellFormed(message) => finding(Rule::XmlNotWellFormed).with("message", &**message),
            Reason::Empty => finding(Rule::XmlNotWellFormed).with("message", self.reason.to_string()),
        }
    }
}

pub(crate) fn no_identity(line: u32, what: &str) -> Finding {
    Finding::new(Rule::XmlNoIdentity).at(line).with("what", what)
}

pub(crate) fn identity_invalid(line: u32, error: &CodeError) -> Finding {
    Finding::new(Rule::XmlIdentityInvalid).at(line).with("what", error.field).with("value", &*error.value)
}

pub(crate) fn reference_invalid(line: u32, error: &CodeError) -> Finding {
    Finding::new(Rule::XmlReferenceInvalid).at(line).with("what", error.field).with("value", &*error.value)
}

pub(crate) fn content_unknown(line: u32, element: &str) -> Finding {
    Finding::new(Rule::XmlContentUnknown).at(line).with("element", element)
}

pub(crate) fn id_twice(line: u32, id: &str) -> Finding {
    Finding::new(Rule::XmlIdTwice).at(line).with("id", id)
}

pub(crate) fn internal_ref(line: u32, id: &str) -> Finding {
    Finding::new(Rule::XmlInternalRef).at(line).with("id", id)
}

pub(crate) fn entity_undeclared(line: u32, name: &str) -> Finding {
    Finding::new(Rule::XmlEntityUndeclared).at(line).with("icn", name)
}
