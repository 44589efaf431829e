//! Line numbers of nodes that are asked for in the order of the file.

use roxmltree::Node;

/// Counts on from the last place asked for: counting from the top each time would be quadratic.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    position: usize,
    line: u32,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, position: 0, line: 1 }
    }

    /// The line a node begins at, counted from 1.
    pub(crate) fn of(&mut self, node: Node<'_, '_>) -> u32 {
        self.at(node.range().start)
    }

    /// The line of a byte; going back costs counting anew.
    pub(crate) fn at(&mut self, position: usize) -> u32 {
        if position < self.position {
            (self.position, self.line) = (0, 1);
        }
        let passed = self.text.as_bytes().get(self.position..position).unwrap_or_default();
        let more = u32::try_from(memchr::memchr_iter(b'\n', passed).count()).unwrap_or(u32::MAX);
        self.line = self.line.saturating_add(more);
        self.position = position;
        self.line
    }
}
