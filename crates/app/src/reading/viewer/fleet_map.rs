//! The map of a fleet: which of the modules at each place of the contents each aircraft gets.
//!
//! Rows are the entries of one section, columns a page of aircraft. A section counts the places inside. Statements of
//! modules are read within a limit per request; a map with places left to read says so, and is asked for again.

mod cells;
mod changes;
mod comparison;
mod judged;
mod statements;

use std::sync::Arc;

use domain::coverage::CoverageCounts;
use domain::id::{SnapshotId, TocNodeId};
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
use domain::toc::TocNodeType;
use store::Tx;
use store::toc::{ChildFilter, TocItem};

use self::cells::{Inside, JudgedFleet};
use self::judged::{FleetTables, TailValues};
use self::statements::JudgedState;
use super::choices::{label, list_fleet};
use super::tables::ManualTables;
use crate::core::caller::Caller;
use crate::core::contents_statements::ContentsStatements;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::{manuals, revisions};
use crate::users::operators::FleetAircraft;

pub use changes::{
    ChangedPlace, FleetPreview, ManualPreview, PlacesQuery, PreviewedAircraft, list_changed_places, preview_fleet,
};

/// Pages of aircraft that are looked at, 500 each: more than fly.
const MAX_PAGES: u32 = 200;
/// The most aircraft of a map.
pub const MAX_COLUMNS: u32 = 100;
/// Alternates of a container that are named.
const MAX_ALTERNATES: u32 = 100;

/// The part of a map that is asked for.
#[derive(Debug, Clone, Default)]
pub struct FleetMapQuery {
    /// The section whose entries are the rows; left out: the first level.
    pub node: Option<String>,
    /// The code of an operator; empty for all.
    pub operator: String,
    /// Only publications in this language, or in the first one of the contents when none is in it.
    pub language: Option<String>,
    /// Only places at any depth of the section where an aircraft of the page has several modules, an undecided one, or
    /// none of a container's.
    pub gaps: bool,
}

/// A column of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedAircraft {
    /// The registration, or the label of a product.
    pub name: String,
    pub operator: String,
    pub model: String,
    pub serial_number: String,
}

/// A row of a map.
#[derive(Debug, Clone)]
pub struct MapRow {
    pub item: TocItem,
    /// The alternates of a container, in its order.
    pub alternates: Vec<TocItem>,
    /// Aircraft with the same outcome share a cell.
    pub cells: Vec<MapCell>,
}

/// An outcome, and the aircraft that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapCell {
    /// Positions in the page of aircraft.
    pub aircraft: Vec<usize>,
    pub counts: CoverageCounts,
    /// Positions of the alternates that apply or may apply.
    pub alternates: Vec<usize>,
}

/// A map of some entries of the contents and some aircraft.
#[derive(Debug, Clone)]
pub struct FleetMap {
    /// The columns are products of the tables, because no operator has an aircraft of the model.
    pub are_products: bool,
    pub aircraft: Page<MappedAircraft>,
    pub rows: Page<MapRow>,
    /// The sections around the rows with their titles, the outermost first.
    pub trail: Vec<(TocNodeId, String)>,
    /// The number of modules in the section that are left to read.
    pub pending: usize,
}

/// Reads the map of the manual at a path.
pub async fn read_fleet_map(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    reading: &Reading,
    query: &FleetMapQuery,
    (rows, columns): (PageRequest, PageRequest),
) -> Result<FleetMap, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("operator", &query.operator)?;
    let generation = ctx.generation(Some(&path.csdb)).await?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else {
        return Ok(FleetMap::empty((rows, columns)));
    };
    let section = find_section(&mut tx, snapshot.id, query).await?;
    let fleet = list_fleet(&mut tx, "", MAX_PAGES).await?;
    drop(tx);
    let state = JudgedState { manual: &manual, snapshot: snapshot.id, reading, generation };
    let mut budget = statements::MOST_READ;
    let (contents, tables) = statements::read(ctx, caller, state, section, &mut budget).await?;
    let operator = query.operator.clone();
    let judged = tokio::task::spawn_blocking(move || {
        let (are_products, all) = members(&tables, fleet, &operator);
        let total = all.len() as u64;
        let skipped = usize::try_from(columns.offset()).unwrap_or(usize::MAX);
        let shown = all.into_iter().skip(skipped).take(columns.size() as usize);
        let (items, values): (Vec<MappedAircraft>, Vec<TailValues>) = shown.unzip();
        (are_products, Page { items, total, request: columns }, JudgedFleet::new(contents, values))
    });
    let (are_products, aircraft, judged) = judged.await?;
    let judged = Arc::new(judged);
    let inside = Inside::of(&judged.contents, section);
    let pending = inside.pending(&judged.contents);
    let gaps = if query.gaps { Some(with(&judged, move |judged| judged.gaps(&inside)).await?) } else { None };
    let mut tx = caller.read(ctx).await?;
    let items = if let Some(gaps) = &gaps {
        page_of(&mut tx, snapshot.id, &judged.contents, gaps, rows).await?
    } else {
        let language = language_of(&mut tx, snapshot.id, query).await?;
        let filter = ChildFilter { parent: section, leaves: true, text: String::new(), language };
        store::toc::list(&mut tx, snapshot.id, &filter, rows).await?
    };
    let ids: Vec<TocNodeId> = items.items.iter().map(|item| item.node.id).collect();
    let mut alternates = Vec::with_capacity(ids.len());
    for item in &items.items {
        alternates.push(list_alternates(&mut tx, snapshot.id, item).await?);
    }
    let trail = trail(&mut tx, section).await?;
    drop(tx);
    let cells = with(&judged, move |judged| judged.cells(&ids)).await?;
    let row = |((item, alternates), cells)| MapRow { item, alternates, cells };
    let shown = items.items.into_iter().zip(alternates).zip(cells).map(row).collect();
    let rows = Page { items: shown, total: items.total, request: rows };
    Ok(FleetMap { are_products, aircraft, rows, trail, pending })
}

/// Judges in the background.
async fn with<T: Send + 'static>(
    judged: &Arc<JudgedFleet>,
    work: impl FnOnce(&JudgedFleet) -> T + Send + 'static,
) -> Result<T, Error> {
    let judged = Arc::clone(judged);
    Ok(tokio::task::spawn_blocking(move || work(&judged)).await?)
}

async fn list_alternates(tx: &mut Tx, snapshot: SnapshotId, item: &TocItem) -> Result<Vec<TocItem>, Error> {
    if item.node.node_type != TocNodeType::Group {
        return Ok(Vec::new());
    }
    let mut alternates = store::toc::list_children(tx, snapshot, Some(item.node.id), MAX_ALTERNATES).await?;
    // Positions count the modules that are there.
    alternates.retain(|alternate| alternate.object.is_some());
    Ok(alternates)
}

impl FleetMap {
    fn empty((rows, columns): (PageRequest, PageRequest)) -> Self {
        Self {
            are_products: false,
            aircraft: Page { items: Vec::new(), total: 0, request: columns },
            rows: Page { items: Vec::new(), total: 0, request: rows },
            trail: Vec::new(),
            pending: 0,
        }
    }
}

async fn find_section(tx: &mut Tx, snapshot: SnapshotId, query: &FleetMapQuery) -> Result<Option<TocNodeId>, Error> {
    let missing = || Error::NotFound(Missing::TocNode);
    let Some(text) = &query.node else { return Ok(None) };
    let id = TocNodeId::parse(text).ok_or_else(missing)?;
    let found = store::toc::find(tx, snapshot, id).await?.ok_or_else(missing)?;
    Ok(Some(found.node.id))
}

/// The language of the publications on the first level; empty for all.
async fn language_of(tx: &mut Tx, snapshot: SnapshotId, query: &FleetMapQuery) -> Result<String, Error> {
    let Some(wanted) = &query.language else { return Ok(String::new()) };
    let languages = store::toc::list_languages(tx, snapshot).await?;
    Ok(languages.iter().find(|language| *language == wanted).or(languages.first()).cloned().unwrap_or_default())
}

async fn page_of(
    tx: &mut Tx,
    snapshot: SnapshotId,
    contents: &ContentsStatements,
    positions: &[usize],
    request: PageRequest,
) -> Result<Page<TocItem>, Error> {
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let mut items = Vec::new();
    for position in positions.iter().skip(skipped).take(request.size() as usize) {
        items.extend(store::toc::find(tx, snapshot, contents.places[*position].id).await?);
    }
    Ok(Page { items, total: positions.len() as u64, request })
}

async fn trail(tx: &mut Tx, section: Option<TocNodeId>) -> Result<Vec<(TocNodeId, String)>, Error> {
    let around = store::toc::list_sections(tx, &Vec::from_iter(section)).await?;
    let parent = |id: &TocNodeId| around.get(id).and_then(|section| section.parent_id);
    let mut trail: Vec<(TocNodeId, String)> =
        std::iter::successors(section, parent).filter_map(|id| Some((id, around.get(&id)?.title.clone()))).collect();
    trail.reverse();
    Ok(trail)
}

/// A column with the values that decide its cells.
type JudgedAircraft = (MappedAircraft, TailValues);

/// The aircraft that the tables know, of one operator or of all; where no operator has any, the products.
fn members(tables: &ManualTables, fleet: Vec<FleetAircraft>, operator: &str) -> (bool, Vec<JudgedAircraft>) {
    let known = FleetTables::new(tables);
    let judged = |one: FleetAircraft| {
        let values = known.values(&one.aircraft);
        let aircraft = MappedAircraft {
            name: one.aircraft.registration,
            operator: one.operator_code,
            model: one.aircraft.model,
            serial_number: one.aircraft.serial_number,
        };
        (!values.is_empty()).then_some((aircraft, values))
    };
    let all: Vec<JudgedAircraft> = fleet.into_iter().filter_map(judged).collect();
    if all.is_empty() && operator.is_empty() {
        return (true, products(tables));
    }
    let wanted = fold(operator);
    let is_meant = |one: &JudgedAircraft| wanted.is_empty() || fold(&one.0.operator) == wanted;
    (false, all.into_iter().filter(is_meant).collect())
}

fn products(tables: &ManualTables) -> Vec<JudgedAircraft> {
    let mut all = Vec::new();
    for (index, (name, own)) in tables.each().into_iter().enumerate() {
        let set = name.map(|_| index);
        for product in own.bilingual().products() {
            let label = Some(label(product)).filter(|label| !label.is_empty()).or_else(|| product.id.clone());
            let (operator, model, serial_number) = (String::new(), String::new(), String::new());
            let aircraft = MappedAircraft { name: label.unwrap_or_default(), operator, model, serial_number };
            all.push((aircraft, TailValues::from([(set, product.assignments())])));
        }
    }
    all
}
