//! Which of two values comes first: by number where they are numbers, else by their characters as far as these say it.

use std::borrow::Cow;
use std::cmp::Ordering;

/// A number as people write it, at any length: serial numbers may have more digits than a float keeps apart.
struct Number<'a> {
    negative: bool,
    /// Without zeros before it.
    whole: &'a str,
    /// Without zeros behind it.
    fraction: &'a str,
}

impl<'a> Number<'a> {
    /// `1E3` is none: letters in a serial number are letters.
    fn parse(text: &'a str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return None,
            None => (digits, ""),
        };
        let is_number = !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit());
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let is_zero = whole.is_empty() && fraction.is_empty();
        is_number.then_some(Self { negative: negative && !is_zero, whole, fraction })
    }

    fn size(&self) -> (usize, &str, &str) {
        (self.whole.len(), self.whole, self.fraction)
    }

    fn compare(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.size().cmp(&other.size()),
            (true, true) => other.size().cmp(&self.size()),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// One spelling for all values that are the same: `0023` and `23.0` are `23`.
pub fn canonical(value: &str) -> Cow<'_, str> {
    let Some(Number { negative, whole, fraction }) = Number::parse(value) else { return Cow::Borrowed(value) };
    let sign = if negative { "-" } else { "" };
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    Cow::Owned(format!("{sign}{whole}{point}{fraction}"))
}

pub(super) fn is_same(left: &str, right: &str) -> bool {
    left == right || canonical(left) == canonical(right)
}

/// `None` where neither can be said to come first.
pub(super) fn compare(left: &str, right: &str) -> Option<Ordering> {
    if left == right {
        return Some(Ordering::Equal);
    }
    if let (Some(left), Some(right)) = (Number::parse(left), Number::parse(right)) {
        return Some(left.compare(&right));
    }
    let (before_left, left_number) = split_number(left);
    let (before_right, right_number) = split_number(right);
    if before_left == before_right {
        return Some(Number::parse(left_number)?.compare(&Number::parse(right_number)?));
    }
    let (one, other) = left.chars().zip(right.chars()).find(|(one, other)| one != other)?;
    let are_letters = (one.is_uppercase() && other.is_uppercase()) || (one.is_lowercase() && other.is_lowercase());
    (are_letters || are_alike(left, right)).then(|| one.cmp(&other))
}

/// `POST-042` is `POST-` and `042`.
fn split_number(text: &str) -> (&str, &str) {
    let before = text.trim_end_matches(|c: char| c.is_ascii_digit());
    (before, &text[before.len()..])
}

/// Whether digits stand where the other has digits, and everything else too: `10A` and `20B`.
fn are_alike(left: &str, right: &str) -> bool {
    let kind = |c: char| (c.is_ascii_digit(), c.is_uppercase(), c.is_lowercase());
    left.chars().count() == right.chars().count() && left.chars().map(kind).eq(right.chars().map(kind))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn values_are_ordered_as_far_as_they_say_it() {
        use Ordering::{Equal, Greater, Less};
        for (left, right, expected) in [
            ("9", "10", Some(Less)),
            ("0003", "3", Some(Equal)),
            ("-5", "-10", Some(Greater)),
            ("-0", "0", Some(Equal)),
            ("1.5", "1.45", Some(Greater)),
            ("90071992547409930", "90071992547409931", Some(Less)),
            ("A5", "A10", Some(Less)),
            ("SB-007", "SB-7", Some(Equal)),
            ("PRE", "POST-001", Some(Greater)),
            ("A9", "B1", Some(Less)),
            ("10A", "20B", Some(Less)),
            ("10A", "9A", None),
            ("POST", "POST-001", None),
            ("A", "AB", None),
            ("A", "b", None),
            ("A", "1", None),
            ("1E3", "1000", None),
            ("", "1", None),
            ("-", "+", Some(Greater)),
        ] {
            assert_eq!(compare(left, right), expected, "{left} {right}");
        }
    }

    #[test]
    fn a_number_has_one_spelling() {
        for (value, expected) in
            [("0023", "23"), ("+23.0", "23"), ("-0.50", "-0.5"), ("000", "0"), ("1.", "1."), ("A01", "A01"), ("", "")]
        {
            assert_eq!(canonical(value), expected);
        }
    }

    proptest! {
        #[test]
        fn an_order_holds_from_both_sides(left in "[-+.A-Ca-c0-3]{0,5}", right in "[-+.A-Ca-c0-3]{0,5}") {
            prop_assert_eq!(compare(&left, &right), compare(&right, &left).map(Ordering::reverse));
        }
    }
}
