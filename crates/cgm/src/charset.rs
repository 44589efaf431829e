//! Decodes the bytes of a string to text.

use encoding_rs::{EUC_JP, EUC_KR, Encoding, GBK};

/// The character sets that a metafile lists.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CharacterSets {
    listed: Vec<(i64, Vec<u8>)>,
}

/// The decoding of a string's bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coding {
    /// One byte per character: ASCII and the upper half of Latin-1.
    Latin1,
    Utf8,
    Utf16,
    /// Two bytes per character, each with its high bit set, mixed with ASCII.
    High(&'static Encoding),
    /// The same without the high bit.
    Low(&'static Encoding),
}

/// Types of sets: one byte or several per character, or a complete code.
const SINGLE: [i64; 2] = [0, 1];
const SEVERAL: i64 = 2;
const COMPLETE_CODE: i64 = 4;

const ESCAPE: u8 = 0x1b;

impl CharacterSets {
    pub(crate) fn list(&mut self, sets: Vec<(i64, Vec<u8>)>) {
        self.listed = sets;
    }

    fn find(&self, index: i64) -> Option<&(i64, Vec<u8>)> {
        self.listed.get(usize::try_from(index).ok()?.checked_sub(1)?)
    }

    /// Decodes text in the selected set and the alternate one. Also returns the name of a set that is needed but
    /// unknown.
    pub(crate) fn text(&self, chosen: i64, alternate: i64, bytes: &[u8]) -> (String, Option<String>) {
        if bytes.starts_with(&[ESCAPE]) {
            return (plain(bytes), None);
        }
        let set = match self.find(chosen) {
            // The alternate set uses the upper half of a byte.
            None => self.find(alternate).filter(|_| !bytes.is_ascii()),
            Some((kind, _)) if SINGLE.contains(kind) => self.find(alternate).filter(|_| !bytes.is_ascii()),
            chosen => chosen,
        };
        let Some((kind, tail)) = set else { return (plain(bytes), None) };
        let low = self.find(chosen).is_some_and(|(kind, _)| *kind == SEVERAL);
        let coding = match *kind {
            COMPLETE_CODE => complete_code(tail),
            SEVERAL => national(tail).map(|encoding| if low { Coding::Low(encoding) } else { Coding::High(encoding) }),
            kind if SINGLE.contains(&kind) => Some(Coding::Latin1),
            _ => None,
        };
        match coding {
            Some(coding) => (decode(coding, bytes), None),
            None => (plain(bytes), Some(plain(tail))),
        }
    }
}

/// The registered two-byte sets for Chinese, Japanese and Korean.
fn national(tail: &[u8]) -> Option<&'static Encoding> {
    match tail {
        b"A" => Some(GBK),
        b"B" => Some(EUC_JP),
        b"C" => Some(EUC_KR),
        _ => None,
    }
}

/// Decodes text that uses no set from the list: names, titles, and strings that select a coding themselves.
pub(crate) fn plain(bytes: &[u8]) -> String {
    match designated(bytes) {
        Some((coding, rest)) => decode(coding, rest),
        None => decode(Coding::Latin1, bytes),
    }
}

/// The coding selected by an escape sequence at the start of a string.
fn designated(bytes: &[u8]) -> Option<(Coding, &[u8])> {
    let rest = bytes.strip_prefix(&[ESCAPE, b'%'])?;
    if let Some(rest) = rest.strip_prefix(b"G") {
        return Some((Coding::Utf8, rest));
    }
    let rest = rest.strip_prefix(b"/")?;
    let (last, rest) = rest.split_first()?;
    Some((complete_code(&[*last])?, rest))
}

/// The code selected by a designating sequence; the three letters of each are its levels.
fn complete_code(tail: &[u8]) -> Option<Coding> {
    match tail.last()? {
        b'G' | b'H' | b'I' => Some(Coding::Utf8),
        b'J' | b'K' | b'L' => Some(Coding::Utf16),
        _ => None,
    }
}

fn decode(coding: Coding, bytes: &[u8]) -> String {
    let text = match coding {
        Coding::Latin1 => bytes.iter().map(|byte| char::from(*byte)).collect(),
        Coding::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
        Coding::Utf16 => {
            let units: Vec<u16> = bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
            String::from_utf16_lossy(&units)
        }
        Coding::High(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
        Coding::Low(encoding) => {
            let raised: Vec<u8> = bytes.iter().map(|byte| if *byte > b' ' { byte | 0x80 } else { *byte }).collect();
            encoding.decode_without_bom_handling(&raised).0.into_owned()
        }
    };
    // Control characters are invalid in XML and invisible to readers.
    text.chars().filter(|c| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{feff}')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets() -> CharacterSets {
        let mut sets = CharacterSets::default();
        let listed = [(0, "B"), (1, "A"), (4, "I"), (4, "L"), (2, "A"), (2, "?")];
        sets.list(listed.into_iter().map(|(kind, tail)| (kind, tail.as_bytes().to_vec())).collect());
        sets
    }

    #[test]
    fn latin_1_is_the_default_character_set() {
        assert_eq!(sets().text(1, 2, b"M\xfcller\x1a"), ("M\u{fc}ller".to_owned(), None));
        assert_eq!(CharacterSets::default().text(9, 9, b"\xb0"), ("\u{b0}".to_owned(), None));
    }

    #[test]
    fn complete_codes_are_chosen_by_index_or_by_escape_sequence() {
        assert_eq!(sets().text(3, 2, "燃油泵".as_bytes()), ("燃油泵".to_owned(), None));
        assert_eq!(sets().text(4, 2, &[0x6c, 0xb9]), ("油".to_owned(), None));
        assert_eq!(sets().text(1, 2, b"\x1b%/I\xe6\xb2\xb9"), ("油".to_owned(), None));
        assert_eq!(plain(b"\x1b%/L\x6c\xb9"), "油");
        assert_eq!(plain(b"\x1b%G\xe6\xb2\xb9"), "油");
    }

    #[test]
    fn chinese_in_two_bytes_is_read_in_both_halves() {
        assert_eq!(sets().text(1, 5, b"2 \xd3\xcd\xb1\xc3"), ("2 油泵".to_owned(), None));
        assert_eq!(sets().text(5, 2, b"\x53\x4d"), ("油".to_owned(), None));
    }

    #[test]
    fn an_unknown_character_set_is_reported_when_the_text_needs_it() {
        assert_eq!(sets().text(1, 6, b"abc"), ("abc".to_owned(), None));
        assert_eq!(sets().text(1, 6, b"\xb1\xb2").1, Some("?".to_owned()));
    }
}
