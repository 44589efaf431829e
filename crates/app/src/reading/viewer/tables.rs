//! The tables of a manual: what its properties are called, and which products there are.
//!
//! A manual may have several ACTs, for products with properties of the same names. A module is judged by the tables of
//! the ACT that it names, or that its publication names.

mod sources;

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::language::Locale;
use domain::object::ObjectKind;
use domain::text::fold;
use s1000d::applic::tables::{Bilingual, Product, Tables};
use s1000d::guard;

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::File;
use crate::reading::content;

pub(super) use sources::{TableSources, sources, sources_in};

/// The applicability tables of one ACT, or of a whole manual.
#[derive(Clone, Default)]
pub(super) struct MergedTables {
    /// Changes whenever they would say something else.
    pub(super) key: String,
    /// The model identification codes of the ACTs.
    pub(super) model_codes: Vec<String>,
    english: Arc<Tables>,
    chinese: Arc<Tables>,
}

impl MergedTables {
    /// The tables in one language, for labels; applicability itself is decided with both.
    pub(super) fn of(&self, locale: Locale) -> &Arc<Tables> {
        match locale {
            Locale::English => &self.english,
            Locale::Chinese => &self.chinese,
        }
    }

    pub(super) fn bilingual(&self) -> Bilingual<'_> {
        Bilingual { english: &self.english, chinese: &self.chinese }
    }
}

/// An ACT by its code and title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableName {
    pub code: String,
    pub title: String,
}

/// One of several ACTs of a manual.
pub(super) struct TableSet {
    pub(super) name: TableName,
    pub(super) tables: MergedTables,
}

/// The position of a [`TableSet`]; `None` for a module that names no ACT.
pub(super) type SetIndex = Option<usize>;

/// All tables of a manual.
pub(super) struct ManualTables {
    /// Empty unless the manual has several ACTs.
    pub(super) sets: Vec<TableSet>,
    all: MergedTables,
}

impl ManualTables {
    /// The tables by which a module is judged.
    pub(super) fn of(&self, set: SetIndex) -> &MergedTables {
        let own = set.and_then(|set| self.sets.get(set)).map(|set| &set.tables);
        // An ACT may be a mere catalogue of others.
        own.filter(|own| !own.english.declared.is_empty()).unwrap_or(&self.all)
    }

    /// The tables to choose from: those of each ACT, with its name where there are several.
    pub(super) fn each(&self) -> Vec<(Option<&TableName>, &MergedTables)> {
        if self.sets.is_empty() {
            return vec![(None, &self.all)];
        }
        self.sets.iter().map(|set| (Some(&set.name), &set.tables)).collect()
    }

    /// The product with this id, as [`ManualTables::each`] lists them, and its set.
    pub(super) fn product(&self, id: &str) -> Option<(SetIndex, &Product)> {
        self.each().into_iter().enumerate().find_map(|(set, (name, tables))| {
            let mut products = tables.bilingual().products().iter().enumerate();
            let (_, product) = products.find(|(index, product)| product_id(name, *index, product) == id)?;
            Some((name.map(|_| set), product))
        })
    }

    /// Whether a table has this code, compared without case.
    pub(super) fn is_named(&self, set: SetIndex, code: &str) -> bool {
        set.and_then(|set| self.sets.get(set)).is_some_and(|set| fold(&set.name.code) == fold(code))
    }
}

#[cfg(test)]
impl ManualTables {
    /// The tables of one ACT, or of each of several.
    pub(super) fn of_tables(tables: &[Tables]) -> Self {
        let merged = |tables: &Tables| {
            let both = Arc::new(tables.clone());
            MergedTables { english: Arc::clone(&both), chinese: both, ..MergedTables::default() }
        };
        let name = |index: usize| TableName { code: format!("ACT-{index}"), title: String::new() };
        let set = |(index, one): (usize, &Tables)| TableSet { name: name(index), tables: merged(one) };
        let mut all = Tables::default();
        for one in tables {
            all.merge(one.clone());
        }
        let sets = if tables.len() > 1 { tables.iter().enumerate().map(set).collect() } else { Vec::new() };
        Self { sets, all: merged(&all) }
    }
}

/// Reads tables for people of every language, each in theirs where there are several.
pub(super) async fn read(ctx: &Ctx, sources: &TableSources) -> Result<ManualTables, Error> {
    let mut sets = Vec::with_capacity(sources.sets.len());
    for set in &sources.sets {
        sets.push(TableSet { name: set.name.clone(), tables: read_set(ctx, &set.files).await? });
    }
    Ok(ManualTables { sets, all: read_set(ctx, &sources.files).await? })
}

async fn read_set(ctx: &Ctx, files: &[File]) -> Result<MergedTables, Error> {
    let (own, english) = read_in(ctx, files, Locale::English).await?;
    let (other, chinese) = read_in(ctx, files, Locale::Chinese).await?;
    let key = if own == other { own } else { format!("{own}|{other}") };
    let acts = files.iter().filter(|file| file.object.identity.kind == ObjectKind::Act);
    let model_codes = acts.filter_map(|act| act.object.identity.code.split('-').nth(1)).map(str::to_owned).collect();
    Ok(MergedTables { key, model_codes, english, chinese })
}

async fn read_in(ctx: &Ctx, sources: &[File], locale: Locale) -> Result<(String, Arc<Tables>), Error> {
    let chosen = in_language(sources, locale);
    let key = chosen.iter().map(|file| file.version.content.blob.as_str()).collect::<Vec<_>>().join("+");
    if let Some(tables) = ctx.renderings.tables.get(&key) {
        return Ok((key, tables));
    }
    let (mut files, mut weight, mut complete) = (Vec::new(), 0, true);
    for file in chosen {
        if let Some(bytes) = content::find(ctx, &file.version.content.blob).await? {
            weight += bytes.len();
            files.push(bytes);
        } else {
            // Its own declarations are unknown.
            tracing::warn!(path = file.path, "a table of applicability is lost");
            complete = false;
        }
    }
    let tables = tokio::task::spawn_blocking(move || {
        let mut all = Tables::default();
        for bytes in &files {
            // The import has already reported unreadable files.
            if let Ok(tables) = guard::check(bytes).and_then(|checked| Tables::read(&checked)) {
                all.merge(tables);
            }
        }
        all
    })
    .await?;
    if !complete {
        return Ok((format!("{key} in part"), Arc::new(tables)));
    }
    let tables = ctx.renderings.tables.put(key.clone(), tables, weight);
    Ok((key, tables))
}

/// One file for each code: in the reader's language, else in the first there is.
fn in_language(files: &[File], locale: Locale) -> Vec<&File> {
    let spoken = |file: &File| file.object.identity.language.get(..2) == locale.as_str().get(..2);
    let mut chosen: BTreeMap<&str, &File> = BTreeMap::new();
    for file in files {
        match chosen.get(file.object.identity.code.as_str()) {
            Some(_) if !spoken(file) => {}
            _ => {
                chosen.insert(&file.object.identity.code, file);
            }
        }
    }
    chosen.into_values().collect()
}

/// The id of a product; those that their table gives none are counted. Tables of several ACTs may use the same ids.
pub(super) fn product_id(table: Option<&TableName>, index: usize, product: &Product) -> String {
    let own = product.id.clone().unwrap_or_else(|| format!("product-{}", index + 1));
    match table {
        Some(table) => format!("{own}@{}", table.code),
        None => own,
    }
}
