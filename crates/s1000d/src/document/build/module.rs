//! One module from its root: what is content, what kind it is, in which language, and why it was changed.

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::numbers::Numbers;
use super::rules::RULES;
use super::{Builder, Xml, bytes};
use crate::document::Document;
use crate::document::kind::Block;
use crate::document::outline::Reason;
use crate::document::source::SourceText;
use crate::document::tree::NodeTree;
use crate::guard::Entity;
use crate::object::ContentType;
use crate::object::ident::{elements, text_of};

/// Bytes of the source for each node of a usual module.
const BYTES_PER_NODE: usize = 24;

/// Makes the nodes of a file. The source of the document is still empty.
pub(in crate::document) fn document<'d>(xml: &'d roxmltree::Document<'d>, entities: &'d [Entity]) -> Document {
    let root = xml.root_element();
    let mut b = builder(xml, entities);
    b.document.applicability = b.applicability_of_module(root);
    b.within(Block::Module, |b| match root.children().find(|part| is_content(*part)) {
        Some(content) => {
            logo(b, root);
            b.source = bytes(content.range());
            b.children(content);
        }
        None => b.children(root),
    });
    b.document
}

fn builder<'d>(xml: &'d roxmltree::Document<'d>, entities: &'d [Entity]) -> Builder<'d> {
    let root = xml.root_element();
    let document = Document {
        source: SourceText::default(),
        tree: NodeTree::with_room_for(root.range().len() / BYTES_PER_NODE),
        kind: kind(root),
        language: language(root).map(str::to_owned),
        applicability: None,
        applicabilities: Vec::new(),
        statements: Vec::new(),
        references: Vec::new(),
        graphics: Vec::new(),
        outline: Vec::new(),
        reasons: reasons(root),
        is_cut: false,
    };
    Builder {
        document,
        open: Vec::new(),
        source: bytes(root.range()),
        entities,
        rules: &RULES,
        numbers: Numbers::of(xml),
        pending: None,
        applicability_by_key: HashMap::new(),
        statement_by_element: HashMap::new(),
        level: 0,
        copying: false,
        copied_bytes: 0,
        depth: 0,
        label: None,
        path: Vec::new(),
        picked: HashSet::new(),
        base: Vec::new(),
    }
}

/// The logo of the status, which is a picture that readers are meant to see.
fn logo<'d>(b: &mut Builder<'d>, root: Xml<'d>) {
    let status = elements(root).find(|part| part.tag_name().name() == "identAndStatusSection");
    let logo = status.and_then(|status| status.descendants().find(|part| part.tag_name().name() == "logo"));
    if let Some(logo) = logo {
        b.source = bytes(logo.range());
        b.within(Block::Logo, |b| b.children(logo));
    }
}

fn is_content(node: Xml<'_>) -> bool {
    let name = node.tag_name().name();
    node.is_element()
        && matches!(name, "content" | "commentContent" | "imfContent" | "dmlContent" | "ddnContent" | "updateContent")
}

fn kind(root: Xml<'_>) -> &'static str {
    let content = elements(root).find(|part| is_content(*part));
    let mut parts = content.into_iter().flat_map(elements);
    let of_content = parts.find_map(|part| ContentType::of_element(part.tag_name().name()));
    let of_root = match root.tag_name().name() {
        "pm" => "pm",
        "dml" => "dml",
        "ddn" => "ddn",
        _ => "other",
    };
    of_content.map_or(of_root, ContentType::as_str)
}

/// The language of the author's text.
fn language(root: Xml<'_>) -> Option<&str> {
    let header = elements(root).take_while(|part| !is_content(*part)).flat_map(|part| part.descendants());
    let language = header.into_iter().find(|node| node.tag_name().name() == "language")?;
    let code = language.attribute("languageIsoCode")?;
    (matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic())).then_some(code)
}

fn reasons(root: Xml<'_>) -> Vec<Reason> {
    let status = elements(root).filter(|part| !is_content(*part));
    let found = status.flat_map(|part| part.descendants()).filter(|node| node.tag_name().name() == "reasonForUpdate");
    let read = |node: Xml<'_>| Reason {
        id: node.attribute("id").unwrap_or_default().to_owned(),
        kind: node.attribute("updateReasonType").map(str::to_owned),
        highlighted: node.attribute("updateHighlight") == Some("1"),
        text: text_of(node),
    };
    found.map(read).collect()
}
