//! Numbers for texts and shapes, equal exactly when the things are equal. They are no hashes: no file can be made to
//! look the same as another one.

use foldhash::HashMap;

use super::tags::XmlAttribute;

/// The numbers of an element with all that is inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ShapeNumbers {
    /// Everything but the order of attributes and layout.
    pub(crate) exact: u32,
    /// The text and structure that a reader sees, without ids and marks.
    pub(crate) plain: u32,
}

/// Numbers of the texts and shapes of all compared texts.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    texts: HashMap<Box<str>, u32>,
    shapes: HashMap<Box<[u32]>, u32>,
}

impl Interner {
    pub(super) fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.texts.get(text) {
            return *number;
        }
        // Even numbers are texts, odd ones shapes: both occur as tokens.
        let number = u32::try_from(self.texts.len() * 2).unwrap_or(u32::MAX);
        self.texts.insert(text.into(), number);
        number
    }

    pub(super) fn shape(&mut self, ShapeKey(key): ShapeKey) -> u32 {
        if let Some(number) = self.shapes.get(key.as_slice()) {
            return *number;
        }
        let number = u32::try_from(self.shapes.len() * 2 + 1).unwrap_or(u32::MAX);
        self.shapes.insert(key.into_boxed_slice(), number);
        number
    }
}

/// The parts of a shape.
#[derive(Debug)]
pub(super) struct ShapeKey(Vec<u32>);

/// No text or shape has these numbers: there are far fewer.
const CONTENT: u32 = u32::MAX - 1;
const CLOSE: u32 = u32::MAX - 2;
const SPACE: u32 = u32::MAX - 3;

impl ShapeKey {
    pub(super) fn new(name: u32) -> Self {
        Self(vec![name])
    }

    /// The end tag of an inline element.
    pub(super) fn close(name: u32) -> Self {
        Self(vec![CLOSE, name])
    }

    /// Adds attributes in the order of their names; content follows.
    pub(super) fn attributes<'a, 't: 'a>(
        &mut self,
        interner: &mut Interner,
        attributes: impl Iterator<Item = &'a XmlAttribute<'t>>,
    ) {
        let mut pairs: Vec<(u32, u32)> =
            attributes.map(|one| (interner.text(one.name), interner.text(&one.value))).collect();
        pairs.sort_unstable();
        self.0.extend(pairs.into_iter().flat_map(|(name, value)| [name, value]));
        self.0.push(CONTENT);
    }

    pub(super) fn push(&mut self, number: u32) {
        self.0.push(number);
    }

    pub(super) fn token(&mut self, is_spaced: bool, exact: u32) {
        if is_spaced {
            self.0.push(SPACE);
        }
        self.0.push(exact);
    }
}
