//! Items of minimum equipment lists that follow those of a revision.

use std::collections::{HashMap, HashSet};

use domain::dispatch::{DISPATCH_ITEM, MasterTexts};
use domain::file::File;
use domain::id::{ManualId, ObjectId, SnapshotId};
use domain::revision::RevisionChange;
use domain::text::fold;
use s1000d::guard;
use store::Tx;
use store::manuals::ManualFilter;
use store::revisions::{TouchedObject, TouchedVersion};

use super::judge;
use super::located::LocatedRevision;
use super::mel::ItemCounts;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::verdict_cache::ChangeVerdict;
use crate::editing::dispatch_masters::plain_code;
use crate::library::files::NamedFiles;

/// An item in a working lane that follows an item of a revision without being the same object: in a manual beside it, a
/// customised copy, or another language.
#[derive(Debug, Clone)]
pub(super) struct FollowingItem {
    pub(super) file: File,
    masters: Vec<FollowedItem>,
}

/// An item of the revision that another one follows.
#[derive(Debug, Clone)]
struct FollowedItem {
    /// `None` when the revision withdraws it.
    blob: Option<String>,
    texts: MasterTexts,
}

/// The items that a revision changes or withdraws, by their folded codes without extension.
type ChangedItems<'a> = HashMap<String, Vec<&'a TouchedObject>>;

/// The items that follow those which a revision changes.
pub(super) async fn list(
    tx: &mut Tx,
    located: &LocatedRevision,
    touched: &[TouchedObject],
) -> Result<Vec<FollowingItem>, Error> {
    let mut changed: ChangedItems<'_> = HashMap::new();
    // A copy is no item of the manufacturer.
    for object in touched.iter().filter(|object| object.source.is_none() && is_changed(object)) {
        changed.entry(plain_of(object)).or_default().push(object);
    }
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    let own: HashSet<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    let mut following = Vec::new();
    for (file, code) in candidates(tx, located, &changed).await? {
        let offered = changed.get(&code).map(Vec::as_slice).unwrap_or_default();
        if !own.contains(&file.object.id) && !file.deleted {
            let masters = followed(&file, offered);
            following.push(FollowingItem { file, masters });
        }
    }
    Ok(following)
}

/// An item whose text the revision changes, or which it withdraws.
fn is_changed(object: &TouchedObject) -> bool {
    let live = |version: &Option<TouchedVersion>| version.clone().filter(|version| !version.is_deleted);
    let blob = |version: Option<TouchedVersion>| version.map(|version| version.blob);
    object.content_type == DISPATCH_ITEM && blob(live(&object.base)) != blob(live(&object.theirs))
}

fn plain_of(object: &TouchedObject) -> String {
    plain_code(&object.key).unwrap_or_else(|| fold(&object.code))
}

/// The items that a file follows of those with its code: with the same extension, else without one, else all.
fn followed(file: &File, offered: &[&TouchedObject]) -> Vec<FollowedItem> {
    let identity = &file.object.identity;
    let coded = |code: &str| offered.iter().copied().filter(|one| fold(&one.code) == code).collect::<Vec<_>>();
    let plain = plain_code(&identity.key).unwrap_or_default();
    let nearest = [coded(&fold(&identity.code)), coded(&plain)].into_iter().find(|found| !found.is_empty());
    let nearest = nearest.unwrap_or_else(|| offered.to_vec());
    let is_same = |one: &TouchedObject| one.language.eq_ignore_ascii_case(&identity.language);
    let has_same = nearest.iter().any(|one| is_same(one));
    let followed = |one: &&TouchedObject| FollowedItem {
        blob: one.theirs.as_ref().filter(|theirs| !theirs.is_deleted).map(|theirs| theirs.blob.clone()),
        texts: match (is_same(one), has_same) {
            (true, _) => MasterTexts::Comparable,
            (false, true) => MasterTexts::Translated,
            (false, false) => MasterTexts::OtherLanguage,
        },
    };
    nearest.iter().map(followed).collect()
}

/// The items of the working lanes of a database whose master item is of the revision's manual, each with its folded
/// code.
async fn candidates(
    tx: &mut Tx,
    located: &LocatedRevision,
    changed: &ChangedItems<'_>,
) -> Result<Vec<(File, String)>, Error> {
    let csdb = &located.manual.csdb_id;
    let filter = ManualFilter { csdb_name: located.manual.csdb_name.to_string(), ..ManualFilter::default() };
    let manuals = store::manuals::list(tx, &filter).await?;
    let extended = store::files::list_extended_codes(tx, csdb, "").await?;
    let extended = extended.into_iter().filter(|code| plain_code(code).is_some_and(|code| changed.contains_key(&code)));
    let full = changed.values().flatten().map(|object| fold(&object.code));
    let codes: HashSet<String> = changed.keys().cloned().chain(full).chain(extended).collect();
    let beside = manuals.iter().filter(|manual| manual.id != located.manual.id);
    let beside: Vec<SnapshotId> = beside.filter_map(|manual| manual.lanes.oem).collect();
    let delivered = NamedFiles::read(tx, csdb, &beside, codes.iter().cloned()).await?;
    // A manual with a master item of its own follows that one.
    let independent: HashSet<(Option<&ManualId>, String)> = delivered
        .all()
        .filter_map(|file| Some((file.object.manual_id.as_ref(), plain_code(&file.object.identity.key)?)))
        .collect();
    let own = NamedFiles::read(tx, csdb, &[located.revision.id], codes.iter().cloned()).await?;
    let own: HashSet<String> = own.all().map(|file| fold(&file.object.identity.code)).collect();
    let exact: HashSet<String> = changed.values().flatten().map(|object| fold(&object.code)).collect();
    let working: Vec<SnapshotId> = manuals.iter().filter_map(|manual| manual.lanes.working).collect();
    let working = NamedFiles::read(tx, csdb, &working, codes.into_iter()).await?;
    let mut found = Vec::new();
    for (_, file) in working.into_all() {
        let Some(plain) = plain_code(&file.object.identity.key).filter(|plain| changed.contains_key(plain)) else {
            continue;
        };
        let full = fold(&file.object.identity.code);
        let is_own = file.object.manual_id.as_ref() == Some(&located.manual.id);
        // So does a module with an extension of which the revision has the same.
        let follows_itself = is_own && own.contains(&full) && !exact.contains(&full);
        if !follows_itself && !independent.contains(&(file.object.manual_id.as_ref(), plain.clone())) {
            found.push((file, plain));
        }
    }
    Ok(found)
}

fn names<'a>(item: &'a FollowingItem, blob: &'a str, texts: MasterTexts) -> [&'a str; 4] {
    let texts = match texts {
        MasterTexts::Comparable => "same",
        MasterTexts::OtherLanguage => "other",
        MasterTexts::Translated => "translated",
    };
    ["mel", texts, blob, item.file.version.content.blob.as_str()]
}

/// Points that an item allows beyond those that it follows, if it was compared before.
pub(super) fn known(ctx: &Ctx, item: &FollowingItem) -> Option<ItemCounts> {
    item.masters.iter().try_fold(ItemCounts::default(), |sum, master| {
        let Some(blob) = &master.blob else { return Some(sum.plus(ItemCounts::WITHDRAWN)) };
        let verdict = ctx.verdicts.get(&names(item, blob, master.texts))?;
        let counts = ItemCounts { less_restrictive: verdict.less_restrictive, to_be_judged: verdict.to_be_judged };
        Some(sum.plus(counts))
    })
}

/// Compares an item with those that it follows.
pub(super) async fn count(ctx: &Ctx, item: &FollowingItem) -> Result<ItemCounts, Error> {
    let mut sum = ItemCounts::default();
    for master in &item.masters {
        sum = sum.plus(match &master.blob {
            Some(blob) => compare(ctx, item, blob, master.texts).await?,
            None => ItemCounts::WITHDRAWN,
        });
    }
    Ok(sum)
}

async fn compare(ctx: &Ctx, item: &FollowingItem, blob: &str, texts: MasterTexts) -> Result<ItemCounts, Error> {
    let (theirs, ours) = (judge::read(ctx, blob).await, judge::read(ctx, &item.file.version.content.blob).await);
    let (theirs, ours) = match (theirs, ours) {
        (Ok(theirs), Ok(ours)) => (theirs, ours),
        // One lost text must not hide what is known about all others.
        (Err(Error::NotFound(_)), _) | (_, Err(Error::NotFound(_))) => return Ok(ItemCounts::UNREADABLE),
        (Err(error), _) | (_, Err(error)) => return Err(error),
    };
    let compared = tokio::task::spawn_blocking(move || {
        let read = guard::check(&theirs).and_then(|theirs| Ok((theirs, guard::check(&ours)?)));
        read.map_or(ItemCounts::UNREADABLE, |(theirs, ours)| ItemCounts::of(theirs.text(), ours.text(), texts))
    });
    let ItemCounts { less_restrictive, to_be_judged } = compared.await?;
    let plain = ChangeVerdict::plain(RevisionChange::Unchanged);
    ctx.verdicts.put(&names(item, blob, texts), ChangeVerdict { less_restrictive, to_be_judged, ..plain });
    Ok(ItemCounts { less_restrictive, to_be_judged })
}
