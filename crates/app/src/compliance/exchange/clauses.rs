//! Clauses as they are stored, and as the model has them.

use std::collections::{HashMap, HashSet};

use domain::id::{PolicyClauseId, PolicyItemId};
use domain::text::hex;
use regulations::clauses::{self, SourceClause};
use sha2::{Digest, Sha256};
use store::regulations::{ContentClause, ContentItem, PlacedClause};

/// Between the path of a clause and its marker, where the marker does not follow from the path.
const SEPARATOR: char = '\t';

/// The path of a clause as it is stored.
pub(super) fn stored_path(clause: &SourceClause) -> String {
    if marker_of(&clause.path, &clause.marker) == clause.marker {
        return clause.path.clone();
    }
    let mut path = clause.path.clone();
    path.push(SEPARATOR);
    path.push_str(&clause.marker);
    path
}

/// A clause of the new version, as it is written.
pub(super) fn placed_clause(
    id: PolicyClauseId,
    item: &PolicyItemId,
    place: usize,
    clause: &SourceClause,
) -> PlacedClause {
    PlacedClause {
        id,
        item: item.clone(),
        position: i64::try_from(place).unwrap_or(i64::MAX),
        marker: shown_marker(clause),
        path: stored_path(clause),
        text: clause.text.clone(),
    }
}

/// The marker that people see: with those of the clauses around it, as in `(a)(1)`.
pub(super) fn shown_marker(clause: &SourceClause) -> String {
    let last = clause.path.rsplit('/').next().unwrap_or_default();
    if last.starts_with(['¶', '•']) {
        return clause.marker.clone();
    }
    let parts = clause.path.split('/').filter(|part| !part.starts_with(['¶', '•']));
    parts.map(|part| part.split('~').next().unwrap_or_default()).collect()
}

/// The marker of a clause by its path; one of a list has a bullet, which the path does not tell.
fn marker_of<'t>(path: &'t str, bullet: &'t str) -> &'t str {
    let last = path.rsplit('/').next().unwrap_or_default();
    match last.chars().next() {
        Some('¶') => "",
        Some('•') => bullet,
        _ => last.split('~').next().unwrap_or_default(),
    }
}

/// The clauses of an item as people read it now.
#[derive(Debug)]
pub(super) struct ReadClauses {
    pub(super) clauses: Vec<SourceClause>,
    /// The ids of the stored clauses by path.
    pub(super) ids: HashMap<String, PolicyClauseId>,
}

/// Where the words of an item are.
enum ItemWords {
    Text,
    Clauses,
    /// A text of its own stands before the clauses.
    Both,
}

/// The hash of a text, to see whether people changed it.
pub(super) fn text_hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// The clauses of an item. Those that a person wrote are found by their markers.
pub(super) fn read(item: &ContentItem) -> ReadClauses {
    let stored = |used: &mut HashSet<String>| -> Vec<SourceClause> {
        item.clauses.iter().map(|clause| of_stored(clause, used)).collect()
    };
    let ids = |clauses: &[SourceClause]| -> HashMap<String, PolicyClauseId> {
        let known = clauses.iter().zip(&item.clauses);
        known.map(|(clause, stored)| (clause.path.clone(), stored.id.clone())).collect()
    };
    let own = stored(&mut HashSet::new());
    match words(item, &own) {
        ItemWords::Text => ReadClauses { ids: ids(&own), clauses: clauses::split(&item.text) },
        ItemWords::Clauses => ReadClauses { ids: ids(&own), clauses: own },
        ItemWords::Both => {
            let mut used = HashSet::new();
            let split = clauses::split(&item.text).into_iter();
            let mut all: Vec<SourceClause> =
                split.map(|clause| SourceClause { path: unique(&clause.path, &mut used), ..clause }).collect();
            let own = stored(&mut used);
            let ids = ids(&own);
            all.extend(own);
            ReadClauses { clauses: all, ids }
        }
    }
}

/// The whole wording of an item, with the clauses that people changed.
pub(super) fn wording(item: &ContentItem) -> String {
    clauses::joined(&read(item).clauses)
}

/// Clauses of a regulation repeat its text. Where people changed one of the two, that one counts.
fn words(item: &ContentItem, own: &[SourceClause]) -> ItemWords {
    if own.is_empty() {
        return ItemWords::Text;
    }
    let joined = clauses::joined(own);
    if item.text.is_empty() || joined == item.text {
        return ItemWords::Clauses;
    }
    let published = item.source.as_ref().map_or("", |source| source.text_hash.as_str());
    if text_hash(&joined) == published {
        ItemWords::Text
    } else if text_hash(&item.text) == published {
        ItemWords::Clauses
    } else {
        ItemWords::Both
    }
}

fn of_stored(clause: &ContentClause, used: &mut HashSet<String>) -> SourceClause {
    let (path, marker) = match clause.path.split_once(SEPARATOR) {
        Some((path, marker)) => (path, marker),
        None => (clause.path.as_str(), marker_of(&clause.path, &clause.marker)),
    };
    let read = SourceClause { path: path.to_owned(), marker: marker.to_owned(), text: clause.text.clone() };
    // A person may have given it another marker since.
    if !path.is_empty() && shown_marker(&read) == clause.marker && used.insert(read.path.clone()) {
        return read;
    }
    let name: String = clause.marker.split_whitespace().collect();
    let name = if name.is_empty() { "¶1".to_owned() } else { name.replace(['/', '@', '~', '¶', '•'], "") };
    SourceClause { path: unique(&name, used), marker: clause.marker.clone(), text: clause.text.clone() }
}

fn unique(path: &str, used: &mut HashSet<String>) -> String {
    let mut own = path.to_owned();
    let mut number = 2;
    while own.is_empty() || !used.insert(own.clone()) {
        own = [path, "~", &number.to_string()].concat();
        number += 1;
    }
    own
}

#[cfg(test)]
mod tests {
    use domain::compliance::{PolicyItemKind, PolicyStatus};
    use store::regulations::ItemSource;

    use super::*;

    fn item(text: &str, clauses: Vec<ContentClause>) -> ContentItem {
        ContentItem {
            id: PolicyItemId("i".to_owned()),
            category: None,
            parent: None,
            path: "/c/i".to_owned(),
            position: 1,
            stable_id: String::new(),
            code: "A".to_owned(),
            title: String::new(),
            text: text.to_owned(),
            guidance: String::new(),
            kind: PolicyItemKind::Rule,
            effective_on: None,
            future_on: None,
            is_assessable: true,
            status: PolicyStatus::NotAssessed,
            proposed: None,
            applicability: String::new(),
            is_withdrawn: false,
            version: 1,
            source: None,
            clauses,
        }
    }

    fn stored(clause: &SourceClause) -> ContentClause {
        ContentClause {
            id: PolicyClauseId("k".to_owned()),
            marker: shown_marker(clause),
            path: stored_path(clause),
            text: clause.text.clone(),
        }
    }

    #[test]
    fn clauses_come_back_as_they_were_stored() {
        let text =
            "Each operator shall:\n(a) keep records\n(1) of training\n(2) of checks\n- and of flights\n(b) show them";
        let odd = SourceClause { path: "(c)".to_owned(), marker: "(c/d)".to_owned(), text: "odd".to_owned() };
        let all: Vec<SourceClause> = clauses::split(text).into_iter().chain([odd]).collect();
        let record = item(&clauses::joined(&all), all.iter().map(stored).collect());
        assert_eq!(read(&record).clauses, all);
        let shown: Vec<String> = all.iter().map(shown_marker).collect();
        assert!(shown.contains(&"(a)(2)".to_owned()), "{shown:?}");
    }

    #[test]
    fn a_clause_with_another_marker_is_one_that_a_person_wrote() {
        let clause = SourceClause { path: "(a)".to_owned(), marker: "(a)".to_owned(), text: "one".to_owned() };
        let renamed = ContentClause { marker: "(x)".to_owned(), ..stored(&clause) };
        let same = ContentClause { marker: "(x)".to_owned(), path: String::new(), ..stored(&clause) };
        let found = read(&item("", vec![renamed, same])).clauses;
        let paths: Vec<&str> = found.iter().map(|clause| clause.path.as_str()).collect();
        assert_eq!(paths, ["(x)", "(x)~2"]);
        assert_eq!(read(&item("(a) one", Vec::new())).clauses, [clause]);
    }

    #[test]
    fn of_text_and_clauses_the_one_that_people_changed_counts() {
        let text = "(a) Keep records\n(b) Show them";
        let read_now = |text: &str, clauses: Vec<ContentClause>, published: &str| {
            let source = ItemSource { text_hash: text_hash(published), ..ItemSource::default() };
            let read = read(&ContentItem { source: Some(source), ..item(text, clauses) });
            (clauses::joined(&read.clauses), read.ids.len())
        };
        let published: Vec<ContentClause> = clauses::split(text).iter().map(stored).collect();
        let mut edited = published.clone();
        edited[1].text = "Hide them".to_owned();
        assert_eq!(read_now(text, published.clone(), text), (text.to_owned(), 2));
        let other = "(a) Keep all records\n(b) Show them";
        assert_eq!(read_now(other, published, text), (other.to_owned(), 2), "the text was changed");
        let hidden = "(a) Keep records\n(b) Hide them";
        assert_eq!(read_now(text, edited.clone(), text), (hidden.to_owned(), 2), "a clause was changed");
        assert_eq!(read_now(other, edited, text), ([other, "\n", hidden].concat(), 2), "both were changed");
    }
}
