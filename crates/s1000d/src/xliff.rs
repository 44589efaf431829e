//! XLIFF 2.1: the lines of a module and of its translation for a translator's tool, and the file that comes back.
//!
//! [`write()`] writes one unit for each line that has a translation, with its inline elements as codes and their bytes as
//! original data. The id of a unit, which tools have to keep, says which source and which translation it was written with.
//! [`read()`] compares a file with the module as it is: every unit and every code has to be accounted for. Units that do
//! not fit are listed and left alone; a file of another module, language or version changes nothing. Units that come back
//! as they were sent change no byte.

mod read;
mod write;

use domain::text::hex;
use foldhash::HashMap;
use sha2::{Digest, Sha256};

use crate::splice::Splice;
use crate::translation::unit::without_marks;
use crate::translation::{CodeTable, MarkedPart, SideBySide, TranslationRow, TranslationUnit};

pub use read::read;
pub use write::write;

/// Bytes of the longest file that is read.
pub const MAX_BYTES: usize = 32 << 20;
/// Problems that are listed; more help nobody.
pub const MAX_PROBLEMS: usize = 500;

/// The namespace of XLIFF 2.0 and 2.1.
const NAMESPACE: &str = "urn:oasis:names:tc:xliff:document:2.0";
/// The namespace of XLIFF 2.2.
const NAMESPACE_2_2: &str = "urn:oasis:names:tc:xliff:document:2.2";

/// Letters of a sum in an id.
const SUM_LETTERS: usize = 16;

/// The module that a file belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XliffHead {
    /// The code of the translation, with its language.
    pub module: String,
    /// As in `en-US`.
    pub source_language: String,
    pub target_language: String,
}

/// A file that was compared with its module.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct XliffContent {
    /// The changes of the translation by units that fit; none when the whole file does not fit.
    pub splices: Vec<Splice>,
    pub units: usize,
    pub changed: usize,
    /// At most [`MAX_PROBLEMS`].
    pub problems: Vec<XliffProblem>,
    /// The number of all problems, also of those that are not listed.
    pub all_problems: usize,
}

/// A place in a file that does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XliffProblem {
    pub kind: XliffProblemKind,
    /// Counted from 1; `None` when something is missing.
    pub line: Option<u32>,
    /// The id of the unit; empty for the whole file.
    pub unit: String,
    /// The code, element or value.
    pub value: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XliffProblemKind {
    NotXliff,
    Version,
    Language,
    OtherModule,
    UnitMissing,
    UnitUnknown,
    UnitTwice,
    /// A part of the unit has a translation, and another one has none.
    UnitIncomplete,
    /// Several lines have its source, and lines were added, removed or moved since: nobody knows which one is meant.
    UnitUncertain,
    /// The original has another text now.
    SourceChanged,
    /// The translation was changed here since the file was written.
    TranslationChanged,
    CodeUnknown,
    CodeMissing,
    CodeTwice,
    CodeCrossed,
    ElementUnknown,
}

impl XliffProblemKind {
    /// Whether it is about the whole file, of which nothing can be taken then.
    pub fn is_of_file(self) -> bool {
        matches!(self, Self::NotXliff | Self::Version | Self::Language | Self::OtherModule)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotXliff => "notXliff",
            Self::Version => "version",
            Self::Language => "language",
            Self::OtherModule => "otherModule",
            Self::UnitMissing => "unitMissing",
            Self::UnitUnknown => "unitUnknown",
            Self::UnitTwice => "unitTwice",
            Self::UnitIncomplete => "unitIncomplete",
            Self::UnitUncertain => "unitUncertain",
            Self::SourceChanged => "sourceChanged",
            Self::TranslationChanged => "translationChanged",
            Self::CodeUnknown => "codeUnknown",
            Self::CodeMissing => "codeMissing",
            Self::CodeTwice => "codeTwice",
            Self::CodeCrossed => "codeCrossed",
            Self::ElementUnknown => "elementUnknown",
        }
    }
}

/// A line of a translation in a file.
struct FileUnit<'s> {
    /// A sum of the source, which stays when lines around it change. Lines with the same source are told apart by their
    /// order alone: theirs has their number and a sum of all sources as well, and is another one when any of them changes.
    key: String,
    row: &'s TranslationRow,
    original: Option<&'s TranslationUnit>,
    translation: &'s TranslationUnit,
    table: CodeTable,
}

impl FileUnit<'_> {
    /// The key, and a sum of the translation as it is.
    fn id(&self) -> String {
        format!("{}.{}", self.key, digest(&self.target(), &[]))
    }

    /// The line that the translator reads. A line that the original no longer has is its own source.
    fn source(&self) -> Vec<MarkedPart> {
        match self.original {
            Some(original) => normal(self.table.original(original)),
            None => self.target(),
        }
    }

    fn target(&self) -> Vec<MarkedPart> {
        normal(self.table.translation(self.translation))
    }

    /// A sum of the source with the bytes of its codes.
    fn source_sum(&self) -> String {
        let codes = self.table.codes.iter().filter(|code| code.in_original || self.original.is_none());
        let codes: Vec<String> = codes.map(|code| without_marks(&code.start)).collect();
        digest(&self.source(), &codes)
    }
}

/// The lines that a file has, in their order.
fn file_units(side: &SideBySide) -> Vec<FileUnit<'_>> {
    let mut units: Vec<FileUnit<'_>> = Vec::with_capacity(side.rows.len());
    let mut all = Sha256::new();
    let mut same: HashMap<String, usize> = HashMap::default();
    for row in &side.rows {
        let (original, translation) = side.lines(row);
        let Some(translation) = translation else { continue };
        let mut unit = FileUnit { key: String::new(), row, original, translation, table: side.codes(row) };
        unit.key = unit.source_sum();
        all.update(unit.key.as_bytes());
        *same.entry(unit.key.clone()).or_default() += 1;
        units.push(unit);
    }
    let all = short(all);
    let mut before: HashMap<String, usize> = HashMap::default();
    for unit in &mut units {
        let number = before.entry(unit.key.clone()).or_default();
        *number += 1;
        let is_alone = same.get(&unit.key) == Some(&1);
        unit.key = if is_alone { format!("u{}-1", unit.key) } else { format!("u{}-{number}-{all}", unit.key) };
    }
    units
}

/// Parts with adjacent texts joined, white space folded, and none at the ends.
fn normal(parts: Vec<MarkedPart>) -> Vec<MarkedPart> {
    let mut out: Vec<MarkedPart> = Vec::with_capacity(parts.len());
    for part in parts {
        let MarkedPart::Text(text) = part else {
            out.push(part);
            continue;
        };
        if let Some(MarkedPart::Text(before)) = out.last_mut() {
            append_folded(before, &text);
        } else {
            let mut folded = String::with_capacity(text.len());
            append_folded(&mut folded, &text);
            out.push(MarkedPart::Text(folded));
        }
    }
    if let Some(MarkedPart::Text(first)) = out.first_mut() {
        *first = first.trim_start_matches(' ').to_owned();
    }
    if let Some(MarkedPart::Text(last)) = out.last_mut() {
        last.truncate(last.trim_end_matches(' ').len());
    }
    out.retain(|part| !matches!(part, MarkedPart::Text(text) if text.is_empty()));
    out
}

/// Appends a text to one whose white space is folded.
fn append_folded(out: &mut String, text: &str) {
    for c in text.chars() {
        if !c.is_ascii_whitespace() {
            out.push(c);
        } else if !out.ends_with(' ') {
            out.push(' ');
        }
    }
}

/// A short sum of a line and of the bytes of its codes.
fn digest(parts: &[MarkedPart], codes: &[String]) -> String {
    let mut sum = Sha256::new();
    let mut add = |word: char, text: &str| {
        sum.update(format!("{word}{}:", text.len()).as_bytes());
        sum.update(text.as_bytes());
    };
    for part in parts {
        match part {
            MarkedPart::Text(text) => add('t', text),
            MarkedPart::Open(number) => add('o', &number.to_string()),
            MarkedPart::Close(number) => add('c', &number.to_string()),
            MarkedPart::Alone(number) => add('a', &number.to_string()),
        }
    }
    for code in codes {
        add('b', code);
    }
    short(sum)
}

fn short(sum: Sha256) -> String {
    hex(&sum.finalize()).chars().take(SUM_LETTERS).collect()
}
