//! The tables of a manual: what its properties are called, and which products there are.

use std::collections::BTreeMap;
use std::sync::Arc;

use domain::id::SnapshotId;
use domain::language::Locale;
use domain::object::ObjectKind;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::guard;
use store::Tx;

use super::LocatedModule;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::File;
use crate::reading::content;

const KINDS: [ObjectKind; 3] = [ObjectKind::Act, ObjectKind::Cct, ObjectKind::Pct];

/// The merged applicability tables of a manual.
#[derive(Clone)]
pub(super) struct MergedTables {
    /// Changes whenever they would say something else.
    pub(super) key: String,
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

/// The tables beside a module; those of other manuals when its own has none.
pub(super) async fn sources(tx: &mut Tx, opened: &LocatedModule) -> Result<Vec<File>, Error> {
    sources_in(tx, &opened.snapshots).await
}

/// The tables of the first of these states that has any.
pub(super) async fn sources_in(tx: &mut Tx, snapshots: &[SnapshotId]) -> Result<Vec<File>, Error> {
    let mut found = store::files::list_of_kinds(tx, snapshots, &KINDS).await?;
    let first = snapshots.iter().find(|snapshot| found.iter().any(|(holder, _)| holder == *snapshot)).copied();
    found.retain(|(holder, _)| Some(*holder) == first);
    Ok(found.into_iter().map(|(_, file)| file).collect())
}

/// Reads tables for people of every language, each in theirs where there are several.
pub(super) async fn read(ctx: &Ctx, sources: Vec<File>) -> Result<MergedTables, Error> {
    let (own, english) = read_in(ctx, &sources, Locale::English).await?;
    let (other, chinese) = read_in(ctx, &sources, Locale::Chinese).await?;
    let key = if own == other { own } else { format!("{own}|{other}") };
    Ok(MergedTables { key, english, chinese })
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
            // What only it says is not known.
            tracing::warn!(path = file.path, "a table of applicability is lost");
            complete = false;
        }
    }
    let tables = tokio::task::spawn_blocking(move || {
        let mut all = Tables::default();
        for bytes in &files {
            // What cannot be read was reported when it was imported.
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
