//! The differences of two XML texts: which elements are the same, and the edits that make one text of the other.
//!
//! [`compare`] reads both texts as trees ([`tree`]), finds out which element is which ([`matching`]) and lists the
//! [`edits`]: elements inserted, deleted and moved, attributes changed, words replaced. The list is complete:
//! [`apply`] makes B's content of A and the edits alone. Each edit says how much it means to a reader
//! ([`Relevance`]): nothing is left out, and a redline shows what is [`Relevance::Content`]. White space, the order of
//! attributes, comments and the document type are no differences.
//!
//! All work is bounded by a number of steps that does not depend on the machine. When it runs out, the result is
//! coarser, says so ([`Diff::is_coarse`]) and is still complete: more is called deleted and inserted than necessary.
//! [`anchors`] finds places of one version in another.

pub mod anchors;
mod apply;
pub mod changes;
pub mod edits;
mod intern;
mod likeness;
pub mod matching;
pub mod paths;
pub(crate) mod relevance;
pub(crate) mod sequence;
pub mod suggestions;
pub(crate) mod tags;
pub mod tree;
mod words;
pub(crate) mod write;

use foldhash::HashSet;

use self::edits::Edit;
use self::intern::Interner;
use self::matching::Matching;
use self::sequence::WorkBudget;
use self::tree::XmlTree;
use crate::guard::{Checked, Limits, Refusal};
use crate::object::parse_text;

pub use apply::apply;
pub use relevance::Relevance;
pub(crate) use words::is_word;
pub use words::{TextToken, TokenKind};

/// Steps of inner loops that one comparison may take: about a quarter of a second.
const STEPS: u64 = 60_000_000;
/// Bytes of one text. The largest module of the official sets has 2 MB.
pub const MAX_BYTES: u64 = 16 << 20;

/// The differences of two texts, A and B.
#[derive(Debug)]
pub struct Diff<'t> {
    pub a: XmlTree<'t>,
    pub b: XmlTree<'t>,
    pub matching: Matching,
    /// In the order of B; deletions where the deleted text would stand.
    pub edits: Vec<Edit>,
    /// Whether more may be called deleted and inserted than necessary, because the texts are too large or too
    /// different.
    pub is_coarse: bool,
}

impl Diff<'_> {
    /// The edits that mean at least this much to a reader.
    pub fn edits_of(&self, relevance: Relevance) -> impl Iterator<Item = &Edit> {
        self.edits.iter().filter(move |edit| edit.relevance >= relevance)
    }

    /// Calls elements deleted and inserted that were moved to another parent.
    pub(crate) fn forget_moves_between_parents(&mut self) {
        self.matching.forget_moves_between_parents(&self.a, &self.b);
        let mut budget = WorkBudget::new(STEPS);
        self.edits = edits::list(&self.a, &self.b, &self.matching, &mut budget);
        self.is_coarse |= budget.is_spent;
    }
}

/// A text that is ready to be compared.
#[derive(Debug)]
pub struct ParsedText<'t>(roxmltree::Document<'t>);

impl<'t> ParsedText<'t> {
    pub(crate) fn document(&self) -> &roxmltree::Document<'t> {
        &self.0
    }

    /// Reads a file that has passed the guard.
    pub fn read(file: &'t Checked<'_>) -> Result<Self, Refusal> {
        if file.text().len() as u64 > MAX_BYTES {
            return Err(Refusal::too_large(Limits { bytes: MAX_BYTES, ..Limits::TREE }));
        }
        parse_text(file.text()).map(Self)
    }
}

/// Compares two files that have passed the guard.
pub fn compare<'t>(a: &'t Checked<'_>, b: &'t Checked<'_>) -> Result<Diff<'t>, Refusal> {
    Ok(compare_parsed(&ParsedText::read(a)?, &ParsedText::read(b)?))
}

/// Compares two texts.
pub fn compare_parsed<'t>(a: &ParsedText<'t>, b: &ParsedText<'t>) -> Diff<'t> {
    let mut interner = Interner::default();
    let mixed = mixed_names(&[a, b]);
    let a = tree::read(&a.0, &mixed, &mut interner);
    let b = tree::read(&b.0, &mixed, &mut interner);
    compare_trees(a, b, &mut interner)
}

/// Compares one text with two others. The numbers of shapes and tokens are the same in both comparisons.
pub(crate) fn compare_with_both<'t>(
    a: &ParsedText<'t>,
    one: &ParsedText<'t>,
    two: &ParsedText<'t>,
) -> (Diff<'t>, Diff<'t>) {
    let mut interner = Interner::default();
    let mixed = mixed_names(&[a, one, two]);
    let a = tree::read(&a.0, &mixed, &mut interner);
    let one = tree::read(&one.0, &mixed, &mut interner);
    let two = tree::read(&two.0, &mixed, &mut interner);
    (compare_trees(a.clone(), one, &mut interner), compare_trees(a, two, &mut interner))
}

/// The names of the elements that hold text in any of these texts.
fn mixed_names<'t>(texts: &[&ParsedText<'t>]) -> HashSet<&'t str> {
    let mut mixed = HashSet::default();
    for text in texts {
        tree::mixed_names(&text.0, &mut mixed);
    }
    mixed
}

fn compare_trees<'t>(a: XmlTree<'t>, b: XmlTree<'t>, interner: &mut Interner) -> Diff<'t> {
    let mut budget = WorkBudget::new(STEPS);
    let matching = matching::find(&a, &b, interner, &mut budget);
    let edits = edits::list(&a, &b, &matching, &mut budget);
    Diff { a, b, matching, edits, is_coarse: budget.is_spent }
}
