//! Three-way merge of XML texts: the changes of two sides to one base, in one text.
//!
//! [`merge`] compares the base with ours and with theirs ([`crate::diff`]), decides for each element of the base what becomes
//! of it and where it stands (`decide`), and writes the result (`write`): our own bytes wherever they did not change,
//! ranges of their text where they did. What both sides changed differently is a [`Conflict`]. Its place in the result is
//! as ours has it, so that the text stays valid while nobody has decided.
//!
//! The status of a module, change marks and link attributes never conflict: they follow theirs. Layout, the order of
//! attributes and comments are no changes; ours are kept. Ids that both sides gave to new elements are told apart.

mod arrange;
mod attributes;
mod certainty;
mod conflict;
mod decide;
mod deletions;
mod describe;
mod followers;
mod ids;
mod lists;
mod plan;
mod prolog;
mod replaced;
mod same_text;
mod table;
mod text;
mod text_plan;
mod touched;
mod traced;
mod trio;
mod twins;
mod write;

use std::ops::Range;

use self::traced::TracedText;
use self::trio::Trio;
use crate::diff::ParsedText;
use crate::diff::tree::{ElementId, XmlTree};
use crate::guard::{self, Checked, Refusal};

pub use conflict::{Conflict, ConflictKind};

/// Who changed the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MergeSide {
    /// The text that is kept where nothing else is decided: the operator's.
    Ours,
    /// The text whose changes are taken over: the manufacturer's next revision.
    Theirs,
}

impl MergeSide {
    const BOTH: [Self; 2] = [Self::Ours, Self::Theirs];

    fn other(self) -> Self {
        match self {
            Self::Ours => Self::Theirs,
            Self::Theirs => Self::Ours,
        }
    }
}

/// Where a part of the result comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// No side changed it.
    Base,
    Ours,
    Theirs,
    /// Both sides made the same change.
    Both,
}

impl Origin {
    pub fn word(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Ours => "ours",
            Self::Theirs => "theirs",
            Self::Both => "both",
        }
    }

    fn of(side: MergeSide) -> Self {
        match side {
            MergeSide::Ours => Self::Ours,
            MergeSide::Theirs => Self::Theirs,
        }
    }
}

/// A part of the merged text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginSpan {
    pub range: Range<usize>,
    pub origin: Origin,
}

/// The result of a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// In UTF-8; its declaration names the encoding of our file.
    pub text: String,
    /// In the order of the base.
    pub conflicts: Vec<Conflict>,
    /// Cover the whole text, in order.
    pub origins: Vec<OriginSpan>,
    /// Parts of the content, with words, that both sides deleted. They are not in the text, so no origin tells of them.
    pub deleted_by_both: usize,
    /// Whether more may be called deleted and inserted than necessary, because the texts are too large or too different.
    pub is_coarse: bool,
}

/// Merges their and our changes to the base.
pub fn merge(base: &Checked<'_>, theirs: &Checked<'_>, ours: &Checked<'_>) -> Result<Merged, Refusal> {
    let (base, ours, theirs) = (ParsedText::read(base)?, ParsedText::read(ours)?, ParsedText::read(theirs)?);
    Ok(merge_parsed(&base, &theirs, &ours))
}

/// Merges three texts that have been read.
pub fn merge_parsed(base: &ParsedText<'_>, theirs: &ParsedText<'_>, ours: &ParsedText<'_>) -> Merged {
    let mut trio = Trio::compare(base, ours, theirs);
    // Elements that both sides moved into each other have no place. Without moves from parent to parent there is one.
    for is_last in [false, true] {
        replaced::pair(&mut trio);
        if trio.has_same_roots()
            && let Some(merged) = merge_trio(&trio, base)
        {
            return merged;
        }
        if !is_last {
            trio.forget_moves_between_parents();
        }
    }
    describe::whole(base, ours, theirs)
}

/// `None` when the result is not complete or cannot be read.
fn merge_trio(trio: &Trio<'_>, base: &ParsedText<'_>) -> Option<Merged> {
    let plan = decide::decide(trio);
    let body = write::body(trio, &plan, &ids::patches(trio, &plan))?;
    let head = |tree: &XmlTree<'_>| tree.text().get(..tree.element(ElementId::ROOT).range.start).map(str::to_owned);
    let heads = (head(trio.base())?, head(trio.tree(MergeSide::Ours))?, head(trio.tree(MergeSide::Theirs))?);
    let prolog = prolog::merge(&heads.0, &heads.1, &heads.2, &body.written.text);
    let mut whole = TracedText::default();
    for (text, origin) in &prolog.parts {
        whole.push(text, *origin);
    }
    let start = whole.text.len();
    whole.append(&body.written);
    let mut conflicts = describe::conflicts(trio, base, &plan, &body, start);
    conflicts.extend(prolog.conflicts.into_iter().map(|one| describe::of_declaration(base, one)));
    let TracedText { text, origins } = whole;
    let checked = guard::check_text(&text).ok()?;
    ParsedText::read(&checked).ok()?;
    let deleted_by_both = deletions::of_both(trio);
    Some(Merged { conflicts, origins, deleted_by_both, is_coarse: trio.is_coarse(), text })
}
