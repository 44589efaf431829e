//! A website of plain files: modules, publication modules, tables and pictures.

mod choices;
mod contents;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use publish::picture;
use publish::site::{
    PageInput, STYLE, SiteFacts, SiteFile, SiteInventory, SiteModule, SitePage, SitePicture, SiteTargets, WordIndex,
    assets, data, draw, front_page, media_of, picture_code, picture_copy, picture_path, style, unreadable,
};
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::applic::{Applic, Assignments};
use s1000d::code::{Identity, Language};
use s1000d::document::SafetyLevel;
use s1000d::document::html::{Links, Picture};
use s1000d::document::shared::{self, SharedWarning};
use s1000d::filter::FilterSources;
use s1000d::object::{Object, ObjectKind};
use s1000d::package::media_type_of;
use s1000d::publication::{self, Publication};
use s1000d::repositories::SharedEntries;
use s1000d::{guard, object};

/// A file by its name, without folders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A website, and what could not be part of it.
#[derive(Debug, Default)]
pub struct RenderedSite {
    /// Paths and contents.
    pub files: Vec<(String, Vec<u8>)>,
    pub modules: usize,
    pub pictures: usize,
    /// The names of XML files and pictures that cannot be read.
    pub unreadable: Vec<String>,
}

/// The content of the XML files.
#[derive(Default)]
struct Library<'a> {
    modules: Vec<SiteModule>,
    /// In the order of the modules.
    contents: Vec<&'a [u8]>,
    publications: Vec<Publication>,
    tables: Tables,
    shared: SharedEntries,
}

/// Statements and warnings of repositories, for a module in a language.
struct SharedTexts<'a> {
    entries: &'a SharedEntries,
    language: &'a str,
}

impl Links for SharedTexts<'_> {
    fn warning(&self, level: SafetyLevel, ident: &str) -> Option<SharedWarning> {
        self.entries.warning(level, ident, self.language).cloned()
    }

    fn annotation(&self, ident: &str) -> Option<Applic> {
        self.entries.statement(ident, self.language).map(|statement| Applic::clone(statement))
    }
}

/// Draws a website of some files; without a title it has that of the first publication module or module.
pub fn render(files: &[GivenFile], title: Option<&str>) -> RenderedSite {
    let mut site = RenderedSite::default();
    let library = read(files, &mut site.unreadable);
    let (choices, values) = choices::offered(&library.tables);
    let pictures = add_pictures(files, &mut site);
    let codes: Vec<String> = library.publications.iter().filter_map(|one| code_of(&one.object)).collect();
    let targets = SiteTargets::new(&library.modules, &codes, pictures);
    let mut inventory = SiteInventory::default();
    let mut index = WordIndex::default();
    for (place, (module, bytes)) in library.modules.iter().zip(&library.contents).enumerate() {
        let page = page_of(&library, module, bytes, &values, &targets);
        // One whose end is cut is named as well: nobody may take it for whole.
        if page.as_ref().is_none_or(|page| page.is_cut) {
            site.unreadable.push(module.key.clone());
        }
        if let Some(page) = &page {
            index.add(place, page.words.iter().cloned());
        }
        let page = page.unwrap_or_else(|| unreadable(module));
        let path = targets.page(place).to_owned();
        site.files.push((path.clone(), page.html.into_bytes()));
        inventory.pages.push(SiteFile { path, applies: page.applies, ..SiteFile::default() });
    }
    site.modules = library.modules.len();
    let mut facts = facts(&library, title);
    facts.choices_left_out = library.tables.products.len().saturating_sub(choices.len());
    let entries = contents::entries(
        &library.modules,
        &library.publications,
        &facts.language,
        (&library.tables, values.as_slice()),
    );
    site.files.push(("index.html".to_owned(), front_page(&facts, &entries, &targets)));
    let shared = data(&facts, &choices, &library.modules, &entries, &inventory, &index);
    site.files.push(("data/site.js".to_owned(), shared));
    site.files.push((STYLE.to_owned(), style(&facts)));
    site.files.extend(index.files());
    site.files.extend(assets().into_iter().map(|(path, bytes)| (path.to_owned(), bytes)));
    site
}

fn page_of(
    library: &Library<'_>,
    module: &SiteModule,
    bytes: &[u8],
    choices: &[Assignments],
    targets: &SiteTargets,
) -> Option<SitePage> {
    let tables = Bilingual::alike(&library.tables);
    let shared = SharedTexts { entries: &library.shared, language: &module.language };
    draw(&PageInput { module, bytes, status: None, tables, choices, shared: &shared }, targets).ok()
}

fn read<'a>(files: &'a [GivenFile], unreadable: &mut Vec<String>) -> Library<'a> {
    let mut library = Library::default();
    for GivenFile { name, bytes } in files.iter().filter(|file| is_xml(&file.name)) {
        if library.add(name, bytes).is_none() {
            unreadable.push(name.clone());
        }
    }
    library
}

impl<'a> Library<'a> {
    /// Adds a file; `None` when it cannot be read. Lists of deliveries and the like have no page.
    fn add(&mut self, name: &str, bytes: &'a [u8]) -> Option<()> {
        let checked = guard::check(bytes).ok()?;
        let (object, _) = object::read(&checked).ok()?;
        match object.kind {
            ObjectKind::DataModule => {}
            ObjectKind::Publication => {
                self.publications.push(publication::read(bytes).ok()?.0);
                return Some(());
            }
            _ => return Some(()),
        }
        let sources = FilterSources::of(bytes);
        if sources.has_tables {
            self.tables.merge(Tables::read(&checked).ok()?);
        }
        let module = module(name, &object);
        if sources.has_statements || shared::is_named_in(checked.text().as_bytes()) {
            self.shared.read(&checked, &module.language).ok()?;
        }
        self.modules.push(module);
        self.contents.push(bytes);
        Some(())
    }
}

fn is_xml(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("xml"))
}

/// The code by which references know an object.
fn code_of(object: &Object) -> Option<String> {
    let identity = object.identity.clone()?;
    Some(Identity { language: None, ..identity }.to_string())
}

fn module(name: &str, object: &Object) -> SiteModule {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let language = object.identity.as_ref().and_then(|identity| identity.language.as_ref()).map(Language::as_str);
    let title = [object.title.technical.as_str(), object.title.info.as_deref().unwrap_or_default()];
    let title: Vec<&str> = title.into_iter().filter(|text| !text.is_empty()).collect();
    SiteModule {
        key: stem.to_owned(),
        code: code_of(object).unwrap_or_else(|| stem.to_owned()),
        language: language.unwrap_or_default().to_owned(),
        title: if title.is_empty() { stem.to_owned() } else { title.join(" - ") },
        issue: object.version.issue.as_ref().map(ToString::to_string).unwrap_or_default(),
        date: object.version.date.as_ref().map(ToString::to_string).unwrap_or_default(),
        ..SiteModule::default()
    }
}

/// Converts the pictures for browsers and adds them to the site.
fn add_pictures(files: &[GivenFile], site: &mut RenderedSite) -> Vec<SitePicture> {
    let mut pictures = Vec::new();
    let mut taken = HashSet::new();
    for GivenFile { name, bytes } in files.iter().filter(|file| !is_xml(&file.name)) {
        let Some(media_type) = media_type_of(name) else { continue };
        let Some(media) = media_of(media_type) else {
            site.unreadable.push(name.clone());
            pictures.push(SitePicture::unshown(name, Picture::Unsupported));
            continue;
        };
        let shown = match picture::view(bytes, media_type) {
            Ok(shown) => shown,
            Err(error) => {
                let reason = if error.is_unsupported() { Picture::Unsupported } else { Picture::Unreadable };
                site.unreadable.push(name.clone());
                pictures.push(SitePicture::unshown(name, reason));
                continue;
            }
        };
        let path = picture_path(name, shown.media_type, &mut taken);
        let converted = shown.converted.unwrap_or_else(|| bytes.clone());
        let copy = picture_copy(&path, shown.media_type, &converted);
        let has_copy = copy.is_some();
        site.files.push((path.clone(), converted));
        site.files.extend(copy.map(|copy| (copy.path, copy.bytes)));
        let code = picture_code(name).to_owned();
        pictures.push(SitePicture { key: name.clone(), code, path, media, has_copy, unshown: None });
    }
    site.pictures = pictures.iter().filter(|picture| picture.unshown.is_none()).count();
    pictures
}

fn facts(library: &Library<'_>, title: Option<&str>) -> SiteFacts {
    let of_publication = library.publications.first().map(|one| one.object.title.technical.clone());
    let of_module = library.modules.first().map(|module| module.title.clone());
    let own = of_publication.filter(|title| !title.is_empty()).or(of_module);
    SiteFacts {
        title: title.map(str::to_owned).or(own).unwrap_or_default(),
        date: library.modules.iter().map(|module| module.date.clone()).max().unwrap_or_default(),
        language: library.modules.first().map(|module| module.language.clone()).unwrap_or_default(),
        ..SiteFacts::default()
    }
}
