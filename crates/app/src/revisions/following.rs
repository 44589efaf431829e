//! Items of minimum equipment lists that follow those of a revision.

use std::collections::{HashMap, HashSet};

use domain::file::File;
use domain::id::{ManualId, ObjectId, SnapshotId};
use domain::page::Order;
use domain::revision::RevisionChange;
use domain::text::fold;
use s1000d::guard;
use store::Tx;
use store::files::{FileFilter, FileScope, FileSort};
use store::manuals::ManualFilter;
use store::revisions::TouchedObject;

use super::judge::{self, is_xml};
use super::located::LocatedRevision;
use super::mel::{ITEM, excesses};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::verdict_cache::ChangeVerdict;
use crate::editing::forms::dispatch::master_code;
use crate::library::files::NamedFiles;

/// An item in a working lane that follows an item of a revision without being the same object: in a manual beside it, or a
/// customised copy.
#[derive(Debug, Clone)]
pub(super) struct FollowingItem {
    pub(super) file: File,
    /// The blob of the item in the revision.
    master: String,
    has_same_language: bool,
}

/// The items that follow those which a revision changes.
pub(super) async fn list(
    tx: &mut Tx,
    located: &LocatedRevision,
    touched: &[TouchedObject],
) -> Result<Vec<FollowingItem>, Error> {
    let mut masters: HashMap<String, Vec<&TouchedObject>> = HashMap::new();
    for object in touched.iter().filter(|object| object.content_type == ITEM) {
        if object.theirs.as_ref().is_some_and(|theirs| is_xml(theirs) && !theirs.is_deleted) {
            masters.entry(fold(&object.code)).or_default().push(object);
        }
    }
    if masters.is_empty() {
        return Ok(Vec::new());
    }
    let own: HashSet<ObjectId> = touched.iter().map(|object| object.object_id).collect();
    let mut following = Vec::new();
    for (file, code) in candidates(tx, located, &masters).await? {
        if own.contains(&file.object.id) {
            continue;
        }
        let language = &file.object.identity.language;
        let is_same = |object: &&&TouchedObject| object.language.eq_ignore_ascii_case(language);
        let offered = masters.get(&code).map(Vec::as_slice).unwrap_or_default();
        let same = offered.iter().find(is_same);
        let Some(theirs) = same.or(offered.first()).and_then(|object| object.theirs.as_ref()) else { continue };
        following.push(FollowingItem { master: theirs.blob.clone(), has_same_language: same.is_some(), file });
    }
    Ok(following)
}

/// The items of the working lanes of a database whose master item is of the revision's manual, each with its folded code.
async fn candidates(
    tx: &mut Tx,
    located: &LocatedRevision,
    masters: &HashMap<String, Vec<&TouchedObject>>,
) -> Result<Vec<(File, String)>, Error> {
    let filter = ManualFilter { csdb_name: located.manual.csdb_name.to_string(), ..ManualFilter::default() };
    let manuals = store::manuals::list(tx, &filter).await?;
    let beside = manuals.iter().filter(|manual| manual.id != located.manual.id);
    let delivered: Vec<SnapshotId> = beside.filter_map(|manual| manual.lanes.oem).collect();
    let codes = masters.keys().cloned();
    let delivered = NamedFiles::read(tx, &located.manual.csdb_id, &delivered, codes).await?;
    // A manual with a master item of its own follows that one.
    let independent: HashSet<(Option<&ManualId>, String)> =
        delivered.all().map(|file| (file.object.manual_id.as_ref(), fold(&file.object.identity.code))).collect();
    let items = FileFilter {
        scope: FileScope::Modules,
        text: String::new(),
        content_type: ITEM.to_owned(),
        language: String::new(),
        system: String::new(),
        status: None,
        sort: FileSort::default(),
        order: Order::default(),
    };
    let working: Vec<SnapshotId> = manuals.iter().filter_map(|manual| manual.lanes.working).collect();
    let mut found = Vec::new();
    for snapshot in working {
        for file in store::files::list_all(tx, snapshot, &items).await? {
            let Some(code) = master_code(&file).map(|code| fold(&code)) else { continue };
            if masters.contains_key(&code) && !independent.contains(&(file.object.manual_id.as_ref(), code.clone())) {
                found.push((file, code));
            }
        }
    }
    Ok(found)
}

/// What an item allows beyond the one that it follows.
pub(super) async fn count_excesses(ctx: &Ctx, item: &FollowingItem) -> Result<u32, Error> {
    let own = item.file.version.content.blob.as_str();
    let language = if item.has_same_language { "same" } else { "other" };
    let names = ["mel", language, item.master.as_str(), own];
    if let Some(known) = ctx.verdicts.get(&names) {
        return Ok(known.less_restrictive);
    }
    let (master, text) = (judge::read(ctx, &item.master).await?, judge::read(ctx, own).await?);
    let has_same_language = item.has_same_language;
    let compared = tokio::task::spawn_blocking(move || {
        // A text that cannot be read has no item to compare.
        let read = guard::check(&master).and_then(|master| Ok((master, guard::check(&text)?)));
        read.map_or(0, |(master, text)| excesses(master.text(), text.text(), has_same_language))
    });
    let less_restrictive = compared.await?;
    let verdict = ChangeVerdict { less_restrictive, ..ChangeVerdict::plain(RevisionChange::Unchanged) };
    ctx.verdicts.put(&names, verdict);
    Ok(less_restrictive)
}
