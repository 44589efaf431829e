//! Wire types for the map of a fleet.

use app::reading::toc::TocItem;
use app::reading::viewer::{FleetMap, FleetMapQuery, MAX_COLUMNS, MapCell, MapRow, MappedAircraft};
use chrono::{DateTime, Utc};
use domain::coverage::CoverageCounts;
use domain::field::FieldCode;
use domain::page::PageRequest;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize, PageView, page_request_of};
use super::revisions::LaneView;
use super::words::TocNodeTypeView;

/// A column of the map: an aircraft of an operator, or a product of the tables.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MappedAircraft)]
pub struct MappedAircraftView {
    /// The registration, or the label of a product.
    pub name: String,
    /// The operator's code; empty for a product.
    pub operator: String,
    pub model: String,
    pub serial_number: String,
}

impl From<MappedAircraft> for MappedAircraftView {
    fn from(aircraft: MappedAircraft) -> Self {
        let MappedAircraft { name, operator, model, serial_number } = aircraft;
        Self { name, operator, model, serial_number }
    }
}

/// The number of places by the modules that an aircraft has there.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = CoverageCounts)]
pub struct CoverageCountsView {
    /// Exactly one module applies.
    pub one: u32,
    /// Several apply.
    pub several: u32,
    /// None applies, and none has to.
    pub none: u32,
    /// None of a container's modules applies, although the container does.
    pub missing: u32,
    /// It cannot be decided.
    pub open: u32,
}

impl From<CoverageCounts> for CoverageCountsView {
    fn from(CoverageCounts { one, several, none, missing, open }: CoverageCounts) -> Self {
        Self { one, several, none, missing, open }
    }
}

/// An outcome, and the aircraft that have it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MapCell)]
pub struct MapCellView {
    /// Indexes of the aircraft on the page.
    pub aircraft: Vec<usize>,
    /// Of a section those of all places inside; a module and a container are one place.
    pub counts: CoverageCountsView,
    /// Indexes of the alternates that apply or may apply.
    pub alternates: Vec<usize>,
}

impl From<MapCell> for MapCellView {
    fn from(MapCell { aircraft, counts, alternates }: MapCell) -> Self {
        Self { aircraft, counts: counts.into(), alternates }
    }
}

/// A module at a place of the contents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MapModule)]
pub struct MapModuleView {
    pub title: String,
    /// Empty for a module that was not delivered.
    pub path: String,
    pub code: String,
}

impl From<TocItem> for MapModuleView {
    fn from(TocItem { node, object }: TocItem) -> Self {
        let (path, code) = object.map_or_else(|| (String::new(), node.key.clone()), |one| (one.path, one.code));
        Self { title: if node.title.is_empty() { node.key } else { node.title }, path, code }
    }
}

/// A row of the map: an entry of the contents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MapRow)]
pub struct MapRowView {
    pub id: String,
    pub r#type: TocNodeTypeView,
    /// The number before the title, as in `21-10`.
    pub prefix: String,
    pub module: MapModuleView,
    /// Of a container, in its order.
    pub alternates: Vec<MapModuleView>,
    pub cells: Vec<MapCellView>,
}

impl From<MapRow> for MapRowView {
    fn from(MapRow { item, alternates, cells }: MapRow) -> Self {
        Self {
            id: item.node.id.to_string(),
            r#type: TocNodeTypeView(item.node.node_type),
            prefix: item.node.prefix.clone(),
            module: item.into(),
            alternates: alternates.into_iter().map(MapModuleView::from).collect(),
            cells: cells.into_iter().map(MapCellView::from).collect(),
        }
    }
}

/// A section around the rows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MapSection)]
pub struct MapSectionView {
    pub id: String,
    pub title: String,
}

/// Which of the modules at each place of the contents each aircraft gets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FleetMap)]
pub struct FleetMapView {
    /// The columns are products of the tables, because no operator has an aircraft of the model.
    pub products: bool,
    pub aircraft: PageView<MappedAircraftView>,
    pub rows: PageView<MapRowView>,
    /// The sections around the rows, the outermost first.
    pub trail: Vec<MapSectionView>,
    /// Modules of the section that are not counted yet; asking again counts more of them, unless their files cannot be
    /// read.
    pub pending: usize,
    /// Aircraft without a column: they are of the manual's type, but its tables do not list their model.
    pub unknown_aircraft: usize,
}

impl From<FleetMap> for FleetMapView {
    fn from(map: FleetMap) -> Self {
        let trail = map.trail.into_iter().map(|(id, title)| MapSectionView { id: id.to_string(), title });
        Self {
            products: map.are_products,
            aircraft: map.aircraft.into(),
            rows: map.rows.into(),
            trail: trail.collect(),
            pending: map.pending,
            unknown_aircraft: map.unknown,
        }
    }
}

/// Selects a part of the map.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FleetMapParams {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// The section whose entries are the rows; default: the first level.
    pub node_id: Option<String>,
    /// Only aircraft of the operator with this code.
    pub operator: Option<String>,
    /// Only publications in this language, as in `en-US`, or in the first language of the contents when none is in it.
    pub language: Option<String>,
    /// Only places of the section, at any depth, where an aircraft of the page has several modules, an undecided one, or
    /// none of a container's that applies to it.
    pub gaps: Option<bool>,
    pub page_number: Option<PageNumber>,
    /// Default: 50.
    pub page_size: Option<PageSize>,
    /// The page of aircraft.
    pub aircraft_page: Option<PageNumber>,
    /// The number of aircraft on a page, at most 100; default: 50.
    pub aircraft_size: Option<PageSize>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

const DEFAULT_SIZE: u32 = 50;

impl FleetMapParams {
    /// The pages of rows and of aircraft.
    pub fn pages(&self) -> Result<(PageRequest, PageRequest), app::Error> {
        let rows = page_request_of(self.page_number, self.page_size, DEFAULT_SIZE)?;
        let columns = page_request_of(self.aircraft_page, self.aircraft_size, DEFAULT_SIZE)
            .map_err(|_| app::Error::field("aircraftPage", FieldCode::UnknownValue))?;
        if columns.size() > MAX_COLUMNS {
            return Err(app::Error::field("aircraftSize", FieldCode::TooMany));
        }
        Ok((rows, columns))
    }

    pub fn query(self) -> FleetMapQuery {
        FleetMapQuery {
            node: self.node_id,
            operator: self.operator.unwrap_or_default(),
            language: self.language,
            gaps: self.gaps.unwrap_or_default(),
        }
    }
}
