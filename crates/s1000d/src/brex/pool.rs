//! The BREX data modules at hand, with the checkers made of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::check::BrexChecker;
use super::layers::{BrexLayers, LayerGap};
use super::read::{Brex, BrexError, brex_reference};
use super::report::BrexReport;
use crate::guard::{Checked, Refusal};
use crate::object::{self, ObjectRef};

/// BREX data modules by their codes, as of a package or a library. Rules are compiled when a module first needs them.
#[derive(Debug, Default)]
pub struct BrexPool {
    all: Vec<Arc<Brex>>,
    /// By the layers, as places in `all`: there are as many as there are different chains.
    checkers: Mutex<HashMap<Vec<usize>, Arc<BrexChecker>>>,
}

/// A module checked against the layers it is subject to.
#[derive(Debug)]
pub struct ModuleVerdict {
    pub report: BrexReport,
    pub checker: Arc<BrexChecker>,
    /// Why the layers may not be all.
    pub gaps: Vec<LayerGap>,
}

impl BrexPool {
    pub fn add(&mut self, brex: Arc<Brex>) {
        self.all.push(brex);
    }

    /// Adds a file if it is a BREX data module.
    pub fn add_file(&mut self, file: &Checked<'_>) -> Result<bool, BrexError> {
        // Nearly no file of a package is one.
        if memchr::memmem::find(file.text().as_bytes(), b"<brex").is_none() {
            return Ok(false);
        }
        match Brex::read(file) {
            Ok(brex) => self.add(Arc::new(brex)),
            Err(BrexError::NoBrex) => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// The named issue, else the latest; of two alike the one that was added first. The language does not matter: rules are
    /// the same in all.
    pub fn find(&self, reference: &ObjectRef) -> Option<Arc<Brex>> {
        let is_named = |brex: &&Arc<Brex>| brex.code == reference.code && brex.extension == reference.extension;
        let named = || self.all.iter().filter(is_named);
        let issue = reference.version.issue;
        let exact = named().find(|brex| issue.is_some() && brex.version.issue == issue);
        exact.or_else(|| named().rev().max_by(|a, b| a.version.issue.cmp(&b.version.issue))).cloned()
    }

    /// The layers that begin with a reference.
    pub fn layers(&self, first: Option<&ObjectRef>) -> BrexLayers {
        BrexLayers::follow(first, |reference| self.find(reference))
    }

    /// The compiled rules of layers from this pool.
    pub fn checker(&self, layers: &BrexLayers) -> Arc<BrexChecker> {
        let place = |layer: &Arc<Brex>| self.all.iter().position(|brex| Arc::ptr_eq(brex, layer));
        let Some(key) = layers.layers.iter().map(place).collect::<Option<Vec<usize>>>() else {
            return Arc::new(BrexChecker::new(layers));
        };
        let mut checkers = self.checkers.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(checkers.entry(key).or_insert_with(|| Arc::new(BrexChecker::new(layers))))
    }

    /// Checks a file against the BREX that it names and those below.
    pub fn check_file(&self, file: &Checked<'_>) -> Result<ModuleVerdict, Refusal> {
        let document = object::parse(file)?;
        let layers = self.layers(brex_reference(&document).as_ref());
        let checker = self.checker(&layers);
        let report = checker.check(&document, file.entities());
        Ok(ModuleVerdict { report, checker, gaps: layers.gaps })
    }
}
