//! The contents of a site: those of the manual, and a section for the modules that they do not name.

use std::collections::{HashMap, HashSet};

use domain::id::ObjectId;
use domain::language::Locale;
use domain::version::VersionMetadata;
use publish::site::SiteEntry;
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

/// The entries of a site in reading order. Entries of objects that are not published are left out, with all below them.
pub(super) fn entries(
    listed: &[ContentsEntry],
    versions: &[SourceVersion],
    publications: &[SourceVersion],
    language: &str,
) -> Vec<SiteEntry> {
    let modules: HashMap<ObjectId, usize> =
        versions.iter().enumerate().map(|(place, version)| (version.object_id, place)).collect();
    let publications: HashMap<ObjectId, &SourceVersion> =
        publications.iter().map(|version| (version.object_id, version)).collect();
    let mut entries: Vec<SiteEntry> = Vec::new();
    let mut places = HashMap::new();
    let mut named = HashSet::new();
    for entry in listed {
        let parent = match entry.parent_id {
            None => None,
            Some(id) => match places.get(&id) {
                Some(place) => Some(*place),
                None => continue,
            },
        };
        let module = entry.object_id.and_then(|id| modules.get(&id)).copied();
        let publication = entry.object_id.and_then(|id| publications.get(&id)).copied();
        if entry.object_id.is_some() && module.is_none() && publication.is_none() {
            continue;
        }
        let own = module.and_then(|module| versions.get(module)).or(publication).map(title);
        let texts = [own.unwrap_or_default(), entry.title.clone(), entry.key.clone()];
        let title = texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default();
        places.insert(entry.id, entries.len());
        named.extend(module);
        entries.push(SiteEntry { parent, title, module });
    }
    let others: Vec<usize> = (0..versions.len()).filter(|place| !named.contains(place)).collect();
    if !others.is_empty() {
        let section = entries.len();
        entries.push(SiteEntry { parent: None, title: others_title(language).to_owned(), module: None });
        for place in others {
            let own = versions.get(place).map(title).filter(|title| !title.is_empty());
            let title = own.or_else(|| versions.get(place).map(|version| version.key.clone())).unwrap_or_default();
            entries.push(SiteEntry { parent: Some(section), title, module: Some(place) });
        }
    }
    entries
}

/// The title of a module as the library says it.
pub(super) fn title(version: &SourceVersion) -> String {
    let (tech_name, info_name) = (version.tech_name.clone(), version.info_name.clone());
    VersionMetadata { tech_name, info_name, ..VersionMetadata::default() }.title()
}

fn others_title(language: &str) -> &'static str {
    match language.get(..2).and_then(Locale::of_text).unwrap_or_default() {
        Locale::English => "Not in the contents",
        Locale::Chinese => "不在目录中",
    }
}

#[cfg(test)]
mod tests {
    use domain::id::{TocNodeId, VersionId};
    use domain::object::ObjectKind;
    use domain::version::Issue;
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
            key: String::new(),
            object_id: object.map(ObjectId),
        }
    }

    #[test]
    fn entries_follow_the_contents_and_no_module_is_left_out() {
        let versions = [version(11, ObjectKind::DataModule, "Pump"), version(12, ObjectKind::DataModule, "Valve")];
        let publications = [version(10, ObjectKind::PublicationModule, "Manual")];
        let contents = [
            listed(1, None, "Old title", Some(10)),
            listed(2, Some(1), "Chapter", None),
            listed(3, Some(2), "A title of before", Some(11)),
            listed(4, None, "Another language", Some(20)),
            listed(5, Some(4), "Its chapter", None),
        ];
        let entries = entries(&contents, &versions, &publications, "zh-CN");
        let found: Vec<(Option<usize>, &str, Option<usize>)> =
            entries.iter().map(|entry| (entry.parent, entry.title.as_str(), entry.module)).collect();
        let expected = [
            (None, "Manual", None),
            (Some(0), "Chapter", None),
            (Some(1), "Pump", Some(0)),
            (None, "不在目录中", None),
            (Some(3), "Valve", Some(1)),
        ];
        assert_eq!(found, expected);
    }
}
