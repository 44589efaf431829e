//! A small site from its modules to its archive, and the next one that takes over what did not change.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Read};

use domain::field::FieldErrors;
use domain::publication::PublicationValidity;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::document::SafetyLevel;
use s1000d::document::html::{Links, Media, Picture, Unresolved};
use s1000d::document::shared::SharedWarning;
use zip::ZipArchive;

use super::*;

const BOLT: &str = "<dmodule><content><description><para>Remove the bolt, see \
    <dmRef><dmRefIdent><dmCode modelIdentCode='TEST' systemDiffCode='A' systemCode='00' subSystemCode='0' \
    subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' \
    itemLocationCode='A'/></dmRefIdent></dmRef></para>\
    <figure><title>The bolt</title><graphic infoEntityIdent='ICN-1'/></figure></description></content></dmodule>";
const PUMP: &str = "<dmodule><content><referencedApplicGroup><applic id='app-1'><assert applicPropertyIdent='SB1' \
    applicPropertyType='condition' applicPropertyValues='POST'/></applic></referencedApplicGroup>\
    <description><para applicRefId='app-1'>液压泵</para><para>Always.</para></description></content></dmodule>";

fn module(code: &str, title: &str, text: &str) -> SiteModule {
    SiteModule {
        key: [code, "_EN-US"].concat(),
        code: code.to_owned(),
        language: "en-US".to_owned(),
        title: title.to_owned(),
        issue: "001-00".to_owned(),
        date: "2026-01-01".to_owned(),
        security: "01".to_owned(),
        source: text.len().to_string(),
    }
}

fn modules() -> [(SiteModule, &'static str); 2] {
    [
        (module("DMC-TEST-A-00-00-00-00A-040A-A", "The <pump>", PUMP), PUMP),
        (module("DMC-TEST-A-00-00-00-00A-520A-A", "The bolt", BOLT), BOLT),
    ]
}

fn choices() -> Vec<Assignments> {
    let with = |value: &str| {
        let mut choice = Assignments::default();
        choice.assign(Property { kind: PropertyKind::Condition, ident: "SB1".to_owned() }, value);
        choice
    };
    vec![with("PRE"), with("POST")]
}

fn targets(modules: &[SiteModule]) -> SiteTargets {
    let picture = SitePicture {
        key: "ICN-1.PNG".to_owned(),
        code: "ICN-1".to_owned(),
        path: picture_path("ICN-1.PNG", "image/png", &mut HashSet::new()),
        media: Media::Image,
        has_copy: false,
        unshown: None,
    };
    SiteTargets::new(modules, &[], vec![picture])
}

fn drawn(module: &SiteModule, text: &str, targets: &SiteTargets) -> SitePage {
    let tables = Tables::default();
    let choices = choices();
    let input = PageInput {
        module,
        bytes: text.as_bytes(),
        status: None,
        tables: Bilingual::alike(&tables),
        choices: &choices,
        shared: &Unresolved,
    };
    draw(&input, targets).expect("a page")
}

/// Writes a site; gives its archive, and how many pages were drawn.
fn site(modules: &[(SiteModule, &str)], earlier: Option<Vec<u8>>) -> (Vec<u8>, usize) {
    let own: Vec<SiteModule> = modules.iter().map(|(module, _)| module.clone()).collect();
    let targets = targets(&own);
    let mut archive = earlier.map(|bytes| ZipArchive::new(Cursor::new(bytes)).expect("an archive"));
    let mut earlier = archive.as_mut().and_then(EarlierSite::read).unwrap_or_default();
    earlier.compare(&targets);
    let mut writer = SiteWriter::new(Cursor::new(Vec::new()));
    let mut inventory = SiteInventory { settings: "same".to_owned(), ..SiteInventory::default() };
    let (mut index, mut kept, mut count) = (WordIndex::default(), HashMap::new(), 0);
    for (place, (module, text)) in modules.iter().enumerate() {
        let path = targets.page(place).to_owned();
        if let (Some((number, file)), Some(archive)) = (earlier.page("same", &path, &module.source), &mut archive) {
            writer.copy(archive, &path).expect("copied");
            kept.insert(number, u32::try_from(place).expect("few"));
            inventory.pages.push(file);
            continue;
        }
        count += 1;
        let page = drawn(module, text, &targets);
        writer.add(compress(&path, page.html.as_bytes()).expect("compressed")).expect("added");
        index.add(place, page.words);
        let (needs, applies, source) = (page.needs, page.applies, module.source.clone());
        inventory.pages.push(SiteFile { path, source, needs, applies, has_copy: false });
    }
    index.take_over(earlier.index(), |page| kept.get(&page).copied());
    let mut files = index.files();
    files.push((INVENTORY.to_owned(), inventory.bytes(&targets)));
    for (path, bytes) in files {
        writer.add(compress(&path, &bytes).expect("compressed")).expect("added");
    }
    (writer.finish().expect("an archive").into_inner(), count)
}

fn read(archive: &[u8], name: &str) -> String {
    let mut archive = ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut text = String::new();
    archive.by_name(name).expect("a file").read_to_string(&mut text).expect("UTF-8");
    text
}

#[test]
fn a_page_has_its_links_pictures_and_conditions() {
    let modules = modules();
    let own: Vec<SiteModule> = modules.iter().map(|(module, _)| module.clone()).collect();
    let targets = targets(&own);
    let bolt = drawn(&modules[1].0, BOLT, &targets);
    assert!(bolt.html.contains("href=\"./DMC-TEST-A-00-00-00-00A-040A-A_EN-US.html\""), "{}", bolt.html);
    assert!(bolt.html.contains("The &lt;pump&gt;") && !bolt.html.contains("<pump>"), "{}", bolt.html);
    assert!(bolt.html.contains("src=\"../pictures/ICN-1.PNG\" alt=\"The bolt\""), "{}", bolt.html);
    assert_eq!(bolt.needs.len(), 2, "{:?}", bolt.needs);
    assert!(["remove", "bolt", "dmc"].iter().all(|word| bolt.words.contains(*word)), "{:?}", bolt.words);
    let pump = drawn(&modules[0].0, PUMP, &targets);
    assert!(pump.html.contains("\"pieces\":{\"app-1\":[\"ny\",\""), "{}", pump.html);
    assert!(pump.html.contains("Security: 01") && !pump.is_cut, "{}", pump.html);
    assert!(pump.html.contains("href=\"../data/site.css\""), "{}", pump.html);
    assert!(pump.html.contains("data-applic-id=\"app-1\""), "{}", pump.html);
    assert!(pump.words.contains("液压") && pump.applies.is_empty(), "{:?}", pump.words);
}

#[test]
fn a_piece_with_a_statement_that_is_missing_never_applies_for_certain() {
    let lost = PUMP.replace("applicRefId='app-1'", "applicRefIds='app-1 app-lost'");
    let modules = modules();
    let page = drawn(&modules[0].0, &lost, &SiteTargets::default());
    // The statement that is known does not hold for the first choice, and holds for the second.
    assert!(page.html.contains("[\"nu\",\""), "{}", page.html);
}

/// A repository with one warning.
struct Warnings;

impl Links for Warnings {
    fn warning(&self, _level: SafetyLevel, ident: &str) -> Option<SharedWarning> {
        let paragraphs = vec!["Kerosene burns.".to_owned()];
        (ident == "w-1").then(|| SharedWarning { paragraphs, symbols: Vec::new() })
    }
}

#[test]
fn a_page_says_why_a_picture_is_not_shown_and_finds_the_warnings_of_a_repository() {
    let module = module("DMC-TEST-A-00-00-00-00A-520A-A", "The bolt", "");
    let text = "<dmodule><content><description><warningRef warningIdentNumber='w-1'/><para>Turn.</para><figure>\
        <title>It</title><graphic infoEntityIdent='ICN-1'/></figure></description></content></dmodule>";
    let tables = Tables::default();
    let input = PageInput {
        module: &module,
        bytes: text.as_bytes(),
        status: None,
        tables: Bilingual::alike(&tables),
        choices: &[],
        shared: &Warnings,
    };
    let page = |reason: Picture| {
        let targets = SiteTargets::new(&[], &[], vec![SitePicture::unshown("ICN-1.CGM", reason)]);
        draw(&input, &targets).expect("a page")
    };
    let broken = page(Picture::Unreadable);
    assert!(broken.html.contains("data-state=\"unreadable\"") && !broken.html.contains("<img"), "{}", broken.html);
    assert!(page(Picture::Unsupported).html.contains("data-state=\"unsupported\""));
    assert!(broken.html.contains("Kerosene burns.") && broken.words.contains("kerosene"), "{:?}", broken.words);
}

#[test]
fn a_module_that_cannot_be_read_has_a_page_that_says_so() {
    let modules = modules();
    let (module, _) = &modules[0];
    let page = unreadable(module);
    assert!(page.html.contains("cannot be displayed") && page.html.contains(&module.code), "{}", page.html);
    let tables = Tables::default();
    let input = PageInput {
        module,
        bytes: b"<dmodule><content>",
        status: None,
        tables: Bilingual::alike(&tables),
        choices: &[],
        shared: &Unresolved,
    };
    assert!(draw(&input, &SiteTargets::default()).is_err());
}

#[test]
fn the_next_site_draws_what_changed_and_has_the_bytes_of_a_fresh_one() {
    let mut modules = modules();
    let (first, count) = site(&modules, None);
    assert_eq!(count, 2);
    let (again, count) = site(&modules, Some(first.clone()));
    assert_eq!((again == first, count), (true, 0), "nothing changed");
    // Another text changes its own page alone.
    modules[1].0.source.push('x');
    let (second, count) = site(&modules, Some(first.clone()));
    assert_eq!(count, 1);
    assert_eq!(second, site(&modules, None).0, "taken over or drawn: the bytes are the same");
    // Another title changes the pages that lead to it as well.
    modules[0].0.title = "The oil pump".to_owned();
    modules[0].0.source.push('x');
    let (third, count) = site(&modules, Some(second));
    assert_eq!(count, 2);
    assert_eq!(third, site(&modules, None).0);
    assert!(read(&third, "modules/DMC-TEST-A-00-00-00-00A-520A-A_EN-US.html").contains("The oil pump"));
    assert!(read(&third, "data/words-oi.js").starts_with("site.words(\"oi\",{\"oil\":["));
}

#[test]
fn the_first_page_leads_to_all_modules_without_a_script() {
    let own: Vec<SiteModule> = modules().into_iter().map(|(module, _)| module).collect();
    let targets = targets(&own);
    let entry =
        |parent, title: &str, module| SiteEntry { parent, title: title.to_owned(), module, ..SiteEntry::default() };
    let limited =
        SiteEntry { applies: "ny".to_owned(), applic: "SB1: POST".to_owned(), ..entry(Some(0), "Chapter <1>", None) };
    let entries = [
        entry(None, "Manual", None),
        limited,
        entry(Some(1), "The pump", Some(0)),
        entry(Some(0), "The bolt", Some(1)),
    ];
    let facts = SiteFacts {
        title: "MEL & more".to_owned(),
        revision: "4".to_owned(),
        status: SiteStatus::Draft,
        date: "2026-01-01".to_owned(),
        operator: "Azure".to_owned(),
        published_for: "QZ-HAC".to_owned(),
        product: String::new(),
        manual_type: String::new(),
        language: "en-US".to_owned(),
        validity: PublicationValidity::parse("2026-11-17", "2026-11-20", "", &mut FieldErrors::default()).flatten(),
        style: None,
        choices_left_out: 3,
    };
    let page = String::from_utf8(front_page(&facts, &entries, &targets)).expect("UTF-8");
    let list = "<ul class=\"site-contents\"><li><span data-entry=\"0\">Manual</span><ul>\
        <li><span data-entry=\"1\">Chapter &lt;1&gt;</span> \
        <span class=\"site-applic\">SB1: POST</span><ul>\
        <li><a href=\"./modules/DMC-TEST-A-00-00-00-00A-040A-A_EN-US.html\" data-entry=\"2\">The pump</a></li></ul></li>\
        <li><a href=\"./modules/DMC-TEST-A-00-00-00-00A-520A-A_EN-US.html\" data-entry=\"3\">The bolt</a></li></ul></li></ul>";
    assert!(page.contains(list), "{page}");
    assert!(page.contains("MEL &amp; more") && page.contains("Not approved for use"), "{page}");
    assert!(page.contains("<dt data-text=\"publishedFor\">Published for</dt><dd>QZ-HAC</dd>"), "{page}");
    assert!(!page.contains("Aircraft model"), "facts that are not known have no row");
    assert!(page.contains("because there are too many: 3</p>"), "{page}");
    let days = "valid from</span> 2026-11-17 <span data-text=\"validUntil\">until</span> 2026-11-20</p>";
    assert!(page.contains(days), "{page}");
    let page_of_post = SiteFile { applies: "ny".to_owned(), ..SiteFile::default() };
    let inventory = SiteInventory { pages: vec![SiteFile::default(), page_of_post], ..SiteInventory::default() };
    let data = data(&facts, &[], &own, &entries, &inventory, &WordIndex::default());
    let data = String::from_utf8(data).expect("UTF-8");
    assert!(data.contains("\"validity\":[\"2026-11-17\",\"2026-11-20\"]"), "{data}");
    assert!(data.starts_with("site.data({") && data.contains("[0,\"The bolt\",1,0,\"\"]"), "{data}");
    assert!(data.contains("[0,\"Chapter <1>\",null,1,\"SB1: POST\"]"), "{data}");
    assert!(data.contains("\"letters\":[\"\",\"ny\"]") && data.contains("\"status\":\"draft\""), "{data}");
}
