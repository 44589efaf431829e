//! Changes of a text, as replaced ranges of its bytes. All other bytes stay as they are.

use std::ops::Range;

/// Replaces a range of bytes; an empty range inserts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    pub range: Range<usize>,
    pub text: String,
}

impl Splice {
    pub fn insert(position: usize, text: impl Into<String>) -> Self {
        Self { range: position..position, text: text.into() }
    }

    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Self { range, text: text.into() }
    }
}

/// The text after all splices; `None` when two overlap, or one is outside the text or cuts a character.
///
/// Insertions at one position keep their order.
pub fn apply(text: &str, splices: &[Splice]) -> Option<String> {
    let mut ordered: Vec<&Splice> = splices.iter().collect();
    ordered.sort_by_key(|splice| (splice.range.start, splice.range.end));
    let mut changed = String::with_capacity(text.len());
    let mut position = 0;
    for splice in ordered {
        changed.push_str(text.get(position..splice.range.start)?);
        changed.push_str(&splice.text);
        position = splice.range.end;
    }
    changed.push_str(text.get(position..)?);
    Some(changed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A text, and splices that do not overlap.
    fn spliced() -> impl Strategy<Value = (String, Vec<Splice>)> {
        let piece = || "[a-z<刹é\r\n]{0,8}";
        prop::collection::vec((piece(), piece(), piece()), 0..8).prop_map(|pieces| {
            let (mut text, mut splices) = (String::new(), Vec::new());
            for (kept, old, new) in pieces {
                text.push_str(&kept);
                splices.push(Splice::replace(text.len()..text.len() + old.len(), new));
                text.push_str(&old);
            }
            (text, splices)
        })
    }

    proptest! {
        #[test]
        fn everything_outside_the_ranges_stays((text, splices) in spliced()) {
            let changed = apply(&text, &splices).expect("a text");
            let (mut old, mut new) = (0, 0);
            for splice in &splices {
                let kept = &text[old..splice.range.start];
                prop_assert_eq!(&changed[new..new + kept.len()], kept);
                new += kept.len() + splice.text.len();
                old = splice.range.end;
            }
            prop_assert_eq!(&changed[new..], &text[old..]);
        }
    }

    #[test]
    fn ranges_are_replaced_in_any_order() {
        let splices = [Splice::replace(6..9, "was"), Splice::insert(0, "So: "), Splice::insert(0, "it ")];
        assert_eq!(apply("brake worn", &splices).as_deref(), Some("So: it brake wasn"));
    }

    #[test]
    fn overlaps_and_cut_characters_are_refused() {
        assert_eq!(apply("abcdef", &[Splice::replace(0..3, ""), Splice::replace(2..4, "")]), None);
        assert_eq!(apply("刹车", &[Splice::insert(1, "x")]), None);
        assert_eq!(apply("abc", &[Splice::replace(2..9, "x")]), None);
    }
}
