//! SNS rules: the codes of systems, subsystems and assemblies that a project uses.

use std::sync::Arc;

use roxmltree::Node;

use super::rule::BrexRule;
use crate::object::ident::{child_text, elements};

/// A part of a data module code that the SNS decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SnsCodePart {
    System,
    Subsystem,
    Subsubsystem,
    Assembly,
}

impl SnsCodePart {
    pub(super) const ALL: [Self; 4] = [Self::System, Self::Subsystem, Self::Subsubsystem, Self::Assembly];

    /// The attribute of `dmCode`.
    pub fn attribute(self) -> &'static str {
        match self {
            Self::System => "systemCode",
            Self::Subsystem => "subSystemCode",
            Self::Subsubsystem => "subSubSystemCode",
            Self::Assembly => "assyCode",
        }
    }

    fn element(self) -> &'static str {
        match self {
            Self::System => "snsSystem",
            Self::Subsystem => "snsSubSystem",
            Self::Subsubsystem => "snsSubSubSystem",
            Self::Assembly => "snsAssy",
        }
    }

    /// The code that needs no entry where the SNS does not go down to this level.
    fn is_none(self, code: &str) -> bool {
        match self {
            Self::System => false,
            Self::Subsystem | Self::Subsubsystem => code == "0",
            Self::Assembly => matches!(code, "00" | "0000"),
        }
    }
}

/// The SNS rules of one BREX.
#[derive(Debug)]
pub(super) struct SnsRules {
    pub(super) rule: Arc<BrexRule>,
    top: Vec<SnsEntry>,
}

#[derive(Debug)]
struct SnsEntry {
    part: SnsCodePart,
    code: String,
    inside: Vec<SnsEntry>,
}

impl SnsRules {
    pub(super) fn new(rule: Arc<BrexRule>) -> Self {
        Self { rule, top: Vec::new() }
    }

    pub(super) fn add(&mut self, rules: Node<'_, '_>) {
        entries(rules, &mut self.top);
    }
}

/// Collects the entries below a node, through elements that only group them.
fn entries(node: Node<'_, '_>, found: &mut Vec<SnsEntry>) {
    for one in elements(node) {
        let name = one.tag_name().name();
        match SnsCodePart::ALL.into_iter().find(|part| part.element() == name) {
            Some(part) => {
                let mut inside = Vec::new();
                entries(one, &mut inside);
                found.push(SnsEntry { part, code: child_text(one, "snsCode").unwrap_or_default(), inside });
            }
            None => entries(one, found),
        }
    }
}

/// The first part of a code that none of the rules has; the rules of all layers are taken together.
pub(super) fn unknown_part<'r>(
    rules: impl Iterator<Item = &'r SnsRules>,
    code: impl Fn(SnsCodePart) -> String,
) -> Option<SnsCodePart> {
    // The entries that the parts so far lead to.
    let mut at: Vec<&SnsEntry> = rules.flat_map(|rules| &rules.top).collect();
    for part in SnsCodePart::ALL {
        let mut here = Vec::new();
        below(&at, part, &mut here);
        let code = code(part);
        if here.is_empty() && part.is_none(&code) {
            continue;
        }
        let found: Vec<&SnsEntry> = here.into_iter().filter(|entry| entry.code == code).collect();
        if found.is_empty() {
            return Some(part);
        }
        at = found.into_iter().flat_map(|entry| &entry.inside).collect();
    }
    None
}

fn below<'r>(entries: &[&'r SnsEntry], part: SnsCodePart, found: &mut Vec<&'r SnsEntry>) {
    for entry in entries {
        if entry.part == part {
            found.push(entry);
        } else {
            let inside: Vec<&SnsEntry> = entry.inside.iter().collect();
            below(&inside, part, found);
        }
    }
}
