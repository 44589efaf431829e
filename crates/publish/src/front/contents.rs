//! The table of contents.

use s1000d::code::CodeError;

use super::frame::{FrontFrame, PartNumber, lines_of_module};
use super::{FrontEntry, FrontModule, FrontPart, FrontRecords, TakeModule};
use crate::package::xml::{escaped, issue_date};

/// The statement that every reference names: the business rules of the standard demand one.
const APPLIES: &str = "app-0001";

/// One or more modules; none for contents without modules.
pub(super) fn write<E: From<CodeError>>(
    frame: &FrontFrame<'_>,
    records: &FrontRecords,
    take: &mut TakeModule<'_, E>,
) -> Result<(), E> {
    let parts = parts(&records.entries);
    let of = parts.len();
    for (number, part) in parts.iter().enumerate() {
        let (issue, date) = (frame.issue_info(), issue_date(&frame.head.date));
        let list = list(frame, part, &records.modules);
        let applies = escaped(frame.applies_to());
        let body = format!(
            "<referencedApplicGroup>\n<applic id=\"{APPLIES}\"><displayText><simplePara>{applies}</simplePara></displayText>\
             </applic>\n</referencedApplicGroup>\n<frontMatter><frontMatterTableOfContent>\n{issue}\n{date}\n<tocList>\n{list}</tocList>\n\
             </frontMatterTableOfContent></frontMatter>"
        );
        take(frame.module(FrontPart::Contents, PartNumber { number, of }, &body)?)?;
    }
    Ok(())
}

/// The entries in parts of bearable length. A part that begins inside sections repeats their titles.
fn parts(entries: &[FrontEntry]) -> Vec<Vec<&FrontEntry>> {
    let mut made = Vec::new();
    for (number, some) in entries.chunks(lines_of_module(entries.len())).enumerate() {
        let start = number * lines_of_module(entries.len());
        let mut part = around(entries, start);
        part.extend(some);
        let part = with_modules(&part);
        if !part.is_empty() {
            made.push(part);
        }
    }
    made
}

/// The entries around an entry, from the outermost on.
fn around(entries: &[FrontEntry], place: usize) -> Vec<&FrontEntry> {
    let mut level = entries.get(place).map_or(0, |entry| entry.level);
    let mut found = Vec::new();
    for entry in entries.iter().take(place).rev() {
        if entry.level < level {
            level = entry.level;
            found.push(entry);
        }
    }
    found.reverse();
    found
}

/// The entries without sections in which there is no module: the schema does not allow them.
fn with_modules<'e>(entries: &[&'e FrontEntry]) -> Vec<&'e FrontEntry> {
    let mut kept: Vec<&FrontEntry> = Vec::with_capacity(entries.len());
    for entry in entries.iter().rev().copied() {
        // What follows a section on a deeper level stands in it.
        let has_below = kept.last().is_some_and(|next| next.level > entry.level);
        if entry.module.is_some() || has_below {
            kept.push(entry);
        }
    }
    kept.reverse();
    kept
}

/// The entries as elements. A module without anything below it is a reference in the entry around it.
fn list(frame: &FrontFrame<'_>, entries: &[&FrontEntry], modules: &[FrontModule]) -> String {
    let mut text = String::new();
    let mut open: Vec<usize> = Vec::new();
    let applies = [" applicRefId=\"", APPLIES, "\""].concat();
    for (place, entry) in entries.iter().enumerate() {
        while open.last().is_some_and(|level| *level >= entry.level) {
            open.pop();
            text.push_str("</tocEntry>\n");
        }
        let has_below = entries.get(place + 1).is_some_and(|next| next.level > entry.level);
        let own = match entry.module.and_then(|module| modules.get(module)) {
            Some(module) => frame.reference_with(&module.target, &applies),
            None => ["<title>", &escaped(&entry.title), "</title>"].concat(),
        };
        if has_below {
            open.push(entry.level);
            text.push_str("<tocEntry>");
            text.push_str(&own);
        } else if open.is_empty() {
            text.push_str(&["<tocEntry>", &own, "</tocEntry>"].concat());
        } else {
            text.push_str(&own);
        }
        text.push('\n');
    }
    for _ in open {
        text.push_str("</tocEntry>\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(levels: &[(usize, Option<usize>)]) -> Vec<FrontEntry> {
        let entry = |(level, module): &(usize, Option<usize>)| FrontEntry {
            level: *level,
            title: format!("L{level}"),
            module: *module,
        };
        levels.iter().map(entry).collect()
    }

    fn levels(entries: &[&FrontEntry]) -> Vec<usize> {
        entries.iter().map(|entry| entry.level).collect()
    }

    #[test]
    fn sections_without_modules_are_left_out() {
        let given = entries(&[(0, None), (1, None), (1, None), (2, Some(0)), (0, None), (0, Some(1))]);
        let all: Vec<&FrontEntry> = given.iter().collect();
        assert_eq!(levels(&with_modules(&all)), [0, 1, 2, 0]);
    }

    #[test]
    fn a_part_repeats_the_sections_that_it_begins_in() {
        let mut given = entries(&[(0, None), (1, None)]);
        given.extend(entries(&vec![(2, Some(0)); 2_500]));
        let parts = parts(&given);
        assert_eq!(parts.len(), 2);
        assert_eq!(levels(&parts[1][..3]), [0, 1, 2]);
        assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), given.len() + 2);
    }
}
