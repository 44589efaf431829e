//! Whether a changed text is as valid as before.
//!
//! The installed schema set says so: the changed text is validated. Where there is none, or the text is not valid, the
//! module itself is the example: elements stand beside each other only where they do so elsewhere in an element of the
//! same name.

use std::collections::HashSet;

use domain::finding::Finding;
use roxmltree::Node;

use crate::guard::{self, Refusal};
use crate::object;
use crate::xsd::{Outcome, Schemas, Validator};

/// The rules for one module.
pub(super) struct Rules<'a> {
    schema: Option<SchemaModel<'a>>,
    /// The defects that the text has already, as references to elements that it does not have; without lines.
    defects: Vec<Finding>,
    /// The elements that stand beside each other.
    example: HashSet<Neighbours>,
}

struct SchemaModel<'a> {
    validator: Validator<'a>,
    issue: String,
    name: String,
    /// The violations that the text has already; without lines.
    violations: Vec<String>,
}

/// An element, and two that follow each other inside it; `None` stands for its beginning and its end.
type Neighbours = (String, Option<String>, Option<String>);

impl<'a> Rules<'a> {
    pub(super) fn of(text: &str, schemas: &'a Schemas) -> Result<Self, Refusal> {
        let checked = guard::check_text(text)?;
        let example = neighbours(&object::parse_text(checked.text())?);
        let (object, defects) = object::read(&checked)?;
        let named = object.schema.and_then(|schema| Some((schema.issue?, schema.name)));
        let schema = named.and_then(|(issue, name)| {
            let mut validator = Validator::new(schemas);
            let violations = messages(validator.text(&issue, &name, checked.text(), checked.entities()))?;
            Some(SchemaModel { validator, issue, name, violations })
        });
        Ok(Self { schema, defects: without_lines(defects), example })
    }

    /// Whether a changed text is well-formed and has no violation or defect that it did not have before.
    pub(super) fn allow(&mut self, text: &str) -> bool {
        self.allow_with(text, |_| false)
    }

    /// The same for a change of a table. Where the module is the example, it may have what tables of the CALS model have.
    pub(super) fn allow_table(&mut self, text: &str) -> bool {
        self.allow_with(text, is_part_of_table)
    }

    fn allow_with(&mut self, text: &str, is_known: fn(&Neighbours) -> bool) -> bool {
        let Ok(checked) = guard::check_text(text) else { return false };
        let Ok(xml) = object::parse_text(checked.text()) else { return false };
        // Of an element that is invalid already libxml2 reports no further child.
        let needs_example = self.schema.as_ref().is_none_or(|schema| !schema.violations.is_empty());
        if needs_example && !neighbours(&xml).iter().all(|one| is_known(one) || self.example.contains(one)) {
            return false;
        }
        let is_valid = self.schema.as_mut().is_none_or(|SchemaModel { validator, issue, name, violations }| {
            let found = messages(validator.text(issue, name, checked.text(), checked.entities()));
            found.is_some_and(|found| is_part_of(&found, violations))
        });
        let defects = object::read(&checked).map(|(_, defects)| without_lines(defects));
        is_valid && defects.is_ok_and(|defects| is_part_of(&defects, &self.defects))
    }
}

/// The violations that were found, in order; `None` when nothing was checked.
fn messages(outcome: Outcome) -> Option<Vec<String>> {
    let Outcome::Checked(found) = outcome else { return None };
    let mut messages: Vec<String> = found.into_iter().map(|violation| violation.message).collect();
    messages.sort_unstable();
    Some(messages)
}

/// An edit moves the lines of what stands behind it.
fn without_lines(findings: Vec<Finding>) -> Vec<Finding> {
    let mut findings: Vec<Finding> = findings.into_iter().map(|finding| Finding { line: None, ..finding }).collect();
    findings.sort_unstable();
    findings
}

/// Whether all members of a sorted list are in another one, each as often.
fn is_part_of<T: Ord>(part: &[T], whole: &[T]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|member| rest.any(|other| other == member))
}

/// Whether all tables of the CALS model may have these neighbours.
fn is_part_of_table((around, before, behind): &Neighbours) -> bool {
    let pair = (before.as_deref(), behind.as_deref());
    match around.as_str() {
        "colspec" | "para" => pair == (None, None),
        "entry" => matches!(pair, (None | Some("para"), Some("para")) | (Some("para"), None)),
        "row" => matches!(pair, (None | Some("entry"), Some("entry")) | (Some("entry"), None)),
        "tbody" | "tfoot" | "thead" => matches!(pair, (None | Some("row"), Some("row")) | (Some("row"), None)),
        "tgroup" => matches!(
            pair,
            (None | Some("colspec" | "spanspec"), Some("colspec" | "tbody" | "tfoot" | "thead"))
                | (Some("thead"), Some("tbody" | "tfoot"))
        ),
        _ => false,
    }
}

fn neighbours(xml: &roxmltree::Document<'_>) -> HashSet<Neighbours> {
    let name = |node: Node<'_, '_>| node.tag_name().name().to_owned();
    let mut found = HashSet::new();
    for node in xml.descendants().filter(Node::is_element) {
        let mut before = None;
        for part in node.children().filter(Node::is_element) {
            let own = Some(name(part));
            found.insert((name(node), before, own.clone()));
            before = own;
        }
        found.insert((name(node), before, None));
    }
    found
}
