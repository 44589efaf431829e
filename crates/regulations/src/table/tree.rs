//! Who stands below whom: parents, paths, levels, and what codes suggest.

use std::collections::{HashMap, HashSet};

use super::columns::TableField;
use super::rows::{TableNode, TableNodeKind, TableRow};
use crate::SourceLimits;
use crate::clean;
use crate::findings::{FindingList, SourceFinding, SourceRule};

/// Between the steps of a path of categories.
const STEP: char = '>';

/// The categories and items of a table while their parents are being found.
#[derive(Debug, Default)]
pub(super) struct TableTree {
    pub(super) nodes: Vec<TableNode>,
    by_code: HashMap<String, usize>,
    /// Categories by the ways in which a path may name them.
    by_label: HashMap<String, Vec<usize>>,
    /// Where paths led: the category of this name below another. Thousands may have the same name.
    by_path: HashMap<(Option<usize>, String), usize>,
    /// Categories that exist because a path names them.
    created: usize,
}

impl TableTree {
    /// Adds a row; `false`, with a finding, if its code is there already.
    pub(super) fn add(&mut self, node: TableNode, findings: &mut FindingList) -> bool {
        let key = clean::code_key(&node.code);
        if let Some(first) = self.by_code.get(&key) {
            let first = self.nodes[*first].line.to_string();
            let finding = SourceFinding::new(SourceRule::CodeDuplicate).line(node.line);
            findings.add(finding.with("code", &node.code).with("first", first));
            return false;
        }
        let place = self.nodes.len();
        self.by_code.insert(key, place);
        if node.kind == TableNodeKind::Category {
            let both = [&node.code, " ", &node.name].concat();
            let labels: HashSet<String> = [&node.code, &node.name, &both].map(|label| clean::code_key(label)).into();
            for label in labels {
                self.by_label.entry(label).or_default().push(place);
            }
        }
        self.nodes.push(node);
        true
    }

    /// The node with this code.
    pub(super) fn find(&self, code: &str) -> Option<usize> {
        self.by_code.get(&clean::code_key(code)).copied()
    }

    /// Finds the parent of every row.
    pub(super) fn link(&mut self, rows: &[TableRow<'_>], limits: &SourceLimits, findings: &mut FindingList) {
        let mut levels: Vec<usize> = Vec::new();
        for row in rows {
            let Some(own) = row.node else { continue };
            let code = row.get(TableField::ParentCode);
            let path = row.get(TableField::CategoryPath);
            let level = row.get(TableField::Level);
            if !code.is_empty() {
                self.nodes[own].parent = self.find(&code);
                if self.nodes[own].parent.is_none() {
                    let finding = SourceFinding::new(SourceRule::ParentUnknown).line(row.line());
                    findings.add(finding.with("code", &code));
                }
            } else if !path.is_empty() {
                self.nodes[own].parent = self.category_at(&path, own, limits, findings);
            } else if !level.is_empty() {
                self.by_level(own, &level, &mut levels, findings);
            } else if let Some(parent) = self.by_prefix(own) {
                self.nodes[own].parent = Some(parent);
                let finding = SourceFinding::new(SourceRule::ParentInferred).line(row.line());
                findings.add(finding.with("code", &self.nodes[own].code).with("parent", &self.nodes[parent].code));
            }
        }
        self.check_kinds(findings);
        self.break_cycles(limits, findings);
    }

    /// The category at the end of a path; those that do not exist are created.
    fn category_at(
        &mut self,
        path: &str,
        below: usize,
        limits: &SourceLimits,
        findings: &mut FindingList,
    ) -> Option<usize> {
        let mut current = None;
        for step in path.split(STEP).map(clean::line).filter(|step| !step.is_empty()).take(limits.depth) {
            let key = (current, clean::code_key(&step));
            let is_there = |place: &usize| *place != below && self.nodes[*place].parent == current;
            let known = self.by_path.get(&key).copied().filter(is_there);
            let found = known.or_else(|| self.labelled(&key.1, below, current));
            let Some(next) = found.or_else(|| self.create(&step, current, below, limits, findings)) else { break };
            self.by_path.insert(key, next);
            current = Some(next);
        }
        current
    }

    /// The category with this label below another one, or the only one with this label.
    fn labelled(&self, label: &str, below: usize, above: Option<usize>) -> Option<usize> {
        let candidates =
            || self.by_label.get(label).into_iter().flatten().copied().filter(move |place| *place != below);
        let fitting = candidates().find(|place| self.nodes[*place].parent == above);
        fitting.or_else(|| {
            // A row of its own may say by another column where the category stands.
            let mut all = candidates();
            let first = all.next()?;
            (all.next().is_none() && self.nodes[first].line > 0).then_some(first)
        })
    }

    /// Creates a category; `None`, with a finding, if there are too many.
    fn create(
        &mut self,
        step: &str,
        parent: Option<usize>,
        below: usize,
        limits: &SourceLimits,
        findings: &mut FindingList,
    ) -> Option<usize> {
        if self.created >= limits.categories {
            let finding = SourceFinding::new(SourceRule::ItemsTooMany).line(self.nodes[below].line);
            findings.add(finding.with("limit", limits.categories.to_string()));
            return None;
        }
        let name = clean::shortened(step, limits.title_chars);
        if name.len() < step.len() {
            let finding = SourceFinding::new(SourceRule::ValueTooLong).line(self.nodes[below].line);
            let finding = finding.with("field", TableField::CategoryPath.name());
            findings.add(finding.with("limit", limits.title_chars.to_string()));
        }
        let mut code = clean::shortened(step, limits.code_chars).to_owned();
        // The same name may stand in several chapters.
        if self.find(&code).is_some() {
            let above = parent.map_or("", |parent| self.nodes[parent].code.as_str());
            let whole = [above, " / ", step].concat();
            clean::shortened(&whole, limits.code_chars).clone_into(&mut code);
        }
        let place = self.nodes.len();
        let mut number = place;
        while self.find(&code).is_some() {
            code = [clean::shortened(step, limits.code_chars / 2), " ", &number.to_string()].concat();
            number += 1;
        }
        self.created += 1;
        self.by_code.insert(clean::code_key(&code), place);
        self.by_label.entry(clean::code_key(step)).or_default().push(place);
        let name = name.to_owned();
        self.nodes.push(TableNode { code, name, kind: TableNodeKind::Category, line: 0, parent });
        Some(place)
    }

    fn by_level(&mut self, own: usize, level: &str, levels: &mut Vec<usize>, findings: &mut FindingList) {
        let number = level.parse::<f64>().ok().filter(|number| (1.0..=99.0).contains(number));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 99")]
        let depth = number.map(|number| number as usize - 1);
        let finding = |rule| SourceFinding::new(rule).line(self.nodes[own].line).with("value", level);
        match depth {
            None => findings.add(finding(SourceRule::ValueUnknown).with("field", TableField::Level.name())),
            Some(depth) if depth > levels.len() => findings.add(finding(SourceRule::LevelJump)),
            Some(depth) => {
                levels.truncate(depth);
                self.nodes[own].parent = levels.last().copied();
                levels.push(own);
            }
        }
    }

    /// The row with the longest code that this one's begins with.
    fn by_prefix(&self, own: usize) -> Option<usize> {
        let code = &self.nodes[own].code;
        let ends = code.char_indices().rev().filter(|(_, c)| matches!(c, '.' | ' ' | '(' | '-')).take(16);
        ends.filter_map(|(end, _)| self.find(code[..end].trim_end())).find(|place| *place != own)
    }

    fn check_kinds(&mut self, findings: &mut FindingList) {
        for place in 0..self.nodes.len() {
            let Some(parent) = self.nodes[place].parent else { continue };
            if self.nodes[place].kind == TableNodeKind::Category && self.nodes[parent].kind == TableNodeKind::Item {
                let finding = SourceFinding::new(SourceRule::ParentWrong).line(self.nodes[place].line);
                findings.add(finding.with("code", &self.nodes[place].code).with("parent", &self.nodes[parent].code));
                self.nodes[place].parent = None;
            }
        }
    }

    /// Cuts cycles, and what is too deep, off their parents.
    fn break_cycles(&mut self, limits: &SourceLimits, findings: &mut FindingList) {
        // The depth of every node whose way to the top is known.
        let mut depths: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let (mut way, mut on_way) = (Vec::new(), HashSet::new());
            let mut current = Some(start);
            while let Some(node) = current.filter(|node| depths[*node].is_none()) {
                if !on_way.insert(node) {
                    let finding = SourceFinding::new(SourceRule::ParentCycle).line(self.nodes[node].line);
                    findings.add(finding.with("code", &self.nodes[node].code));
                    self.nodes[node].parent = None;
                    depths[node] = Some(1);
                    break;
                }
                way.push(node);
                current = self.nodes[node].parent;
            }
            for node in way.into_iter().rev().filter(|node| on_way.contains(node)) {
                if depths[node].is_some() {
                    continue;
                }
                let above = self.nodes[node].parent.and_then(|parent| depths[parent]).unwrap_or(0);
                depths[node] = Some(above + 1);
                if above >= limits.depth {
                    let finding = SourceFinding::new(SourceRule::TooDeep).line(self.nodes[node].line);
                    findings.add(finding.with("code", &self.nodes[node].code).with("limit", limits.depth.to_string()));
                    self.nodes[node].parent = None;
                    depths[node] = Some(1);
                }
            }
        }
    }
}
