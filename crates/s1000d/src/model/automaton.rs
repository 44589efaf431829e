//! The automaton of a content model: deterministic and as small as possible.
//!
//! The expression becomes an automaton with empty steps (Thompson), its sets of states the states of a deterministic one,
//! and states that accept the same are joined.

use std::collections::{BTreeMap, HashMap};

use super::particle::Particle;

/// States of the automaton with empty steps. The largest of an official schema has about 500.
const MAX_NODES: usize = 20_000;
/// States of the deterministic automaton. The largest of an official schema has about 40.
const MAX_STATES: usize = 1_000;
/// Copies of a part that must occur, or may occur at most, a number of times; beyond them the number is not checked.
const MAX_COPIES: u32 = 32;
/// Parts that may stand in any order; more of them are allowed to be repeated.
const MAX_UNORDERED: usize = 6;

/// An automaton over children. It begins in state 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContentAutomaton {
    pub states: Vec<ContentState>,
}

/// A place between two children.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ContentState {
    /// Whether nothing more is needed.
    pub is_end: bool,
    /// The elements that may follow, by index, each with the state behind it.
    pub next: Vec<(usize, usize)>,
    /// The state behind any other element, where one may follow.
    pub any: Option<usize>,
}

impl Default for ContentAutomaton {
    /// No children.
    fn default() -> Self {
        Self { states: vec![ContentState { is_end: true, ..ContentState::default() }] }
    }
}

impl ContentAutomaton {
    /// Any children in any order.
    pub(super) fn of_anything() -> Self {
        Self { states: vec![ContentState { is_end: true, next: Vec::new(), any: Some(0) }] }
    }

    /// The automaton of a content model; of anything, where it would be too large. `name_of` tells elements apart.
    pub(super) fn of(content: &Particle, name_of: impl Fn(usize) -> String) -> Self {
        let mut nodes = EmptyStepNodes::default();
        let start = nodes.add();
        nodes
            .write(content, start)
            .and_then(|end| nodes.determined(start, end, &name_of))
            .map_or_else(Self::of_anything, |states| Self { states: joined(states) })
    }

    pub(super) fn is_end(&self, state: usize) -> bool {
        self.states.get(state).is_some_and(|state| state.is_end)
    }
}

/// A child that a step reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadChild {
    Element(usize),
    Any,
}

#[derive(Debug, Default)]
struct EmptyStepNode {
    empty: Vec<usize>,
    step: Option<(ReadChild, usize)>,
}

/// The automaton with empty steps.
#[derive(Debug, Default)]
struct EmptyStepNodes(Vec<EmptyStepNode>);

impl EmptyStepNodes {
    fn add(&mut self) -> usize {
        self.0.push(EmptyStepNode::default());
        self.0.len() - 1
    }

    fn join(&mut self, from: usize, to: usize) {
        self.0[from].empty.push(to);
    }

    fn read(&mut self, from: usize, read: ReadChild) -> usize {
        let (step, behind) = (self.add(), self.add());
        self.join(from, step);
        self.0[step].step = Some((read, behind));
        behind
    }

    /// Writes a part behind a node; returns the node behind it, or `None` when there are too many.
    fn write(&mut self, part: &Particle, from: usize) -> Option<usize> {
        if self.0.len() > MAX_NODES {
            return None;
        }
        match part {
            Particle::Element(index) => Some(self.read(from, ReadChild::Element(*index))),
            Particle::Any => Some(self.read(from, ReadChild::Any)),
            Particle::Sequence(parts) => parts.iter().try_fold(from, |at, part| self.write(part, at)),
            Particle::Choice(parts) => {
                let end = self.add();
                for part in parts {
                    let behind = self.write(part, from)?;
                    self.join(behind, end);
                }
                Some(end)
            }
            Particle::All(parts) => self.write_unordered(parts, from),
            Particle::Repeat { part, min, max } => self.write_repeated(part, *min, *max, from),
        }
    }

    fn write_repeated(&mut self, part: &Particle, min: u32, max: Option<u32>, from: usize) -> Option<usize> {
        let max = max.filter(|max| *max <= MAX_COPIES);
        let mut at = from;
        for _ in 0..min.min(MAX_COPIES) {
            at = self.write(part, at)?;
        }
        let end = self.add();
        self.join(at, end);
        if let Some(max) = max {
            for _ in min..max {
                at = self.write(part, at)?;
                self.join(at, end);
            }
        } else {
            // A node of its own: what leads to the part again must not lead to what stands before it.
            let again = self.add();
            self.join(at, again);
            let behind = self.write(part, again)?;
            self.join(behind, again);
            self.join(again, end);
        }
        Some(end)
    }

    fn write_unordered(&mut self, parts: &[Particle], from: usize) -> Option<usize> {
        if parts.len() > MAX_UNORDERED {
            let any = Particle::Choice(parts.to_vec());
            return self.write_repeated(&any, 0, None, from);
        }
        // One node for each set of parts that have been there.
        let sets: Vec<usize> = (0..1_usize << parts.len()).map(|_| self.add()).collect();
        self.join(from, *sets.first()?);
        for (set, node) in sets.iter().enumerate() {
            for (index, part) in parts.iter().enumerate().filter(|(index, _)| set & (1 << index) == 0) {
                let behind = self.write(part, *node)?;
                self.join(behind, *sets.get(set | (1 << index))?);
            }
        }
        sets.last().copied()
    }

    /// All nodes that empty steps lead to, in order.
    fn closure(&self, from: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let mut seen = vec![false; self.0.len()];
        let mut open: Vec<usize> = from.into_iter().collect();
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut seen[node], true) {
                open.extend(&self.0[node].empty);
            }
        }
        (0..seen.len()).filter(|node| seen[*node]).collect()
    }

    /// The deterministic automaton; `None` when it has too many states.
    fn determined(&self, start: usize, end: usize, name_of: &impl Fn(usize) -> String) -> Option<Vec<ContentState>> {
        let mut sets = vec![self.closure([start])];
        let mut known: HashMap<Vec<usize>, usize> = HashMap::from([(sets[0].clone(), 0)]);
        let mut states = Vec::new();
        while let Some(set) = sets.get(states.len()).cloned() {
            let mut state_of = |nodes: Vec<usize>| {
                let nodes = self.closure(nodes);
                *known.entry(nodes.clone()).or_insert_with(|| {
                    sets.push(nodes);
                    sets.len() - 1
                })
            };
            let steps = || set.iter().filter_map(|node| self.0[*node].step);
            let any: Vec<usize> = steps().filter(|(read, _)| *read == ReadChild::Any).map(|(_, to)| to).collect();
            // Of two elements with one name the first stands for both: a schema gives them the same type.
            let mut by_name: BTreeMap<String, usize> = BTreeMap::new();
            let mut next: Vec<(usize, Vec<usize>)> = Vec::new();
            for (read, to) in steps() {
                let ReadChild::Element(index) = read else { continue };
                let place = *by_name.entry(name_of(index)).or_insert(next.len());
                match next.get_mut(place) {
                    Some((_, targets)) => targets.push(to),
                    None => next.push((index, vec![to])),
                }
            }
            let next = next.into_iter().map(|(index, mut targets)| {
                targets.extend(&any);
                (index, state_of(targets))
            });
            let next = next.collect();
            let any = (!any.is_empty()).then(|| state_of(any));
            states.push(ContentState { is_end: set.binary_search(&end).is_ok(), next, any });
            if sets.len() > MAX_STATES {
                return None;
            }
        }
        Some(states)
    }
}

/// Joins states that accept the same; state 0 stays the first.
fn joined(states: Vec<ContentState>) -> Vec<ContentState> {
    let mut class_of: Vec<usize> = states.iter().map(|state| usize::from(state.is_end)).collect();
    let mut count = 0;
    loop {
        let mut known = HashMap::new();
        let mut classes = Vec::with_capacity(states.len());
        for (index, state) in states.iter().enumerate() {
            let mut next: Vec<(usize, usize)> = state.next.iter().map(|(child, to)| (*child, class_of[*to])).collect();
            next.sort_unstable();
            let found = known.len();
            let look = (class_of[index], next, state.any.map(|to| class_of[to]));
            classes.push(*known.entry(look).or_insert(found));
        }
        let found = known.len();
        class_of = classes;
        if found == count {
            break;
        }
        count = found;
    }
    let mut joined: Vec<Option<ContentState>> = vec![None; count];
    for (index, state) in states.into_iter().enumerate() {
        let place = &mut joined[class_of[index]];
        if place.is_none() {
            let next = state.next.into_iter().map(|(child, to)| (child, class_of[to])).collect();
            *place = Some(ContentState { is_end: state.is_end, next, any: state.any.map(|to| class_of[to]) });
        }
    }
    joined.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests;
