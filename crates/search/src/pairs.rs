//! Bigrams of frequent words. Without them a phrase of words that nearly every module contains would intersect the
//! longest posting lists.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::words::{Word, stem};

/// Frequent words in technical publications.
const FREQUENT: &str = include_str!("../data/frequent-en.txt");

static STEMS: LazyLock<HashSet<String>> = LazyLock::new(|| FREQUENT.split_whitespace().map(stem).collect());

/// A stem that forms pairs.
pub(crate) fn is_frequent(stem: &str) -> bool {
    STEMS.contains(stem)
}

/// The bigrams of adjacent frequent words.
pub(crate) fn pairs(found: &[Word]) -> impl Iterator<Item = String> {
    let is_frequent = |word: &Word| !word.chinese && is_frequent(&word.term);
    found.windows(2).filter_map(move |two| match two {
        [one, other] if one.position + 1 == other.position && is_frequent(one) && is_frequent(other) => {
            Some(format!("{} {}", one.term, other.term))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Segmentation, words};

    fn of(text: &str) -> Vec<String> {
        pairs(&words(text, Segmentation::Indexed)).collect()
    }

    #[test]
    fn only_neighbours_that_are_both_frequent_are_a_pair() {
        assert_eq!(of("Remove the hydraulic pumps"), ["remov the", "the hydraul", "hydraul pump"]);
        assert_eq!(of("Remove the Zwiebel from pumps"), ["remov the", "from pump"]);
        assert_eq!(of("泵 pump 液压泵 valve"), Vec::<String>::new());
        assert_eq!(of("pump"), Vec::<String>::new());
    }
}
