//! Compares what a revision touches, as many at once as there are processors, for a few seconds per request.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use domain::id::ObjectId;
use store::revisions::TouchedObject;
use tokio::task::JoinSet;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::verdict_cache::ChangeVerdict;
use crate::revisions::confirm::parallelism;
use crate::revisions::following::{self, FollowingItem};
use crate::revisions::judge::{self, ComparedContents};
use crate::revisions::mel::ItemCounts;

/// How long one request compares.
const PATIENCE: Duration = Duration::from_secs(5);

/// The known comparisons of the objects of a revision and of the items that follow them.
#[derive(Debug, Default)]
pub(super) struct Comparisons {
    pub(super) modules: HashMap<ObjectId, ChangeVerdict>,
    /// By the index of the item.
    pub(super) following: HashMap<usize, ItemCounts>,
}

impl Comparisons {
    pub(super) fn count(&self) -> usize {
        self.modules.len() + self.following.len()
    }
}

/// The codes whose entries stay, by the publication or container.
pub(super) type KeptEntries = HashMap<ObjectId, HashSet<String>>;

/// A comparison that is still to be made.
enum OpenComparison {
    Module(ObjectId, Box<ComparedContents>),
    Following(usize, Box<FollowingItem>),
}

/// A comparison that was made.
enum MadeComparison {
    Module(ObjectId, ChangeVerdict),
    Following(usize, ItemCounts),
}

impl OpenComparison {
    async fn make(self, ctx: &Ctx) -> Result<MadeComparison, Error> {
        Ok(match self {
            Self::Module(id, contents) => MadeComparison::Module(id, judge::judge(ctx, *contents).await?),
            Self::Following(index, item) => MadeComparison::Following(index, following::count(ctx, &item).await?),
        })
    }
}

/// Splits the objects into known comparisons and those that are left.
fn known(
    ctx: &Ctx,
    (touched, kept): (&[TouchedObject], &KeptEntries),
    following: &[FollowingItem],
) -> (Comparisons, Vec<OpenComparison>) {
    let (mut found, mut open) = (Comparisons::default(), Vec::new());
    for object in touched {
        match judge::judge_by_versions(ctx, object, kept.get(&object.object_id)) {
            Ok(verdict) => {
                found.modules.insert(object.object_id, verdict);
            }
            Err(contents) => open.push(OpenComparison::Module(object.object_id, contents)),
        }
    }
    for (index, item) in following.iter().enumerate() {
        match following::known(ctx, item) {
            Some(counts) => {
                found.following.insert(index, counts);
            }
            None => open.push(OpenComparison::Following(index, Box::new(item.clone()))),
        }
    }
    (found, open)
}

/// As many comparisons as can be made in the time of a request.
pub(super) async fn compare(
    ctx: &Ctx,
    touched: (&[TouchedObject], &KeptEntries),
    following: &[FollowingItem],
) -> Result<Comparisons, Error> {
    let (found, open) = known(ctx, touched, following);
    if open.is_empty() {
        return Ok(found);
    }
    let _turn = ctx.verdicts.turn().await;
    // The request before may have compared the same.
    let (mut found, open) = known(ctx, touched, following);
    let (until, limit) = (Instant::now() + PATIENCE, parallelism());
    let mut open = open.into_iter();
    let mut tasks = JoinSet::new();
    loop {
        while tasks.len() < limit
            && Instant::now() < until
            && let Some(next) = open.next()
        {
            let ctx = ctx.clone();
            tasks.spawn(async move { next.make(&ctx).await });
        }
        let Some(done) = tasks.join_next().await else { break };
        match done?? {
            MadeComparison::Module(id, verdict) => {
                found.modules.insert(id, verdict);
            }
            MadeComparison::Following(index, counts) => {
                found.following.insert(index, counts);
            }
        }
    }
    Ok(found)
}
