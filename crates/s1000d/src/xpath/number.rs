//! Numbers as XPath reads and writes them.

/// The number that a text stands for: digits with at most one point, after an optional minus; else not a number.
pub(super) fn read(text: &str) -> f64 {
    let text = text.trim_matches([' ', '\t', '\r', '\n']);
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.bytes().filter(|byte| *byte == b'.').count() <= 1
        && digits.bytes().any(|byte| byte.is_ascii_digit());
    if is_number { text.parse().unwrap_or(f64::NAN) } else { f64::NAN }
}

/// Without exponent; a whole number without point, and zero without sign.
pub(super) fn write(number: f64) -> String {
    if number.is_nan() {
        "NaN".to_owned()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else if number == 0.0 {
        "0".to_owned()
    } else {
        number.to_string()
    }
}

/// The nearest whole number; halves go up.
pub(super) fn round(number: f64) -> f64 {
    let below = number.floor();
    // Adding a half first would be wrong for numbers that have no half.
    if number - below >= 0.5 { below + 1.0 } else { below }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_without_exponent() {
        for (text, number) in [("12", 12.0), (" -1.50\n", -1.5), (".5", 0.5), ("5.", 5.0)] {
            assert!((read(text) - number).abs() < f64::EPSILON, "{text}");
        }
        for text in ["", "-", ".", "1e3", "+1", "1 2", "1.2.3", "NaN", "inf", "--1"] {
            assert!(read(text).is_nan(), "{text}");
        }
        let written = [1.0, -0.0, 0.25, 1e21, f64::NAN, f64::NEG_INFINITY].map(write);
        assert_eq!(written, ["1", "0", "0.25", "1000000000000000000000", "NaN", "-Infinity"]);
    }

    #[test]
    fn halves_are_rounded_up() {
        let rounded = [0.5, -0.5, 2.5, -2.5, 2.4, 0.499_999_999_999_999_94].map(|number| write(round(number)));
        assert_eq!(rounded, ["1", "0", "3", "-2", "2", "0"]);
    }
}
