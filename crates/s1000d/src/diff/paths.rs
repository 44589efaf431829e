//! The paths and lines of elements, for people and for other programs.

use std::fmt::Write;

use foldhash::HashMap;

use super::tree::{ElementId, XmlTree};

/// The paths and lines of all elements of a tree.
#[derive(Debug)]
pub struct Paths<'m, 't> {
    tree: &'m XmlTree<'t>,
    /// The number among siblings with the same name, from 1; 0 for the only one.
    numbers: Vec<u32>,
    lines: Vec<usize>,
}

impl<'m, 't> Paths<'m, 't> {
    pub fn of(tree: &'m XmlTree<'t>) -> Self {
        let mut numbers = vec![0; tree.elements.len()];
        for id in tree.ids() {
            let mut last: HashMap<&str, (u32, ElementId)> = HashMap::default();
            for child in &tree.element(id).children {
                let entry = last.entry(tree.element(*child).name).or_insert((0, *child));
                entry.0 += 1;
                if entry.0 > 1 {
                    numbers[entry.1.index()] = 1;
                    numbers[child.index()] = entry.0;
                }
            }
        }
        let lines = memchr::memchr_iter(b'\n', tree.text().as_bytes()).collect();
        Self { tree, numbers, lines }
    }

    /// The `XPath` of an element.
    pub fn path(&self, id: ElementId) -> String {
        let mut steps: Vec<ElementId> = std::iter::successors(Some(id), |id| self.tree.element(*id).parent).collect();
        steps.reverse();
        let mut path = String::new();
        for id in steps {
            let _ = write!(path, "/{}", self.tree.element(id).name);
            if let number @ 1.. = self.numbers[id.index()] {
                let _ = write!(path, "[{number}]");
            }
        }
        path
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|end| *end < byte) + 1
    }
}
