//! The findings of a report as a table.

use std::collections::HashMap;

use app::imports::packages::{Cell, Table};
use app::reading::business_rules::{BrexReportFinding, BrexReportRule};
use domain::language::Locale;

use super::ReportedRuleFindingView;
use crate::texts;

/// Characters of a text of a rule, which is repeated in each of its lines.
const MOST_REPEATED: usize = 500;

fn beginning(text: &str) -> String {
    text.chars().take(MOST_REPEATED).collect()
}

/// The findings of a report as a table, in `locale`.
pub fn table(rules: &[BrexReportRule], findings: Vec<BrexReportFinding>, locale: Locale) -> Table {
    let say = |key: &str| texts::say(locale, &format!("export.{key}"), &[]);
    let by_number: HashMap<u32, &BrexReportRule> = rules.iter().map(|rule| (rule.number, rule)).collect();
    let rows = findings.into_iter().map(|one| {
        let rule = by_number.get(&one.rule_number);
        let of_rule = |text: fn(&BrexReportRule) -> &String| {
            Cell::Text(rule.map(|rule| beginning(text(rule))).unwrap_or_default())
        };
        let (name, level, brex) =
            (of_rule(|rule| &rule.name), of_rule(|rule| &rule.severity), of_rule(|rule| &rule.brex));
        let (description, object_path) = (of_rule(|rule| &rule.description), of_rule(|rule| &rule.object_path));
        let view = ReportedRuleFindingView::new(one, locale);
        vec![
            Cell::Text(view.path),
            Cell::Text(view.title),
            view.line.map_or(Cell::Empty, Cell::Number),
            Cell::Text(view.message),
            name,
            level,
            brex,
            description,
            object_path,
        ]
    });
    let header = ["path", "title", "line", "message", "rule", "level", "brex", "description", "objectPath"];
    Table { name: say("businessRules"), header: header.map(say).to_vec(), rows: rows.collect() }
}
