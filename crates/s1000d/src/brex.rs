//! Business rules (BREX): reads a project's rules and checks modules against them.
//!
//! [`Brex::read`] takes a BREX data module as it stands. [`BrexLayers`] follows the references from a module to its BREX and
//! from there to those below it, down to the default BREX; [`BrexPool`] does it for the modules of a package. [`BrexChecker`] compiles the layers once; it is shared by threads
//! and checks any number of modules, each in one pass. What it cannot judge it says: a rule is never passed over in silence.
//!
//! The meaning of a rule, which is that of the standard and of the usual tools: an object path with flag 0 must select
//! nothing, with flag 1 something; every selected node must have one of the values, if the rule has any. Unparsed entities
//! must be of a notation that the rules allow, if there are notation rules, and the code of a data module must be in the SNS,
//! if there are SNS rules.

mod check;
mod findings;
mod layers;
mod message;
mod patience;
mod pattern;
mod places;
mod pool;
mod read;
mod report;
mod rule;
mod sns;
mod values;

pub use check::BrexChecker;
pub use findings::RuleFinding;
pub use layers::{BrexLayers, LayerGap};
pub use message::ReasonText;
pub use patience::RulePatience;
pub use pattern::PatternError;
pub use pool::{BrexPool, ModuleVerdict};
pub use read::{Brex, BrexError, brex_reference, named_brex};
pub use report::{BrexFinding, BrexReport, FoundNode, UnjudgedReason, UnjudgedRule, ViolationKind};
pub use rule::{AllowedObject, BrexRule, RuleSubject};
pub use sns::SnsCodePart;
