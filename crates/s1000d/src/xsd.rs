//! Checks documents against the XML schemas that an administrator has installed.
//!
//! A [`SchemaSet`] is the ZIP of one issue as s1000d.org gives it; before it is
//! installed, every schema of it is compiled. A schema is found by issue and
//! lower-cased base name, because official data spells its location in many
//! ways; it is compiled at its first use and then shared by all threads. [`Validator`] is one thread's means to check documents.

mod feed;
mod libxml;
mod set;
mod valid;
mod words;

use std::collections::HashMap;
use std::sync::Arc;

use domain::finding::{Finding, Rule};
use roxmltree::Document;

use crate::guard::{self, Entity, line_at};
use crate::model::ContentModel;
use crate::object::{self, SchemaRef};
use libxml::{Checker, Push};
pub use set::{SchemaSet, SetError};
pub use valid::ValidDocuments;

/// The last part of a location, without folders, fragment and case.
fn base_name(location: &str) -> String {
    let end = location.split(['?', '#']).next().unwrap_or_default();
    end.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase()
}

/// Whether two issues are the same up to their corrections: `4-0` and `4-0-1`.
fn is_same_issue(left: &str, right: &str) -> bool {
    left.split('-').take(2).eq(right.split('-').take(2))
}

/// The installed schema sets, by issue as in `4-2`.
#[derive(Debug, Clone, Default)]
pub struct Schemas {
    sets: Vec<Arc<SchemaSet>>,
    /// The documents that need no second check.
    valid: Arc<ValidDocuments>,
}

impl Schemas {
    /// Of two sets of one issue the later is used.
    pub fn new(sets: Vec<Arc<SchemaSet>>) -> Self {
        Self { sets, valid: Arc::default() }
    }

    /// The same sets, with the documents that an earlier check found valid.
    #[must_use]
    pub fn with_valid(self, valid: Arc<ValidDocuments>) -> Self {
        Self { valid, ..self }
    }

    /// The set of an issue as the schema's address names it, or one of the same issue with another correction: 4.0 and
    /// 4.0.1 differ in nothing that makes a document invalid.
    pub fn of_issue(&self, issue: &str) -> Option<&Arc<SchemaSet>> {
        let exact = self.sets.iter().rev().find(|set| set.issue() == issue);
        exact.or_else(|| self.sets.iter().rev().find(|set| is_same_issue(set.issue(), issue)))
    }

    /// The content model of the schema that a text names; `None` when it is not installed, or the text not well-formed.
    pub fn model_of(&self, text: &str) -> Option<Arc<ContentModel>> {
        let checked = guard::check_text(text).ok()?;
        let schema = object::read(&checked).ok()?.0.schema?;
        self.of_issue(&schema.issue?)?.model(&schema.name)
    }
}

/// The result of checking one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// No set of this issue is installed.
    NoSet,
    /// The set has no schema of this name.
    NoSchema,
    /// The schema cannot be compiled.
    Unusable,
    /// Checked; without violations it is valid.
    Checked(Vec<Violation>),
}

/// One place where a document does not follow its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// Counted from 1: where the element begins.
    pub line: u32,
    /// In the words of libxml2, which are English.
    pub message: String,
}

impl Outcome {
    /// The findings of one file, which named this issue and schema.
    pub fn findings(self, issue: &str, schema: &str) -> Vec<Finding> {
        // Schemas spell 4-2 what people call 4.2.
        let issue = issue.replace('-', ".");
        let of_schema = |rule| Finding::new(rule).with("schema", schema).with("issue", issue.clone());
        match self {
            Self::NoSet => vec![Finding::new(Rule::XsdNotInstalled).with("count", "1").with("issue", issue.clone())],
            Self::NoSchema => vec![of_schema(Rule::XsdSchemaUnknown)],
            Self::Unusable => vec![of_schema(Rule::XsdSchemaUnusable)],
            Self::Checked(violations) => violations.into_iter().map(Violation::finding).collect(),
        }
    }
}

impl Violation {
    fn finding(self) -> Finding {
        words::finding(&self.message).at(self.line)
    }
}

/// One thread's means to check documents.
#[derive(Debug)]
pub struct Validator<'a> {
    schemas: &'a Schemas,
    checkers: HashMap<String, Option<Checker>>,
}

impl<'a> Validator<'a> {
    pub fn new(schemas: &'a Schemas) -> Self {
        Self { schemas, checkers: HashMap::new() }
    }

    /// Checks a document of `issue` unless it is known to be valid; `sha256` is that of its bytes.
    pub fn once(&mut self, issue: &str, sha256: &[u8; 32], check: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        let Some(set) = self.schemas.of_issue(issue) else { return Outcome::NoSet };
        if self.schemas.valid.contains(set.sha256(), sha256) {
            return Outcome::Checked(Vec::new());
        }
        let outcome = check(self);
        if outcome == Outcome::Checked(Vec::new()) {
            self.schemas.valid.insert(set.sha256(), sha256);
        }
        outcome
    }

    /// Checks a tree against the schema `name` of `issue`.
    pub fn tree(&mut self, issue: &str, name: &str, document: &Document<'_>, entities: &[Entity]) -> Outcome {
        self.run(issue, name, document.input_text(), entities, |push| feed::tree(document, push))
    }

    /// Checks a text that has passed the guard and is too large for a tree.
    pub fn text(&mut self, issue: &str, name: &str, text: &str, entities: &[Entity]) -> Outcome {
        self.run(issue, name, text, entities, |push| feed::text(text, push))
    }

    fn run(
        &mut self,
        issue: &str,
        name: &str,
        text: &str,
        entities: &[Entity],
        feed: impl FnOnce(&mut Push<'_>),
    ) -> Outcome {
        let Some(set) = self.schemas.of_issue(issue) else { return Outcome::NoSet };
        let place = format!("{issue}/{}", name.to_ascii_lowercase());
        let Some(schema) = set.schema(name) else { return Outcome::NoSchema };
        let checker = self.checkers.entry(place).or_insert_with(|| schema.ok().and_then(Checker::new));
        let Some(checker) = checker else { return Outcome::Unusable };
        let raw = checker.run(feed);
        let violations = raw
            .into_iter()
            .filter(|raw| !is_declared_entity(&raw.message, entities))
            .map(|raw| Violation { line: line_at(text, raw.position), message: raw.message })
            .collect();
        Outcome::Checked(violations)
    }
}

/// Checks one file as an import would: guard, well-formedness, structure and schema.
pub fn check(schemas: &Schemas, bytes: &[u8]) -> Vec<Finding> {
    let read = guard::check(bytes).and_then(|checked| {
        let (object, mut findings) = object::read(&checked)?;
        let outcome = match &object.schema {
            Some(SchemaRef { issue: Some(issue), name, .. }) => {
                Some((issue, name, Validator::new(schemas).text(issue, name, checked.text(), checked.entities())))
            }
            _ => None,
        };
        match outcome {
            Some((issue, name, outcome)) => findings.extend(outcome.findings(issue, name)),
            None => findings.push(Finding::new(Rule::XsdNoSchema)),
        }
        Ok(findings)
    });
    let mut findings = read.unwrap_or_else(|refusal| vec![refusal.finding()]);
    findings.sort();
    findings
}

/// The validator is fed elements without a document and so cannot see the entities that a
/// document type declares; it complains about each use of one.
fn is_declared_entity(message: &str, entities: &[Entity]) -> bool {
    let Some(before) = message.strip_suffix("is not a valid value of the atomic type 'xs:ENTITY'.") else {
        return false;
    };
    let value = before.trim_end().strip_suffix('\'').and_then(|rest| rest.rsplit_once('\'')).map(|(_, value)| value);
    value.is_some_and(|value| entities.iter().any(|entity| entity.name == value))
}
