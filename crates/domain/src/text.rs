//! Short texts: limits, and case folding.

use crate::field::FieldCode;

/// Accepts a trimmed line of `min..=max` characters without control characters and without separators of lines.
pub fn line(text: &str, min: usize, max: usize) -> Result<String, FieldCode> {
    let text = text.trim();
    let count = text.chars().count();
    if text.is_empty() && min > 0 {
        return Err(FieldCode::Required);
    }
    if count < min {
        return Err(FieldCode::TooShort);
    }
    if count > max {
        return Err(FieldCode::TooLong);
    }
    if text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return Err(FieldCode::Character);
    }
    Ok(text.to_owned())
}

/// Accepts a code: `min..=max` characters, each passing `allowed`, no space.
pub fn code(text: &str, min: usize, max: usize, allowed: fn(char) -> bool) -> Result<String, FieldCode> {
    // Spaces have an error code of their own, because users see a separate message.
    if text.contains(' ') && !text.trim().is_empty() {
        return Err(FieldCode::Space);
    }
    let text = line(text, min, max)?;
    if text.chars().all(allowed) { Ok(text) } else { Err(FieldCode::Character) }
}

/// Folds case, so that names can be compared ignoring it.
pub fn fold(text: &str) -> String {
    text.to_lowercase()
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.map(|digit| char::from(b"0123456789abcdef"[usize::from(digit)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_refused_line_has_its_reason() {
        assert_eq!(line("  ", 1, 5), Err(FieldCode::Required));
        assert_eq!(line("a", 2, 5), Err(FieldCode::TooShort));
        assert_eq!(line("abcdef", 2, 5), Err(FieldCode::TooLong));
        assert_eq!(line("a\u{7}b", 2, 5), Err(FieldCode::Character));
        assert_eq!(line(" 空客 ", 1, 5), Ok("空客".to_owned()));
        assert_eq!(line("", 0, 5), Ok(String::new()));
    }

    #[test]
    fn a_space_inside_a_code_has_its_own_message() {
        assert_eq!(code("A B", 1, 5, |_| true), Err(FieldCode::Space));
        assert_eq!(code("A/B", 1, 5, char::is_alphanumeric), Err(FieldCode::Character));
    }

    proptest! {
        #[test]
        fn an_accepted_line_is_within_its_limits(text in "\\PC{0,40}") {
            if let Ok(kept) = line(&text, 1, 20) {
                prop_assert!((1..=20).contains(&kept.chars().count()));
                prop_assert_eq!(kept.trim(), kept.as_str());
            }
        }
    }
}
