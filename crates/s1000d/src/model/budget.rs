//! A limit of the work that a schema can cause: its parts name each other, so that a short file can be a long model.

/// The work that is left.
#[derive(Debug)]
pub(super) struct ReadBudget {
    left: usize,
}

impl ReadBudget {
    pub(super) fn new(left: usize) -> Self {
        Self { left }
    }

    /// Takes some work; returns whether any is left.
    pub(super) fn spend(&mut self, work: usize) -> bool {
        self.left = self.left.saturating_sub(work);
        !self.is_spent()
    }

    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }
}
