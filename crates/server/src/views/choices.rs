//! Wire types for applicability choices.

use app::reading::viewer::{Assign, Choices, FlownAircraft, ListedProduct, ListedProperty, TableName};
use serde::Serialize;
use utoipa::ToSchema;

use super::viewer::PropertyKindView;

/// A property value that results from the reader's choice.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChosenProperty)]
pub struct ChosenView {
    pub applic_property_ident: String,
    pub applic_property_type: PropertyKindView,
    pub value: String,
    /// The display name of the property.
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

/// A property with a value.
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

/// An applicability cross-reference table (ACT).
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApplicTable)]
pub struct TableView {
    pub code: String,
    pub title: String,
}

impl From<TableName> for TableView {
    fn from(table: TableName) -> Self {
        Self { code: table.code, title: table.title }
    }
}

/// A property declared in a manual's cross-reference tables.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApplicProperty)]
pub struct PropertyView {
    /// The table that declares it; left out unless the manual has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub table: Option<TableView>,
    pub ident: String,
    pub r#type: PropertyKindView,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub description: Option<String>,
    /// The allowed values; empty when any text is allowed, or when they are too many to list.
    pub values: Vec<String>,
    /// The allowed values that are too many to list, in S1000D notation: `a|b` is a set, `x~y` a range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub allowed: Option<String>,
    /// An XML Schema pattern for the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub pattern: Option<String>,
}

impl From<ListedProperty> for PropertyView {
    fn from(ListedProperty { table, property, declaration }: ListedProperty) -> Self {
        let values = declaration.single_values();
        let is_listed = !values.is_empty() || declaration.values.is_empty();
        let name = Some(declaration.shown_name()).filter(|name| !name.is_empty()).unwrap_or(&property.ident);
        Self {
            table: table.map(TableView::from),
            name: name.to_owned(),
            ident: property.ident,
            r#type: property.kind.into(),
            description: declaration.description,
            values,
            allowed: (!is_listed).then(|| declaration.values.to_string()),
            pattern: declaration.pattern,
        }
    }
}

/// A product of the manual's cross-reference table.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedProduct)]
pub struct ProductView {
    /// The table that it belongs to; left out unless the manual has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub table: Option<TableView>,
    pub id: String,
    /// The id with the attributes: identifies the product in other manuals too.
    pub key: String,
    pub label: String,
    pub assigns: Vec<AssignView>,
}

impl From<ListedProduct> for ProductView {
    fn from(product: ListedProduct) -> Self {
        let assigns = product.assigns.into_iter().map(AssignView::from).collect();
        Self {
            table: product.table.map(TableView::from),
            id: product.id,
            key: product.key,
            label: product.label,
            assigns,
        }
    }
}

/// An aircraft of an operator, with its values of the manual's properties.
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

/// The applicability choices of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ViewChoices)]
pub struct ChoicesView {
    pub properties: Vec<PropertyView>,
    pub products: Vec<ProductView>,
    /// Those of a model that the manual's tables are about. At most 2,000.
    pub aircraft: Vec<FlownAircraftView>,
}

impl From<Choices> for ChoicesView {
    fn from(choices: Choices) -> Self {
        Self {
            properties: choices.properties.into_iter().map(PropertyView::from).collect(),
            products: choices.products.into_iter().map(ProductView::from).collect(),
            aircraft: choices.aircraft.into_iter().map(FlownAircraftView::from).collect(),
        }
    }
}
