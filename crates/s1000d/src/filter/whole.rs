//! The applicability of an object as a whole, as its status states it.

use std::rc::Rc;

use roxmltree::Document;

use super::products::StatementVerdict;
use super::statements::{StatementVerdicts, is_statement};
use crate::object::ident::elements;
use crate::object::{Places, applic_refs};

/// The verdict on the whole object; one without a statement applies to all products.
pub(super) fn verdict<'a, 'i>(
    document: &'a Document<'i>,
    statements: &mut StatementVerdicts<'a, 'i>,
) -> Rc<StatementVerdict> {
    let status = Places::find(document.root_element()).status;
    let own = status.and_then(|status| elements(status).find(|part| is_statement(*part)));
    match (own, status.and_then(applic_refs)) {
        (Some(own), _) => statements.of_node(own),
        (None, Some(ids)) => statements.of_ids(ids),
        (None, None) => Rc::new(StatementVerdict::always(statements.products().len())),
    }
}
