//! The metadata and the references of a file, read in one pass over one tree.
//!
//! [`read`] takes what [`crate::guard`] has passed and gives an [`Object`] with
//! everything that can be said without a schema, and the structural findings:
//! identity, ids, internal references, entities, content type. Elements are
//! known by their local names, so that S1000D and ATA 2300 read alike.

pub mod alternates;
pub(crate) mod copied;
mod dispatch;
pub(crate) mod doctype;
mod header;
pub(crate) mod ident;
mod kind;
pub(crate) mod lines;
pub mod readdress;
mod reference;
mod schema;
pub mod stamp;
#[cfg(test)]
mod tests;
mod walk;
pub(crate) mod write;

use std::fmt;

use domain::finding::Finding;
use roxmltree::{Document, Node, ParsingOptions};

use crate::applic::{Applic, Assertion};
use crate::code::{Identity, IssueDate, Version};
use crate::guard::{Checked, Entity, Limits, Reason, Refusal};

pub use dispatch::{DispatchCondition, DispatchItem};
pub(crate) use header::{MAX_STATEMENTS, Places, applic_refs, stated_applicability, statement_ids};
pub use kind::{ContentType, ObjectKind};
pub use reference::{ObjectRef, Reference, Role, Target, illustration_code};
pub use schema::{SchemaFamily, SchemaRef};
pub(crate) use walk::{is_inline, names_ids};
pub use write::ref_ident_children;

/// The metadata of a file, with its references and statements.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    pub kind: ObjectKind,
    /// For data modules, when the content is of a kind we know.
    pub content_type: Option<ContentType>,
    /// None when the file does not say who it is, or not in a readable way; there is a finding then.
    pub identity: Option<Identity>,
    pub version: Version,
    /// When the content changed last, where content and status change apart (ATA 2300).
    pub content_date: Option<IssueDate>,
    pub title: Title,
    pub status: Status,
    pub schema: Option<SchemaRef>,
    pub entities: Vec<Entity>,
    pub references: Vec<Reference>,
    /// For the whole object, where its own file says so.
    pub applicability: Option<Applic>,
    /// Entries of a repository that say it instead, or besides: all must hold.
    pub shared_applicability: Vec<String>,
    /// The statements that elements and entries refer to by `applicRefId`.
    pub applic_group: Vec<Applic>,
    /// Every assertion of the file wherever it stands, each property with the same values once.
    pub assertions: Vec<Assertion>,
    /// The columns of a minimum equipment list, for a dispatch item.
    pub dispatch: Option<DispatchItem>,
}

impl Object {
    /// Takes over what a separate status file says: ATA 2300 keeps version, status and applicability there.
    pub fn lay_over(&mut self, status: Self) {
        self.status = status.status;
        if self.title == Title::default() {
            self.title = status.title;
        }
        if status.applicability.is_some() || !status.shared_applicability.is_empty() {
            self.applicability = status.applicability;
            self.shared_applicability = status.shared_applicability;
        }
        self.content_date = status.content_date.or_else(|| self.content_date.take());
        if status.version.issue.is_some() || status.version.date.is_some() {
            self.version = status.version;
        }
        self.references.extend(status.references);
        self.assertions.extend(status.assertions);
    }
}

/// The parts of a title.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Title {
    /// The technical name; for other objects than modules their whole title.
    pub technical: String,
    pub info: Option<String>,
    /// The variant of the information name, from issue 5 on.
    pub variant: Option<String>,
}

/// The status section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    /// `new`, `changed`, `deleted` …, as written.
    pub issue_type: Option<String>,
    /// The security classification, as in `01`.
    pub security: Option<String>,
    pub quality: Option<Quality>,
    pub responsible_partner: Option<Enterprise>,
    pub originator: Option<Enterprise>,
    /// The object that this one was derived from, and the issue of it.
    pub source: Option<ObjectRef>,
    /// Whether an authority must approve it (ATA 2300).
    pub approval_required: Option<bool>,
    /// The producer, as in `oem` (ATA 2300).
    pub data_producer: Option<String>,
}

/// The state of verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    Unverified,
    FirstVerification,
    SecondVerification,
}

/// A company by its code and name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Enterprise {
    pub code: Option<String>,
    pub name: Option<String>,
}

impl Status {
    /// Deleted objects are still delivered and referenced.
    pub fn is_deleted(&self) -> bool {
        self.issue_type.as_deref() == Some("deleted")
    }
}

impl Quality {
    /// The element's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unverified => "unverified",
            Self::FirstVerification => "firstVerification",
            Self::SecondVerification => "secondVerification",
        }
    }
}

impl Title {
    /// Reads `dmTitle`.
    fn of_module(node: Node<'_, '_>) -> Self {
        Self {
            technical: ident::child_text(node, "techName").unwrap_or_default(),
            info: ident::child_text(node, "infoName"),
            variant: ident::child_text(node, "infoNameVariant"),
        }
    }
}

/// The parts joined as readers know them: `Brake pads - Remove procedure`.
impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.technical)?;
        for part in self.info.iter().chain(&self.variant) {
            write!(f, " - {part}")?;
        }
        Ok(())
    }
}

/// Reads a file that has passed the guard.
pub fn read(file: &Checked<'_>) -> Result<(Object, Vec<Finding>), Refusal> {
    let document = parse(file)?;
    Ok(read_tree(&document, file.entities()))
}

/// The tree of a file that has passed the guard.
pub(crate) fn parse<'a>(file: &'a Checked<'_>) -> Result<Document<'a>, Refusal> {
    parse_text(file.text())
}

/// The tree of text whose size and depth have been bounded.
pub(crate) fn parse_text(text: &str) -> Result<Document<'_>, Refusal> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: Limits::TREE.nodes, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
        .map_err(|error| Refusal::new(error.pos().row, Reason::NotWellFormed(error.to_string())))
}

/// Reads a tree; the entities are those of its document type.
pub(crate) fn read_tree(document: &Document<'_>, entities: &[Entity]) -> (Object, Vec<Finding>) {
    let mut findings = Vec::new();
    let mut object = header::read(document, entities, &mut findings);
    walk::read(document, &mut object, &mut findings);
    (object, findings)
}
