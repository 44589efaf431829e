//! Parts that a site cannot show. A draft lists them in a file beside the site; any other publication fails, because a
//! manual without them would be wrong.

use domain::job::FailureReason;
use serde_json::{Value, json};
use store::artifacts::Artifact;

use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::publications::sources::PublicationSource;

const JSON: &str = "application/json";
/// Files that a failure names.
const MAX_NAMED: usize = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SiteLossKind {
    /// The content of a module cannot be read.
    Module,
    /// A module is too long, and its end is cut.
    End,
    /// A picture is broken or too large.
    Picture,
    /// No browser shows pictures of this kind. Their places say so, and no other file would help.
    PictureKind,
}

impl SiteLossKind {
    pub(super) fn is_picture(self) -> bool {
        matches!(self, Self::Picture | Self::PictureKind)
    }
}

/// A file of the manual that a site cannot show as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SiteLoss {
    pub(super) file: String,
    pub(super) kind: SiteLossKind,
}

impl SiteLoss {
    pub(super) fn new(file: &str, kind: SiteLossKind) -> Self {
        Self { file: file.to_owned(), kind }
    }

    /// The word in the list beside a site.
    fn code(&self) -> &'static str {
        match self.kind {
            SiteLossKind::Module => "module-unreadable",
            SiteLossKind::End => "module-cut",
            SiteLossKind::Picture => "picture-unreadable",
            SiteLossKind::PictureKind => "picture-unsupported",
        }
    }

    /// The reason why a publication fails; none where it goes out all the same.
    fn reason(&self) -> Option<FailureReason> {
        let key = match self.kind {
            SiteLossKind::Module => "job.failed.siteModule",
            SiteLossKind::End => "job.failed.siteModuleCut",
            SiteLossKind::Picture => "job.failed.sitePicture",
            SiteLossKind::PictureKind => return None,
        };
        Some(FailureReason::new(key).with("file", self.file.as_str()).in_step("write"))
    }
}

/// Refuses a publication that is no draft.
pub(super) fn refuse(losses: &[SiteLoss]) -> Result<(), JobError> {
    let reasons: Vec<FailureReason> = losses.iter().filter_map(SiteLoss::reason).take(MAX_NAMED).collect();
    if reasons.is_empty() { Ok(()) } else { Err(JobError::Fail(reasons)) }
}

/// The list of what a site lacks, as a file beside it.
pub(super) async fn listed(ctx: &Ctx, source: &PublicationSource, losses: &[SiteLoss]) -> Result<Artifact, JobError> {
    let found: Vec<Value> = losses.iter().map(|loss| json!({"code": loss.code(), "file": loss.file})).collect();
    let bytes = serde_json::to_vec_pretty(&json!({"findings": found})).unwrap_or_default();
    let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
    let blob = ctx.blobs.put(bytes.into()).await?;
    Ok(Artifact { file_name: source.name_of("html-findings.json"), blob, media_type: JSON.to_owned(), size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_publication_fails_for_what_is_lost_and_names_it() {
        let all: Vec<SiteLoss> = (0..30)
            .map(|number| SiteLoss::new(&number.to_string(), SiteLossKind::Module))
            .chain([SiteLoss::new("A.WRL", SiteLossKind::PictureKind)])
            .collect();
        let Err(JobError::Fail(reasons)) = refuse(&all) else { panic!("it is refused") };
        assert_eq!(
            (reasons.len(), reasons[1].params.as_slice()),
            (20, [("file".to_owned(), "1".to_owned())].as_slice())
        );
        assert!(refuse(&all[30..]).is_ok(), "no other picture would help");
        assert!(refuse(&[]).is_ok());
    }
}
