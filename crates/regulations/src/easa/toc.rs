//! The tree of headings and topics.

use s1000d::stream::Token;

use crate::SourceLimits;
use crate::xml::{XmlReader, XmlRefusal};

/// The tree, in the order of the publication.
#[derive(Debug, Default)]
pub(super) struct Toc {
    /// The attributes of the publication.
    pub(super) attributes: Vec<(String, String)>,
    pub(super) entries: Vec<TopicEntry>,
}

/// A heading or a topic.
#[derive(Debug)]
pub(super) struct TopicEntry {
    pub(super) is_topic: bool,
    pub(super) parent: Option<usize>,
    pub(super) line: u32,
    pub(super) attributes: Vec<(String, String)>,
}

impl TopicEntry {
    pub(super) fn get(&self, name: &str) -> &str {
        value(&self.attributes, name)
    }
}

impl Toc {
    pub(super) fn get(&self, name: &str) -> &str {
        value(&self.attributes, name)
    }
}

fn value<'a>(attributes: &'a [(String, String)], name: &str) -> &'a str {
    attributes.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
}

/// A `toc` that is open: the entry that it belongs to, and its last entry so far.
#[derive(Debug, Default, Clone, Copy)]
struct OpenToc {
    owner: Option<usize>,
    last: Option<usize>,
}

/// Reads the publication that has just started. A `toc` has the children of the heading or topic before it.
pub(super) fn read(xml: &mut XmlReader<'_>, limits: &SourceLimits) -> Result<Toc, XmlRefusal> {
    let mut toc = Toc { attributes: attributes(xml), entries: Vec::new() };
    let outside = xml.depth().saturating_sub(1);
    let mut open = vec![OpenToc::default()];
    while xml.depth() > outside {
        let Some(token) = xml.next()? else { break };
        let current = open.last().copied().unwrap_or_default();
        match (token, xml.name()) {
            (Token::Start, "toc") => open.push(OpenToc { owner: current.last.or(current.owner), last: None }),
            (Token::End, "toc") if open.len() > 1 => {
                open.pop();
            }
            (Token::Start, name @ ("heading" | "topic")) if toc.entries.len() <= limits.items + limits.categories => {
                let is_topic = name == "topic";
                let entry =
                    TopicEntry { is_topic, parent: current.owner, line: xml.line(), attributes: attributes(xml) };
                if let Some(open) = open.last_mut() {
                    open.last = Some(toc.entries.len());
                }
                toc.entries.push(entry);
            }
            _ => {}
        }
    }
    Ok(toc)
}

fn attributes(xml: &XmlReader<'_>) -> Vec<(String, String)> {
    xml.attributes()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}
