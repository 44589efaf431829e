//! Which element of a translation is which of the original: by place, name, shape and id, and by what is the same in all
//! languages: inline elements, numbers, and text that is not translated yet.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::HashMap;
use foldhash::fast::FixedState;
use roxmltree::Node;

use super::unit::is_change_mark;
use crate::document::is_in_line;

type StructureNode<'d> = Node<'d, 'd>;

/// Pairs of children that are compared at most in two files; more are paired in their order.
const MOST_PAIRS: usize = 4_000_000;

/// The elements of one text that are those of another, by the bytes at which they begin.
pub(super) fn pairs<'d>(a: StructureNode<'d>, b: StructureNode<'d>) -> HashMap<usize, usize> {
    let mut matcher = StructureMatcher {
        clues: [HashMap::default(), HashMap::default()],
        pairs: HashMap::default(),
        budget: MOST_PAIRS,
    };
    read_clues(a, &mut matcher.clues[0]);
    read_clues(b, &mut matcher.clues[1]);
    matcher.pair(a, b);
    matcher.pairs
}

struct StructureMatcher {
    /// The clues of each element of both texts, by the byte at which it begins.
    clues: [HashMap<usize, ElementClues>; 2],
    pairs: HashMap<usize, usize>,
    /// Pairs that may still be compared.
    budget: usize,
}

/// Numbers of what an element holds. A translation has the same shape, codes and digits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct ElementClues {
    /// The names of the element and of all blocks in it.
    shape: u64,
    /// The text without white space; 0 where there is none.
    text: u64,
    /// Inline elements in any order.
    codes: u64,
    /// Numbers in any order.
    digits: u64,
}

/// The blocks inside an element. Those in a line of text belong to the line.
fn blocks(node: StructureNode<'_>) -> impl Iterator<Item = StructureNode<'_>> {
    node.children().filter(|part| part.is_element() && !is_in_line(*part))
}

/// Reads the clues of an element and of all blocks in it. The guard bounds the depth.
fn read_clues(node: StructureNode<'_>, found: &mut HashMap<usize, ElementClues>) -> ElementClues {
    let mut shape = FixedState::default().build_hasher();
    node.tag_name().name().hash(&mut shape);
    let mut clues = ElementClues::default();
    for part in node.children() {
        if part.is_element() && !is_in_line(part) {
            let inside = read_clues(part, found);
            inside.shape.hash(&mut shape);
            clues.add_text(inside.text);
            clues.codes = clues.codes.wrapping_add(inside.codes);
            clues.digits = clues.digits.wrapping_add(inside.digits);
        } else {
            clues.add_line(part);
        }
    }
    clues.shape = shape.finish();
    found.insert(node.range().start, clues);
    clues
}

impl ElementClues {
    /// Adds a piece of a line of text.
    fn add_line(&mut self, part: StructureNode<'_>) {
        for node in part.descendants() {
            if node.is_element() {
                self.codes = self.codes.wrapping_add(code_sum(node));
            } else if node.is_text() {
                self.add_words(node.text().unwrap_or_default());
            }
        }
    }

    fn add_words(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.add_text(FixedState::default().hash_one(word));
        }
        for number in text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()) {
            self.digits = self.digits.wrapping_add(FixedState::default().hash_one(number));
        }
    }

    /// Appends the number of a text; an empty one changes nothing.
    fn add_text(&mut self, text: u64) {
        if text != 0 {
            self.text = FixedState::default().hash_one((self.text, text)) | 1;
        }
    }
}

/// A number of the tag of an inline element without change marks, which a copy does not have.
fn code_sum(node: StructureNode<'_>) -> u64 {
    let mut sum = FixedState::default().hash_one(node.tag_name().name());
    for attribute in node.attributes().filter(|attribute| !is_change_mark(attribute.name())) {
        sum = sum.wrapping_add(FixedState::default().hash_one((attribute.name(), attribute.value())));
    }
    sum
}

impl StructureMatcher {
    fn pair(&mut self, a: StructureNode<'_>, b: StructureNode<'_>) {
        self.pairs.insert(a.range().start, b.range().start);
        let (a, b): (Vec<_>, Vec<_>) = (blocks(a).collect(), blocks(b).collect());
        for (one, two) in self.aligned(&a, &b) {
            self.pair(a[one], b[two]);
        }
    }

    /// Pairs of children in their order, as many and as alike as possible. Where several answers are as good, the first
    /// children are paired.
    fn aligned(&mut self, a: &[StructureNode<'_>], b: &[StructureNode<'_>]) -> Vec<(usize, usize)> {
        let cost = a.len().saturating_mul(b.len());
        let is_alike = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_alike(*a, *b));
        if is_alike || cost > self.budget {
            let both = a.iter().zip(b).enumerate();
            return both.filter(|(_, (a, b))| self.likeness(**a, **b) > 0).map(|(at, _)| (at, at)).collect();
        }
        self.budget -= cost;
        let width = b.len() + 1;
        // The best sums of likeness from a pair of positions on.
        let mut sums = vec![0_u32; (a.len() + 1) * width];
        for one in (0..a.len()).rev() {
            for two in (0..b.len()).rev() {
                let paired = self.likeness(a[one], b[two]);
                let paired = if paired == 0 { 0 } else { paired + sums[(one + 1) * width + two + 1] };
                sums[one * width + two] = paired.max(sums[(one + 1) * width + two]).max(sums[one * width + two + 1]);
            }
        }
        let (mut one, mut two, mut found) = (0, 0, Vec::new());
        while one < a.len() && two < b.len() {
            let best = sums[one * width + two];
            let paired = self.likeness(a[one], b[two]);
            if paired > 0 && paired + sums[(one + 1) * width + two + 1] == best {
                found.push((one, two));
                (one, two) = (one + 1, two + 1);
            } else if best == sums[(one + 1) * width + two] {
                one += 1;
            } else {
                two += 1;
            }
        }
        found
    }

    fn clues_of(&self, a: StructureNode<'_>, b: StructureNode<'_>) -> (ElementClues, ElementClues) {
        let clues = |of: usize, node: StructureNode<'_>| self.clues[of].get(&node.range().start).copied();
        (clues(0, a).unwrap_or_default(), clues(1, b).unwrap_or_default())
    }

    /// Whether nothing says that they are different elements.
    fn is_alike(&self, a: StructureNode<'_>, b: StructureNode<'_>) -> bool {
        let (one, two) = self.clues_of(a, b);
        (one.shape, one.codes, one.digits) == (two.shape, two.codes, two.digits)
            && a.attribute("id") == b.attribute("id")
    }

    /// 0 for elements that cannot be the same.
    fn likeness(&self, a: StructureNode<'_>, b: StructureNode<'_>) -> u32 {
        if a.tag_name().name() != b.tag_name().name() {
            return 0;
        }
        let id = a.attribute("id");
        let is_same_id = id.is_some() && id == b.attribute("id");
        let (one, two) = self.clues_of(a, b);
        1 + u32::from(one.shape == two.shape)
            + u32::from(one.codes == two.codes)
            + u32::from(one.digits == two.digits)
            + u32::from(one.text != 0 && one.text == two.text)
            + 3 * u32::from(is_same_id)
    }
}
