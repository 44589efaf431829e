//! The aircraft and products that a statement of a module applies to.

use domain::language::Locale;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::applic::words::describe;
use s1000d::applic::{Applic, Assignments, Expression, Truth};

use super::choices::{label, list_fleet};
use super::fleet::Fleet;
use super::tables::{self, MergedTables};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::operators::FleetAircraft;

/// The most names of a list.
const MAX_NAMES: usize = 50;

/// The aircraft, or else the products, that the tables of a module know.
pub struct ModuleFleet {
    tables: MergedTables,
    members: Vec<(String, Assignments)>,
    are_products: bool,
}

impl std::fmt::Debug for ModuleFleet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ModuleFleet").field("members", &self.members.len()).finish_non_exhaustive()
    }
}

/// The aircraft or products that a statement applies to; at most 50 names of each.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Applicants {
    /// They are products of the tables, because no operator has an aircraft of the model.
    pub are_products: bool,
    pub total: usize,
    pub applies: usize,
    pub names: Vec<String>,
    /// Those for which it cannot be decided.
    pub unknown: usize,
    pub unknown_names: Vec<String>,
}

/// The aircraft of operators that the tables of the module at a path are about, or else the products of the tables.
pub(crate) async fn module_fleet(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<ModuleFleet, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = super::find(&mut tx, path, &Reading::default(), None).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    let fleet = list_fleet(&mut tx).await?;
    drop(tx);
    let tables = tables::read(ctx, &sources).await?.of(set).clone();
    Ok(tokio::task::spawn_blocking(move || ModuleFleet::new(tables, fleet)).await?)
}

impl ModuleFleet {
    fn new(tables: MergedTables, fleet: Vec<FleetAircraft>) -> Self {
        let known = Fleet::new(tables.bilingual(), &tables.model_codes);
        let mut members: Vec<(String, Assignments)> = fleet
            .into_iter()
            .filter(|one| known.knows(&one.aircraft))
            .map(|one| (one.aircraft.registration.clone(), known.assignments(&one.aircraft)))
            .collect();
        drop(known);
        let are_products = members.is_empty();
        if are_products {
            let products = tables.bilingual().products().iter().map(|product| {
                let name = Some(label(product)).filter(|label| !label.is_empty()).or_else(|| product.id.clone());
                (name.unwrap_or_default(), product.assignments())
            });
            members = products.collect();
        }
        Self { tables, members, are_products }
    }

    /// The members that a statement applies to.
    pub fn applicants(&self, statement: &Applic) -> Applicants {
        let mut found =
            Applicants { are_products: self.are_products, total: self.members.len(), ..Applicants::default() };
        for (name, values) in &self.members {
            let (count, names) = match statement.evaluate(values) {
                Truth::True => (&mut found.applies, &mut found.names),
                Truth::Unknown => (&mut found.unknown, &mut found.unknown_names),
                Truth::False => continue,
            };
            *count += 1;
            if names.len() < MAX_NAMES {
                names.push(name.clone());
            }
        }
        found
    }

    /// A formula in plain words.
    pub fn describe(&self, expression: &Expression, locale: Locale) -> String {
        describe(expression, self.tables.of(locale), locale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_up_to_a_limit_and_all_are_counted() {
        let members = (0..60).map(|number| (format!("QZ-{number}"), Assignments::default())).collect();
        let fleet = ModuleFleet { tables: MergedTables::default(), members, are_products: false };
        let all = fleet.applicants(&Applic::default());
        assert_eq!((all.total, all.applies, all.names.len(), all.unknown), (60, 60, 50, 0));
        let undecided = fleet.applicants(&Applic::undecided());
        assert_eq!((undecided.applies, undecided.unknown), (0, 60));
    }
}
