//! What a reader can choose from, on the wire.

use app::reading::viewer::{Assign, Choices, Declaration, FlownAircraft, ListedProduct, Property};
use serde::Serialize;
use utoipa::ToSchema;

use super::viewer::PropertyKindView;

/// A property's value, by the choice of the reader.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChosenProperty)]
pub struct ChosenView {
    pub applic_property_ident: String,
    pub applic_property_type: PropertyKindView,
    pub value: String,
    /// What people call the property.
    pub name: String,
}

impl From<Assign> for ChosenView {
    fn from(assign: Assign) -> Self {
        Self {
            applic_property_ident: assign.property.ident,
            applic_property_type: assign.property.kind.into(),
            value: assign.value,
            name: assign.name,
        }
    }
}

/// A property's value.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AssignedProperty)]
pub struct AssignView {
    pub ident: String,
    pub r#type: PropertyKindView,
    pub value: String,
}

impl From<Assign> for AssignView {
    fn from(assign: Assign) -> Self {
        Self { ident: assign.property.ident, r#type: assign.property.kind.into(), value: assign.value }
    }
}

/// A property that a manual's tables declare.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApplicProperty)]
pub struct PropertyView {
    pub ident: String,
    pub r#type: PropertyKindView,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// The values there are; empty when any text will do.
    pub values: Vec<String>,
    /// A pattern of XML Schema that every value follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pattern: Option<String>,
}

impl PropertyView {
    fn new(property: &Property, declaration: &Declaration) -> Self {
        let name = Some(declaration.shown_name()).filter(|name| !name.is_empty()).unwrap_or(&property.ident);
        Self {
            ident: property.ident.clone(),
            r#type: property.kind.into(),
            name: name.to_owned(),
            description: declaration.description.clone(),
            values: declaration.single_values(),
            pattern: declaration.pattern.clone(),
        }
    }
}

/// A product of the manual's table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedProduct)]
pub struct ProductView {
    pub id: String,
    pub label: String,
    pub assigns: Vec<AssignView>,
}

impl From<ListedProduct> for ProductView {
    fn from(product: ListedProduct) -> Self {
        let assigns = product.assigns.into_iter().map(AssignView::from).collect();
        Self { id: product.id, label: product.label, assigns }
    }
}

/// An aircraft of an operator, with what it means for the properties of the manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FlownAircraft)]
pub struct FlownAircraftView {
    pub registration: String,
    pub serial_number: String,
    pub model: String,
    /// The operator's name.
    pub operator: String,
    pub assigns: Vec<AssignView>,
}

impl From<FlownAircraft> for FlownAircraftView {
    fn from(flown: FlownAircraft) -> Self {
        Self {
            registration: flown.aircraft.aircraft.registration,
            serial_number: flown.aircraft.aircraft.serial_number,
            model: flown.aircraft.aircraft.model,
            operator: flown.aircraft.operator_name,
            assigns: flown.assigns.into_iter().map(AssignView::from).collect(),
        }
    }
}

/// What a reader of a manual can choose from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ViewChoices)]
pub struct ChoicesView {
    pub properties: Vec<PropertyView>,
    pub products: Vec<ProductView>,
    /// Those of a model that the manual's tables know, if there are any; else all. At most 2,000.
    pub aircraft: Vec<FlownAircraftView>,
}

impl From<Choices> for ChoicesView {
    fn from(choices: Choices) -> Self {
        let declared = choices.tables.declared.iter();
        Self {
            properties: declared.map(|(property, declaration)| PropertyView::new(property, declaration)).collect(),
            products: choices.products.into_iter().map(ProductView::from).collect(),
            aircraft: choices.aircraft.into_iter().map(FlownAircraftView::from).collect(),
        }
    }
}
