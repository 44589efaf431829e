use domain::id::{TocNodeId, VersionId};
use domain::object::ObjectKind;
use domain::version::Issue;
use s1000d::applic::tables::Tables;
use s1000d::applic::{Property, PropertyKind};
use store::blobs::BlobId;

use super::*;

fn version(id: i64, kind: ObjectKind, name: &str) -> SourceVersion {
    SourceVersion {
        object_id: ObjectId(id),
        version_id: VersionId(id),
        kind,
        key: ["DMC-", name].concat(),
        code: ["DMC-", name].concat(),
        language: "zh-CN".to_owned(),
        tech_name: name.to_owned(),
        info_name: String::new(),
        content_type: String::new(),
        issue: Issue::default(),
        schema_issue: String::new(),
        security: String::new(),
        blob: BlobId::of_hash(&[0; 32]),
        status_blob: None,
        size: 0,
        media_type: String::new(),
    }
}

fn listed(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
    ContentsEntry {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        title: title.to_owned(),
        prefix: String::new(),
        key: String::new(),
        object_id: object.map(ObjectId),
        applic: None,
    }
}

fn object(code: &str, is_publication: bool) -> ObjectCode {
    ObjectCode { code: fold(code), title: ["Title of ", code].concat(), is_publication }
}

/// The entries for two choices, for which SB1 is not embodied and embodied.
fn site(listed: &[ContentsEntry], objects: &ContentsObjects<'_>) -> Vec<SiteEntry> {
    let with = |value: &str| {
        let mut choice = Assignments::default();
        choice.assign(Property { kind: PropertyKind::Condition, ident: "SB1".to_owned() }, value);
        choice
    };
    let values = [with("PRE"), with("POST")];
    let tables = Tables::default();
    let locale = Locale::Chinese;
    entries(listed, objects, &ContentsTables { values: &values, tables: Bilingual::alike(&tables), locale })
}

fn lines(entries: &[SiteEntry]) -> Vec<(Option<usize>, &str, Option<usize>)> {
    entries.iter().map(|entry| (entry.parent, entry.title.as_str(), entry.module)).collect()
}

#[test]
fn entries_follow_the_contents_and_no_module_is_left_out() {
    let versions = [version(11, ObjectKind::DataModule, "Pump"), version(12, ObjectKind::DataModule, "Valve")];
    let publications = [version(10, ObjectKind::PublicationModule, "Manual")];
    // The same publication in another language has a tree of its own.
    let codes = HashMap::from([(ObjectId(20), object("DMC-Manual", true))]);
    let contents = [
        listed(1, None, "Old title", Some(10)),
        ContentsEntry { prefix: "28".to_owned(), ..listed(2, Some(1), "Chapter", None) },
        listed(3, Some(2), "A title of before", Some(11)),
        listed(4, None, "Another language", Some(20)),
        listed(5, Some(4), "Its chapter", None),
    ];
    let objects = ContentsObjects { codes: &codes, versions: &versions, publications: &publications };
    let expected = [
        (None, "Manual", None),
        (Some(0), "28 Chapter", None),
        (Some(1), "Pump", Some(0)),
        (None, "不在目录中", None),
        (Some(3), "Valve", Some(1)),
    ];
    assert_eq!(lines(&site(&contents, &objects)), expected);
}

#[test]
fn contents_in_another_language_lead_to_the_modules_that_are_published() {
    let versions = [version(11, ObjectKind::DataModule, "Pump")];
    let codes = HashMap::from([
        (ObjectId(20), object("PMC-Manual", true)),
        (ObjectId(21), object("DMC-Pump", false)),
        (ObjectId(22), object("DMC-Gone", false)),
    ]);
    let contents = [
        listed(1, None, "", Some(20)),
        listed(2, Some(1), "Chapter", None),
        listed(3, Some(2), "The pump", Some(21)),
        listed(4, Some(2), "Not translated", Some(22)),
    ];
    let objects = ContentsObjects { codes: &codes, versions: &versions, publications: &[] };
    let expected = [(None, "Title of PMC-Manual", None), (Some(0), "Chapter", None), (Some(1), "Pump", Some(0))];
    assert_eq!(lines(&site(&contents, &objects)), expected);
}

#[test]
fn what_the_contents_limit_applies_to_no_more_than_they_say() {
    let versions = [version(11, ObjectKind::DataModule, "Pump"), version(12, ObjectKind::DataModule, "Valve")];
    let codes = HashMap::new();
    let post = "<applic><assert applicPropertyIdent='SB1' applicPropertyType='condition' \
        applicPropertyValues='POST'/></applic>";
    let contents = [
        ContentsEntry { applic: Some(post.to_owned()), ..listed(1, None, "Chapter", None) },
        listed(2, Some(1), "Pump", Some(11)),
        listed(3, None, "Valve", Some(12)),
    ];
    let objects = ContentsObjects { codes: &codes, versions: &versions, publications: &[] };
    let found = site(&contents, &objects);
    let letters: Vec<&str> = found.iter().map(|entry| entry.applies.as_str()).collect();
    assert_eq!(letters, ["ny", "ny", ""]);
    assert!(found[0].applic.contains("SB1") && found[1].applic.is_empty(), "{found:?}");
}

#[test]
fn generated_modules_come_before_the_contents() {
    let front = [SourceVersion { info_name: "Highlights".to_owned(), ..version(90, ObjectKind::DataModule, "Manual") }];
    let entry =
        |parent, title: &str, module| SiteEntry { parent, title: title.to_owned(), module, ..SiteEntry::default() };
    let entries = vec![entry(None, "Chapter", None), entry(Some(0), "Pump", Some(0))];
    let expected = [
        (None, "Front matter", None),
        (Some(0), "Highlights", Some(1)),
        (None, "Chapter", None),
        (Some(2), "Pump", Some(0)),
    ];
    assert_eq!(lines(&with_front(entries.clone(), &front, 1, Locale::English)), expected);
    assert_eq!(with_front(entries.clone(), &[], 1, Locale::English), entries);
}
