//! Resolution of references and pictures: the object that is meant where several have the same code (decision record 7).

/// Rank of a candidate for a reference; the lowest is meant.
///
/// The revision that is read comes before other manuals, then the language that the reference names, or else that of
/// the referring object, then the first language by name, so that every caller and every node decides alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank<'a> {
    elsewhere: bool,
    other_language: bool,
    language: &'a str,
}

impl<'a> Rank<'a> {
    /// Ranks a candidate in `language`, which is empty for objects without one; `from` is the referring object's.
    pub fn new(is_own: bool, language: &'a str, named: Option<&str>, from: &str) -> Self {
        let other_language = !language.is_empty() && language != named.unwrap_or(from);
        Self { elsewhere: !is_own, other_language, language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_revision_wins_over_the_language_and_the_named_language_over_the_own() {
        let candidates = [(false, "en-US"), (true, "zh-CN"), (true, "de-DE"), (true, "en-US")];
        let best = |named: Option<&str>, from: &str| {
            candidates.into_iter().min_by_key(|(own, language)| Rank::new(*own, language, named, from))
        };
        assert_eq!(best(None, "en-US"), Some((true, "en-US")));
        assert_eq!(best(Some("zh-CN"), "en-US"), Some((true, "zh-CN")));
        assert_eq!(best(None, "fr-FR"), Some((true, "de-DE")), "the first by name");
        assert!(Rank::new(false, "en-US", None, "en-US") > Rank::new(true, "de-DE", None, "en-US"));
    }
}
