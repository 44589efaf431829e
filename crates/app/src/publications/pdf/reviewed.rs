//! The records that a book was reviewed with, for the one that is printed at its approval.

use domain::id::ManualId;
use domain::publication::{ManualPublication, PublicationState, PublicationTarget};
use store::Tx;

use super::report::{PrintReport, PublicationReference, differs};
use crate::core::access::read_for;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::content::ManualContent;
use crate::publications::earlier::{EarlierPublications, ReceiverNews};
use crate::publications::target_files;

/// Earlier publications and news, as the reviewed book told them.
#[derive(Debug)]
pub(in crate::publications) struct ReviewedRecords {
    pub(in crate::publications) earlier: Vec<ManualPublication>,
    pub(in crate::publications) news: ReceiverNews,
}

impl ReviewedRecords {
    pub(in crate::publications) async fn load(
        ctx: &Ctx,
        job: &Running,
        report: &PrintReport,
        (target, content): (&PublicationTarget, &ManualContent),
    ) -> Result<Self, JobError> {
        let mut tx = read_for(ctx, job.created_by()).await?;
        let mut earlier = match report.earlier() {
            Some(references) => listed(&mut tx, &content.manual.id, references).await?,
            None => EarlierPublications::load(&mut tx, &content.manual.id).await?.approved,
        };
        let Some(since) = report.told_since() else {
            let mut news = ReceiverNews { tells_all: true, ..ReceiverNews::default() };
            if let Some(base) = earlier.first() {
                let ids = store::publications::list_changed_sources(&mut tx, content.snapshot, base.snapshot).await?;
                news.versions = Some(ids.into_iter().collect());
            }
            // The version of the program that printed it knew no days but those of authorities.
            for one in &mut earlier {
                one.approved = None;
            }
            return Ok(Self { earlier, news });
        };
        if since.is_empty() {
            return Ok(Self { earlier, news: ReceiverNews::default() });
        }
        let base = since.find(&mut tx, &content.manual.id).await?.ok_or_else(differs)?;
        drop(tx);
        let versions = target_files::changed_since(ctx, job, &base, (target, content)).await?;
        let news = ReceiverNews { since: Some(base.number), versions: Some(versions), tells_all: false };
        Ok(Self { earlier, news })
    }
}

/// The publications of the change record that was reviewed, the newest first; without those that people withdrew since.
/// One that ended by itself stays: a record says what was.
async fn listed(
    tx: &mut Tx,
    manual: &ManualId,
    references: &[PublicationReference],
) -> Result<Vec<ManualPublication>, Error> {
    let mut found = Vec::new();
    for reference in references {
        found.extend(reference.find(tx, manual).await?);
    }
    found.retain(|one| match one.state {
        PublicationState::Approved | PublicationState::Superseded => true,
        PublicationState::Withdrawn => one.withdrawn.as_ref().is_some_and(|withdrawal| withdrawal.act.by.is_empty()),
        _ => false,
    });
    Ok(found)
}
