//! The rights of a job: it is done in the name of the user who asked for it, and only as long as they may, and the
//! service token that acted for them is valid.

use domain::access::AccessLevel;
use domain::job::FailureReason;

use crate::core::access;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_kind::AnyKind;
use crate::core::running::Running;
use crate::jobs::REPORTS;

/// The reason why the user who asked for a job may no longer do what it does, in the manual that it is about.
///
/// A manual that they do not see any more is gone for them, like a deleted one.
pub(super) async fn refusal(ctx: &Ctx, kind: &dyn AnyKind, job: &Running) -> Result<Option<FailureReason>, Error> {
    let forbidden = Some(FailureReason::new("job.failed.forbidden"));
    let Some(id) = job.created_by() else { return Ok(None) };
    let mut tx = ctx.db.read().await?;
    let user = store::users::find(&mut tx, id).await?;
    let is_token_valid = match job.service_token() {
        Some(token) => store::service_tokens::is_valid(&mut tx, token, ctx.clock.now()).await?,
        None => true,
    };
    let place = store::jobs::find_manual(&mut tx, job.id()).await?;
    // The rules of access are read on a connection of their own: a worker that held this one could keep all others from it.
    drop(tx);
    let Some(user) = user else { return Ok(forbidden) };
    let (permission, level) = kind.rights_for(job.parameters());
    let may_ask = !user.is_auditor || REPORTS.contains(&job.name());
    if !is_token_valid || !may_ask || !user.may_sign_in(ctx.clock.now()) || !user.may(permission) {
        return Ok(forbidden);
    }
    let Some((csdb, manual)) = place else { return Ok(None) };
    let held = access::sight(ctx, id, user.role).await?.level(&csdb, Some(&manual));
    Ok(match held {
        AccessLevel::None => Some(FailureReason::new("job.failed.manualGone")),
        held if held < level => forbidden,
        _ => None,
    })
}
