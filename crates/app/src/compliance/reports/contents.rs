//! The order of a manual: where its modules stand in its contents.

use std::collections::{HashMap, HashSet};

use domain::id::{ObjectId, PolicyReferenceId, TocNodeId};
use domain::manual::Manual;
use domain::toc::TocNodeType;
use store::Tx;

use crate::core::error::Error;

/// A module in the contents.
#[derive(Debug)]
struct ListedModule {
    object: ObjectId,
    /// As in `28-21`; empty where the contents give none.
    number: String,
    code: String,
    title: String,
}

/// The modules of a manual in the order of its contents.
#[derive(Debug, Default)]
pub(super) struct ManualOrder {
    modules: Vec<ListedModule>,
    positions: HashMap<ObjectId, usize>,
}

impl ManualOrder {
    /// Reads the contents of the working lane.
    pub(super) async fn load(tx: &mut Tx, manual: &Manual) -> Result<Self, Error> {
        let Some(working) = manual.lanes.working else { return Ok(Self::default()) };
        let outline = store::toc::list_outline(tx, working).await?;
        let is_module = |one: &store::toc::ContentsPlace| one.node_type == TocNodeType::Module;
        // Without modules that were removed.
        let live: HashSet<TocNodeId> =
            outline.iter().filter(|one| is_module(one) && one.object_id.is_some()).map(|one| one.id).collect();
        let entries = store::toc::list_entries(tx, working).await?;
        let mut numbers: HashMap<TocNodeId, String> = HashMap::new();
        let mut order = Self::default();
        for entry in entries {
            // One without a number of its own stands under that of its section.
            let around = || entry.parent_id.and_then(|parent| numbers.get(&parent)).cloned().unwrap_or_default();
            let number = if entry.prefix.is_empty() { around() } else { entry.prefix };
            if let Some(object) = entry.object_id.filter(|_| live.contains(&entry.id))
                && !order.positions.contains_key(&object)
            {
                order.positions.insert(object, order.modules.len());
                // The key of a module is its code with its language.
                let code = entry.key.split('_').next().unwrap_or_default().to_owned();
                order.modules.push(ListedModule { object, number: number.clone(), code, title: entry.title });
            }
            numbers.insert(entry.id, number);
        }
        Ok(order)
    }

    /// The number of a module; empty for one that the contents do not have.
    pub(super) fn number(&self, object: ObjectId) -> &str {
        let module = self.positions.get(&object).and_then(|position| self.modules.get(*position));
        module.map_or("", |module| module.number.as_str())
    }

    /// Each module with its number, code and title.
    pub(super) fn modules(&self) -> impl Iterator<Item = (ObjectId, [&str; 3])> {
        self.modules.iter().map(|one| (one.object, [one.number.as_str(), &one.code, &one.title]))
    }

    /// References in the order of the contents: those to the manual and its chapters first, those to modules outside of
    /// the contents last.
    pub(super) fn sorted(&self, references: &[(PolicyReferenceId, Option<ObjectId>)]) -> Vec<PolicyReferenceId> {
        let position = |object: &Option<ObjectId>| {
            object.as_ref().map(|object| self.positions.get(object).copied().unwrap_or(usize::MAX))
        };
        let mut sorted: Vec<_> = references.iter().map(|(id, object)| ((position(object), *object), id)).collect();
        // Stable: references to one module stay in the order of their requirements.
        sorted.sort_by_key(|(place, _)| *place);
        sorted.into_iter().map(|(_, id)| id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_come_in_the_order_of_the_contents() {
        let order =
            ManualOrder { modules: Vec::new(), positions: [(ObjectId(7), 0), (ObjectId(3), 1)].into_iter().collect() };
        let reference = |id: &str, object: Option<i64>| (PolicyReferenceId(id.to_owned()), object.map(ObjectId));
        let given = [
            reference("outside", Some(9)),
            reference("second", Some(3)),
            reference("first", Some(7)),
            reference("chapter", None),
            reference("second too", Some(3)),
        ];
        let sorted: Vec<String> = order.sorted(&given).into_iter().map(|id| id.0).collect();
        assert_eq!(sorted, ["chapter", "first", "second", "second too", "outside"]);
    }
}
