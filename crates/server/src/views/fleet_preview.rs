//! Wire types for what changes for the aircraft of a fleet.

use app::reading::viewer::{
    ChangedPlace, FleetPreview, ManualPreview, PlacesQuery, PreviewedAircraft, TailRedlineQuery,
};
use domain::coverage::PlaceChange;
use domain::operator::Aircraft;
use domain::page::Page;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fleet_map::MapModuleView;
use super::operators::AircraftView;
use super::page::{PageNumber, PageSize, PageView};
use super::paths::parse_path;

/// The aircraft of an operator as they would be saved.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewFleetRequest {
    /// The operator; left out for a new one.
    pub operator_id: Option<String>,
    pub aircraft: Vec<AircraftView>,
}

/// Selects places that change for one aircraft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangedPlacesRequest {
    /// The operator; left out for a new one.
    pub operator_id: Option<String>,
    /// The aircraft of the operator as they would be saved.
    pub aircraft: Vec<AircraftView>,
    pub registration: String,
    #[schema(example = "/H160/MEL")]
    pub manual_path: String,
    /// Only this kind of change.
    pub change: Option<PlaceChangeView>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

/// The modules that one aircraft has at a place, before and after a change of its fleet.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TailRedlineRequest {
    /// The operator; left out for a new one.
    pub operator_id: Option<String>,
    /// The aircraft of the operator as they would be saved.
    pub aircraft: Vec<AircraftView>,
    pub registration: String,
    /// The path of the module before the change; left out where it appears.
    pub before: Option<String>,
    /// The path of the module after the change; left out where it disappears.
    pub after: Option<String>,
}

impl TailRedlineRequest {
    pub fn query(&self) -> Result<TailRedlineQuery, app::Error> {
        Ok(TailRedlineQuery {
            registration: self.registration.clone(),
            before: self.before.as_deref().map(parse_path).transpose()?,
            after: self.after.as_deref().map(parse_path).transpose()?,
        })
    }
}

/// Reads the aircraft of a request.
pub fn fleet(aircraft: Vec<AircraftView>) -> Vec<Aircraft> {
    aircraft.into_iter().map(Aircraft::from).collect()
}

impl ChangedPlacesRequest {
    pub fn places(&self) -> Result<PlacesQuery, app::Error> {
        Ok(PlacesQuery {
            path: parse_path(&self.manual_path)?,
            registration: self.registration.clone(),
            change: self.change.map(PlaceChange::from),
        })
    }
}

/// The change of a place for an aircraft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PlaceChange)]
pub enum PlaceChangeView {
    /// It gets a module where it had none.
    Appears,
    /// It has no module any more.
    Disappears,
    /// It gets another of the alternates.
    Alternate,
    /// It keeps its module and sees other parts of it.
    Content,
}

impl From<PlaceChange> for PlaceChangeView {
    fn from(change: PlaceChange) -> Self {
        match change {
            PlaceChange::Appears => Self::Appears,
            PlaceChange::Disappears => Self::Disappears,
            PlaceChange::Alternate => Self::Alternate,
            PlaceChange::Content => Self::Content,
        }
    }
}

impl From<PlaceChangeView> for PlaceChange {
    fn from(change: PlaceChangeView) -> Self {
        match change {
            PlaceChangeView::Appears => Self::Appears,
            PlaceChangeView::Disappears => Self::Disappears,
            PlaceChangeView::Alternate => Self::Alternate,
            PlaceChangeView::Content => Self::Content,
        }
    }
}

/// The effect of a change of an aircraft on a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ManualPreview)]
pub struct ManualPreviewView {
    pub manual_path: String,
    /// The display name of the manual.
    pub name: String,
    pub appears: usize,
    pub disappears: usize,
    /// Containers from which it gets another alternate.
    pub alternates: usize,
    /// Modules of which it sees other parts.
    pub contents: usize,
    /// Places at which it has several modules or an undecided one afterwards, or none of a container's.
    pub unclear: usize,
    /// Modules, and parts of modules, that are not counted yet; asking again counts more of them, unless their files
    /// cannot be read.
    pub pending: usize,
}

impl From<ManualPreview> for ManualPreviewView {
    fn from(preview: ManualPreview) -> Self {
        Self {
            manual_path: preview.manual.path(),
            name: preview.manual.alias,
            appears: preview.appears,
            disappears: preview.disappears,
            alternates: preview.alternates,
            contents: preview.contents,
            unclear: preview.unclear,
            pending: preview.pending,
        }
    }
}

/// An aircraft that joins, leaves or is modified.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PreviewedAircraft)]
pub struct PreviewedAircraftView {
    pub registration: String,
    /// Left out for one that joins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub before: Option<AircraftView>,
    /// Left out for one that leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub after: Option<AircraftView>,
    /// The manuals that are about it, before or afterwards.
    pub manuals: Vec<ManualPreviewView>,
}

impl From<PreviewedAircraft> for PreviewedAircraftView {
    fn from(PreviewedAircraft { change, manuals }: PreviewedAircraft) -> Self {
        Self {
            registration: change.registration().to_owned(),
            before: change.before.map(AircraftView::from),
            after: change.after.map(AircraftView::from),
            manuals: manuals.into_iter().map(ManualPreviewView::from).collect(),
        }
    }
}

/// The effect of a change of a fleet on the manuals of its aircraft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FleetPreview)]
pub struct FleetPreviewView {
    /// At most 20.
    pub aircraft: Vec<PreviewedAircraftView>,
    /// Changed aircraft beyond the limit.
    pub aircraft_left_out: usize,
    /// Manuals about these aircraft beyond the limit of 100.
    pub manuals_left_out: usize,
}

impl From<FleetPreview> for FleetPreviewView {
    fn from(preview: FleetPreview) -> Self {
        Self {
            aircraft: preview.aircraft.into_iter().map(PreviewedAircraftView::from).collect(),
            aircraft_left_out: preview.aircraft_left_out,
            manuals_left_out: preview.manuals_left_out,
        }
    }
}

/// A place of the contents that changes for an aircraft.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedPlace)]
pub struct ChangedPlaceView {
    pub id: String,
    pub prefix: String,
    pub title: String,
    pub change: PlaceChangeView,
    /// The modules that the aircraft has there.
    pub before: Vec<MapModuleView>,
    pub after: Vec<MapModuleView>,
}

impl From<ChangedPlace> for ChangedPlaceView {
    fn from(ChangedPlace { item, change, before, after }: ChangedPlace) -> Self {
        Self {
            id: item.node.id.to_string(),
            prefix: item.node.prefix.clone(),
            title: MapModuleView::from(item).title,
            change: change.into(),
            before: before.into_iter().map(MapModuleView::from).collect(),
            after: after.into_iter().map(MapModuleView::from).collect(),
        }
    }
}

/// Places that change for an aircraft.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedPlaces)]
pub struct ChangedPlacesView {
    pub page: PageView<ChangedPlaceView>,
    /// Modules that are not counted yet; asking again counts more of them.
    pub pending: usize,
}

impl From<(Page<ChangedPlace>, usize)> for ChangedPlacesView {
    fn from((page, pending): (Page<ChangedPlace>, usize)) -> Self {
        Self { page: page.into(), pending }
    }
}
