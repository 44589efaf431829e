//! The bytes of every page that we can draw. Browsers and servers keep pages by `RENDERER_VERSION`: a change of the bytes
//! on purpose raises it and puts the new digests here.

use std::path::{Path, PathBuf};

use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{self, Options, Outside, RENDERER_VERSION, Unresolved};
use s1000d::document::{Document, blocks};
use s1000d::guard::{self, Checked};
use s1000d::object;
use sha2::{Digest, Sha256};

use super::whole::{below, unpacked};
use crate::data;

/// The version of the renderer that wrote the pages below.
const VERSION: u32 = 18;

/// An aircraft that has the first value of each assertion, or one that has none of them.
fn product(checked: &Checked<'_>, fits: bool) -> Assignments {
    let mut product = Assignments::default();
    for assertion in object::read(checked).expect("an object").0.assertions {
        let value = assertion.values.to_string();
        let first = value.split(['|', '~']).next().unwrap_or_default();
        product.assign(assertion.property, if fits { first } else { "another" });
    }
    product
}

/// The beginnings of the digests of all pages and of all search blocks.
fn digests(files: &[(String, Vec<u8>)]) -> [String; 2] {
    let (mut pages, mut texts) = (Sha256::new(), Sha256::new());
    for (_, bytes) in files {
        let checked = guard::check(bytes).expect("a file");
        let document = Document::read(&checked).expect("a document");
        for (locale, choice, outside) in [
            (Locale::English, Assignments::default(), Outside::Hide),
            (Locale::Chinese, product(&checked, true), Outside::Hide),
            (Locale::Chinese, product(&checked, false), Outside::Hide),
            (Locale::English, product(&checked, false), Outside::Grey),
        ] {
            let tables = Tables::default();
            let tables = Bilingual::alike(&tables);
            let options = Options { locale, choice: &choice, outside, tables, links: &Unresolved };
            pages.update(html::draw(&document, &options).html);
        }
        for block in blocks::of(&document) {
            texts.update(format!("{}\n{:?}\n{}\n", block.anchor, block.kind, block.text));
        }
    }
    [pages, texts].map(|hash| {
        let digest = hash.finalize();
        format!("{:016x}", u64::from_be_bytes(*digest.first_chunk().expect("32 bytes")))
    })
}

fn files(path: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = if path.is_dir() { below(path) } else { unpacked(path) };
    files.sort();
    files.retain(|(_, bytes)| matches!(guard::check(bytes).expect("a file").root(), "dmodule" | "pm" | "dml" | "ddn"));
    files
}

fn are_unchanged(path: &Path, expected: [&str; 2]) {
    assert_eq!(RENDERER_VERSION, VERSION, "the digests here belong to another version");
    assert_eq!(digests(&files(path)), expected, "raise RENDERER_VERSION if this is meant: {}", path.display());
}

#[test]
fn the_pages_of_the_demo_library_are_unchanged() {
    let demo = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    are_unchanged(&demo, ["e5a0bea3b62a147d", "b6a1e95b272c1ef9"]);
}

#[test]
fn the_pages_of_the_first_bike_set_are_unchanged() {
    let Some(path) = data::path("packages/bike-4.1.zip") else { return };
    are_unchanged(&path, ["3c09f0492b7aeef6", "38c39e3da205ead2"]);
}

#[test]
fn the_pages_of_the_second_bike_set_are_unchanged() {
    let Some(path) = data::path("packages/bike-4.2.zip") else { return };
    are_unchanged(&path, ["277d3f6ed34e1f6f", "dfabfc0ac0e5f54d"]);
}

#[test]
fn the_pages_of_modules_that_no_schema_accepts_are_unchanged() {
    let Some(path) = data::path("invalid/ae100") else { return };
    are_unchanged(&path, ["184edd9143709977", "627c17f22ce7d807"]);
}
