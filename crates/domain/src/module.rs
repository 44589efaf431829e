//! New modules: their titles, and the type of content that an information code asks for.

use crate::field::FieldCode;
use crate::text;

/// Parses the technical name of a module, or the title of a publication or a section.
pub fn parse_title(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, 500)
}

/// Parses the information name of a module; empty for none.
pub fn parse_info_name(text: &str) -> Result<String, FieldCode> {
    text::line(text, 0, 500)
}

/// The type of content that modules with an information code usually have, as S1000D names its schema.
pub fn usual_content_type(info_code: &str) -> &'static str {
    match info_code {
        "00P" => "prdcrossreftable",
        "00Q" => "condcrossreftable",
        "00W" => "appliccrossreftable",
        "00E" | "00F" | "00G" | "00H" | "00J" | "00K" | "00L" | "00N" | "00X" | "00Y" | "0A1" | "0A2" | "0A4" => {
            "comrep"
        }
        "001" | "002" | "003" | "005" | "006" | "009" | "00R" | "00S" | "00T" | "00U" => "frontmatter",
        "022" => "brex",
        "024" => "brdoc",
        "057" | "058" => "wrngdata",
        "914" => "container",
        "930" | "933" | "934" => "sb",
        "941" | "942" => "ipd",
        "000" => "schedul",
        code if code.starts_with("94") => "ipd",
        code if code.starts_with("13") || code.starts_with("14") => "crew",
        code if code.starts_with('4') => "fault",
        code if code.starts_with(['1', '2', '3', '5', '6', '7', '8']) => "proced",
        _ => "descript",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_information_code_asks_for_a_type_of_content() {
        let types = ["040", "520", "414", "131", "941", "00W", "914", "022", "00L", "930"].map(usual_content_type);
        let expected =
            ["descript", "proced", "fault", "crew", "ipd", "appliccrossreftable", "container", "brex", "comrep", "sb"];
        assert_eq!(types, expected);
    }

    #[test]
    fn a_module_has_a_technical_name() {
        assert_eq!(parse_title("  Pump "), Ok("Pump".to_owned()));
        assert_eq!(parse_title(" "), Err(FieldCode::Required));
        assert_eq!(parse_info_name(""), Ok(String::new()));
        assert_eq!(parse_title(&"a".repeat(501)), Err(FieldCode::TooLong));
    }
}
