//! The check that every file from outside passes before it is parsed.
//!
//! It bounds size, depth, nodes, attributes and namespaces, allows a document
//! type only the declarations that illustrations need, and settles the encoding.
//! It does not prove that a file is well-formed; the parser after it does. It
//! proves that this parser cannot be made to use more than a known amount of
//! time and memory. For files too large for a tree there is [`crate::stream`],
//! which holds the same limits while it reads.

mod doctype;
pub(crate) mod encoding;
mod literal;
mod meter;
mod scan;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

pub use doctype::{Entity, Forbidden};
pub use encoding::{Charset, Encoding};
pub(crate) use meter::Meter;

/// The limits of one kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    pub bytes: u64,
    pub nodes: u32,
    pub depth: u32,
    /// Attributes of one element.
    pub attributes: usize,
    /// Bytes of one attribute's value, and of a document type.
    pub value_bytes: usize,
    /// Namespaces in force at one place.
    pub namespaces: usize,
}

impl Limits {
    /// Anything that is read into a tree. The largest module of the official sets has 2 MB.
    pub const TREE: Self =
        Self { bytes: 32 << 20, nodes: 2_000_000, depth: 256, attributes: 256, value_bytes: 64 << 10, namespaces: 64 };

    /// Contents and lists, which grow with the package: 100,000 modules make 50 MB.
    pub const STREAM: Self = Self { bytes: 256 << 20, nodes: 10_000_000, ..Self::TREE };

    /// The limits for a file with this root element.
    pub fn of_root(name: &str) -> Self {
        match name {
            "pm" | "dml" | "ddn" | "exchangePackageStatusList" | "dataSetStatusList" => Self::STREAM,
            _ => Self::TREE,
        }
    }
}

/// Why a file is not read, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Refusal {
    /// Counted from 1.
    pub line: u32,
    pub reason: Reason,
}

/// Why a file is not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    #[error("the file is empty")]
    Empty,
    #[error("the file is larger than {limit} bytes")]
    TooLarge { limit: u64 },
    #[error("elements are nested deeper than {limit}")]
    TooDeep { limit: u32 },
    #[error("there are more than {limit} nodes")]
    TooManyNodes { limit: u32 },
    #[error("an element has more than {limit} attributes")]
    TooManyAttributes { limit: usize },
    #[error("a value is longer than {limit} bytes")]
    ValueTooLong { limit: usize },
    #[error("there are more than {limit} namespaces in force")]
    TooManyNamespaces { limit: usize },
    #[error("the document type holds {what}: {declaration}")]
    Doctype {
        what: Forbidden,
        /// The beginning of the declaration as it stands in the file.
        declaration: String,
    },
    #[error("the encoding {0:?} is not read; use UTF-8, UTF-16 or windows-1252")]
    Encoding(String),
    #[error("the bytes are not {0}")]
    NotText(&'static str),
    #[error("{encoding} does not have the character {character:?}, and here no reference can stand for it")]
    Lacking { character: char, encoding: &'static str },
    #[error("the character U+0000 is not allowed")]
    Nul,
    #[error("the XML is not well-formed: {0}")]
    NotWellFormed(String),
}

impl Refusal {
    pub(crate) fn new(line: u32, reason: Reason) -> Self {
        Self { line, reason }
    }

    /// A file that is larger than its kind may be.
    pub(crate) fn too_large(limits: Limits) -> Self {
        Self::new(1, Reason::TooLarge { limit: limits.bytes })
    }
}

/// A file that has passed: its text, and what is known of it without a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked<'a> {
    text: Cow<'a, str>,
    root: String,
    entities: Vec<Entity>,
    encoding: Encoding,
}

impl Checked<'_> {
    /// The whole file in UTF-8, without byte order mark.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The encoding of the file itself.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The root element's local name, which says what the file is.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// The unparsed entities of the document type: the files of illustrations.
    pub fn entities(&self) -> &[Entity] {
        &self.entities
    }
}

/// Checks a file against the limits of its kind.
pub fn check(bytes: &[u8]) -> Result<Checked<'_>, Refusal> {
    check_within(bytes, Limits::of_root)
}

/// Checks a text that was decoded before, as one that is edited. Its declaration may name another encoding than UTF-8:
/// decoding it once more would move all positions behind the first character that is not ASCII.
pub fn check_text(text: &str) -> Result<Checked<'_>, Refusal> {
    refuse_long(text.len())?;
    check_decoded(Encoding::default().for_text(text), Cow::Borrowed(text), text.len(), Limits::of_root)
}

fn check_within(bytes: &[u8], limits_of: fn(&str) -> Limits) -> Result<Checked<'_>, Refusal> {
    refuse_long(bytes.len())?;
    let (encoding, text) = encoding::decode(bytes)?;
    check_decoded(encoding, text, bytes.len(), limits_of)
}

fn refuse_long(bytes: usize) -> Result<(), Refusal> {
    let most = Limits::STREAM.bytes;
    if u64::try_from(bytes).map_or(true, |size| size > most) {
        return Err(Refusal::too_large(Limits::STREAM));
    }
    Ok(())
}

/// `bytes` is the size of the file.
fn check_decoded(
    encoding: Encoding,
    text: Cow<'_, str>,
    bytes: usize,
    limits_of: fn(&str) -> Limits,
) -> Result<Checked<'_>, Refusal> {
    let at = |position: usize| line_at(&text, position);
    if let Some(position) = memchr::memchr(0, text.as_bytes()) {
        return Err(Refusal::new(at(position), Reason::Nul));
    }
    let mut meter = Meter::new(may_bind_many_names(&text), limits_of);
    scan::scan(&text, &mut meter).map_err(|(reason, position)| Refusal::new(at(position), reason))?;
    let (root, entities) = meter.finish().map_err(|reason| Refusal::new(at(text.len()), reason))?;
    let limits = limits_of(&root);
    if bytes as u64 > limits.bytes {
        return Err(Refusal::too_large(limits));
    }
    Ok(Checked { text, root, entities, encoding })
}

/// Whether namespaces must be counted element by element; nearly no file has that many declarations in all.
fn may_bind_many_names(text: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), b"xmlns").nth(Limits::TREE.namespaces).is_some()
}

/// The line of a byte, counted from 1.
pub(crate) fn line_at(text: &str, position: usize) -> u32 {
    let before = &text.as_bytes()[..position.min(text.len())];
    u32::try_from(memchr::memchr_iter(b'\n', before).count()).unwrap_or(u32::MAX).saturating_add(1)
}
