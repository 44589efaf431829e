//! The end of temporary revisions.

use domain::change::{Actor, Change};
use domain::publication::{ManualPublication, PublicationState};

use super::back::{PublicationStop, go_back};
use crate::comments::people::ReaderRules;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Temporary revisions that are ended at once; the next turn ends the others.
const MAX_ENDED: u64 = 100;

/// Ends the temporary revisions whose last day is over: the publication before counts again. Gives their number.
pub async fn end_expired(ctx: &Ctx) -> Result<usize, Error> {
    let today = ctx.clock.now().date_naive();
    let mut tx = ctx.db.read().await?;
    let over = store::publications::list_over(&mut tx, today, MAX_ENDED).await?;
    drop(tx);
    let mut ended = 0;
    for publication in &over {
        match end(ctx, publication).await {
            Ok(is_ended) => ended += usize::from(is_ended),
            Err(error) if error.is_outage() => return Err(error),
            // One that cannot be ended does not keep the others from it.
            Err(error) => {
                let subject = publication.subject();
                tracing::error!(publication.id = %publication.id, error = error.chain(), "{subject} could not be ended");
            }
        }
    }
    Ok(ended)
}

/// Ends one, unless somebody withdrew or superseded it meanwhile.
async fn end(ctx: &Ctx, publication: &ManualPublication) -> Result<bool, Error> {
    let rules = ReaderRules::load(ctx).await?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    store::manuals::lock(&mut tx, &publication.manual_id).await?;
    if !store::publications::end(&mut tx, &publication.id, PublicationState::Approved, now).await? {
        return Ok(false);
    }
    let detail = vec![
        ("number".to_owned(), publication.number.to_string()),
        ("revision".to_owned(), publication.revision.clone()),
        ("publication".to_owned(), publication.id.0.clone()),
    ];
    let change = ctx.change(&Actor::System, "publication.ended", "manual", &publication.manual_path());
    tx.record(Change { detail, ..change });
    go_back(ctx, &mut tx, &rules, (publication, PublicationStop::Ended), "").await?;
    tx.commit().await?;
    tracing::info!(publication.id = %publication.id, "Temporary revision {} has ended", publication.subject());
    Ok(true)
}
