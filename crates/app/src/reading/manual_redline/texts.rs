//! Which changes readers see, and which have marks, as the texts of both versions tell.

use std::collections::HashMap;

use domain::field::FieldCode;
use domain::id::VersionId;
use s1000d::redline::{ChangeFacts, facts, status_changes_applicability};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::content;

/// The versions before and after a change.
pub(super) type VersionPair = (VersionId, VersionId);

/// Modules that one request compares, besides those that are known: some seconds of work.
pub(super) const MOST_COMPARED: usize = 2_000;

/// About what an entry of the cache takes in memory.
const WEIGHT: usize = 100;

/// The facts of these changes by their texts. Results are kept, because versions never change.
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
    blobs: &HashMap<VersionId, store::versions::VersionBlobs>,
    (old, new): VersionPair,
) -> Result<ChangeFacts, Error> {
    let [old, new] = [old, new].map(|version| blobs.get(&version).cloned().unwrap_or_default());
    let of_status = compare_statuses(ctx, old.1, new.1).await?;
    // A lost content is told where the module is opened.
    let old = content::find(ctx, &old.0).await?.unwrap_or_default();
    let new = content::find(ctx, &new.0).await?.unwrap_or_default();
    let told = tokio::task::spawn_blocking(move || facts(&old, &new)).await?;
    // Readers see it, and a mark in the text cannot tell of it.
    let is_stated_anew = of_status == Some(true);
    Ok(ChangeFacts {
        has_content: told.has_content || is_stated_anew,
        has_unmarked: told.has_unmarked || is_stated_anew,
        has_applicability: either(told.has_applicability, of_status),
        ..told
    })
}

/// Whether the separate status files of two versions state another applicability.
async fn compare_statuses(ctx: &Ctx, old: Option<String>, new: Option<String>) -> Result<Option<bool>, Error> {
    if old == new {
        return Ok(Some(false));
    }
    // A version with a status file and one without state it in different places.
    let (Some(old), Some(new)) = (old, new) else { return Ok(None) };
    let (old, new) = (content::find(ctx, &old).await?, content::find(ctx, &new).await?);
    let (Some(old), Some(new)) = (old, new) else { return Ok(None) };
    Ok(tokio::task::spawn_blocking(move || status_changes_applicability(&old, &new)).await?)
}

/// Whether one of two things is so; `None` when that is not known.
fn either(one: Option<bool>, two: Option<bool>) -> Option<bool> {
    match (one, two) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_of_one_file_is_not_known_of_the_module() {
        assert_eq!(either(Some(false), Some(true)), Some(true));
        assert_eq!(either(None, Some(true)), Some(true));
        assert_eq!(either(Some(false), None), None);
        assert_eq!(either(Some(false), Some(false)), Some(false));
    }
}
