//! The lists of a document: headings, references, pictures, reasons for update.

use super::added::PlaceName;
use super::tree::NodeId;
use crate::object::Target;

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineEntry {
    pub section: NodeId,
    pub number: Box<str>,
    pub title: super::added::Wording,
    /// Counted from 1.
    pub level: u8,
}

/// A reference.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceNode {
    /// None where the module names nothing that can be read.
    pub target: Option<Target>,
    /// For a place in the module without a text of its own: the name of that place.
    pub name: Option<PlaceName>,
    /// Whether the place in the module exists.
    pub is_found: bool,
    /// Whether it is one of the modules that a container chooses from.
    pub is_alternate: bool,
}

/// A picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graphic {
    /// The HTML id of the figure around it.
    pub figure_id: Option<String>,
    pub number: Box<str>,
    pub title: Box<str>,
    pub icn: Box<str>,
    /// The file that the module's entity names.
    pub file: Option<String>,
    pub sheet: Option<Sheet>,
    pub hotspots: Vec<Hotspot>,
}

/// One of several sheets of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sheet {
    /// Counted from 1.
    pub number: usize,
    pub of: usize,
}

/// An object in a picture that the text can point at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hotspot {
    /// The HTML id.
    pub id: Option<String>,
    /// The id of the object in the picture.
    pub object: String,
    pub name: String,
    pub title: String,
    /// HTML ids of what it stands for in the module.
    pub targets: Vec<String>,
}

/// A reason for update.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    pub id: String,
    /// As in `urt02`, technical.
    pub kind: Option<String>,
    pub highlighted: bool,
    pub text: String,
}
