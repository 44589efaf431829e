//! Websites: every module and picture is there, nothing leads outside, and the same state gives the same bytes.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::{demo, unzipped};

use super::{download, given_operator, published};
use crate::revisions::customise;
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_site_has_every_module_and_picture_and_no_outside_address,
    the_next_site_differs_in_what_changed,
    choices_are_the_products_and_the_operators_aircraft,
);

const SITE: &str = "NV240-MMEL-4.1-draft-html-complete.zip";

async fn site(app: &TestApp, author: &Client) -> (Vec<u8>, BTreeMap<String, Vec<u8>>) {
    let outputs = published(app, author, "exportQuickAta2300", json!({"formats": ["html"]})).await;
    assert_eq!(outputs["artifacts"], json!(format!("{SITE},manifest.json,manifest.sig")));
    let zip = download(author, &outputs, SITE).await;
    let files = unzipped(&zip).into_iter().collect();
    (zip, files)
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    let bytes = files.get(name).unwrap_or_else(|| panic!("{name} is not in {:?}", files.keys()));
    std::str::from_utf8(bytes).expect("UTF-8")
}

/// What `data/site.js` says.
fn data(files: &BTreeMap<String, Vec<u8>>) -> Value {
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
    assert_eq!((under("modules/"), under("pictures/")), (count("DMC-"), count("ICN-")));
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
    assert_eq!(data(&files)["modules"].as_array().map(Vec::len), Some(count("DMC-")));
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
    let changed: Vec<String> = pages(&after).into_iter().filter(|name| before.get(name) != after.get(name)).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    assert!(changed[0].contains("28-21-01-00A-520A"), "{changed:?}");
    assert!(text(&after, &changed[0]).contains("Lower the zumba by 25 mm"));
    assert!(!before.contains_key("data/words-zu.js") && text(&after, "data/words-zu.js").contains("\"zumba\":["));
    let same = ["data/words-pa.js", "assets/site.js"];
    assert!(same.iter().all(|name| before.get(*name) == after.get(*name)), "words of other pages stay");
}

async fn choices_are_the_products_and_the_operators_aircraft(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, files) = site(&app, &author).await;
    let data = data(&files);
    let choices = data["choices"].as_array().expect("a list");
    assert!(!choices.is_empty() && choices.iter().all(|choice| choice["aircraft"] == false), "{choices:?}");
    let pieces = files.iter().filter(|(name, _)| name.starts_with("modules/")).filter(|(name, _)| {
        // One letter for each choice, of which not all are `y`.
        let page = text(&files, name);
        let Some((_, rest)) = page.split_once("\"pieces\":{\"") else { return false };
        let Some((_, letters)) = rest.split_once("\":\"") else { return false };
        let letters = letters.split('"').next().unwrap_or_default();
        letters.len() == choices.len() && letters.chars().all(|letter| matches!(letter, 'y' | 'n' | 'u'))
    });
    assert!(pieces.count() > 0, "some pieces depend on the product");
}
