//! Earlier wordings of an item, each with what the next version of the regulation made of it.

use chrono::{DateTime, Utc};
use domain::id::PolicyItemId;
use domain::permission::Permission;

use super::imports::{RedlinePiece, differences};
use crate::compliance::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Wordings that a page shows; the newest ones.
const MAX_WORDINGS: u64 = 20;

/// An earlier wording of an item.
#[derive(Debug, Clone)]
pub struct EarlierWording {
    /// The version of the regulation that has it; possibly empty.
    pub edition: String,
    pub code: String,
    pub title: String,
    /// The guidance, if the next version replaced it; else empty.
    pub guidance: String,
    pub replaced_on: DateTime<Utc>,
    /// To the wording after it.
    pub redline: Vec<RedlinePiece>,
}

/// The earlier wordings of an item, newest first.
pub async fn list(ctx: &Ctx, caller: &Caller, id: &PolicyItemId) -> Result<Vec<EarlierWording>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let item = located::item(&mut tx, id).await?;
    let wordings = store::regulations::list_wordings(&mut tx, id, MAX_WORDINGS).await?;
    drop(tx);
    let work = tokio::task::spawn_blocking(move || {
        let mut next = item.details.text;
        let mut earlier = Vec::with_capacity(wordings.len());
        for wording in wordings {
            let redline = differences(&wording.text, &next);
            next = wording.text;
            earlier.push(EarlierWording {
                edition: wording.edition,
                code: wording.code,
                title: wording.title,
                guidance: wording.guidance,
                replaced_on: wording.replaced_on,
                redline,
            });
        }
        earlier
    });
    Ok(work.await?)
}
