//! Websites: every module and picture is there, nothing leads outside, and the same state gives the same bytes.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};
use testkit::client::Client;
use testkit::packages::{demo, unzipped};

use super::{approve, ask, download, ended, given_operator, id_of, published};
use crate::imports::given_manual;
use crate::revisions::customise;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_site_has_every_module_and_picture_and_no_outside_address,
    the_next_site_differs_in_what_changed,
    pages_are_taken_over_from_the_last_site_for_the_same_operator,
    a_page_says_that_it_is_not_approved,
    a_picture_that_cannot_be_shown_ends_all_but_drafts,
    a_broken_picture_that_no_page_shows_is_no_loss,
    a_website_needs_no_earlier_publication,
    a_film_goes_out_as_it_is,
);

const SITE: &str = "NV240-MMEL-4.1-draft-html-complete.zip";
/// The list of effective modules, the change record and the highlights.
const GENERATED: usize = 3;

pub(super) async fn site(app: &TestApp, author: &Client) -> (Vec<u8>, BTreeMap<String, Vec<u8>>) {
    let outputs = published(app, author, "exportQuickAta2300", json!({"formats": ["html"]})).await;
    assert_eq!(outputs["artifacts"], json!(format!("{SITE},manifest.json,manifest.sig")));
    let zip = download(author, &outputs, SITE).await;
    let files = unzipped(&zip).into_iter().collect();
    (zip, files)
}

pub(super) fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    let bytes = files.get(name).unwrap_or_else(|| panic!("{name} is not in {:?}", files.keys()));
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// The content of `data/site.js`.
pub(super) fn data(files: &BTreeMap<String, Vec<u8>>) -> Value {
    let script = text(files, "data/site.js");
    let value = script.strip_prefix("site.data(").and_then(|rest| rest.strip_suffix(");\n")).expect("a call");
    serde_json::from_str(value).expect("JSON")
}

async fn a_site_has_every_module_and_picture_and_no_outside_address(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (zip, files) = site(&app, &author).await;
    let delivered = demo("amm");
    let count = |start: &str| delivered.iter().filter(|(name, _)| name.starts_with(start)).count();
    let is_script = |name: &str| name.rsplit('.').next() == Some("js");
    let under = |folder: &str| files.keys().filter(|name| name.starts_with(folder) && !is_script(name)).count();
    assert_eq!((under("modules/DMC-"), under("pictures/")), (count("DMC-"), count("ICN-")));
    assert_eq!(under("modules/"), count("DMC-") + GENERATED);
    for (name, bytes) in files.iter().filter(|(name, _)| name.rsplit('.').next() == Some("html")) {
        let page = std::str::from_utf8(bytes).expect("UTF-8");
        assert!(!page.contains("=\"http") && !page.contains("type=\"module\""), "{name}");
    }
    let is_page = |name: &&String| name.starts_with("modules/") && name.contains("28-21-01-00A-520A");
    let name = files.keys().find(is_page).expect("a page");
    assert!(text(&files, name).contains("Remove panel 214AL"), "{name}");
    let index = text(&files, "index.html");
    assert!(index.contains("4.1") && index.contains(&format!("href=\"./{name}\"")), "{index}");
    assert!(index.contains("Not approved for use"), "it is a draft");
    let words = text(&files, "data/words-pa.js");
    assert!(words.contains("\"panel\":["), "{words}");
    assert_eq!(data(&files)["modules"].as_array().map(Vec::len), Some(count("DMC-") + GENERATED));
    // The second site takes all pages over from the first.
    assert_eq!(site(&app, &author).await.0, zip);
}

async fn the_next_site_differs_in_what_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, before) = site(&app, &author).await;
    customise(&app, "Lower the pump by 30 mm", "Lower the zumba by 25 mm").await;
    let (_, after) = site(&app, &author).await;
    let pages = |files: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        files.keys().filter(|name| name.starts_with("modules/")).cloned().collect()
    };
    assert_eq!(pages(&before), pages(&after));
    let is_other = |name: &String| before.get(name) != after.get(name) && name.starts_with("modules/DMC-");
    let changed: Vec<String> = pages(&after).into_iter().filter(is_other).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].contains("28-21-01-00A-520A"), "{changed:?}");
    assert!(text(&after, &changed[0]).contains("Lower the zumba by 25 mm"));
    assert!(!before.contains_key("data/words-zu.js") && text(&after, "data/words-zu.js").contains("\"zumba\":["));
    let same = ["data/words-pa.js", "assets/site.js"];
    assert!(same.iter().all(|name| before.get(*name) == after.get(*name)), "words of other pages stay");
}

async fn pages_are_taken_over_from_the_last_site_for_the_same_operator(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let aircraft =
        json!([{"registration": "QZ-HAC", "serialNumber": "2003", "model": "NV240-2", "productAttributes": []}]);
    let other = json!({"code": "OTH", "name": "Other", "country": "CH", "aircraft": aircraft});
    app.admin().await.post("/config/operator", other).await.ok();
    let author = app.person(Role::Author).await;
    let (zip, _) = site(&app, &author).await;
    let for_other = json!({"formats": ["html"], "operator": "OTH"});
    published(&app, &author, "exportQuickAta2300", for_other).await;
    // Nobody reads the content of what is taken over.
    let files = demo("amm");
    for name in ["28-21-01-00A-520A", "ICN-NV240-A-282101"] {
        let (_, bytes) = files.iter().find(|(file, _)| file.contains(name)).expect("a file");
        std::fs::remove_file(file_of(&app.blob_folder(), &named(bytes))).expect("its bytes were kept");
    }
    assert!(site(&app, &author).await.0 == zip);
}

async fn a_page_says_that_it_is_not_approved(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (_, files) = site(&app, &author).await;
    let style = text(&files, "data/site.css");
    assert!(style.contains(".site-main::before {\n  content: \"Draft. Not approved for use.\""), "{style}");
    assert!(style.contains("4.1 · Azure Bay"), "on paper: {style}");
    let pages = files.iter().filter(|(name, _)| name.starts_with("modules/"));
    assert!(pages.into_iter().all(|(name, _)| text(&files, name).contains("href=\"../data/site.css\"")));
    // One that waits keeps its bytes when it is approved, and says what it is worth without its approval.
    let wanted = json!({"formats": ["html"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    let name = "NV240-MMEL-4.1-html-complete.zip";
    let before = download(&author, &waiting, name).await;
    let frozen: BTreeMap<String, Vec<u8>> = unzipped(&before).into_iter().collect();
    assert!(text(&frozen, "index.html").contains("Valid only with the approval"));
    assert!(text(&frozen, "data/site.css").contains("Valid only with the approval"));
    assert!(!text(&frozen, "index.html").contains("Not approved for use"));
    let outputs = approve(&app, &approver, &waiting).await;
    assert_eq!(download(&author, &outputs, name).await, before);
}

async fn a_picture_that_cannot_be_shown_ends_all_but_drafts(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("ICN-NV240-A-632000")).expect("a picture");
    *bytes = b"no picture at all".to_vec();
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["html"]})).await;
    let findings = "NV240-MMEL-4.1-draft-html-findings.json";
    assert_eq!(outputs["artifacts"], json!(format!("{SITE},{findings},manifest.json,manifest.sig")));
    let told: Value = serde_json::from_slice(&download(&author, &outputs, findings).await).expect("JSON");
    assert_eq!(told["findings"].as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(told["findings"][0]["code"], "picture-unreadable");
    let shown = author.get(&format!("/publications/{}", id_of(&outputs))).await.ok()["findings"].clone();
    let told = [&told["findings"][0]["code"], &told["findings"][0]["file"]];
    assert_eq!([&shown["items"][0]["code"], &shown["items"][0]["object"]], told);
    assert_eq!(shown["count"], 1);
    let site: BTreeMap<String, Vec<u8>> = unzipped(&download(&author, &outputs, SITE).await).into_iter().collect();
    let is_page = |name: &&String| name.starts_with("modules/") && name.contains("63-20-00-00A-040A");
    let page = site.keys().find(is_page).expect("a page");
    assert!(text(&site, page).contains("data-state=\"unreadable\""), "the page says so");
    let asked = ask(&author, "exportApproveAta2300", json!({"formats": ["html"], "approvalRequired": "yes"})).await;
    let job = ended(&app, &author, asked).await;
    let told = job["errorList"].to_string();
    assert!(told.contains("job.failed.sitePicture") && told.contains("632000"), "{told}");
    let listed = author.get(&format!("/publications?manualPath={BASE}")).await.ok();
    assert_eq!(listed["total"], 1, "only the draft went out");
}

async fn a_broken_picture_that_no_page_shows_is_no_loss(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    let named = "ICN-NV240-A-632000";
    let (shown, _) = files.iter().find(|(name, _)| name.contains(named)).expect("a picture").clone();
    let (stem, ending) = shown.rsplit_once('.').expect("a file name");
    let other = if ending.eq_ignore_ascii_case("PNG") { "JPG" } else { "PNG" };
    for name in [format!("{stem}.{other}"), "ICN-NV240-A-282101-0-NVR01-00099-A-001-01.PNG".to_owned()] {
        files.push((name, b"no picture at all".to_vec()));
    }
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    // It lists no findings, also not a second time, when pages are taken over.
    let (zip, _) = site(&app, &author).await;
    assert!(site(&app, &author).await.0 == zip);
    let wanted = json!({"formats": ["html"], "approvalRequired": "yes"});
    published(&app, &author, "exportApproveAta2300", wanted).await;
}

async fn a_website_needs_no_earlier_publication(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    // It is whole, also where packages would contain what changed since an earlier one.
    let changes = json!({"formats": ["html"], "reviseTypes": ["incremental"]});
    let outputs = published(&app, &author, "exportQuickAta2300", changes).await;
    assert_eq!(outputs["fileName"], SITE);
}

async fn a_film_goes_out_as_it_is(app: TestApp) {
    given_manual(&app).await;
    // More than what is read from the blob store at once, and nothing that compresses.
    let mut state = 1_u32;
    let mut film: Vec<u8> = (0..5 << 20)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state.to_be_bytes()[0]
        })
        .collect();
    film[4..8].copy_from_slice(b"ftyp");
    let name = "ICN-NV240-A-282101-0-NVR01-00099-A-001-01.MP4";
    let mut files = demo("amm");
    files.push((name.to_owned(), film.clone()));
    delivered(&app, &files, "yes").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (zip, files) = site(&app, &author).await;
    assert!(files.get(&format!("pictures/{name}")) == Some(&film), "{:?}", files.keys());
    assert!(site(&app, &author).await.0 == zip, "written or taken over: the bytes are the same");
}
