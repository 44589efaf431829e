//! The content of an element as a regular expression over its children.

/// A part of a content model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Particle {
    /// The index of an element.
    Element(usize),
    /// Any element.
    Any,
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    /// All of them, in any order.
    All(Vec<Self>),
    Repeat {
        part: Box<Self>,
        min: u32,
        /// `None` means without limit.
        max: Option<u32>,
    },
}

impl Particle {
    pub(super) const EMPTY: Self = Self::Sequence(Vec::new());

    /// The part as often as its occurrence attributes say.
    pub(super) fn repeated(self, min: u32, max: Option<u32>) -> Self {
        match (min, max) {
            (1, Some(1)) => self,
            (_, Some(0)) => Self::EMPTY,
            _ => Self::Repeat { part: Box::new(self), min, max },
        }
    }
}
