//! Contradictions that no mapping shows alone: items of which each demands less than the next one, in a circle.

use std::collections::VecDeque;

use super::Relationship;

/// Mappings between items, which are numbers from 0.
#[derive(Debug)]
pub struct MappingGraph {
    /// For each item those that demand as much or more, and whether they demand more.
    above: Vec<Vec<(usize, bool)>>,
    /// The group of each item; the items of a group are in circles with each other.
    group: Vec<usize>,
    /// Whether one of the items of a group demands more than another.
    is_contradictory: Vec<bool>,
}

impl MappingGraph {
    pub fn new(items: usize, mappings: &[(usize, usize, Relationship)]) -> Self {
        let mut above = vec![Vec::new(); items];
        for (source, target, relationship) in mappings {
            for (from, to, is_more) in steps(*source, *target, *relationship) {
                above[from].push((to, is_more));
            }
        }
        let group = groups(&above);
        let mut is_contradictory = vec![false; items];
        for (from, steps) in above.iter().enumerate() {
            for (to, is_more) in steps {
                is_contradictory[group[from]] |= *is_more && group[from] == group[*to];
            }
        }
        Self { above, group, is_contradictory }
    }

    /// The shortest circle of contradictory mappings with this one: its items, each of which demands at most as much as the
    /// next one.
    pub fn circle(&self, (source, target, relationship): (usize, usize, Relationship)) -> Option<Vec<usize>> {
        if self.group[source] != self.group[target] || !self.is_contradictory[self.group[source]] {
            return None;
        }
        let own: Vec<(usize, usize, bool)> = steps(source, target, relationship).collect();
        own.into_iter().find_map(|(from, to, is_more)| {
            let (way, has_more) = self.way(to, from)?;
            (is_more || has_more).then_some(way)
        })
    }

    /// The shortest way from an item up to another one without their own mapping, and whether a step of it demands more.
    fn way(&self, from: usize, to: usize) -> Option<(Vec<usize>, bool)> {
        let mut before: Vec<Option<(usize, bool)>> = vec![None; self.above.len()];
        let mut waiting = VecDeque::from([from]);
        while let Some(item) = waiting.pop_front() {
            for (next, is_more) in &self.above[item] {
                let is_own = item == from && *next == to;
                if is_own || *next == from || before[*next].is_some() || self.group[*next] != self.group[from] {
                    continue;
                }
                before[*next] = Some((item, *is_more));
                if *next == to {
                    return Some(back(&before, from, to));
                }
                waiting.push_back(*next);
            }
        }
        None
    }
}

/// The way that was found, from its end.
fn back(before: &[Option<(usize, bool)>], from: usize, to: usize) -> (Vec<usize>, bool) {
    let (mut way, mut has_more, mut item) = (vec![to], false, to);
    while let Some((earlier, is_more)) = before[item] {
        has_more |= is_more;
        way.push(earlier);
        item = earlier;
        if item == from {
            break;
        }
    }
    way.reverse();
    (way, has_more)
}

/// The steps of a mapping up to the item that demands as much or more.
fn steps(source: usize, target: usize, relationship: Relationship) -> impl Iterator<Item = (usize, usize, bool)> {
    let (up, down) = match relationship {
        Relationship::Subset => (Some(true), None),
        Relationship::Superset => (None, Some(true)),
        Relationship::Equal => (Some(false), Some(false)),
        Relationship::Intersects => (None, None),
    };
    let up = up.map(|is_more| (source, target, is_more));
    up.into_iter().chain(down.map(|is_more| (target, source, is_more)))
}

/// The strongly connected groups, by the algorithm of Kosaraju, without recursion.
fn groups(above: &[Vec<(usize, bool)>]) -> Vec<usize> {
    let mut below = vec![Vec::new(); above.len()];
    for (from, steps) in above.iter().enumerate() {
        for (to, _) in steps {
            below[*to].push(from);
        }
    }
    let mut group: Vec<Option<usize>> = vec![None; above.len()];
    for start in finished(above).into_iter().rev() {
        let mut waiting = vec![start];
        while let Some(item) = waiting.pop() {
            if group[item].is_none() {
                group[item] = Some(start);
                waiting.extend(below[item].iter().copied().filter(|next| group[*next].is_none()));
            }
        }
    }
    group.into_iter().enumerate().map(|(item, group)| group.unwrap_or(item)).collect()
}

/// The items in the order in which a depth-first search leaves them.
fn finished(above: &[Vec<(usize, bool)>]) -> Vec<usize> {
    let mut order = Vec::with_capacity(above.len());
    let mut is_seen = vec![false; above.len()];
    for start in 0..above.len() {
        if is_seen[start] {
            continue;
        }
        is_seen[start] = true;
        let mut open = vec![(start, 0)];
        while let Some((item, step)) = open.last_mut() {
            if let Some((next, _)) = above[*item].get(*step) {
                *step += 1;
                if !is_seen[*next] {
                    is_seen[*next] = true;
                    open.push((*next, 0));
                }
            } else {
                order.push(*item);
                open.pop();
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::Relationship::{Equal, Intersects, Subset, Superset};
    use super::*;

    #[test]
    fn a_circle_of_parts_is_a_contradiction() {
        // 0 ⊂ 1 ⊂ 2 ⊂ 3 ⊂ 0
        let mappings = [(0, 1, Subset), (2, 1, Superset), (2, 3, Subset), (3, 0, Subset)];
        let graph = MappingGraph::new(4, &mappings);
        assert_eq!(graph.circle((3, 0, Subset)), Some(vec![0, 1, 2, 3]));
        assert_eq!(graph.circle((2, 1, Superset)), Some(vec![2, 3, 0, 1]));
    }

    #[test]
    fn equal_items_cannot_demand_different_amounts() {
        let mappings = [(0, 1, Equal), (1, 2, Equal), (0, 3, Equal), (3, 2, Superset)];
        let graph = MappingGraph::new(4, &mappings);
        assert!(graph.circle((3, 2, Superset)).is_some());
        assert!(graph.circle((0, 1, Equal)).is_some());
    }

    #[test]
    fn chains_equal_items_and_overlaps_are_none() {
        for mappings in [
            vec![(0, 1, Subset), (1, 2, Subset), (0, 3, Subset), (3, 2, Subset)],
            vec![(0, 1, Equal), (1, 2, Equal), (2, 3, Equal), (3, 0, Equal)],
            vec![(0, 1, Subset), (1, 0, Intersects), (1, 2, Intersects), (2, 0, Intersects)],
        ] {
            let graph = MappingGraph::new(4, &mappings);
            for mapping in mappings {
                assert_eq!(graph.circle(mapping), None, "{mapping:?}");
            }
        }
    }
}
