//! Checks modules against compiled layers.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use roxmltree::Document;

use super::layers::BrexLayers;
use super::patience::RulePatience;
use super::places::NodePlaces;
use super::read::Brex;
use super::report::{BrexFinding, BrexReport, FoundNode, UnjudgedReason, UnjudgedRule, ViolationKind};
use super::rule::{AllowedObject, BrexRule, ObjectRule, RuleContext, RuleSubject};
use super::sns::{self, SnsCodePart};
use super::values::{AllowedValue, Patterns};
use crate::guard::{Checked, Entity, Refusal};
use crate::object::ident::child;
use crate::object::{self, SchemaRef};
use crate::xpath::{Evaluation, Expr, NameTable, NodeNumber, OverBudget, XPathTree, XPathValue, parse};

/// The most names that rules may ask for, but for those of the last rule: S1000D has two thousand.
const MOST_NAMES: usize = 20_000;
/// Steps that one rule may take on one module, and steps for each node of it where that is more. The largest official module
/// needs less than a twentieth of the first.
const RULE_STEPS: (usize, usize) = (5_000_000, 20);
/// The same for all rules together.
const MODULE_STEPS: (usize, usize) = (50_000_000, 500);

/// The rules of some layers, compiled. It can be shared and used any number of times.
#[derive(Debug)]
pub struct BrexChecker {
    layers: Vec<Arc<Brex>>,
    names: NameTable,
    rules: Vec<CompiledRule>,
    unjudged: Vec<UnjudgedRule>,
    patterns: Patterns,
}

#[derive(Debug)]
struct CompiledRule {
    rule: Arc<BrexRule>,
    layer: usize,
    context: RuleContext,
    path: Expr,
    allowed: AllowedObject,
    values: Vec<AllowedValue>,
}

impl BrexChecker {
    pub fn new(layers: &BrexLayers) -> Self {
        Self::of(layers.layers.clone())
    }

    /// Compiles the rules of these BREX data modules, the nearest first.
    pub fn of(layers: Vec<Arc<Brex>>) -> Self {
        let mut checker = Self {
            layers: Vec::new(),
            names: NameTable::default(),
            rules: Vec::new(),
            unjudged: Vec::new(),
            patterns: Patterns::default(),
        };
        for (layer, brex) in layers.iter().enumerate() {
            for rule in &brex.objects {
                checker.add(layer, rule);
            }
        }
        checker.layers = layers;
        checker
    }

    fn add(&mut self, layer: usize, source: &ObjectRule) {
        let RuleSubject::Object { path, allowed } = &source.rule.subject else { return };
        let rule = || Arc::clone(&source.rule);
        let mut unjudged = Vec::new();
        if let Some(flag) = &source.wrong_flag {
            unjudged.push(UnjudgedReason::Flag(flag.clone()));
        }
        let values = source.values.iter().map(|value| AllowedValue::new(value, &mut self.patterns));
        let values = values.collect::<Result<Vec<_>, _>>().unwrap_or_else(|reason| {
            unjudged.push(reason);
            Vec::new()
        });
        let parsed = if self.names.size() > MOST_NAMES {
            Err(UnjudgedReason::TooManyNames)
        } else {
            parse(path, &source.namespaces, &mut self.names).map_err(UnjudgedReason::Path)
        };
        match parsed {
            Err(reason) => unjudged.push(reason),
            // A rule that only describes an object judges nothing.
            Ok(_) if *allowed == AllowedObject::Optional && values.is_empty() => {}
            Ok(path) => {
                let context = source.context.clone();
                self.rules.push(CompiledRule { rule: rule(), layer, context, path, allowed: *allowed, values });
            }
        }
        self.unjudged.extend(unjudged.into_iter().map(|reason| UnjudgedRule { rule: rule(), layer, reason }));
    }

    /// The nearest first.
    pub fn layers(&self) -> &[Arc<Brex>] {
        &self.layers
    }

    /// Rules that no module can be judged by, in the order of the layers.
    pub fn unjudged(&self) -> &[UnjudgedRule] {
        &self.unjudged
    }

    /// The memory that its patterns may take, in bytes: no other part can be much larger than the text of the rules.
    pub fn pattern_weight(&self) -> usize {
        self.patterns.weight()
    }

    /// Checks a file that has passed the guard.
    pub fn check_file(&self, file: &Checked<'_>) -> Result<BrexReport, Refusal> {
        self.check_one_of_many(file, &RulePatience::default())
    }

    /// The same for one of many files: rules that took too long on some are not tried on the others.
    pub fn check_one_of_many(&self, file: &Checked<'_>, patience: &RulePatience) -> Result<BrexReport, Refusal> {
        let document = object::parse(file)?;
        Ok(self.check(&document, file.entities(), patience))
    }

    /// Checks a module; the entities are those of its document type.
    pub(super) fn check(&self, document: &Document<'_>, entities: &[Entity], patience: &RulePatience) -> BrexReport {
        let schema = SchemaRef::of_document(document);
        let mut report = BrexReport::default();
        let tree = XPathTree::new(document, &self.names);
        let evaluation = Evaluation::new(&tree, &self.names);
        let mut places = NodePlaces::new(&tree, document.input_text());
        let budget = |(least, per_node): (usize, usize)| least.max(per_node * tree.size() as usize);
        let mut left = budget(MODULE_STEPS);
        for rule in self.rules.iter().filter(|rule| rule.context.holds_for(schema.as_ref())) {
            if patience.is_at_end(&rule.rule) {
                report.unjudged.push(rule.too_long());
                continue;
            }
            let granted = left.min(budget(RULE_STEPS));
            evaluation.grant(granted);
            if let Ok(finding) = rule.judge(&evaluation, &mut places) {
                report.findings.extend(finding);
            } else {
                report.unjudged.push(rule.too_long());
                // With less, the rules before it may be to blame.
                if granted == budget(RULE_STEPS) {
                    patience.took_too_long(&rule.rule);
                }
            }
            left -= granted - evaluation.left();
        }
        self.check_notations(schema.as_ref(), entities, &mut report);
        report.findings.extend(self.check_sns(document, &mut places));
        report
    }

    /// Each BREX that has notation rules for this schema must allow the notation of every entity.
    fn check_notations(&self, schema: Option<&SchemaRef>, entities: &[Entity], report: &mut BrexReport) {
        if entities.is_empty() {
            return;
        }
        for (layer, brex) in self.layers.iter().enumerate() {
            let Some((_, list)) = brex.notation_lists.iter().find(|(context, _)| context.holds_for(schema)) else {
                continue;
            };
            let (mut allowed, mut refused) = (HashSet::new(), HashMap::new());
            for rule in brex.notations.iter().filter(|rule| rule.context.holds_for(schema)) {
                if rule.is_allowed {
                    allowed.insert(rule.name.as_str());
                } else {
                    refused.entry(rule.name.as_str()).or_insert(rule);
                }
            }
            for entity in entities {
                let refusing = refused.get(entity.notation.as_str());
                if refusing.is_none() && allowed.contains(entity.notation.as_str()) {
                    continue;
                }
                report.findings.push(BrexFinding {
                    rule: Arc::clone(refusing.map_or(list, |rule| &rule.rule)),
                    layer,
                    kind: ViolationKind::Notation { entity: entity.name.clone(), notation: entity.notation.clone() },
                    nodes: Vec::new(),
                    node_count: 0,
                });
            }
        }
    }

    fn check_sns(&self, document: &Document<'_>, places: &mut NodePlaces<'_, '_>) -> Option<BrexFinding> {
        let with_sns = || self.layers.iter().enumerate().filter_map(|(layer, brex)| Some((layer, brex.sns.as_ref()?)));
        let (layer, first) = with_sns().next()?;
        let steps = ["identAndStatusSection", "dmAddress", "dmIdent", "dmCode"];
        let root = Some(document.root_element());
        let code = steps.iter().fold(root, |node, step| child(node?, step))?;
        let written = |part: SnsCodePart| code.attribute(part.attribute()).unwrap_or_default().to_owned();
        let part = sns::unknown_part(with_sns().map(|(_, rules)| rules), written)?;
        let value = written(part);
        let node = FoundNode {
            path: format!(
                "/{}[1]/{}[1]/@{}",
                document.root_element().tag_name().name(),
                steps.join("[1]/"),
                part.attribute()
            ),
            line: places.line_at(code.range().start),
            position: code.range().start,
            value: Some(value.clone()),
        };
        let kind = ViolationKind::Sns { part, value };
        Some(BrexFinding { rule: Arc::clone(&first.rule), layer, kind, nodes: vec![node], node_count: 1 })
    }
}

impl CompiledRule {
    fn too_long(&self) -> UnjudgedRule {
        UnjudgedRule { rule: Arc::clone(&self.rule), layer: self.layer, reason: UnjudgedReason::TooLong }
    }

    fn judge(
        &self,
        evaluation: &Evaluation<'_, '_>,
        places: &mut NodePlaces<'_, '_>,
    ) -> Result<Option<BrexFinding>, OverBudget> {
        let value = evaluation.run(&self.path)?;
        let is_there = value.is_true();
        let nodes = if let XPathValue::Nodes(nodes) = value { nodes } else { Vec::new() };
        Ok(match self.allowed {
            AllowedObject::Forbidden if is_there => Some(self.finding(ViolationKind::Forbidden, &nodes, places)),
            AllowedObject::Required if !is_there => Some(self.finding(ViolationKind::Missing, &[], places)),
            _ if self.values.is_empty() => None,
            _ => {
                let mut wrong = Vec::new();
                for node in nodes {
                    if !self.allows(&evaluation.text_of(node)?, evaluation)? {
                        wrong.push(node);
                    }
                }
                (!wrong.is_empty()).then(|| self.finding(ViolationKind::Value, &wrong, places))
            }
        })
    }

    fn allows(&self, value: &str, evaluation: &Evaluation<'_, '_>) -> Result<bool, OverBudget> {
        for allowed in &self.values {
            evaluation.charge(allowed.weight(value))?;
            if allowed.allows(value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finding(&self, kind: ViolationKind, nodes: &[NodeNumber], places: &mut NodePlaces<'_, '_>) -> BrexFinding {
        let with_value = kind == ViolationKind::Value;
        let listed = places.find_all(nodes, with_value);
        BrexFinding { rule: Arc::clone(&self.rule), layer: self.layer, kind, nodes: listed, node_count: nodes.len() }
    }
}
