//! The contents of manuals, read level by level.

mod order;

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use domain::id::{ProfileId, SnapshotId, TocNodeId};
use domain::language::Locale;
use domain::manual::Manual;
use domain::page::{Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::profile::{Profile, ProfileScope};
use domain::snapshot::{Lane, Reading, Snapshot};
use domain::toc::TocNodeType;
use store::Tx;
use store::toc::ChildFilter;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::core::reading_orders::ReadingOrders;
use crate::imports::import;
use crate::library::files;
use crate::library::manuals;
use crate::library::revisions;
use crate::reading::viewer::{self, Choice, Truth};

pub use store::toc::TocItem;

/// Limit of child nodes in one answer; the rest is read page by page.
pub const MAX_CHILDREN: u32 = 100;

/// The table of contents to read.
#[derive(Debug, Clone)]
pub enum TocSource {
    Profile(ProfileId),
    /// The profile for everybody of the manual at this path.
    ManualAt(ManualPath),
}

/// A place in the contents, as its reader sees it.
#[derive(Debug, Clone)]
pub struct TocEntry {
    pub placed: TocItem,
    pub children: Vec<Self>,
    /// The path of the container it belongs to, if it is in one or is one.
    pub container: Option<String>,
    /// Whether what is read there applies; asked for one aircraft or for a profile.
    pub applies: Option<Truth>,
    /// The table of contents' own applicability as text, where it is not met; only when read for one aircraft.
    pub applies_to: Option<String>,
}

/// The places and what they are places of.
#[derive(Debug, Clone)]
pub struct TocAnswer<T> {
    pub manual: Manual,
    pub profile: Profile,
    pub of: T,
}

/// The top of the contents.
#[derive(Debug, Clone)]
pub struct TocTop {
    /// Nothing to read yet, but a package is being imported.
    pub generating: bool,
    /// None when the lane points nowhere.
    pub revision: Option<Snapshot>,
    pub lane: Lane,
    pub newer_revision_waits: bool,
    pub places: Vec<TocEntry>,
}

async fn profile_and_manual(tx: &mut Tx, whose: &TocSource) -> Result<(Profile, Manual), Error> {
    let missing = || Error::NotFound(Missing::Profile);
    match whose {
        TocSource::Profile(id) => {
            let profile = store::profiles::find(tx, id).await?.ok_or_else(missing)?;
            let manual = store::manuals::find(tx, &profile.manual_id).await?;
            Ok((profile, manual.ok_or_else(missing)?))
        }
        TocSource::ManualAt(path) => {
            let manual = manuals::at_path(tx, path).await?;
            let profile = store::profiles::list(tx, &manual.id).await?.into_iter().next().ok_or_else(missing)?;
            Ok((profile, manual))
        }
    }
}

/// The choice of somebody who reads in a profile, which decides nothing where it is about everything.
fn in_profile(profile: &Profile) -> Choice {
    let own = Some(profile.id.clone()).filter(|_| profile.scope != ProfileScope::All);
    Choice { profile: own, ..Choice::default() }
}

/// The first level of the contents.
pub async fn top(
    ctx: &Ctx,
    caller: &Caller,
    whose: &TocSource,
    reading: &Reading,
    locale: Locale,
) -> Result<TocAnswer<TocTop>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (profile, manual) = profile_and_manual(&mut tx, whose).await?;
    let revision = revisions::read(&mut tx, &manual, reading).await?;
    let places = match &revision {
        Some(snapshot) => store::toc::list_children(&mut tx, snapshot.id, None, MAX_CHILDREN).await?,
        None => Vec::new(),
    };
    let generating = revision.is_none() && import::is_under_way(&mut tx, &manual).await?;
    let newer_revision_waits = !store::snapshots::count_waiting_of(&mut tx, &[&manual.id]).await?.is_empty();
    let (lane, mut places) = (reading.lane(), see_all(places, None));
    if let Some(snapshot) = &revision {
        let choice = in_profile(&profile);
        places = viewer::judge(ctx, tx, (&manual, snapshot, reading), (&choice, locale), places).await?;
    }
    Ok(TocAnswer { manual, profile, of: TocTop { generating, revision, lane, newer_revision_waits, places } })
}

/// One place with the first of those below it.
pub async fn node(
    ctx: &Ctx,
    caller: &Caller,
    whose: &TocSource,
    id: &str,
    reading: &Reading,
    locale: Locale,
) -> Result<TocAnswer<TocEntry>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (profile, manual) = profile_and_manual(&mut tx, whose).await?;
    let snapshot = revisions::read(&mut tx, &manual, reading).await?.ok_or(Error::NotFound(Missing::TocNode))?;
    let placed = find(&mut tx, &snapshot, id).await?;
    let container = match placed.node.parent_id {
        Some(parent) => store::toc::find(&mut tx, snapshot.id, parent).await?.and_then(|one| container_of(&one)),
        None => None,
    };
    let below = store::toc::list_children(&mut tx, snapshot.id, Some(placed.node.id), MAX_CHILDREN).await?;
    let inner = see_all(below, container_of(&placed).as_deref());
    let mut seen = vec![see(placed, container.as_deref())];
    seen.extend(inner);
    let choice = in_profile(&profile);
    let all = viewer::judge(ctx, tx, (&manual, &snapshot, reading), (&choice, locale), seen).await?;
    let mut judged = all.into_iter();
    let own = judged.next().ok_or(Error::NotFound(Missing::TocNode))?;
    Ok(TocAnswer { manual, profile, of: TocEntry { children: judged.collect(), ..own } })
}

/// Position of a module in the table of contents.
#[derive(Debug, Clone)]
pub struct TocPosition {
    /// From the root to the module itself; empty when it is not in the contents.
    pub trail: Vec<TocEntry>,
    pub previous: Option<TocEntry>,
    pub next: Option<TocEntry>,
    /// Counts from 1 the modules in one language; 0 when it is not in the contents.
    pub position: u64,
    pub total: u64,
}

/// Finds the position of the module at a path, with the modules before and after it in the publications of its
/// language.
pub async fn neighbours(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    profile: Option<ProfileId>,
    reading: &Reading,
) -> Result<TocAnswer<TocPosition>, Error> {
    caller.require(Permission::ReadContent)?;
    let generation = ctx.generation(Some(path.csdb())).await?;
    let mut tx = caller.read(ctx).await?;
    let (object, manual) = files::object_at(&mut tx, path).await?;
    let (FilePath::Object { manual: holder, .. }, Some(manual)) = (path, manual) else {
        return Err(Error::NotFound(Missing::File));
    };
    let whose = profile.map_or_else(|| TocSource::ManualAt(holder.clone()), TocSource::Profile);
    let (profile, of_profile) = profile_and_manual(&mut tx, &whose).await?;
    if of_profile.id != manual.id {
        return Err(Error::NotFound(Missing::Profile));
    }
    let nowhere = TocPosition { trail: Vec::new(), previous: None, next: None, position: 0, total: 0 };
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else {
        return Ok(TocAnswer { manual, profile, of: nowhere });
    };
    let Some(placed) = store::toc::find_by_object(&mut tx, snapshot.id, object).await? else {
        return Ok(TocAnswer { manual, profile, of: nowhere });
    };
    let mut trail = vec![placed];
    while let Some(parent) = trail.last().and_then(|last| last.node.parent_id) {
        // A parent is numbered before what is below it, so this ends.
        trail.extend(store::toc::find(&mut tx, snapshot.id, parent).await?);
        if trail.last().is_none_or(|last| last.node.id != parent) {
            break;
        }
    }
    trail.reverse();
    let order = reading_order(&mut tx, &ctx.reading_orders, (snapshot.id, generation)).await?;
    let roots = store::toc::list_children(&mut tx, snapshot.id, None, MAX_CHILDREN).await?;
    let order = order::in_language_of(&order, &roots, &trail[0]);
    let module = trail[trail.len() - 1].node.id;
    let (position, total) = (order.position(module), order.len());
    let mut found = [None, None];
    for (place, id) in found.iter_mut().zip(order.neighbours(module)) {
        if let Some(id) = id {
            *place = store::toc::find(&mut tx, snapshot.id, id).await?.map(|placed| see(placed, None));
        }
    }
    let [previous, next] = found;
    let of = TocPosition { trail: see_all(trail, None), previous, next, position, total };
    Ok(TocAnswer { manual, profile, of })
}

/// The places of a state that are read, in their order; of 100,000 only the first reader waits for them.
async fn reading_order(
    tx: &mut Tx,
    cache: &ReadingOrders,
    key: (SnapshotId, i64),
) -> Result<Arc<Vec<TocNodeId>>, Error> {
    if let Some(known) = cache.0.get(&key) {
        return Ok(known);
    }
    let order = store::toc::list_modules(tx, key.0).await?;
    let weight = order.len() * size_of::<TocNodeId>() + 100;
    Ok(cache.0.put(key, order, weight))
}

/// Filter for the entries below another.
#[derive(Debug, Clone)]
pub struct TocQuery {
    /// Left out: the first level.
    pub node: Option<String>,
    /// At any depth of the whole contents, whatever `node` says.
    pub anywhere: bool,
    /// Modules too, or only what has something below it.
    pub leaves: bool,
    pub text: String,
    /// Only publications in this language; in the first one of the contents when none is in it.
    pub language: Option<String>,
    /// The chosen aircraft; with one, each node says whether it applies. Without one the profile decides.
    pub choice: Choice,
    /// The language of what is said in words.
    pub locale: Locale,
}

/// Places below another, page by page.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    whose: &TocSource,
    below: &TocQuery,
    reading: &Reading,
    page: PageRequest,
) -> Result<TocAnswer<Page<TocEntry>>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keyword", &below.text)?;
    let mut tx = caller.read(ctx).await?;
    let (profile, manual) = profile_and_manual(&mut tx, whose).await?;
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else {
        return match below.node {
            Some(_) => Err(Error::NotFound(Missing::TocNode)),
            None => Ok(TocAnswer { manual, profile, of: Page { items: Vec::new(), total: 0, request: page } }),
        };
    };
    let language = language_of(&mut tx, &snapshot, below).await?;
    let mut filter = ChildFilter { parent: None, leaves: below.leaves, text: below.text.clone(), language };
    let found = if below.anywhere {
        let found = store::toc::search(&mut tx, snapshot.id, &filter, page).await?;
        see_anywhere(&mut tx, &snapshot, found).await?
    } else {
        let parent = match &below.node {
            Some(id) => Some(find(&mut tx, &snapshot, id).await?),
            None => None,
        };
        filter.parent = parent.as_ref().map(|parent| parent.node.id);
        let container = parent.as_ref().and_then(container_of);
        let found = store::toc::list(&mut tx, snapshot.id, &filter, page).await?;
        found.map(|placed| see(placed, container.as_deref()))
    };
    let choice = Choice { profile: in_profile(&profile).profile, ..below.choice.clone() };
    let Page { items, total, request } = found;
    let items = viewer::judge(ctx, tx, (&manual, &snapshot, reading), (&choice, below.locale), items).await?;
    Ok(TocAnswer { manual, profile, of: Page { items, total, request } })
}

/// The language to list; empty for all.
async fn language_of(tx: &mut Tx, snapshot: &Snapshot, below: &TocQuery) -> Result<String, Error> {
    let Some(wanted) = &below.language else { return Ok(String::new()) };
    let languages = store::toc::list_languages(tx, snapshot.id).await?;
    Ok(languages.iter().find(|language| *language == wanted).or(languages.first()).cloned().unwrap_or_default())
}

/// Places as they were found, each with the container around it, which only its parent knows.
async fn see_anywhere(tx: &mut Tx, snapshot: &Snapshot, found: Page<TocItem>) -> Result<Page<TocEntry>, Error> {
    let parents: BTreeSet<TocNodeId> = found.items.iter().filter_map(|placed| placed.node.parent_id).collect();
    let mut containers = HashMap::new();
    for id in parents {
        let parent = store::toc::find(tx, snapshot.id, id).await?;
        if let Some(path) = parent.as_ref().and_then(container_of) {
            containers.insert(id, path);
        }
    }
    Ok(found.map(|placed| {
        let around = placed.node.parent_id.and_then(|id| containers.get(&id));
        see(placed, around.map(String::as_str))
    }))
}

async fn find(tx: &mut Tx, snapshot: &Snapshot, id: &str) -> Result<TocItem, Error> {
    let missing = || Error::NotFound(Missing::TocNode);
    let id = TocNodeId::parse(id).ok_or_else(missing)?;
    store::toc::find(tx, snapshot.id, id).await?.ok_or_else(missing)
}

fn container_of(placed: &TocItem) -> Option<String> {
    let is_group = placed.node.node_type == TocNodeType::Group;
    placed.object.as_ref().filter(|_| is_group).map(|object| object.path.clone())
}

fn see(placed: TocItem, container: Option<&str>) -> TocEntry {
    let container = container_of(&placed).or_else(|| container.map(str::to_owned));
    TocEntry { placed, children: Vec::new(), container, applies: None, applies_to: None }
}

fn see_all(places: Vec<TocItem>, container: Option<&str>) -> Vec<TocEntry> {
    places.into_iter().map(|placed| see(placed, container)).collect()
}
