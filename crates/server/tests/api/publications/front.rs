//! Generated front matter: in packages and websites, never in a library.

use std::collections::BTreeMap;

use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use domain::change::Actor;
use domain::front_matter::is_generated_name;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::dump;
use testkit::packages::{PackageFiles, demo, unzipped};

use super::books::given_engine;
use super::sites::{site, text};
use super::{PLAIN, STYLED, approve, download, given_operator, published};
use crate::imports::{import, read_zip};
use crate::viewer::{delivered, reader_of};

testkit::on_each_app!(
    packages_contain_the_same_front_matter_in_both_styles,
    front_matter_is_not_imported_and_does_not_pile_up,
    front_matter_tells_earlier_publications_and_what_changed_since,
    a_website_has_pages_for_the_lists,
    a_manual_with_status_files_has_front_matter_too,
    each_language_has_its_front_matter,
    a_book_highlights_what_changed_since_the_last_publication,
);

/// Generated files by their information codes, `PM` for the publication module.
pub(super) fn generated(files: &PackageFiles) -> BTreeMap<String, (String, String)> {
    let code = |name: &str| {
        let found = ["-001A-", "-00SA-", "-00TA-", "-00UA-", "-009A-"].into_iter().find(|code| name.contains(code));
        found.map_or("PM", |code| &code[1..4]).to_owned()
    };
    let named = files.iter().map(|(path, bytes)| (path.rsplit('/').next().expect("a name"), bytes));
    named
        .filter(|(name, _)| is_generated_name(name))
        .map(|(name, bytes)| (code(name), (name.to_owned(), String::from_utf8(bytes.clone()).expect("UTF-8"))))
        .collect()
}

fn codes(files: &PackageFiles) -> Vec<String> {
    generated(files).into_keys().collect()
}

const ALL: [&str; 6] = ["001", "009", "00S", "00T", "00U", "PM"];

async fn packages_contain_the_same_front_matter_in_both_styles(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["s1000d", "ata2300"]})).await;
    let plain = unzipped(&download(&author, &outputs, PLAIN).await);
    let front = generated(&plain);
    assert_eq!(codes(&plain), ALL);
    assert_eq!(generated(&unzipped(&download(&author, &outputs, STYLED).await)), front);
    let of = |code: &str| front[code].1.as_str();
    for said in ["4.1", "Azure Bay", "Not approved for use", "pmNumber=\"AMM01\""] {
        assert!(of("001").contains(said), "{said}: {}", of("001"));
    }
    let modules = demo("amm").iter().filter(|(name, _)| name.starts_with("DMC-")).count();
    assert_eq!(of("00S").matches("<frontMatterDmEntry").count(), modules);
    assert!(of("00U").contains("<reasonForUpdate updateHighlight=\"1\">"), "{}", of("00U"));
    assert!(of("009").contains("05 Time limits and inspections"), "{}", of("009"));
    assert!(of("PM").contains("pmEntryType=\"pmt01\"") && of("PM").contains("<pmRef>"), "{}", of("PM"));
    // The lists of the package name them, and the manufacturer's own front matter stays as it is.
    for list in ["DDN-", "DML-"] {
        let (_, bytes) = plain.iter().find(|(name, _)| name.starts_with(list)).expect("a list");
        let listed = String::from_utf8_lossy(bytes).matches("AIRFOLIOFM").count();
        assert_eq!(listed, ALL.len(), "{list}");
    }
    let oem = |files: &PackageFiles| files.iter().find(|(name, _)| name.contains("A-00SA-D_002")).cloned();
    assert_eq!(oem(&plain), oem(&demo("amm")));
}

async fn front_matter_is_not_imported_and_does_not_pile_up(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    let outputs = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let new = NewCsdb { name: "COPY1".to_owned(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &new).await.expect("a database");
    let manual = NewManual { csdb: "COPY1".to_owned(), name: "MMEL".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
    let mut given = read_zip(&app, &admin, PLAIN, download(&author, &outputs, PLAIN).await).await;
    given["csdbName"] = json!("COPY1");
    given["translationLanguages"] = json!(["zh-CN"]);
    given["complete"] = json!("yes");
    let job = import(&app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let dump = dump::of_manual(&app.db, "COPY1", "MMEL").await;
    let objects: Vec<&str> = dump.lines().filter(|line| line.starts_with("object ")).collect();
    assert!(!objects.is_empty() && !objects.iter().any(|line| line.contains("AIRFOLIOFM")), "{objects:?}");
    let told = dump.lines().filter(|line| line.starts_with("finding info ") && line.contains("file.generated"));
    assert_eq!(told.count(), ALL.len(), "the report says why");
    // A publication of the copy has its own, and none of the sender.
    let again = published(&app, &author, "exportQuickAta2300", json!({"csdbName": "COPY1"})).await;
    let package = download(&author, &again, "COPY1-MMEL-4.1-draft-s1000d-complete.zip").await;
    assert_eq!(codes(&unzipped(&package)), ALL);
}

async fn front_matter_tells_earlier_publications_and_what_changed_since(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let first = published(&app, &author, "exportApproveAta2300", json!({"revision": "4.0"})).await;
    let package = unzipped(&download(&author, &first, "NV240-MMEL-4.0-s1000d-complete.zip").await);
    assert!(generated(&package)["001"].0.contains("_001-00_"), "the first issue");
    assert!(generated(&package)["001"].1.contains("Valid only with the approval"));
    approve(&app, &approver, &first).await;
    let draft = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let package = unzipped(&download(&author, &draft, PLAIN).await);
    let front = generated(&package);
    assert!(front["00T"].0.contains("_001-01_"), "work on top of it: {}", front["00T"].0);
    let record = &front["00T"].1;
    assert!(record.contains("A. Person") && record.contains("EASA.1"), "{record}");
    assert_eq!(record.matches("<row>").count(), 3, "{record}");
    assert!(!front.contains_key("00U"), "nothing changed: {:?}", front.keys());
}

async fn a_website_has_pages_for_the_lists(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let index = text(&files, "index.html");
    for (code, said) in
        [("00SA", "Hydraulic"), ("00TA", "4.1"), ("00UA", "Independent inspection of the blade attachment added.")]
    {
        let is_page = |name: &&String| name.starts_with("modules/DME-") && name.contains(code);
        let name = files.keys().find(is_page).expect("a page");
        assert!(index.contains(&format!("href=\"./{name}\"")), "{name}");
        assert!(text(&files, name).contains(said), "{name}: {}", text(&files, name));
    }
    let page = files.keys().find(|name| name.contains("AIRFOLIOFM") && name.contains("00SA")).expect("a page");
    assert!(text(&files, page).contains("28-21-01-00A-520A"), "it leads to the modules");
    // Generated pages come last; a search finds the modules and not their lists.
    let modules = demo("amm").iter().filter(|(name, _)| name.starts_with("DMC-")).count() as u64;
    for name in files.keys().filter(|name| name.starts_with("data/words-")) {
        let script = text(&files, name);
        let words = &script[script.find('{').expect("words")..=script.rfind('}').expect("words")];
        let words: BTreeMap<String, Vec<u64>> = serde_json::from_str(words).expect("JSON");
        for (word, steps) in words {
            assert!(steps.iter().sum::<u64>() < modules, "{word}: {steps:?}");
        }
    }
}

async fn a_manual_with_status_files_has_front_matter_too(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["ata2300"]})).await;
    let files = unzipped(&download(&author, &outputs, STYLED).await);
    let is_title_page = |(name, _): &&(String, Vec<u8>)| is_generated_name(&name[3..]) && name.contains("-001A-");
    let pages: Vec<&str> = files.iter().filter(is_title_page).map(|(name, _)| name.as_str()).collect();
    assert!(!pages.is_empty() && pages.iter().all(|name| name.starts_with("DM/")), "{pages:?}");
}

async fn each_language_has_its_front_matter(app: TestApp) {
    reader_of(&app, "amm").await;
    delivered(&app, &demo("amm-zh"), "no").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({})).await;
    let files = unzipped(&download(&author, &outputs, PLAIN).await);
    let in_language =
        |ending: &str| -> PackageFiles { files.iter().filter(|(name, _)| name.ends_with(ending)).cloned().collect() };
    let chinese = generated(&in_language("_ZH-CN.XML"));
    let modules = demo("amm-zh").iter().filter(|(name, _)| name.starts_with("DMC-")).count();
    let listed = &chinese["00S"].1;
    assert_eq!(listed.matches("<frontMatterDmEntry").count(), modules);
    assert!(listed.contains("有效数据模块清单") && !listed.contains("languageIsoCode=\"en\""), "{listed}");
    assert!(chinese["001"].1.contains("草稿，未经批准使用。"), "{}", chinese["001"].1);
    assert!(chinese["PM"].1.contains("手册前页"), "{}", chinese["PM"].1);
    let english = generated(&in_language("_EN-US.XML"));
    assert!(!english["00S"].1.contains("languageIsoCode=\"zh\""), "{}", english["00S"].1);
}

async fn a_book_highlights_what_changed_since_the_last_publication(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    given_engine(&app, "/bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'");
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let highlights = async || -> usize {
        let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["pdf"]})).await;
        let book = download(&author, &outputs, "NV240-MMEL-4.1-draft.pdf").await;
        let book: Value = serde_json::from_slice(&book).expect("a book");
        book["front"]["highlights"].as_array().expect("a list").len()
    };
    assert!(highlights().await > 0, "nothing was published before");
    let first = published(&app, &author, "exportApproveAta2300", json!({"revision": "4.0"})).await;
    approve(&app, &approver, &first).await;
    assert_eq!(highlights().await, 0);
}
