//! Verdicts as text and as JSON.

use std::collections::BTreeMap;
use std::fmt::Write;

use app::offline::brex::{BrexFinding, BrexRule, FoundNode, ModuleVerdict, RuleSubject, UnjudgedRule, ViolationKind};
use serde_json::{Value, json};

use super::JudgedFile;

pub(super) fn as_text(files: &[JudgedFile]) -> String {
    let mut out = String::new();
    for file in files {
        let mut inside = String::new();
        match &file.verdict {
            Ok(verdict) => verdict_text(verdict, &mut inside),
            Err(error) => {
                let _ = writeln!(inside, "  not checked: {error:#}");
            }
        }
        if !inside.is_empty() {
            let _ = write!(out, "{}\n{inside}", file.name);
        }
    }
    for (brex, rules) in unjudged_rules(files) {
        let _ = writeln!(out, "Rules of {brex} that no file can be judged by");
        for rule in rules.values() {
            let _ = writeln!(out, "  line {}  {}: {}", rule.rule.line, rule.rule.label(), rule.reason);
        }
    }
    let violated = files.iter().filter(|file| file.is_violated()).count();
    let incomplete = files.iter().filter(|file| !file.is_complete()).count();
    let _ = write!(out, "Files: {} checked, {violated} with findings", files.len());
    if incomplete > 0 {
        let _ = write!(out, ", {incomplete} not judged by all rules");
    }
    out
}

fn verdict_text(verdict: &ModuleVerdict, out: &mut String) {
    for gap in &verdict.gaps {
        let _ = writeln!(out, "  rules: {gap}");
    }
    for finding in &verdict.report.findings {
        finding_text(finding, out);
    }
    for rule in &verdict.report.unjudged {
        let _ = writeln!(out, "  {}  not judged: {}", rule.rule.label(), rule.reason);
    }
}

fn finding_text(finding: &BrexFinding, out: &mut String) {
    let what = match &finding.kind {
        ViolationKind::Forbidden => "not allowed".to_owned(),
        ViolationKind::Missing => "missing".to_owned(),
        ViolationKind::Value => "value not allowed".to_owned(),
        ViolationKind::Notation { entity, notation } => {
            format!("{entity} has the notation {notation}, which is not allowed")
        }
        ViolationKind::Sns { part, value } => format!("{} {value} is not in the SNS", part.attribute()),
    };
    let severity = finding.rule.severity.as_ref().map(|level| format!(" ({level})")).unwrap_or_default();
    let _ = writeln!(out, "  {}{severity}  {what}", finding.rule.label());
    if !finding.rule.usage.is_empty() {
        let _ = writeln!(out, "      {}", finding.rule.usage);
    }
    for node in &finding.nodes {
        let value = node.value.as_ref().map(|value| format!("  {value:?}")).unwrap_or_default();
        let _ = writeln!(out, "      line {}  {}{value}", node.line, node.path);
    }
    let more = finding.node_count - finding.nodes.len();
    if more > 0 {
        let _ = writeln!(out, "      and {more} more");
    }
}

/// Rules by their lines and reasons: a rule may have several.
type RulesByPlace<'a> = BTreeMap<(u32, String), &'a UnjudgedRule>;

/// The rules that no file can be judged by, once for each BREX.
fn unjudged_rules(files: &[JudgedFile]) -> BTreeMap<String, RulesByPlace<'_>> {
    let mut found: BTreeMap<String, RulesByPlace<'_>> = BTreeMap::new();
    for verdict in files.iter().filter_map(|file| file.verdict.as_ref().ok()) {
        for rule in verdict.checker.unjudged() {
            let brex = verdict.checker.layers().get(rule.layer).map(|layer| layer.name()).unwrap_or_default();
            found.entry(brex).or_default().insert((rule.rule.line, rule.reason.to_string()), rule);
        }
    }
    found
}

pub(super) fn as_json(files: &[JudgedFile]) -> Value {
    let file = |file: &JudgedFile| match &file.verdict {
        Ok(verdict) => verdict_json(&file.name, verdict, file.is_complete()),
        Err(error) => json!({ "file": file.name, "error": format!("{error:#}"), "complete": false }),
    };
    let unjudged: Vec<Value> = unjudged_rules(files)
        .iter()
        .flat_map(|(brex, rules)| rules.values().map(|rule| unjudged_json(rule, brex)).collect::<Vec<_>>())
        .collect();
    json!({ "files": files.iter().map(file).collect::<Vec<_>>(), "unjudged": unjudged })
}

fn verdict_json(name: &str, verdict: &ModuleVerdict, is_complete: bool) -> Value {
    let layers: Vec<String> = verdict.checker.layers().iter().map(|brex| brex.name()).collect();
    let layer = |index: usize| layers.get(index).map(String::as_str).unwrap_or_default();
    let node = |node: &FoundNode| json!({ "path": node.path, "line": node.line, "value": node.value });
    let finding = |finding: &BrexFinding| {
        let (entity, notation) = match &finding.kind {
            ViolationKind::Notation { entity, notation } => (Some(entity), Some(notation)),
            _ => (None, None),
        };
        json!({
            "kind": finding.kind.word(),
            "rule": rule_json(&finding.rule, layer(finding.layer)),
            "nodes": finding.nodes.iter().map(node).collect::<Vec<_>>(),
            "nodeCount": finding.node_count,
            "entity": entity,
            "notation": notation,
        })
    };
    let report = &verdict.report;
    json!({
        "file": name,
        "complete": is_complete,
        "layers": layers,
        "gaps": verdict.gaps.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "unjudged": report.unjudged.iter().map(|rule| unjudged_json(rule, layer(rule.layer))).collect::<Vec<_>>(),
    })
}

fn unjudged_json(unjudged: &UnjudgedRule, brex: &str) -> Value {
    json!({ "rule": rule_json(&unjudged.rule, brex), "reason": unjudged.reason.to_string() })
}

fn rule_json(rule: &BrexRule, brex: &str) -> Value {
    let path = match &rule.subject {
        RuleSubject::Object { path, .. } => Some(path),
        _ => None,
    };
    json!({
        "brex": brex,
        "label": rule.label(),
        "number": rule.number,
        "id": rule.id,
        "decisions": rule.decisions,
        "line": rule.line,
        "use": rule.usage,
        "severity": rule.severity,
        "objectPath": path,
    })
}
