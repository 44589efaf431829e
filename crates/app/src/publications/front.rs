//! The front matter of a publication: generated from records in each of its languages (`publish::front`), for packages
//! and websites. A printed book has the same records in its own layout.
//!
//! Generated modules are no objects of the library. Their bytes stand in the blob store while a publication is made, and
//! stay in its artifacts.

mod contents;
mod records;

use domain::id::{ObjectId, VersionId};
use domain::publication::PublicationValidity;
use publish::front::{FrontRecords, GeneratedModule};
use publish::site::SiteStatus;
use s1000d::code::CodeError;
use store::publications::SourceVersion;
use tokio::sync::mpsc;

use self::records::SharedRecords;
use super::archive::StepShare;
use super::located::fail;
use super::sources::{FrontVersion, PublicationSource};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

const XML: &str = "application/xml";

/// Modules that wait for the blob store.
const WAITING: usize = 2;

/// Writes the front matter of a publication in each of its languages, one after the other.
pub(super) async fn generate(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    stated: (SiteStatus, Option<PublicationValidity>),
    share: StepShare,
) -> Result<Vec<FrontVersion>, JobError> {
    let shared = SharedRecords::load(ctx, job, source, stated, share).await?;
    let schema_issue = shared.schema_issue();
    let mut versions = Vec::new();
    let mut number = 0;
    for language in shared.languages() {
        let records = shared.of_language(*language);
        let (sender, mut receiver) = mpsc::channel(WAITING);
        let written = tokio::task::spawn_blocking(move || send(&records, &sender));
        while let Some(module) = receiver.recv().await {
            job.check()?;
            number += 1;
            let part = module.part;
            versions.push(FrontVersion { part, version: stored(ctx, number, module, &schema_issue).await? });
        }
        written.await.map_err(Error::from)?.map_err(|error| {
            tracing::warn!(?error, "front matter has no code");
            fail("job.failed.publicationFormat")
        })?;
    }
    share.progress_of(job, 1, 1)?;
    Ok(versions)
}

/// Sends the modules of one language; no code error when nobody takes them any more.
fn send(records: &FrontRecords, sender: &mpsc::Sender<GeneratedModule>) -> Result<(), Option<CodeError>> {
    publish::front::write(records, &mut |module| sender.blocking_send(module).map_err(|_| None))
}

/// Puts a module into the blob store.
async fn stored(ctx: &Ctx, number: i64, module: GeneratedModule, schema_issue: &str) -> Result<SourceVersion, Error> {
    let GeneratedModule { kind, identity, issue, tech_name, info_name, content_type, security, bytes, .. } = module;
    let size = bytes.len() as u64;
    let language = identity.language.map(|language| language.as_str().to_owned()).unwrap_or_default();
    let bare = s1000d::code::Identity { language: None, ..identity.clone() };
    Ok(SourceVersion {
        // Objects of the library have positive numbers.
        object_id: ObjectId(-number),
        version_id: VersionId(-number),
        kind,
        key: identity.to_string(),
        code: bare.to_string(),
        language,
        tech_name,
        info_name,
        content_type: content_type.to_owned(),
        issue,
        schema_issue: schema_issue.to_owned(),
        security,
        blob: ctx.blobs.put(bytes.into()).await?,
        status_blob: None,
        size,
        media_type: XML.to_owned(),
    })
}
