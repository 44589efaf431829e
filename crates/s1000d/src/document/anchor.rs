//! Anchors: how a bookmark, a comment or a link points at a place inside a module, and how the place is found again in
//! another version.
//!
//! An anchor is the HTML id of a block, which is its element's id or its path below the nearest element with one, and
//! from version 1 on a fingerprint of the text: `s1d-par-0001:2.1~1-8c6976e5b5410415`. Anchors without a fingerprint
//! work too, but cannot show whether the text is still the same.

use std::collections::HashMap;
use std::fmt;

use sha2::{Digest, Sha256};

use super::{Applicability, Document, NodeId, Statement, plain};
use crate::applic::Applic;

/// The HTML id of the element with an id.
pub fn html_id(id: &str) -> String {
    let mut out = String::with_capacity(id.len() + 4);
    out.push_str("s1d-");
    for c in id.chars() {
        if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') {
            out.push(c);
        } else {
            let code = format!("_{:x}_", u32::from(c));
            out.push_str(&code);
        }
    }
    out
}

/// Points at a block of a module.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Anchor {
    /// The HTML id.
    pub id: String,
    pub fingerprint: Option<Fingerprint>,
}

/// A short hash of the author's text of a block, or of what it applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

/// The relation of a place to the anchor that led to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnchorMatch {
    /// The same place with the same text.
    Same,
    /// The same place; the anchor has no fingerprint.
    Unproven,
    /// The same place with another text.
    Changed,
    /// The same text at another place.
    Moved,
}

/// Before the version and the fingerprint. No HTML id holds it.
const MARK: char = '~';
const VERSION: &str = "1-";

impl Anchor {
    /// Reads an anchor of any version; a fingerprint of a later version is passed over, and so is what follows another mark.
    pub fn parse(text: &str) -> Self {
        let mut parts = text.split(MARK);
        let id = parts.next().unwrap_or_default();
        let fingerprint = parts.next().and_then(|part| Fingerprint::parse(part.strip_prefix(VERSION)?));
        Self { id: id.to_owned(), fingerprint }
    }

    /// Whether it names an element by its own id, so that it holds wherever the element moves.
    fn is_by_id(&self) -> bool {
        !self.id.contains(':')
    }
}

impl Fingerprint {
    fn of(text: &str) -> Self {
        Self::of_digest(Sha256::new_with_prefix(text.as_bytes()))
    }

    fn of_digest(digest: Sha256) -> Self {
        let digest = digest.finalize();
        let (first, _) = digest.split_first_chunk().unwrap_or((&[0; 8], &[]));
        Self(u64::from_be_bytes(*first))
    }

    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(hex: &str) -> Option<Self> {
        u64::from_str_radix(hex, 16).ok().map(Self)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        match self.fingerprint {
            Some(fingerprint) => write!(f, "{MARK}{VERSION}{fingerprint}"),
            None => Ok(()),
        }
    }
}

/// The anchors of a document with the fingerprints of their texts. It answers for many anchors what [`Document::find`],
/// which reads all texts of the document, answers for one.
#[derive(Debug, Clone)]
pub struct AnchorIndex {
    by_id: HashMap<String, Fingerprint>,
    /// Whether the blocks with a text are one place: the first one is around all others.
    one_place: HashMap<Fingerprint, bool>,
    applicability: ApplicabilityIndex,
}

/// The applicability of the blocks that do not apply to everything that the module does.
#[derive(Debug, Clone, Default)]
struct ApplicabilityIndex {
    by_id: HashMap<String, Fingerprint>,
    /// Of all blocks with a text, for those that move.
    by_text: HashMap<Fingerprint, Vec<Fingerprint>>,
}

impl ApplicabilityIndex {
    fn add(&mut self, id: &str, text: Fingerprint, applies: Fingerprint) {
        if applies != Fingerprint::of("") {
            self.by_id.entry(id.to_owned()).or_insert(applies);
        }
        let known = self.by_text.entry(text).or_default();
        // All empty blocks have the same fingerprint, and none of them is found elsewhere.
        if text != Fingerprint::of("") && !known.contains(&applies) {
            known.push(applies);
        }
    }

    fn of_id(&self, id: &str) -> Fingerprint {
        self.by_id.get(id).copied().unwrap_or_else(|| Fingerprint::of(""))
    }

    fn has_text(&self, text: Fingerprint, applies: Fingerprint) -> bool {
        self.by_text.get(&text).map_or_else(|| applies == Fingerprint::of(""), |all| all.contains(&applies))
    }
}

/// The statements of a block, of those around it and of those inside it, as a hash. Blocks around each other with the same
/// text have the same one. `limited` has the nodes with statements, in their order.
fn applies_to(document: &Document, node: NodeId, limited: &[(u32, Fingerprint)]) -> Fingerprint {
    let around = std::iter::successors(document.parent(node), |id| document.parent(*id));
    let of_node = |id: NodeId| limited.binary_search_by_key(&id.0, |(at, _)| *at).ok().map(|place| limited[place].1);
    let mut statements: Vec<Fingerprint> = around.filter_map(of_node).collect();
    statements.reverse();
    let first = limited.partition_point(|(at, _)| *at < node.0);
    let inside = limited[first..].iter().take_while(|(at, _)| *at < document.node(node).end);
    statements.extend(inside.map(|(_, statement)| *statement));
    let mut digest = Sha256::new();
    for statement in statements {
        digest.update(statement.0.to_be_bytes());
    }
    Fingerprint::of_digest(digest)
}

/// Statements as a text. One with a formula is told by that alone: its words may be put in another way.
fn written(document: &Document, applicability: &Applicability) -> String {
    let statement = |index: Option<u32>| match index.and_then(|index| document.statements.get(index as usize)) {
        Some(Statement::Own(applic)) if applic.expression.is_some() => {
            Applic { display: String::new(), ..applic.clone() }.to_xml()
        }
        Some(Statement::Own(applic)) => applic.to_xml(),
        Some(Statement::Shared(ident)) => ident.clone(),
        None => applicability.key.clone(),
    };
    applicability.statements.iter().copied().map(statement).collect::<Vec<_>>().join("\n")
}

impl AnchorIndex {
    pub fn of(document: &Document) -> Self {
        let mut by_id = HashMap::new();
        let mut places: HashMap<Fingerprint, (u32, bool)> = HashMap::new();
        let mut applicability = ApplicabilityIndex::default();
        let statements: Vec<Fingerprint> =
            document.applicabilities.iter().map(|one| Fingerprint::of(&written(document, one))).collect();
        let of_node = |node: NodeId| Some((node.0, statements[document.marks(node)?.applicability? as usize]));
        let limited: Vec<(u32, Fingerprint)> = document.descendants(NodeId::ROOT).filter_map(of_node).collect();
        for (node, id) in document.anchored() {
            let fingerprint = document.fingerprint(node);
            by_id.entry(id.to_owned()).or_insert(fingerprint);
            let (end, is_one) = places.entry(fingerprint).or_insert((document.node(node).end, true));
            *is_one &= node.0 < *end;
            if !limited.is_empty() {
                applicability.add(id, fingerprint, applies_to(document, node, &limited));
            }
        }
        let one_place = places.into_iter().map(|(fingerprint, (_, is_one))| (fingerprint, is_one)).collect();
        Self { by_id, one_place, applicability }
    }

    /// A hash of what the block with an HTML id applies to within the module: its own statements, and those of the blocks
    /// around and inside it.
    pub fn applicability(&self, id: &str) -> Fingerprint {
        self.applicability.of_id(id)
    }

    /// Whether the place that an anchor leads to applies to the same as its block did, given as a hash.
    pub fn applies_alike(&self, anchor: &Anchor, applies: Fingerprint) -> bool {
        match anchor.fingerprint {
            Some(text) if self.relation(anchor) == Some(AnchorMatch::Moved) => {
                self.applicability.has_text(text, applies)
            }
            _ => self.applicability.of_id(&anchor.id) == applies,
        }
    }

    /// The relation of the place that an anchor leads to; `None` where it leads nowhere.
    pub fn relation(&self, anchor: &Anchor) -> Option<AnchorMatch> {
        let named = self.by_id.get(&anchor.id).copied();
        let Some(fingerprint) = anchor.fingerprint else { return named.map(|_| AnchorMatch::Unproven) };
        match named {
            Some(held) if held == fingerprint => return Some(AnchorMatch::Same),
            Some(_) if anchor.is_by_id() => return Some(AnchorMatch::Changed),
            _ => {}
        }
        let is_elsewhere = self.one_place.get(&fingerprint).is_some_and(|is_one| *is_one);
        // All empty blocks have the same fingerprint.
        if is_elsewhere && fingerprint != Fingerprint::of("") {
            Some(AnchorMatch::Moved)
        } else {
            named.map(|_| AnchorMatch::Changed)
        }
    }

    /// Whether an anchor can lead to one place alone: by an element's own id, or because no other block has its text.
    /// A path may lead to another block with the same words.
    pub fn is_single(&self, anchor: &Anchor) -> bool {
        let is_once = |text: Fingerprint| self.one_place.get(&text).is_some_and(|is_one| *is_one);
        anchor.is_by_id() || anchor.fingerprint.is_some_and(is_once)
    }

    /// About what it takes in memory, in bytes.
    pub fn weight(&self) -> usize {
        let names = self.by_id.keys().chain(self.applicability.by_id.keys());
        names.map(|id| id.len() + 100).sum::<usize>() + self.applicability.by_text.len() * 100
    }
}

impl Document {
    /// The anchor of a node, or of the nearest one around it that has one.
    pub fn anchor(&self, id: NodeId) -> Option<Anchor> {
        let (id, own) = self.anchored_around(id)?;
        Some(Anchor { id: own.to_owned(), fingerprint: Some(self.fingerprint(id)) })
    }

    /// The HTML id of the same anchor, without reading the text of the block.
    pub(crate) fn anchor_id(&self, id: NodeId) -> Option<&str> {
        self.anchored_around(id).map(|(_, own)| own)
    }

    fn anchored_around(&self, id: NodeId) -> Option<(NodeId, &str)> {
        let mut around = std::iter::successors(Some(id), |id| self.parent(*id));
        around.find_map(|id| Some((id, self.marks(id)?.id.as_deref()?)))
    }

    /// The place that an anchor leads to. An element's own id leads to it whatever its text is; a path leads to where
    /// the text is now, if that is one place alone.
    pub fn find(&self, anchor: &Anchor) -> Option<(NodeId, AnchorMatch)> {
        let named = self.anchored().find(|(_, id)| *id == anchor.id).map(|(node, _)| node);
        let Some(fingerprint) = anchor.fingerprint else { return named.map(|node| (node, AnchorMatch::Unproven)) };
        match named {
            Some(node) if self.fingerprint(node) == fingerprint => return Some((node, AnchorMatch::Same)),
            Some(node) if anchor.is_by_id() => return Some((node, AnchorMatch::Changed)),
            _ => {}
        }
        match self.moved(anchor, fingerprint) {
            Some(node) => Some((node, AnchorMatch::Moved)),
            None => named.map(|node| (node, AnchorMatch::Changed)),
        }
    }

    /// The place with the text of an anchor, where that is beyond doubt: it has the anchor's own id, or the text is at one
    /// place alone.
    pub(crate) fn find_once(&self, anchor: &Anchor) -> Option<NodeId> {
        match self.find(anchor)? {
            (node, AnchorMatch::Same) if anchor.is_by_id() => Some(node),
            (_, AnchorMatch::Same | AnchorMatch::Moved) => self.moved(anchor, anchor.fingerprint?),
            _ => None,
        }
    }

    /// The only place with this text. A step and its only paragraph have the same text and are one place: the node whose
    /// path is as long as the anchor's is meant.
    fn moved(&self, anchor: &Anchor, fingerprint: Fingerprint) -> Option<NodeId> {
        // All empty blocks have the same fingerprint.
        if fingerprint == Fingerprint::of("") {
            return None;
        }
        let alike: Vec<_> = self.anchored().filter(|(node, _)| self.fingerprint(*node) == fingerprint).collect();
        let (outermost, _) = *alike.first()?;
        let is_inside = |node: NodeId| node.0 < self.node(outermost).end;
        if !alike.iter().all(|(node, _)| is_inside(*node)) {
            return None;
        }
        let length = |id: &str| id.matches([':', '.']).count();
        let fits = alike.iter().find(|(_, id)| length(id) == length(&anchor.id));
        Some(fits.map_or(outermost, |(node, _)| *node))
    }

    pub fn fingerprint(&self, id: NodeId) -> Fingerprint {
        Fingerprint::of(&plain::unspaced(self, id))
    }

    /// Every node with an HTML id.
    fn anchored(&self) -> impl Iterator<Item = (NodeId, &str)> {
        self.descendants(NodeId::ROOT).filter_map(|node| Some((node, self.marks(node)?.id.as_deref()?)))
    }
}
