//! Packages of manuals with everything that is hard to exchange import again, and go out again as they were.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use app::library::csdbs::NewCsdb;
use app::library::manuals::NewManual;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::official::file;
use testkit::packages::{PackageFiles, demo, unzipped, zipped};

use super::packages::described;
use super::target_rules::{given_package, with_supplement};
use super::{PLAIN, STYLED, download, given_operator, modules, published};
use crate::imports::{import, read_zip};
use crate::revisions::{OURS, customise, decide};
use crate::viewer::delivered;

testkit::on_each_app!(
    hard_manuals_import_again_and_go_out_as_they_were,
    official_manuals_import_again_and_go_out_as_they_were,
    changes_bring_a_receiver_to_the_same_state,
);

/// A module whose text is in windows-1252.
const WESTERN: &str = "DMC-NV240-A-29-10-00-00A-040A-A";
/// A picture with a second format.
const PICTURE: &str = "ICN-NV240-A-243101-0-NVR01-00003-A-001-01";

fn is_drawing(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "SVG")
}

/// Two publication modules, a picture in two formats, and a module in another encoding.
fn hard_package() -> PackageFiles {
    let mut package = with_supplement("");
    let (_, drawing) = package.iter().find(|(name, _)| is_drawing(name)).cloned().expect("a drawing");
    package.push((format!("{PICTURE}.SVG"), drawing));
    let (_, bytes) = package.iter_mut().find(|(name, _)| name.contains(WESTERN)).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("UTF-8");
    let text =
        text.replacen("encoding=\"UTF-8\"", "encoding=\"windows-1252\"", 1).replacen("<para>", "<para>\u{b0} ", 1);
    // Everything that Latin-1 has is at the same place there.
    let western = text.chars().map(|one| u8::try_from(u32::from(one)).unwrap_or(b'-')).collect::<Vec<u8>>();
    assert!(std::str::from_utf8(&western).is_err(), "it is not UTF-8 any more");
    *bytes = western;
    package
}

/// An empty manual in a database of its own.
async fn given_copy(app: &TestApp, csdb: &str) {
    let new = NewCsdb { name: csdb.to_owned(), ..NewCsdb::default() };
    app::library::csdbs::create_as(&app.ctx, &Actor::System, &new).await.expect("a database");
    let manual = NewManual { csdb: csdb.to_owned(), name: "MMEL".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
}

/// Imports a package into a copy; gives the id of the revision.
async fn copied(app: &TestApp, csdb: &str, (name, package): (&str, Vec<u8>), complete: &str) -> String {
    let admin = app.admin().await;
    let mut given = read_zip(app, &admin, name, package).await;
    given["csdbName"] = json!(csdb);
    given["translationLanguages"] = json!(["zh-CN"]);
    given["complete"] = json!(complete);
    let job = import(app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{name}: {}", job["errorList"]);
    job["outputMap"]["revisionId"].as_str().expect("a revision").to_owned()
}

/// The files of a published copy, without the folders of a style.
async fn published_again(app: &TestApp, csdb: &str) -> PackageFiles {
    let author = app.person(Role::Author).await;
    let outputs = published(app, &author, "exportQuickAta2300", json!({"csdbName": csdb})).await;
    let package = download(&author, &outputs, &format!("{csdb}-MMEL-4.1-draft-s1000d-complete.zip")).await;
    unzipped(&package)
}

/// The files of a package, without the lists of its delivery, by their bytes: the name of a sent file follows its identity.
fn contents(files: PackageFiles) -> BTreeMap<Vec<u8>, String> {
    let is_list = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or_default();
        name.starts_with("DDN-") || name.starts_with("DML-")
    };
    files.into_iter().filter(|(name, _)| !is_list(name)).map(|(name, bytes)| (bytes, name)).collect()
}

/// Asserts that a package has every file of a source, byte for byte.
fn assert_whole(source: &BTreeMap<Vec<u8>, String>, package: &[u8], about: &str) {
    let sent = contents(unzipped(package));
    let lost: Vec<&String> = source.iter().filter(|(bytes, _)| !sent.contains_key(*bytes)).map(|one| one.1).collect();
    assert!(lost.is_empty(), "{about}: {lost:?}");
}

/// Official sets have kinds of files that our own packages have not: comments, update files, CGM pictures.
async fn official_manuals_import_again_and_go_out_as_they_were(app: TestApp) {
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    for (set, csdb) in [("packages/bike-4.1.zip", "BIKE41"), ("packages/bike-4.2.zip", "BIKE42")] {
        let Some(zip) = file(set) else { return };
        given_copy(&app, csdb).await;
        copied(&app, csdb, ("official.zip", zip.clone()), "yes").await;
        let wanted = json!({"csdbName": csdb, "formats": ["s1000d", "ata2300", "html"]});
        let outputs = published(&app, &author, "exportQuickAta2300", wanted).await;
        let source = contents(unzipped(&zip));
        let (_, known) = described(&app, csdb).await;
        for style in ["s1000d", "ata2300"] {
            let name = format!("{csdb}-MMEL-4.1-draft-{style}-complete.zip");
            let package = download(&author, &outputs, &name).await;
            assert_whole(&source, &package, &format!("{set}, {style}"));
            let copy = format!("{csdb}{style}");
            given_copy(&app, &copy).await;
            copied(&app, &copy, (name.as_str(), package), "yes").await;
            let (_, found) = described(&app, &copy).await;
            assert_eq!(unknown(&found, &known), Vec::<String>::new(), "{set}, {style}");
            let again = zipped(&published_again(&app, &copy).await);
            assert_whole(&source, &again, &format!("{set}, {style}, again"));
        }
    }
}

async fn hard_manuals_import_again_and_go_out_as_they_were(app: TestApp) {
    let package = hard_package();
    given_package(&app, &package).await;
    delivered(&app, &demo("amm-zh"), "no").await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let author = app.person(Role::Author).await;
    let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["s1000d", "ata2300"]})).await;
    let sent = modules(&unzipped(&download(&author, &outputs, PLAIN).await));
    let name_of = |code: &str| package.iter().find(|(name, _)| name.contains(code)).expect("a file");
    for code in [WESTERN, "AMM02", &format!("{PICTURE}.SVG"), &format!("{PICTURE}.PNG")] {
        let (name, bytes) = name_of(code);
        assert_eq!(sent.get(name), Some(bytes), "{name}: byte for byte");
    }
    assert!(sent.keys().any(|name| name.ends_with("_ZH-CN.XML")), "both languages");
    let text: Vec<u8> = sent.values().flatten().copied().collect();
    assert!(String::from_utf8_lossy(&text).contains(OURS), "the operator's own text");
    let (_, known) = described(&app, "NV240").await;
    for (csdb, name) in [("COPY1", PLAIN), ("COPY2", STYLED)] {
        given_copy(&app, csdb).await;
        copied(&app, csdb, (name, download(&author, &outputs, name).await), "yes").await;
        let (_, found) = described(&app, csdb).await;
        assert_eq!(unknown(&found, &known), Vec::<String>::new(), "{name}");
        assert_eq!(modules(&published_again(&app, csdb).await), sent, "{name}");
    }
}

/// Findings that the source does not have, by rule and file: styles have other folders, and versions other issues.
fn unknown(found: &BTreeSet<String>, known: &BTreeSet<String>) -> Vec<String> {
    let about = |line: &String| -> String {
        let words: Vec<&str> = line.split(' ').collect();
        let file = words.get(3).and_then(|path| path.rsplit('/').next()).unwrap_or_default();
        [words[2], file.split('_').next().unwrap_or_default()].join(" ")
    };
    let known: BTreeSet<String> = known.iter().map(about).collect();
    found.iter().filter(|line| !known.contains(&about(line))).cloned().collect()
}

async fn changes_bring_a_receiver_to_the_same_state(app: TestApp) {
    given_package(&app, &hard_package()).await;
    let author = app.person(Role::Author).await;
    let both = json!({"formats": ["s1000d", "ata2300"]});
    let first = published(&app, &author, "exportQuickAta2300", both.clone()).await;
    customise(&app, "Lower the pump by 30 mm", OURS).await;
    let mut changes: Value = both;
    changes["reviseTypes"] = json!(["complete", "incremental"]);
    changes["since"] = first["publication"].clone();
    let second = published(&app, &author, "exportQuickAta2300", changes).await;
    let state = modules(&unzipped(&download(&author, &second, PLAIN).await));
    for (csdb, whole) in [("COPY1", PLAIN), ("COPY2", STYLED)] {
        given_copy(&app, csdb).await;
        copied(&app, csdb, (whole, download(&author, &first, whole).await), "yes").await;
        let delta = whole.replace("complete", "incremental");
        let revision = copied(&app, csdb, (&delta, download(&author, &second, &delta).await), "no").await;
        decide(&app, "confirmOemAta2300", &revision, json!({"csdbName": csdb})).await;
        assert_eq!(modules(&published_again(&app, csdb).await), state, "{delta}");
    }
}
