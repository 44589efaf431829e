//! Which changes readers see, and which have marks, as the texts of both versions tell.

use std::collections::HashMap;

use domain::field::FieldCode;
use domain::id::VersionId;
use s1000d::redline::{ChangeFacts, facts};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::content;

/// The versions before and after a change.
pub(super) type VersionPair = (VersionId, VersionId);

/// Modules that one request compares, besides those that are known: some seconds of work.
const MOST_COMPARED: usize = 2_000;

/// About what an entry of the cache takes in memory.
const WEIGHT: usize = 100;

/// What the texts tell of these changes. What was compared once is kept, because versions never change.
pub(super) async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    pairs: &[VersionPair],
) -> Result<HashMap<VersionPair, ChangeFacts>, Error> {
    let (mut known, mut unknown) = (HashMap::new(), Vec::new());
    for pair in pairs {
        match ctx.change_facts.get(pair) {
            Some(facts) => {
                known.insert(*pair, *facts);
            }
            None => unknown.push(*pair),
        }
    }
    if unknown.len() > MOST_COMPARED {
        return Err(Error::field("section", FieldCode::TooMany));
    }
    let versions: Vec<VersionId> = unknown.iter().flat_map(|(old, new)| [*old, *new]).collect();
    let mut tx = caller.read(ctx).await?;
    let blobs = store::versions::find_blobs(&mut tx, &versions).await?;
    drop(tx);
    for pair in unknown {
        let facts = compare_pair(ctx, &blobs, pair).await?;
        known.insert(pair, *ctx.change_facts.put(pair, facts, WEIGHT));
    }
    Ok(known)
}

async fn compare_pair(
    ctx: &Ctx,
    blobs: &HashMap<VersionId, String>,
    (old, new): VersionPair,
) -> Result<ChangeFacts, Error> {
    let blob = |version: VersionId| blobs.get(&version).map_or("", String::as_str);
    // A lost content is told where the module is opened.
    let old = content::find(ctx, blob(old)).await?.unwrap_or_default();
    let new = content::find(ctx, blob(new)).await?.unwrap_or_default();
    Ok(tokio::task::spawn_blocking(move || facts(&old, &new)).await?)
}
