//! Writes the records of a package, batch by batch, into an unpublished snapshot.
//!
//! The content of a batch is on disk before its records are written, and the
//! records of a batch are one short transaction: others who write wait for one
//! batch at most. While the records of one batch are written, the content of the
//! next is.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::id::{ObjectId, SnapshotId, VersionId};
use domain::manual::Manual;
use domain::version::{Origin, Version, VersionContent};
use s1000d::package::Recency;
use store::Tx;
use store::objects::ObjectOwner;
use tokio::sync::mpsc;

use super::record::{Body, ImportRecord};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::library::contents::PublicationObject;
use crate::library::versions::{self, NewVersion, Visibility};

/// Files per batch.
pub(super) const BATCH_FILES: usize = 500;
/// From this size on a batch is written, however few files it has.
pub(super) const BATCH_BYTES: usize = 16 << 20;

/// Destination of an import.
#[derive(Debug, Clone)]
pub(super) struct Destination {
    pub manual: Manual,
    pub snapshot: SnapshotId,
    /// The account of the user who imports.
    pub account: String,
    /// Reason that each version records.
    pub why: String,
    pub now: DateTime<Utc>,
}

/// The contents of a package, written.
#[derive(Debug)]
pub(super) struct Delivery {
    pub objects: HashSet<ObjectId>,
    pub publications: Vec<PublicationObject>,
}

/// Takes records and writes them.
#[derive(Debug)]
pub(super) struct RecordWriter<'a> {
    ctx: &'a Ctx,
    job: &'a Running,
    place: &'a Destination,
    total: &'a AtomicU64,
    written: u64,
    current: HashMap<ObjectId, CurrentVersion>,
    publications: HashMap<ObjectId, s1000d::publication::Publication>,
    /// Objects of which a later version came after an earlier one was entered.
    outdated: HashSet<ObjectId>,
}

/// The version of an object that the snapshot holds: the latest, whatever order the files come in.
#[derive(Debug)]
struct CurrentVersion {
    recency: Recency,
    version: VersionId,
}

impl<'a> RecordWriter<'a> {
    pub(super) fn new(ctx: &'a Ctx, job: &'a Running, place: &'a Destination, total: &'a AtomicU64) -> Self {
        Self {
            ctx,
            job,
            place,
            total,
            written: 0,
            current: HashMap::new(),
            publications: HashMap::new(),
            outdated: HashSet::new(),
        }
    }

    /// Writes all records until the channel is closed.
    pub(super) async fn write(
        mut self,
        records: mpsc::Receiver<Result<ImportRecord, Error>>,
    ) -> Result<Delivery, JobError> {
        let (sender, mut kept) = mpsc::channel(1);
        let contents = keep_contents(self.ctx, records, sender);
        let noting = async {
            while let Some((batch, contents)) = kept.recv().await {
                self.keep(batch, contents).await?;
            }
            Ok(())
        };
        tokio::try_join!(contents, noting)?;
        self.replace_outdated().await?;
        self.job.progress("store", 100)?;
        let placed = |(object_id, publication)| PublicationObject { object_id, publication };
        Ok(Delivery {
            objects: self.current.into_keys().collect(),
            publications: self.publications.into_iter().map(placed).collect(),
        })
    }

    async fn keep(&mut self, mut batch: Vec<ImportRecord>, contents: Vec<VersionContent>) -> Result<(), JobError> {
        let mut tx = self.job.begin().await?;
        let objects = self.keep_objects(&mut tx, &batch).await?;
        let delivered = match self.place.manual.lanes.oem {
            Some(before) => store::snapshots::find_versions(&mut tx, before, &objects).await?,
            None => HashMap::new(),
        };
        let new: Vec<NewVersion> = batch
            .iter_mut()
            .zip(contents)
            .zip(&objects)
            .map(|((record, content), object)| NewVersion {
                references: std::mem::take(&mut record.references),
                based_on: delivered.get(object).copied().into_iter().collect(),
                version: self.version(record, content, *object),
            })
            .collect();
        let kept = versions::add(&mut tx, &new, Visibility::WithSnapshot).await?;
        let ids: Vec<VersionId> = kept.into_iter().map(|kept| kept.id).collect();
        let is_other = |(object, version): &(&ObjectId, &VersionId)| delivered.get(object) != Some(version);
        let other: Vec<VersionId> = objects.iter().zip(&ids).filter(is_other).map(|(_, version)| *version).collect();
        store::snapshots::deliver(&mut tx, self.place.snapshot, &other).await?;
        tx.commit().await?;
        versions::add_long_references(self.job, &ids, &new).await?;
        self.written += batch.len() as u64;
        for ((record, object), version) in batch.into_iter().zip(objects).zip(ids) {
            self.note(record, object, version);
        }
        let total = self.total.load(Ordering::Relaxed).max(self.written);
        // The last percent is for what follows the last batch.
        let percent = self.written.saturating_mul(99).checked_div(total).unwrap_or_default();
        self.job.progress("store", u8::try_from(percent).unwrap_or(99))
    }

    /// The ids of the objects of a batch, in its order.
    async fn keep_objects(&self, tx: &mut Tx, batch: &[ImportRecord]) -> Result<Vec<ObjectId>, JobError> {
        let manual = &self.place.manual;
        let mut ids = vec![ObjectId(0); batch.len()];
        for in_manual in [true, false] {
            let of_home = || batch.iter().enumerate().filter(|(_, record)| record.in_manual == in_manual);
            let identities: Vec<_> = of_home().map(|(_, record)| record.identity.clone()).collect();
            let home = ObjectOwner { csdb: &manual.csdb_id, manual: in_manual.then_some(&manual.id) };
            let kept = store::objects::insert_many(tx, home, &identities, self.place.now).await?;
            for ((index, _), id) in of_home().zip(kept) {
                ids[index] = id;
            }
        }
        Ok(ids)
    }

    fn version(&self, record: &mut ImportRecord, content: VersionContent, object_id: ObjectId) -> Version {
        Version {
            object_id,
            issue: std::mem::take(&mut record.issue),
            content,
            status: record.status,
            metadata: std::mem::take(&mut record.metadata),
            origin: Origin::Oem,
            created_by: self.place.account.clone(),
            created_on: self.place.now,
            why: self.place.why.clone(),
            change_request: None,
        }
    }

    fn note(&mut self, record: ImportRecord, object: ObjectId, version: VersionId) {
        let recency = record.recency;
        if let Some(current) = self.current.get(&object) {
            // The order of the two is random; both cases are corrected at the end.
            self.outdated.insert(object);
            if current.recency >= recency {
                return;
            }
        }
        self.current.insert(object, CurrentVersion { recency, version });
        if let Some(publication) = record.publication {
            self.publications.insert(object, publication);
        }
    }

    async fn replace_outdated(&mut self) -> Result<(), JobError> {
        let objects: Vec<ObjectId> = self.outdated.drain().collect();
        for some in objects.chunks(BATCH_FILES) {
            let versions: Vec<VersionId> =
                some.iter().filter_map(|object| self.current.get(object)).map(|current| current.version).collect();
            let mut tx = self.job.begin().await?;
            store::snapshots::remove(&mut tx, self.place.snapshot, some).await?;
            store::snapshots::deliver(&mut tx, self.place.snapshot, &versions).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// A batch whose bytes are safe.
type Safe = (Vec<ImportRecord>, Vec<VersionContent>);

/// Collects files into batches and passes each on when its bytes are safe.
async fn keep_contents(
    ctx: &Ctx,
    mut records: mpsc::Receiver<Result<ImportRecord, Error>>,
    safe: mpsc::Sender<Safe>,
) -> Result<(), JobError> {
    let mut more = true;
    while more {
        let (mut batch, mut weight) = (Vec::new(), 0);
        while more && batch.len() < BATCH_FILES && weight < BATCH_BYTES {
            match records.recv().await {
                Some(record) => {
                    let record = record?;
                    weight += record.weight();
                    batch.push(record);
                }
                None => more = false,
            }
        }
        let contents = make_safe(ctx, &mut batch).await?;
        // The receiving side reports the reason when it has stopped.
        if !batch.is_empty() && safe.send((batch, contents)).await.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

/// Makes the bytes of a batch safe, and lets go of them.
async fn make_safe(ctx: &Ctx, batch: &mut [ImportRecord]) -> Result<Vec<VersionContent>, Error> {
    let all: Vec<Bytes> = batch.iter().flat_map(ImportRecord::parts).collect();
    let mut names = ctx.blobs.put_all(all).await?.into_iter().map(|id| id.as_str().to_owned());
    let contents = batch.iter_mut().map(|record| {
        let (blob, size) = match std::mem::take(&mut record.content) {
            Body::Held(bytes) => (names.next().unwrap_or_default(), bytes.len() as u64),
            Body::Kept { blob, size } => (blob.as_str().to_owned(), size),
        };
        record.room = None;
        VersionContent {
            blob,
            status_blob: record.status_file.take().and_then(|_| names.next()),
            size,
            media_type: record.media_type.to_owned(),
        }
    });
    Ok(contents.collect())
}
