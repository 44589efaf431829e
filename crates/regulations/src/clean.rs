//! Texts from outside, in the form in which the model keeps and compares them.

/// One line: without control characters, each run of white space one blank.
pub(crate) fn line(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if !clean.is_empty() {
            clean.push(' ');
        }
        clean.push_str(word);
    }
    clean
}

/// Several lines: each trimmed, without empty ones and without control characters.
pub(crate) fn block(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for part in text.split(['\n', '\r', '\u{2028}', '\u{2029}']) {
        let start = clean.len();
        if !clean.is_empty() {
            clean.push('\n');
        }
        let from = clean.len();
        clean.extend(part.trim_matches(is_edge).chars().filter(|c| *c == '\t' || !c.is_control()));
        if clean.len() == from {
            clean.truncate(start);
        }
    }
    clean
}

fn is_edge(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// The key that equal codes share: case, blanks and kinds of hyphens do not matter.
pub(crate) fn code_key(code: &str) -> String {
    folded(code).to_lowercase()
}

/// The form for comparing and hashing: blanks, hyphens and full-width signs made alike, soft hyphens left out.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return folded_ascii(text);
    }
    let mut folded = String::with_capacity(text.len());
    let mut blank = false;
    for c in text.chars().filter_map(alike) {
        if c == ' ' {
            blank = true;
            continue;
        }
        if blank && !folded.is_empty() {
            folded.push(' ');
        }
        blank = false;
        folded.push(c);
    }
    folded
}

/// The same for most texts, without looking at each character's kind.
fn folded_ascii(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split(|c: char| c <= ' ' || c == '\x7f').filter(|word| !word.is_empty()) {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

fn alike(c: char) -> Option<char> {
    match c {
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{feff}' => None,
        '\u{2010}' | '\u{2011}' => Some('-'),
        '\u{2018}' | '\u{2019}' => Some('\''),
        '\u{201c}' | '\u{201d}' => Some('"'),
        // Full-width forms stand at a fixed distance from their ASCII characters.
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        c if c.is_whitespace() || c.is_control() => Some(' '),
        c => Some(c),
    }
}

/// The words and numbers alone: texts that are equal in this form differ in case, punctuation or white space. Signs that
/// change a number or a comparison count: `1.5` is not `15`, `-5` is not `5`, `<` is not `>`.
pub(crate) fn words(text: &str) -> String {
    if text.is_ascii() {
        let plain = |c: u8| if c <= b' ' || c == b'\x7f' { ' ' } else { char::from(c.to_ascii_lowercase()) };
        return words_of(text.bytes().map(plain), text.len());
    }
    words_of(text.chars().filter_map(alike).flat_map(char::to_lowercase), text.len())
}

fn words_of(chars: impl Iterator<Item = char>, length: usize) -> String {
    let mut words = String::with_capacity(length);
    // The signs and blanks since the last word.
    let mut gap = String::new();
    for c in chars {
        if c.is_numeric() {
            push_gap(&mut words, &gap);
        }
        if c.is_alphanumeric() || is_comparison(c) {
            words.push(c);
            gap.clear();
        } else {
            gap.push(if is_dash(c) { '-' } else { c });
        }
    }
    words
}

/// Adds what belongs to the number that begins behind a gap: signs between two digits, or a minus.
fn push_gap(words: &mut String, gap: &str) {
    if gap.is_empty() {
        return;
    }
    if words.ends_with(char::is_numeric) {
        let length = words.len();
        words.extend(gap.chars().filter(|c| *c != ' '));
        if words.len() == length {
            words.push(' ');
        }
        return;
    }
    // The hyphen of `CS-23` follows a letter, a minus follows a blank, a bracket or nothing.
    let is_minus = gap.ends_with('-') && (gap.len() > 1 || words.is_empty());
    if is_minus {
        words.push('-');
    }
}

fn is_dash(c: char) -> bool {
    matches!(c, '\u{2012}' | '\u{2013}' | '\u{2014}' | '\u{2212}')
}

/// Signs that say how much or how many.
fn is_comparison(c: char) -> bool {
    matches!(
        c,
        '<' | '>'
            | '='
            | '+'
            | '%'
            | '$'
            | '°'
            | '±'
            | '×'
            | '÷'
            | '‰'
            | '′'
            | '″'
            | '€'
            | '£'
            | '¥'
            | '≈'
            | '≠'
            | '≤'
            | '≥'
    )
}

/// The beginning of a text, at most this many characters.
pub(crate) fn shortened(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_blocks_lose_what_cannot_be_seen() {
        assert_eq!(line(" CS\u{a0}23.2000 \u{1}\r\n Title "), "CS 23.2000 Title");
        assert_eq!(block(" (a)\tone \r\n\r\n\u{7}\n two\u{0} "), "(a)\tone\ntwo");
    }

    #[test]
    fn comparing_overlooks_blanks_and_full_width_signs() {
        assert_eq!(folded("AMC \u{ff06} GM\u{a0}\u{a0}to CS\u{2011}23"), folded("AMC & GM to\nCS-23"));
        assert_eq!(code_key("Adr.or.B.015 "), code_key("ADR.OR.B.015"));
        assert_eq!(words("Take-off, mass."), words("take off  MASS"));
        assert_ne!(words("certified"), words("certificated"));
    }

    #[test]
    fn signs_that_change_a_number_are_part_of_the_words() {
        for (one, other) in [
            ("1.5 NM", "15 NM"),
            ("1.5", "1,5"),
            ("1 5", "15"),
            ("at -5 C", "at 5 C"),
            ("−5 °C", "5 °C"),
            ("(-5)", "(5)"),
            ("x < 3", "x > 3"),
            ("≥ 3", "≤ 3"),
            ("10 %", "10"),
            ("10-15", "1015"),
        ] {
            assert_ne!(words(one), words(other), "{one} {other}");
        }
        for (one, other) in [
            ("CS-23, (a)", "CS 23 a"),
            ("See 5.", "see 5"),
            ("10 – kg", "10 kg"),
            ("1\u{a0}000 m", "1 000 m"),
            ("5−3", "5-3"),
        ] {
            assert_eq!(words(one), words(other), "{one} {other}");
        }
    }

    proptest::proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in "[ -~\u{0}-\u{20}\u{a0}\u{2028}张]{0,40}") {
            proptest::prop_assert_eq!(block(&block(&text)), block(&text));
            proptest::prop_assert_eq!(line(&line(&text)), line(&text));
            proptest::prop_assert_eq!(folded(&folded(&text)), folded(&text));
            // A character that is not ASCII takes the other way.
            let longer = [text.as_str(), " 张"].concat();
            let expected = [folded(&text).as_str(), " 张"].concat();
            proptest::prop_assert_eq!(expected.trim_start(), folded(&longer));
            proptest::prop_assert_eq!([words(&text).as_str(), "张"].concat(), words(&longer));
        }
    }
}
