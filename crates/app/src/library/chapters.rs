//! The chapters of a manual, as its contents name them, and the compliance references to them.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};
use domain::id::{ManualId, PolicyReferenceId, SnapshotId, TocNodeId};
use domain::toc::TocNodeType;
use store::Tx;
use store::toc::NumberedPlace;

use crate::core::error::Error;

/// Between the name of a section and that of the section around it.
const SEPARATOR: &str = " / ";

/// A section of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// The number of the section, or its title when it has none, after those of the sections around it, as in `3 / 28`.
    pub name: String,
    pub title: String,
}

/// The chapters of a manual.
#[derive(Debug, Default)]
pub(crate) struct Chapters {
    /// In reading order, each once.
    list: Vec<Chapter>,
    names: HashSet<String>,
    /// Of all entries.
    numbers: BTreeSet<String>,
}

impl Chapters {
    /// Reads the contents of a snapshot.
    pub(crate) async fn load(tx: &mut Tx, snapshot: SnapshotId) -> Result<Self, Error> {
        Ok(Self::of(store::toc::list_numbered(tx, snapshot).await?))
    }

    fn of(entries: Vec<NumberedPlace>) -> Self {
        let mut found = Self::default();
        let mut names: HashMap<TocNodeId, String> = HashMap::new();
        for NumberedPlace { id, parent_id, node_type, title, prefix } in entries {
            if !prefix.is_empty() {
                found.numbers.insert(prefix.clone());
            }
            // A publication at the top is the manual itself.
            let Some(parent) = parent_id.filter(|_| node_type == TocNodeType::Section) else { continue };
            let own = if prefix.is_empty() { title.trim() } else { prefix.trim() };
            let name = match names.get(&parent) {
                Some(around) => [around.as_str(), own].join(SEPARATOR),
                None => own.to_owned(),
            };
            names.insert(id, name.clone());
            if !own.is_empty() && found.names.insert(name.clone()) {
                found.list.push(Chapter { name, title });
            }
        }
        found
    }

    /// The contents have a chapter: a section with this name, or entries with this number or one below it, as `28-21-01`
    /// is below `28-21`.
    pub(crate) fn has(&self, chapter: &str) -> bool {
        let mut rests = self.numbers.range(chapter.to_owned()..).map_while(|number| number.strip_prefix(chapter));
        self.names.contains(chapter) || rests.any(|rest| rest.is_empty() || rest.starts_with('-'))
    }

    pub(crate) fn into_list(self) -> Vec<Chapter> {
        self.list
    }
}

/// Compares the references to chapters of a locked manual with the contents of its working lane: those whose chapter is not
/// there any more have to be checked again. Called after every change of the contents.
pub(crate) async fn mark_references(
    tx: &mut Tx,
    manual: &ManualId,
    (by, now): (&str, DateTime<Utc>),
) -> Result<(), Error> {
    let references = store::compliance::list_chapter_references(tx, manual).await?;
    if references.is_empty() {
        return Ok(());
    }
    let working = store::manuals::find(tx, manual).await?.and_then(|manual| manual.lanes.working);
    let chapters = match working {
        Some(working) => Chapters::load(tx, working).await?,
        None => Chapters::default(),
    };
    let mut gone: Vec<PolicyReferenceId> = Vec::new();
    for reference in references {
        let is_gone = !chapters.has(&reference.chapter);
        if is_gone != reference.is_gone {
            store::compliance::update_chapter_gone(tx, &reference.id, is_gone).await?;
        }
        if is_gone && !reference.is_gone {
            gone.push(reference.id);
        }
    }
    store::compliance::mark_suspects(tx, &gone, by, now).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapters() -> Chapters {
        let entry = |id, parent: i64, node_type, prefix: &str, title: &str| NumberedPlace {
            id: TocNodeId(id),
            parent_id: (parent > 0).then_some(TocNodeId(parent)),
            node_type,
            title: title.to_owned(),
            prefix: prefix.to_owned(),
        };
        let (section, module) = (TocNodeType::Section, TocNodeType::Module);
        Chapters::of(vec![
            entry(1, 0, section, "", "MMEL"),
            entry(2, 1, section, "3", "Items"),
            entry(3, 2, section, "28", "Fuel"),
            entry(4, 3, module, "28-21-01", "Booster pump"),
            entry(5, 1, section, "4", "Procedures"),
            entry(6, 5, section, "28", "Fuel"),
            entry(7, 1, section, "", "Front matter"),
        ])
    }

    #[test]
    fn a_chapter_is_named_with_those_around_it() {
        let names: Vec<String> = chapters().into_list().into_iter().map(|one| one.name).collect();
        assert_eq!(names, ["3", "3 / 28", "4", "4 / 28", "Front matter"]);
    }

    #[test]
    fn a_chapter_is_found_by_its_name_or_a_number() {
        let chapters = chapters();
        let found = ["3 / 28", "28", "28-21", "28-21-01", "Front matter"].map(|name| chapters.has(name));
        assert_eq!(found, [true; 5]);
        let unknown = ["2", "28-2", "28-22", "5 / 28", "Fuel", "MMEL", ""].map(|name| chapters.has(name));
        assert_eq!(unknown, [false; 7]);
    }
}
