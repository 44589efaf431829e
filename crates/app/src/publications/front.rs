//! The front matter of a publication: generated from records in each of its languages (`publish::front`), for packages
//! and websites. A printed book has the same records in its own layout.
//!
//! Generated modules are no objects of the library. Their bytes stand in the blob store while a publication is made, and
//! stay in its artifacts.

mod contents;
mod records;

use domain::id::{ObjectId, VersionId};
use domain::publication::PublicationValidity;
use publish::front::GeneratedModule;
use publish::site::SiteStatus;
use store::publications::SourceVersion;

use super::located::fail;
use super::sources::{FrontVersion, PublicationSource};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

const XML: &str = "application/xml";

/// Writes the front matter of a publication in each of its languages.
pub(super) async fn generate(
    ctx: &Ctx,
    job: &Running,
    source: &PublicationSource,
    stated: (SiteStatus, Option<PublicationValidity>),
) -> Result<Vec<FrontVersion>, JobError> {
    let records = records::load(ctx, job, source, stated).await?;
    let made = tokio::task::spawn_blocking(move || {
        let made: Result<Vec<Vec<GeneratedModule>>, _> = records.iter().map(publish::front::generate).collect();
        let issue = records.first().map(|one| one.head.schema_issue.replace('-', ".")).unwrap_or_default();
        made.map(|made| (made, issue))
    });
    let made = made.await.map_err(Error::from)?;
    let (made, schema_issue) = made.map_err(|error| {
        tracing::warn!(%error, "front matter has no code");
        fail("job.failed.publicationFormat")
    })?;
    let mut versions = Vec::new();
    for (number, module) in (1_i64..).zip(made.into_iter().flatten()) {
        job.check()?;
        let part = module.part;
        versions.push(FrontVersion { part, version: stored(ctx, number, module, &schema_issue).await? });
    }
    Ok(versions)
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
