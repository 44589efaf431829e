//! The tables of a model while it is built.

use std::collections::HashMap;
use std::hash::Hash;

use super::AttributeModel;

/// The distinct attributes and lists of values, each with its index.
#[derive(Debug, Default)]
pub(super) struct ModelTables {
    attributes: HashMap<AttributeModel, usize>,
    values: HashMap<Vec<String>, usize>,
}

impl ModelTables {
    /// Adds an attribute, unless it is there already; returns its index.
    pub(super) fn add_attribute(&mut self, attribute: AttributeModel) -> usize {
        let next = self.attributes.len();
        *self.attributes.entry(attribute).or_insert(next)
    }

    /// Adds a list of values, unless it is there already; returns its index, or `None` for an empty list.
    pub(super) fn add_values(&mut self, values: Vec<String>) -> Option<usize> {
        let next = self.values.len();
        (!values.is_empty()).then(|| *self.values.entry(values).or_insert(next))
    }

    /// The attributes and the lists of values, in the order of their indexes.
    pub(super) fn into_lists(self) -> (Vec<AttributeModel>, Vec<Vec<String>>) {
        (in_order(self.attributes), in_order(self.values))
    }
}

fn in_order<T: Eq + Hash>(by_index: HashMap<T, usize>) -> Vec<T> {
    let mut all: Vec<(T, usize)> = by_index.into_iter().collect();
    all.sort_unstable_by_key(|(_, index)| *index);
    all.into_iter().map(|(one, _)| one).collect()
}
