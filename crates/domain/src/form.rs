//! Values that forms of the editor take, before they are written into XML.

use crate::field::FieldCode;
use crate::text;

/// The most entries of a list in a form.
pub const MAX_ENTRIES: usize = 200;

/// Accepts a line of text that XML can hold. Only the white space of XML is trimmed: other blanks, such as no-break and
/// ideographic spaces, are part of the text.
pub fn parse_line(text: &str, min: usize, max: usize) -> Result<String, FieldCode> {
    let line = text.trim_matches(|c: char| matches!(c, ' ' | '\t' | '\r' | '\n'));
    if line.chars().count() > max {
        return Err(FieldCode::TooLong);
    }
    // The last two are no control characters, but XML forbids them all the same.
    if line.chars().any(|c| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}')) {
        return Err(FieldCode::Character);
    }
    text::line(line, min, max)?;
    Ok(line.to_owned())
}

/// Accepts a security classification: two digits, as in `01`.
pub fn parse_security(text: &str) -> Result<String, FieldCode> {
    parse_numbered(text, "")
}

/// Accepts a commercial classification, as in `cc51`.
pub fn parse_commercial(text: &str) -> Result<String, FieldCode> {
    parse_numbered(text, "cc")
}

/// Accepts a caveat, as in `cv51`.
pub fn parse_caveat(text: &str) -> Result<String, FieldCode> {
    parse_numbered(text, "cv")
}

/// Accepts a type of reason for update, as in `urt02`; projects have types of their own.
pub fn parse_reason_type(text: &str) -> Result<String, FieldCode> {
    parse_numbered(text, "urt")
}

fn parse_numbered(text: &str, prefix: &str) -> Result<String, FieldCode> {
    let number = text.strip_prefix(prefix).unwrap_or_default();
    let is_known = number.len() == 2 && number.bytes().all(|byte| byte.is_ascii_digit()) && number != "00";
    if is_known { Ok(text.to_owned()) } else { Err(FieldCode::UnknownValue) }
}

/// Accepts the code of a company, five letters and digits; empty for none.
pub fn parse_enterprise_code(text: &str) -> Result<String, FieldCode> {
    let text = text.trim();
    let is_code = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    if text.is_empty() || is_code { Ok(text.to_owned()) } else { Err(FieldCode::Character) }
}

/// Accepts a type of verification.
pub fn parse_verification(text: &str) -> Result<String, FieldCode> {
    let is_known = ["tabtop", "onobject", "ttandoo"].contains(&text);
    if is_known { Ok(text.to_owned()) } else { Err(FieldCode::UnknownValue) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coded_values_have_the_form_of_the_schema() {
        assert_eq!(parse_security("01"), Ok("01".to_owned()));
        assert_eq!(parse_commercial("cc51"), Ok("cc51".to_owned()));
        assert_eq!(parse_reason_type("urt99"), Ok("urt99".to_owned()));
        for wrong in ["", "1", "00", "001", "é1", "cc51"] {
            assert_eq!(parse_security(wrong), Err(FieldCode::UnknownValue), "{wrong}");
        }
        assert_eq!(parse_caveat("cc51"), Err(FieldCode::UnknownValue));
        assert_eq!(parse_verification("tabtop"), Ok("tabtop".to_owned()));
        assert_eq!(parse_verification(""), Err(FieldCode::UnknownValue));
    }

    #[test]
    fn the_code_of_a_company_may_be_left_out() {
        assert_eq!(parse_enterprise_code(""), Ok(String::new()));
        assert_eq!(parse_enterprise_code(" F0210 "), Ok("F0210".to_owned()));
        assert_eq!(parse_enterprise_code("f0210"), Err(FieldCode::Character));
        assert_eq!(parse_enterprise_code("F021"), Err(FieldCode::Character));
    }

    #[test]
    fn a_line_has_only_characters_of_xml() {
        assert_eq!(parse_line(" a ", 1, 10), Ok("a".to_owned()));
        assert_eq!(parse_line("a\u{ffff}", 1, 10), Err(FieldCode::Character));
        assert_eq!(parse_line("a\u{1}", 1, 10), Err(FieldCode::Character));
        assert_eq!(parse_line("\u{c}a", 1, 10), Err(FieldCode::Character));
        assert_eq!(parse_line("", 1, 10), Err(FieldCode::Required));
    }

    #[test]
    fn a_line_keeps_the_blanks_that_are_no_white_space_of_xml() {
        assert_eq!(parse_line(" \u{3000}刹车\u{a0}\n", 1, 10), Ok("\u{3000}刹车\u{a0}".to_owned()));
        assert_eq!(parse_line("\u{3000}", 1, 10), Err(FieldCode::Required));
        assert_eq!(parse_line("\u{a0}\u{a0}a", 1, 2), Err(FieldCode::TooLong));
    }
}
