//! Verdicts as findings: one for each place, with its line.

use std::sync::Arc;

use domain::finding::{Finding, Rule};

use super::layers::LayerGap;
use super::message::beginning;
use super::pool::ModuleVerdict;
use super::report::{BrexFinding, FoundNode, UnjudgedReason, UnjudgedRule, ViolationKind};
use super::rule::{BrexRule, RuleSubject};
use crate::code::Version;

/// Places listed for one rule; further ones are counted.
const MOST_PLACES: usize = 20;
/// Violations listed for one module; further ones are counted.
const MOST_VIOLATIONS: usize = 500;
/// Characters of a text that a BREX or a module puts into a message.
const MOST_TEXT: usize = 500;
/// Characters of the path of a place.
const MOST_PATH: usize = 1_000;

/// A finding about business rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleFinding {
    pub finding: Finding,
    /// The rule that it is about; none when it is about a whole BREX.
    pub rule: Option<Arc<BrexRule>>,
    /// The BREX of the rule with its issue, or the one that the finding is about; empty when the module names none.
    pub brex: String,
    /// Places that it stands for.
    pub places: usize,
}

impl BrexRule {
    /// The name of the rule in messages: its decision, its id, or else its number.
    pub fn name(&self) -> String {
        self.decisions.first().or(self.id.as_ref()).cloned().unwrap_or_else(|| self.number.to_string())
    }

    /// The object path, for a rule about objects.
    pub fn object_path(&self) -> &str {
        match &self.subject {
            RuleSubject::Object { path, .. } => path,
            RuleSubject::Notation { .. } | RuleSubject::Notations | RuleSubject::Sns => "",
        }
    }
}

impl ModuleVerdict {
    /// Everything that there is to say about the module: violations, rules that could not be judged, and what is missing
    /// of the rules themselves.
    pub fn findings(&self) -> Vec<RuleFinding> {
        let mut found: Vec<RuleFinding> = self.gaps.iter().map(about_gap).collect();
        let (mut violations, mut rest): (Vec<RuleFinding>, usize) = (Vec::new(), 0);
        for one in &self.report.findings {
            // There may be as many as there are rules: what is not listed is not put into words either.
            if violations.len() < MOST_VIOLATIONS {
                violations.extend(self.violation(one));
            } else {
                rest += one.node_count.max(1);
            }
        }
        if violations.len() > MOST_VIOLATIONS {
            rest += violations.drain(MOST_VIOLATIONS..).map(|one| one.places).sum::<usize>();
        }
        if rest > 0 {
            let finding = Finding::new(Rule::BrexMoreRules).with("count", rest.to_string());
            violations.push(RuleFinding { finding, rule: None, brex: String::new(), places: rest });
        }
        found.extend(violations);
        let unjudged = self.checker.unjudged().iter().chain(&self.report.unjudged).take(MOST_VIOLATIONS);
        found.extend(unjudged.map(|one| self.unjudged(one)));
        found
    }

    fn brex_name(&self, layer: usize) -> String {
        self.checker.layers().get(layer).map(|brex| brex.name_with_issue()).unwrap_or_default()
    }

    fn violation(&self, found: &BrexFinding) -> Vec<RuleFinding> {
        let brex = self.brex_name(found.layer);
        let about = |finding: Finding, places: usize| RuleFinding {
            finding: finding.with("brex", brex.as_str()),
            rule: Some(Arc::clone(&found.rule)),
            brex: brex.clone(),
            places,
        };
        let words = |rule| {
            let finding = Finding::new(rule).with("rule", found.rule.name()).with("use", cut(&found.rule.usage));
            finding.with("path", cut(found.rule.object_path()))
        };
        match &found.kind {
            ViolationKind::Notation { entity, notation } => {
                let finding = words(Rule::BrexNotation).with("entity", cut(entity)).with("notation", cut(notation));
                return vec![about(finding, 1)];
            }
            ViolationKind::Sns { part, value } => {
                let finding = words(Rule::BrexSns).with("part", part.attribute()).with("value", cut(value));
                return vec![about(finding.at(found.nodes.first().map(|node| node.line)), 1)];
            }
            ViolationKind::Missing => return vec![about(words(Rule::BrexMissing), 1)],
            // A condition that no node stands for, or nodes that are only counted.
            ViolationKind::Forbidden if found.nodes.is_empty() => {
                let finding = words(Rule::BrexForbidden).with("object", cut(found.rule.object_path()));
                return vec![about(finding, found.node_count.max(1))];
            }
            ViolationKind::Forbidden | ViolationKind::Value => {}
        }
        let rule = if found.kind == ViolationKind::Forbidden { Rule::BrexForbidden } else { Rule::BrexValue };
        let place = |node: &FoundNode| {
            let value = node.value.as_deref().unwrap_or_default();
            let finding = words(rule).with("object", cut(&object_of(&node.path))).with("value", value);
            about(finding.with("node", beginning(&node.path, MOST_PATH)).at(node.line), 1)
        };
        let mut places: Vec<RuleFinding> = found.nodes.iter().take(MOST_PLACES).map(place).collect();
        let rest = found.node_count - places.len();
        if rest > 0 {
            places.push(about(words(Rule::BrexMorePlaces).with("count", rest.to_string()), rest));
        }
        places
    }

    fn unjudged(&self, one: &UnjudgedRule) -> RuleFinding {
        let brex = self.brex_name(one.layer);
        let finding = match &one.reason {
            UnjudgedReason::TooLong => Finding::new(Rule::BrexTooLong),
            reason => reason.text().into_finding(Finding::new(Rule::BrexUnjudged)),
        };
        let finding = finding.with("rule", one.rule.name()).with("brex", brex.as_str());
        RuleFinding { finding, rule: Some(Arc::clone(&one.rule)), brex, places: 1 }
    }
}

/// The last step of a path, as messages name it: `<para>` or `@id`.
fn object_of(path: &str) -> String {
    let last = path.rsplit('/').next().unwrap_or_default();
    let name = last.split('[').next().unwrap_or_default();
    if name.starts_with('@') || name.contains('(') { name.to_owned() } else { format!("<{name}>") }
}

fn cut(text: &str) -> String {
    beginning(text, MOST_TEXT)
}

fn about_gap(gap: &LayerGap) -> RuleFinding {
    let issue = |version: &Version| version.issue.map(|issue| issue.to_string()).unwrap_or_default();
    let (finding, brex) = match gap {
        LayerGap::NoReference => (Finding::new(Rule::BrexNotNamed), String::new()),
        LayerGap::Missing { code, .. } => (Finding::new(Rule::BrexNotFound), code.to_string()),
        LayerGap::OtherIssue { code, named, used } => {
            let finding = Finding::new(Rule::BrexOtherIssue).with("named", issue(named)).with("used", issue(used));
            (finding, code.to_string())
        }
        LayerGap::Circle { code } => (Finding::new(Rule::BrexCircle), code.to_string()),
        LayerGap::TooManyLayers { limit } => {
            (Finding::new(Rule::BrexTooManyLayers).with("limit", limit.to_string()), String::new())
        }
    };
    RuleFinding { finding: finding.with("code", brex.as_str()), rule: None, brex, places: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_the_last_step_of_a_path() {
        assert_eq!(object_of("/dmodule[1]/content[1]/para[2]"), "<para>");
        assert_eq!(object_of("/dmodule[1]/para[2]/@id"), "@id");
        assert_eq!(object_of("/dmodule[1]/para[2]/text()[1]"), "text()");
    }
}
