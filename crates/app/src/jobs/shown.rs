//! The parts of a job that a user sees: a report only its maker, a publication or package those who see its manual.

use domain::access::{AccessLevel, Sight};
use domain::id::PublicationId;
use domain::job::JobStatus;
use domain::path::ManualPath;
use domain::permission::Role;
use domain::text::fold;
use sha2::{Digest, Sha256};
use store::Tx;
use store::blobs::BlobId;
use store::jobs::Job;

use crate::core::caller::Caller;
use crate::core::error::Error;

/// The output with the path of the manual that a checked package was imported into before.
pub(crate) const IMPORTED_INTO: &str = "importedInto";

/// The output with what the person could see who asked for a report.
pub(crate) const REPORT_SIGHT: &str = "sight";

/// The jobs that make a report about compliance.
pub(crate) const REPORTS: [&str; 2] = ["downloadComplianceReportJob", "downloadComplianceManualReportJob"];

/// The job that writes the history of OEM revisions, or the airline revision list, to a file.
pub(crate) const EXPORT_HISTORY: &str = "exportRevisionHistory";

/// The jobs that publish a manual. A manual has one of them at a time.
pub(crate) const PUBLISHING: [&str; 3] = ["exportQuickAta2300", "exportApproveAta2300", "exportFormalAta2300"];

/// Removes what the caller does not see: a publication that is only for people who work on its manual, a report of
/// somebody else, and the manual that a checked package was imported into, if it is another one than the job is about, or
/// one that is gone.
pub(super) async fn withhold(tx: &mut Tx, caller: &Caller, job: &mut Job) -> Result<(), Error> {
    let is_shown = shows_report(tx, caller, job);
    // The files of old reports are deleted.
    let is_forgotten = is_report(job) && job.status == JobStatus::Completed && job.artifacts.is_empty();
    if !is_shown || is_forgotten {
        job.outputs.clear();
        job.artifacts.clear();
    }
    if !is_shown && !is_own(caller, job) {
        // Filters name manuals.
        job.parameters.0.retain(|name, _| matches!(name.as_str(), "csdbName" | "manualName" | "collectionId"));
    }
    job.outputs.remove(REPORT_SIGHT);
    if PUBLISHING.contains(&job.name.as_str()) && !shows_publication(tx, job).await? {
        job.outputs.clear();
        job.parameters.0.retain(|name, _| matches!(name.as_str(), "csdbName" | "manualName"));
    }
    let Some(path) = job.outputs.get(IMPORTED_INTO) else { return Ok(()) };
    let manual = match ManualPath::parse(path) {
        Some(path) => store::manuals::find_by_name(tx, &path.csdb, &path.manual).await?,
        None => None,
    };
    if manual.is_none() {
        job.outputs.remove(IMPORTED_INTO);
    }
    Ok(())
}

/// The sight of a user, in a form that can be compared. It names nothing.
pub(crate) fn sight_text(sight: &Sight) -> String {
    let mut hash = Sha256::new_with_prefix(sight.keys().join("\n").as_bytes());
    if let Some(collections) = sight.collections() {
        hash.update([0_u8]);
        for id in collections {
            hash.update(id.0.as_bytes());
            hash.update(b"\n");
        }
    }
    let hash: [u8; 32] = hash.finalize().into();
    BlobId::of_hash(&hash).as_str().to_owned()
}

/// A report shows what its maker could see then: the maker has it as long as that is the same, and administrators have it.
/// Others do not, also not those who see everything now: when a limited manual is purged, its rules go with it.
pub(super) fn shows_report(tx: &Tx, caller: &Caller, job: &Job) -> bool {
    if !is_report(job) {
        return true;
    }
    let sight = tx.sight();
    let sees_all = caller.user.role == Role::Admin && !sight.is_partial();
    let is_same = || job.outputs.get(REPORT_SIGHT).is_none_or(|then| *then == sight_text(sight));
    sees_all || (is_own(caller, job) && is_same())
}

/// Auditors have reports, which they asked for, and no other jobs.
pub(super) fn is_for(caller: &Caller, job: &Job) -> bool {
    !caller.user.is_auditor || (is_own(caller, job) && REPORTS.contains(&job.name.as_str()))
}

fn is_report(job: &Job) -> bool {
    REPORTS.contains(&job.name.as_str()) || job.name == EXPORT_HISTORY
}

pub(super) fn is_own(caller: &Caller, job: &Job) -> bool {
    job.created_by.as_ref() == Some(&caller.user.id)
}

/// The publication that a job left.
pub(super) fn publication_of(job: &Job) -> Option<PublicationId> {
    let is_publishing = PUBLISHING.contains(&job.name.as_str());
    job.outputs.get("publication").filter(|_| is_publishing).map(|id| PublicationId(id.clone()))
}

/// The same, unless the caller of the transaction may not see it: one that is not approved is for people who work on the
/// manual.
pub(super) async fn visible_publication(
    tx: &mut Tx,
    job: &Job,
    id: PublicationId,
) -> Result<Option<PublicationId>, Error> {
    let Some(publication) = store::publications::find(tx, &id).await? else { return Ok(None) };
    let is_shown = !publication.is_internal() || works_on_manual(tx, job);
    Ok(is_shown.then_some(id))
}

/// Whether the caller of the transaction works on the manual of a job.
fn works_on_manual(tx: &Tx, job: &Job) -> bool {
    let [csdb, manual] = ["csdbName", "manualName"].map(|name| fold(job.parameters.text(name).unwrap_or_default()));
    tx.sight().level(&csdb, Some(&manual)) >= AccessLevel::Author
}

/// Whether the caller of the transaction sees what a job published or will publish.
async fn shows_publication(tx: &mut Tx, job: &Job) -> Result<bool, Error> {
    if works_on_manual(tx, job) {
        return Ok(true);
    }
    match publication_of(job) {
        Some(id) => Ok(visible_publication(tx, job, id).await?.is_some()),
        None => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use domain::access::{AccessRules, AuditorRules};
    use domain::id::{ComplianceCollectionId, UserId};

    use super::*;

    #[test]
    fn auditors_of_other_collections_see_something_else() {
        let of = |names: &[&str]| {
            let collections = names.iter().map(|name| ComplianceCollectionId((*name).to_owned())).collect();
            let user = UserId("u".to_owned());
            let auditors = HashMap::from([(user.clone(), AuditorRules { collections, ..AuditorRules::default() })]);
            sight_text(&AccessRules { auditors, ..AccessRules::default() }.sight(&user, Role::Reader))
        };
        assert_eq!(of(&["a"]), of(&["a"]));
        assert_ne!(of(&["a"]), of(&["b"]));
        assert_ne!(of(&["a"]), of(&["a", "b"]));
        assert_ne!(of(&[]), sight_text(&Sight::default()));
    }
}
