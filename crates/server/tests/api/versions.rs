//! Versions of a module: /files/getVersions/default, and two of them side by side: /view/compare/default.

use std::collections::BTreeSet;

use domain::id::{ObjectId, SnapshotId};
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::imports::given_manual;
use crate::viewer::{at, delivered, reader_of};

testkit::on_each_app!(
    two_versions_are_read_side_by_side,
    compared_versions_resolve_references_in_their_own_revision,
    a_version_names_its_parents,
    a_module_delivered_twice_in_one_package_is_one_version,
    a_complete_revision_has_only_the_delivered_formats_of_a_picture,
);

async fn two_versions_are_read_side_by_side(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let path = at("28-21-01-00A-520A-A");
    let first = reader.get(&path).await.ok()["file"]["versionId"].as_str().expect("an id").to_owned();
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("Remove panel 214AL", "Take off panel 214AL");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    delivered(&app, &files, "yes").await;
    let second =
        reader.get(&format!("{path}?lane=oem")).await.ok()["file"]["versionId"].as_str().expect("an id").to_owned();
    let compare = path.replace("/view/default", "/view/compare/default");
    let both = reader.get(&format!("{compare}?left={first}&right={second}")).await.ok();
    assert_eq!(
        (&both["left"]["file"]["versionId"], &both["right"]["file"]["versionId"]),
        (&json!(first), &json!(second))
    );
    let html = |page: usize| both["pages"][page]["html"].as_str().expect("text");
    assert!(html(0).contains("<del data-difference=\"0\">Remove </del>panel 214AL"), "{}", html(0));
    assert!(html(1).contains("<ins data-difference=\"0\">Take off</ins> panel 214AL"), "{}", html(1));
    assert_eq!((&both["count"], &both["coarse"]), (&json!(1), &json!(false)));
    assert_eq!(reader.get(&format!("{compare}?left={first}&right=999999")).await.problem(), "404 file.not_found");
    assert_eq!(reader.get(&format!("{compare}?left={first}")).await.fields(), ["right: required"]);
}

async fn compared_versions_resolve_references_in_their_own_revision(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let path = at("28-21-01-00A-520A-A");
    let shown = reader.get(&path).await.ok();
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("issueNumber=\"001\"", "issueNumber=\"002\"");
    *bytes = text.into_bytes();
    let picture = files.iter_mut().find(|(name, _)| name.contains("282101")).expect("a picture");
    picture.1 = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>second</title></svg>".to_vec();
    let revision = delivered(&app, &files, "yes").await;
    let newer = reader.get(&format!("{path}?lane=oem")).await.ok();
    let id = |view: &Value| view["file"]["versionId"].as_str().expect("an id").to_owned();
    let compare = path.replace("/view/default", "/view/compare/default");
    let both = reader.get(&format!("{compare}?left={}&right={}", id(&shown), id(&newer))).await.ok();
    assert_eq!((&both["left"]["revision"], &both["right"]["revision"]), (&json!(null), &json!(revision)));
    assert_ne!(shown["figures"][0]["versionId"], newer["figures"][0]["versionId"]);
    for (side, view) in [(0, &shown), (1, &newer)] {
        let page = &both["pages"][side];
        assert_eq!((&page["figures"], &page["references"]), (&view["figures"], &view["references"]), "{side}");
    }
    assert_eq!(both["pages"][0]["references"][0]["state"], "found");
}

async fn a_version_names_its_parents(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let path = at("28-21-01-00A-520A-A");
    let versions = path.replace("/view/default", "/files/getVersions/default");
    for issue in ["002", "003"] {
        let mut files = demo("amm");
        let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
        let text = String::from_utf8(bytes.clone()).expect("text");
        *bytes = text.replace("issueNumber=\"001\"", &format!("issueNumber=\"{issue}\"")).into_bytes();
        delivered(&app, &files, "yes").await;
    }
    let known = reader.get(&versions).await.ok();
    let known = known.as_array().expect("a list");
    let parents: Vec<&Value> = known.iter().map(|one| &one["basedOn"]).collect();
    let [third, second, first] = known.as_slice() else { panic!("three versions") };
    assert_eq!(parents, [&json!([second["versionId"]]), &json!([first["versionId"]]), &json!([])]);
    assert_eq!(third["revisions"], json!([3]));
}

async fn a_module_delivered_twice_in_one_package_is_one_version(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let path = at("28-21-01-00A-520A-A");
    let mut files = demo("amm");
    let (name, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("issueNumber=\"001\"", "issueNumber=\"002\"");
    *bytes = text.into_bytes();
    let again = (format!("again/{name}"), bytes.clone());
    files.push(again);
    delivered(&app, &files, "yes").await;
    let known = reader.get(&path.replace("/view/default", "/files/getVersions/default")).await.ok();
    let [second, first] = known.as_array().expect("a list").as_slice() else { panic!("two versions: {known}") };
    assert_eq!((&second["basedOn"], &second["revisions"]), (&json!([first["versionId"]]), &json!([2])));
}

async fn a_complete_revision_has_only_the_delivered_formats_of_a_picture(app: TestApp) {
    let mut first = demo("amm");
    let (name, _) = first.iter().find(|(name, _)| name.contains("282101")).expect("a picture").clone();
    let picture = name.rsplit('/').next().expect("a name");
    let code = picture.split('.').next().expect("a code");
    let (_, png) = demo("mmel-r1").into_iter().find(|(name, _)| name.contains(".PNG")).expect("a picture");
    first.push((name.replace(".SVG", ".PNG"), png));
    given_manual(&app).await;
    let before = delivered(&app, &first, "yes").await;
    let formats = async |revision: &str| {
        let snapshot = SnapshotId(revision.parse().expect("a number"));
        let mut tx = app.db.read().await.expect("the database can be read");
        let held = store::snapshots::list_objects(&mut tx, snapshot, ObjectId(0), 10_000).await.expect("a list");
        let of_picture = held.into_iter().filter(|one| one.code.eq_ignore_ascii_case(code));
        of_picture.map(|one| one.key.to_uppercase()).collect::<BTreeSet<_>>()
    };
    let all = BTreeSet::from([picture.to_uppercase(), format!("{code}.PNG").to_uppercase()]);
    assert_eq!(formats(&before).await, all);
    let whole = delivered(&app, &demo("amm"), "yes").await;
    assert_eq!(formats(&whole).await, BTreeSet::from([picture.to_uppercase()]));
    assert_eq!(formats(&before).await, all, "the first revision is as it was");
}
