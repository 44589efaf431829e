//! Alignment of two sequences of numbers, within a bounded amount of work.

use foldhash::HashMap;

/// The work that one comparison may still do, in steps of its inner loops. It counts steps and not time, so that the
/// same texts always give the same result.
#[derive(Debug)]
pub(crate) struct WorkBudget {
    left: u64,
    /// Whether something was compared more coarsely because the work ran out.
    pub(super) is_spent: bool,
}

impl WorkBudget {
    pub(crate) fn new(steps: u64) -> Self {
        Self { left: steps, is_spent: false }
    }

    /// Takes steps; `false` when there are not as many left.
    pub(super) fn take(&mut self, steps: usize) -> bool {
        let steps = steps as u64;
        if self.left < steps {
            self.is_spent = true;
            return false;
        }
        self.left -= steps;
        true
    }
}

/// How often a sequence may be divided again.
const MOST_DIVISIONS: usize = 32;
/// Edits that the exact search looks for. Sequences that differ more are divided at what occurs once in each.
const MOST_EDITS: usize = 1024;

/// Pairs of equal items, increasing on both sides: as many as possible, or fewer when the work would be too much.
pub(crate) fn align(a: &[u32], b: &[u32], budget: &mut WorkBudget) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    Alignment { budget, pairs: &mut pairs }.part(a, b, (0, 0), 0);
    pairs
}

struct Alignment<'w> {
    budget: &'w mut WorkBudget,
    pairs: &'w mut Vec<(usize, usize)>,
}

impl Alignment<'_> {
    fn part(&mut self, a: &[u32], b: &[u32], from: (usize, usize), depth: usize) {
        let start = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let (a_rest, b_rest) = (&a[start..], &b[start..]);
        let end = a_rest.iter().rev().zip(b_rest.iter().rev()).take_while(|(a, b)| a == b).count();
        let (middle_a, middle_b) = (&a_rest[..a_rest.len() - end], &b_rest[..b_rest.len() - end]);
        self.pairs.extend((0..start).map(|at| (from.0 + at, from.1 + at)));
        let inner = (from.0 + start, from.1 + start);
        if !middle_a.is_empty() && !middle_b.is_empty() {
            match shortest_edit(middle_a, middle_b, self.budget) {
                Some(found) => self.pairs.extend(found.into_iter().map(|(x, y)| (inner.0 + x, inner.1 + y))),
                None => self.divide(middle_a, middle_b, inner, depth),
            }
        }
        let behind = (inner.0 + middle_a.len(), inner.1 + middle_b.len());
        self.pairs.extend((0..end).map(|at| (behind.0 + at, behind.1 + at)));
    }

    /// Divides two long sequences at the items that occur once in each, and aligns the parts.
    fn divide(&mut self, a: &[u32], b: &[u32], from: (usize, usize), depth: usize) {
        self.budget.is_spent = true;
        if depth == MOST_DIVISIONS {
            return;
        }
        let unique = unique_items(a, b);
        let in_order = heaviest_increasing(&unique.iter().map(|(_, at)| (*at, 1)).collect::<Vec<_>>());
        let (mut done_a, mut done_b) = (0, 0);
        for (x, y) in in_order.into_iter().map(|index| unique[index]) {
            self.part(&a[done_a..x], &b[done_b..y], (from.0 + done_a, from.1 + done_b), depth + 1);
            self.pairs.push((from.0 + x, from.1 + y));
            (done_a, done_b) = (x + 1, y + 1);
        }
        if done_a > 0 {
            self.part(&a[done_a..], &b[done_b..], (from.0 + done_a, from.1 + done_b), depth + 1);
        }
    }
}

/// Myers' greedy search for the shortest edit; `None` when there are too many edits.
fn shortest_edit(a: &[u32], b: &[u32], budget: &mut WorkBudget) -> Option<Vec<(usize, usize)>> {
    let most = (a.len() + b.len()).min(MOST_EDITS);
    let mut furthest = vec![0_usize; 2 * most + 3];
    let mut trace: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        if !budget.take(2 * edits + 1) {
            return None;
        }
        // Diagonals -edits..=edits, shifted so that they are indexes.
        trace.push(furthest[most + 1 - edits.min(most)..=most + 1 + edits].to_vec());
        for index in (0..=2 * edits).step_by(2) {
            let diagonal = most + 1 + index - edits;
            let down = index == 0 || (index != 2 * edits && furthest[diagonal - 1] < furthest[diagonal + 1]);
            let mut x = if down { furthest[diagonal + 1] } else { furthest[diagonal - 1] + 1 };
            // y = x - diagonal, which may leave the sequence below or behind.
            let Some(mut y) = (x + most + 1).checked_sub(diagonal) else { continue };
            let first = x;
            while x < a.len() && y < b.len() && a[x] == b[y] {
                (x, y) = (x + 1, y + 1);
            }
            budget.take(x - first);
            furthest[diagonal] = x;
            if x >= a.len() && y >= b.len() {
                return Some(backtrack(a, b, &trace));
            }
        }
    }
    None
}

/// The equal pairs on the way that the search found.
fn backtrack(a: &[u32], b: &[u32], trace: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let (mut x, mut y) = (a.len(), b.len());
    let mut pairs = Vec::new();
    for (edits, row) in trace.iter().enumerate().rev() {
        // The row holds the diagonals -edits..=edits as they were before this number of edits.
        let at =
            |diagonal: isize| usize::try_from(diagonal + edits.cast_signed()).ok().and_then(|index| row.get(index));
        let diagonal = x.cast_signed() - y.cast_signed();
        let furthest = |diagonal: isize| at(diagonal).copied().unwrap_or(0);
        let (least, most) = (-edits.cast_signed(), edits.cast_signed());
        let down = diagonal == least || (diagonal != most && furthest(diagonal - 1) < furthest(diagonal + 1));
        let (before_x, before_y) = if edits == 0 {
            (0, 0)
        } else {
            let around = if down { diagonal + 1 } else { diagonal - 1 };
            let x = furthest(around);
            (x, usize::try_from(x.cast_signed() - around).unwrap_or(0))
        };
        while x > before_x && y > before_y && a[x - 1] == b[y - 1] {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        (x, y) = (before_x, before_y);
    }
    pairs.reverse();
    pairs
}

/// The places of the items that occur once in each sequence, in the order of the first.
fn unique_items(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<u32, (usize, usize, usize, usize)> = HashMap::default();
    for (at, item) in a.iter().enumerate() {
        let entry = seen.entry(*item).or_default();
        (entry.0, entry.1) = (entry.0 + 1, at);
    }
    for (at, item) in b.iter().enumerate() {
        let entry = seen.entry(*item).or_default();
        (entry.2, entry.3) = (entry.2 + 1, at);
    }
    let mut unique: Vec<(usize, usize)> =
        seen.into_values().filter(|found| found.0 == 1 && found.2 == 1).map(|found| (found.1, found.3)).collect();
    unique.sort_unstable();
    unique
}

/// The indexes of the increasing subsequence with the largest sum of weights; items are (value, weight) with distinct
/// values.
pub(crate) fn heaviest_increasing(items: &[(usize, u64)]) -> Vec<usize> {
    let mut ranks: Vec<usize> = items.iter().map(|(value, _)| *value).collect();
    ranks.sort_unstable();
    // A Fenwick tree of the best sum that ends at a value of at most some rank.
    let mut best: Vec<(u64, Option<usize>)> = vec![(0, None); ranks.len() + 1];
    let mut before: Vec<Option<usize>> = Vec::with_capacity(items.len());
    let mut top = (0, None);
    for (index, (value, weight)) in items.iter().enumerate() {
        let rank = ranks.partition_point(|other| other < value);
        let mut at = rank;
        let mut found = (0, None);
        while at > 0 {
            if best[at].0 > found.0 {
                found = best[at];
            }
            at &= at - 1;
        }
        before.push(found.1);
        let sum = (found.0 + weight, Some(index));
        if sum.0 > top.0 {
            top = sum;
        }
        at = rank + 1;
        while at < best.len() {
            if sum.0 > best[at].0 {
                best[at] = sum;
            }
            at += at & at.wrapping_neg();
        }
    }
    let mut chosen: Vec<usize> = std::iter::successors(top.1, |index| before[*index]).collect();
    chosen.reverse();
    chosen
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn longest_common(a: &[u32], b: &[u32]) -> usize {
        let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
        for x in 0..a.len() {
            for y in 0..b.len() {
                table[x + 1][y + 1] = if a[x] == b[y] { table[x][y] + 1 } else { table[x][y + 1].max(table[x + 1][y]) };
            }
        }
        table[a.len()][b.len()]
    }

    fn is_alignment(a: &[u32], b: &[u32], pairs: &[(usize, usize)]) -> bool {
        pairs.is_sorted_by(|one, two| one.0 < two.0 && one.1 < two.1) && pairs.iter().all(|(x, y)| a[*x] == b[*y])
    }

    proptest! {
        #[test]
        fn as_many_items_as_possible_are_kept(a in prop::collection::vec(0..6_u32, 0..40), b in prop::collection::vec(0..6_u32, 0..40)) {
            let pairs = align(&a, &b, &mut WorkBudget::new(1_000_000));
            prop_assert!(is_alignment(&a, &b, &pairs), "{pairs:?}");
            prop_assert_eq!(pairs.len(), longest_common(&a, &b));
        }

        #[test]
        fn without_work_left_the_answer_is_coarser_but_right(a in prop::collection::vec(0..30_u32, 0..60), b in prop::collection::vec(0..30_u32, 0..60), steps in 0..200_u64) {
            let pairs = align(&a, &b, &mut WorkBudget::new(steps));
            prop_assert!(is_alignment(&a, &b, &pairs), "{pairs:?}");
        }
    }

    #[test]
    fn sequences_with_nothing_in_common_cost_little() {
        let (a, b): (Vec<u32>, Vec<u32>) = ((0..200_000).collect(), (200_000..400_000).collect());
        let mut budget = WorkBudget::new(20_000_000);
        assert_eq!(align(&a, &b, &mut budget), []);
        assert!(budget.is_spent && budget.left > 15_000_000, "{budget:?}");
    }

    #[test]
    fn the_heaviest_items_stay_in_order() {
        assert_eq!(heaviest_increasing(&[(3, 1), (0, 1), (1, 1), (2, 1)]), [1, 2, 3]);
        assert_eq!(heaviest_increasing(&[(1, 5), (0, 2)]), [0]);
        assert_eq!(heaviest_increasing(&[]), [0_usize; 0]);
    }
}
