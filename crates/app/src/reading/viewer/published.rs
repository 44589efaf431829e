//! Applicability of a whole state, for publications that are read without this program.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::operator::Aircraft;
use domain::text::fold;
use domain::version::VersionContent;
use s1000d::applic::tables::Bilingual;
use s1000d::applic::{Applic, Assignments};
use s1000d::document::html::{Links, Unresolved};
use s1000d::repositories::SharedEntries;
use store::Tx;

use super::choice;
use super::choices::{MAX_PAGES, label, list_fleet};
use super::fingerprint;
use super::fleet::Fleet;
use super::product_key::ProductKey;
use super::repositories::{self, WithShared};
use super::tables::{self, ManualTables, SetIndex};
use super::whole::{self, SharedStatements};
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Aircraft and products that readers of one publication can choose from.
const MAX_CHOICES: usize = 500;

/// An aircraft or a product that readers can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublishedChoice {
    /// No two choices of a publication have the same.
    pub(crate) name: String,
    /// The title of the ACT that it belongs to, where there are several.
    pub(crate) table: String,
    pub(crate) is_aircraft: bool,
}

/// The aircraft and products that readers may choose from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum OfferedChoices<'a> {
    /// The aircraft of an operator, by its code, and the products of the tables.
    Operator(&'a str),
    /// These aircraft: nothing is left of what applies to others only.
    Aircraft(&'a [Aircraft]),
}

/// Tables, choices and shared statements of a state.
pub(crate) struct PublishedApplicability {
    manual: ManualTables,
    /// The ACT of each module, where there are several.
    sets: HashMap<VersionId, usize>,
    /// The ACT by which the contents are judged.
    of_contents: SetIndex,
    entries: Arc<SharedEntries>,
    pub(crate) choices: Vec<PublishedChoice>,
    /// The number of aircraft and products for which there was no room among the choices.
    pub(crate) left_out: usize,
    /// For modules without an ACT of their own, then for those of each ACT: the values of all choices.
    values: Vec<Vec<Assignments>>,
    /// Changes whenever a module would be drawn otherwise.
    pub(crate) key: String,
}

impl PublishedApplicability {
    /// Reads it for a state. The tables are those of the manual itself: tables of other
    /// manuals are not part of what is approved.
    pub(crate) async fn load(
        ctx: &Ctx,
        mut tx: Tx,
        own: SnapshotId,
        offered: OfferedChoices<'_>,
        modules: &[(VersionId, &str)],
    ) -> Result<Self, Error> {
        let sources = tables::sources_in(&mut tx, &[own]).await?;
        let (fleet, has_products): (Vec<Aircraft>, bool) = match offered {
            OfferedChoices::Operator(code) => {
                let fleet = list_fleet(&mut tx, code, MAX_PAGES).await?;
                (fleet.into_iter().map(|one| one.aircraft).collect(), true)
            }
            OfferedChoices::Aircraft(aircraft) => (aircraft.to_vec(), false),
        };
        let shared = store::files::list_of_kinds(&mut tx, &[own], &[ObjectKind::Repository]).await?;
        let folded: Vec<(VersionId, String)> = modules.iter().map(|(version, code)| (*version, fold(code))).collect();
        let sets = sources.of_versions(&mut tx, &folded).await?;
        let of_contents = sources.of_contents(&mut tx).await?;
        drop(tx);
        let manual = tables::read(ctx, &sources).await?;
        let entries = repositories::read(ctx, Some(own)).await?;
        let (manual, offered) = tokio::task::spawn_blocking(move || {
            let offered = Offered::of(&manual, &fleet, has_products);
            (manual, offered)
        })
        .await?;
        let Offered { choices, values, left_out } = offered;
        let mut said: Vec<String> = manual.each().into_iter().map(|(_, tables)| tables.key.clone()).collect();
        said.extend(shared.into_iter().map(|(_, file)| file.version.content.blob));
        said.extend(choices.iter().map(|choice| choice.name.clone()));
        said.extend(values.iter().flatten().map(choice::key));
        let key = fingerprint(said.join("\n").as_bytes());
        Ok(Self { manual, sets, of_contents, entries, choices, left_out, values, key })
    }

    /// The ACT of a module.
    pub(crate) fn set_of(&self, version: VersionId) -> Option<usize> {
        self.sets.get(&version).copied()
    }

    /// The ACT by which the contents are judged; none where the publications name several.
    pub(crate) fn set_of_contents(&self) -> Option<usize> {
        self.of_contents
    }

    /// The tables by which modules of an ACT are judged.
    pub(crate) fn tables(&self, set: Option<usize>) -> Bilingual<'_> {
        self.manual.of(set).bilingual()
    }

    /// The values of all choices, for modules of an ACT.
    pub(crate) fn values(&self, set: Option<usize>) -> &[Assignments] {
        self.values.get(set.map_or(0, |set| set + 1)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Warnings and statements that modules share, for those of a language.
    pub(crate) fn shared(&self, language: &str) -> Box<dyn Links> {
        let entries = Arc::clone(&self.entries);
        Box::new(WithShared { links: Unresolved, entries, language: language.to_owned() })
    }

    /// The applicability of a whole module in a language as far as its status file says it.
    pub(crate) async fn of_status(
        &self,
        ctx: &Ctx,
        content: &VersionContent,
        language: &str,
    ) -> Result<Option<Applic>, Error> {
        let shared = SharedStatements::of(Arc::clone(&self.entries), language);
        let said = whole::of_status(ctx, &shared, content).await?;
        Ok(said.and_then(whole::ModuleApplicability::condition))
    }
}

/// The choices of a manual: aircraft first, then products.
#[derive(Debug, Default)]
struct Offered {
    choices: Vec<PublishedChoice>,
    /// For each set of tables the values of all choices.
    values: Vec<Vec<Assignments>>,
    left_out: usize,
}

impl Offered {
    fn of(manual: &ManualTables, fleet: &[Aircraft], has_products: bool) -> Self {
        let sets: Vec<SetIndex> = std::iter::once(None).chain((0..manual.sets.len()).map(Some)).collect();
        let is_single = manual.sets.is_empty();
        // An aircraft says nothing of modules whose ACT does not know it: properties of the same name are different there.
        let known: Vec<Option<Fleet<'_>>> = sets
            .iter()
            .map(|set| {
                let own = manual.of(*set);
                (is_single || set.is_some()).then(|| Fleet::new(own.bilingual(), &own.model_codes))
            })
            .collect();
        let flown = |aircraft: &Aircraft| -> Vec<Option<Assignments>> {
            let of_set = |fleet: &Option<Fleet<'_>>| {
                fleet.as_ref().filter(|fleet| fleet.knows(aircraft)).map(|fleet| fleet.assignments(aircraft))
            };
            known.iter().map(of_set).collect()
        };
        let mut offered = Self { values: vec![Vec::new(); sets.len()], ..Self::default() };
        let mut names = HashSet::new();
        for one in fleet {
            let own = flown(one);
            if own.iter().any(Option::is_some) {
                let name = unique(&one.registration, &mut names);
                let choice = PublishedChoice { name, table: String::new(), is_aircraft: true };
                offered.add(choice, own.into_iter().map(Option::unwrap_or_default));
            }
        }
        for (place, (table, tables)) in manual.each().into_iter().enumerate().filter(|_| has_products) {
            let owner: SetIndex = table.map(|_| place);
            for (index, product) in tables.bilingual().products().iter().enumerate() {
                let key = ProductKey::of(table, index, product);
                let plain = label(product);
                let is_taken = plain.is_empty() || names.contains(&plain);
                let name = if is_taken { [plain.as_str(), &key.id].join(" ").trim().to_owned() } else { plain };
                let choice = PublishedChoice {
                    name: unique(&name, &mut names),
                    table: table.map(|table| table.title.clone()).unwrap_or_default(),
                    is_aircraft: false,
                };
                // For modules of other tables it counts as an aircraft of its model.
                let elsewhere = key.aircraft().map(|aircraft| flown(&aircraft)).unwrap_or_default();
                let own = sets.iter().enumerate().map(|(at, set)| {
                    let of_set = || elsewhere.get(at).cloned().flatten().unwrap_or_default();
                    if *set == owner { product.assignments() } else { of_set() }
                });
                offered.add(choice, own);
            }
        }
        offered
    }

    fn add(&mut self, choice: PublishedChoice, own: impl Iterator<Item = Assignments>) {
        if self.choices.len() >= MAX_CHOICES {
            self.left_out += 1;
            return;
        }
        self.choices.push(choice);
        self.values.iter_mut().zip(own).for_each(|(values, own)| values.push(own));
    }
}

/// A name that no other choice has.
fn unique(name: &str, names: &mut HashSet<String>) -> String {
    let mut own = name.to_owned();
    let mut number = 1_usize;
    while !names.insert(own.clone()) {
        number += 1;
        own = [name, " (", &number.to_string(), ")"].concat();
    }
    own
}
