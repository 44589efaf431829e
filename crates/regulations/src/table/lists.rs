//! Cells with several values: one on each line, or separated by semicolons.

use crate::clean;
use crate::mapping::Relationship;
use crate::model::{CrossReference, ImagePlace, ItemCounterpart, SourceTag};

/// Between a clause and what it refers to.
const ARROW: &str = " → ";

/// The values of a cell.
pub(super) fn values(cell: &str) -> Vec<String> {
    // Codes may have semicolons; lines then separate them.
    let parts: Vec<&str> = if cell.contains('\n') { cell.lines().collect() } else { cell.split(';').collect() };
    parts.into_iter().map(clean::line).filter(|value| !value.is_empty()).collect()
}

/// A cell that [`values`] reads as these values.
pub(super) fn cell<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    let mut count = 0;
    for value in values {
        if count > 0 {
            text.push('\n');
        }
        text.push_str(value.as_ref());
        count += 1;
    }
    if count == 1 && text.contains(';') {
        text.push('\n');
    }
    text
}

pub(super) fn tags(cell: &str) -> Vec<SourceTag> {
    let tag = |entry: String| match entry.split_once('=') {
        Some((name, value)) => SourceTag::new(name, value),
        None => SourceTag::new("", &entry),
    };
    values(cell).into_iter().map(tag).collect()
}

pub(super) fn tags_cell(tags: &[SourceTag]) -> String {
    let entry = |tag: &SourceTag| {
        if tag.name().is_empty() { tag.value().to_owned() } else { [tag.name(), "=", tag.value()].concat() }
    };
    cell(tags.iter().map(entry))
}

/// `path → target` or the target alone.
pub(super) fn references(cell: &str) -> Vec<CrossReference> {
    let reference = |entry: String| match entry.split_once(ARROW) {
        Some((clause, target)) => CrossReference { clause: clause.to_owned(), target: target.to_owned() },
        None => CrossReference { clause: String::new(), target: entry },
    };
    values(cell).into_iter().map(reference).collect()
}

pub(super) fn references_cell(references: &[CrossReference]) -> String {
    cell(references.iter().map(|reference| placed(&reference.clause, &reference.target)))
}

pub(super) fn images(cell: &str) -> Vec<ImagePlace> {
    references(cell).into_iter().map(|place| ImagePlace { clause: place.clause, image: place.target }).collect()
}

pub(super) fn images_cell(images: &[ImagePlace]) -> String {
    cell(images.iter().map(|place| placed(&place.clause, &place.image)))
}

fn placed(clause: &str, target: &str) -> String {
    if clause.is_empty() { target.to_owned() } else { [clause, ARROW, target].concat() }
}

/// `COLLECTION:code|relationship`; the entries that cannot be read come second.
pub(super) fn counterparts(cell: &str) -> (Vec<ItemCounterpart>, Vec<String>) {
    let (mut read, mut wrong) = (Vec::new(), Vec::new());
    for entry in values(cell) {
        let (target, word) = entry.rsplit_once('|').unwrap_or((&entry, "equal"));
        let parts = target
            .split_once(':')
            .filter(|(collection, code)| !collection.trim().is_empty() && !code.trim().is_empty());
        match (parts, Relationship::parse(word)) {
            (Some((collection, code)), Some(relationship)) => {
                read.push(ItemCounterpart {
                    collection: clean::line(collection),
                    code: clean::line(code),
                    relationship,
                });
            }
            _ => wrong.push(entry),
        }
    }
    (read, wrong)
}

pub(super) fn counterparts_cell(counterparts: &[ItemCounterpart]) -> String {
    let entry = |one: &ItemCounterpart| [&one.collection, ":", &one.code, "|", one.relationship.as_str()].concat();
    cell(counterparts.iter().map(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_they_were_written() {
        for list in [vec![], vec!["a"], vec!["a;b"], vec!["a", "b;c"], vec!["a", "b"]] {
            assert_eq!(values(&cell(&list)), list);
        }
        assert_eq!(values("a; b;;c"), ["a", "b", "c"]);
        let tags_read = tags("SMS;Domain=Air operations; PCO");
        assert_eq!(tags_read[1], SourceTag::new("Domain", "Air operations"));
        assert_eq!(tags(&tags_cell(&tags_read)), tags_read);
    }

    #[test]
    fn counterparts_name_a_collection_a_code_and_a_relationship() {
        let (read, wrong) = counterparts("ICAO-A6-I:4.2.1|intersects-with;IOSA:ORG 1.1;nothing;X:|equal;A:b|same");
        assert_eq!(read.len(), 2);
        assert_eq!(counterparts_cell(&read), "ICAO-A6-I:4.2.1|intersects\nIOSA:ORG 1.1|equal");
        assert_eq!(wrong, ["nothing", "X:|equal", "A:b|same"]);
    }
}
