//! Names of files in a package.

use std::fmt::Write;

use domain::object::ObjectKind;
use s1000d::code::{Identity, Issue};

use super::PackedObject;

/// As in `DMC-…_001-00_EN-US.XML`; versions that are known by their date have no issue in their name. Everything that
/// has no code of a module is called by its key.
pub(super) fn of_content(object: &PackedObject) -> String {
    let Some(identity) = object.identity() else { return object.key.clone() };
    let mut name = Identity { language: None, ..identity.clone() }.to_string();
    if let Ok(issue) = Issue::parse(&object.issue.number, &object.issue.in_work) {
        // Writing to a string cannot fail.
        let _ = write!(name, "_{issue}");
    }
    if let Some(language) = identity.language {
        let _ = write!(name, "_{}", language.as_str().to_ascii_uppercase());
    }
    name.push_str(".XML");
    name
}

/// The name of the status file of an object: the name of its content with another prefix.
pub(super) fn of_status(object: &PackedObject) -> String {
    let name = of_content(object);
    let rest = name.split_once('-').map_or(name.as_str(), |(_, rest)| rest);
    let prefix = if object.kind == ObjectKind::PublicationModule { "PS" } else { "DS" };
    format!("{prefix}-{rest}")
}
