//! The front matter of a publication: generated from records in each of its languages (`publish::front`), for packages
//! and websites. A printed book has the same records in its own layout.
//!
//! Generated modules are no objects of the library. Their bytes stand in the blob store while a publication is made, and
//! stay in its artifacts.

mod contents;
mod records;

use domain::finding::Finding;
use domain::id::{ObjectId, VersionId};
use domain::publication::PublicationValidity;
use publish::front::{FrontRecords, GeneratedModule};
use publish::site::SiteStatus;
use s1000d::code::CodeError;
use s1000d::xsd::{Schemas, Validator};
use store::publications::SourceVersion;
use tokio::sync::mpsc;

use self::records::SharedRecords;
use super::archive::StepShare;
use super::located::fail;
use super::proof;
use super::sources::{FrontVersion, PublicationSource};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::schema_sets;

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
    let (schema_issue, schemas) = (shared.schema_issue(), schema_sets::load(ctx).await?);
    let mut versions = Vec::new();
    let mut number = 0;
    for language in shared.languages() {
        let records = shared.of_language(*language);
        let (sender, mut receiver) = mpsc::channel(WAITING);
        let schemas = schemas.clone();
        let written = tokio::task::spawn_blocking(move || send(&records, &schemas, &sender));
        while let Some(module) = receiver.recv().await {
            job.check()?;
            number += 1;
            let part = module.part;
            versions.push(FrontVersion { part, version: stored(ctx, number, module, &schema_issue).await? });
        }
        written.await.map_err(Error::from)?.map_err(FrontFailure::into_job_error)?;
    }
    share.progress_of(job, 1, 1)?;
    Ok(versions)
}

/// Why front matter is not written.
#[derive(Debug)]
enum FrontFailure {
    Code(CodeError),
    /// A module does not follow its schema.
    Invalid {
        key: String,
        finding: Finding,
    },
    /// Nobody takes modules any more.
    Stopped,
}

impl From<CodeError> for FrontFailure {
    fn from(error: CodeError) -> Self {
        Self::Code(error)
    }
}

impl FrontFailure {
    fn into_job_error(self) -> JobError {
        match self {
            Self::Code(error) => {
                tracing::warn!(%error, "front matter has no code");
                fail("job.failed.publicationFormat")
            }
            Self::Invalid { key, finding } => JobError::Fail(vec![proof::found(&finding.in_file(key))]),
            Self::Stopped => JobError::Stopped,
        }
    }
}

/// Sends the modules of one language.
fn send(records: &FrontRecords, schemas: &Schemas, sender: &mpsc::Sender<GeneratedModule>) -> Result<(), FrontFailure> {
    let mut validator = Validator::new(schemas);
    publish::front::write(records, &mut |module: GeneratedModule| {
        if let Some(finding) = module.violation(&records.head.schema_issue, &mut validator) {
            return Err(FrontFailure::Invalid { key: module.identity.to_string(), finding });
        }
        sender.blocking_send(module).map_err(|_| FrontFailure::Stopped)
    })
}

/// Whether a version is a generated module: objects of the library have positive numbers.
pub(super) fn is_generated(version: &SourceVersion) -> bool {
    version.version_id.0 < 0
}

/// Puts a module into the blob store.
async fn stored(ctx: &Ctx, number: i64, module: GeneratedModule, schema_issue: &str) -> Result<SourceVersion, Error> {
    let GeneratedModule { kind, identity, issue, tech_name, info_name, content_type, security, bytes, .. } = module;
    let size = bytes.len() as u64;
    let language = identity.language.map(|language| language.as_str().to_owned()).unwrap_or_default();
    let bare = s1000d::code::Identity { language: None, ..identity.clone() };
    Ok(SourceVersion {
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
