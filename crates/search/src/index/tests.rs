use super::*;
use crate::document::{DocumentHead, IndexDocument, ModulePart, TextBlock};

fn index_of(title: &str) -> (tempfile::TempDir, Index) {
    let folder = tempfile::tempdir().unwrap();
    let index = Index::create(folder.path()).unwrap();
    let mut writer = index.writer().unwrap();
    let head = DocumentHead { version: 1, title: title.to_owned(), ..DocumentHead::default() };
    writer.add(&IndexDocument { head, blocks: Vec::new() }).unwrap();
    writer.commit(1).unwrap();
    (folder, index)
}

#[test]
fn the_dictionary_is_loaded_only_for_an_index_with_chinese() {
    for (title, chinese) in [("Rotor brake", false), ("로터 브레이크", false), ("Rotor 旋翼刹车", true)] {
        let (_folder, index) = index_of(title);
        assert_eq!(index.has_chinese().unwrap(), chinese, "{title}");
    }
}

fn document(version: u64, text: String) -> IndexDocument {
    let head = DocumentHead { version, ..DocumentHead::default() };
    let block = TextBlock { anchor: String::new(), place: ModulePart::Para, text };
    IndexDocument { head, blocks: vec![block] }
}

/// An index in use with this many documents of 9 kB in each of some commits.
fn index_with(root: &Path, word: &str, commits: u64, documents: u64) -> Index {
    let index = Index::create(root).unwrap();
    let mut writer = index.writer().unwrap();
    for commit in 0..commits {
        for number in 1..=documents {
            let version = commit * documents + number;
            writer.add(&document(version, format!("Remove the {word} {version}. ").repeat(400))).unwrap();
        }
        writer.commit(1).unwrap();
    }
    writer.finish().unwrap();
    assert_eq!(index.documents(), commits * documents);
    index.activate(root).unwrap();
    index
}

#[test]
fn an_index_without_its_own_dictionary_is_rebuilt() {
    let (root, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let index = index_with(root.path(), "pump", 1, 300);
    assert!(Index::open(root.path()).unwrap().is_some());
    let path = index.0.folder.join("texts.dictionary");
    let whole = std::fs::read(&path).unwrap();
    let foreign = std::fs::read(index_with(other.path(), "valve", 1, 300).0.folder.join("texts.dictionary")).unwrap();
    for damaged in [&[][..], &whole[..whole.len() / 2], &foreign] {
        std::fs::write(&path, damaged).unwrap();
        assert!(Index::open(root.path()).unwrap().is_none(), "{} bytes", damaged.len());
    }
    std::fs::remove_file(&path).unwrap();
    assert!(Index::open(root.path()).unwrap().is_none());
    std::fs::write(&path, whole).unwrap();
    assert!(Index::open(root.path()).unwrap().is_some());
}

#[test]
fn a_dictionary_that_no_commit_names_is_not_used() {
    let root = tempfile::tempdir().unwrap();
    let index = index_with(root.path(), "pump", 1, 3);
    for half in [&b""[..], b"\x28\xb5\x2f\xfd"] {
        std::fs::write(index.0.folder.join("texts.dictionary"), half).unwrap();
        let opened = Index::open(root.path()).unwrap().expect("no text needs the dictionary");
        assert!(opened.0.dictionary.get().is_none());
    }
}

#[test]
fn a_library_that_grows_in_small_steps_gets_a_dictionary_too() {
    let root = tempfile::tempdir().unwrap();
    let index = index_with(root.path(), "pump", 5, 60);
    assert!(index.0.dictionary.get().is_some());
    let opened = Index::open(root.path()).unwrap().unwrap();
    let texts = opened.texts().unwrap();
    assert_eq!(texts.len(), 300);
    assert!(texts.iter().all(|text| text.len() > 400), "texts from before and after are readable");
}
