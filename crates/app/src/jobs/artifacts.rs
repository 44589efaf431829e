//! The files that jobs leave behind. Publications have such files too, which are read by the same function.

use std::ops::Range;

use bytes::Bytes;
use domain::id::{JobId, PublicationId};
use domain::permission::Permission;
use domain::subject::Subject;
use futures::{Stream, TryStreamExt};
use store::artifacts::Artifact;

use super::shown;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// An artifact of a job.
#[derive(Debug, Clone)]
pub struct JobArtifact {
    pub artifact: Artifact,
    /// The publication that it belongs to, for jobs that publish.
    pub publication: Option<PublicationId>,
}

/// Finds an artifact of a job. Those of a job that publishes are the files of its publication, for those who see it.
pub async fn find(ctx: &Ctx, caller: &Caller, id: &JobId, file_name: &str) -> Result<JobArtifact, Error> {
    caller.require(Permission::ReadContent)?;
    let missing = || Error::NotFound(Missing::Artifact);
    let mut tx = caller.read(ctx).await?;
    let job = store::jobs::find(&mut tx, id).await?.ok_or_else(missing)?;
    if !shown::is_for(caller, &job) || !shown::shows_report(&tx, caller, &job) {
        return Err(missing());
    }
    let publication = match shown::publication_of(&job) {
        Some(publication) => Some(shown::visible_publication(&mut tx, &job, publication).await?.ok_or_else(missing)?),
        None => None,
    };
    let subject = publication.as_ref().map_or_else(|| Subject::from(id), Subject::from);
    let artifact = store::artifacts::find(&mut tx, &subject, file_name).await?.ok_or_else(missing)?;
    Ok(JobArtifact { artifact, publication })
}

/// The bytes of a range, which must lie within the artifact, as they are read.
pub async fn read(
    ctx: &Ctx,
    artifact: &Artifact,
    range: Range<u64>,
) -> Result<impl Stream<Item = Result<Bytes, Error>> + Send + use<>, Error> {
    let stream = ctx.blobs.stream(&artifact.blob, artifact.size.unsigned_abs(), range).await?;
    Ok(stream.ok_or(Error::NotFound(Missing::Artifact))?.map_err(Error::from))
}
