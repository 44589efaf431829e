//! Codes by which paragraphs and texts name each other.

use crate::codes;
use crate::words::{Segmentation, Word, words};

/// Codes in a text that are looked for.
const MAX_CODES: usize = 8;
/// Letters and digits of a code that is looked for: shorter ones occur by chance.
const SHORTEST: usize = 4;
/// Bytes between two words of a code.
const WIDEST_GAP: usize = 3;
/// Words before a number of a system with two parts; others may be ranges, as in `24-72 hours`.
const BEFORE_SYSTEM: [&str; 8] = ["ata", "chapter", "item", "mel", "mmel", "sns", "subject", "system"];

/// The code of the text itself, as its words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TextCode(Vec<String>);

impl TextCode {
    /// `None` for a code that other texts contain by chance.
    pub(super) fn parse(code: &str) -> Option<Self> {
        let length = code.chars().filter(|c| c.is_alphanumeric()).count();
        let has_digit = code.chars().any(|c| c.is_ascii_digit());
        let found = words(code, Segmentation::Asked).into_iter().filter(|word| !word.chinese);
        let terms: Vec<String> = found.map(|word| word.term).collect();
        (length >= SHORTEST && has_digit && !terms.is_empty()).then_some(Self(terms))
    }

    pub(super) fn terms(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether a text with these words names the code; a longer code that contains it is another one.
    pub(super) fn is_in(&self, text: &str, found: &[Word]) -> bool {
        let found: Vec<&Word> = found.iter().filter(|word| !word.chinese).collect();
        found.windows(self.0.len()).any(|some| {
            let is_near = some.windows(2).all(|two| two[1].from - two[0].to <= WIDEST_GAP);
            let (from, to) = (some[0].from, some[some.len() - 1].to);
            self.terms().eq(some.iter().map(|word| word.term.as_str()))
                && is_near
                && !goes_on(text[..from].chars().rev())
                && !goes_on(text[to..].chars())
        })
    }
}

/// Whether a code goes on behind its end: a full stop or a dash stands between two of its parts.
fn goes_on(mut rest: impl Iterator<Item = char>) -> bool {
    matches!(rest.next(), Some('.' | '-' | '\u{2011}')) && rest.next().is_some_and(char::is_alphanumeric)
}

/// The codes of modules and the numbers of systems that a text names, as index terms.
pub(super) fn codes_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut before = String::new();
    for part in text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|part| !part.is_empty()) {
        let part = part.trim_matches('-');
        if is_code(part) || (BEFORE_SYSTEM.contains(&before.as_str()) && has_digit_pairs(part, 2)) {
            found.extend(codes::asked(part));
            found.extend(system_of(part).map(str::to_owned));
        }
        before = part.to_lowercase();
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(MAX_CODES);
    found
}

fn is_code(part: &str) -> bool {
    let is_named = ["dmc-", "pmc-", "icn-"].iter().any(|prefix| part.to_lowercase().starts_with(prefix));
    (is_named || part.split('-').count() >= 3) && codes::looks_like_one(part)
}

/// The system of an item of a minimum equipment list, as in `29-11-01A` and `29-11-01-2`.
fn system_of(part: &str) -> Option<&str> {
    let (system, rest) = part.split_at_checked(8)?;
    let is_item = rest.chars().all(|c| c.is_ascii_alphabetic())
        || rest.strip_prefix('-').is_some_and(|last| last.len() <= 2 && !last.contains('-'));
    (has_digit_pairs(system, 3) && is_item && !rest.is_empty()).then_some(system)
}

/// Whether a text is so many pairs of digits, as in `29-11-01`.
fn has_digit_pairs(text: &str, count: usize) -> bool {
    let is_pair = |part: &str| part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
    text.split('-').count() == count && text.split('-').all(is_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_of_numbers_are_no_codes() {
        for text in ["Within 24-72 hours", "every 28-30 days", "pages 12-14", "2024-05"] {
            assert_eq!(codes_in(text), [""; 0], "{text}");
        }
        assert_eq!(codes_in("as 32-10-00 tells"), ["32-10-00"]);
        assert_eq!(codes_in("See DMC-H160 and H160-A-29-10."), ["dmc-h160", "h160-a-29-10"]);
    }

    #[test]
    fn items_of_equipment_lists_name_their_system() {
        assert_eq!(codes_in("MEL item 29-11 and ATA 32-10"), ["29-11", "32-10"]);
        assert_eq!(codes_in("item 29-11-01A"), ["29-11-01", "29-11-01a"]);
        assert_eq!(codes_in("29-11-01-2"), ["29-11-01", "29-11-01-2"]);
        assert_eq!(codes_in("26-21-01-00A-181A"), ["26-21-01-00a-181a"]);
    }

    #[test]
    fn a_code_is_named_as_a_whole() {
        let code = TextCode::parse("ORO.GEN.200").expect("a code");
        for (text, is_named) in [
            ("As oro.gen.200(a) demands.", true),
            ("ORO GEN 200", true),
            ("See ORO.GEN.200.", true),
            ("ORO.GEN.2001", false),
            ("ORO.GEN.200.1", false),
            ("AMC1-ORO.GEN.200", false),
            ("ORO, and the general part of 200 pages", false),
        ] {
            assert_eq!(code.is_in(text, &words(text, Segmentation::Indexed)), is_named, "{text}");
        }
        let article = TextCode::parse("第121.135条").expect("a code");
        let text = "依据第121.135条检查";
        assert!(article.is_in(text, &words(text, Segmentation::Indexed)));
        for short in ["A 1", "12", "Scope", ""] {
            assert_eq!(TextCode::parse(short), None, "{short}");
        }
    }
}
