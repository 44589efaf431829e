//! Data of a publication for other systems: the items of a minimum equipment list, and tables about the manual.

mod tables;

use bytes::Bytes;
use domain::dispatch::DISPATCH_ITEM;
use domain::publication::OutputFormat;
use publish::mel::{MelList, MelListItem};
use s1000d::form::dispatch::{self, DispatchForm};
use s1000d::guard;
use store::StoreError;
use store::artifacts::Artifact;
use store::blobs::BlobId;
use store::publications::SourceVersion;

use super::archive::{self, StepShare};
use super::content::issue_text;
use super::located::fail;
use super::sources::PublicationSource;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

const JSON: &str = "application/json";
const CSV: &str = "text/csv";

/// The schema of the items of a minimum equipment list as JSON. Everybody may know it.
pub fn mel_schema() -> &'static str {
    publish::mel::SCHEMA
}

/// Writes the files of a format that is not a package.
pub(super) async fn build(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    format: OutputFormat,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    match format {
        OutputFormat::MelData => write_items(ctx, job, source, share).await,
        OutputFormat::Tables => tables::write(ctx, job, source, share).await,
        OutputFormat::S1000d | OutputFormat::Ata2300 => Ok(Vec::new()),
    }
}

async fn write_items(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    share: StepShare,
) -> Result<Vec<Artifact>, JobError> {
    let content = &source.content;
    let chosen: Vec<&SourceVersion> =
        content.chosen().filter(|version| version.content_type == DISPATCH_ITEM).collect();
    if chosen.is_empty() {
        return Err(fail("job.failed.publicationNoItems"));
    }
    let total = chosen.len() as u64;
    let mut items = Vec::new();
    for (done, version) in (0..).zip(chosen) {
        let bytes = read(ctx, &version.blob, &version.key).await?;
        let form = tokio::task::spawn_blocking(move || item(&bytes)).await.map_err(Error::from)?;
        let form = form.ok_or_else(|| JobError::Fail(vec![archive::damaged(&version.key)]))?;
        items.push(MelListItem {
            key: version.key.clone(),
            language: version.language.clone(),
            issue: issue_text(&version.issue),
            date: version.issue.date.clone(),
            form,
        });
        share.progress_of(job, done, total)?;
    }
    let manual = &content.manual;
    let list = MelList {
        csdb: manual.csdb_name.to_string(),
        manual: manual.name.to_string(),
        manual_type: manual.details.manual_type.clone(),
        revision: content.revision.clone(),
        is_draft: source.is_draft,
        items,
    };
    let (json, csv) =
        tokio::task::spawn_blocking(move || (list.json(), list.table().csv())).await.map_err(Error::from)?;
    Ok(vec![
        keep(ctx, source.name_of("melData.json"), JSON, json).await?,
        keep(ctx, source.name_of("melData.csv"), CSV, csv).await?,
    ])
}

fn item(bytes: &[u8]) -> Option<DispatchForm> {
    let checked = guard::check(bytes).ok()?;
    dispatch::read(checked.text()).ok()?
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
