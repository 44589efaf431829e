//! Cached figures about compliance: counting looks at every requirement and every reference.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use domain::compliance::{ComplianceCollection, PolicyCategory, PolicyDay};
use domain::id::ComplianceCollectionId;
use store::compliance::{ManualCounts, PolicyCounts};

use crate::core::cache::Cache;

/// Limit in bytes.
const CAPACITY: usize = 8 << 20;
/// About what one row of figures takes in memory, in bytes.
const ROW: usize = 500;

/// The figures of the dashboard.
#[derive(Debug, Clone)]
pub struct ComplianceFigures {
    pub collections: Vec<(ComplianceCollection, PolicyCounts)>,
    /// Of one collection: its categories with all that is below each, in their order.
    pub categories: Vec<(PolicyCategory, PolicyCounts)>,
    pub manuals: Vec<ManualCounts>,
    /// By the code of the operator; the code is empty for the requirements of all operators.
    pub operators: Vec<(String, PolicyCounts)>,
    /// Of each day that was noted, oldest first; today is the last one.
    pub days: Vec<PolicyDay>,
}

impl ComplianceFigures {
    /// About what they take in memory, in bytes.
    pub(crate) fn weight(&self) -> usize {
        ROW * (1
            + self.collections.len()
            + self.categories.len()
            + self.manuals.len()
            + self.operators.len()
            + self.days.len())
    }
}

#[derive(Debug)]
pub(crate) struct FiguresCache(pub(crate) Cache<FiguresKey, ComplianceFigures>);

impl Default for FiguresCache {
    fn default() -> Self {
        Self(Cache::new(CAPACITY))
    }
}

/// Everything that the figures depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FiguresKey {
    /// Read from [`Generation`](crate::core::generation::Generation) before anything else was.
    pub(crate) generation: i64,
    /// Of one collection, or of all.
    pub(crate) collection: Option<ComplianceCollectionId>,
    /// Reviews become overdue with the day.
    pub(crate) today: NaiveDate,
    /// The keys of what the caller may see.
    pub(crate) keys: Vec<String>,
    /// The collections that an auditor may see; `None` for all.
    pub(crate) collections: Option<BTreeSet<ComplianceCollectionId>>,
}
