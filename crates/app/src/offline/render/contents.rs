//! The contents of publication modules among the files.

use std::collections::{HashMap, HashSet};

use domain::language::Locale;
use domain::text::fold;
use publish::site::{SiteEntry, SiteModule, applies_to, statement_text};
use s1000d::applic::tables::Tables;
use s1000d::applic::{Applic, Assignments, Truth};
use s1000d::code::Identity;
use s1000d::object::Target;
use s1000d::publication::{Entry, Publication};

/// The entries of all publication modules. Modules that they do not name come last, and are all there is without one.
pub(super) fn entries(
    modules: &[SiteModule],
    publications: &[Publication],
    language: &str,
    (tables, choices): (&Tables, &[Assignments]),
) -> Vec<SiteEntry> {
    let locale = language.get(..2).and_then(Locale::of_text).unwrap_or_default();
    // The statements of each entry and of those around it.
    let mut stated: Vec<Vec<Applic>> = Vec::new();
    let mut by_code: HashMap<String, usize> = HashMap::new();
    for (place, module) in modules.iter().enumerate() {
        by_code.entry(fold(&module.code)).or_insert(place);
    }
    let mut entries = Vec::new();
    let mut named = HashSet::new();
    for publication in publications {
        let root = entries.len();
        let title = publication.object.title.technical.clone();
        entries.push(SiteEntry { title, ..SiteEntry::default() });
        stated.push(Vec::new());
        for node in &publication.nodes {
            let parent = node.parent.and_then(|parent| usize::try_from(parent).ok());
            // Nodes are counted from the first of their publication, which stands behind its root.
            let parent = Some(parent.map_or(root, |parent| root + 1 + parent));
            let (title, module) = match &node.entry {
                Entry::Section(title) => (title.clone(), None),
                Entry::Reference(target) => of_target(target, &by_code, modules),
            };
            named.extend(module);
            let own = statement(publication, &node.applic_refs);
            let applic = own.as_ref().map(|own| statement_text(own, tables, locale)).unwrap_or_default();
            let mut all = parent.and_then(|place| stated.get(place)).cloned().unwrap_or_default();
            all.extend(own);
            let holds =
                |choice: &Assignments| all.iter().fold(Truth::True, |truth, one| truth.and(one.evaluate(choice)));
            let applies = applies_to(holds, choices);
            entries.push(SiteEntry { parent, title, module, applies, applic });
            stated.push(all);
        }
    }
    let others: Vec<usize> = (0..modules.len()).filter(|place| !named.contains(place)).collect();
    let mut parent = None;
    if !others.is_empty() && !publications.is_empty() {
        parent = Some(entries.len());
        entries.push(SiteEntry { title: others_title(locale).to_owned(), ..SiteEntry::default() });
    }
    for place in others {
        let title = modules.get(place).map(|module| module.title.clone()).unwrap_or_default();
        entries.push(SiteEntry { parent, title, module: Some(place), ..SiteEntry::default() });
    }
    entries
}

/// The title of what an entry refers to, and its place among the modules.
fn of_target(target: &Target, by_code: &HashMap<String, usize>, modules: &[SiteModule]) -> (String, Option<usize>) {
    match target {
        Target::Object(reference) => {
            let code = Identity { language: None, ..reference.identity() }.to_string();
            let module = by_code.get(&fold(&code)).copied();
            let title = module.and_then(|place| modules.get(place)).map(|module| module.title.clone());
            (title.unwrap_or(code), module)
        }
        Target::External { code, title } => (if title.is_empty() { code.clone() } else { title.clone() }, None),
        Target::Internal { id } => (id.clone(), None),
        Target::Illustration { name, .. } => (name.clone(), None),
    }
}

/// The applicability of an entry, if it states it; a statement that is missing leaves it undecided.
fn statement(publication: &Publication, ids: &[String]) -> Option<Applic> {
    let group = &publication.object.applic_group;
    let find = |id: &String| group.iter().find(|applic| applic.id.as_deref() == Some(id.as_str())).cloned();
    ids.iter().map(|id| find(id).unwrap_or_else(Applic::undecided)).reduce(Applic::and)
}

fn others_title(locale: Locale) -> &'static str {
    match locale {
        Locale::English => "Not in the contents",
        Locale::Chinese => "不在目录中",
    }
}
