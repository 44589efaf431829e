//! Paths of clauses, from levels that a format gives or that markers suggest.

use std::collections::HashMap;

use super::SourceClause;
use super::marker::{CHINESE, is_bullet};
use crate::clean;

/// Levels that markers alone may open. Markers that count nothing would otherwise nest without end.
const MAX_LEVELS: usize = 16;

/// Collects the clauses of one item in the order of its text.
#[derive(Debug, Default)]
pub(crate) struct ClauseBuilder {
    clauses: Vec<SourceClause>,
    open: Vec<OpenLevel>,
    /// How often each path has been given.
    used: HashMap<String, usize>,
    doubts: usize,
}

/// A clause that the next ones may continue or stand in.
#[derive(Debug)]
struct OpenLevel {
    level: usize,
    segment: String,
    count: Option<Count>,
}

/// The way a list counts, and how far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Count {
    series: MarkerSeries,
    value: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct MarkerSeries {
    letters: Letters,
    /// An opening bracket, or what ends the marker.
    sign: char,
    is_italic: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Letters {
    Lower,
    Upper,
    Digits,
    Roman,
    UpperRoman,
    Chinese,
}

impl ClauseBuilder {
    /// A clause at a level that the format gives, from 0.
    pub(crate) fn at_level(&mut self, level: usize, marker: &str, text: &str) -> &str {
        self.open.retain(|open| open.level < level);
        let segment = segment(marker);
        if segment.starts_with('•') {
            return self.numbered("•", marker, text);
        }
        self.open.push(OpenLevel { level, segment, count: None });
        self.push(marker, text)
    }

    /// A paragraph without marker in the clause that is open above this level; 0 is the item itself.
    pub(crate) fn paragraph(&mut self, level: usize, text: &str) -> &str {
        self.open.retain(|open| open.level < level);
        self.numbered("¶", "", text)
    }

    /// A line of plain text: the next lines of a clause, or a paragraph if there is none yet.
    pub(crate) fn plain(&mut self, text: &str) {
        match self.clauses.last_mut() {
            Some(last) if !self.open.is_empty() => append(&mut last.text, text),
            _ => {
                self.paragraph(0, text);
            }
        }
    }

    /// More text of the last clause; a paragraph if there is none.
    pub(crate) fn proceed(&mut self, text: &str) -> &str {
        match self.clauses.last_mut() {
            Some(last) => append(&mut last.text, text),
            None => {
                self.paragraph(0, text);
            }
        }
        self.last_path()
    }

    /// A clause whose level follows from its marker, those before it and the next one.
    pub(crate) fn inferred(&mut self, marker: &str, is_italic: bool, next: Option<&str>, text: &str) {
        if marker.chars().all(is_bullet) {
            self.numbered("•", marker, text);
            return;
        }
        let counts = counts(marker, is_italic);
        let (depth, count, is_sure) = self.depth_of(&counts, next);
        let depth = depth.min(MAX_LEVELS);
        self.doubts += usize::from(!is_sure);
        self.open.truncate(depth);
        self.open.push(OpenLevel { level: depth, segment: segment(marker), count });
        self.push(marker, text);
    }

    /// Whether the last clause belongs to the level above this one, without clauses between.
    pub(crate) fn continues(&self, level: usize) -> bool {
        self.open.last().is_some_and(|open| open.level + 1 == level)
            && self.clauses.last().is_some_and(|last| last.path == self.path() || last.path.starts_with(&self.path()))
    }

    /// The path of the clause around this level.
    pub(crate) fn path_above(&self, level: usize) -> String {
        let above: Vec<&str> =
            self.open.iter().filter(|open| open.level < level).map(|open| open.segment.as_str()).collect();
        above.join("/")
    }

    pub(crate) fn last_path(&self) -> &str {
        self.clauses.last().map_or("", |clause| clause.path.as_str())
    }

    pub(crate) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// The clauses, and the number of those whose level is a guess.
    pub(crate) fn finish(self) -> (Vec<SourceClause>, usize) {
        (self.clauses, self.doubts)
    }

    fn depth_of(&self, counts: &[Count], next: Option<&str>) -> (usize, Option<Count>, bool) {
        let follows = |open: &OpenLevel| {
            let last = open.count?;
            counts.iter().copied().find(|count| count.series == last.series && count.value == last.value + 1)
        };
        let first = counts.iter().copied().find(|count| count.value == 1);
        let known = |count: &Count| {
            self.open.iter().position(|open| open.count.is_some_and(|open| open.series == count.series))
        };
        let continued = (0..self.open.len()).rev().find_map(|depth| Some((depth, follows(&self.open[depth])?)));
        if let Some((depth, count)) = continued {
            // `(i)` behind `(h)(3)` begins a list if `(ii)` comes next.
            let begins = first.filter(|first| {
                let after = next.map(|next| self::counts(next, first.series.is_italic)).unwrap_or_default();
                depth + 1 < self.open.len()
                    && known(first).is_none()
                    && after.iter().any(|count| count.series == first.series && count.value == 2)
            });
            return begins.map_or((depth, Some(count), true), |first| (self.open.len(), Some(first), true));
        }
        if let Some(first) = first.filter(|first| known(first).is_none()) {
            return (self.open.len(), Some(first), true);
        }
        let restarted = counts.iter().copied().find_map(|count| Some((known(&count)?, count)));
        match restarted {
            Some((depth, count)) => (depth, Some(count), false),
            None => (self.open.len(), counts.first().copied(), false),
        }
    }

    fn path(&self) -> String {
        let mut path = String::new();
        for open in &self.open {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(&open.segment);
        }
        path
    }

    fn push(&mut self, marker: &str, text: &str) -> &str {
        let path = self.path();
        let times = self.used.entry(path.clone()).or_default();
        *times += 1;
        if *times > 1
            && let Some(open) = self.open.last_mut()
        {
            // The clauses in it get the new path too.
            open.segment.push('~');
            open.segment.push_str(&times.to_string());
        }
        let path = self.path();
        self.add(path, marker, text)
    }

    /// A paragraph without marker that neither belongs to the clause before it nor ends its list.
    pub(crate) fn aside(&mut self, text: &str) {
        self.numbered_in(String::new(), "¶", "", text);
    }

    fn numbered(&mut self, sign: &str, marker: &str, text: &str) -> &str {
        let path = self.path();
        self.numbered_in(path, sign, marker, text)
    }

    fn numbered_in(&mut self, mut path: String, sign: &str, marker: &str, text: &str) -> &str {
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(sign);
        let count = self.used.entry(path.clone()).or_default();
        *count += 1;
        path.push_str(&count.to_string());
        self.add(path, marker, text)
    }

    fn add(&mut self, path: String, marker: &str, text: &str) -> &str {
        let clause = SourceClause { path, marker: clean::line(marker).replace(' ', ""), text: clean::block(text) };
        self.clauses.push(clause);
        self.last_path()
    }
}

fn append(text: &mut String, more: &str) {
    let more = clean::block(more);
    if !text.is_empty() && !more.is_empty() {
        text.push('\n');
    }
    text.push_str(&more);
}

/// The marker as a part of a path, without signs that separate paths.
fn segment(marker: &str) -> String {
    let plain: String =
        marker.chars().filter(|c| !c.is_whitespace() && !matches!(c, '/' | '@' | '~' | '¶' | '•')).collect();
    if plain.chars().all(is_bullet) { "•".to_owned() } else { plain }
}

/// The possible counts of a marker; `(i)` is a roman number or a letter.
fn counts(marker: &str, is_italic: bool) -> Vec<Count> {
    let sign = if marker.starts_with(['(', '（']) { '(' } else { marker.chars().last().unwrap_or_default() };
    let word: String = marker.chars().filter(|c| c.is_alphanumeric()).collect();
    let readings = [
        (Letters::Digits, word.parse().ok()),
        (Letters::Roman, roman(&word)),
        (
            Letters::UpperRoman,
            word.chars().all(|c| c.is_ascii_uppercase()).then(|| roman(&word.to_lowercase())).flatten(),
        ),
        (Letters::Lower, alphabetic(&word, b'a')),
        (Letters::Upper, alphabetic(&word, b'A')),
        (Letters::Chinese, chinese(&word)),
    ];
    let count = |(letters, value): (Letters, Option<u32>)| {
        Some(Count { series: MarkerSeries { letters, sign, is_italic }, value: value? })
    };
    let mut found: Vec<Count> = readings.into_iter().filter_map(count).collect();
    // Single capitals are letters far more often than roman numbers.
    if word.len() == 1 && matches!(found.first().map(|count| count.series.letters), Some(Letters::UpperRoman)) {
        found.reverse();
    }
    found
}

fn alphabetic(word: &str, first: u8) -> Option<u32> {
    let bytes = word.as_bytes();
    let all_same = bytes.iter().all(|byte| *byte == bytes[0]);
    let place = bytes.first()?.checked_sub(first).filter(|place| *place < 26)?;
    // After (z) comes (aa).
    let rounds = u32::try_from(bytes.len()).ok().filter(|rounds| *rounds <= 2 && all_same)?;
    Some(u32::from(place) + 1 + 26 * (rounds - 1))
}

fn roman(word: &str) -> Option<u32> {
    let value = |c: char| match c {
        'i' => Some(1),
        'v' => Some(5),
        'x' => Some(10),
        _ => None,
    };
    let values: Vec<i64> = word.chars().map(value).collect::<Option<_>>()?;
    let signed = values.iter().enumerate().map(|(place, value)| {
        let is_less = values.get(place + 1).is_some_and(|next| next > value);
        if is_less { -value } else { *value }
    });
    u32::try_from(signed.sum::<i64>()).ok().filter(|total| (1..40).contains(total))
}

fn chinese(word: &str) -> Option<u32> {
    let digit = |c: char| CHINESE.chars().position(|other| other == c).and_then(|place| u32::try_from(place + 1).ok());
    let digits: Vec<u32> = word.chars().map(digit).collect::<Option<_>>()?;
    match digits[..] {
        [one] => Some(one),
        [10, one] => Some(10 + one),
        [tens, 10] => Some(10 * tens),
        [tens, 10, one] => Some(10 * tens + one),
        _ => None,
    }
}
