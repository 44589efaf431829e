//! The BREX data modules at hand, with the checkers made of them.

use std::sync::{Arc, Mutex, PoisonError};

use super::check::BrexChecker;
use super::layers::{BrexLayers, LayerGap};
use super::patience::RulePatience;
use super::read::{Brex, BrexError, brex_reference};
use super::report::BrexReport;
use crate::guard::{Checked, Refusal};
use crate::object::{self, ObjectRef};

/// Compiled rules that a pool keeps. The modules of a package follow a few chains, and each may take many megabytes.
const MOST_CHECKERS: usize = 8;

/// The layers of compiled rules, as places in the list of the pool.
type LayerPlaces = Vec<usize>;

/// BREX data modules by their codes, as of a package or a library. Rules are compiled when a module first needs them.
#[derive(Debug, Default)]
pub struct BrexPool {
    all: Vec<Arc<Brex>>,
    /// By the layers; the last used is the last.
    checkers: Mutex<Vec<(LayerPlaces, Arc<BrexChecker>)>>,
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

    /// Whether it has exactly the issue that a reference names; never for one that names none.
    pub fn has_issue(&self, reference: &ObjectRef) -> bool {
        let issue = reference.version.issue;
        issue.is_some() && self.find(reference).is_some_and(|brex| brex.version.issue == issue)
    }

    /// The layers that begin with a reference.
    pub fn layers(&self, first: Option<&ObjectRef>) -> BrexLayers {
        BrexLayers::follow(first, |reference| self.find(reference))
    }

    /// The compiled rules of layers from this pool.
    pub fn checker(&self, layers: &BrexLayers) -> Arc<BrexChecker> {
        let place = |layer: &Arc<Brex>| self.all.iter().position(|brex| Arc::ptr_eq(brex, layer));
        let Some(key) = layers.layers.iter().map(place).collect::<Option<LayerPlaces>>() else {
            return Arc::new(BrexChecker::new(layers));
        };
        let mut checkers = self.checkers.lock().unwrap_or_else(PoisonError::into_inner);
        let (key, checker) = match checkers.iter().position(|(one, _)| *one == key) {
            Some(index) => checkers.remove(index),
            None => (key, Arc::new(BrexChecker::new(layers))),
        };
        if checkers.len() >= MOST_CHECKERS {
            checkers.remove(0);
        }
        checkers.push((key, Arc::clone(&checker)));
        checker
    }

    /// Checks a file against the BREX that it names and those below.
    pub fn check_file(&self, file: &Checked<'_>) -> Result<ModuleVerdict, Refusal> {
        self.check_one_of_many(file, &RulePatience::default())
    }

    /// The same for one of many files: rules that took too long on some are not tried on the others.
    pub fn check_one_of_many(&self, file: &Checked<'_>, patience: &RulePatience) -> Result<ModuleVerdict, Refusal> {
        let document = object::parse(file)?;
        let layers = self.layers(brex_reference(&document).as_ref());
        let checker = self.checker(&layers);
        let report = checker.check(&document, file.entities(), patience);
        Ok(ModuleVerdict { report, checker, gaps: layers.gaps })
    }
}
