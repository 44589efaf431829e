//! The input of a book: the modules in its languages, their order, its pictures and its front matter.

use std::collections::{HashMap, HashSet};

use domain::house_style::StyleLogo;
use domain::id::TocNodeId;
use domain::language::Locale;
use domain::object::ObjectKind;
use domain::publication::BookArrangement;
use publish::book::{BookFront, BookHead, BookLanguages, BookProblem, BookWord};
use s1000d::applic::Applic;
use store::publications::SourceVersion;

use super::BookOrder;
use super::contents::{self, BookObjects, BookPosition};
use super::front::{self, ListedModules};
use super::names::locale_of;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::running::Running;
use crate::publications::content::is_deleted;
use crate::publications::earlier::ReceiverNews;

/// The input of a book.
#[derive(Debug)]
pub(super) struct BookMaterial {
    pub(super) languages: BookLanguages,
    pub(super) head: BookHead,
    pub(super) front: BookFront,
    pub(super) positions: Vec<BookPosition>,
    /// Each module with its versions in the languages of the book, which are its texts in this order.
    pub(super) modules: Vec<Vec<SourceVersion>>,
    /// Modules and versions that the book leaves out.
    pub(super) problems: Vec<BookProblem>,
    pub(super) pictures: Vec<SourceVersion>,
    /// The logo of the house style.
    pub(super) logo: Option<StyleLogo>,
    /// Repositories and tables of applicability, in all languages.
    pub(super) shared: Vec<SourceVersion>,
    /// Only what is new has highlights.
    pub(super) news: ReceiverNews,
}

impl BookMaterial {
    pub(super) async fn load(ctx: &Ctx, job: &Running, order: BookOrder<'_>) -> Result<Self, Error> {
        let content = order.content;
        let mut tx = read_for(ctx, job.created_by()).await?;
        let listed = content.entries(store::toc::list_entries(&mut tx, content.snapshot).await?);
        let places: Vec<TocNodeId> = listed.iter().map(|entry| entry.id).collect();
        let stated = store::toc::list_applicability(&mut tx, &places).await?;
        let stated: HashMap<TocNodeId, Applic> =
            stated.into_iter().filter_map(|(id, entry)| Some((id, Applic::from_xml(&entry.applic?)))).collect();
        drop(tx);
        let of = |is_so: &dyn Fn(&SourceVersion) -> bool| -> Vec<SourceVersion> {
            let chosen = content.versions.iter().filter(|version| content.is_of_language(version));
            chosen.filter(|version| is_so(version)).cloned().collect()
        };
        let versions = of(&|version| version.kind.is_module() && !is_deleted(version));
        let languages = chosen_languages(order.arrangement, &versions);
        let (modules, left_out) = grouped(versions, order.arrangement, languages);
        let problem = |(code, version): &(&'static str, SourceVersion)| BookProblem {
            code,
            module: version.key.clone(),
            detail: version.language.clone(),
        };
        let problems = left_out.iter().map(problem).collect();
        let objects =
            modules.iter().enumerate().flat_map(|(place, group)| group.iter().map(move |one| (one.object_id, place)));
        let objects: HashMap<_, _> = objects.collect();
        // In all languages: contents that are not chosen are known by them.
        let publications = content.versions.iter().filter(|version| version.kind == ObjectKind::PublicationModule);
        let publications: HashMap<_, _> =
            publications.map(|version| (version.object_id, version.code.clone())).collect();
        let locale = languages.locales().first().copied().unwrap_or_default();
        let others = BookWord::OtherModules.text(locale);
        let book_objects = BookObjects { modules: &objects, publications: &publications, count: modules.len() };
        let positions = contents::order(&listed, &stated, book_objects, others);
        let changed = order.news.versions.as_ref();
        let is_news = |version: &SourceVersion| changed.is_none_or(|ids| ids.contains(&version.version_id));
        let deleted = of(&|version| version.kind.is_module() && is_deleted(version) && is_news(version));
        let (deleted, _) = grouped(deleted, order.arrangement, languages);
        let lists = ListedModules {
            languages,
            positions: &positions,
            modules: &modules,
            left_out: &left_out,
            deleted: &deleted,
            changed,
        };
        let head = front::head(order, &modules, languages);
        Ok(Self {
            languages,
            front: front::lists(order, lists, &head.date),
            head,
            news: order.news.clone(),
            positions,
            modules,
            problems,
            logo: order.style.and_then(|style| style.logo.clone()),
            pictures: of(&|version| version.kind == ObjectKind::Icn),
            shared: of(&|version| {
                matches!(version.kind, ObjectKind::Repository | ObjectKind::Act | ObjectKind::Cct | ObjectKind::Pct)
            }),
        })
    }
}

/// Two languages need modules in both.
fn chosen_languages(arrangement: BookArrangement, versions: &[SourceVersion]) -> BookLanguages {
    let has = |locale| versions.iter().any(|version| locale_of(version) == Some(locale));
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

/// Versions that a book leaves out, each with the code of the reason.
type LeftOutVersions = Vec<(&'static str, SourceVersion)>;

/// The versions of a book by their codes, in the order of its languages; others follow. And what is left out.
fn grouped(
    versions: Vec<SourceVersion>,
    arrangement: BookArrangement,
    languages: BookLanguages,
) -> (Vec<Vec<SourceVersion>>, LeftOutVersions) {
    let locales = languages.locales();
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut groups: Vec<Vec<SourceVersion>> = Vec::new();
    for version in versions {
        let place = *places.entry(version.code.clone()).or_insert(groups.len());
        match groups.get_mut(place) {
            Some(group) => group.push(version),
            None => groups.push(vec![version]),
        }
    }
    let mut left_out = Vec::new();
    for group in &mut groups {
        let rank = |version: &SourceVersion| locales.iter().position(|locale| Some(*locale) == locale_of(version));
        group.sort_by_key(|version| rank(version).unwrap_or(usize::MAX));
        if matches!(arrangement, BookArrangement::English | BookArrangement::Chinese) {
            // A person chose the language; what has no text in it must still be said.
            let others: Vec<SourceVersion> = group.extract_if(.., |version| rank(version).is_none()).collect();
            if group.is_empty() {
                left_out.extend(others.into_iter().map(|version| ("moduleLeftOut", version)));
            }
        } else if languages == BookLanguages::SideBySide {
            // A row has room for one text of each language; a module with none of them has its first.
            let mut known = HashSet::new();
            let mut is_first = true;
            let others = group.extract_if(.., |version| {
                let fits = if rank(version).is_some() { known.insert(rank(version)) } else { is_first };
                is_first = false;
                !fits
            });
            left_out.extend(others.map(|version| ("languageLeftOut", version)));
        }
    }
    groups.retain(|group| !group.is_empty());
    (groups, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::publications::content::test_version as version;

    #[test]
    fn both_languages_of_a_module_are_one_group() {
        let versions = vec![version(1, "A", "zh-CN"), version(2, "A", "en-US"), version(3, "B", "en-US")];
        let languages = chosen_languages(BookArrangement::SideBySide, &versions);
        assert_eq!(languages, BookLanguages::SideBySide);
        let (groups, problems) = grouped(versions, BookArrangement::SideBySide, languages);
        assert_eq!(ids(&groups), [vec![2, 1], vec![3]]);
        assert!(problems.is_empty());
    }

    fn ids(groups: &[Vec<SourceVersion>]) -> Vec<Vec<i64>> {
        groups.iter().map(|group| group.iter().map(|one| one.object_id.0).collect()).collect()
    }

    fn reported(left_out: &[(&'static str, SourceVersion)]) -> Vec<(&'static str, String)> {
        left_out.iter().map(|(code, version)| (*code, version.key.clone())).collect()
    }

    #[test]
    fn further_languages_and_countries_follow_the_known_ones() {
        let versions = vec![
            version(1, "A", "de-DE"),
            version(2, "A", "en-GB"),
            version(3, "A", "en-US"),
            version(4, "A", "zh-CN"),
        ];
        let languages = chosen_languages(BookArrangement::Automatic, &versions);
        let (groups, problems) = grouped(versions.clone(), BookArrangement::Automatic, languages);
        assert_eq!(ids(&groups), [vec![2, 3, 4, 1]]);
        assert!(problems.is_empty());
        let (groups, problems) = grouped(versions.clone(), BookArrangement::SideBySide, BookLanguages::SideBySide);
        assert_eq!(ids(&groups), [vec![2, 4]]);
        let expected = ["A_en-US", "A_de-DE"].map(|key| ("languageLeftOut", key.to_owned()));
        assert_eq!(reported(&problems), expected);
        let (groups, problems) = grouped(versions, BookArrangement::English, BookLanguages::English);
        assert_eq!(ids(&groups), [vec![2, 3]]);
        assert!(problems.is_empty(), "the person chose the language");
    }

    #[test]
    fn a_module_without_text_in_the_chosen_language_is_reported() {
        let versions = vec![version(1, "A", "zh-CN"), version(2, "B", "en-US")];
        let (groups, problems) = grouped(versions, BookArrangement::English, BookLanguages::English);
        assert_eq!(ids(&groups), [vec![2]]);
        assert_eq!(reported(&problems), [("moduleLeftOut", "A_zh-CN".to_owned())]);
    }

    #[test]
    fn a_manual_in_one_language_has_a_book_in_that_language() {
        let chinese = [version(1, "A", "zh-CN")];
        assert_eq!(chosen_languages(BookArrangement::SideBySide, &chinese), BookLanguages::Chinese);
        assert_eq!(chosen_languages(BookArrangement::Automatic, &[]), BookLanguages::English);
        let both = vec![version(1, "A", "zh-CN"), version(2, "B", "en-US")];
        assert_eq!(chosen_languages(BookArrangement::Automatic, &both), BookLanguages::OneAfterTheOther);
        assert_eq!(grouped(both, BookArrangement::Chinese, BookLanguages::Chinese).0.len(), 1);
    }
}
