//! The aircraft and products that a statement of a module applies to.

use std::sync::Arc;

use domain::finding::{Finding, Rule};
use domain::language::Locale;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::applic::repository;
use s1000d::applic::tables::Tables;
use s1000d::applic::words::describe;
use s1000d::applic::{Applic, Assignments, Expression, Truth};
use s1000d::form::applicability::{self, ApplicTarget, EffectiveStatements, StatementSet};
use s1000d::guard::Checked;
use s1000d::object;
use s1000d::repositories::SharedEntries;

use super::choices::{MAX_PAGES, label, list_fleet};
use super::fleet::Fleet;
use super::repositories;
use super::tables::{self, MergedTables};
use super::whole::{self, ModuleApplicability, SharedStatements};
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
    /// The applicability in the status file of the module; `None` when it has no such file, or the file says nothing.
    status: Option<ModuleApplicability>,
    shared: Arc<SharedEntries>,
    /// That of the module.
    language: String,
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

/// The aircraft of operators that the tables of the module at a path are about, or else the products of the tables; with
/// the statements that a text of the module does not have itself.
pub(crate) async fn module_fleet(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: &str,
) -> Result<ModuleFleet, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = super::find(&mut tx, path, &Reading::default(), None).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    let fleet = list_fleet(&mut tx, "", MAX_PAGES).await?;
    drop(tx);
    let language = opened.file.object.identity.language.clone();
    let statements = SharedStatements::in_language(opened.own, &language);
    let status = whole::of_status(ctx, &statements, &opened.file.version.content).await?;
    let names_shared = repository::is_named_in(text.as_bytes());
    let shared = if names_shared { repositories::read(ctx, opened.own).await? } else { Arc::default() };
    let tables = tables::read(ctx, &sources).await?.of(set).clone();
    let known = move || ModuleFleet { status, shared, language, ..ModuleFleet::new(tables, fleet) };
    Ok(tokio::task::spawn_blocking(known).await?)
}

/// The tables by which the statements of the module at a path are judged, in both languages.
pub(crate) async fn module_tables(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<[Arc<Tables>; 2], Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = super::find(&mut tx, path, &Reading::default(), None).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    drop(tx);
    let read = tables::read(ctx, &sources).await?;
    let own = read.of(set);
    Ok([Locale::English, Locale::Chinese].map(|locale| Arc::clone(own.of(locale))))
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
        Self { tables, members, are_products, status: None, shared: Arc::default(), language: String::new() }
    }

    /// The condition on the aircraft that the statements of the module, or of an element of it, make. For elements a status
    /// file counts more than the status section of the text, as it does for readers.
    pub fn condition(&self, stated: EffectiveStatements, is_element: bool) -> Applic {
        let module = match (&self.status, stated.module) {
            (Some(status), module) if is_element || module.is_none() => status.clone().condition().unwrap_or_default(),
            (_, Some(module)) => self.joined(module),
            (_, None) => Applic::default(),
        };
        let elements = self.joined(stated.elements);
        let without_product = module.without_product || elements.without_product;
        Applic { without_product, ..module.and(elements) }
    }

    fn joined(&self, set: StatementSet) -> Applic {
        set.shared.iter().fold(set.own, |all, name| {
            let entry = self.shared.statement(name, &self.language).map(|entry| Applic::clone(entry));
            all.and(entry.unwrap_or_else(Applic::undecided))
        })
    }

    /// The members that a statement applies to.
    pub fn applicants(&self, statement: &Applic) -> Applicants {
        let mut found =
            Applicants { are_products: self.are_products, total: self.members.len(), ..Applicants::default() };
        for (name, values) in &self.members {
            let truth = if statement.without_product { Truth::False } else { statement.evaluate(values) };
            let (count, names) = match truth {
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

    /// Statements of a module that its tables do not allow, and that no aircraft has the module. A file that cannot be
    /// read has the findings of the schema check.
    pub(crate) fn findings(&self, file: &Checked<'_>) -> Vec<Finding> {
        let Ok((object, _)) = object::read(file) else { return Vec::new() };
        let tables = self.tables.of(Locale::English);
        let mut findings = if tables.declared.is_empty() {
            let first = object.assertions.iter().map(|assertion| assertion.line).min();
            let unnamed = first.map(|line| Finding::new(Rule::ApplicTableNotReferenced).with("table", "ACT").at(line));
            unnamed.into_iter().collect()
        } else {
            tables.check(&object)
        };
        let stated = applicability::effective(file.text(), ApplicTarget::Module).ok().flatten();
        let condition = self.condition(stated.unwrap_or_default(), false);
        let found = self.applicants(&condition);
        if found.total > 0 && found.applies + found.unknown == 0 && !condition.without_product {
            findings.push(Finding::new(Rule::ApplicNoAircraft).with("total", found.total.to_string()));
        }
        findings
    }

    /// A formula in plain words.
    pub fn describe(&self, expression: &Expression, locale: Locale) -> String {
        describe(expression, self.tables.of(locale), locale)
    }
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Property, PropertyKind, Values};

    use super::*;

    fn fleet(members: Vec<(String, Assignments)>) -> ModuleFleet {
        ModuleFleet { members, are_products: false, ..ModuleFleet::new(MergedTables::default(), Vec::new()) }
    }

    fn model() -> Property {
        Property { kind: PropertyKind::Attribute, ident: "model".to_owned() }
    }

    fn is_model(values: &str) -> Applic {
        let assertion = Assertion { property: model(), values: Values::parse(values), line: 0 };
        Applic { expression: Some(Expression::Assert(assertion)), ..Applic::default() }
    }

    fn with_models() -> Vec<(String, Assignments)> {
        let mut members: Vec<(String, Assignments)> =
            ["A", "B", ""].iter().map(|name| ((*name).to_owned(), Assignments::default())).collect();
        for (name, values) in members.iter_mut().filter(|(name, _)| !name.is_empty()) {
            values.assign(model(), name.as_str());
        }
        members
    }

    #[test]
    fn a_status_file_counts_for_the_elements_of_a_module() {
        let mut fleet = fleet(with_models());
        let counted = |fleet: &ModuleFleet, stated: EffectiveStatements, is_element| {
            let found = fleet.applicants(&fleet.condition(stated, is_element));
            (found.applies, found.unknown, found.total)
        };
        assert_eq!(counted(&fleet, EffectiveStatements::default(), true), (3, 0, 3));
        let stated = |own, shared| EffectiveStatements {
            module: Some(StatementSet { own, shared }),
            ..EffectiveStatements::default()
        };
        assert_eq!(counted(&fleet, stated(is_model("A"), Vec::new()), false), (1, 1, 3));
        let missing = stated(Applic::default(), vec!["ours".to_owned()]);
        assert_eq!(counted(&fleet, missing, false), (0, 3, 3), "an entry that no repository has");
        let no_product = Applic { without_product: true, ..Applic::default() };
        assert_eq!(counted(&fleet, stated(no_product, Vec::new()), true), (0, 0, 3), "it belongs to no aircraft");
        fleet.status = Some(ModuleApplicability::Stated(is_model("B")));
        assert_eq!(counted(&fleet, EffectiveStatements::default(), true), (1, 1, 3));
        assert_eq!(counted(&fleet, EffectiveStatements::default(), false), (1, 1, 3));
        assert_eq!(
            counted(&fleet, stated(is_model("A|B"), Vec::new()), false),
            (2, 1, 3),
            "the statement that is built"
        );
    }

    #[test]
    fn names_are_listed_up_to_a_limit_and_all_are_counted() {
        let members = (0..60).map(|number| (format!("QZ-{number}"), Assignments::default())).collect();
        let fleet = fleet(members);
        let all = fleet.applicants(&Applic::default());
        assert_eq!((all.total, all.applies, all.names.len(), all.unknown), (60, 60, 50, 0));
        let undecided = fleet.applicants(&Applic::undecided());
        assert_eq!((undecided.applies, undecided.unknown), (0, 60));
    }
}
