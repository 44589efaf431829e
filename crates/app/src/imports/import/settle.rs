//! The end of an import.

use domain::change::Actor;
use domain::id::{ManualId, PackageId};
use domain::job::{FailureReason, Outputs};
use domain::manual::Manual;
use domain::snapshot::Snapshot;
use store::Tx;

use super::admit::ImportPlan;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::running::Running;
use crate::imports::parameters::ImportPackage;
use crate::jobs::CANCELLED;
use crate::library::revisions;

/// Output of an import: the values it was asked with, and where the package went (specification, section 3).
#[derive(Debug)]
pub(crate) struct ImportedPackage {
    repeated: Outputs,
    package: PackageId,
    file_name: String,
    manual: Manual,
    /// The languages that the user named; once the revision is published, all of the manual.
    languages: Vec<String>,
    /// Known once it is published.
    revision: Option<Snapshot>,
}

impl ImportedPackage {
    pub(super) fn new(plan: ImportPlan, parameters: &ImportPackage) -> Self {
        Self {
            repeated: parameters.repeated.clone(),
            package: plan.package.id,
            file_name: plan.package.file_name,
            manual: plan.manual,
            languages: parameters.translation_languages.clone(),
            revision: None,
        }
    }
}

impl From<ImportedPackage> for Outputs {
    fn from(imported: ImportedPackage) -> Self {
        let ImportedPackage { repeated: mut outputs, package, file_name, manual, languages, revision } = imported;
        let approval = if manual.details.approval_required { "yes" } else { "no" };
        for (name, value) in [
            ("csdbId", manual.csdb_id.0),
            ("csdbName", manual.csdb_name.to_string()),
            ("manualId", manual.id.0),
            ("manualName", manual.name.to_string()),
            ("packageId", package.0),
            ("fileName", file_name),
            ("approvalRequired", approval.to_owned()),
            ("translationLanguages", languages.join(",")),
        ] {
            outputs.insert(name.to_owned(), value);
        }
        if let Some(revision) = revision {
            outputs.insert("revision".to_owned(), revision.number.to_string());
            outputs.insert("revisionId".to_owned(), revision.id.to_string());
            outputs.insert("modules".to_owned(), revision.module_count.to_string());
        }
        outputs
    }
}

/// Publishes the revision in the transaction that completes the job.
pub(super) async fn complete(ctx: &Ctx, tx: &mut Tx, job: &Running, output: &mut ImportedPackage) -> Result<(), Error> {
    let ImportedPackage { package, manual, languages, revision, .. } = output;
    let building = store::snapshots::find_building(tx, &manual.id, &package.0).await?;
    let (building, proposed) = building.ok_or(Error::NotFound(Missing::Manual))?;
    let actor = job_actor(tx, job).await?;
    *revision = Some(revisions::publish(ctx, tx, &actor, &manual.id, building, proposed).await?);
    let place = (manual.csdb_name.as_str(), manual.name.as_str());
    store::packages::update_imported(tx, package, place, ctx.clock.now()).await?;
    *languages = learn_languages(tx, &manual.id, languages).await?;
    Ok(())
}

/// Gives the package back in the transaction that ends a failed or cancelled job.
pub(super) async fn fail(ctx: &Ctx, tx: &mut Tx, job: &Running, reasons: &[FailureReason]) -> Result<(), Error> {
    let Some(package) = job.package() else { return Ok(()) };
    let now = ctx.clock.now();
    if reasons.iter().any(|reason| reason.key == CANCELLED) {
        store::packages::cancel_importing(tx, &package, job.id(), now).await?;
    } else {
        store::packages::end_importing(tx, &package, job.id(), now).await?;
    }
    Ok(())
}

/// Adds the languages that the user named to those of the manual; gives all of them.
///
/// An import never removes one: a user who names none, or only some, says nothing about the others.
async fn learn_languages(tx: &mut Tx, id: &ManualId, named: &[String]) -> Result<Vec<String>, Error> {
    let manual = store::manuals::find(tx, id).await?.ok_or(Error::NotFound(Missing::Manual))?;
    let known = manual.details.translation_languages;
    let mut languages = known.clone();
    for language in named {
        if !languages.contains(language) {
            languages.push(language.clone());
        }
    }
    if languages != known {
        store::manuals::update_translation_languages(tx, id, &languages).await?;
    }
    Ok(languages)
}

async fn job_actor(tx: &mut Tx, job: &Running) -> Result<Actor, Error> {
    let Some(id) = job.created_by() else { return Ok(Actor::System) };
    let user = store::users::find(tx, id).await?;
    Ok(user.map_or(Actor::System, |user| Actor::User(user.account.as_str().to_owned())))
}
