//! The map of a fleet: which of the modules at each place of the contents each aircraft gets.
//!
//! Rows are the entries of one section, columns a page of aircraft. A section counts the places inside. Statements of
//! modules are read within a limit per request and stored; a map with places left to read is asked for again.

mod cells;
mod changes;
mod comparison;
mod judged;
mod statements;
mod tail_redline;

use std::sync::Arc;

use domain::coverage::CoverageCounts;
use domain::id::{SnapshotId, TocNodeId};
use domain::operator::Aircraft;
use domain::page::{Page, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::text::fold;
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
pub use tail_redline::{TailRedlineQuery, compare_for_aircraft};

/// Pages of aircraft that are looked at, 500 each: more than fly.
const MAX_PAGES: u32 = 200;
/// The most aircraft of a map.
pub const MAX_COLUMNS: u32 = 100;

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
    /// The number of aircraft without a column: the manual is about their type, but its tables do not list the model.
    pub unknown: usize,
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
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let Some(snapshot) = revisions::read(&mut tx, &manual, reading).await? else {
        return Ok(FleetMap::empty((rows, columns)));
    };
    let section = find_section(&mut tx, snapshot.id, query).await?;
    let language = language_of(&mut tx, snapshot.id, query).await?;
    let roots = roots(&mut tx, snapshot.id, section, &language).await?;
    let fleet = list_fleet(&mut tx, "", MAX_PAGES).await?;
    drop(tx);
    let state = JudgedState::open(ctx, caller, &manual, snapshot.id, reading).await?;
    let mut budget = statements::MOST_READ;
    let contents = state.contents(ctx, caller, section, &mut budget).await?;
    let (tables, operator, finds_gaps) = (Arc::clone(&state.tables), query.operator.clone(), query.gaps);
    let judged = tokio::task::spawn_blocking(move || {
        let members = MapMembers::of(&tables, fleet, &operator);
        let total = members.listed.len() as u64;
        let skipped = usize::try_from(columns.offset()).unwrap_or(usize::MAX);
        let shown = members.listed.into_iter().skip(skipped).take(columns.size() as usize);
        let (items, values): (Vec<MappedAircraft>, Vec<TailValues>) = shown.unzip();
        let inside = Inside::of(&contents, roots.as_deref());
        let pending = inside.pending(&contents);
        let judged = JudgedFleet::new(contents, values);
        let gaps = finds_gaps.then(|| judged.gaps(&inside));
        let aircraft = Page { items, total, request: columns };
        (members.are_products, members.unknown, aircraft, pending, gaps, judged)
    });
    let (are_products, unknown, aircraft, pending, gaps, judged) = judged.await?;
    let mut tx = caller.read(ctx).await?;
    let items = if let Some(gaps) = &gaps {
        page_of(&mut tx, snapshot.id, &judged.contents, gaps, rows).await?
    } else {
        let filter = ChildFilter { parent: section, leaves: true, text: String::new(), language };
        store::toc::list(&mut tx, snapshot.id, &filter, rows).await?
    };
    let trail = trail(&mut tx, section).await?;
    drop(tx);
    let ids: Vec<TocNodeId> = items.items.iter().map(|item| item.node.id).collect();
    let cells = tokio::task::spawn_blocking(move || (judged.alternates(&ids), judged.cells(&ids)));
    let (alternates, cells) = cells.await?;
    let alternates = list_alternates(&mut caller.read(ctx).await?, snapshot.id, alternates).await?;
    let row = |((item, alternates), cells)| MapRow { item, alternates, cells };
    let shown = items.items.into_iter().zip(alternates).zip(cells).map(row).collect();
    let rows = Page { items: shown, total: items.total, request: rows };
    Ok(FleetMap { are_products, aircraft, rows, trail, pending, unknown })
}

/// The entries of the alternates of each row.
async fn list_alternates(
    tx: &mut Tx,
    snapshot: SnapshotId,
    alternates: Vec<Vec<TocNodeId>>,
) -> Result<Vec<Vec<TocItem>>, Error> {
    let ids: Vec<TocNodeId> = alternates.iter().flatten().copied().collect();
    let entries = store::toc::list_by_ids(tx, snapshot, &ids).await?;
    let of_row = |ids: Vec<TocNodeId>| ids.iter().filter_map(|id| entries.get(id).cloned()).collect();
    Ok(alternates.into_iter().map(of_row).collect())
}

impl FleetMap {
    fn empty((rows, columns): (PageRequest, PageRequest)) -> Self {
        Self {
            are_products: false,
            aircraft: Page { items: Vec::new(), total: 0, request: columns },
            rows: Page { items: Vec::new(), total: 0, request: rows },
            trail: Vec::new(),
            pending: 0,
            unknown: 0,
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

/// The sections that are counted: the one that is asked for, or the publications in a language; `None` for all.
async fn roots(
    tx: &mut Tx,
    snapshot: SnapshotId,
    section: Option<TocNodeId>,
    language: &str,
) -> Result<Option<Vec<TocNodeId>>, Error> {
    if section.is_some() || language.is_empty() {
        return Ok(section.map(|section| vec![section]));
    }
    Ok(Some(store::toc::list_roots(tx, snapshot, language).await?))
}

async fn page_of(
    tx: &mut Tx,
    snapshot: SnapshotId,
    contents: &ContentsStatements,
    positions: &[usize],
    request: PageRequest,
) -> Result<Page<TocItem>, Error> {
    let skipped = usize::try_from(request.offset()).unwrap_or(usize::MAX);
    let shown = positions.iter().skip(skipped).take(request.size() as usize);
    let ids: Vec<TocNodeId> = shown.map(|position| contents.places[*position].id).collect();
    let mut entries = store::toc::list_by_ids(tx, snapshot, &ids).await?;
    let items = ids.iter().filter_map(|id| entries.remove(id)).collect();
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

/// The columns of a map.
struct MapMembers {
    are_products: bool,
    listed: Vec<JudgedAircraft>,
    unknown: usize,
}

impl MapMembers {
    /// The aircraft that the tables know, of one operator or of all; where no operator has any, the products.
    fn of(tables: &ManualTables, fleet: Vec<FleetAircraft>, operator: &str) -> Self {
        let (known, wanted) = (FleetTables::new(tables), fold(operator));
        let (mut listed, mut unknown, mut is_flown) = (Vec::new(), 0, false);
        for one in fleet {
            let values = known.values(&one.aircraft);
            is_flown |= !values.is_empty();
            if !wanted.is_empty() && fold(&one.operator_code) != wanted {
                continue;
            }
            if values.is_empty() {
                unknown += usize::from(is_of_model(tables, &one.aircraft));
                continue;
            }
            let aircraft = MappedAircraft {
                name: one.aircraft.registration,
                operator: one.operator_code,
                model: one.aircraft.model,
                serial_number: one.aircraft.serial_number,
            };
            listed.push((aircraft, values));
        }
        let are_products = !is_flown && wanted.is_empty();
        Self { are_products, listed: if are_products { products(tables) } else { listed }, unknown }
    }
}

/// Whether the manual is about the type of an aircraft, going by the codes of its tables.
fn is_of_model(tables: &ManualTables, aircraft: &Aircraft) -> bool {
    let mut codes = tables.each().into_iter().flat_map(|(_, own)| own.model_codes.iter());
    codes.any(|code| aircraft.is_of_model(code))
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
