//! Places of the contents with the statements that hold for them.

use std::collections::HashMap;

use domain::id::{ObjectId, TocNodeId, VersionId};
use domain::toc::TocNodeType;
use s1000d::repositories::SharedEntries;
use store::files::HeldContent;
use store::statements::{StoredStatement, WholeStatement};
use store::toc::ContentsPlace;

use crate::core::contents_statements::{ContentsStatements, ModuleStatement, StatedPlace};
use crate::reading::viewer::tables::SetIndex;
use crate::reading::viewer::whole::resolve;

/// The statement of a module about itself, as far as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WholeRead {
    Stated(WholeStatement),
    /// The vault has lost it.
    Lost,
    /// The vault did not answer.
    Failed,
}

impl WholeRead {
    pub(super) fn names_shared(&self) -> bool {
        matches!(self, Self::Stated(Some(stated)) if !stated.shared.is_empty())
    }
}

/// The places of the contents, before their modules are read.
pub(super) fn places(
    outline: &[ContentsPlace],
    held: &[HeldContent],
    sets: &HashMap<VersionId, usize>,
    of_contents: SetIndex,
) -> ContentsStatements {
    let held: HashMap<ObjectId, VersionId> = held.iter().map(|one| (one.object_id, one.version_id)).collect();
    let positions: HashMap<TocNodeId, usize> =
        outline.iter().enumerate().map(|(position, entry)| (entry.id, position)).collect();
    let mut contents = ContentsStatements::default();
    for entry in outline {
        // An entry whose object the state does not contain leads nowhere.
        let version = entry.object_id.filter(|_| entry.node_type != TocNodeType::Section);
        let version = version.and_then(|object| held.get(&object).copied());
        let own = entry.applic.as_ref().and_then(|xml| {
            let stated = StoredStatement { own: Some(xml.clone()), ..StoredStatement::default() };
            contents.add(of_contents, stated, |one| resolve(one, None))?.position()
        });
        contents.places.push(StatedPlace {
            id: entry.id,
            parent: entry.parent_id.and_then(|parent| positions.get(&parent).copied()),
            node_type: entry.node_type,
            version,
            set: version.and_then(|version| sets.get(&version).copied()),
            own,
            module: if version.is_some() { ModuleStatement::Unread } else { ModuleStatement::Always },
        });
    }
    contents
}

/// Adds what was read of modules.
pub(super) fn add_modules(
    contents: &mut ContentsStatements,
    read: &HashMap<VersionId, WholeRead>,
    entries: Option<&SharedEntries>,
) {
    // Entries that cannot be read now are asked for again, before or after other modules.
    let unresolved = if entries.is_some() { ModuleStatement::Lost } else { ModuleStatement::Failed };
    for position in 0..contents.places.len() {
        let place = contents.places[position];
        if matches!(place.module, ModuleStatement::Always | ModuleStatement::Stated(_)) {
            continue;
        }
        let Some(found) = place.version.and_then(|version| read.get(&version)) else { continue };
        let module = match found {
            WholeRead::Stated(None) => ModuleStatement::Always,
            WholeRead::Stated(Some(stated)) => {
                let added = contents.add(place.set, stated.clone(), |one| resolve(one, entries));
                added.unwrap_or(unresolved)
            }
            WholeRead::Lost => ModuleStatement::Lost,
            WholeRead::Failed => ModuleStatement::Failed,
        };
        contents.places[position].module = module;
    }
}

/// Adds the statements of the parts of modules.
pub(super) fn add_parts(
    contents: &mut ContentsStatements,
    read: HashMap<VersionId, Vec<StoredStatement>>,
    entries: Option<&SharedEntries>,
) {
    let sets: HashMap<VersionId, SetIndex> =
        contents.places.iter().filter_map(|place| Some((place.version?, place.set))).collect();
    for (version, parts) in read {
        let set = sets.get(&version).copied().flatten();
        let added: Option<Vec<ModuleStatement>> =
            parts.into_iter().map(|part| contents.add(set, part, |one| resolve(one, entries))).collect();
        // A module with a part that cannot be read now stays unread.
        if let Some(added) = added {
            contents.parts.insert(version, added.into_iter().filter_map(ModuleStatement::position).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::version::VersionContent;

    use super::*;

    fn stated(values: &str) -> StoredStatement {
        let own = format!(
            "<applic><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
             applicPropertyValues=\"{values}\"/></applic>"
        );
        StoredStatement { own: Some(own), ..StoredStatement::default() }
    }

    fn entry(id: i64, parent: Option<i64>, node_type: TocNodeType, object: Option<i64>) -> ContentsPlace {
        let (parent_id, object_id) = (parent.map(TocNodeId), object.map(ObjectId));
        ContentsPlace { id: TocNodeId(id), parent_id, node_type, object_id, applic: None }
    }

    /// A container whose object is gone, with a module in version 20.
    fn contents() -> ContentsStatements {
        let outline = [
            ContentsPlace { applic: stated("A").own, ..entry(1, None, TocNodeType::Group, None) },
            entry(2, Some(1), TocNodeType::Module, Some(10)),
        ];
        let content = VersionContent { blob: String::new(), status_blob: None, size: 0, media_type: String::new() };
        let held = HeldContent { object_id: ObjectId(10), version_id: VersionId(20), code: String::new(), content };
        places(&outline, &[held], &HashMap::from([(VersionId(20), 1)]), Some(0))
    }

    fn read(found: WholeRead) -> HashMap<VersionId, WholeRead> {
        HashMap::from([(VersionId(20), found)])
    }

    #[test]
    fn a_place_without_its_object_keeps_its_statement_and_what_is_in_it() {
        let contents = contents();
        assert_eq!((contents.places[0].own, contents.places[0].module), (Some(0), ModuleStatement::Always));
        assert_eq!((contents.places[1].parent, contents.places[1].set), (Some(0), Some(1)));
        assert_eq!(contents.places[1].module, ModuleStatement::Unread);
        assert_eq!(contents.statements[0].set, Some(0));
    }

    #[test]
    fn a_vault_that_does_not_answer_decides_nothing() {
        let mut contents = contents();
        let none = SharedEntries::default();
        add_modules(&mut contents, &read(WholeRead::Failed), Some(&none));
        assert_eq!(contents.places[1].module, ModuleStatement::Failed);
        assert!(contents.places[1].module.is_pending());
        let shared = StoredStatement { shared: vec!["sb-1".to_owned()], ..StoredStatement::default() };
        add_modules(&mut contents, &read(WholeRead::Stated(Some(shared))), None);
        assert_eq!(contents.places[1].module, ModuleStatement::Failed, "the repository cannot be read");
        add_modules(&mut contents, &read(WholeRead::Stated(Some(stated("B")))), Some(&none));
        assert_eq!(contents.places[1].module, ModuleStatement::Stated(1));
        assert_eq!(contents.statements[1].set, Some(1), "the module names its own ACT");
        add_modules(&mut contents, &read(WholeRead::Lost), Some(&none));
        assert_eq!(contents.places[1].module, ModuleStatement::Stated(1), "what is known stays");
    }

    #[test]
    fn parts_of_a_module_have_its_act() {
        let mut contents = contents();
        add_parts(&mut contents, HashMap::from([(VersionId(20), vec![stated("C")])]), None);
        let parts = contents.parts.get(&VersionId(20)).expect("its parts");
        assert_eq!(contents.statements[parts[0]].set, Some(1));
        let shared = StoredStatement { shared: vec!["sb-1".to_owned()], ..StoredStatement::default() };
        add_parts(&mut contents, HashMap::from([(VersionId(21), vec![shared])]), None);
        assert!(!contents.parts.contains_key(&VersionId(21)), "it is asked for again");
    }
}
