//! The reading order of the publications in one language.

use domain::id::TocNodeId;
use store::toc::TocItem;

/// The modules of some publications, in reading order.
pub(super) struct ReadingOrder<'a> {
    /// The modules of each publication.
    runs: Vec<&'a [TocNodeId]>,
}

/// Keeps those modules of the whole `order` that are below a top-level entry in the language of `root`, which is one of
/// them: a reader who goes on does not fall into the translation.
pub(super) fn in_language_of<'a>(order: &'a [TocNodeId], roots: &[TocItem], root: &TocItem) -> ReadingOrder<'a> {
    let start_of = |root: &TocItem| order.partition_point(|id| *id < root.node.id);
    let ends = roots.iter().skip(1).map(start_of).chain([order.len()]);
    let runs = roots.iter().zip(ends).filter(|(other, _)| language(other) == language(root));
    ReadingOrder { runs: runs.map(|(other, end)| &order[start_of(other).min(end)..end]).collect() }
}

fn language(root: &TocItem) -> &str {
    root.object.as_ref().map_or("", |object| &object.language)
}

impl ReadingOrder<'_> {
    pub(super) fn len(&self) -> u64 {
        self.runs.iter().map(|run| run.len() as u64).sum()
    }

    /// Counts from 1; 0 for an entry that is no module.
    pub(super) fn position(&self, id: TocNodeId) -> u64 {
        let mut before = 0;
        for run in &self.runs {
            if let Ok(at) = run.binary_search(&id) {
                return before + at as u64 + 1;
            }
            before += run.len() as u64;
        }
        0
    }

    /// The modules before and after an entry.
    pub(super) fn neighbours(&self, id: TocNodeId) -> [Option<TocNodeId>; 2] {
        let before = |run: &&[TocNodeId]| run[..run.partition_point(|one| *one < id)].last().copied();
        let after = |run: &&[TocNodeId]| run.get(run.partition_point(|one| *one <= id)).copied();
        [self.runs.iter().rev().find_map(before), self.runs.iter().find_map(after)]
    }
}
