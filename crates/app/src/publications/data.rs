//! Data of a publication for other systems: the items of a minimum equipment list, and tables about the manual.

mod places;
mod tables;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;
use domain::dispatch::DISPATCH_ITEM;
use domain::id::{ObjectId, TocNodeId};
use domain::job::FailureReason;
use domain::object::ObjectKind;
use domain::publication::PublicationValidity;
use publish::mel::{MelList, MelListItem};
use s1000d::applic::Applic;
use s1000d::form::dispatch::{ItemContext, ItemData, container_aircraft, module_aircraft};
use s1000d::guard;
use s1000d::repositories::SharedEntries;
use store::StoreError;
use store::artifacts::Artifact;
use store::blobs::BlobId;
use store::publications::SourceVersion;
use store::toc::ContentsEntry;

use self::places::ItemPlaces;
use super::archive::{self, StepShare};
use super::content::{ManualContent, is_deleted, issue_text};
use super::located::fail;
use super::sources::PublicationSource;
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::reading::viewer::shared_entries;

const JSON: &str = "application/json";
const CSV: &str = "text/csv";

/// The schema of the items of a minimum equipment list as JSON. Everybody may know it.
pub fn mel_schema() -> &'static str {
    publish::mel::SCHEMA
}

/// Writes contents, references and revision history as a workbook and as CSV.
pub(super) async fn write_tables(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    tables::write(ctx, job, source, share).await
}

/// Names the profile or aircraft that no item applies to.
fn no_items(content: &ManualContent) -> JobError {
    match content.target_name() {
        "" => fail("job.failed.publicationNoItems"),
        name => JobError::Fail(vec![FailureReason::new("job.failed.publicationTargetNoItems").with("name", name)]),
    }
}

/// Writes the items of a minimum equipment list as JSON and CSV.
pub(super) async fn write_items(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    validity: Option<PublicationValidity>,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    let content = &source.content;
    let is_item = |version: &&SourceVersion| version.content_type == DISPATCH_ITEM && !is_deleted(version);
    let chosen: Vec<&SourceVersion> = content.chosen().filter(is_item).collect();
    if chosen.is_empty() {
        return Err(no_items(content));
    }
    let mut tx = read_for(ctx, job.created_by()).await?;
    let listed = content.entries(store::toc::list_entries(&mut tx, content.snapshot).await?);
    drop(tx);
    // Without a repository, items would name statements that nobody can read.
    let is_repository = |version: &&SourceVersion| version.kind == ObjectKind::Repository;
    let repositories: Vec<&SourceVersion> = content.versions.iter().filter(is_repository).collect();
    for repository in repositories {
        read(ctx, &repository.blob, &repository.key).await?;
    }
    let shared = shared_entries(ctx, Some(content.snapshot)).await?;
    let items: HashSet<ObjectId> = content.versions.iter().filter(is_item).map(|version| version.object_id).collect();
    let containers = read_containers(ctx, &content.versions, &containers_of(&listed, &items), &shared).await?;
    let places = ItemPlaces::read(&listed, content.versions.iter().filter(is_item), &containers);
    let total = chosen.len() as u64;
    let mut items = Vec::new();
    for (done, version) in (0..).zip(chosen) {
        let mut item = read_item(ctx, version, &shared).await?;
        item.limit(&places.aircraft(version));
        items.push(item);
        share.progress_of(job, done, total)?;
    }
    let manual = &content.manual;
    let list = MelList {
        csdb: manual.csdb_name.to_string(),
        manual: manual.name.to_string(),
        manual_type: manual.details.manual_type.clone(),
        revision: content.revision.clone(),
        is_draft: source.is_draft,
        published_for: content.target_name().to_owned(),
        validity,
        items,
    };
    let (json, csv) =
        tokio::task::spawn_blocking(move || (list.json(), list.table().plain_csv())).await.map_err(Error::from)?;
    Ok(vec![
        keep(ctx, source.name_of("melData.json"), JSON, json).await?,
        keep(ctx, source.name_of("melData.csv"), CSV, csv).await?,
    ])
}

/// The objects of the entries around items.
fn containers_of(listed: &[ContentsEntry], items: &HashSet<ObjectId>) -> HashSet<ObjectId> {
    let objects: HashMap<TocNodeId, ObjectId> =
        listed.iter().filter_map(|entry| Some((entry.id, entry.object_id?))).collect();
    let items = listed.iter().filter(|entry| entry.object_id.is_some_and(|object| items.contains(&object)));
    items.filter_map(|entry| objects.get(&entry.parent_id?).copied()).collect()
}

/// The aircraft that containers say they are for: alternates are for no others.
async fn read_containers(
    ctx: &Ctx,
    versions: &[SourceVersion],
    wanted: &HashSet<ObjectId>,
    shared: &Arc<SharedEntries>,
) -> Result<HashMap<ObjectId, Arc<Applic>>, JobError> {
    let mut found = HashMap::new();
    let is_wanted = |version: &&SourceVersion| {
        version.kind == ObjectKind::Container && wanted.contains(&version.object_id) && !is_deleted(version)
    };
    let containers: Vec<&SourceVersion> = versions.iter().filter(is_wanted).collect();
    for version in containers {
        let status = read(ctx, version.status_blob.as_ref().unwrap_or(&version.blob), &version.key).await?;
        let (shared, language) = (Arc::clone(shared), version.language.clone());
        let words = tokio::task::spawn_blocking(move || {
            let context = ItemContext { language: &language, shared: &shared };
            let checked = guard::check(&status).ok()?;
            container_aircraft(checked.text(), context)
        });
        let display = words.await.map_err(Error::from)?.ok_or_else(|| unclear(version))?;
        if !display.is_empty() {
            found.insert(version.object_id, Arc::new(Applic { display, ..Applic::default() }));
        }
    }
    Ok(found)
}

fn unclear(version: &SourceVersion) -> JobError {
    let reason = FailureReason::new("job.failed.publicationItemUnclear").with("file", &version.key).in_step("write");
    JobError::Fail(vec![reason])
}

/// Reads the item of a module. One that cannot be told completely fails the job: with a part of its conditions, other
/// systems would allow more than the manual.
async fn read_item(ctx: &Ctx, version: &SourceVersion, shared: &Arc<SharedEntries>) -> Result<MelListItem, JobError> {
    let bytes = read(ctx, &version.blob, &version.key).await?;
    let status = match &version.status_blob {
        Some(blob) => read(ctx, blob, &version.key).await?,
        None => bytes.clone(),
    };
    let (shared, language) = (Arc::clone(shared), version.language.clone());
    let found = tokio::task::spawn_blocking(move || {
        let context = ItemContext { language: &language, shared: &shared };
        let (text, status) = (guard::check(&bytes).ok()?, guard::check(&status).ok()?);
        Some((ItemData::read(text.text(), context)?, module_aircraft(status.text(), context)?))
    });
    let (item, applicability) = found.await.map_err(Error::from)?.ok_or_else(|| unclear(version))?;
    Ok(MelListItem {
        key: version.key.clone(),
        language: version.language.clone(),
        issue: issue_text(&version.issue),
        date: version.issue.date.clone(),
        applicability,
        item,
    })
}

/// The content of a file. One that is gone or damaged does not come back by trying again.
async fn read(ctx: &Ctx, blob: &BlobId, key: &str) -> Result<Bytes, JobError> {
    match ctx.blobs.read(blob).await {
        Ok(Some(bytes)) => Ok(bytes),
        Ok(None) | Err(StoreError::BlobDamaged { .. }) => Err(JobError::Fail(vec![archive::damaged(key)])),
        Err(error) => Err(error.into()),
    }
}

async fn keep(ctx: &Ctx, file_name: String, media_type: &str, bytes: Vec<u8>) -> Result<Artifact, Error> {
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes.into()).await?;
    Ok(Artifact { file_name, blob, media_type: media_type.to_owned(), size })
}
