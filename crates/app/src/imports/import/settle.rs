//! The end of an import.

use domain::change::Actor;
use domain::id::ManualId;
use domain::job::Outputs;
use store::Tx;

use super::admit::{self, ImportPlan};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::job_kind::JobOutcome;
use crate::core::running::Running;
use crate::jobs::CANCELLED;
use crate::library::revisions;

/// Everything that was asked for, and where it went (specification, section 3).
pub(super) fn outputs(job: &Running, plan: &ImportPlan) -> Outputs {
    const HANDED_ON: [&str; 8] =
        ["csdb", "manual", "languageIsoCode", "issueDate", "issueNumber", "customer", "productInfo", "issueInfo"];
    let manual = &plan.manual;
    let mut outputs: Outputs = HANDED_ON
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), job.parameters().text(name)?.to_owned())))
        .collect();
    for (name, value) in [
        ("csdbId", manual.csdb_id.0.as_str()),
        ("csdbName", manual.csdb_name.as_str()),
        ("manualId", manual.id.0.as_str()),
        ("manualName", manual.name.as_str()),
        ("packageId", plan.package.id.0.as_str()),
        ("fileName", plan.package.file_name.as_str()),
        ("approvalRequired", if manual.details.approval_required { "yes" } else { "no" }),
    ] {
        outputs.insert(name.to_owned(), value.to_owned());
    }
    outputs
}

/// Shows the revision in the transaction that ends the job, or says that there is none.
pub(super) async fn settle(ctx: &Ctx, tx: &mut Tx, job: &Running, outcome: &mut JobOutcome) -> Result<(), Error> {
    let Some(package) = job.package() else { return Ok(()) };
    let now = ctx.clock.now();
    let outputs = match outcome {
        JobOutcome::Completed { outputs } => outputs,
        JobOutcome::Failed { errors } => {
            let cancelled = errors.iter().any(|reason| reason.key == CANCELLED);
            if cancelled {
                store::packages::cancel_importing(tx, package, job.id(), now).await?;
            } else {
                store::packages::end_importing(tx, package, job.id(), now).await?;
            }
            return Ok(());
        }
    };
    let output = |name: &str| outputs.get(name).cloned().unwrap_or_default();
    let manual = ManualId(output("manualId"));
    let building = store::snapshots::find_building(tx, &manual, &package.0).await?;
    let (building, proposed) = building.ok_or(Error::NotFound(Missing::Manual))?;
    let actor = job_actor(tx, job).await?;
    let revision = revisions::publish(ctx, tx, &actor, &manual, building, proposed).await?;
    let place = (output("csdbName"), output("manualName"));
    store::packages::update_imported(tx, package, (&place.0, &place.1), now).await?;
    let languages = learn_languages(tx, &manual, job).await?;
    outputs.insert("translationLanguages".to_owned(), languages.join(","));
    outputs.insert("revision".to_owned(), revision.number.to_string());
    outputs.insert("revisionId".to_owned(), revision.id.to_string());
    outputs.insert("modules".to_owned(), revision.module_count.to_string());
    Ok(())
}

/// Adds the languages that the user named to those of the manual; gives all of them.
///
/// An import never takes one away: who names none, or only some, says nothing about the others.
async fn learn_languages(tx: &mut Tx, id: &ManualId, job: &Running) -> Result<Vec<String>, Error> {
    let manual = store::manuals::find(tx, id).await?.ok_or(Error::NotFound(Missing::Manual))?;
    let known = manual.details.translation_languages;
    let mut languages = known.clone();
    // What is no language was refused before the job was kept.
    for language in admit::translation_languages(job.parameters()).unwrap_or_default() {
        if !languages.contains(&language) {
            languages.push(language);
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
