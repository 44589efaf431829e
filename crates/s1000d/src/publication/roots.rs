//! The root publications of a package.

use std::collections::HashMap;

use super::{Entry, Publication};
use crate::code::{Code, Extension, Identity};
use crate::object::{ObjectRef, Target};

/// The publications that no other one includes, as indices. Where publications include each other in a circle, the
/// first of the circle counts, so that every publication is under some root.
pub fn roots(publications: &[&Publication]) -> Vec<usize> {
    let included: Vec<Vec<usize>> = included(publications);
    let mut has_parent = vec![false; publications.len()];
    for (index, targets) in included.iter().enumerate() {
        for &target in targets.iter().filter(|target| **target != index) {
            has_parent[target] = true;
        }
    }
    let mut roots: Vec<usize> = (0..publications.len()).filter(|index| !has_parent[*index]).collect();
    let mut reached = vec![false; publications.len()];
    for root in &roots {
        reach(*root, &included, &mut reached);
    }
    for index in 0..publications.len() {
        if !reached[index] {
            roots.push(index);
            reach(index, &included, &mut reached);
        }
    }
    roots.sort_unstable();
    roots
}

fn reach(start: usize, included: &[Vec<usize>], reached: &mut [bool]) {
    let mut open = vec![start];
    while let Some(index) = open.pop() {
        if !reached[index] {
            reached[index] = true;
            open.extend(&included[index]);
        }
    }
}

/// For each publication, those it refers to. A reference without language means that of the referring publication, if
/// there is one in it.
fn included(publications: &[&Publication]) -> Vec<Vec<usize>> {
    let mut by_code: HashMap<(&Code, Option<&Extension>), Vec<usize>> = HashMap::new();
    for (index, publication) in publications.iter().enumerate() {
        if let Some(Identity { code, extension, .. }) = &publication.object.identity {
            by_code.entry((code, extension.as_ref())).or_default().push(index);
        }
    }
    let language = |index: usize| publications[index].object.identity.as_ref().and_then(|identity| identity.language);
    let resolve = |from: usize, target: &ObjectRef| -> Vec<usize> {
        let found = by_code.get(&(&target.code, target.extension.as_ref())).cloned().unwrap_or_default();
        let wanted = target.language.or_else(|| language(from));
        let same: Vec<usize> = found.iter().copied().filter(|index| language(*index) == wanted).collect();
        if same.is_empty() && target.language.is_none() { found } else { same }
    };
    let targets = |publication: &Publication, from: usize| -> Vec<usize> {
        let references = publication.nodes.iter().filter_map(|node| match &node.entry {
            Entry::Reference(Target::Object(target)) if matches!(target.code, Code::Publication(_)) => Some(target),
            _ => None,
        });
        references.flat_map(|target| resolve(from, target)).collect()
    };
    publications.iter().enumerate().map(|(index, publication)| targets(publication, index)).collect()
}
