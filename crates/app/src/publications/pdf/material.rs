//! What a book is made from: the modules in its languages, their order, its pictures and its front matter.

use std::collections::{HashMap, HashSet};

use domain::id::VersionId;
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::publication::BookArrangement;
use publish::book::{BookFront, BookHead, BookLanguages, BookWord};
use store::publications::SourceVersion;

use super::BookOrder;
use super::contents::{self, BookStop};
use super::front;
use super::names::locale_of;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;

/// The type of an issue of a module that is no more.
const DELETED: &str = "deleted";

/// What a book is made from.
#[derive(Debug)]
pub(super) struct BookMaterial {
    pub(super) languages: BookLanguages,
    pub(super) head: BookHead,
    pub(super) front: BookFront,
    pub(super) stops: Vec<BookStop>,
    /// Each module with its version in each language of the book that it has.
    pub(super) modules: Vec<Vec<SourceVersion>>,
    pub(super) pictures: Vec<SourceVersion>,
    /// Repositories and tables of applicability, in all languages.
    pub(super) shared: Vec<SourceVersion>,
}

impl BookMaterial {
    pub(super) async fn load(ctx: &Ctx, job: &Running, order: BookOrder<'_>) -> Result<Self, Error> {
        let content = order.content;
        let mut tx = read_for(ctx, job.created_by()).await?;
        let listed = store::toc::list_entries(&mut tx, content.snapshot).await?;
        let earlier = front::earlier(&mut tx, &content.manual.id).await?;
        let base = earlier.first().map(|publication| publication.snapshot);
        let changed: Option<HashSet<VersionId>> = match base {
            Some(base) => {
                let ids = store::publications::list_changed_sources(&mut tx, content.snapshot, base).await?;
                Some(ids.into_iter().collect())
            }
            None => None,
        };
        drop(tx);
        let of = |is_so: &dyn Fn(&SourceVersion) -> bool| -> Vec<SourceVersion> {
            let chosen = content.versions.iter().filter(|version| content.is_of_language(version));
            chosen.filter(|version| is_so(version)).cloned().collect()
        };
        let versions = of(&|version| version.kind.is_module() && version.issue.kind != DELETED);
        let languages = chosen_languages(order.arrangement, &versions);
        let modules = grouped(versions, languages);
        let objects =
            modules.iter().enumerate().flat_map(|(place, group)| group.iter().map(move |one| (one.object_id, place)));
        let objects: HashMap<_, _> = objects.collect();
        let publications: HashSet<_> = of(&|version| version.kind == ObjectKind::PublicationModule)
            .into_iter()
            .map(|version| version.object_id)
            .collect();
        let locale = languages.locales().first().copied().unwrap_or_default();
        let others = BookWord::OtherModules.text(locale);
        let stops = contents::order(&listed, &objects, &publications, modules.len(), others);
        Ok(Self {
            languages,
            head: front::head(order, &modules, locale),
            front: front::lists(order, &stops, &modules, &earlier, changed.as_ref()),
            stops,
            modules,
            pictures: of(&|version| version.kind == ObjectKind::Icn),
            shared: of(&|version| {
                matches!(version.kind, ObjectKind::Repository | ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct)
            }),
        })
    }
}

/// Two languages need modules in both.
fn chosen_languages(arrangement: BookArrangement, versions: &[SourceVersion]) -> BookLanguages {
    let has = |locale| versions.iter().any(|version| locale_of(version) == locale);
    let only = match (has(Locale::English), has(Locale::Chinese)) {
        (false, true) => Some(BookLanguages::Chinese),
        (_, false) => Some(BookLanguages::English),
        (true, true) => None,
    };
    match (arrangement, only) {
        (BookArrangement::English, _) => BookLanguages::English,
        (BookArrangement::Chinese, _) => BookLanguages::Chinese,
        (_, Some(only)) => only,
        (BookArrangement::SideBySide, None) => BookLanguages::SideBySide,
        (BookArrangement::Automatic | BookArrangement::OneAfterTheOther, None) => BookLanguages::OneAfterTheOther,
    }
}

/// The versions of a book by their codes, in the order of its languages.
fn grouped(versions: Vec<SourceVersion>, languages: BookLanguages) -> Vec<Vec<SourceVersion>> {
    let locales = languages.locales();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<SourceVersion>> = Vec::new();
    for version in versions.into_iter().filter(|version| locales.contains(&locale_of(version))) {
        let place = *places.entry(version.code.clone()).or_insert(groups.len());
        match groups.get_mut(place) {
            // Two versions of one language would be two countries; the first counts.
            Some(group) if group.iter().any(|own| locale_of(own) == locale_of(&version)) => {}
            Some(group) => group.push(version),
            None => groups.push(vec![version]),
        }
    }
    for group in &mut groups {
        group.sort_by_key(|version| locales.iter().position(|locale| *locale == locale_of(version)));
    }
    groups
}

#[cfg(test)]
mod tests {
    use domain::id::ObjectId;
    use domain::version::Issue;
    use store::blobs::BlobId;

    use super::*;

    fn version(id: i64, code: &str, language: &str) -> SourceVersion {
        SourceVersion {
            object_id: ObjectId(id),
            version_id: VersionId(id),
            kind: ObjectKind::DataModule,
            key: [code, "_", language].concat(),
            code: code.to_owned(),
            language: language.to_owned(),
            tech_name: String::new(),
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

    #[test]
    fn both_languages_of_a_module_are_one_group() {
        let versions = vec![version(1, "A", "zh-CN"), version(2, "A", "en-US"), version(3, "B", "en-US")];
        let languages = chosen_languages(BookArrangement::SideBySide, &versions);
        assert_eq!(languages, BookLanguages::SideBySide);
        let groups = grouped(versions, languages);
        let ids: Vec<Vec<i64>> = groups.iter().map(|group| group.iter().map(|one| one.object_id.0).collect()).collect();
        assert_eq!(ids, [vec![2, 1], vec![3]]);
    }

    #[test]
    fn a_manual_in_one_language_has_a_book_in_that_language() {
        let chinese = [version(1, "A", "zh-CN")];
        assert_eq!(chosen_languages(BookArrangement::SideBySide, &chinese), BookLanguages::Chinese);
        assert_eq!(chosen_languages(BookArrangement::Automatic, &[]), BookLanguages::English);
        let both = vec![version(1, "A", "zh-CN"), version(2, "B", "en-US")];
        assert_eq!(chosen_languages(BookArrangement::Automatic, &both), BookLanguages::OneAfterTheOther);
        assert_eq!(grouped(both, BookLanguages::Chinese).len(), 1);
    }
}
