//! Which element of a translation is which of the original: by place, name, shape and id. The words say nothing, because
//! they are in another language.

use std::hash::{BuildHasher, Hash, Hasher};

use foldhash::HashMap;
use foldhash::fast::FixedState;
use roxmltree::Node;

use crate::document::is_in_line;

type StructureNode<'d> = Node<'d, 'd>;

/// Pairs of children that are compared at most; more are paired in their order.
const MOST_PAIRS: usize = 4_000_000;

/// The elements of one text that are those of another, by the bytes at which they begin.
pub(super) fn pairs<'d>(a: StructureNode<'d>, b: StructureNode<'d>) -> HashMap<usize, usize> {
    let mut matcher = StructureMatcher { shapes: [HashMap::default(), HashMap::default()], pairs: HashMap::default() };
    shape(a, &mut matcher.shapes[0]);
    shape(b, &mut matcher.shapes[1]);
    matcher.pair(a, b);
    matcher.pairs
}

struct StructureMatcher {
    /// The shape of each element of both texts, by the byte at which it begins.
    shapes: [HashMap<usize, u64>; 2],
    pairs: HashMap<usize, usize>,
}

/// The blocks inside an element. Those in a line of text belong to the line.
fn blocks(node: StructureNode<'_>) -> impl Iterator<Item = StructureNode<'_>> {
    node.children().filter(|part| part.is_element() && !is_in_line(*part))
}

/// A number of the names of an element and of all blocks in it. The guard bounds the depth.
fn shape(node: StructureNode<'_>, shapes: &mut HashMap<usize, u64>) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    node.tag_name().name().hash(&mut hasher);
    for part in blocks(node) {
        shape(part, shapes).hash(&mut hasher);
    }
    let number = hasher.finish();
    shapes.insert(node.range().start, number);
    number
}

impl StructureMatcher {
    fn pair(&mut self, a: StructureNode<'_>, b: StructureNode<'_>) {
        self.pairs.insert(a.range().start, b.range().start);
        let (a, b): (Vec<_>, Vec<_>) = (blocks(a).collect(), blocks(b).collect());
        for (one, two) in self.aligned(&a, &b) {
            self.pair(a[one], b[two]);
        }
    }

    /// Pairs of children in their order, as many and as alike as possible.
    fn aligned(&self, a: &[StructureNode<'_>], b: &[StructureNode<'_>]) -> Vec<(usize, usize)> {
        let is_alike = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.tag_name().name() == b.tag_name().name());
        if is_alike || a.len().saturating_mul(b.len()) > MOST_PAIRS {
            let both = a.iter().zip(b).enumerate();
            return both.filter(|(_, (a, b))| self.likeness(**a, **b) > 0).map(|(at, _)| (at, at)).collect();
        }
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
            if best == sums[(one + 1) * width + two] {
                one += 1;
            } else if best == sums[one * width + two + 1] {
                two += 1;
            } else {
                found.push((one, two));
                (one, two) = (one + 1, two + 1);
            }
        }
        found
    }

    /// 0 for elements that cannot be the same.
    fn likeness(&self, a: StructureNode<'_>, b: StructureNode<'_>) -> u32 {
        if a.tag_name().name() != b.tag_name().name() {
            return 0;
        }
        let id = a.attribute("id");
        let is_same_id = id.is_some() && id == b.attribute("id");
        let (one, two) = (self.shapes[0].get(&a.range().start), self.shapes[1].get(&b.range().start));
        1 + u32::from(one == two) + 3 * u32::from(is_same_id)
    }
}
