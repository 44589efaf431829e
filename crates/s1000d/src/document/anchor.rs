//! Anchors: how a bookmark, a comment or a link points at a place inside a module, and how the place is found again in
//! another version.
//!
//! An anchor is the HTML id of a block, which is its element's id or its path below the nearest element with one, and
//! from version 1 on a fingerprint of the text: `s1d-par-0001:2.1~1-8c6976e5b5410415`. Anchors without a fingerprint
//! work too, but cannot show whether the text is still the same.

use std::collections::HashMap;
use std::fmt;

use sha2::{Digest, Sha256};

use super::{Document, NodeId, plain};

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

/// A short hash of the author's text of a block.
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
    /// Reads an anchor of any version; a fingerprint of a later version is passed over.
    pub fn parse(text: &str) -> Self {
        let (id, rest) = text.split_once(MARK).unwrap_or((text, ""));
        let fingerprint = rest.strip_prefix(VERSION).and_then(|hex| u64::from_str_radix(hex, 16).ok());
        Self { id: id.to_owned(), fingerprint: fingerprint.map(Fingerprint) }
    }

    /// Whether it names an element by its own id, so that it holds wherever the element moves.
    fn is_by_id(&self) -> bool {
        !self.id.contains(':')
    }
}

impl Fingerprint {
    fn of(text: &str) -> Self {
        let digest = Sha256::digest(text.as_bytes());
        let (first, _) = digest.split_first_chunk().unwrap_or((&[0; 8], &[]));
        Self(u64::from_be_bytes(*first))
    }
}

impl fmt::Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)?;
        match self.fingerprint {
            Some(Fingerprint(hash)) => write!(f, "{MARK}{VERSION}{hash:016x}"),
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
}

impl AnchorIndex {
    pub fn of(document: &Document) -> Self {
        let mut by_id = HashMap::new();
        let mut places: HashMap<Fingerprint, (u32, bool)> = HashMap::new();
        for (node, id) in document.anchored() {
            let fingerprint = document.fingerprint(node);
            by_id.entry(id.to_owned()).or_insert(fingerprint);
            let (end, is_one) = places.entry(fingerprint).or_insert((document.node(node).end, true));
            *is_one &= node.0 < *end;
        }
        let one_place = places.into_iter().map(|(fingerprint, (_, is_one))| (fingerprint, is_one)).collect();
        Self { by_id, one_place }
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
        self.by_id.keys().map(|id| id.len() + 100).sum()
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
        Fingerprint::of(&plain::text(self, id))
    }

    /// Every node with an HTML id.
    fn anchored(&self) -> impl Iterator<Item = (NodeId, &str)> {
        self.descendants(NodeId::ROOT).filter_map(|node| Some((node, self.marks(node)?.id.as_deref()?)))
    }
}
