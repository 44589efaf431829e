//! Sites of official packages and of the demo: a page has all that the page of the reader has, and every picture. That the
//! reader loses no word of a module is proven in `crates/s1000d/tests/render/whole.rs`.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;

use std::collections::HashSet;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use domain::language::Locale;
use publish::site::{PageInput, SiteModule, SitePicture, SiteTargets, draw, picture_path};
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{self, Media, Options, Outside, Unresolved};
use s1000d::object::illustration_code;
use s1000d::package::{Archive, Limits};
use s1000d::{guard, object};

const NOTE: (&str, &str) = ("<span class=\"s1d-graphic-note s1d-gen\">", "</span>");
/// The markup that a site adds to a page where there is a picture.
const ADDED: [(&str, &str); 2] = [("<code class=\"pv-icn\">", "</code>"), ("<a class=\"pv-document\"", "</a>")];

/// The title of every module: a site names the targets of references that have no title of their own.
const TITLE: &str = "§§";

type NamedBytes = (String, Vec<u8>);

fn unpacked(path: &Path) -> Vec<NamedBytes> {
    let bytes: Arc<[u8]> = std::fs::read(path).expect("a file").into();
    let (archive, _) = Archive::open(Cursor::new(bytes), &Limits::default());
    let archive = archive.expect("an archive");
    let mut reader = archive.reader();
    let entries = archive.entries().iter();
    entries.map(|entry| (entry.file_name().to_owned(), reader.read(entry).expect("bytes"))).collect()
}

fn below(folder: &Path) -> Vec<NamedBytes> {
    let mut files = Vec::new();
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files.extend(below(&path));
        } else {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
            files.push((name, std::fs::read(&path).expect("a file")));
        }
    }
    files
}

/// The text of HTML without some pieces; blanks are folded.
fn text_without(html: &str, pieces: &[(&str, &str)]) -> String {
    let mut html = html.to_owned();
    for (start, end) in pieces {
        while let Some(at) = html.find(start) {
            let until = html[at..].find(end).expect("an end") + end.len();
            html.replace_range(at..at + until, "");
        }
    }
    let mut text = String::new();
    for piece in html.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
        text.push(' ');
    }
    text.split_whitespace().filter(|word| *word != TITLE).collect::<Vec<_>>().join(" ")
}

/// The module itself; the outline before it repeats headings.
fn article_of(page: &str) -> &str {
    let from = page.find("<article").expect("an article");
    let to = page.find("</div></div>\n</main>").expect("its end");
    &page[from..to]
}

fn is_module(name: &str, bytes: &[u8]) -> bool {
    name.to_ascii_lowercase().ends_with(".xml") && guard::check(bytes).is_ok_and(|file| file.root() == "dmodule")
}

fn media(name: &str) -> Option<Media> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase())?;
    match ending.as_str() {
        "png" | "jpg" | "jpeg" | "gif" | "tif" | "tiff" | "svg" => Some(Media::Image),
        "cgm" => Some(Media::Cgm),
        "pdf" => Some(Media::Pdf),
        "mp4" => Some(Media::Video),
        _ => None,
    }
}

/// Draws every module; gives the number of pictures on their pages.
fn check(files: &[NamedBytes]) -> usize {
    let read = |bytes: &[u8]| object::read(&guard::check(bytes).expect("a module")).expect("a module").0;
    let mut modules = Vec::new();
    let mut texts = Vec::new();
    for (name, bytes) in files.iter().filter(|(name, bytes)| is_module(name, bytes)) {
        let Some(identity) = read(bytes).identity else { continue };
        let language = identity.language.as_ref().map(|language| language.as_str().to_owned()).unwrap_or_default();
        modules.push(SiteModule {
            key: name.clone(),
            code: s1000d::code::Identity { language: None, ..identity }.to_string(),
            language,
            title: TITLE.to_owned(),
            ..SiteModule::default()
        });
        texts.push(bytes.as_slice());
    }
    let mut taken = HashSet::new();
    let pictures: Vec<SitePicture> = files
        .iter()
        .filter_map(|(name, _)| {
            let code = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned();
            let media = media(name)?;
            let path = picture_path(name, "image/svg+xml", &mut taken);
            Some(SitePicture { key: name.clone(), code, path, media, has_copy: true, unshown: None })
        })
        .collect();
    let codes: HashSet<String> = pictures.iter().map(|picture| picture.code.to_lowercase()).collect();
    let targets = SiteTargets::new(&modules, &[], pictures);
    let pages: HashSet<String> = (0..modules.len()).map(|place| targets.page(place).to_owned()).collect();
    let (tables, choice) = (Tables::default(), Assignments::default());
    let mut count = 0;
    for (module, bytes) in modules.iter().zip(texts) {
        let tables = Bilingual::alike(&tables);
        let input = PageInput { module, bytes, status: None, tables, choices: &[], shared: &Unresolved };
        let page = draw(&input, &targets).expect("a page");
        let locale = module.language.get(..2).and_then(Locale::of_text).unwrap_or_default();
        let options = Options { locale, choice: &choice, outside: Outside::Grey, tables, links: &Unresolved };
        let plain = html::render(&guard::check(bytes).expect("a module"), &options).expect("a page");
        let drawn = text_without(article_of(&page.html), &[NOTE, ADDED[0], ADDED[1]]);
        assert_eq!(drawn, text_without(&plain.html, &[NOTE]), "{}", module.key);
        let here = plain
            .figures
            .iter()
            .filter(|figure| codes.contains(&illustration_code(&figure.icn, figure.file.as_deref()).to_lowercase()));
        let (expected, shown) = (here.count(), page.html.matches("\"../pictures/").count());
        assert!(shown >= expected, "{}: {shown} of {expected} pictures", module.key);
        count += expected;
        for link in page.html.split("href=\"./").skip(1) {
            let target = link.split(['"', '#']).next().unwrap_or_default();
            assert!(target == "../index.html" || pages.contains(&["modules/", target].concat()), "{target}");
        }
    }
    assert!(!modules.is_empty());
    count
}

#[test]
fn the_first_bike_set_stands_whole_in_a_site() {
    let Some(package) = data::path("packages/bike-4.1.zip") else { return };
    assert!(check(&unpacked(&package)) > 20);
}

#[test]
fn the_second_bike_set_stands_whole_in_a_site() {
    let Some(package) = data::path("packages/bike-4.2.zip") else { return };
    assert!(check(&unpacked(&package)) > 20);
}

#[test]
fn the_demo_stands_whole_in_a_site() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    assert!(check(&below(&demo)) > 0);
}
