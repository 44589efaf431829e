//! Cached applicability of all places in the contents of a snapshot: aircraft after aircraft is judged by it.
//!
//! The statements themselves are stored with the versions, so that what is evicted here is not read from files again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::id::{SnapshotId, TocNodeId, VersionId};
use domain::toc::TocNodeType;
use s1000d::applic::Applic;
use store::statements::StoredStatement;

use crate::core::cache::Cache;
use crate::core::render_cache::statement_weight;

/// Limit in bytes.
const CAPACITY: usize = 96 << 20;

/// Statements by what they were read for.
#[derive(Debug)]
pub(crate) struct StatementsCache(pub(crate) Cache<StatementsKey, ContentsStatements>);

impl Default for StatementsCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

/// Everything that the statements of contents depend on. The positions of ACTs count those that the caller may read:
/// the next one may see other manuals beside this one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct StatementsKey {
    pub(crate) snapshot: SnapshotId,
    /// The state that holds the tables.
    pub(crate) tables: Option<SnapshotId>,
    /// The folded codes of the ACTs, in their order.
    pub(crate) acts: Vec<String>,
}

/// The applicability of contents and their modules.
#[derive(Debug, Clone, Default)]
pub(crate) struct ContentsStatements {
    /// In reading order, so that a parent comes before its children.
    pub(crate) places: Vec<StatedPlace>,
    /// Those that places and parts of modules refer to; equal ones are kept once.
    pub(crate) statements: Vec<Arc<PlacedStatement>>,
    /// The statements of the parts of modules, as far as they were read.
    pub(crate) parts: HashMap<VersionId, Arc<[usize]>>,
    /// Modules whose parts the vault has lost: they are looked for after the others.
    pub(crate) lost_parts: HashSet<VersionId>,
    /// The position of each statement, by its ACT.
    pub(crate) known: HashMap<(Option<usize>, StoredStatement), ModuleStatement>,
}

/// A place of the contents with its statements, by their positions.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StatedPlace {
    pub(crate) id: TocNodeId,
    /// The position of the entry around it.
    pub(crate) parent: Option<usize>,
    pub(crate) node_type: TocNodeType,
    /// The module, if the state holds one.
    pub(crate) version: Option<VersionId>,
    /// The ACT whose properties the module names.
    pub(crate) set: Option<usize>,
    /// The statement of the contents about the place.
    pub(crate) own: Option<usize>,
    pub(crate) module: ModuleStatement,
}

/// The statement of a module about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ModuleStatement {
    /// It was not read yet.
    Unread,
    /// It could not be read last time: the vault did not answer.
    Failed,
    /// The vault has lost it, so that nothing can be decided; it may be restored.
    Lost,
    /// There is no module, or it applies always.
    Always,
    Stated(usize),
}

impl ModuleStatement {
    /// Whether it is to be read before anything is said about the place.
    pub(crate) fn is_pending(self) -> bool {
        matches!(self, Self::Unread | Self::Failed)
    }

    /// The position of the statement.
    pub(crate) fn position(self) -> Option<usize> {
        match self {
            Self::Stated(position) => Some(position),
            Self::Unread | Self::Failed | Self::Lost | Self::Always => None,
        }
    }
}

/// A statement with the ACT whose properties it names.
#[derive(Debug)]
pub(crate) struct PlacedStatement {
    pub(crate) set: Option<usize>,
    pub(crate) applic: Applic,
}

impl ContentsStatements {
    /// Adds a statement, unless it is known; `None` where `resolve` cannot tell now what it says.
    pub(crate) fn add(
        &mut self,
        set: Option<usize>,
        stored: StoredStatement,
        resolve: impl FnOnce(&StoredStatement) -> Option<Applic>,
    ) -> Option<ModuleStatement> {
        let key = (set, stored);
        if let Some(known) = self.known.get(&key) {
            return Some(*known);
        }
        let applic = resolve(&key.1)?;
        let added = if applic.expression.is_some() {
            self.statements.push(Arc::new(PlacedStatement { set, applic }));
            ModuleStatement::Stated(self.statements.len() - 1)
        } else {
            ModuleStatement::Always
        };
        self.known.insert(key, added);
        Some(added)
    }

    /// About what it takes in memory.
    pub(crate) fn weight(&self) -> usize {
        let text = |(_, stored): &(Option<usize>, StoredStatement)| {
            stored.own.as_ref().map_or(0, String::len) + stored.shared.iter().map(|one| one.len() + 30).sum::<usize>()
        };
        let statements: usize = self.statements.iter().map(|one| 50 + statement_weight(&one.applic)).sum();
        let known: usize = self.known.keys().map(|key| 100 + text(key)).sum();
        let parts: usize = self.parts.values().map(|parts| 60 + parts.len() * size_of::<usize>()).sum();
        let lost = self.lost_parts.len() * 30;
        self.places.len() * size_of::<StatedPlace>() + statements + known + parts + lost + 1_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL_A: &str = "<applic><assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" \
                           applicPropertyValues=\"A\"/></applic>";

    fn stored(xml: &str) -> StoredStatement {
        StoredStatement { own: Some(xml.to_owned()), ..StoredStatement::default() }
    }

    fn read(stored: &StoredStatement) -> Option<Applic> {
        stored.own.as_deref().map(Applic::from_xml)
    }

    #[test]
    fn equal_statements_are_kept_once() {
        let mut contents = ContentsStatements::default();
        let (first, second) = (Some(ModuleStatement::Stated(0)), Some(ModuleStatement::Stated(1)));
        assert_eq!(contents.add(None, stored(MODEL_A), read), first);
        assert_eq!(contents.add(None, stored(MODEL_A), |_| None), first, "it is known");
        assert_eq!(contents.add(Some(0), stored(MODEL_A), read), second, "of another ACT");
        let always = Some(ModuleStatement::Always);
        assert_eq!(contents.add(None, stored("<applic/>"), read), always);
        assert_eq!(contents.statements.len(), 2);
        let missing = StoredStatement { shared: vec!["sb-1".to_owned()], ..StoredStatement::default() };
        assert_eq!(contents.add(None, missing.clone(), read), None, "the vault did not answer");
        assert_eq!(contents.add(None, missing, |_| Some(Applic::default())), always, "and is asked again");
    }

    #[test]
    fn long_statements_weigh_more() {
        let values: Vec<String> = (0..300).map(|number| format!("SERIAL-{number}")).collect();
        let mut contents = ContentsStatements::default();
        contents.add(None, stored(MODEL_A), read);
        let short = contents.weight();
        contents.add(None, stored(&MODEL_A.replace("\"A\"", &format!("\"{}\"", values.join("|")))), read);
        assert!(contents.weight() > short + 20_000, "{short} {}", contents.weight());
    }
}
