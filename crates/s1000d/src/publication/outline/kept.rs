//! Entries of a publication that its next issue drops and that stay, or that leave with their module.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use domain::text::fold;
use roxmltree::Node;

use super::{Outline, OutlineEdit, OutlineKind, OutlinePlace, PublicationEntry, edit, read, read_entry, title_of};
use crate::code::Identity;
use crate::guard::{self, Refusal};
use crate::object::ident::text_of;
use crate::object::write::{escaped, inner_range, reference, space_before};
use crate::object::{Title, copied, parse_text};
use crate::splice;

/// The entries of a publication with their codes.
struct CodedEntries {
    entries: Vec<PublicationEntry>,
    /// The folded code that each entry refers to, in any language.
    codes: Vec<Option<String>>,
    /// The entries directly in each section.
    children: HashMap<Option<usize>, Vec<usize>>,
}

impl CodedEntries {
    fn of(entries: Vec<PublicationEntry>) -> Self {
        let codes = entries.iter().map(code_of).collect();
        let mut children: HashMap<Option<usize>, Vec<usize>> = HashMap::new();
        for (number, entry) in entries.iter().enumerate() {
            children.entry(entry.parent).or_default().push(number);
        }
        Self { entries, codes, children }
    }

    fn read(text: &str) -> Result<Self, Refusal> {
        Ok(Self::of(read(text)?))
    }

    fn children(&self, parent: Option<usize>) -> &[usize] {
        self.children.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// The numbers of the sections.
    fn sections(&self) -> impl DoubleEndedIterator<Item = usize> {
        (0..self.entries.len()).filter(|number| self.entries[*number].kind == OutlineKind::Section)
    }

    /// The codes that the entries directly in a section refer to.
    fn codes_in(&self, section: usize) -> HashSet<&str> {
        self.children(Some(section)).iter().filter_map(|number| self.codes[*number].as_deref()).collect()
    }

    /// The titles of a section and of those around it, from the inside out.
    fn titles(&self, section: usize) -> Vec<String> {
        let around = std::iter::successors(Some(section), |number| self.entries[*number].parent);
        around.map(|number| fold(self.entries[number].title.trim())).collect()
    }
}

/// The text of the next issue of a publication, `new`, with the entries of the old one for these folded codes that it
/// does not have any more; `None` when there are none. Each stands in its old section, which comes back where the new
/// issue dropped it too.
pub fn keep(old: &str, new: &str, codes: &HashSet<String, impl BuildHasher>) -> Result<Option<String>, Refusal> {
    let checked = guard::check_text(old)?;
    let document = parse_text(checked.text())?;
    let Some(outline) = Outline::of(old, &document) else { return Ok(None) };
    let before = CodedEntries::of(outline.entries());
    let after = self::codes(new)?;
    let mut text = new.to_owned();
    for (number, code) in before.codes.iter().enumerate() {
        if code.as_ref().is_some_and(|code| codes.contains(code) && !after.contains(code)) {
            text = put_back((&outline, &before), number, &text)?.unwrap_or(text);
        }
    }
    Ok((text != new).then_some(text))
}

/// The text of a publication without its entries for a folded code, and without the sections that have no other;
/// `None` when it has none.
pub fn drop_entries(text: &str, code: &str) -> Result<Option<String>, Refusal> {
    let mut changed = text.to_owned();
    // One at a time: where the only other entry of a section goes too, the section itself goes.
    while let Some(entry) = first_dropped(&CodedEntries::read(&changed)?, code) {
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
    let mut changed = theirs.to_owned();
    loop {
        let contents = CodedEntries::read(&changed)?;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for code in contents.codes.iter().flatten() {
            *counts.entry(code).or_default() += 1;
        }
        let is_double = |number: &usize| {
            let is_added =
                |code: &String| own.contains(code) && !old.contains(code) && counts.get(code.as_str()) == Some(&1);
            contents.codes[*number].as_ref().is_some_and(is_added)
                && contents.children(contents.entries[*number].parent).len() > 1
        };
        let Some(entry) = (0..contents.entries.len()).find(is_double) else { break };
        let splices = edit(&changed, &OutlineEdit::Remove { entry })?;
        let Some(shorter) = splices.and_then(|splices| splice::apply(&changed, &splices)) else { break };
        changed = shorter;
    }
    Ok((changed != theirs).then_some(changed))
}

/// The outermost entry that is nothing without those for a code.
fn first_dropped(contents: &CodedEntries, code: &str) -> Option<usize> {
    let mut is_dropped: Vec<bool> = contents.codes.iter().map(|own| own.as_deref() == Some(code)).collect();
    // Entries come after the section that they stand in.
    for number in contents.sections().rev() {
        let inside = contents.children(Some(number));
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

/// Writes an entry of the old text into the new one, with what it applies to.
fn put_back(
    (old, before): (&Outline<'_, '_>, &CodedEntries),
    number: usize,
    text: &str,
) -> Result<Option<String>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    let Some(new) = Outline::of(text, &document) else { return Ok(None) };
    let after = CodedEntries::of(new.entries());
    let mut entry = number;
    let mut gone = Vec::new();
    let parent = loop {
        let Some(section) = before.entries[entry].parent else { break None };
        if let Some(same) = same_section(before, section, &after) {
            break Some(same);
        }
        gone.push(section);
        entry = section;
    };
    let place = OutlinePlace { parent, index: index_of(before, entry, &after, parent) };
    let inserted = |written: String| {
        let splices = new.insert(place, &written)?;
        splices.first().and_then(|splice| copied::insert(old.text, text, splice))
    };
    // Bytes that need something that the new text does not declare, such as a namespace, are written anew.
    let same = as_written(old, number, &gone).and_then(inserted);
    Ok(same.or_else(|| {
        let written = anew(old, &new, number, &gone)?;
        inserted(if gone.is_empty() { new.wrapped(&written, place) } else { written })
    }))
}

/// An entry in the sections around it that are gone, innermost first, with the bytes of the old text.
fn as_written(old: &Outline<'_, '_>, number: usize, gone: &[usize]) -> Option<String> {
    let mut written = old.text[old.node(number)?.range()].to_owned();
    for section in gone {
        written = in_section(old.text, old.node(*section)?, &written).unwrap_or(written);
    }
    Some(written)
}

/// The same with titles, references and what they apply to alone.
fn anew(old: &Outline<'_, '_>, new: &Outline<'_, '_>, number: usize, gone: &[usize]) -> Option<String> {
    let node = old.node(number)?;
    let (_, title, target) = read_entry(node);
    let mut written = reference(&target?, &Title { technical: title, ..Title::default() }, new.prefix())?;
    limit(&mut written, node);
    for section in gone {
        let node = old.node(*section)?;
        let (prefix, name) = (new.prefix(), new.title_name());
        let title = title_of(node).map(|title| format!("<{name}>{}</{name}>", escaped(&text_of(title))));
        written = format!("<{prefix}pmEntry>{}{written}</{prefix}pmEntry>", title.unwrap_or_default());
        limit(&mut written, node);
    }
    Some(written)
}

/// Writes what an old element applies to into the start tag of its copy.
fn limit(written: &mut String, old: Node<'_, '_>) {
    if let Some(end) = written.find('>') {
        written.insert_str(end, &copied::applic_attribute(old));
    }
}

/// An entry inside the tags and behind the title of a section; `None` for a section that is a single tag.
fn in_section(text: &str, section: Node<'_, '_>, written: &str) -> Option<String> {
    let inner = inner_range(text, section)?;
    let (open, close) = (&text[section.range().start..inner.start], &text[inner.end..section.range().end]);
    let (title, space) = title_of(section).map_or(("", ""), |title| (&text[title.range()], space_before(text, title)));
    let end = space_before(text, section);
    Some(format!("{open}{space}{title}{space}{written}{end}{close}"))
}

/// The section of the new issue that a section of the old one is: the only one with the same titles from the top down,
/// else the one with most of the same entries.
fn same_section(before: &CodedEntries, section: usize, after: &CodedEntries) -> Option<usize> {
    let titles = before.titles(section);
    if titles.first().is_some_and(|title| !title.is_empty()) {
        let mut candidates = after.sections().filter(|number| after.titles(*number) == titles);
        if let (Some(found), None) = (candidates.next(), candidates.next()) {
            return Some(found);
        }
    }
    let own = before.codes_in(section);
    let mut best: Option<(usize, usize)> = None;
    for number in after.sections() {
        let count = after.codes_in(number).intersection(&own).count();
        if count > best.map_or(0, |(count, _)| count) {
            best = Some((count, number));
        }
    }
    best.map(|(_, number)| number)
}

/// The index for an old entry among those of a new section: behind its nearest neighbour before it that is there, else
/// before the nearest one after it, else at the end.
fn index_of(before: &CodedEntries, entry: usize, after: &CodedEntries, parent: Option<usize>) -> usize {
    let there = after.children(parent);
    let mut by_code: HashMap<&str, usize> = HashMap::new();
    for (index, number) in there.iter().enumerate() {
        if let Some(code) = &after.codes[*number] {
            by_code.entry(code).or_insert(index);
        }
    }
    let position = |neighbour: usize| {
        let old = &before.entries[neighbour];
        match old.kind {
            OutlineKind::Section => {
                let same = same_section(before, neighbour, after)?;
                there.iter().position(|number| *number == same)
            }
            OutlineKind::External => there.iter().position(|number| {
                let new = &after.entries[*number];
                new.kind == old.kind && new.title == old.title
            }),
            _ => by_code.get(before.codes[neighbour].as_deref()?).copied(),
        }
    };
    let neighbours = before.children(before.entries[entry].parent);
    let own = neighbours.partition_point(|number| *number < entry);
    let (earlier, later) = neighbours.split_at(own);
    let behind = earlier.iter().rev().find_map(|number| position(*number)).map(|found| found + 1);
    behind.or_else(|| later.iter().skip(1).find_map(|number| position(*number))).unwrap_or(there.len())
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
    fn an_entry_that_stays_applies_to_the_same_aircraft() {
        let stated = |publication: &str, id: &str, words: &str| {
            let statement = format!("<applic id=\"{id}\"><displayText>{words}</displayText></applic>");
            let group = "</referencedApplicGroup>";
            if publication.contains(group) {
                return publication.replace(group, &format!("{statement}{group}"));
            }
            publication.replace("<content>", &format!("<content><referencedApplicGroup>{statement}{group}"))
        };
        let limited = |entry: &str, id: &str| entry.replacen('>', &format!(" applicRefId=\"{id}\">"), 1);
        let pumps = |entry: &str, section: &str| {
            limited(&self::section("Pumps", &[limited(&self::entry("02"), entry)]), section)
        };
        let whole = |pumps: &str| publication(&[section("One", &[entry("01")]), pumps.to_owned()]);
        let old = stated(&stated(&whole(&pumps("a", "b")), "a", "One"), "b", "Two");
        let new = stated(&publication(&[section("One", &[entry("01")])]), "a", "Two");
        let kept = |old: &str| keep(old, &new, &HashSet::from([code("02")])).expect("publications").expect("a change");
        let expected = stated(&stated(&whole(&pumps("a-2", "a")), "a", "Two"), "a-2", "One");
        assert_eq!(kept(&old), expected, "one id is another statement's now, the other has another id");
        let linked = old.replace("<pm>", "<pm xmlns:x=\"urn:x\">").replace("<dmRef ", "<dmRef x:type=\"simple\" ");
        assert_eq!(kept(&linked), expected, "written anew");
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
