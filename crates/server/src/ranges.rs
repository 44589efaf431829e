//! Range requests (RFC 9110, section 14).

use std::ops::Range;

/// The result of a `Range` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    Whole,
    /// One non-empty range within the file.
    Part(Range<u64>),
    /// A range outside the file.
    Nothing,
}

/// Parses a `Range` header for a file of `size` bytes. Multiple ranges and malformed headers give the whole file, as
/// the standard allows.
pub(crate) fn asked(header: Option<&str>, size: u64) -> Asked {
    let Some((from, to)) = header.and_then(single) else { return Asked::Whole };
    let range = match (from, to) {
        (None, None) => return Asked::Whole,
        (None, Some(last)) => size.saturating_sub(last)..size,
        (Some(from), to) => from..to.map_or(size, |to| to.saturating_add(1).min(size)),
    };
    match (from, to) {
        (Some(from), Some(to)) if from > to => Asked::Whole,
        _ if range.is_empty() => Asked::Nothing,
        _ => Asked::Part(range),
    }
}

/// The two numbers of `bytes=a-b`, each of which may be left out.
fn single(header: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (unit, part) = header.split_once('=')?;
    let (from, to) = part.trim().split_once('-')?;
    let number = |text: &str| match text.trim() {
        "" => Some(None),
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => Some(digits.parse().ok().or(Some(u64::MAX))),
        _ => None,
    };
    unit.trim().eq_ignore_ascii_case("bytes").then_some(())?;
    Some((number(from)?, number(to)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_part_is_given_and_a_wish_that_makes_no_sense_is_none() {
        for (header, expected) in [
            (None, Asked::Whole),
            (Some("bytes=0-9"), Asked::Part(0..10)),
            (Some("bytes=90-"), Asked::Part(90..100)),
            (Some("bytes=-10"), Asked::Part(90..100)),
            (Some("bytes=-1000"), Asked::Part(0..100)),
            (Some("bytes=90-1000"), Asked::Part(90..100)),
            (Some("Bytes = 99-99"), Asked::Part(99..100)),
            (Some("bytes=100-"), Asked::Nothing),
            (Some("bytes=99999999999999999999999-"), Asked::Nothing),
            (Some("bytes=-0"), Asked::Nothing),
            (Some("bytes=5-2"), Asked::Whole),
            (Some("bytes=0-1,5-6"), Asked::Whole),
            (Some("bytes=-"), Asked::Whole),
            (Some("bytes=a-b"), Asked::Whole),
            (Some("lines=0-1"), Asked::Whole),
            (Some("bytes"), Asked::Whole),
        ] {
            assert_eq!(asked(header, 100), expected, "{header:?}");
        }
        assert_eq!(asked(Some("bytes=0-"), 0), Asked::Nothing);
    }
}
