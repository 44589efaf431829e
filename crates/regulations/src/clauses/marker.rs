//! Markers at the beginning of a line: `(a)`, `(1)`, `1.`, `b)`, `-`.

pub(super) const CHINESE: &str = "一二三四五六七八九十";

/// The markers at the beginning of a line, of which there may be several as in `(a)(1) Text`, and the rest.
pub(crate) fn chained_markers(line: &str) -> (Vec<&str>, &str) {
    let (mut markers, mut rest) = (Vec::new(), line);
    while let Some((marker, after)) = marker_at(rest) {
        let is_end = after.is_empty() || after.starts_with(char::is_whitespace);
        // Only markers in brackets follow each other without a blank.
        if !is_end && marker_at(after).is_none_or(|(_, _)| !after.starts_with(['(', '（'])) {
            break;
        }
        markers.push(marker);
        rest = after.trim_start();
        if is_end && !rest.starts_with(['(', '（']) || markers.len() == 6 {
            break;
        }
    }
    (markers, rest)
}

/// A marker and what follows it.
fn marker_at(text: &str) -> Option<(&str, &str)> {
    let end = bracketed(text).or_else(|| numbered(text)).or_else(|| bullet(text))?;
    Some(text.split_at(end))
}

fn bracketed(text: &str) -> Option<usize> {
    let inner = text.strip_prefix(['(', '（'])?;
    let close = inner.find([')', '）']).filter(|close| (1..=15).contains(close))?;
    let word = &inner[..close];
    let opening = text.len() - inner.len();
    let closing = inner[close..].chars().next()?.len_utf8();
    is_label(word).then_some(opening + close + closing)
}

/// Letters and numbers that count something; words such as `(note)` do not.
fn is_label(word: &str) -> bool {
    let all = |test: fn(char) -> bool| word.chars().all(test);
    let roman = |c: char| matches!(c.to_ascii_lowercase(), 'i' | 'v' | 'x');
    let chars = word.chars().count();
    chars <= 3 && all(|c| c.is_ascii_digit())
        || chars <= 2 && (all(|c| c.is_ascii_lowercase()) || all(|c| c.is_ascii_uppercase()))
        || chars <= 6 && all(roman)
        || chars <= 3 && all(|c| CHINESE.contains(c))
}

/// `1.`, `12)`, `a)` and `A.`; longer numbers such as `1.2.3` only before a tab, because they may be quantities.
fn numbered(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let after = text.as_bytes().get(digits).copied();
    let end = match (digits, after) {
        (1..=3, Some(b'.' | b')')) => digits + 1,
        (0, Some(b'a'..=b'z')) if text.as_bytes().get(1) == Some(&b')') => 2,
        (0, Some(b'A'..=b'Z')) if text.as_bytes().get(1) == Some(&b'.') => 2,
        _ => return None,
    };
    let rest = &text[end..];
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then_some(end)
}

fn bullet(text: &str) -> Option<usize> {
    let first = text.chars().next().filter(|c| is_bullet(*c))?;
    text[first.len_utf8()..].starts_with(char::is_whitespace).then_some(first.len_utf8())
}

pub(super) fn is_bullet(c: char) -> bool {
    matches!(c, '-' | '–' | '—' | '•' | '·' | '\u{f0b7}')
}

/// A marker that a tab ends, as word processors write lists, and what follows the tab.
pub(crate) fn tabbed_marker(text: &str) -> Option<(&str, &str)> {
    let (marker, rest) = text.split_once('\t')?;
    let marker = marker.trim();
    let inner = marker.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let is_marker = match inner {
        Some(word) => (1..=5).contains(&word.len()) && word.bytes().all(|c| c.is_ascii_alphanumeric()),
        None => is_number(marker) || is_letter(marker) || marker.chars().count() == 1 && marker.starts_with(is_bullet),
    };
    is_marker.then(|| (marker, rest.trim_start()))
}

/// `1`, `1.`, `2.3.4`.
fn is_number(marker: &str) -> bool {
    let number = marker.strip_suffix(['.', ')']).unwrap_or(marker);
    let part = |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|c| c.is_ascii_digit());
    number.len() <= 24 && number.split('.').all(part)
}

/// `a)`, `A.`, `B`.
fn is_letter(marker: &str) -> bool {
    match marker.as_bytes() {
        [letter, b')'] => letter.is_ascii_alphabetic(),
        [letter] | [letter, b'.'] => letter.is_ascii_uppercase(),
        _ => false,
    }
}
