//! Applicability of a whole state, for publications that are read without this program.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{SnapshotId, VersionId};
use domain::object::ObjectKind;
use domain::text::fold;
use domain::version::VersionContent;
use s1000d::applic::tables::Bilingual;
use s1000d::applic::{Applic, Assignments};
use s1000d::document::html::{Links, Unresolved};
use store::Tx;

use super::choice::{self, Choice};
use super::choices::{MAX_PAGES, label, list_fleet};
use super::fingerprint;
use super::product_key::ProductKey;
use super::repositories::{self, WithShared};
use super::tables::{self, ManualTables, SetIndex};
use super::whole::{self, SharedStatements};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::render_cache::SharedEntries;
use crate::users::operators::FleetAircraft;

/// Aircraft and products that readers of one publication can choose from.
const MAX_CHOICES: usize = 500;
const MODULES: [ObjectKind; 7] = [
    ObjectKind::DataModule,
    ObjectKind::Act,
    ObjectKind::Cct,
    ObjectKind::Pct,
    ObjectKind::Brex,
    ObjectKind::Repository,
    ObjectKind::Container,
];

/// An aircraft or a product that readers can choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PublishedChoice {
    /// No two choices of a publication have the same.
    pub(crate) name: String,
    /// The title of the ACT that it belongs to, where there are several.
    pub(crate) table: String,
    pub(crate) is_aircraft: bool,
}

/// Tables, choices and shared statements of a state.
pub(crate) struct PublishedApplicability {
    manual: ManualTables,
    /// The ACT of each module, where there are several.
    sets: HashMap<VersionId, usize>,
    entries: Arc<SharedEntries>,
    statements: SharedStatements,
    pub(crate) choices: Vec<PublishedChoice>,
    /// For modules without an ACT of their own, then for those of each ACT: the values of all choices.
    values: Vec<Vec<Assignments>>,
    /// Changes whenever a module would be drawn otherwise.
    pub(crate) key: String,
}

impl PublishedApplicability {
    /// Reads it for the first of these states; the others are those of manuals beside it. The aircraft are those of one
    /// operator.
    pub(crate) async fn load(ctx: &Ctx, mut tx: Tx, states: &[SnapshotId], operator: &str) -> Result<Self, Error> {
        let own: Vec<SnapshotId> = states.first().copied().into_iter().collect();
        let sources = tables::sources_in(&mut tx, states).await?;
        let mut fleet = list_fleet(&mut tx, MAX_PAGES).await?;
        fleet.retain(|one| fold(&one.operator_code) == fold(operator));
        let shared = store::files::list_of_kinds(&mut tx, &own, &[ObjectKind::Repository]).await?;
        drop(tx);
        let manual = tables::read(ctx, &sources).await?;
        let mut sets = HashMap::new();
        if !manual.sets.is_empty() {
            let mut tx = ctx.db.read().await?;
            let found = store::files::list_of_kinds(&mut tx, &own, &MODULES).await?;
            let files: Vec<_> = found.iter().map(|(_, file)| file).collect();
            sets = sources.of_modules(&mut tx, &files).await?;
        }
        let entries = repositories::read(ctx, own.first().copied()).await?;
        let (choices, values) = offered(&manual, &fleet)?;
        let mut said: Vec<String> = manual.each().into_iter().map(|(_, tables)| tables.key.clone()).collect();
        said.extend(shared.into_iter().map(|(_, file)| file.version.content.blob));
        said.extend(choices.iter().map(|choice| choice.name.clone()));
        said.extend(values.iter().flatten().map(choice::key));
        let key = fingerprint(said.join("\n").as_bytes());
        let statements = SharedStatements::new(own.first().copied());
        Ok(Self { manual, sets, entries, statements, choices, values, key })
    }

    /// The ACT of a module.
    pub(crate) fn set_of(&self, version: VersionId) -> Option<usize> {
        self.sets.get(&version).copied()
    }

    /// The tables by which modules of an ACT are judged.
    pub(crate) fn tables(&self, set: Option<usize>) -> Bilingual<'_> {
        self.manual.of(set).bilingual()
    }

    /// The values of all choices, for modules of an ACT.
    pub(crate) fn values(&self, set: Option<usize>) -> &[Assignments] {
        self.values.get(set.map_or(0, |set| set + 1)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Warnings and statements that modules share.
    pub(crate) fn shared(&self) -> Box<dyn Links> {
        Box::new(WithShared { links: Unresolved, entries: Arc::clone(&self.entries) })
    }

    /// The applicability of a whole module as far as its status file says it.
    pub(crate) async fn of_status(&self, ctx: &Ctx, content: &VersionContent) -> Result<Option<Applic>, Error> {
        let said = whole::of_status(ctx, &self.statements, content).await?;
        Ok(said.and_then(whole::ModuleApplicability::condition))
    }
}

/// The choices of a manual: aircraft first, then products.
fn offered(
    manual: &ManualTables,
    fleet: &[FleetAircraft],
) -> Result<(Vec<PublishedChoice>, Vec<Vec<Assignments>>), Error> {
    let sets: Vec<SetIndex> = std::iter::once(None).chain((0..manual.sets.len()).map(Some)).collect();
    let mut choices = Vec::new();
    let mut values: Vec<Vec<Assignments>> = vec![Vec::new(); sets.len()];
    let mut names = HashSet::new();
    for one in fleet {
        let (mut own, mut is_known) = (Vec::with_capacity(sets.len()), false);
        for set in &sets {
            let said = choice::assignments(&Choice::default(), Some(&one.aircraft), manual, *set)?;
            is_known |= said.is_known;
            own.push(said.assigned);
        }
        if is_known && choices.len() < MAX_CHOICES && names.insert(one.aircraft.registration.clone()) {
            let name = one.aircraft.registration.clone();
            choices.push(PublishedChoice { name, table: String::new(), is_aircraft: true });
            values.iter_mut().zip(own).for_each(|(values, own)| values.push(own));
        }
    }
    for (table, tables) in manual.each() {
        for (index, product) in tables.bilingual().products().iter().enumerate() {
            if choices.len() >= MAX_CHOICES {
                break;
            }
            let key = ProductKey::of(table, index, product);
            let mut name = label(product);
            if name.is_empty() || names.contains(&name) {
                name = [name.as_str(), &key.id].join(" ").trim().to_owned();
            }
            if !names.insert(name.clone()) {
                continue;
            }
            let chosen = Choice { product: Some(key.to_string()), ..Choice::default() };
            for (values, set) in values.iter_mut().zip(&sets) {
                values.push(choice::assignments(&chosen, None, manual, *set)?.assigned);
            }
            let table = table.map(|table| table.title.clone()).unwrap_or_default();
            choices.push(PublishedChoice { name, table, is_aircraft: false });
        }
    }
    Ok((choices, values))
}
