//! Range requests (RFC 9110, section 14).

use std::ops::Range;

/// The result of a `Range` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RequestedRange {
    Whole,
    /// One non-empty range within the file.
    Part(Range<u64>),
    /// A range outside the file.
    Unsatisfiable,
}

/// Parses a `Range` header for a file of `size` bytes. Multiple ranges and malformed headers give the whole file, as
/// the standard allows.
pub(crate) fn parse(header: Option<&str>, size: u64) -> RequestedRange {
    let Some((from, to)) = header.and_then(single) else { return RequestedRange::Whole };
    let range = match (from, to) {
        (None, None) => return RequestedRange::Whole,
        (None, Some(last)) => size.saturating_sub(last)..size,
        (Some(from), to) => from..to.map_or(size, |to| to.saturating_add(1).min(size)),
    };
    match (from, to) {
        (Some(from), Some(to)) if from > to => RequestedRange::Whole,
        _ if range.is_empty() => RequestedRange::Unsatisfiable,
        _ => RequestedRange::Part(range),
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
    fn single_ranges_are_parsed_and_malformed_headers_are_ignored() {
        for (header, expected) in [
            (None, RequestedRange::Whole),
            (Some("bytes=0-9"), RequestedRange::Part(0..10)),
            (Some("bytes=90-"), RequestedRange::Part(90..100)),
            (Some("bytes=-10"), RequestedRange::Part(90..100)),
            (Some("bytes=-1000"), RequestedRange::Part(0..100)),
            (Some("bytes=90-1000"), RequestedRange::Part(90..100)),
            (Some("Bytes = 99-99"), RequestedRange::Part(99..100)),
            (Some("bytes=100-"), RequestedRange::Unsatisfiable),
            (Some("bytes=99999999999999999999999-"), RequestedRange::Unsatisfiable),
            (Some("bytes=-0"), RequestedRange::Unsatisfiable),
            (Some("bytes=5-2"), RequestedRange::Whole),
            (Some("bytes=0-1,5-6"), RequestedRange::Whole),
            (Some("bytes=-"), RequestedRange::Whole),
            (Some("bytes=a-b"), RequestedRange::Whole),
            (Some("lines=0-1"), RequestedRange::Whole),
            (Some("bytes"), RequestedRange::Whole),
        ] {
            assert_eq!(parse(header, 100), expected, "{header:?}");
        }
        assert_eq!(parse(Some("bytes=0-"), 0), RequestedRange::Unsatisfiable);
    }
}
