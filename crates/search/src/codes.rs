//! Codes as users type them: whole or from one of their parts on, with or without dashes.

use crate::document::{ModulePart, TextBlock};

/// Ends the letters and digits of a number in its index term; no number contains it.
pub(crate) const NUMBER_END: char = '\u{1f}';
/// Longer numbers are found only as they are written.
const LONGEST_NUMBER: usize = 40;

/// The parts of a data module code where a typed code may start: model, system and information code.
const STARTS: [usize; 3] = [1, 3, 7];

/// The index terms of a code; a query matches a prefix of one of them.
pub(crate) fn terms(code: &str) -> Vec<String> {
    let code = code.to_lowercase();
    let parts: Vec<&str> = code.split('-').collect();
    let mut terms = vec![code.clone(), squeezed(&code)];
    let starts: &[usize] = if is_module(&parts) { &STARTS } else { &STARTS[..1] };
    for start in starts.iter().filter(|start| **start < parts.len()) {
        let tail = parts[*start..].join("-");
        terms.push(squeezed(&tail));
        terms.push(tail);
    }
    terms.sort_unstable();
    terms.dedup();
    terms
}

/// The system in a data module code, as in `29`, which ATA calls the chapter. Empty for other codes.
pub fn chapter(code: &str) -> &str {
    let parts: Vec<&str> = code.split('-').collect();
    if is_module(&parts) { parts[3] } else { "" }
}

fn is_module(parts: &[&str]) -> bool {
    parts.len() >= 9 && parts[0].eq_ignore_ascii_case("dmc")
}

fn squeezed(code: &str) -> String {
    code.replace('-', "")
}

/// A typed code as the prefix of a term; `None` when it cannot be a code.
pub(crate) fn asked(text: &str) -> Option<String> {
    let text = text.trim_matches('"').to_lowercase();
    // Issue, language and file extension are not part of the code.
    let text = text.split('_').next().unwrap_or_default();
    let text = text.strip_suffix(".xml").unwrap_or(text);
    let sound = text.len() >= 2 && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    (sound && text.chars().any(|c| c.is_ascii_alphanumeric())).then(|| text.trim_end_matches('-').to_owned())
}

/// A NATO stock number without and with its dashes; also the item number alone, which has nine digits.
pub(crate) fn stock_number(text: &str) -> Option<[String; 2]> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let item = |item: &str| format!("{}-{}-{}", &item[..2], &item[2..5], &item[5..]);
    let dashed = match digits.len() {
        13 => format!("{}-{}", &digits[..4], item(&digits[4..])),
        9 => item(&digits),
        _ => return None,
    };
    (!text.contains('-') || text == dashed).then_some([digits, dashed])
}

/// The letters and digits of a number, in lower case; `None` when it has no digit or is too short. One without letters has
/// six digits or more: years and ranges have less.
pub(crate) fn compact_number(text: &str) -> Option<String> {
    let compact = squeezed(&text.to_lowercase());
    let letters = compact.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = compact.bytes().filter(u8::is_ascii_digit).count();
    let shortest = if letters > 0 { 4 } else { 6 };
    let sound = digits > 0 && letters + digits == compact.len();
    (sound && (shortest..=LONGEST_NUMBER).contains(&compact.len())).then_some(compact)
}

/// The index terms of the numbers with dashes in parts lists, requirements and tables: each without dashes, then as
/// written. So they are found by those who type no dashes.
pub(crate) fn dashed_numbers(blocks: &[TextBlock]) -> impl Iterator<Item = String> {
    let is_list = |block: &&TextBlock| matches!(block.place, ModulePart::Part | ModulePart::Supply | ModulePart::Table);
    let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '-';
    // Chinese text has no blanks around numbers.
    let words = blocks.iter().filter(is_list).flat_map(move |block| block.text.split(is_end));
    let written = words.map(|word| word.trim_matches('-'));
    written
        .filter(|word| word.contains('-'))
        .filter_map(|word| Some(format!("{}{NUMBER_END}{}", compact_number(word)?, word.to_lowercase())))
}

/// A word that is more likely a code than a natural word.
pub(crate) fn looks_like_one(text: &str) -> bool {
    let digits = text.chars().any(|c| c.is_ascii_digit());
    let letters = text.chars().any(|c| c.is_ascii_alphabetic());
    let named = ["dmc-", "pmc-", "icn-"].iter().any(|prefix| text.to_lowercase().starts_with(prefix));
    named
        || (digits && asked(text).is_some() && (text.contains('-') || (letters && text.len() >= 4) || text.len() >= 6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_found_from_each_of_its_parts_on() {
        let terms = terms("DMC-H160-A-29-10-00-00A-520A-A");
        for typed in [
            "DMC-H160-A-29",
            "h160-a-29-10",
            "29-10-00",
            "291000",
            "520A-A",
            "H160A2910000",
            "DMC-H160-A-29-10-00-00A-520A-A_001-00_en-US.XML",
        ] {
            let asked = asked(typed).expect("a code");
            assert!(terms.iter().any(|term| term.starts_with(&asked)), "{typed}");
        }
        assert!(!terms.iter().any(|term| term.starts_with("10-00")));
    }

    #[test]
    fn the_chapter_is_the_system_of_a_module() {
        assert_eq!(chapter("DMC-H160-A-29-10-00-00A-520A-A"), "29");
        assert_eq!(chapter("PMC-H160-F0210-00001-00"), "");
    }

    #[test]
    fn a_stock_number_has_two_spellings() {
        let both = Some(["5310121234567".to_owned(), "5310-12-123-4567".to_owned()]);
        assert_eq!(stock_number("5310-12-123-4567"), both);
        assert_eq!(stock_number("5310121234567"), both);
        assert_eq!(stock_number("121234567").map(|[_, dashed]| dashed).as_deref(), Some("12-123-4567"));
        for other in ["5310-121234567", "29-10-00", "531012123456", "5310-12-123-456a", "氧", ""] {
            assert_eq!(stock_number(other), None, "{other}");
        }
    }

    #[test]
    fn numbers_with_dashes_are_indexed_without_them_too() {
        let block = |place, text: &str| TextBlock { anchor: String::new(), place, text: text.to_owned() };
        let blocks = [
            block(ModulePart::Part, "010 NV62-1101-20 (alt. 4887-82b), O-ring - PUMP"),
            block(ModulePart::Table, "12-34 2024-05 12-34-56"),
            block(ModulePart::Table, "螺栓NV62-1101-21和垫圈NV62-1101-22、NV62-1101-23/P/N:-NV62-1101-24."),
            block(ModulePart::Para, "Chapter 29-10-00"),
        ];
        let terms: Vec<_> = dashed_numbers(&blocks).collect();
        let expected = [
            "nv62110120\u{1f}nv62-1101-20",
            "488782b\u{1f}4887-82b",
            "202405\u{1f}2024-05",
            "123456\u{1f}12-34-56",
            "nv62110121\u{1f}nv62-1101-21",
            "nv62110122\u{1f}nv62-1101-22",
            "nv62110123\u{1f}nv62-1101-23",
            "nv62110124\u{1f}nv62-1101-24",
        ];
        assert_eq!(terms, expected);
        assert_eq!(compact_number("NV62110120").as_deref(), Some("nv62110120"));
        for other in ["123", "2024", "15-00", "a-1", "anti-ice", "液压-12345", "", &"1".repeat(41)] {
            assert_eq!(compact_number(other), None, "{other}");
        }
    }

    #[test]
    fn words_are_told_from_codes() {
        for code in ["29-10-00", "DMC-H160", "520A", "291000", "H160-A"] {
            assert!(looks_like_one(code), "{code}");
        }
        for word in ["anti-ice", "pump", "29", "3.5", "氧气", "don't", "-"] {
            assert!(!looks_like_one(word), "{word}");
        }
    }
}
