//! Counts what goes by and says when it is too much.

use quick_xml::events::{BytesStart, Event};

use super::doctype::{self, Entity};
use super::encoding;
use super::{Limits, Reason, line_at};

/// The counts of one file. Shared by the check of whole files and by streams.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    nodes: u32,
    /// Declared namespaces per open element; empty when they need not be counted.
    scopes: Vec<usize>,
    in_force: usize,
    count_namespaces: bool,
    depth: u32,
    root: Option<String>,
    closed: bool,
    entities: Vec<Entity>,
}

/// Shorter tags cannot hold too many attributes, nor too long a value.
const SHORT_TAG: usize = 512;

impl Meter {
    pub(crate) fn new(count_namespaces: bool) -> Self {
        Self {
            limits: Limits::STREAM,
            nodes: 0,
            scopes: Vec::new(),
            in_force: 0,
            count_namespaces,
            depth: 0,
            root: None,
            closed: false,
            entities: Vec::new(),
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn entities(&self) -> &[Entity] {
        &self.entities
    }

    /// Whether no element is open.
    pub(crate) fn is_outside(&self) -> bool {
        self.depth == 0
    }

    /// Counts one event; an error says how many lines below the event's beginning it is.
    pub(crate) fn take(&mut self, event: &Event<'_>) -> Result<(), (Reason, u32)> {
        match event {
            Event::Start(tag) => {
                self.element(tag).map_err(|reason| (reason, 0))?;
                self.depth += 1;
                if self.depth > self.limits.depth {
                    return Err((Reason::TooDeep { limit: self.limits.depth }, 0));
                }
            }
            Event::Empty(tag) => {
                self.element(tag).map_err(|reason| (reason, 0))?;
                self.leave_scope();
                self.closed |= self.depth == 0;
            }
            Event::End(_) => {
                self.leave_scope();
                self.depth = self.depth.saturating_sub(1);
                self.closed |= self.depth == 0;
                return Ok(());
            }
            Event::DocType(text) => {
                if self.root.is_some() || !self.entities.is_empty() {
                    let why = "a document type stands before the root element, once".to_owned();
                    return Err((Reason::NotWellFormed(why), 0));
                }
                let most = self.limits.value_bytes;
                if text.len() > most {
                    return Err((Reason::ValueTooLong { limit: most }, 0));
                }
                self.entities = doctype::read(text).map_err(|(reason, at)| (reason, line_at(text, at) - 1))?;
            }
            Event::Decl(declaration) => encoding::declared(declaration).map_err(|reason| (reason, 0))?,
            _ => {}
        }
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err((Reason::TooManyNodes { limit: self.limits.nodes }, 0));
        }
        Ok(())
    }

    fn element(&mut self, tag: &BytesStart<'_>) -> Result<(), Reason> {
        if self.root.is_none() {
            let name = tag.local_name().as_ref().to_owned();
            self.limits = Limits::of_root(&name);
            self.root = Some(name);
        } else if self.closed {
            return Err(Reason::NotWellFormed("a file has one root element".to_owned()));
        }
        let long = tag.len() > SHORT_TAG;
        if !long && !self.count_namespaces {
            return Ok(());
        }
        let (mut attributes, mut namespaces) = (0, 0);
        for attribute in tag.attributes().with_checks(false) {
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
