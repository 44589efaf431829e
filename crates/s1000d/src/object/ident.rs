//! Codes, languages, issues and dates as they stand in a tree.

use roxmltree::Node;

use super::reference::ObjectRef;
use crate::code::{
    Code, CodeError, CommentCode, DdnCode, DmCode, DmlCode, Extension, IcnCode, Issue, IssueDate, Language, PmCode,
    ScpmCode, Version,
};
use crate::text::folded;

/// The child elements of a node.
pub(crate) fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The first child element with this local name.
pub(crate) fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| child.tag_name().name() == name)
}

/// The first child element whose local name ends so.
pub(super) fn child_ending<'a, 'i>(node: Node<'a, 'i>, end: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| child.tag_name().name().ends_with(end))
}

/// All text below a node, white space folded.
pub(crate) fn text_of(node: Node<'_, '_>) -> String {
    let mut text = String::new();
    for part in node.descendants().filter(Node::is_text) {
        text.push_str(part.text().unwrap_or_default());
    }
    folded(&text)
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

/// What an element like `dmIdent` or `dmRefIdent` holds.
#[derive(Debug, Default)]
pub(crate) struct Ident {
    pub(crate) code: Option<Code>,
    pub(crate) extension: Option<Extension>,
    pub(crate) language: Option<Language>,
    pub(crate) version: Version,
    /// What could not be read; the rest stands.
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

    pub(crate) fn read(node: Node<'_, '_>) -> Self {
        let mut ident = Self::default();
        for part in elements(node) {
            ident.take(part.tag_name().name(), |name| part.attribute(name));
        }
        ident
    }
}

/// Reads `dmRef`, `pmRef` and their kin; `None` when there is no code in it that can be read.
pub(crate) fn object_ref(node: Node<'_, '_>) -> Result<ObjectRef, CodeError> {
    let ident = child_ending(node, "RefIdent").map(Ident::read).unwrap_or_default();
    let mut errors = ident.errors.into_iter();
    let Some(code) = ident.code else {
        return Err(errors.next().unwrap_or_else(|| CodeError::missing("dmCode")));
    };
    if let Some(error) = errors.next() {
        return Err(error);
    }
    Ok(ObjectRef {
        code,
        extension: ident.extension,
        language: ident.language,
        version: ident.version,
        title: child_ending(node, "RefAddressItems").and_then(title_of_ref),
        fragment: node.attribute("referredFragment").map(str::to_owned),
    })
}

/// The title beside a reference: `techName - infoName`, or the publication's.
fn title_of_ref(items: Node<'_, '_>) -> Option<String> {
    let title = child(items, "dmTitle").map(|title| super::Title::of_module(title).to_string());
    title.or_else(|| child_text(items, "pmTitle")).filter(|title| !title.is_empty())
}
