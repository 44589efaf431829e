//! Catalogs of OSCAL (JSON): groups become categories, controls items, parts clauses and guidance.
//!
//! A written catalogue is read as it was: values that OSCAL has no place for are props of our own namespace.

mod head;
mod ids;
mod json;
mod order;
mod params;
mod parts;
mod read;
mod write;

pub use write::to_oscal;

pub(crate) use read::read_json;

/// The namespace of our own props.
const NAMESPACE: &str = "urn:airfolio:regulations";
/// The version of OSCAL that is written.
const VERSION: &str = "1.1.2";
/// The class of groups that only exist because a group holds either groups or controls.
const DIRECT: &str = "airfolio-direct";

/// Names of our props.
mod names {
    pub(super) const LAYOUT: &str = "layout";
    pub(super) const STABLE_ID: &str = "stable-id";
    pub(super) const KIND: &str = "kind";
    pub(super) const ASSESSABLE: &str = "assessable";
    pub(super) const APPLICABILITY: &str = "applicability";
    pub(super) const SOURCE_REF: &str = "source-ref";
    pub(super) const EFFECTIVE: &str = "effective-date";
    pub(super) const EXPIRY: &str = "expiry-date";
    pub(super) const AMENDMENT: &str = "amendment";
    pub(super) const SUPERSEDES: &str = "supersedes";
    pub(super) const COVERS: &str = "covers";
    pub(super) const ALSO_UNDER: &str = "also-under";
    pub(super) const TAG: &str = "tag";
    pub(super) const MAPPING: &str = "mapping";
    pub(super) const IMAGE: &str = "image";
    pub(super) const PATH: &str = "path";
    pub(super) const FUTURE: &str = "future-text";
    pub(super) const ORDER: &str = "sort-id";
    pub(super) const LABEL: &str = "label";
}
