//! Reads codes, languages, issues and dates from XML.

use std::io::Read;

use roxmltree::Node;

use super::reference::ObjectRef;
use super::{Title, is_inline};
use crate::code::{
    Code, CodeError, CommentCode, DdnCode, DmCode, DmlCode, Extension, IcnCode, Issue, IssueDate, Language, PmCode,
    ScpmCode, Version,
};
use crate::guard::Refusal;
use crate::stream::{Stream, Token};
use crate::text::{ends_a_word, folded};

/// The child elements of a node.
pub(crate) fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// Whether an author marked an element as deleted, and did not switch the mark off: it is struck through and does not
/// count.
pub(crate) fn is_deleted(node: Node<'_, '_>) -> bool {
    node.attribute("changeType") == Some("delete") && node.attribute("changeMark") != Some("0")
}

/// The first child element with this local name.
pub(crate) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| child.tag_name().name() == name)
}

/// The first child element whose local name ends so.
pub(crate) fn child_ending<'a, 'i>(node: Node<'a, 'i>, end: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| child.tag_name().name().ends_with(end))
}

/// All text inside an element, its white space folded. Words of two paragraphs or items are not one word, nor are two
/// values of a quantity one number.
pub(crate) fn text_of(node: Node<'_, '_>) -> String {
    beginning_of(node, usize::MAX, usize::MAX)
}

/// The beginning of the same text: as much as some bytes and some nodes of the file say, white space included.
pub(crate) fn beginning_of(node: Node<'_, '_>, bytes: usize, nodes: usize) -> String {
    let mut words = TextBuilder { text: String::new(), is_apart: false, bytes, nodes };
    if node.is_text() {
        words.push(node);
    } else {
        words.add(node);
    }
    folded(&words.text)
}

/// Text as it is put together.
struct TextBuilder {
    text: String,
    /// Whether the next word is no part of the last one.
    is_apart: bool,
    /// The bytes and the nodes that are left.
    bytes: usize,
    nodes: usize,
}

impl TextBuilder {
    /// The guard bounds the depth, so that recursion is safe.
    fn add(&mut self, node: Node<'_, '_>) {
        for part in node.children() {
            if self.bytes == 0 || self.nodes == 0 {
                return;
            }
            self.nodes -= 1;
            if part.is_element() {
                let is_apart = !is_inline(part.tag_name().name());
                self.is_apart |= is_apart;
                self.add(part);
                self.is_apart |= is_apart;
            } else if part.is_text() {
                self.push(part);
            }
        }
    }

    fn push(&mut self, node: Node<'_, '_>) {
        let text = node.text().unwrap_or_default();
        let text = &text[..text.floor_char_boundary(self.bytes)];
        self.bytes = if text.len() < node.text().map_or(0, str::len) { 0 } else { self.bytes - text.len() };
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.is_apart) && !ends_a_word(text) && !self.text.ends_with('(') {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }
}

/// The text of a child, if it has any.
pub(crate) fn child_text(node: Node<'_, '_>, name: &str) -> Option<String> {
    child(node, name).map(text_of).filter(|text| !text.is_empty())
}

/// The code that an element holds in its attributes; `None` when it is no code element.
pub(crate) fn code_from<'a>(element: &str, get: impl Fn(&str) -> Option<&'a str>) -> Option<Result<Code, CodeError>> {
    Some(match element {
        "dmCode" => DmCode::from_attributes(get).map(Code::Module),
        "pmCode" => PmCode::from_attributes(get).map(Code::Publication),
        "scormContentPackageCode" => ScpmCode::from_attributes(get).map(Code::Scorm),
        "commentCode" => CommentCode::from_attributes(get).map(Code::Comment),
        "updateCode" => DmCode::from_attributes(get).map(Code::Update),
        "dmlCode" => DmlCode::from_attributes(get).map(Code::List),
        "ddnCode" => DdnCode::from_attributes(get).map(Code::DispatchNote),
        "imfCode" => IcnCode::parse(get("imfIdentIcn").unwrap_or_default()).map(Code::IllustrationMetadata),
        _ => return None,
    })
}

/// The content of an element like `dmIdent` or `dmRefIdent`.
#[derive(Debug, Default)]
pub(crate) struct Ident {
    pub(crate) code: Option<Code>,
    pub(crate) extension: Option<Extension>,
    pub(crate) language: Option<Language>,
    pub(crate) version: Version,
    /// The parts that could not be read; the rest stands.
    pub(crate) errors: Vec<CodeError>,
}

impl Ident {
    /// Takes one child of an ident into account; others are passed over.
    pub(crate) fn take<'a>(&mut self, element: &str, get: impl Fn(&str) -> Option<&'a str>) {
        match element {
            "identExtension" => match Extension::from_attributes(get) {
                Ok(extension) => self.extension = extension,
                Err(error) => self.errors.push(error),
            },
            "language" => match Language::from_attributes(get) {
                Ok(language) => self.language = Some(language),
                Err(error) => self.errors.push(error),
            },
            "issueInfo" => self.take_issue(get),
            _ => match code_from(element, get) {
                Some(Ok(code)) => self.code = Some(code),
                Some(Err(error)) => self.errors.push(error),
                None => {}
            },
        }
    }

    /// `issueInfo` counts issues in S1000D and gives a date in ATA 2300.
    fn take_issue<'a>(&mut self, get: impl Fn(&str) -> Option<&'a str>) {
        if get("issueNumber").is_some() || get("issueDate").is_none() {
            match Issue::from_attributes(&get) {
                Ok(issue) => self.version.issue = Some(issue),
                Err(error) => self.errors.push(error),
            }
        }
        if let Some(date) = get("issueDate") {
            match IssueDate::parse(date) {
                Ok(date) => self.version.date = Some(date),
                Err(error) => self.errors.push(error),
            }
        }
    }

    /// The reference that it makes, or the first thing that cannot be read.
    pub(crate) fn into_ref(self, title: Option<String>, fragment: Option<String>) -> Result<ObjectRef, CodeError> {
        match (self.code, self.errors.into_iter().next()) {
            (Some(code), None) => Ok(ObjectRef {
                code,
                extension: self.extension,
                language: self.language,
                version: self.version,
                title: title.filter(|title| !title.is_empty()),
                fragment,
            }),
            (_, error) => Err(error.unwrap_or_else(|| CodeError::missing("code"))),
        }
    }

    pub(crate) fn read(node: Node<'_, '_>) -> Self {
        let mut ident = Self::default();
        for part in elements(node) {
            ident.take(part.tag_name().name(), |name| part.attribute(name));
        }
        ident
    }
}

/// Reads `dmRef`, `pmRef` and their kin.
pub(crate) fn object_ref(node: Node<'_, '_>) -> Result<ObjectRef, CodeError> {
    let ident = child_ending(node, "RefIdent").map(Ident::read).unwrap_or_default();
    let items = child_ending(node, "RefAddressItems");
    let module = items.and_then(|items| child(items, "dmTitle")).map(Title::of_module);
    let title = module.map(|title| title.to_string()).or_else(|| child_text(items?, "pmTitle"));
    ident.into_ref(title, node.attribute("referredFragment").map(str::to_owned))
}

/// Reads the same from a stream that has just met its start, up to its end.
pub(crate) fn streamed_object_ref<R: Read>(stream: &mut Stream<R>) -> Result<Result<ObjectRef, CodeError>, Refusal> {
    let fragment = stream.attribute("referredFragment").map(str::to_owned);
    let (mut ident, mut title, mut depth) = (Ident::default(), Title::default(), 1);
    while depth > 0 {
        match stream.next_token()? {
            Some(Token::Start) => match stream.name() {
                "techName" | "pmTitle" => title.technical = stream.read_text()?,
                "infoName" => title.info = Some(stream.read_text()?),
                "infoNameVariant" => title.variant = Some(stream.read_text()?),
                name => {
                    ident.take(name, |attribute| stream.attribute(attribute));
                    depth += 1;
                }
            },
            Some(Token::End) => depth -= 1,
            Some(Token::Text) => {}
            None => break,
        }
    }
    Ok(ident.into_ref(Some(title.to_string()), fragment))
}
