//! The codes of a line and of its translation under common numbers, and the line that a changed translation makes.

use std::collections::VecDeque;

use foldhash::HashMap;

use super::unit::{TranslationUnit, UnitPart, without_marks};

/// A code of a pair of lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineCode {
    /// Counted from 1.
    pub number: u32,
    /// The start tag, or all of what stands alone.
    pub start: String,
    /// The end tag of a pair around text.
    pub end: Option<String>,
    pub label: String,
    pub in_original: bool,
    pub in_translation: bool,
}

impl LineCode {
    /// Whether a changed translation has to keep it.
    pub fn is_required(&self) -> bool {
        self.in_original && self.in_translation
    }
}

/// The codes of a pair of lines: the same code has one number in both.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CodeTable {
    pub codes: Vec<LineCode>,
    /// The numbers of the codes of each line, by their index there.
    original: Vec<u32>,
    translation: Vec<u32>,
}

/// A part of a line, with the numbers of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MarkedPart {
    Text(String),
    Open(u32),
    Close(u32),
    Alone(u32),
}

/// Why the codes of a changed line do not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeMisfit {
    /// The line has no such code, or it has it as a pair and not alone.
    Unknown(u32),
    Missing(u32),
    Twice(u32),
    /// A pair that is not closed, or closed around the beginning of another one.
    Crossed(u32),
}

impl CodeMisfit {
    /// The number of the code.
    pub fn number(self) -> u32 {
        let (Self::Unknown(number) | Self::Missing(number) | Self::Twice(number) | Self::Crossed(number)) = self;
        number
    }
}

impl CodeTable {
    /// The codes of a line and of its translation. A line without original has its own.
    pub fn of(original: Option<&TranslationUnit>, translation: Option<&TranslationUnit>) -> Self {
        let mut table = Self::default();
        // The codes that the translation does not have yet, by what makes them the same.
        let mut free: HashMap<(bool, String), VecDeque<usize>> = HashMap::default();
        for code in original.into_iter().flat_map(|unit| &unit.codes) {
            let number = table.next_number();
            // The reasons of the original's changes are not in the translation.
            let start = without_marks(&code.start);
            free.entry((code.end.is_some(), start.clone())).or_default().push_back(table.codes.len());
            table.original.push(number);
            table.codes.push(LineCode {
                number,
                start,
                end: code.end.clone(),
                label: code.label.clone(),
                in_original: true,
                in_translation: false,
            });
        }
        for code in translation.into_iter().flat_map(|unit| &unit.codes) {
            let same = free.get_mut(&(code.end.is_some(), without_marks(&code.start))).and_then(VecDeque::pop_front);
            if let Some(found) = same.and_then(|index| table.codes.get_mut(index)) {
                // The translation keeps its own bytes.
                found.start.clone_from(&code.start);
                found.end.clone_from(&code.end);
                found.in_translation = true;
                table.translation.push(found.number);
                continue;
            }
            let number = table.next_number();
            table.translation.push(number);
            table.codes.push(LineCode {
                number,
                start: code.start.clone(),
                end: code.end.clone(),
                label: code.label.clone(),
                in_original: false,
                in_translation: true,
            });
        }
        table
    }

    fn next_number(&self) -> u32 {
        u32::try_from(self.codes.len()).unwrap_or(u32::MAX).saturating_add(1)
    }

    /// The code with a number.
    pub fn code(&self, number: u32) -> Option<&LineCode> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.codes.get(index)
    }

    /// The parts of the original line.
    pub fn original(&self, unit: &TranslationUnit) -> Vec<MarkedPart> {
        marked(unit, &self.original)
    }

    /// The parts of the translated line.
    pub fn translation(&self, unit: &TranslationUnit) -> Vec<MarkedPart> {
        marked(unit, &self.translation)
    }

    /// All reasons why parts are no translation of the line.
    pub fn misfits(&self, parts: &[MarkedPart]) -> Vec<CodeMisfit> {
        let mut misfits = Vec::new();
        let mut used = vec![false; self.codes.len()];
        let mut open = Vec::new();
        for part in parts {
            let (number, is_pair) = match part {
                MarkedPart::Text(_) => continue,
                MarkedPart::Close(number) => {
                    if open.pop() != Some(*number) {
                        misfits.push(CodeMisfit::Crossed(*number));
                    }
                    continue;
                }
                MarkedPart::Open(number) => (*number, true),
                MarkedPart::Alone(number) => (*number, false),
            };
            if is_pair {
                open.push(number);
            }
            match self.code(number).filter(|code| code.end.is_some() == is_pair) {
                None => misfits.push(CodeMisfit::Unknown(number)),
                Some(code) => {
                    let index = usize::try_from(code.number).unwrap_or(1) - 1;
                    if std::mem::replace(&mut used[index], true) {
                        misfits.push(CodeMisfit::Twice(number));
                    }
                }
            }
        }
        misfits.extend(open.into_iter().map(CodeMisfit::Crossed));
        let missing = self.codes.iter().zip(&used).filter(|(code, used)| code.is_required() && !**used);
        misfits.extend(missing.map(|(code, _)| CodeMisfit::Missing(code.number)));
        misfits
    }

    /// The bytes of a translated line with these parts, which fit. Text that was there before is written as before.
    pub fn write(&self, unit: &TranslationUnit, parts: &[MarkedPart]) -> String {
        let mut out = String::new();
        let mut sources: HashMap<&str, &str> = HashMap::default();
        for part in &unit.parts {
            if let UnitPart::Text { text, source } = part {
                sources.entry(text).or_insert(source);
            }
        }
        for (at, part) in parts.iter().enumerate() {
            match part {
                MarkedPart::Text(new) => {
                    // The same place first: equal texts may be written differently.
                    let here = match unit.parts.get(at) {
                        Some(UnitPart::Text { text, source }) if text == new => Some(source.as_str()),
                        _ => None,
                    };
                    match here.or_else(|| sources.get(new.as_str()).copied()) {
                        Some(source) => out.push_str(source),
                        None => out.push_str(&quick_xml::escape::partial_escape(new.as_str())),
                    }
                }
                MarkedPart::Open(number) | MarkedPart::Alone(number) => {
                    out.push_str(self.code(*number).map_or("", |code| code.start.as_str()));
                }
                MarkedPart::Close(number) => {
                    out.push_str(self.code(*number).and_then(|code| code.end.as_deref()).unwrap_or_default());
                }
            }
        }
        out
    }
}

fn marked(unit: &TranslationUnit, numbers: &[u32]) -> Vec<MarkedPart> {
    let number = |index: &usize| numbers.get(*index).copied().unwrap_or_default();
    let part = |part: &UnitPart| match part {
        UnitPart::Text { text, .. } => MarkedPart::Text(text.clone()),
        UnitPart::Open(index) => MarkedPart::Open(number(index)),
        UnitPart::Close(index) => MarkedPart::Close(number(index)),
        UnitPart::Alone(index) => MarkedPart::Alone(number(index)),
    };
    unit.parts.iter().map(part).collect()
}
