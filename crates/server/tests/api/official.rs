//! Two deliveries of one product, the second under another issuer: the official sample sets when available, and an
//! equivalent set of our own.

use std::collections::{BTreeMap, BTreeSet};

use domain::finding::Finding;
use domain::id::{ObjectId, PackageId, SnapshotId, TocNodeId};
use domain::permission::Role;
use domain::subject::Subject;
use domain::text::fold;
use serde_json::{Value, json};
use store::blobs::BlobId;
use store::findings::FindingFilter;
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::official::{entries, file, inspected};
use testkit::packages::{PackageFiles, demo, unzipped, zipped};

use crate::imports::{given_manual, import, read_zip};
use crate::settings;

testkit::on_each_app!(
    two_official_deliveries_become_two_revisions,
    an_official_delivery_is_imported_without_schemas_with_a_remark,
    a_second_delivery_under_another_issuer_is_the_next_revision,
    objects_missing_in_a_complete_delivery_are_reported,
);

/// Reads and imports a package as complete, asserts that the import adds no findings, and returns the job.
pub(crate) async fn delivered(app: &TestApp, client: &Client, name: &str, zip: &[u8]) -> Value {
    let mut given = read_zip(app, client, name, zip.to_vec()).await;
    assert_eq!(given["complete"], "yes", "{name}");
    given["complete"] = json!("yes");
    let told = findings(app, &given).await;
    let job = import(app, client, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    assert_eq!(findings(app, &job["outputMap"]).await, told, "{name}");
    job
}

fn revision_of(job: &Value) -> SnapshotId {
    SnapshotId::parse(job["outputMap"]["revisionId"].as_str().expect("a revision")).expect("a number")
}

/// The findings of the package in these job outputs.
async fn findings(app: &TestApp, outputs: &Value) -> Vec<Finding> {
    let id = PackageId(outputs["packageId"].as_str().expect("an id").to_owned());
    let mut tx = app.db.read().await.expect("a transaction");
    let package = store::packages::find(&mut tx, &id).await.expect("it is looked for").expect("a package");
    let all = FindingFilter::default();
    let found =
        store::findings::list_after(&mut tx, &Subject::from(&id), package.report, &all, -1).await.expect("findings");
    found.into_iter().map(|one| one.finding).collect()
}

/// Every object of a revision: its key, id and blob.
async fn held(app: &TestApp, revision: SnapshotId) -> BTreeMap<String, (ObjectId, String)> {
    let mut tx = app.db.read().await.expect("a transaction");
    let outline = store::snapshots::list_objects(&mut tx, revision, ObjectId(0), 1_000).await.expect("an outline");
    let mut held = BTreeMap::new();
    for one in outline {
        let file = store::files::find(&mut tx, revision, one.object_id).await.expect("it is looked for");
        let blob = file.expect("an object of the revision").version.content.blob;
        held.insert(fold(&one.key), (one.object_id, blob));
    }
    held
}

/// Every contents entry in order, one list per root; a container's alternates are not entries.
async fn places(app: &TestApp, revision: SnapshotId) -> Vec<Vec<String>> {
    let mut tx = app.db.read().await.expect("a transaction");
    let mut roots = Vec::new();
    for root in store::toc::list_children(&mut tx, revision, None, 100).await.expect("roots") {
        let (mut lines, mut open) = (Vec::new(), vec![root.node.id]);
        while let Some(id) = open.pop() {
            if id != root.node.id {
                lines.push(line(&mut tx, revision, id).await);
            }
            let place = store::toc::find(&mut tx, revision, id).await.expect("it is looked for").expect("a place");
            if place.node.node_type.as_str() != "toc_group" {
                let below = store::toc::list_children(&mut tx, revision, Some(id), 10_000).await.expect("places");
                open.extend(below.iter().rev().map(|child| child.node.id));
            }
        }
        roots.push(lines);
    }
    roots.sort();
    roots
}

async fn line(tx: &mut store::Tx, revision: SnapshotId, id: TocNodeId) -> String {
    let place = store::toc::find(tx, revision, id).await.expect("it is looked for").expect("a place");
    let bare = |key: &str| key.rsplit_once('_').map_or(key, |(code, _)| code).to_owned();
    match place.object {
        Some(object) => object.code,
        None if place.node.key.is_empty() => place.node.title,
        None => bare(&place.node.key),
    }
}

/// Asserts that a revision contains every file of the package with its bytes, and every entry of its publications once.
async fn holds_all(app: &TestApp, revision: SnapshotId, zip: &[u8], files: &PackageFiles) {
    let (contents, _) = inspected(zip, &[]);
    let held = held(app, revision).await;
    for item in &contents.items {
        let (_, blob) = held.get(&fold(item.library_key())).unwrap_or_else(|| panic!("{} is not there", item.name));
        let hash = domain::text::hex(&item.sha256);
        assert_eq!(*blob, hash, "{}", item.name);
        let bytes = app.blobs().read(&BlobId::parse(blob).expect("a name")).await.expect("it can be read");
        assert_eq!(bytes.map(|bytes| bytes.len() as u64), Some(item.size), "{}", item.name);
    }
    assert_eq!(places(app, revision).await, entries(files));
}

async fn what_people_read(client: &Client) -> Value {
    let manual = client.get("/csdb/manual?csdbName=NV240").await.ok()[0].clone();
    let top = client.get("/toc/getTopToc?manualPath=/NV240/MMEL").await.ok();
    assert_eq!(top["newerRevisionWaits"], manual["newerRevisionWaits"]);
    let lane = |name: &str| manual["lanes"][name]["number"].clone();
    json!({"oem": lane("oem"), "working": lane("working"), "read": top["revision"]["number"], "waits": top["newerRevisionWaits"]})
}

async fn two_official_deliveries_become_two_revisions(app: TestApp) {
    let (Some(first), Some(second)) = (file("packages/bike-4.1.zip"), file("packages/bike-4.2.zip")) else { return };
    let (Some(old), Some(new)) = (file("schemas/S1000D_4-1.zip"), file("schemas/S1000D_4-2.zip")) else { return };
    let (admin, author) = (app.admin().await, app.person(Role::Author).await);
    given_manual(&app).await;
    for set in [&old, &new] {
        settings::send(&admin, "/config/schemaSets", set.clone()).await.ok();
    }
    let mut contents = Vec::new();
    let mut revisions = Vec::new();
    for (name, zip, xml) in [("bike-4.1.zip", &first, 103), ("bike-4.2.zip", &second, 105)] {
        let (read, true_findings) = inspected(zip, &[&old, &new]);
        assert_eq!(read.items.iter().filter(|item| item.media_type == "application/xml").count(), xml);
        let job = delivered(&app, &author, name, zip).await;
        let package = author.get(&format!("/packages/{}", job["packageId"].as_str().expect("an id"))).await.ok();
        assert_eq!((&package["summary"]["xsd"], &package["counts"]["block"]), (&json!("checked"), &json!(0)));
        let found = findings(&app, &job["outputMap"]).await;
        // Objects changed without a new issue number are reported too, but only known at import.
        let (changed, found): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|one| one.rule.as_str() == "object.changed_same_issue");
        assert_eq!(found, true_findings, "{name}");
        let truly: BTreeSet<&str> = changed_without_issue(contents.last(), &read);
        assert_eq!(changed.iter().map(|one| one.file.as_str()).collect::<BTreeSet<_>>(), truly, "{name}");
        holds_all(&app, revision_of(&job), zip, &unzipped(zip)).await;
        contents.push(read);
        revisions.push(revision_of(&job));
    }
    let waiting = json!({"oem": 2, "working": 1, "read": 1, "waits": true});
    assert_eq!(what_people_read(&author).await, waiting);
    let (before, after) = (held(&app, revisions[0]).await, held(&app, revisions[1]).await);
    let modules = |held: &BTreeMap<String, (ObjectId, String)>| -> BTreeSet<ObjectId> {
        held.iter().filter(|(key, _)| key.starts_with("dm")).map(|(_, (id, _))| *id).collect()
    };
    let same = modules(&before).intersection(&modules(&after)).count();
    let shared = contents[0].items.iter().filter(|item| {
        item.kind.is_module() && contents[1].items.iter().any(|other| other.key.is_some() && other.key == item.key)
    });
    assert_eq!(same, shared.count());
    assert!(same > 80, "{same}");
    assert!(before.keys().filter(|key| key.starts_with("pmc")).all(|key| !after.contains_key(key)));
}

/// The files whose identity and issue existed before with other content.
fn changed_without_issue<'a>(
    before: Option<&testkit::official::Contents>,
    now: &'a testkit::official::Contents,
) -> BTreeSet<&'a str> {
    let earlier = |key: &str, issue: &str| {
        let items = before.into_iter().flat_map(|contents| &contents.items);
        items.filter(|item| item.key.as_deref() == Some(key) && &*item.issue == issue).map(|item| item.sha256).next()
    };
    let changed = now.items.iter().filter(|item| {
        let key = item.key.as_deref().unwrap_or_default();
        earlier(key, &item.issue).is_some_and(|hash| hash != item.sha256)
    });
    changed.map(|item| &*item.name).collect()
}

async fn an_official_delivery_is_imported_without_schemas_with_a_remark(app: TestApp) {
    let Some(zip) = file("packages/bike-4.2.zip") else { return };
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let job = delivered(&app, &author, "bike-4.2.zip", &zip).await;
    holds_all(&app, revision_of(&job), &zip, &unzipped(&zip)).await;
    let (_, expected) = inspected(&zip, &[]);
    assert_eq!(findings(&app, &job["outputMap"]).await, expected);
    let path = format!("/packages/{}", job["packageId"].as_str().expect("an id"));
    assert_eq!(author.get(&path).await.ok()["summary"]["xsd"], "unchecked");
    let told = author.get(&format!("{path}/findings?code=1010")).await.ok();
    assert_eq!((&told["total"], &told["items"][0]["rule"]), (&json!(1), &json!("xsd.not_installed")));
}

/// The demo manual under another company's publication code; the modules keep theirs.
fn under_another_issuer(files: &PackageFiles) -> PackageFiles {
    let renamed = |(name, bytes): &(String, Vec<u8>)| {
        if !name.starts_with("PMC") {
            return (name.clone(), bytes.clone());
        }
        let text = String::from_utf8(bytes.clone()).expect("text");
        let text = text.replace("pmIssuer=\"NVR01\"", "pmIssuer=\"NVR02\"");
        (name.replace("NVR01", "NVR02"), text.into_bytes())
    };
    files.iter().map(renamed).collect()
}

async fn a_second_delivery_under_another_issuer_is_the_next_revision(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    let first = demo("amm");
    let second = under_another_issuer(&first);
    let mut revisions = Vec::new();
    for files in [&first, &second] {
        let zip = zipped(files);
        let job = delivered(&app, &author, "amm.zip", &zip).await;
        let (_, expected) = inspected(&zip, &[]);
        assert_eq!(findings(&app, &job["outputMap"]).await, expected);
        holds_all(&app, revision_of(&job), &zip, files).await;
        revisions.push(revision_of(&job));
    }
    assert_eq!(what_people_read(&author).await, json!({"oem": 2, "working": 1, "read": 1, "waits": true}));
    let (before, after) = (held(&app, revisions[0]).await, held(&app, revisions[1]).await);
    let gone: Vec<_> = before.keys().filter(|key| !after.contains_key(*key)).collect();
    assert_eq!(gone, ["pmc-nv240-nvr01-amm01-00_en-us"]);
    assert_eq!(before.len(), after.len());
    let same = before.iter().filter(|(key, of)| after.get(*key) == Some(of)).count();
    assert_eq!(same, before.len() - 1, "every module is the object it was");
}

/// The next delivery of the demo manual, without a removal task that other modules reference.
fn without_a_task(files: &PackageFiles) -> PackageFiles {
    let task = |info: &str| {
        format!(
            "systemCode=\"28\" subSystemCode=\"2\" subSubSystemCode=\"1\" assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"A\" infoCode=\"{info}\""
        )
    };
    let kept = files.iter().filter(|(name, _)| !name.contains("28-21-01-00A-520A"));
    let renamed = |(name, bytes): &(String, Vec<u8>)| {
        if !name.starts_with("PMC") {
            return (name.clone(), bytes.clone());
        }
        let text = String::from_utf8(bytes.clone()).expect("text");
        assert!(text.contains(&task("520")));
        (name.clone(), text.replace(&task("520"), &task("720")).into_bytes())
    };
    kept.map(renamed).collect()
}

async fn objects_missing_in_a_complete_delivery_are_reported(app: TestApp) {
    let author = app.person(Role::Author).await;
    given_manual(&app).await;
    delivered(&app, &author, "amm.zip", &zipped(&demo("amm"))).await;
    let job = delivered(&app, &author, "amm.zip", &zipped(&without_a_task(&demo("amm")))).await;
    let found = findings(&app, &job["outputMap"]).await;
    let dangling = found.iter().filter(|one| one.rule.as_str() == "dm.dm_ref_dangling").count();
    assert!(dangling > 0, "{found:?}");
}
