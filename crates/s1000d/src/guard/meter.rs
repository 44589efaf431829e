//! Counts what goes by and says when it is too much.

use quick_xml::events::attributes::Attributes;

use super::doctype::{self, Entity};
use super::{Limits, Reason, line_at};

/// The counts of one file. Shared by the check of whole files and by streams.
#[derive(Debug)]
pub(crate) struct Meter {
    limits_of: fn(&str) -> Limits,
    limits: Limits,
    nodes: u32,
    /// Declared namespaces per open element; empty when they need not be counted.
    scopes: Vec<usize>,
    in_force: usize,
    count_namespaces: bool,
    depth: u32,
    root: Option<String>,
    closed: bool,
    has_doctype: bool,
    entities: Vec<Entity>,
}

/// Shorter tags cannot hold too many attributes, nor too long a value.
const SHORT_TAG: usize = 512;

impl Meter {
    /// Namespaces are counted if asked for; the limits are those of the root, once it is known.
    pub(crate) fn new(count_namespaces: bool, limits_of: fn(&str) -> Limits) -> Self {
        Self {
            limits_of,
            limits: Limits::STREAM,
            nodes: 0,
            scopes: Vec::new(),
            in_force: 0,
            count_namespaces,
            depth: 0,
            root: None,
            closed: false,
            has_doctype: false,
            entities: Vec::new(),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn entities(&self) -> &[Entity] {
        &self.entities
    }

    pub(crate) fn has_doctype(&self) -> bool {
        self.has_doctype
    }

    /// Whether no element is open.
    pub(crate) fn is_outside(&self) -> bool {
        self.depth == 0
    }

    /// Counts a start tag, by what stands between its brackets and the length of its name.
    pub(crate) fn start(&mut self, tag: &str, name_length: usize) -> Result<(), Reason> {
        self.element(tag, name_length)?;
        self.depth += 1;
        if self.depth > self.limits.depth {
            return Err(Reason::TooDeep { limit: self.limits.depth });
        }
        Ok(())
    }

    /// Counts an element without content.
    pub(crate) fn empty(&mut self, tag: &str, name_length: usize) -> Result<(), Reason> {
        self.element(tag, name_length)?;
        self.leave_scope();
        self.closed |= self.depth == 0;
        Ok(())
    }

    /// Counts an end tag.
    pub(crate) fn end(&mut self) -> Result<(), Reason> {
        self.leave_scope();
        self.depth =
            self.depth.checked_sub(1).ok_or_else(|| Reason::NotWellFormed("an end tag has no start".to_owned()))?;
        self.closed |= self.depth == 0;
        Ok(())
    }

    /// Counts a text, a comment or an instruction.
    pub(crate) fn node(&mut self) -> Result<(), Reason> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes { Err(Reason::TooManyNodes { limit: self.limits.nodes }) } else { Ok(()) }
    }

    /// Reads what follows `<!DOCTYPE` and gives its length; an error says how many lines below the beginning it is.
    pub(crate) fn doctype(&mut self, text: &str) -> Result<usize, (Reason, u32)> {
        if self.root.is_some() || self.has_doctype {
            let why = "a document type stands before the root element, once".to_owned();
            return Err((Reason::NotWellFormed(why), 0));
        }
        self.has_doctype = true;
        let (entities, length) = doctype::read(text).map_err(|(reason, at)| (reason, line_at(text, at) - 1))?;
        if length > self.limits.value_bytes {
            return Err((Reason::ValueTooLong { limit: self.limits.value_bytes }, 0));
        }
        self.entities = entities;
        Ok(length)
    }

    /// Reads a document type whose end the caller has found.
    pub(crate) fn doctype_whole(&mut self, text: &str) -> Result<(), (Reason, u32)> {
        let length = self.doctype(text)?;
        if length == text.len() { Ok(()) } else { Err((doctype::unfinished(), line_at(text, length) - 1)) }
    }

    fn element(&mut self, tag: &str, name_length: usize) -> Result<(), Reason> {
        self.node()?;
        if self.root.is_none() {
            let name = tag.get(..name_length).unwrap_or(tag);
            let name = name.rsplit(':').next().unwrap_or(name);
            self.limits = (self.limits_of)(name);
            self.root = Some(name.to_owned());
        } else if self.closed {
            return Err(Reason::NotWellFormed("a file has one root element".to_owned()));
        }
        if tag.len() <= SHORT_TAG && !self.count_namespaces {
            return Ok(());
        }
        let (mut attributes, mut namespaces) = (0, 0);
        for attribute in Attributes::new(tag, name_length).with_checks(false) {
            let attribute = attribute.map_err(|error| Reason::NotWellFormed(error.to_string()))?;
            attributes += 1;
            namespaces += usize::from(attribute.key.as_ref().starts_with("xmlns"));
            if attribute.value.len() > self.limits.value_bytes {
                return Err(Reason::ValueTooLong { limit: self.limits.value_bytes });
            }
        }
        if attributes > self.limits.attributes {
            return Err(Reason::TooManyAttributes { limit: self.limits.attributes });
        }
        if self.count_namespaces {
            self.scopes.push(namespaces);
            self.in_force += namespaces;
            if self.in_force > self.limits.namespaces {
                return Err(Reason::TooManyNamespaces { limit: self.limits.namespaces });
            }
        }
        Ok(())
    }

    fn leave_scope(&mut self) {
        self.in_force -= self.scopes.pop().unwrap_or(0);
    }

    /// The root's name and the entities, once the file is at its end.
    pub(super) fn finish(mut self) -> Result<(String, Vec<Entity>), Reason> {
        self.close()?;
        Ok((self.root.take().unwrap_or_default(), self.entities))
    }

    /// Whether the file may end here.
    pub(crate) fn close(&self) -> Result<(), Reason> {
        match &self.root {
            Some(_) if self.depth == 0 => Ok(()),
            Some(root) => Err(Reason::NotWellFormed(format!("the file ends inside <{root}>"))),
            None => Err(Reason::Empty),
        }
    }
}
