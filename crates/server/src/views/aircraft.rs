//! Wire types for aircraft.

use app::users::operators::{AircraftFilter, AircraftSort, FleetAircraft};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::operators::{AircraftView, ProductAttributeView};
use super::page::{OrderView, PageNumber, PageSize};

// Not flattened from an aircraft of a request, whose schema refuses further members.
/// An aircraft with its operator.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FleetAircraft)]
pub struct FleetAircraftView {
    pub registration: String,
    pub serial_number: String,
    pub model: String,
    pub product_attributes: Vec<ProductAttributeView>,
    pub operator_code: String,
    pub operator_name: String,
}

impl From<FleetAircraft> for FleetAircraftView {
    fn from(one: FleetAircraft) -> Self {
        let AircraftView { registration, serial_number, model, product_attributes } = one.aircraft.into();
        let FleetAircraft { operator_code, operator_name, .. } = one;
        Self { registration, serial_number, model, product_attributes, operator_code, operator_name }
    }
}

/// Sort column of an aircraft list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AircraftSort)]
pub enum AircraftSortView {
    #[default]
    Registration,
    SerialNumber,
    Model,
    Operator,
}

impl From<AircraftSortView> for AircraftSort {
    fn from(sort: AircraftSortView) -> Self {
        match sort {
            AircraftSortView::Registration => Self::Registration,
            AircraftSortView::SerialNumber => Self::SerialNumber,
            AircraftSortView::Model => Self::Model,
            AircraftSortView::Operator => Self::Operator,
        }
    }
}

/// Filter and order of an aircraft list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AircraftQuery {
    /// Part of the registration, the serial number, the model, or the operator's code or name.
    pub filter: Option<String>,
    /// The operator's code.
    pub operator: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    pub sort: Option<AircraftSortView>,
    pub order: Option<OrderView>,
}

impl From<AircraftQuery> for AircraftFilter {
    fn from(query: AircraftQuery) -> Self {
        Self {
            text: query.filter.unwrap_or_default(),
            operator: query.operator.unwrap_or_default(),
            sort: query.sort.unwrap_or_default().into(),
            order: query.order.unwrap_or_default().into(),
        }
    }
}
