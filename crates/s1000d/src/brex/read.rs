//! Reads a BREX data module.

use std::sync::Arc;

use roxmltree::{Document, Node};

use super::message::{ReasonText, beginning};
use super::rule::{AllowedObject, BrexRule, NotationRule, ObjectRule, ObjectValue, RuleContext, RuleSubject};
use super::sns::SnsRules;
use crate::code::{Code, Extension, Identity, Version};
use crate::guard::{Checked, Refusal};
use crate::object::ident::{child, elements, object_ref, text_of};
use crate::object::lines::Lines;
use crate::object::{self, ObjectRef};

/// A project has some hundred rules. The limit is for those about objects and those about notations, each.
const MOST_RULES: usize = 20_000;
/// Characters of the texts that findings repeat: a file may have megabytes in each.
const MOST_NAME: usize = 100;
const MOST_SEVERITY: usize = 50;
const MOST_USAGE: usize = 2_000;
/// Decisions that are read of one rule.
const MOST_DECISIONS: usize = 20;

/// The rules of one BREX data module.
#[derive(Debug)]
pub struct Brex {
    pub code: Code,
    pub extension: Option<Extension>,
    pub version: Version,
    pub title: String,
    /// The issue of S1000D whose schema it names, as in `4-1`.
    pub schema_issue: Option<String>,
    /// The BREX that this one is itself subject to, and whose rules hold besides its own.
    pub below: Option<ObjectRef>,
    pub(super) objects: Vec<ObjectRule>,
    pub(super) notations: Vec<NotationRule>,
    /// The list that each context's notation rules stand in: what it does not name is not allowed.
    pub(super) notation_lists: Vec<(RuleContext, Arc<BrexRule>)>,
    pub(super) sns: Option<SnsRules>,
}

/// Why a file cannot be used as BREX.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrexError {
    #[error("the file cannot be read")]
    Unreadable(#[from] Refusal),
    #[error("the file is no BREX data module")]
    NoBrex,
    #[error("the data module code of the BREX cannot be read")]
    NoCode,
    #[error("the BREX has more than {limit} rules")]
    TooManyRules { limit: usize },
}

impl BrexError {
    /// The reason for a message that is translated.
    pub fn text(&self) -> ReasonText {
        let (word, place) = match self {
            Self::Unreadable(refusal) => ("unreadable", usize::try_from(refusal.line).ok()),
            Self::NoBrex => ("noBrex", None),
            Self::NoCode => ("noCode", None),
            Self::TooManyRules { limit } => ("tooManyRules", Some(*limit)),
        };
        ReasonText { word, place, near: String::new() }
    }
}

impl Brex {
    pub fn read(file: &Checked<'_>) -> Result<Self, BrexError> {
        let document = object::parse(file)?;
        let (found, _) = object::read_tree(&document, file.entities());
        let rules = brex_element(&document).ok_or(BrexError::NoBrex)?;
        let identity = found.identity.ok_or(BrexError::NoCode)?;
        let mut reader = BrexReader {
            lines: Lines::new(document.input_text()),
            severity: rules.attribute("defaultBrSeverityLevel").map(|level| beginning(level, MOST_SEVERITY)),
            counts: [0; 2],
        };
        let mut brex = Self {
            code: identity.code,
            extension: identity.extension,
            version: found.version,
            title: found.title.to_string(),
            schema_issue: found.schema.and_then(|schema| schema.issue),
            below: brex_reference(&document),
            objects: Vec::new(),
            notations: Vec::new(),
            notation_lists: Vec::new(),
            sns: None,
        };
        for part in elements(rules) {
            match part.tag_name().name() {
                "snsRules" => {
                    let rule = reader.rule(part, RuleSubject::Sns, 1);
                    brex.sns.get_or_insert_with(|| SnsRules::new(rule)).add(part);
                }
                "contextRules" => reader.context_rules(part, &mut brex)?,
                _ => {}
            }
        }
        Ok(brex)
    }

    /// The number of rules of every kind; the SNS counts as one.
    pub fn rule_count(&self) -> usize {
        self.objects.len() + self.notations.len() + usize::from(self.sns.is_some())
    }

    /// The number of rules about objects.
    pub fn object_rule_count(&self) -> usize {
        self.objects.len()
    }

    /// Its identity without language: `DMC-S1000D-F-04-10-0301-00A-022A-D`.
    pub fn name(&self) -> String {
        Identity { code: self.code.clone(), extension: self.extension.clone(), language: None }.to_string()
    }

    /// The same with its issue, which findings need: two issues of a BREX have different rules of the same number.
    pub fn name_with_issue(&self) -> String {
        match self.version.issue {
            Some(issue) => format!("{} {issue}", self.name()),
            None => self.name(),
        }
    }

    /// Whether it is the default BREX of an issue, which the specification itself publishes.
    pub fn is_default(&self) -> bool {
        self.code.model_ident_code() == Some("S1000D")
    }
}

/// `brex` of a data module.
fn brex_element<'a, 'i>(document: &'a Document<'i>) -> Option<Node<'a, 'i>> {
    let content = child(document.root_element(), "content")?;
    child(content, "brex")
}

/// The BREX that a document names as the one it is subject to.
pub fn brex_reference(document: &Document<'_>) -> Option<ObjectRef> {
    let named = document.root_element().descendants().find(|node| node.tag_name().name() == "brexDmRef")?;
    object_ref(child(named, "dmRef")?).ok()
}

/// The same for a file that has passed the guard.
pub fn named_brex(file: &Checked<'_>) -> Result<Option<ObjectRef>, Refusal> {
    Ok(brex_reference(&object::parse(file)?))
}

struct BrexReader<'a> {
    lines: Lines<'a>,
    severity: Option<String>,
    /// Rules so far: about objects, about notations.
    counts: [u32; 2],
}

impl BrexReader<'_> {
    fn context_rules(&mut self, part: Node<'_, '_>, brex: &mut Brex) -> Result<(), BrexError> {
        let context = RuleContext::parse(part.attribute("rulesContext"));
        for group in elements(part) {
            match group.tag_name().name() {
                "structureObjectRuleGroup" => {
                    for rule in elements(group).filter(|rule| rule.tag_name().name() == "structureObjectRule") {
                        if brex.objects.len() >= MOST_RULES {
                            return Err(BrexError::TooManyRules { limit: MOST_RULES });
                        }
                        brex.objects.extend(self.object_rule(rule, &context));
                    }
                }
                "notationRuleList" => self.notation_rules(group, &context, brex)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn object_rule(&mut self, node: Node<'_, '_>, context: &RuleContext) -> Option<ObjectRule> {
        self.counts[0] += 1;
        let path = child(node, "objectPath")?;
        let flag = path.attribute("allowedObjectFlag");
        let allowed = AllowedObject::parse(flag);
        let wrong_flag = flag.filter(|_| allowed.is_none()).map(str::to_owned);
        let text: String = path.descendants().filter(Node::is_text).filter_map(|part| part.text()).collect();
        let value = |value: Node<'_, '_>| ObjectValue {
            form: value.attribute("valueForm").map(str::to_owned),
            allowed: value.attribute("valueAllowed").map(str::to_owned),
        };
        let namespace = |one: &roxmltree::Namespace<'_>| Some((one.name()?.to_owned(), one.uri().to_owned()));
        let subject =
            RuleSubject::Object { path: text.trim().to_owned(), allowed: allowed.unwrap_or(AllowedObject::Optional) };
        Some(ObjectRule {
            rule: self.rule(node, subject, self.counts[0]),
            wrong_flag,
            context: context.clone(),
            values: elements(node).filter(|one| one.tag_name().name() == "objectValue").map(value).collect(),
            namespaces: path.namespaces().filter_map(namespace).collect(),
        })
    }

    fn notation_rules(&mut self, list: Node<'_, '_>, context: &RuleContext, brex: &mut Brex) -> Result<(), BrexError> {
        let before = brex.notations.len();
        for node in elements(list).filter(|node| node.tag_name().name() == "notationRule") {
            if brex.notations.len() >= MOST_RULES {
                return Err(BrexError::TooManyRules { limit: MOST_RULES });
            }
            self.counts[1] += 1;
            let Some(name) = child(node, "notationName") else { continue };
            // Without a flag the notation is allowed: why else name it?
            let is_allowed = name.attribute("allowedNotationFlag").is_none_or(|flag| flag.trim() != "0");
            let name = text_of(name);
            let rule = self.rule(node, RuleSubject::Notation { name: name.clone() }, self.counts[1]);
            brex.notations.push(NotationRule { rule, context: context.clone(), name, is_allowed });
        }
        if brex.notations.len() > before {
            let rule = self.rule(list, RuleSubject::Notations, 1);
            brex.notation_lists.push((context.clone(), rule));
        }
        Ok(())
    }

    fn rule(&mut self, node: Node<'_, '_>, subject: RuleSubject, number: u32) -> Arc<BrexRule> {
        let decision = |one: Node<'_, '_>| {
            let number = one.attribute("brDecisionIdentNumber").filter(|_| one.tag_name().name() == "brDecisionRef");
            number.map(|number| beginning(number, MOST_NAME))
        };
        let severity = node.attribute("brSeverityLevel").map(|level| beginning(level, MOST_SEVERITY));
        Arc::new(BrexRule {
            subject,
            number,
            id: node.attribute("id").map(|id| beginning(id, MOST_NAME)),
            decisions: elements(node).filter_map(decision).take(MOST_DECISIONS).collect(),
            line: self.lines.of(node),
            usage: child(node, "objectUse").map(|usage| beginning(&text_of(usage), MOST_USAGE)).unwrap_or_default(),
            severity: severity.or_else(|| self.severity.clone()),
        })
    }
}
