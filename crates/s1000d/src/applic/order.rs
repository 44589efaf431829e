//! Order of two values: by number where they are numbers, else by their characters as far as these say it.

use std::borrow::Cow;
use std::cmp::Ordering;

/// A number as people write it, at any length: serial numbers may have more digits than a float keeps apart.
struct Number<'a> {
    negative: bool,
    /// Without zeros before it.
    whole: &'a str,
    /// As written: `1.10` may be the number 1.1 or the tenth version after 1.
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
        let whole = whole.trim_start_matches('0');
        let is_zero = whole.is_empty() && is_nothing(fraction);
        is_number.then_some(Self { negative: negative && !is_zero, whole, fraction })
    }

    fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self.negative, other.negative) {
            (false, false) => self.compare_size(other),
            (true, true) => other.compare_size(self),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
        }
    }

    fn compare_size(&self, other: &Self) -> Option<Ordering> {
        let whole = (self.whole.len(), self.whole).cmp(&(other.whole.len(), other.whole));
        match (self.fraction, other.fraction) {
            _ if whole.is_ne() => Some(whole),
            (own, other) if own.len() == other.len() => Some(own.cmp(other)),
            ("", behind) if !is_nothing(behind) => Some(Ordering::Less),
            (behind, "") if !is_nothing(behind) => Some(Ordering::Greater),
            _ => None,
        }
    }
}

fn is_nothing(fraction: &str) -> bool {
    fraction.bytes().all(|byte| byte == b'0')
}

/// One spelling for all values that are the same: `0023` and `+23` are `23`.
pub fn canonical(value: &str) -> Cow<'_, str> {
    let Some(Number { negative, whole, fraction }) = Number::parse(value) else { return Cow::Borrowed(value) };
    let sign = if negative { "-" } else { "" };
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    Cow::Owned(format!("{sign}{whole}{point}{fraction}"))
}

/// `None` if the values cannot be compared.
pub(super) fn is_same(left: &str, right: &str) -> Option<bool> {
    if left == right || canonical(left) == canonical(right) {
        return Some(true);
    }
    match (Number::parse(left), Number::parse(right)) {
        (Some(left), Some(right)) => left.compare(&right).map(Ordering::is_eq),
        _ => Some(false),
    }
}

/// `None` where neither can be said to come first.
pub(super) fn compare(left: &str, right: &str) -> Option<Ordering> {
    if left == right {
        return Some(Ordering::Equal);
    }
    if let (Some(left), Some(right)) = (Number::parse(left), Number::parse(right)) {
        return left.compare(&right);
    }
    let (before_left, left_number) = split_number(left);
    let (before_right, right_number) = split_number(right);
    if before_left == before_right {
        return Number::parse(left_number)?.compare(&Number::parse(right_number)?);
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

/// The values from one to another, such as `0009` and `0010`, or `A1` to `A3`; `None` where they cannot be counted or
/// are more than `most`.
pub(super) fn members(from: &str, to: &str, most: usize) -> Option<Vec<String>> {
    let ((before, first), (before_last, last)) = (split_number(from), split_number(to));
    let is_padded = first.len() > 1 && first.starts_with('0');
    if before != before_last || (is_padded && first.len() != last.len()) {
        return None;
    }
    let width = if first.len() == last.len() { first.len() } else { 0 };
    let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
    let count = usize::try_from(last.checked_sub(first)?).ok()?.checked_add(1)?;
    (count <= most).then(|| (first..=last).map(|number| format!("{before}{number:0width$}")).collect())
}

/// Whether digits stand where the other has digits, and everything else too: `10A` and `20B`.
fn are_alike(left: &str, right: &str) -> bool {
    let kind = |c: char| (c.is_ascii_digit(), c.is_uppercase(), c.is_lowercase());
    left.chars().count() == right.chars().count() && left.chars().map(kind).eq(right.chars().map(kind))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    #[test]
    fn a_range_is_counted_out_where_it_can_be() {
        let listed = |from, to| members(from, to, 5).map(|values| values.join(" "));
        assert_eq!(listed("0009", "0011").as_deref(), Some("0009 0010 0011"));
        assert_eq!(listed("A9", "A11").as_deref(), Some("A9 A10 A11"));
        assert_eq!(listed("7", "7").as_deref(), Some("7"));
        for (from, to) in [("1", "6"), ("A", "C"), ("A1", "B2"), ("9", "1"), ("01", "100"), ("-5", "5"), ("1", "")] {
            assert_eq!(listed(from, to), None, "{from} {to}");
        }
    }

    use super::*;

    #[test]
    fn values_are_ordered_as_far_as_they_say_it() {
        use Ordering::{Equal, Greater, Less};
        for (left, right, expected) in [
            ("9", "10", Some(Less)),
            ("0003", "3", Some(Equal)),
            ("-5", "-10", Some(Greater)),
            ("-0", "0", Some(Equal)),
            ("1.5", "1.4", Some(Greater)),
            ("1.5", "2.45", Some(Less)),
            ("1", "1.5", Some(Less)),
            ("-1.5", "-1", Some(Less)),
            ("1.5", "1.45", None),
            ("1.1", "1.10", None),
            ("1", "1.0", None),
            ("-1.0", "-1", None),
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
            [("0023", "23"), ("+23", "23"), ("-00.50", "-0.50"), ("000", "0"), ("1.", "1."), ("A01", "A01"), ("", "")]
        {
            assert_eq!(canonical(value), expected);
        }
    }

    #[test]
    fn whether_two_fractions_are_one_is_not_guessed() {
        for (left, right, expected) in [
            ("0023", "23", Some(true)),
            ("A01", "A1", Some(false)),
            ("1.1", "1.1", Some(true)),
            ("01.1", "1.1", Some(true)),
            ("1.1", "1.2", Some(false)),
            ("1.10", "2.1", Some(false)),
            ("1.1", "1.10", None),
            ("23", "23.0", None),
        ] {
            assert_eq!(is_same(left, right), expected, "{left} {right}");
        }
    }

    proptest! {
        #[test]
        fn an_order_holds_from_both_sides(left in "[-+.A-Ca-c0-3]{0,5}", right in "[-+.A-Ca-c0-3]{0,5}") {
            prop_assert_eq!(compare(&left, &right), compare(&right, &left).map(Ordering::reverse));
        }
    }
}
