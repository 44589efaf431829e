//! Clauses: the paragraphs of an item that have an address, such as `(b)(2)(ii)`.
//!
//! A path is the markers from the outermost to the own one, separated by `/`. A paragraph without a marker counts as
//! `¶1`, `¶2` …, a list item with a bullet as `•1`, `•2` …; a path that occurs again has `~2`, `~3` … behind it.
//! [`split`] finds clauses in a plain text; readers of formats that say more use `ClauseBuilder`.

mod build;
mod marker;
#[cfg(test)]
mod tests;

pub(crate) use build::ClauseBuilder;
pub(crate) use marker::{chained_markers, tabbed_marker};

use crate::clean;

/// A paragraph with its address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceClause {
    /// Unique in the item: `(b)/(2)/(ii)`.
    pub path: String,
    /// The marker as it is printed; empty if there is none.
    pub marker: String,
    pub text: String,
}

impl SourceClause {
    /// How the trade writes it: `ADR.OR.B.015(b)(2)(ii)`.
    pub fn address(&self, code: &str) -> String {
        let mut address = String::from(code);
        address.extend(self.path.chars().filter(|c| *c != '/'));
        address
    }

    /// The number of clauses around it.
    pub fn depth(&self) -> usize {
        self.path.matches('/').count()
    }
}

/// The text of all clauses, each on lines of its own.
pub fn joined(clauses: &[SourceClause]) -> String {
    let mut text = String::new();
    for (place, clause) in clauses.iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        text.push_str(&clause.marker);
        if !clause.marker.is_empty() && !clause.text.is_empty() {
            text.push(' ');
        }
        text.push_str(&clause.text);
    }
    text
}

/// The clauses of a plain text, by the markers at the beginning of its lines.
pub fn split(text: &str) -> Vec<SourceClause> {
    split_with_doubts(text).0
}

/// The clauses, and the number of markers whose level is a guess.
pub(crate) fn split_with_doubts(text: &str) -> (Vec<SourceClause>, usize) {
    let text = clean::block(text);
    let lines: Vec<(Vec<&str>, &str)> = text.lines().map(chained_markers).collect();
    let mut builder = ClauseBuilder::default();
    for (place, (markers, rest)) in lines.iter().enumerate() {
        let Some((last, before)) = markers.split_last() else {
            builder.plain(rest);
            continue;
        };
        let next = lines[place + 1..].iter().take(200).find_map(|(markers, _)| markers.first().copied());
        for (at, marker) in before.iter().enumerate() {
            builder.inferred(marker, false, markers.get(at + 1).copied(), "");
        }
        builder.inferred(last, false, next, rest);
    }
    builder.finish()
}

/// Where each clause begins in [`joined`], as `path@line` from 1.
pub(crate) fn layout(clauses: &[SourceClause]) -> String {
    let mut layout = String::new();
    let mut line = 1;
    for clause in clauses {
        if !layout.is_empty() {
            layout.push(' ');
        }
        layout.push_str(&clause.path);
        layout.push('@');
        layout.push_str(&line.to_string());
        line += clause.text.matches('\n').count() + 1;
    }
    layout
}

/// The clauses of a text by a [`layout`]; `None` if the two do not fit.
pub(crate) fn by_layout(text: &str, layout: &str) -> Option<Vec<SourceClause>> {
    let text = clean::block(text);
    let lines: Vec<&str> = text.lines().collect();
    let starts = layout.split_whitespace().map(|entry| {
        let (path, line) = entry.rsplit_once('@')?;
        let line: usize = line.parse().ok()?;
        Some((path, line.checked_sub(1)?))
    });
    let starts: Vec<(&str, usize)> = starts.collect::<Option<_>>()?;
    if starts.first().is_none_or(|(_, line)| *line != 0) {
        return None;
    }
    let mut used = std::collections::HashSet::new();
    let mut clauses = Vec::with_capacity(starts.len());
    for (place, (path, start)) in starts.iter().enumerate() {
        let end = starts.get(place + 1).map_or(lines.len(), |(_, line)| *line);
        let own = lines.get(*start..end).filter(|own| !own.is_empty())?;
        if path.is_empty() || !used.insert(*path) {
            return None;
        }
        let marker = marker_of_path(path, own[0]);
        let first = own[0].strip_prefix(marker)?;
        let first = first.strip_prefix(' ').unwrap_or(first);
        let mut text = String::from(first);
        for line in &own[1..] {
            text.push('\n');
            text.push_str(line);
        }
        clauses.push(SourceClause { path: (*path).to_owned(), marker: marker.to_owned(), text: clean::block(&text) });
    }
    Some(clauses)
}

/// The marker that a clause of this path has at the beginning of its line.
fn marker_of_path<'t>(path: &'t str, line: &'t str) -> &'t str {
    let last = path.rsplit('/').next().unwrap_or_default();
    match last.chars().next() {
        Some('¶') => "",
        Some('•') => line.split(' ').next().unwrap_or_default(),
        _ => last.split('~').next().unwrap_or_default(),
    }
}
