//! Regular expressions of XML Schema, in which values are written, as those of the regex crate.
//!
//! They differ in little: `^` and `$` are ordinary characters, a class can be subtracted from a class, `\i` and `\c` are the
//! characters of names. The regex crate takes time in proportion to the value and refuses patterns that grow large.

use regex::{Regex, RegexBuilder};

/// The longest of the default BREX has 200 characters.
const MOST_BYTES: usize = 4 << 10;
/// Memory of one compiled pattern.
const MOST_COMPILED: usize = 256 << 10;
/// Memory that matching may use for states of one pattern.
const MOST_STATES: usize = 128 << 10;
const MOST_DEPTH: u32 = 50;

/// Why a pattern cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    #[error("it is longer than {limit} bytes")]
    TooLong { limit: usize },
    #[error("it becomes too large")]
    TooLarge,
    #[error("\\{0} is no escape of XML Schema")]
    Escape(char),
    #[error("it ends too early")]
    End,
    #[error("it is no regular expression of XML Schema")]
    Syntax,
}

/// Compiles a pattern so that it matches whole values.
pub(super) fn compile(pattern: &str) -> Result<Regex, PatternError> {
    if pattern.len() > MOST_BYTES {
        return Err(PatternError::TooLong { limit: MOST_BYTES });
    }
    let translated = format!("^(?:{})$", translate(pattern)?);
    let mut builder = RegexBuilder::new(&translated);
    let built = builder.size_limit(MOST_COMPILED).dfa_size_limit(MOST_STATES).nest_limit(MOST_DEPTH).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => PatternError::TooLarge,
        _ => PatternError::Syntax,
    })
}

fn translate(pattern: &str) -> Result<String, PatternError> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut chars = pattern.chars().peekable();
    let mut depth = 0_usize;
    while let Some(one) = chars.next() {
        match one {
            '\\' => escape(&mut chars, depth > 0, &mut out)?,
            '[' if depth == 0 => {
                depth = 1;
                out.push('[');
                negation(&mut chars, &mut out);
            }
            // Inside a class a bracket can only be a class to subtract.
            '[' => return Err(PatternError::Syntax),
            ']' if depth > 0 => {
                depth -= 1;
                out.push(']');
            }
            '-' if depth > 0 && chars.peek() == Some(&'[') => {
                chars.next();
                depth += 1;
                out.push_str("--[");
                negation(&mut chars, &mut out);
            }
            '-' if depth > 0 => hyphen(&mut chars, &mut out),
            '&' | '~' | '^' if depth > 0 => out.extend(['\\', one]),
            '^' | '$' => out.extend(['\\', one]),
            // The regex crate's groups have extensions, and its quantifiers a lazy form, that XML Schema does not know.
            '(' if chars.peek() == Some(&'?') => return Err(PatternError::Syntax),
            '?' | '*' | '+' | '}' if depth == 0 && matches!(chars.peek(), Some('?' | '*' | '+')) => {
                return Err(PatternError::Syntax);
            }
            '.' if depth == 0 => out.push_str(r"[^\n\r]"),
            _ => out.push(one),
        }
    }
    if depth > 0 { Err(PatternError::End) } else { Ok(out) }
}

type PatternChars<'a> = std::iter::Peekable<std::str::Chars<'a>>;

fn negation(chars: &mut PatternChars<'_>, out: &mut String) {
    if chars.next_if_eq(&'^').is_some() {
        out.push('^');
    }
}

/// A hyphen at an end of a class is a character, else it makes a range; the regex crate reads `--` as subtraction.
fn hyphen(chars: &mut PatternChars<'_>, out: &mut String) {
    let is_first = out.ends_with('[') || out.ends_with("[^");
    if is_first || chars.peek() == Some(&']') {
        out.push_str(r"\-");
    } else {
        out.push('-');
        if chars.next_if_eq(&'-').is_some() {
            out.push_str(r"\-");
        }
    }
}

fn escape(chars: &mut PatternChars<'_>, in_class: bool, out: &mut String) -> Result<(), PatternError> {
    /// The characters that names begin with, and those they have.
    const NAME_START: &str = r"\p{L}\p{Nl}_:";
    const NAME: &str = r"\p{L}\p{N}\p{M}_:.\-\x{B7}";
    let one = chars.next().ok_or(PatternError::End)?;
    let class = |inside: &str, negated: &str| {
        if in_class && negated.is_empty() { inside.to_owned() } else { format!("[{negated}{inside}]") }
    };
    match one {
        'n' | 'r' | 't' | 'd' | 'D' | '\\' | '|' | '.' | '?' | '*' | '+' | '(' | ')' | '{' | '}' | '-' | '[' | ']'
        | '^' => {
            out.extend(['\\', one]);
        }
        // In XML Schema these are exactly the white space of XML, and all but punctuation, separators and controls.
        's' => out.push_str(&class(r" \t\n\r", "")),
        'S' => out.push_str(&class(r" \t\n\r", "^")),
        'w' => out.push_str(&class(r"\p{P}\p{Z}\p{C}", "^")),
        'W' => out.push_str(&class(r"\p{P}\p{Z}\p{C}", "")),
        'i' => out.push_str(&class(NAME_START, "")),
        'I' => out.push_str(&class(NAME_START, "^")),
        'c' => out.push_str(&class(NAME, "")),
        'C' => out.push_str(&class(NAME, "^")),
        'p' | 'P' => {
            out.extend(['\\', one]);
            property(chars, out)?;
        }
        // Not legal, but the default BREX itself writes `\ ` for a space; what it means is beyond doubt.
        _ if !one.is_alphanumeric() => out.push_str(&regex::escape(&one.to_string())),
        _ => return Err(PatternError::Escape(one)),
    }
    Ok(())
}

/// `{Lu}`. The regex crate knows more properties than XML Schema, and no blocks such as `{IsBasicLatin}`.
fn property(chars: &mut PatternChars<'_>, out: &mut String) -> Result<(), PatternError> {
    if chars.next() != Some('{') {
        return Err(PatternError::Syntax);
    }
    let mut name = String::new();
    loop {
        match chars.next().ok_or(PatternError::End)? {
            '}' => break,
            one if one.is_ascii_alphanumeric() && name.len() < 3 => name.push(one),
            _ => return Err(PatternError::Syntax),
        }
    }
    out.push('{');
    out.push_str(&name);
    out.push('}');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, value: &str) -> bool {
        compile(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")).is_match(value)
    }

    #[test]
    fn patterns_of_xml_schema_match_whole_values() {
        let cases = [
            ("[A-Z]{2}|x", "AB", "ABx"),
            ("a|bc", "bc", "ac"),
            (r"(a(\ )+)*b", "a  a b", "aab"),
            ("^a$", "^a$", "a"),
            ("[a-z-[aeiou]]+", "xyz", "xaz"),
            ("[^a-z-[x]]", "A", "a"),
            (r"\i\c*", "_a-1.b", "1a"),
            (r"[\i]", "a", "1"),
            (r"\s", "\t", "\u{A0}"),
            (r"\w+", "aé1$", "a_b"),
            (r"\p{Lu}\p{Nd}", "É٣", "é3"),
            (r"\d{3}", "123", "12"),
            (".", "é", "\n"),
            ("[-a]", "-", "b"),
            ("[a-]", "-", "b"),
            ("[+--]", ",", "a"),
            ("[&&a]", "&", "b"),
            ("[a^]", "^", "b"),
            (r"a/b", "a/b", "ab"),
            ("a{0,2}", "", "aaa"),
            ("", "", "a"),
        ];
        for (pattern, yes, no) in cases {
            assert!(is_match(pattern, yes), "{pattern} {yes:?}");
            assert!(!is_match(pattern, no), "{pattern} {no:?}");
        }
    }

    #[test]
    fn other_patterns_are_refused() {
        use PatternError::{End, Escape, Syntax, TooLarge, TooLong};
        let long = "a".repeat(5000);
        let cases = [
            ("(a", Syntax),
            ("[a", End),
            ("a\\", End),
            (r"\bword", Escape('b')),
            (r"\x41", Escape('x')),
            ("(?i)a", Syntax),
            ("a+?", Syntax),
            (r"\p{IsBasicLatin}", Syntax),
            (r"\p{Zzz}", Syntax),
            ("[[a]]", Syntax),
            ("((a{99}){99}){99}", TooLarge),
            (&long, TooLong { limit: MOST_BYTES }),
        ];
        for (pattern, error) in cases {
            assert_eq!(compile(pattern).err(), Some(error), "{pattern}");
        }
    }

    proptest::proptest! {
        #[test]
        fn no_pattern_stops_the_program(pattern in r"[a-c\[\]\\\-^$.(){}|?*+,0-9pPiLuIs&~ ]{0,24}", value in "[a-c0-9 -]{0,8}") {
            if let Ok(compiled) = compile(&pattern) {
                let _ = compiled.is_match(&value);
            }
        }
    }
}
