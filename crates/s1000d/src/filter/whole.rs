//! The address and the status of an object: who it is, and whether it applies as a whole.

use std::rc::Rc;

use super::products::StatementVerdict;
use super::skeleton::{Skeleton, SkeletonAttribute, SkeletonElement};
use super::statements::{StatementVerdicts, is_statement};
use crate::code::Identity;
use crate::object::ident::Ident;

/// The section with address and status; the root itself in ATA 2300.
fn section<'s, 't>(skeleton: &'s Skeleton<'t>) -> SkeletonElement<'s, 't> {
    let root = skeleton.root();
    root.child_ending("dentAndStatusSection").unwrap_or(root)
}

/// The verdict on the whole object; one without a statement applies to all products.
pub(super) fn verdict<'s, 't>(
    skeleton: &'s Skeleton<'t>,
    statements: &mut StatementVerdicts<'s, 't, '_>,
) -> Rc<StatementVerdict> {
    let root = skeleton.root();
    let is_status = root.name().ends_with("Status");
    let status = if is_status { Some(root) } else { section(skeleton).child_ending("Status") };
    let own = status.and_then(|status| status.children().find(|part| is_statement(*part)));
    match (own, status.and_then(SkeletonElement::applic_refs)) {
        (Some(own), _) => statements.of_part(own),
        (None, Some(ids)) => statements.of_ids(ids.value()),
        (None, None) => Rc::new(StatementVerdict::always(statements.products().len())),
    }
}

/// The code, extension and language that an object gives itself.
pub(super) fn identity(skeleton: &Skeleton<'_>) -> Option<Identity> {
    let section = section(skeleton);
    let address = section.child_ending("Address").unwrap_or(section);
    let is_ident =
        |part: &SkeletonElement<'_, '_>| part.name().ends_with("Ident") && !part.name().starts_with("source");
    let ident = ident_of(address.children().find(is_ident)?);
    Some(Identity { code: ident.code?, extension: ident.extension, language: ident.language })
}

/// Reads an element like `dmIdent` or `dmRefIdent`.
pub(super) fn ident_of(part: SkeletonElement<'_, '_>) -> Ident {
    let mut ident = Ident::default();
    for child in part.children() {
        // As written: codes have no characters that need a reference.
        ident.take(child.name(), |name| child.attribute_part(name).map(SkeletonAttribute::raw_value));
    }
    ident
}
