//! Modules that were judged apart from the texts that refer to them.

use foldhash::HashMap;

use crate::applic::Truth;
use crate::code::Identity;

/// Verdicts on modules for each member of a fleet. A module may be judged by another table than the text that refers to
/// it, and by its place and its status file.
#[derive(Debug, Default)]
pub struct JudgedModules(HashMap<Identity, Vec<Truth>>);

impl JudgedModules {
    /// Adds a module, with whether it applies to each member.
    pub fn add(&mut self, identity: Identity, truths: Vec<Truth>) {
        self.0.insert(identity, truths);
    }
}

/// Verdicts on modules, as the products of one text need them.
#[derive(Debug, Clone, Copy)]
pub struct MemberVerdicts<'a> {
    pub modules: &'a JudgedModules,
    /// The member that each product is.
    pub members: &'a [usize],
}

impl MemberVerdicts<'_> {
    /// Whether a module applies to one of the products; `None` for a module that was not judged.
    pub(super) fn truth(&self, identity: &Identity, product: usize) -> Option<Truth> {
        let truths = self.modules.0.get(identity)?;
        let member = self.members.get(product).and_then(|member| truths.get(*member));
        Some(member.copied().unwrap_or(Truth::Unknown))
    }
}
