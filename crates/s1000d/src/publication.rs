//! Publication modules: the contents of a manual.
//!
//! A publication of a large manual has 50 MB, so it is read as a stream; what
//! stays is the result. Whatever style it is written in, a list of nodes comes
//! out: titled entries are sections, references are leaves, and entries without
//! a title, which carry no meaning for a reader, hand their children up.

pub mod changes;
pub(crate) mod header;
pub mod outline;
mod roots;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Read;

use domain::finding::Finding;

use crate::defect;
use crate::guard::Refusal;
use crate::object::ident::streamed_object_ref;
use crate::object::{MAX_STATEMENTS, Object, Target, statement_ids};
use crate::stream::{Stream, Token};

use header::Header;
pub use roots::roots;

/// Bytes of a word that stands on an entry. All places below an entry without a title take it over, so what stands there
/// once must not become long a million times.
const MAX_WORD: usize = 255;

/// A publication module.
#[derive(Debug, Clone, PartialEq)]
pub struct Publication {
    /// Everything but its entries; its references are those of the status section.
    pub object: Object,
    /// In the order of the file, each after its parent.
    pub nodes: Vec<TocNode>,
}

/// A line of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TocNode {
    /// The section it stands in, as an index of the nodes.
    pub parent: Option<u32>,
    /// Counted from 1.
    pub line: u32,
    /// As in `pmt01` or `Chapter`; that of an untitled entry passes to what stands in it.
    pub entry_type: Option<String>,
    /// As in `33` (ATA 2300).
    pub entry_code: Option<String>,
    /// Ids of the statements that must all hold, besides those of the sections around it.
    pub applic_refs: Vec<String>,
    pub entry: Entry,
}

/// The kind of a line of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// A section with its title.
    Section(String),
    /// A module, another publication to be included here, or an external document.
    Reference(Target),
}

/// Reads a publication module to its end.
pub fn read(source: impl Read) -> Result<(Publication, Vec<Finding>), Refusal> {
    let mut stream = Stream::new(source);
    let mut header = Header::default();
    let mut contents = Contents::default();
    while let Some(token) = stream.next_token()? {
        if token == Token::Start && stream.name() == "pmEntry" {
            contents.read(&mut stream)?;
        } else {
            // Ids of the header are reported where the header is read.
            contents.ids.extend(stream.attribute("id").filter(|_| token == Token::Start).map(str::to_owned));
            header.copy(token, &stream)?;
        }
    }
    let (object, mut findings) = header.read(stream.entities())?;
    contents.check_applicability();
    findings.append(&mut contents.findings);
    Ok((Publication { object, nodes: contents.nodes }, findings))
}

/// The entries as they are read.
#[derive(Default)]
struct Contents {
    nodes: Vec<TocNode>,
    open: Vec<Open>,
    ids: HashSet<String>,
    findings: Vec<Finding>,
}

/// An entry that has not ended yet.
struct Open {
    line: u32,
    entry_type: Option<String>,
    entry_code: Option<String>,
    applic_refs: Vec<String>,
    /// The node it has become, once it has shown a title.
    section: Option<u32>,
}

impl Contents {
    /// Reads an entry that has just started, and all within it.
    fn read<R: Read>(&mut self, stream: &mut Stream<R>) -> Result<(), Refusal> {
        self.note_id(stream);
        self.enter(stream);
        while !self.open.is_empty() {
            match stream.next_token()? {
                Some(Token::Start) => self.start(stream)?,
                Some(Token::End) if stream.name() == "pmEntry" => {
                    self.open.pop();
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(())
    }

    fn start<R: Read>(&mut self, stream: &mut Stream<R>) -> Result<(), Refusal> {
        self.note_id(stream);
        match stream.name() {
            "pmEntry" => self.enter(stream),
            "pmEntryTitle" | "title" => {
                let title = stream.read_text()?;
                self.give_title(title);
            }
            "dmRef" | "pmRef" | "scormContentPackageRef" => self.reference(stream)?,
            "externalPubRef" => self.external(stream)?,
            _ => {}
        }
        Ok(())
    }

    fn enter<R: Read>(&mut self, stream: &Stream<R>) {
        let written =
            |name| stream.attribute(name).filter(|word| (1..=MAX_WORD).contains(&word.len())).map(str::to_owned);
        self.open.push(Open {
            line: stream.line(),
            entry_type: written("pmEntryType"),
            entry_code: written("pmEntryCode"),
            applic_refs: applic_refs(stream),
            section: None,
        });
    }

    /// An entry with a title is a section. One whose title is empty has none.
    fn give_title(&mut self, title: String) {
        let (parent, applic_refs) = self.parent();
        let Some(entry) = self.open.last_mut().filter(|entry| entry.section.is_none() && !title.is_empty()) else {
            return;
        };
        entry.applic_refs.clear();
        entry.section = u32::try_from(self.nodes.len()).ok();
        self.nodes.push(TocNode {
            parent,
            line: entry.line,
            entry_type: entry.entry_type.take(),
            entry_code: entry.entry_code.take(),
            applic_refs,
            entry: Entry::Section(title),
        });
    }

    /// The section around, and the statements of the untitled entries between it and here.
    fn parent(&self) -> (Option<u32>, Vec<String>) {
        let untitled = self.open.iter().rev().take_while(|entry| entry.section.is_none()).count();
        let from = self.open.len() - untitled;
        let section = from.checked_sub(1).and_then(|index| self.open[index].section);
        let refs = self.open[from..].iter().flat_map(|entry| &entry.applic_refs);
        let mut refs: Vec<String> = refs.take(MAX_STATEMENTS + 1).cloned().collect();
        bound(&mut refs);
        (section, refs)
    }

    fn leaf(&mut self, line: u32, applic: Vec<String>, target: Target) {
        let (parent, mut applic_refs) = self.parent();
        applic_refs.extend(applic);
        bound(&mut applic_refs);
        let untitled = self.open.last().filter(|entry| entry.section.is_none());
        let node = TocNode {
            parent,
            line,
            entry_type: untitled.and_then(|entry| entry.entry_type.clone()),
            entry_code: untitled.and_then(|entry| entry.entry_code.clone()),
            applic_refs,
            entry: Entry::Reference(target),
        };
        self.nodes.push(node);
    }

    fn reference<R: Read>(&mut self, stream: &mut Stream<R>) -> Result<(), Refusal> {
        let line = stream.line();
        let applic = applic_refs(stream);
        match streamed_object_ref(stream)? {
            Ok(target) => self.leaf(line, applic, Target::Object(Box::new(target))),
            Err(error) => self.findings.push(defect::reference_invalid(line, &error)),
        }
        Ok(())
    }

    fn external<R: Read>(&mut self, stream: &mut Stream<R>) -> Result<(), Refusal> {
        let line = stream.line();
        let applic = applic_refs(stream);
        let (mut code, mut title, mut depth) = (String::new(), String::new(), 1);
        while depth > 0 {
            match stream.next_token()? {
                Some(Token::Start) => match stream.name() {
                    "externalPubCode" => code = stream.read_text()?,
                    "externalPubTitle" => title = stream.read_text()?,
                    _ => depth += 1,
                },
                Some(Token::End) => depth -= 1,
                Some(Token::Text) => {}
                None => break,
            }
        }
        self.leaf(line, applic, Target::External { code, title });
        Ok(())
    }

    fn note_id<R: Read>(&mut self, stream: &Stream<R>) {
        if let Some(id) = stream.attribute("id")
            && !self.ids.insert(id.to_owned())
        {
            self.findings.push(defect::id_twice(stream.line(), id));
        }
    }

    /// The statement that an entry depends on must be somewhere in the publication.
    fn check_applicability(&mut self) {
        for node in &self.nodes {
            let missing = node.applic_refs.iter().filter(|id| !self.ids.contains(*id));
            self.findings.extend(missing.map(|id| defect::internal_ref(node.line, id)));
        }
    }
}

/// The ids of the statements that an element points at: from issue 6 on there may be several, and all must hold. One
/// that cannot be is empty.
fn applic_refs<R: Read>(stream: &Stream<R>) -> Vec<String> {
    let written = stream.attribute("applicRefId").or_else(|| stream.attribute("applicRefIds"));
    let ids = statement_ids(written.unwrap_or_default()).into_iter();
    ids.map(|id| id.filter(|id| id.len() <= MAX_WORD).unwrap_or_default().to_owned()).collect()
}

/// Limits the statements of a place, which inherits those of the entries around it. The rest counts as one more
/// statement, which is undecided.
fn bound(ids: &mut Vec<String>) {
    if ids.len() > MAX_STATEMENTS {
        ids.truncate(MAX_STATEMENTS - 1);
        ids.push(String::new());
    }
}
