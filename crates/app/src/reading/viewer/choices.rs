//! Aircraft, products and properties that a reader of a manual can choose.

use domain::language::Locale;
use domain::page::{Order, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::applic::tables::{Declaration, Product, Tables};
use s1000d::applic::{Property, PropertyKind};
use store::Tx;

use super::choice::{Assign, named};
use super::fleet::Fleet;
use super::product_key::ProductKey;
use super::tables::{self, ManualTables, TableName, product_id};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files;
use crate::library::manuals;
use crate::library::revisions;
use crate::users::operators::{AircraftFilter, AircraftSort, FleetAircraft};

/// Pages of aircraft to choose from, 500 each.
pub(super) const MAX_PAGES: u32 = 4;

/// A property that can be chosen.
#[derive(Debug, Clone)]
pub struct ListedProperty {
    /// The ACT that declares it, where there are several.
    pub table: Option<TableName>,
    pub property: Property,
    pub declaration: Declaration,
}

/// A product of the manual's table.
#[derive(Debug, Clone)]
pub struct ListedProduct {
    /// The ACT that it belongs to, where there are several.
    pub table: Option<TableName>,
    pub id: String,
    /// The id with the attributes, by which other manuals find the product.
    pub key: String,
    pub label: String,
    pub assigns: Vec<Assign>,
}

/// An aircraft of an operator, with what it means for the properties of the manual.
#[derive(Debug, Clone)]
pub struct FlownAircraft {
    pub aircraft: FleetAircraft,
    pub assigns: Vec<Assign>,
}

/// Aircraft, products and properties to choose from.
#[derive(Debug, Clone)]
pub struct Choices {
    pub properties: Vec<ListedProperty>,
    pub products: Vec<ListedProduct>,
    /// Those of a model that the tables are about.
    pub aircraft: Vec<FlownAircraft>,
}

/// Lists the choices for readers of the manual at a path.
pub async fn choices(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    reading: &Reading,
    locale: Locale,
) -> Result<Choices, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let snapshot = revisions::read(&mut tx, &manual, reading).await?;
    let own = snapshot.as_ref().map(|snapshot| (&manual.id, snapshot.id));
    let beside = files::snapshots_beside(&mut tx, manual.csdb_name.as_str(), own, reading).await?;
    let sources = tables::sources_in(&mut tx, &beside).await?;
    let fleet = list_fleet(&mut tx, "", MAX_PAGES).await?;
    drop(tx);
    let read = tables::read(ctx, &sources).await?;
    Ok(tokio::task::spawn_blocking(move || offered(&read, locale, fleet)).await?)
}

/// The aircraft of an operator by its code, or of all operators if it is empty; up to a number of pages.
pub(super) async fn list_fleet(tx: &mut Tx, operator: &str, pages: u32) -> Result<Vec<FleetAircraft>, Error> {
    let filter = AircraftFilter {
        text: String::new(),
        operator: operator.to_owned(),
        sort: AircraftSort::Registration,
        order: Order::Ascending,
    };
    let mut fleet = Vec::new();
    for page in (1..=pages).filter_map(|page| PageRequest::parse(page, PageRequest::MAX_SIZE)) {
        let found = store::operators::list_aircraft(tx, &filter, page).await?;
        fleet.extend(found.items);
        if fleet.len() as u64 >= found.total {
            break;
        }
    }
    Ok(fleet)
}

fn offered(manual: &ManualTables, locale: Locale, fleet: Vec<FleetAircraft>) -> Choices {
    let (mut properties, mut products) = (Vec::new(), Vec::new());
    for (table, tables) in manual.each() {
        let own = tables.of(locale);
        properties.extend(own.declared.iter().map(|(property, declaration)| ListedProperty {
            table: table.cloned(),
            property: property.clone(),
            declaration: declaration.clone(),
        }));
        let listed = tables.bilingual().products().iter().enumerate();
        products.extend(listed.map(|(index, product)| ListedProduct {
            table: table.cloned(),
            id: product_id(table, index, product),
            key: ProductKey::of(table, index, product).to_string(),
            label: label(product),
            assigns: named(&product.assignments(), own),
        }));
    }
    Choices { properties, products, aircraft: flown(manual, locale, fleet) }
}

/// The aircraft of a model that some table is about, each with its values in that table.
fn flown(manual: &ManualTables, locale: Locale, fleet: Vec<FleetAircraft>) -> Vec<FlownAircraft> {
    let seen: Vec<(Fleet<'_>, &Tables)> = manual
        .each()
        .into_iter()
        .map(|(_, tables)| (Fleet::new(tables.bilingual(), &tables.model_codes), &**tables.of(locale)))
        .collect();
    let known = |one: FleetAircraft| {
        let (fleet, tables) = seen.iter().find(|(fleet, _)| fleet.knows(&one.aircraft))?;
        Some(FlownAircraft { assigns: named(&fleet.assignments(&one.aircraft), tables), aircraft: one })
    };
    fleet.into_iter().filter_map(known).collect()
}

/// Distinguishing values of a product: its attributes, or its conditions where it has no attributes.
pub(super) fn label(product: &Product) -> String {
    let of_kind = |kind| product.assigned.iter().filter(move |one| one.property.kind == kind);
    let attributes: Vec<&str> = of_kind(PropertyKind::Attribute).take(4).map(|one| one.value.as_str()).collect();
    let conditions = || of_kind(PropertyKind::Condition).take(4).map(|one| one.value.as_str()).collect();
    let values = if attributes.is_empty() { conditions() } else { attributes };
    values.join(" · ")
}
