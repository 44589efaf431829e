//! Paths of collections, categories and items: the ids from the collection down.

use std::fmt;

use super::MAX_DEPTH;

/// Levels of items below each other, such as guidance below its rule.
const ITEM_LEVELS: usize = 5;
const MAX_ID: usize = 64;

/// The path of a collection, a category or an item, as in `/{collection}/{category}/{item}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompliancePath(Vec<String>);

impl CompliancePath {
    /// Parses a path; `None` when it is malformed, or that of all collections.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix('/').unwrap_or(text);
        let parts: Vec<String> = text.split('/').map(str::to_owned).collect();
        let is_id = |part: &String| {
            (1..=MAX_ID).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        let sound = parts.len() <= 1 + MAX_DEPTH + ITEM_LEVELS && parts.iter().all(is_id);
        sound.then_some(Self(parts))
    }

    /// The id of the collection.
    pub fn collection(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// It is the path of a collection.
    pub fn is_collection(&self) -> bool {
        self.0.len() == 1
    }

    /// A path below it, by the id of the last part.
    #[must_use]
    pub fn below(&self, id: &str) -> Self {
        let mut parts = self.0.clone();
        parts.push(id.to_owned());
        Self(parts)
    }

    /// The number of parts below the collection.
    pub fn depth(&self) -> usize {
        self.0.len() - 1
    }
}

impl fmt::Display for CompliancePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}", self.0.join("/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_ids_from_the_collection_down() {
        let path = CompliancePath::parse("/c-1/a/b").expect("a path");
        assert_eq!((path.collection(), path.depth(), path.is_collection()), ("c-1", 2, false));
        assert_eq!(path.below("i").to_string(), "/c-1/a/b/i");
        assert!(CompliancePath::parse("c-1").is_some_and(|path| path.is_collection()));
    }

    #[test]
    fn a_malformed_path_is_refused() {
        let deep = "/a".repeat(16);
        for text in ["", "/", "//a", "/a/", "/a b", "/a/../b", "/a%", deep.as_str()] {
            assert_eq!(CompliancePath::parse(text), None, "{text}");
        }
    }
}
