//! A query as callers ask it.

use crate::document::ModulePart;
use crate::facets::Filters;
use crate::scope::{Scope, SearchLane};

/// A query with its filters and page.
#[derive(Debug)]
pub struct Request<'r> {
    pub text: &'r str,
    pub scope: &'r Scope,
    pub lane: SearchLane,
    pub filters: &'r Filters,
    /// Restricts matches to these parts of a module; empty means anywhere.
    pub places: &'r [ModulePart],
    pub sort: Sort,
    /// Number of results to skip, and to return.
    pub first: usize,
    pub count: usize,
    pub wanted: ResultDetail,
}

/// The detail of the results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultDetail {
    /// Only the top results.
    Heads,
    /// The top results with snippets, the total and facets.
    Everything,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    #[default]
    Relevance,
    Newest,
    Code,
    Title,
}
