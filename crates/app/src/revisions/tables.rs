//! The history of OEM revisions and the airline revision list as tables, in both languages.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::language::Locale;
use domain::package::Difference;
use domain::revision::{ListedDecision, RevisionAct};
use publish::table::{Cell, Table};

use super::airline::AirlineChange;

/// In English and in Chinese.
type Words = [&'static str; 2];

const HISTORY: Words = ["Revision history", "修订历史"];
const AIRLINE: Words = ["Airline revisions", "航空公司修订"];
const MODULE: Words = ["Module", "数据模块"];
const ISSUE: Words = ["Issue", "版次"];
const REASON: Words = ["Reason", "原因"];

const HISTORY_COLUMNS: [Words; 11] = [
    ["Decided on", "处理时间"],
    ["Decision", "处理结果"],
    ["Database", "数据库"],
    ["Manual", "手册"],
    ["Revision", "修订"],
    ISSUE,
    ["Issue date", "版次日期"],
    MODULE,
    REASON,
    ["Decided by", "处理人"],
    ["Result", "影响"],
];

const AIRLINE_COLUMNS: [Words; 9] = [
    MODULE,
    ["Title", "标题"],
    ["Change", "更改"],
    ISSUE,
    REASON,
    ["Change request", "变更请求"],
    ["Changed by", "更改人"],
    ["Changed on", "更改时间"],
    ["Highlights", "要点"],
];

fn say([english, chinese]: Words, locale: Locale) -> String {
    match locale {
        Locale::English => english,
        Locale::Chinese => chinese,
    }
    .to_owned()
}

fn act(act: RevisionAct) -> Words {
    match act {
        RevisionAct::Confirmed => ["Confirmed", "已确认"],
        RevisionAct::Rejected => ["Rejected", "已拒绝"],
        RevisionAct::Restored => ["Restored", "已恢复"],
        RevisionAct::MarkedDone => ["Marked done", "标记为完成"],
        RevisionAct::Resolved => ["Resolved", "已解决"],
    }
}

fn difference(difference: Difference) -> Words {
    match difference {
        Difference::New => ["New", "新增"],
        Difference::Changed => ["Changed", "已更改"],
        Difference::Unchanged => ["Unchanged", "未更改"],
        Difference::Removed => ["Removed", "已移除"],
    }
}

/// The words for what became of modules, by the name of their number in a decision.
fn count(name: &str) -> Option<Words> {
    Some(match name {
        "conflicts" => ["with conflicts", "有冲突"],
        "done" => ["done", "已完成"],
        "forwarded" => ["updated", "更新"],
        "kept" => ["kept", "保留"],
        "merged" => ["merged", "已合并"],
        "removed" => ["removed", "已移除"],
        "restored" => ["restored", "已恢复"],
        "todos" => ["to-dos", "待办事项"],
        _ => return None,
    })
}

fn text(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

fn time(moment: DateTime<Utc>) -> String {
    moment.to_rfc3339_opts(SecondsFormat::Secs, true)
}

/// Decisions about OEM revisions.
pub fn history(decisions: &[ListedDecision], locale: Locale) -> Table {
    let row = |listed: &ListedDecision| {
        let decision = &listed.decision;
        let result = |(name, number): &(String, u64)| {
            let name = count(name).map_or_else(|| name.clone(), |words| say(words, locale));
            format!("{name}: {number}")
        };
        let results: Vec<String> = decision.counts.iter().map(result).collect();
        vec![
            Cell::Text(time(decision.decided_on)),
            Cell::Text(say(act(decision.act), locale)),
            text(&listed.csdb_name),
            text(&listed.manual_name),
            u32::try_from(listed.number).map_or(Cell::Empty, Cell::Number),
            text(&listed.issue_number),
            text(&listed.issue_date),
            text(listed.path.as_deref().unwrap_or_default()),
            text(&decision.reason),
            text(&decision.decided_by),
            text(&results.join(", ")),
        ]
    };
    let header = HISTORY_COLUMNS.map(|words| say(words, locale)).to_vec();
    Table { name: say(HISTORY, locale), header, rows: decisions.iter().map(row).collect() }
}

/// The changes of the operator.
pub fn airline(changes: &[AirlineChange], locale: Locale) -> Table {
    let row = |change: &AirlineChange| {
        let requests: Vec<String> = change.change_requests().iter().map(|(_, number)| number.to_string()).collect();
        let version = change.file.as_ref().map(|file| &file.version);
        vec![
            text(&change.path),
            text(&change.title),
            Cell::Text(say(difference(change.difference), locale)),
            text(&change.issue()),
            text(&change.reason()),
            text(&requests.join(", ")),
            text(version.map(|version| version.created_by.as_str()).unwrap_or_default()),
            text(&version.map(|version| time(version.created_on)).unwrap_or_default()),
            text(&change.highlights.join("\n")),
        ]
    };
    let header = AIRLINE_COLUMNS.map(|words| say(words, locale)).to_vec();
    Table { name: say(AIRLINE, locale), header, rows: changes.iter().map(row).collect() }
}
