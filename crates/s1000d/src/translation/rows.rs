//! A module and its translation, line by line, with what changed in the original since it was translated.

use foldhash::HashMap;

use super::codes::CodeTable;
use super::structure;
use super::unit::{TranslationUnit, units_of};
use crate::diff;
use crate::guard::{Checked, Refusal};
use crate::object::parse_text;

/// A module and its translation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SideBySide {
    /// The lines of the original as it is now.
    pub original: Vec<TranslationUnit>,
    /// The lines of the original as it was translated; the same where it has not changed.
    pub translated: Vec<TranslationUnit>,
    pub translation: Vec<TranslationUnit>,
    pub rows: Vec<TranslationRow>,
}

/// A line of the original beside its translation. The numbers are indexes of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationRow {
    pub original: Option<usize>,
    pub translation: Option<usize>,
    pub change: Option<OriginalChange>,
}

/// The change of a line of the original since it was translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OriginalChange {
    Added,
    /// It said something else: the index of the line as it was translated.
    Changed(usize),
    /// The line that was translated is gone: its index.
    Removed(usize),
}

/// The translation of a module, in numbers of lines with words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TranslationCounts {
    pub lines: usize,
    /// Lines that say something else than the original.
    pub translated: usize,
    /// Lines whose original was added, changed or removed since.
    pub changed: usize,
}

impl SideBySide {
    /// Reads files that have passed the guard: the original, the original as it was translated unless it is the same, and the
    /// translation.
    pub fn read(
        original: &Checked<'_>,
        translated: Option<&Checked<'_>>,
        translation: &Checked<'_>,
    ) -> Result<Self, Refusal> {
        let own = parse_text(original.text())?;
        let other = parse_text(translation.text())?;
        let mut found =
            Self { original: units_of(&own), translated: Vec::new(), translation: units_of(&other), rows: Vec::new() };
        let direct = found.partners(&structure::pairs(other.root_element(), own.root_element()), &found.original);
        let Some(before) = translated else {
            found.translated.clone_from(&found.original);
            let same: Vec<Option<usize>> = (0..found.original.len()).map(Some).collect();
            found.rows = found.list(&direct, &[], &same);
            return Ok(found);
        };
        let old = parse_text(before.text())?;
        found.translated = units_of(&old);
        let since = found.since(before, original)?;
        let bases = found.partners(&structure::pairs(other.root_element(), old.root_element()), &found.translated);
        let mut later = vec![None; found.translated.len()];
        for (now, then) in since.iter().enumerate() {
            if let Some(then) = then {
                later[*then] = Some(now);
            }
        }
        let by_base: Vec<Option<usize>> = bases.iter().map(|base| base.and_then(|base| later[base])).collect();
        let partners = found.better(&other, by_base, &direct);
        let gone: Vec<Option<usize>> = bases.iter().map(|base| base.filter(|base| later[*base].is_none())).collect();
        found.rows = found.list(&partners, &gone, &since);
        Ok(found)
    }

    /// The partners by way of the version that was translated. The place of a line alone cannot tell which of several was
    /// added; where the translation has already followed the original in an element, it is the better answer.
    fn better(
        &self,
        translation: &roxmltree::Document<'_>,
        by_base: Vec<Option<usize>>,
        direct: &[Option<usize>],
    ) -> Vec<Option<usize>> {
        let elements = translation.descendants().filter(roxmltree::Node::is_element);
        let parents: HashMap<usize, usize> =
            elements.filter_map(|node| Some((node.range().start, node.parent_element()?.range().start))).collect();
        let parent = |unit: &TranslationUnit| parents.get(&unit.around.start).copied().unwrap_or_default();
        let mut counts: HashMap<usize, (usize, usize)> = HashMap::default();
        for (at, unit) in self.translation.iter().enumerate() {
            let (bases, directs) = counts.entry(parent(unit)).or_default();
            *bases += usize::from(by_base[at].is_some());
            *directs += usize::from(direct[at].is_some());
        }
        let mut taken = vec![false; self.original.len()];
        let mut partners = by_base;
        for (at, unit) in self.translation.iter().enumerate() {
            if counts.get(&parent(unit)).is_some_and(|(bases, directs)| directs > bases) {
                partners[at] = direct[at];
            }
            // Neighbouring elements may have chosen different ways.
            partners[at] = partners[at].filter(|partner| !std::mem::replace(&mut taken[*partner], true));
        }
        partners
    }

    /// For each line of the translation the line in the element that its element is paired with.
    fn partners(&self, pairs: &HashMap<usize, usize>, targets: &[TranslationUnit]) -> Vec<Option<usize>> {
        let places = by_place(targets);
        let partner = |unit: &TranslationUnit| {
            let start = pairs.get(&unit.around.start)?;
            places.get(&(*start, unit.ordinal)).copied()
        };
        self.translation.iter().map(partner).collect()
    }

    /// For each line of the original now the line as it was translated.
    fn since(&self, before: &Checked<'_>, now: &Checked<'_>) -> Result<Vec<Option<usize>>, Refusal> {
        let diff = diff::compare(before, now)?;
        let places = by_place(&self.translated);
        let found = self.original.iter().map(|unit| {
            let element = diff.b.element_at(unit.around.start);
            let is_element = diff.b.element(element).range.start == unit.around.start;
            let then = diff.matching.to_a(element).filter(|_| is_element)?;
            places.get(&(diff.a.element(then).range.start, unit.ordinal)).copied()
        });
        Ok(found.collect())
    }

    /// The rows in the order of the original. Lines of the translation alone follow the line before them; those whose line
    /// is gone from the original are named.
    fn list(&self, partners: &[Option<usize>], gone: &[Option<usize>], since: &[Option<usize>]) -> Vec<TranslationRow> {
        let mut of_original = vec![None; self.original.len()];
        for (at, partner) in partners.iter().enumerate() {
            if let Some(partner) = partner {
                of_original[*partner] = Some(at);
            }
        }
        let mut rows = Vec::new();
        let mut done = vec![false; self.translation.len()];
        let mut add_alone = |rows: &mut Vec<TranslationRow>, mut next: usize| {
            while partners.get(next).is_some_and(Option::is_none) {
                self.add_alone(next, gone, &mut done, rows);
                next += 1;
            }
        };
        add_alone(&mut rows, 0);
        for (at, unit) in self.original.iter().enumerate() {
            let partner = of_original[at];
            let has_text = unit.has_text() || partner.is_some_and(|partner| self.translation[partner].has_text());
            if has_text {
                let change = match since.get(at).copied().flatten() {
                    None => Some(OriginalChange::Added),
                    Some(then) if self.translated[then].is_same(unit) => None,
                    Some(then) => Some(OriginalChange::Changed(then)),
                };
                rows.push(TranslationRow { original: Some(at), translation: partner, change });
            }
            if let Some(partner) = partner {
                add_alone(&mut rows, partner + 1);
            }
        }
        rows
    }

    fn add_alone(&self, alone: usize, gone: &[Option<usize>], done: &mut [bool], rows: &mut Vec<TranslationRow>) {
        if std::mem::replace(&mut done[alone], true) || !self.translation[alone].has_text() {
            return;
        }
        let change = gone.get(alone).copied().flatten().map(OriginalChange::Removed);
        rows.push(TranslationRow { original: None, translation: Some(alone), change });
    }

    /// The lines of a row.
    pub fn lines(&self, row: &TranslationRow) -> (Option<&TranslationUnit>, Option<&TranslationUnit>) {
        (row.original.map(|at| &self.original[at]), row.translation.map(|at| &self.translation[at]))
    }

    /// The codes of both lines of a row.
    pub fn codes(&self, row: &TranslationRow) -> CodeTable {
        let (original, translation) = self.lines(row);
        CodeTable::of(original, translation)
    }

    /// Whether the line says something else than the original, or needs no translation.
    pub fn is_translated(&self, row: &TranslationRow) -> bool {
        let (Some(original), Some(translation)) = self.lines(row) else { return row.original.is_none() };
        let before = match row.change {
            Some(OriginalChange::Changed(then)) => Some(&self.translated[then]),
            _ => None,
        };
        !original.has_words() || !(translation.is_same(original) || before.is_some_and(|old| translation.is_same(old)))
    }

    pub fn counts(&self) -> TranslationCounts {
        let mut counts = TranslationCounts::default();
        for row in &self.rows {
            let has_words = self.lines(row).0.is_some_and(TranslationUnit::has_words);
            counts.lines += usize::from(has_words);
            counts.translated += usize::from(has_words && self.is_translated(row));
            counts.changed += usize::from(row.change.is_some());
        }
        counts
    }
}

/// The lines by the beginning of their element and their place in it.
fn by_place(units: &[TranslationUnit]) -> HashMap<(usize, usize), usize> {
    units.iter().enumerate().map(|(at, unit)| ((unit.around.start, unit.ordinal), at)).collect()
}
