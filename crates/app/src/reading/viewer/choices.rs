//! Aircraft, products and properties that a reader of a manual can choose.

use std::sync::Arc;

use domain::language::Locale;
use domain::page::{Order, PageRequest};
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::applic::PropertyKind;
use s1000d::applic::tables::{Bilingual, Product, Tables};
use store::Tx;

use super::choice::{Assign, named, product_id};
use super::fleet::Fleet;
use super::tables;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files;
use crate::library::manuals;
use crate::library::revisions;
use crate::users::operators::{AircraftFilter, AircraftSort, FleetAircraft};

/// Pages of aircraft to choose from, 500 each.
const MAX_PAGES: u32 = 4;

/// A product of the manual's table.
#[derive(Debug, Clone)]
pub struct ListedProduct {
    pub id: String,
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
    pub tables: Arc<Tables>,
    pub products: Vec<ListedProduct>,
    /// Those of a model that the tables know, if there are any; else all.
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
    let mut tx = ctx.db.read().await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let snapshot = revisions::read(&mut tx, &manual, reading).await?;
    let own = snapshot.as_ref().map(|snapshot| (&manual.id, snapshot.id));
    let beside = files::snapshots_beside(&mut tx, manual.csdb_name.as_str(), own, reading).await?;
    let sources = tables::sources_in(&mut tx, &beside).await?;
    let fleet = list_fleet(&mut tx).await?;
    drop(tx);
    let read = tables::read(ctx, sources).await?;
    let tables = Arc::clone(read.of(locale));
    let offered = tokio::task::spawn_blocking(move || offered(read.bilingual(), locale, fleet));
    let (products, aircraft) = offered.await?;
    Ok(Choices { tables, products, aircraft })
}

async fn list_fleet(tx: &mut Tx) -> Result<Vec<FleetAircraft>, Error> {
    let filter = AircraftFilter {
        text: String::new(),
        operator: String::new(),
        sort: AircraftSort::Registration,
        order: Order::Ascending,
    };
    let mut fleet = Vec::new();
    for page in (1..=MAX_PAGES).filter_map(|page| PageRequest::parse(page, PageRequest::MAX_SIZE)) {
        let found = store::operators::list_aircraft(tx, &filter, page).await?;
        fleet.extend(found.items);
        if fleet.len() as u64 >= found.total {
            break;
        }
    }
    Ok(fleet)
}

fn offered(
    tables: Bilingual<'_>,
    locale: Locale,
    fleet: Vec<FleetAircraft>,
) -> (Vec<ListedProduct>, Vec<FlownAircraft>) {
    let own = tables.of(locale);
    let listed = tables.products().iter().enumerate().map(|(index, product)| ListedProduct {
        id: product_id(index, product),
        label: label(product),
        assigns: named(&product.assignments(), own),
    });
    let seen = Fleet::new(tables);
    let any = fleet.iter().any(|one| seen.has_model_of(&one.aircraft));
    let flown = fleet.into_iter().filter(|one| !any || seen.has_model_of(&one.aircraft));
    let flown = flown.map(|one| FlownAircraft { assigns: named(&seen.assignments(&one.aircraft), own), aircraft: one });
    (listed.collect(), flown.collect())
}

/// Distinguishing values of a product: its attributes, or its conditions where it has no attributes.
fn label(product: &Product) -> String {
    let of_kind = |kind| product.assigned.iter().filter(move |one| one.property.kind == kind);
    let attributes: Vec<&str> = of_kind(PropertyKind::Attribute).take(4).map(|one| one.value.as_str()).collect();
    let conditions = || of_kind(PropertyKind::Condition).take(4).map(|one| one.value.as_str()).collect();
    let values = if attributes.is_empty() { conditions() } else { attributes };
    values.join(" · ")
}
