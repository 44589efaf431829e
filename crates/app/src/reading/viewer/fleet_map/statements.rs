//! Reads what the contents of a state and their modules say about applicability.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::Arc;

use domain::id::{ObjectId, SnapshotId, TocNodeId, VersionId};
use domain::manual::Manual;
use domain::snapshot::Reading;
use domain::toc::TocNodeType;
use futures::{StreamExt as _, stream};
use s1000d::applic::{Applic, Expression};
use store::files::HeldContent;
use store::toc::ContentsPlace;

use crate::core::caller::Caller;
use crate::core::contents_statements::{ContentsStatements, ModuleStatement, PlacedStatement, StatedPlace};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files;
use crate::reading::viewer::tables::{self, ManualTables, SetIndex};
use crate::reading::viewer::whole::{self, SharedStatements};

/// The most modules that one request reads, besides those that are known: about a second of work.
pub(super) const MOST_READ: usize = 2_000;
/// Modules that are read in parallel.
const AT_ONCE: usize = 8;

/// The state of a manual whose contents are judged.
#[derive(Clone, Copy)]
pub(super) struct JudgedState<'a> {
    pub(super) manual: &'a Manual,
    pub(super) snapshot: SnapshotId,
    pub(super) reading: &'a Reading,
    /// That of the database.
    pub(super) generation: i64,
}

/// Reads the statements of a state with its tables. Modules below `section` are read as far as `budget` allows, which
/// shrinks by their number; the others stay unread until somebody asks again.
pub(super) async fn read(
    ctx: &Ctx,
    caller: &Caller,
    state: JudgedState<'_>,
    section: Option<TocNodeId>,
    budget: &mut usize,
) -> Result<(Arc<ContentsStatements>, ManualTables), Error> {
    let mut tx = caller.read(ctx).await?;
    let own = Some((&state.manual.id, state.snapshot));
    let beside = files::snapshots_beside(&mut tx, state.manual.csdb_name.as_str(), own, state.reading).await?;
    let sources = tables::sources_in(&mut tx, &beside).await?;
    let key = (state.snapshot, state.generation);
    if let Some(known) = ctx.contents_statements.0.get(&key) {
        drop(tx);
        return Ok((known, tables::read(ctx, &sources).await?));
    }
    let outline = store::toc::list_outline(&mut tx, state.snapshot).await?;
    let held = store::files::list_contents(&mut tx, state.snapshot).await?;
    let versions: Vec<(VersionId, String)> = held.iter().map(|one| (one.version_id, one.code.clone())).collect();
    let sets = sources.of_versions(&mut tx, &versions).await?;
    let of_contents = sources.of_contents(&mut tx).await?;
    drop(tx);
    let held: HashMap<ObjectId, HeldContent> = held.into_iter().map(|one| (one.object_id, one)).collect();
    let mut interner = StatementList::default();
    let mut places = places(&outline, &held, of_contents, &mut interner);
    let shared = SharedStatements::new(Some(state.snapshot));
    let readable = readable(ctx, &places, &held, section, budget);
    // Collected first: a stream of closures over borrowed modules is not `Send` for every lifetime.
    let asked: Vec<_> = readable.iter().map(|(_, held)| condition(ctx, &shared, held)).collect();
    let conditions: Vec<Option<Applic>> = stream::iter(asked).buffered(AT_ONCE).collect().await;
    for ((position, held), condition) in readable.iter().zip(conditions) {
        let set: SetIndex = sets.get(&held.version_id).copied();
        let stated = condition.and_then(|applic| interner.add(set, applic));
        places[*position].module = stated.map_or(ModuleStatement::Always, ModuleStatement::Stated);
    }
    let is_complete = places.iter().all(|place| place.module != ModuleStatement::Unread);
    let read = ContentsStatements { places, statements: interner.statements };
    let weight = read.weight();
    let read = if is_complete { ctx.contents_statements.0.put(key, read, weight) } else { Arc::new(read) };
    Ok((read, tables::read(ctx, &sources).await?))
}

/// Reads the tables of a state alone.
pub(super) async fn tables(ctx: &Ctx, caller: &Caller, state: JudgedState<'_>) -> Result<ManualTables, Error> {
    let mut tx = caller.read(ctx).await?;
    let own = Some((&state.manual.id, state.snapshot));
    let beside = files::snapshots_beside(&mut tx, state.manual.csdb_name.as_str(), own, state.reading).await?;
    let sources = tables::sources_in(&mut tx, &beside).await?;
    drop(tx);
    tables::read(ctx, &sources).await
}

/// The places of the contents, before their modules are read.
fn places(
    outline: &[ContentsPlace],
    held: &HashMap<ObjectId, HeldContent>,
    of_contents: SetIndex,
    interner: &mut StatementList,
) -> Vec<StatedPlace> {
    let positions: HashMap<TocNodeId, usize> =
        outline.iter().enumerate().map(|(position, entry)| (entry.id, position)).collect();
    let place = |entry: &ContentsPlace| {
        // An entry whose object the state does not contain leads nowhere.
        let object = entry.object_id.filter(|object| held.contains_key(object));
        let has_module = object.is_some() && entry.node_type != TocNodeType::Section;
        let own = entry.applic.as_deref().map(Applic::from_xml);
        StatedPlace {
            id: entry.id,
            parent: entry.parent_id.and_then(|parent| positions.get(&parent).copied()),
            node_type: entry.node_type,
            object,
            own: own.and_then(|applic| interner.add(of_contents, applic)),
            module: if has_module { ModuleStatement::Unread } else { ModuleStatement::Always },
        }
    };
    outline.iter().map(place).collect()
}

/// The modules whose applicability is cached, and within the limit those below a section.
fn readable<'h>(
    ctx: &Ctx,
    places: &[StatedPlace],
    held: &'h HashMap<ObjectId, HeldContent>,
    section: Option<TocNodeId>,
    budget: &mut usize,
) -> Vec<(usize, &'h HeldContent)> {
    let mut inside = vec![section.is_none(); places.len()];
    let mut found = Vec::new();
    for (position, place) in places.iter().enumerate() {
        let is_around = place.parent.is_some_and(|parent| parent < position && inside[parent]);
        inside[position] |= Some(place.id) == section || is_around;
        if place.module != ModuleStatement::Unread {
            continue;
        }
        let Some(module) = place.object.and_then(|object| held.get(&object)) else { continue };
        let blob = module.content.status_blob.as_ref().unwrap_or(&module.content.blob);
        if ctx.renderings.applicability.get(blob).is_none() {
            if !inside[position] || *budget == 0 {
                continue;
            }
            *budget -= 1;
        }
        found.push((position, module));
    }
    found
}

/// The condition of a module; `None` where it applies always.
async fn condition(ctx: &Ctx, shared: &SharedStatements, module: &HeldContent) -> Option<Applic> {
    match whole::of_module(ctx, shared, &module.content).await {
        Ok(whole) => whole.condition(),
        Err(error) => {
            tracing::warn!(%error, code = module.code, "whether a module applies is not known");
            Some(Applic::undecided())
        }
    }
}

/// Keeps equal statements once: many modules say the same.
#[derive(Default)]
struct StatementList {
    positions: HashMap<(SetIndex, String), usize>,
    statements: Vec<PlacedStatement>,
}

impl StatementList {
    /// The position of a statement; `None` where it holds always.
    fn add(&mut self, set: SetIndex, applic: Applic) -> Option<usize> {
        let mut key = String::new();
        write_key(applic.expression.as_ref()?, &mut key);
        let next = self.statements.len();
        let position = *self.positions.entry((set, key)).or_insert(next);
        if position == next {
            self.statements.push(PlacedStatement { set, applic });
        }
        Some(position)
    }
}

/// One text for each formula, wherever it stands. Lengths keep two apart whatever signs they hold.
fn write_key(expression: &Expression, key: &mut String) {
    match expression {
        Expression::Assert(assertion) => {
            let (kind, ident) = (assertion.property.kind.as_str(), &assertion.property.ident);
            let values = assertion.values.to_string();
            // Writing to a string cannot fail.
            let _ = write!(key, "{kind}:{}:{ident}={}:{values};", ident.len(), values.len());
        }
        Expression::And(parts) | Expression::Or(parts) => {
            key.push_str(if matches!(expression, Expression::And(_)) { "and(" } else { "or(" });
            for part in parts {
                write_key(part, key);
            }
            key.push(')');
        }
        // Whatever its text, it cannot be decided.
        Expression::Unread(_) => key.push_str("unread;"),
    }
}

#[cfg(test)]
mod tests {
    use s1000d::applic::{Assertion, Property, PropertyKind, Values};

    use super::*;

    fn model(values: &str, line: u32) -> Expression {
        let property = Property { kind: PropertyKind::Attribute, ident: "model".to_owned() };
        Expression::Assert(Assertion { property, values: Values::parse(values), line })
    }

    fn stated(expression: Expression) -> Applic {
        Applic { expression: Some(expression), ..Applic::default() }
    }

    #[test]
    fn equal_statements_are_kept_once() {
        let mut interner = StatementList::default();
        let first = interner.add(None, stated(model("A|B", 7)));
        assert_eq!(interner.add(None, stated(model("A|B", 9))), first, "on another line");
        assert_ne!(interner.add(Some(0), stated(model("A|B", 7))), first, "of another ACT");
        assert_ne!(interner.add(None, stated(model("A", 7))), first);
        let both = |make: fn(Vec<Expression>) -> Expression| stated(make(vec![model("A", 1), model("B", 1)]));
        let (and, or) = (interner.add(None, both(Expression::And)), interner.add(None, both(Expression::Or)));
        assert_ne!(and, or);
        assert_eq!(interner.add(None, Applic::default()), None, "it holds always");
        assert_eq!(interner.statements.len(), 5);
    }
}
