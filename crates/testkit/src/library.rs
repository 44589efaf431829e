//! Library test data, inserted like an import does.

#![expect(clippy::expect_used, reason = "the values are written here and valid")]

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use domain::csdb::Csdb;
use domain::id::{CsdbId, ManualId, ObjectId, ProfileId, SnapshotId, TocNodeId, VersionId};
use domain::manual::{Lanes, Manual, ManualDetails};
use domain::name::Name;
use domain::object::{ObjectIdentity, ObjectKind};
use domain::profile::{ALL, Profile, ProfileScope};
use domain::snapshot::{Decision, Lane, NewSnapshot};
use domain::toc::{TocNode, TocNodeType};
use domain::version::{FileStatus, Issue, Origin, Reference, ReferenceKind, Version, VersionContent, VersionMetadata};
use store::objects::ObjectOwner;
use store::{Db, StoreError, Tx, blocks, csdbs, manuals, objects, profiles, snapshots, versions};

/// A time on the day of all tests, in minutes.
pub fn at(minute: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_800_000_000_000).expect("in range") + Duration::minutes(minute)
}

pub fn name(text: &str) -> Name {
    Name::parse(text).expect("a valid name")
}

pub fn csdb(text: &str) -> Csdb {
    Csdb {
        id: CsdbId(format!("id-of-{text}")),
        name: name(text),
        csdb_type: "H160".to_owned(),
        alias: text.to_owned(),
        self_editing: false,
        default_mic: vec!["H160".to_owned()],
        created_by: "ann".to_owned(),
        created_on: at(0),
        updated_on: at(0),
        version: 1,
    }
}

pub fn manual(csdb: &Csdb, text: &str) -> Manual {
    Manual {
        id: ManualId(format!("id-of-{}-{text}", csdb.name)),
        csdb_id: csdb.id.clone(),
        csdb_name: csdb.name.clone(),
        name: name(text),
        alias: text.to_owned(),
        details: ManualDetails {
            manual_type: "MEL".to_owned(),
            with_oem: true,
            aircraft_related: true,
            model_ident_code: "H160".to_owned(),
            approval_required: true,
            translation_languages: vec!["zh-CN".to_owned()],
            extension_code: "ALP".to_owned(),
            extension_producer: "F0210".to_owned(),
        },
        schema_errors_block: true,
        brex_errors_block: false,
        lanes: Lanes::default(),
        created_by: "ann".to_owned(),
        created_on: at(0),
        updated_on: at(0),
        version: 1,
    }
}

pub fn profile(manual: &Manual, name: &str) -> Profile {
    Profile {
        id: ProfileId(format!("{name}-of-{}", manual.id)),
        manual_id: manual.id.clone(),
        name: name.to_owned(),
        operator_id: None,
        scope: ProfileScope::All,
        extension_code: "ALP".to_owned(),
        extension_producer: "F0210".to_owned(),
        created_on: at(0),
        updated_on: at(0),
        version: 1,
    }
}

/// A database `H160` with a manual `MEL` and its profile.
pub async fn empty_manual(db: &Db) -> Result<(Csdb, Manual), StoreError> {
    let csdb = csdb("H160");
    let manual = manual(&csdb, "MEL");
    let mut tx = db.begin().await?;
    assert!(csdbs::insert(&mut tx, &csdb).await?);
    assert!(manuals::insert(&mut tx, &manual).await?);
    assert!(profiles::insert(&mut tx, &profile(&manual, ALL)).await?);
    tx.commit().await?;
    Ok((csdb, manual))
}

/// The identity of an English data module.
pub fn module(code: &str) -> ObjectIdentity {
    identity(ObjectKind::DataModule, code)
}

pub fn identity(kind: ObjectKind, code: &str) -> ObjectIdentity {
    ObjectIdentity {
        kind,
        key: format!("{code}_en-US"),
        code: code.to_owned(),
        language: "en-US".to_owned(),
        info_code: "040".to_owned(),
    }
}

pub fn picture(file: &str) -> ObjectIdentity {
    let code = file.split('.').next().unwrap_or_default().to_owned();
    ObjectIdentity {
        kind: ObjectKind::Icn,
        key: file.to_owned(),
        code,
        language: String::new(),
        info_code: String::new(),
    }
}

pub fn version(object_id: ObjectId, issue: &str, title: &str) -> Version {
    Version {
        object_id,
        issue: Issue {
            number: issue.to_owned(),
            in_work: "00".to_owned(),
            date: "2026-10-01".to_owned(),
            kind: "changed".to_owned(),
        },
        content: VersionContent {
            blob: format!("{:064}", object_id.0),
            status_blob: None,
            size: 1234,
            media_type: "application/xml".to_owned(),
        },
        status: FileStatus::Released,
        metadata: VersionMetadata {
            tech_name: title.to_owned(),
            info_name: "Description".to_owned(),
            content_type: "descript".to_owned(),
            schema_issue: "4.2".to_owned(),
            security: "01".to_owned(),
            quality: "unverified".to_owned(),
            properties: BTreeMap::from([("originator".to_owned(), vec!["U8025".to_owned(), "空客".to_owned()])]),
        },
        origin: Origin::Oem,
        created_by: "ann".to_owned(),
        created_on: at(1),
        why: "first delivery".to_owned(),
        change_request: None,
    }
}

pub fn reference(kind: ReferenceKind, target: &str) -> Reference {
    Reference {
        kind,
        target: target.to_owned(),
        language: Some("en-US".to_owned()),
        issue: None,
        external: false,
        line: 7,
    }
}

pub fn new_snapshot(manual: &Manual, package: &str) -> NewSnapshot {
    NewSnapshot {
        manual_id: manual.id.clone(),
        lane: Lane::Oem,
        name: "H160 MMEL".to_owned(),
        package_id: Some(package.to_owned()),
        issue_number: "003".to_owned(),
        issue_date: "2026-10-01".to_owned(),
        language: "en-US".to_owned(),
        complete: true,
        created_by: "ann".to_owned(),
        created_on: at(2),
    }
}

/// Inserts objects in one version each, titled after their code, into the manual or, for illustrations, the database.
pub async fn import(
    tx: &mut Tx,
    manual: &Manual,
    issue: &str,
    identities: &[ObjectIdentity],
) -> Result<Vec<(ObjectId, VersionId)>, StoreError> {
    let mut made = Vec::new();
    for one in identities {
        let home = ObjectOwner { csdb: &manual.csdb_id, manual: (one.kind != ObjectKind::Icn).then_some(&manual.id) };
        let object = objects::insert_many(tx, home, std::slice::from_ref(one), at(1)).await?[0];
        let kept = versions::insert_many(tx, &[version(object, issue, &format!("Title of {}", one.code))]).await?;
        made.push((object, kept[0].id));
    }
    Ok(made)
}

/// Starts an unpublished snapshot with these versions and nothing else.
pub async fn building(
    tx: &mut Tx,
    manual: &Manual,
    package: &str,
    versions: &[VersionId],
) -> Result<SnapshotId, StoreError> {
    let snapshot = building_on(tx, manual, package, versions).await?;
    let mut missing = snapshots::list_objects(tx, snapshot, ObjectId(0), u64::MAX).await?;
    missing.retain(|one| !versions.contains(&one.version_id));
    let missing: Vec<ObjectId> = missing.iter().map(|one| one.object_id).collect();
    snapshots::remove(tx, snapshot, &missing).await?;
    Ok(snapshot)
}

/// Starts an unpublished snapshot with these versions and all other objects of the previous revision.
pub async fn building_on(
    tx: &mut Tx,
    manual: &Manual,
    package: &str,
    versions: &[VersionId],
) -> Result<SnapshotId, StoreError> {
    let snapshot = snapshots::insert(tx, &new_snapshot(manual, package)).await?;
    snapshots::deliver(tx, snapshot, versions).await?;
    Ok(snapshot)
}

/// Publishes the snapshot and moves the lanes, like the end of an import.
pub async fn publish(tx: &mut Tx, manual: &Manual, id: SnapshotId, decision: Decision) -> Result<(), StoreError> {
    assert!(snapshots::publish(tx, id, Some(decision), at(2)).await?);
    assert!(manuals::update_oem_lane(tx, &manual.id, id, at(3)).await?);
    Ok(())
}

/// A contents entry; its id must be allocated before.
pub fn node(id: i64, parent: Option<i64>, position: u32, title: &str, object: Option<ObjectId>) -> TocNode {
    TocNode {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        position,
        node_type: if object.is_some() { TocNodeType::Module } else { TocNodeType::Section },
        title: title.to_owned(),
        prefix: String::new(),
        key: format!("KEY-{title}"),
        object_id: object,
        leaf: object.is_some(),
        child_count: 0,
        applic: None,
    }
}

pub async fn node_ids(tx: &mut Tx, count: usize) -> Result<i64, StoreError> {
    blocks::take(tx, blocks::Sequence::TocNode, count).await
}
