//! From bytes to text and back: UTF-8, UTF-16, and encodings of single bytes where the declaration says so.

use std::borrow::Cow;
use std::io::{self, Read};

use quick_xml::events::BytesDecl;

use super::{Reason, Refusal, line_at, literal};

/// The encoding of a file, seen from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Encoding {
    pub charset: Charset,
    /// Whether a byte order mark stands before the text.
    pub mark: bool,
}

/// The encoding of characters as bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Charset {
    #[default]
    Utf8,
    Utf16Le,
    Utf16Be,
    Windows1252,
    /// ISO-8859-1. Read as windows-1252, which has letters and signs where this has rarely used control characters.
    Latin1,
    /// US-ASCII. Read as UTF-8.
    Ascii,
}

impl Charset {
    /// The byte for a character; `None` when this encoding of single bytes does not have it.
    fn byte(self, character: char) -> Option<u8> {
        match self {
            _ if character.is_ascii() => u8::try_from(character).ok(),
            Self::Windows1252 => (0x80..=u8::MAX).find(|byte| windows_1252(*byte) == character),
            Self::Latin1 => u8::try_from(character).ok().filter(|byte| windows_1252(*byte) == character),
            Self::Ascii | Self::Utf8 | Self::Utf16Le | Self::Utf16Be => None,
        }
    }

    /// The name of an encoding that does not have all characters.
    fn narrow_name(self) -> Option<&'static str> {
        match self {
            Self::Utf8 | Self::Utf16Le | Self::Utf16Be => None,
            Self::Windows1252 => Some("windows-1252"),
            Self::Latin1 => Some("ISO-8859-1"),
            Self::Ascii => Some("US-ASCII"),
        }
    }
}

/// Bytes at the beginning in which a declaration ends.
const DECLARATION: usize = 256;

/// The characters of windows-1252 from 0x80 to 0x9F. The five bytes without a character stand for themselves.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

impl Encoding {
    /// Looks at the mark, at how the first `<` is written, or at the declaration.
    fn of(start: &[u8]) -> Self {
        let (charset, mark) = match start {
            [0xEF, 0xBB, 0xBF, ..] => (Charset::Utf8, true),
            [0xFF, 0xFE, ..] => (Charset::Utf16Le, true),
            [0xFE, 0xFF, ..] => (Charset::Utf16Be, true),
            [b'<', 0, ..] => (Charset::Utf16Le, false),
            [0, b'<', ..] => (Charset::Utf16Be, false),
            _ => (declared_charset(start), false),
        };
        Self { charset, mark }
    }

    /// The encoding of a changed text: what its declaration says, unless a mark or UTF-16 says more.
    pub(crate) fn for_text(self, text: &str) -> Self {
        match self.charset {
            Charset::Utf16Le | Charset::Utf16Be => self,
            _ if self.mark => self,
            _ => Self { charset: declared_charset(text.as_bytes()), mark: false },
        }
    }

    /// The bytes before the text.
    fn mark_bytes(self) -> &'static [u8] {
        match self.charset {
            _ if !self.mark => &[],
            Charset::Windows1252 | Charset::Latin1 | Charset::Ascii => &[],
            Charset::Utf8 => &[0xEF, 0xBB, 0xBF],
            Charset::Utf16Le => &[0xFF, 0xFE],
            Charset::Utf16Be => &[0xFE, 0xFF],
        }
    }

    /// The text as a file of this encoding; a character that it does not have becomes a character reference.
    pub fn encode(self, text: &str) -> Vec<u8> {
        let mut bytes = self.mark_bytes().to_vec();
        match self.charset {
            Charset::Utf8 => bytes.extend_from_slice(text.as_bytes()),
            Charset::Utf16Le => bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes)),
            Charset::Utf16Be => bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes)),
            Charset::Windows1252 | Charset::Latin1 | Charset::Ascii => {
                for character in text.chars() {
                    match self.charset.byte(character) {
                        Some(byte) => bytes.push(byte),
                        None => bytes.extend(format!("&#x{:X};", u32::from(character)).into_bytes()),
                    }
                }
            }
        }
        bytes
    }

    /// Refuses a character that the encoding does not have where a reference would be read as it is written.
    pub(crate) fn require_all(self, text: &str) -> Result<(), Refusal> {
        let Some(encoding) = self.charset.narrow_name() else { return Ok(()) };
        for place in literal::places(text) {
            let missing = text[place.clone()].char_indices().find(|(_, one)| self.charset.byte(*one).is_none());
            if let Some((at, character)) = missing {
                return Err(Refusal::new(line_at(text, place.start + at), Reason::Lacking { character, encoding }));
            }
        }
        Ok(())
    }
}

/// The whole file as text, and its encoding.
pub(crate) fn decode(bytes: &[u8]) -> Result<(Encoding, Cow<'_, str>), Refusal> {
    let encoding = Encoding::of(bytes);
    let bytes = &bytes[encoding.mark_bytes().len()..];
    let big = match encoding.charset {
        Charset::Utf8 | Charset::Ascii => {
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let sound = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                Refusal::new(line_at(sound, sound.len()), undecodable(sound))
            });
            return text.map(|text| (encoding, Cow::Borrowed(text)));
        }
        Charset::Windows1252 | Charset::Latin1 => {
            return Ok((encoding, Cow::Owned(bytes.iter().copied().map(windows_1252).collect())));
        }
        Charset::Utf16Le => false,
        Charset::Utf16Be => true,
    };
    let (pairs, rest) = bytes.as_chunks::<2>();
    let unit = |pair: &[u8; 2]| if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) };
    let text: Result<String, _> = char::decode_utf16(pairs.iter().map(unit)).collect();
    match text {
        Ok(text) if rest.is_empty() => Ok((encoding, Cow::Owned(text))),
        _ => Err(Refusal::new(1, Reason::NotText("UTF-16"))),
    }
}

/// Bytes that are no UTF-8 are most often of the encoding the file declares; that is what the author should hear.
fn undecodable(start: &str) -> Reason {
    let declared = start.split_once("encoding=").and_then(|(before, rest)| {
        let name = rest.strip_prefix(['"', '\''])?.split(['"', '\'']).next()?;
        (!before.contains("?>")).then(|| name.to_owned())
    });
    match declared {
        Some(name) if !is_read(&name) => Reason::Encoding(name),
        _ => Reason::NotText("UTF-8"),
    }
}

/// The encoding of single bytes, or UTF-8, that a name in a declaration stands for; `None` for one that is not read.
fn charset_of(name: &str) -> Option<Charset> {
    Some(match &*name.to_ascii_lowercase() {
        // A file that says UTF-16 and is of single bytes was converted by a tool that forgot the declaration.
        "utf-8" | "utf8" | "utf-16" | "utf-16le" | "utf-16be" => Charset::Utf8,
        "us-ascii" | "ascii" => Charset::Ascii,
        "iso-8859-1" | "iso_8859-1" | "iso8859-1" | "latin1" | "latin-1" => Charset::Latin1,
        "windows-1252" | "cp1252" => Charset::Windows1252,
        _ => return None,
    })
}

fn is_read(name: &str) -> bool {
    charset_of(name).is_some()
}

/// The encoding that the declaration at the beginning of a file names; UTF-8 without one.
fn declared_charset(start: &[u8]) -> Charset {
    let start = &start[..start.len().min(DECLARATION)];
    let declaration = start.strip_prefix(b"<?xml").and_then(|rest| {
        let end = memchr::memmem::find(rest, b"?>")?;
        std::str::from_utf8(&rest[..end]).ok()
    });
    let value = declaration.and_then(|text| text.split_once("encoding")?.1.trim_start().strip_prefix('='));
    let name = value.and_then(|value| value.trim_start().strip_prefix(['"', '\''])?.split(['"', '\'']).next());
    name.and_then(charset_of).unwrap_or_default()
}

/// Refuses a declaration of an encoding that we do not read.
///
/// A file that says UTF-16 and is UTF-8 is let through: the bytes have been read as what they are, and tools that
/// convert files forget the declaration.
pub(crate) fn declared(declaration: &BytesDecl<'_>) -> Result<(), Reason> {
    match declaration.encoding() {
        None => Ok(()),
        Some(Ok(name)) if is_read(&name) => Ok(()),
        Some(Ok(name)) => Err(Reason::Encoding(name.into_owned())),
        Some(Err(error)) => Err(Reason::NotWellFormed(error.to_string())),
    }
}

/// Turns a file that is read piece by piece into UTF-8.
#[derive(Debug)]
pub(crate) struct Utf8Reader<R> {
    inner: R,
    charset: Option<Charset>,
    /// Bytes that were read and not yet given out, in UTF-8.
    ready: Vec<u8>,
    given: usize,
    /// Bytes of a character that is not complete yet.
    partial: Vec<u8>,
}

const CHUNK: usize = 64 << 10;

impl<R: Read> Utf8Reader<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, charset: None, ready: Vec::new(), given: 0, partial: Vec::new() }
    }

    fn start(&mut self) -> io::Result<Charset> {
        if let Some(charset) = self.charset {
            return Ok(charset);
        }
        let mut start = Vec::with_capacity(DECLARATION);
        Read::take(&mut self.inner, DECLARATION as u64).read_to_end(&mut start)?;
        let encoding = Encoding::of(&start);
        self.charset = Some(encoding.charset);
        let text = start.split_off(encoding.mark_bytes().len());
        match encoding.charset {
            Charset::Utf8 | Charset::Ascii => self.ready = text,
            Charset::Utf16Le | Charset::Utf16Be | Charset::Windows1252 | Charset::Latin1 => self.partial = text,
        }
        Ok(encoding.charset)
    }

    fn convert_single_bytes(&mut self) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.partial);
        Read::take(&mut self.inner, CHUNK as u64).read_to_end(&mut bytes)?;
        self.ready = bytes.into_iter().map(windows_1252).collect::<String>().into_bytes();
        self.given = 0;
        Ok(())
    }

    fn convert(&mut self, big: bool) -> io::Result<()> {
        let mut bytes = std::mem::take(&mut self.partial);
        let read = Read::take(&mut self.inner, CHUNK as u64).read_to_end(&mut bytes)?;
        let wrong = || io::Error::new(io::ErrorKind::InvalidData, "the bytes are not UTF-16");
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> =
            pairs.iter().map(|pair| if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }).collect();
        let mut kept = odd.to_vec();
        // The first half of a pair waits for its second.
        if units.last().is_some_and(|unit| (0xD800..0xDC00).contains(unit)) && read > 0 {
            units.pop();
            kept = bytes[(pairs.len() - 1) * 2..].to_vec();
        }
        if read == 0 && !kept.is_empty() {
            return Err(wrong());
        }
        self.partial = kept;
        self.ready = String::from_utf16(&units).map_err(|_| wrong())?.into_bytes();
        self.given = 0;
        Ok(())
    }
}

impl<R: Read> Read for Utf8Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let charset = self.start()?;
        if self.given == self.ready.len() {
            match charset {
                Charset::Utf8 | Charset::Ascii => return self.inner.read(buffer),
                Charset::Utf16Le => self.convert(false)?,
                Charset::Utf16Be => self.convert(true)?,
                Charset::Windows1252 | Charset::Latin1 => self.convert_single_bytes()?,
            }
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}
