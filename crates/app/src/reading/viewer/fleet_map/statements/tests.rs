use domain::toc::TocNodeType;

use super::*;
use crate::core::contents_statements::StatedPlace;

fn place(version: i64, parent: Option<usize>, module: ModuleStatement) -> StatedPlace {
    let (id, version, node_type) = (TocNodeId(version), Some(VersionId(version)), TocNodeType::Module);
    StatedPlace { id, parent, node_type, version, set: None, own: None, module }
}

#[test]
fn modules_that_failed_are_read_after_the_others_and_lost_ones_last() {
    let (unread, failed, lost) = (ModuleStatement::Unread, ModuleStatement::Failed, ModuleStatement::Lost);
    let places = vec![
        place(1, None, failed),
        place(2, None, lost),
        place(3, None, unread),
        place(4, None, ModuleStatement::Always),
        place(5, Some(2), unread),
        place(3, None, unread),
    ];
    let contents = ContentsStatements { places, ..ContentsStatements::default() };
    let read = |section: Option<i64>, most| {
        let found = unread_in(&contents, section.map(TocNodeId), most);
        found.into_iter().map(|version| version.0).collect::<Vec<_>>()
    };
    assert_eq!(read(None, 100), [3, 5, 1, 2], "each once");
    assert_eq!(read(None, 3), [3, 5, 1], "the others wait for the next request");
    assert_eq!(read(Some(3), 100), [3, 5], "only those in the section");
    assert!(read(None, 0).is_empty());
}

#[test]
fn parts_that_are_stored_are_loaded_without_a_budget_and_lost_ones_are_looked_for_last() {
    let ids = |ids: &[i64]| ids.iter().copied().map(VersionId).collect::<Vec<_>>();
    let mut contents = ContentsStatements { lost_parts: ids(&[1, 2]).into_iter().collect(), ..Default::default() };
    assert_eq!(without_parts(&contents, ids(&[1, 2, 3, 4]), 0), ids(&[3, 4, 1, 2]), "one statement answers");
    contents.parts.insert(VersionId(4), Arc::from([]));
    assert_eq!(without_parts(&contents, ids(&[1, 2, 3, 4]), 2), ids(&[3, 1]));
    assert!(without_parts(&contents, ids(&[1, 2, 3, 4]), 0).is_empty());
}
