//! `make bench`: what a website of 2,000 modules for 200 aircraft costs beside drawing them, and the next one with two
//! changes.
//!
//! It prints figures of one thread, and never fails on one. Each is the best of three rounds. Every module has words of
//! its own: repeated ones would compress better than real text.

#![expect(clippy::print_stdout, reason = "the printed lines are what this program is for")]
#![expect(clippy::expect_used, reason = "a benchmark that cannot go on must stop at once")]

#[expect(dead_code, reason = "other benchmarks have other kinds of goals")]
#[path = "../../testkit/benches/product/table.rs"]
mod table;

use std::collections::HashMap;
use std::fmt::Write;
use std::io::Cursor;
use std::time::{Duration, Instant};

use domain::language::Locale;
use publish::site::{
    EarlierSite, INVENTORY, PageInput, SiteFile, SiteInventory, SiteModule, SiteTargets, SiteWriter, WordIndex,
    ZipArchive, compress, draw,
};
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::document::html::{Options, Outside, Unresolved, render};
use s1000d::guard;

use table::Goal::AtMost;
use table::figure;

const MODULES: usize = 2_000;
const BYTES: usize = 20 << 10;
const CHANGED: usize = 2;
const AIRCRAFT: usize = 200;
const ROUNDS: usize = 3;

fn main() {
    let mut modules: Vec<(SiteModule, String)> = (0..MODULES).map(|number| module(number, 0)).collect();
    let (drawing, ()) = best_of(|| draw_all(&modules));
    let (first, zip) = best_of(|| site(&modules, None));
    for (number, one) in modules.iter_mut().enumerate().take(CHANGED) {
        *one = module(number, 1);
    }
    let (second, next) = best_of(|| site(&modules, Some(&zip)));
    assert_eq!(next, site(&modules, None), "taken over or drawn: the bytes are the same");
    let (drawing, first, second) = (seconds(drawing), seconds(first), seconds(second));
    println!("{MODULES} modules of {} kB drawn: {drawing:.2} s", BYTES >> 10);
    println!("their website of {} MB: {first:.2} s; the next one: {second:.3} s", zip.len() >> 20);
    figure(&format!("website of {MODULES} modules, of drawing them"), first / drawing, AtMost(1.5), "times");
    figure(&format!("the next one with {CHANGED} changes, of the first"), second / first, AtMost(0.1), "times");
}

fn seconds(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn best_of<T>(mut work: impl FnMut() -> T) -> (Duration, T) {
    let mut best: Option<(Duration, T)> = None;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let done = work();
        let time = start.elapsed();
        if best.as_ref().is_none_or(|(known, _)| time < *known) {
            best = Some((time, done));
        }
    }
    best.expect("at least one round")
}

fn module(number: usize, issue: usize) -> (SiteModule, String) {
    let mut text = String::from("<dmodule><content><referencedApplicGroup>");
    for bulletin in 0..4 {
        let _ = write!(
            text,
            "<applic id='app-{bulletin}'><assert applicPropertyIdent='SB{bulletin}' applicPropertyType='condition' \
             applicPropertyValues='POST'/></applic>"
        );
    }
    text.push_str("</referencedApplicGroup><description>");
    let mut word = number + 1;
    while text.len() < BYTES {
        let _ = write!(text, "<levelledPara><title>Removal</title><para applicRefId='app-{}'>", word % 4);
        for _ in 0..60 {
            word = word.wrapping_mul(1_103_515_245).wrapping_add(12_345) % 100_003;
            // Writing to a string cannot fail.
            let _ = write!(text, "w{} ", word % 20_000);
        }
        text.push_str("</para></levelledPara>");
    }
    let _ = write!(text, "<para>Issue {issue}</para></description></content></dmodule>");
    let code = format!("DMC-TEST-A-{number:04}");
    let module = SiteModule {
        key: format!("{code}_en-US"),
        code,
        language: "en-US".to_owned(),
        title: format!("Module {number}"),
        source: format!("{number}.{issue}"),
        ..SiteModule::default()
    };
    (module, text)
}

/// Aircraft on which some of four bulletins are embodied.
fn choices() -> Vec<Assignments> {
    let aircraft = |number: usize| {
        let mut choice = Assignments::default();
        for bulletin in 0..4_usize {
            let property = Property { kind: PropertyKind::Condition, ident: format!("SB{bulletin}") };
            choice.assign(property, if (number >> bulletin) & 1 == 1 { "POST" } else { "PRE" });
        }
        choice
    };
    (0..AIRCRAFT).map(aircraft).collect()
}

fn draw_all(modules: &[(SiteModule, String)]) {
    let (choice, tables) = (Assignments::default(), Tables::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Grey,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    for (_, text) in modules {
        let checked = guard::check(text.as_bytes()).expect("a module");
        std::hint::black_box(render(&checked, &options).expect("a page"));
    }
}

/// Writes a site as a publication does.
fn site(modules: &[(SiteModule, String)], earlier: Option<&Vec<u8>>) -> Vec<u8> {
    let own: Vec<SiteModule> = modules.iter().map(|(module, _)| module.clone()).collect();
    let targets = SiteTargets::new(&own, &[], Vec::new());
    let mut archive = earlier.map(|bytes| ZipArchive::new(Cursor::new(bytes.as_slice())).expect("an archive"));
    let mut earlier = archive.as_mut().and_then(EarlierSite::read).unwrap_or_default();
    earlier.compare(&targets);
    let (tables, choices) = (Tables::default(), choices());
    let mut writer = SiteWriter::new(Cursor::new(Vec::new()));
    let mut inventory = SiteInventory { settings: "bench".to_owned(), ..SiteInventory::default() };
    let (mut index, mut kept) = (WordIndex::default(), HashMap::new());
    for (place, (module, text)) in modules.iter().enumerate() {
        let path = targets.page(place).to_owned();
        if let (Some((number, file)), Some(archive)) = (earlier.page("bench", &path, &module.source), &mut archive) {
            writer.copy(archive, &path).expect("copied");
            kept.insert(number, u32::try_from(place).expect("few"));
            inventory.pages.push(file);
            continue;
        }
        let tables = Bilingual::alike(&tables);
        let bytes = text.as_bytes();
        let input = PageInput { module, bytes, status: None, tables, choices: &choices, shared: &Unresolved };
        let page = draw(&input, &targets).expect("a page");
        writer.add(compress(&path, page.html.as_bytes()).expect("compressed")).expect("added");
        index.add(place, page.words);
        let source = module.source.clone();
        inventory.pages.push(SiteFile { path, source, needs: page.needs, applies: page.applies, has_copy: false });
    }
    index.take_over(earlier.index(), |page| kept.get(&page).copied());
    let mut files = index.files();
    files.push((INVENTORY.to_owned(), inventory.bytes(&targets)));
    for (path, bytes) in files {
        writer.add(compress(&path, &bytes).expect("compressed")).expect("added");
    }
    writer.finish().expect("an archive").into_inner()
}
