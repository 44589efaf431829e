//! Entries of a publication that its next issue drops and that stay, or that leave with their module.

use std::collections::HashSet;
use std::hash::BuildHasher;

use domain::text::fold;

use super::{Outline, OutlineEdit, OutlineKind, OutlinePlace, PublicationEntry, edit, is_section, read, title_of};
use crate::code::Identity;
use crate::guard::{self, Refusal};
use crate::object::write::{inner_range, space_before};
use crate::object::{Title, parse_text};
use crate::splice;

/// The text of the next issue of a publication, `new`, with the entries of the old one for these folded codes that it
/// does not have any more; `None` when there are none. Each stands in its old section, which comes back where the new
/// issue dropped it too.
pub fn keep(old: &str, new: &str, codes: &HashSet<String, impl BuildHasher>) -> Result<Option<String>, Refusal> {
    let before = read(old)?;
    let after = self::codes(new)?;
    let mut text = new.to_owned();
    for (number, entry) in before.iter().enumerate() {
        if code_of(entry).is_some_and(|code| codes.contains(&code) && !after.contains(&code)) {
            text = put_back(old, &before, number, &text)?.unwrap_or(text);
        }
    }
    Ok((text != new).then_some(text))
}

/// The text of a publication without its entries for a folded code, and without the sections that have no other;
/// `None` when it has none.
pub fn drop_entries(text: &str, code: &str) -> Result<Option<String>, Refusal> {
    let mut changed = text.to_owned();
    // One at a time: where the only other entry of a section goes too, the section itself goes.
    while let Some(entry) = first_dropped(&read(&changed)?, code) {
        let splices = edit(&changed, &OutlineEdit::Remove { entry })?;
        let Some(shorter) = splices.and_then(|splices| splice::apply(&changed, &splices)) else { break };
        changed = shorter;
    }
    Ok((changed != text).then_some(changed))
}

/// Their text of a publication without the entries for modules that both sides added: ours stand for both. Where theirs is
/// the only one of its section, or where they have the module at several places, all stay. `None` when there are none.
pub fn without_doubles(base: &str, theirs: &str, ours: &str) -> Result<Option<String>, Refusal> {
    let (old, own) = (codes(base)?, codes(ours)?);
    let is_double = |entries: &[PublicationEntry], number: usize| {
        let code = code_of(&entries[number]);
        code.as_ref().is_some_and(|code| own.contains(code) && !old.contains(code))
            && children(entries, entries[number].parent).len() > 1
            && entries.iter().filter(|entry| code_of(entry) == code).count() == 1
    };
    let mut changed = theirs.to_owned();
    loop {
        let entries = read(&changed)?;
        let Some(entry) = (0..entries.len()).find(|number| is_double(&entries, *number)) else { break };
        let splices = edit(&changed, &OutlineEdit::Remove { entry })?;
        let Some(shorter) = splices.and_then(|splices| splice::apply(&changed, &splices)) else { break };
        changed = shorter;
    }
    Ok((changed != theirs).then_some(changed))
}

/// The outermost entry that is nothing without those for a code.
fn first_dropped(entries: &[PublicationEntry], code: &str) -> Option<usize> {
    let mut is_dropped: Vec<bool> = entries.iter().map(|entry| code_of(entry).is_some_and(|own| own == code)).collect();
    // Entries come after the section that they stand in.
    for number in (0..entries.len()).rev().filter(|number| entries[*number].kind == OutlineKind::Section) {
        let inside = children(entries, Some(number));
        is_dropped[number] = !inside.is_empty() && inside.iter().all(|child| is_dropped[*child]);
    }
    is_dropped.iter().position(|is_dropped| *is_dropped)
}

/// The folded code that an entry refers to, in any language.
fn code_of(entry: &PublicationEntry) -> Option<String> {
    let target = entry.target.clone()?;
    Some(fold(&Identity { language: None, ..target }.to_string()))
}

/// The folded codes that the entries of a publication refer to.
pub fn codes(text: &str) -> Result<HashSet<String>, Refusal> {
    Ok(read(text)?.iter().filter_map(code_of).collect())
}

fn children(entries: &[PublicationEntry], parent: Option<usize>) -> Vec<usize> {
    (0..entries.len()).filter(|number| entries[*number].parent == parent).collect()
}

/// Writes an entry of the old text into the new one.
fn put_back(old: &str, before: &[PublicationEntry], number: usize, new: &str) -> Result<Option<String>, Refusal> {
    let after = read(new)?;
    let mut written = old[before[number].range.clone()].to_owned();
    let mut entry = number;
    let parent = loop {
        let Some(section) = before[entry].parent else { break None };
        if let Some(same) = same_section(before, section, &after) {
            break Some(same);
        }
        written = in_section(old, section, &written)?.unwrap_or(written);
        entry = section;
    };
    let place = OutlinePlace { parent, index: index_of(before, entry, &after, parent) };
    if let Some(text) = inserted(new, place, &written)?
        && read(&text).is_ok()
    {
        return Ok(Some(text));
    }
    // Its bytes need something that the new text does not declare, such as a namespace.
    let Some(target) = before[number].target.clone() else { return Ok(None) };
    let title = Title { technical: before[number].title.clone(), ..Title::default() };
    let splices = edit(new, &OutlineEdit::AddReference { place, target, title })?;
    Ok(splices.and_then(|splices| splice::apply(new, &splices)))
}

fn inserted(text: &str, place: OutlinePlace, written: &str) -> Result<Option<String>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let splices = Outline::of(text, &document).and_then(|outline| outline.insert(place, written));
    Ok(splices.and_then(|splices| splice::apply(text, &splices)))
}

/// An entry inside the tags and behind the title of a section; `None` when there is no such section.
fn in_section(text: &str, section: usize, written: &str) -> Result<Option<String>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let outline = Outline::of(text, &document);
    let Some(node) = outline.and_then(|outline| outline.node(section)).filter(|node| is_section(*node)) else {
        return Ok(None);
    };
    let Some(inner) = inner_range(text, node) else { return Ok(None) };
    let (open, close) = (&text[node.range().start..inner.start], &text[inner.end..node.range().end]);
    let (title, space) = title_of(node).map_or(("", ""), |title| (&text[title.range()], space_before(text, title)));
    let end = space_before(text, node);
    Ok(Some(format!("{open}{space}{title}{space}{written}{end}{close}")))
}

/// The section of the new issue that a section of the old one is: the only one with the same titles from the top down,
/// else the one with most of the same entries.
fn same_section(before: &[PublicationEntry], section: usize, after: &[PublicationEntry]) -> Option<usize> {
    let sections = || (0..after.len()).filter(|number| after[*number].kind == OutlineKind::Section);
    let titles = titles(before, section);
    if titles.first().is_some_and(|title| !title.is_empty()) {
        let mut candidates = sections().filter(|number| self::titles(after, *number) == titles);
        if let (Some(found), None) = (candidates.next(), candidates.next()) {
            return Some(found);
        }
    }
    let own = codes_in(before, section);
    let shared = |number: usize| codes_in(after, number).intersection(&own).count();
    let mut best: Option<(usize, usize)> = None;
    for number in sections() {
        let count = shared(number);
        if count > best.map_or(0, |(count, _)| count) {
            best = Some((count, number));
        }
    }
    best.map(|(_, number)| number)
}

/// The titles of a section and of those around it, from the inside out.
fn titles(entries: &[PublicationEntry], section: usize) -> Vec<String> {
    let around = std::iter::successors(Some(section), |number| entries[*number].parent);
    around.map(|number| fold(entries[number].title.trim())).collect()
}

/// The codes that the entries directly in a section refer to.
fn codes_in(entries: &[PublicationEntry], section: usize) -> HashSet<String> {
    entries.iter().filter(|entry| entry.parent == Some(section)).filter_map(code_of).collect()
}

/// The index for an old entry among those of a new section: behind its nearest neighbour before it that is there, else
/// before the nearest one after it, else at the end.
fn index_of(before: &[PublicationEntry], entry: usize, after: &[PublicationEntry], parent: Option<usize>) -> usize {
    let there = children(after, parent);
    let position = |neighbour: usize| {
        let old = &before[neighbour];
        let same = if old.kind == OutlineKind::Section { same_section(before, neighbour, after) } else { None };
        there.iter().position(|number| match old.kind {
            OutlineKind::Section => Some(*number) == same,
            OutlineKind::External => after[*number].kind == old.kind && after[*number].title == old.title,
            _ => code_of(&after[*number]).is_some_and(|code| Some(code) == code_of(old)),
        })
    };
    let neighbours = children(before, before[entry].parent);
    let (earlier, later): (Vec<usize>, Vec<usize>) = neighbours.into_iter().partition(|number| *number < entry);
    let behind = earlier.into_iter().rev().find_map(position).map(|found| found + 1);
    behind.or_else(|| later.into_iter().find_map(position)).unwrap_or(there.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: &str) -> String {
        format!(
            "<dmRef><dmRefIdent><dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" \
             subSubSystemCode=\"1\" assyCode=\"{number}\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"040\" \
             infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent></dmRef>"
        )
    }

    fn code(number: &str) -> String {
        format!("dmc-nv-a-29-11-{number}-00a-040a-a")
    }

    fn section(title: &str, inside: &[String]) -> String {
        format!("<pmEntry><pmEntryTitle>{title}</pmEntryTitle>{}</pmEntry>", inside.concat())
    }

    fn publication(sections: &[String]) -> String {
        format!("<pm><identAndStatusSection/><content>{}</content></pm>", sections.concat())
    }

    /// Titles and codes, with their depth.
    fn drawn(text: &str) -> Vec<String> {
        let entries = read(text).expect("a publication");
        let line = |entry: &PublicationEntry| {
            let depth = std::iter::successors(entry.parent, |number| entries[*number].parent).count();
            let name = code_of(entry).unwrap_or_else(|| entry.title.clone());
            format!("{}{}", " ".repeat(depth), name.replace("dmc-nv-a-29-11-", "").replace("-00a-040a-a", ""))
        };
        entries.iter().map(line).collect()
    }

    fn kept(old: &str, new: &str, numbers: &[&str]) -> Vec<String> {
        let codes: HashSet<String> = numbers.iter().map(|number| code(number)).collect();
        drawn(&keep(old, new, &codes).expect("publications").expect("a change"))
    }

    #[test]
    fn a_dropped_entry_stays_behind_its_neighbour() {
        let old = publication(&[section("One", &["01", "02", "03"].map(entry)), section("Two", &[entry("04")])]);
        let new = publication(&[section("One", &["00", "01", "03"].map(entry)), section("Two", &[entry("04")])]);
        assert_eq!(kept(&old, &new, &["02"]), ["One", " 00", " 01", " 02", " 03", "Two", " 04"]);
        let renamed = new.replace(">One<", ">First<");
        assert_eq!(kept(&old, &renamed, &["02"])[..4], ["First", " 00", " 01", " 02"], "its section has a new title");
        assert_eq!(keep(&old, &new, &HashSet::new()), Ok(None), "others leave");
        assert_eq!(keep(&old, &new, &HashSet::from([code("04")])), Ok(None), "it is there still");
    }

    #[test]
    fn a_section_comes_back_with_the_entries_that_stay() {
        let inner = section("Pumps", &["02", "03", "04"].map(entry));
        let old =
            publication(&[section("One", &[entry("01")]), section("Two", &[inner]), section("Three", &[entry("05")])]);
        let new = publication(&[section("One", &[entry("01")]), section("Three", &[entry("05")])]);
        let expected = ["One", " 01", "Two", " Pumps", "  02", "  04", "Three", " 05"];
        assert_eq!(kept(&old, &new, &["02", "04"]), expected);
    }

    #[test]
    fn an_entry_whose_bytes_need_another_namespace_is_written_anew() {
        let linked = entry("02").replace("<dmRef>", "<dmRef xlink:type=\"simple\">");
        let old = publication(&[section("One", &[entry("01"), linked])])
            .replace("<pm>", "<pm xmlns:xlink=\"http://www.w3.org/1999/xlink\">");
        let new = publication(&[section("One", &[entry("01")])]);
        assert_eq!(kept(&old, &new, &["02"]), ["One", " 01", " 02"]);
    }

    #[test]
    fn a_module_that_both_sides_added_stands_where_we_put_it() {
        let base = publication(&[section("One", &[entry("01")]), section("Two", &[entry("02")])]);
        let theirs = publication(&[section("One", &["01", "09"].map(entry)), section("Two", &["02", "03"].map(entry))]);
        let ours = publication(&[section("One", &[entry("01")]), section("Two", &["02", "09"].map(entry))]);
        let without = |theirs: &str| without_doubles(&base, theirs, &ours).expect("publications");
        assert_eq!(drawn(&without(&theirs).expect("a change")), ["One", " 01", "Two", " 02", " 03"]);
        let alone = publication(&[section("One", &[entry("01")]), section("New", &[entry("09")])]);
        assert_eq!(without(&alone), None, "their section would be empty");
        let twice = publication(&[section("One", &["01", "09"].map(entry)), section("Two", &["02", "09"].map(entry))]);
        assert_eq!(without(&twice), None, "they have it at two places");
        assert_eq!(without(&base), None);
    }

    #[test]
    fn a_module_leaves_with_all_its_entries_and_empty_sections() {
        let inner = section("Pumps", &[entry("02")]);
        let text = publication(&[section("One", &[entry("01"), entry("02")]), section("Two", &[inner])]);
        let without = |number: &str| drop_entries(&text, &code(number)).expect("a publication");
        assert_eq!(drawn(&without("02").expect("a change")), ["One", " 01"]);
        assert_eq!(without("09"), None);
    }
}
