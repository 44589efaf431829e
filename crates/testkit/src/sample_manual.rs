//! A small manual with two revisions, as after imports.

#![expect(clippy::expect_used, reason = "a test whose library cannot be made must stop at once")]

use std::collections::HashMap;

use bytes::Bytes;
use domain::change::Actor;
use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::object::{ObjectIdentity, ObjectKind};
use domain::toc::{TocNode, TocNodeType};
use domain::version::{Reference, ReferenceKind};
use store::objects::ObjectOwner;
use store::{Tx, blocks, manuals, objects, references, snapshots, toc, versions};

use crate::app::TestApp;
use crate::library::{at, identity, module, name, new_snapshot, picture, reference, version};

/// The manual's glossary.
const GLOSSARY: &str = "<dmodule><content><glossaryRepository>
    <glossaryItem id='gl-VMC'><term>VMC</term><definition>Visual meteorological conditions</definition></glossaryItem>
    <glossaryItem id='gl-ELT'><term>ELT</term><definition>Emergency locator transmitter</definition></glossaryItem>
    </glossaryRepository></content></dmodule>";

/// The manual `/H160/MEL`, created by the API before, with its objects.
#[derive(Debug)]
pub struct SampleManual {
    /// The first OEM revision, which the working lane points to as well.
    pub first: SnapshotId,
    pub manual: Manual,
}

fn in_chinese(code: &str) -> ObjectIdentity {
    ObjectIdentity { key: format!("{code}_zh-CN"), language: "zh-CN".to_owned(), ..module(code) }
}

impl SampleManual {
    /// Fills the manual at `/{csdb}/{manual}` with its first revision:
    ///
    /// a front matter with `DMC-A`, which references `DMC-B`, an illustration, a missing object and an external
    /// document; a container `DMC-C` with two alternates; a dangling entry; `DMC-ALONE`, without references to it; the
    /// glossary; and `DMC-A` in Chinese.
    pub async fn fill(app: &TestApp, csdb: &str, manual: &str) -> Self {
        let sample = Self::at(app, csdb, manual).await;
        let mut tx = app.db.begin().await.expect("a transaction");
        let first = sample.build_first(app, &mut tx).await;
        sample.show(app, &mut tx, first).await;
        tx.commit().await.expect("it is kept");
        Self { first, ..sample }
    }

    /// The manual at `/{csdb}/{manual}`, empty.
    pub async fn at(app: &TestApp, csdb: &str, manual: &str) -> Self {
        let mut tx = app.db.read().await.expect("a transaction");
        let manual = manuals::find_by_name(&mut tx, &name(csdb), &name(manual)).await;
        Self { first: SnapshotId(0), manual: manual.expect("it can be looked for").expect("it was made") }
    }

    async fn build_first(&self, app: &TestApp, tx: &mut Tx) -> SnapshotId {
        let glossary = app.blobs().put(Bytes::from_static(GLOSSARY.as_bytes())).await.expect("content");
        let a = self.keep(tx, &module("DMC-A"), "001", None).await;
        let zh = self.keep(tx, &in_chinese("DMC-A"), "001", None).await;
        let b = self.keep(tx, &module("DMC-B"), "001", None).await;
        let c = self.keep(tx, &identity(ObjectKind::Container, "DMC-C"), "001", None).await;
        let c1 = self.keep(tx, &module("DMC-C1"), "001", None).await;
        let c2 = self.keep(tx, &module("DMC-C2"), "001", None).await;
        let alone = self.keep(tx, &module("DMC-ALONE"), "001", None).await;
        let terms = identity(ObjectKind::Repository, "DMC-TERMS");
        let terms = self.keep(tx, &terms, "001", Some(glossary.to_string())).await;
        let pm = self.keep(tx, &identity(ObjectKind::PublicationModule, "PMC-1"), "001", None).await;
        let icn = self.keep(tx, &picture("ICN-1.PNG"), "001", None).await;
        let mut outside = reference(ReferenceKind::External, "ATA Spec 2300");
        outside.external = true;
        let of_a = [
            reference(ReferenceKind::DataModule, "DMC-B"),
            reference(ReferenceKind::Illustration, "ICN-1"),
            reference(ReferenceKind::DataModule, "DMC-MISSING"),
            outside,
        ];
        let of_c = [reference(ReferenceKind::Alternate, "DMC-C1"), reference(ReferenceKind::Alternate, "DMC-C2")];
        let of_pm = [reference(ReferenceKind::DataModule, "DMC-A"), reference(ReferenceKind::DataModule, "DMC-TERMS")];
        let all: [(VersionId, &[Reference]); 3] = [(a.1, &of_a), (c.1, &of_c), (pm.1, &of_pm)];
        references::insert_many(tx, &all).await.expect("references");
        let held = [a.1, zh.1, b.1, c.1, c1.1, c2.1, alone.1, terms.1, pm.1, icn.1];
        let snapshot = self.building(tx, "package-1", "001", &held).await;
        let first = blocks::take(tx, blocks::Sequence::TocNode, 6).await.expect("numbers");
        let nodes = [
            node(first, None, 0, TocNodeType::Section, "Front matter", None, 1),
            node(first + 1, Some(first), 0, TocNodeType::Module, "Title of DMC-A", Some(a.0), 0),
            node(first + 2, None, 1, TocNodeType::Group, "Title of DMC-C", Some(c.0), 2),
            node(first + 3, Some(first + 2), 0, TocNodeType::Module, "Title of DMC-C1", Some(c1.0), 0),
            node(first + 4, Some(first + 2), 1, TocNodeType::Module, "Title of DMC-C2", Some(c2.0), 0),
            node(first + 5, None, 2, TocNodeType::Module, "", None, 0),
        ];
        toc::insert_many(tx, snapshot, &nodes).await.expect("contents");
        snapshot
    }

    /// Adds a second revision with another issue of `DMC-A`; it waits for a decision.
    pub async fn add_revision(&self, app: &TestApp) -> SnapshotId {
        let mut tx = app.db.begin().await.expect("a transaction");
        let a = self.keep(&mut tx, &module("DMC-A"), "002", None).await;
        let snapshot = self.building_on_first(&mut tx, &[a]).await;
        self.show(app, &mut tx, snapshot).await;
        tx.commit().await.expect("it is kept");
        snapshot
    }

    /// Adds a second revision, waiting for a decision, in which a new issue of `DMC-B` references `DMC-ALONE` and the
    /// new illustration `ICN-2.PNG`.
    pub async fn add_picture_revision(&self, app: &TestApp) -> SnapshotId {
        let mut tx = app.db.begin().await.expect("a transaction");
        let b = self.keep(&mut tx, &module("DMC-B"), "002", None).await;
        let icn = self.keep(&mut tx, &picture("ICN-2.PNG"), "001", None).await;
        let named =
            [reference(ReferenceKind::DataModule, "DMC-ALONE"), reference(ReferenceKind::Illustration, "ICN-2")];
        references::insert_many(&mut tx, &[(b.1, &named)]).await.expect("references");
        let snapshot = self.building_on_first(&mut tx, &[b, icn]).await;
        self.show(app, &mut tx, snapshot).await;
        tx.commit().await.expect("it is kept");
        snapshot
    }

    /// Starts an unpublished revision.
    pub async fn begin_revision(&self, app: &TestApp) {
        let mut tx = app.db.begin().await.expect("a transaction");
        let unseen = self.keep(&mut tx, &module("DMC-UNSEEN"), "001", None).await;
        self.building(&mut tx, "package-3", "003", &[unseen.1]).await;
        tx.commit().await.expect("it is kept");
    }

    /// Starts a second revision that has these versions and all other objects of the first revision.
    async fn building_on_first(&self, tx: &mut Tx, changed: &[(ObjectId, VersionId)]) -> SnapshotId {
        let mut held: HashMap<ObjectId, VersionId> = HashMap::new();
        let first = snapshots::list_objects(tx, self.first, ObjectId(0), 1_000).await.expect("the first revision");
        held.extend(first.iter().map(|one| (one.object_id, one.version_id)));
        held.extend(changed.iter().copied());
        let versions: Vec<VersionId> = held.values().copied().collect();
        let snapshot = self.building(tx, "package-2", "002", &versions).await;
        let mut others = snapshots::list_objects(tx, snapshot, ObjectId(0), 1_000).await.expect("what it has");
        others.retain(|one| !held.contains_key(&one.object_id));
        let others: Vec<ObjectId> = others.iter().map(|one| one.object_id).collect();
        snapshots::remove(tx, snapshot, &others).await.expect("the rest is removed");
        snapshot
    }

    async fn building(&self, tx: &mut Tx, package: &str, issue: &str, held: &[VersionId]) -> SnapshotId {
        let mut new = new_snapshot(&self.manual, package);
        new.issue_number = issue.to_owned();
        let snapshot = snapshots::insert(tx, &new).await.expect("a snapshot");
        snapshots::deliver(tx, snapshot, held).await.expect("entries");
        snapshot
    }

    async fn show(&self, app: &TestApp, tx: &mut Tx, snapshot: SnapshotId) {
        // One batch covers so small a manual.
        snapshots::mark_referenced(tx, snapshot, ObjectId(0), 1_000).await.expect("it is marked");
        let actor = Actor::User("importer".to_owned());
        app::library::revisions::publish(&app.ctx, tx, &actor, &self.manual.id, snapshot, None)
            .await
            .expect("it is shown");
    }

    async fn keep(
        &self,
        tx: &mut Tx,
        one: &ObjectIdentity,
        issue: &str,
        blob: Option<String>,
    ) -> (ObjectId, VersionId) {
        let manual = (one.kind != ObjectKind::Icn).then_some(&self.manual.id);
        let home = ObjectOwner { csdb: &self.manual.csdb_id, manual };
        let object = objects::insert_many(tx, home, std::slice::from_ref(one), at(1)).await.expect("an object")[0];
        let mut kept = version(object, issue, &format!("Title of {}", one.code));
        if let Some(blob) = blob {
            kept.content.blob = blob;
        }
        let kept = versions::insert_many(tx, &[kept]).await.expect("a version")[0];
        (object, kept.id)
    }
}

fn node(
    id: i64,
    parent: Option<i64>,
    position: u32,
    node_type: TocNodeType,
    title: &str,
    object_id: Option<ObjectId>,
    child_count: u32,
) -> TocNode {
    TocNode {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        position,
        node_type,
        title: title.to_owned(),
        prefix: if node_type == TocNodeType::Section { "00".to_owned() } else { String::new() },
        key: "DMC-MISSING".to_owned(),
        object_id,
        leaf: child_count == 0,
        child_count,
        applic: None,
    }
}
