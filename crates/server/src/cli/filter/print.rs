//! Reports of filtered files as text and as JSON.

use std::fmt::Write;

use app::offline::filter::{FilterFinding, FilteredText, LostTarget, Removal, Truth};
use serde_json::{Value, json};

use super::ResultFile;

pub(super) fn as_text(files: &[ResultFile]) -> String {
    let mut out = String::new();
    for file in files {
        let mut inside = String::new();
        match &file.filtered {
            Ok(_) if file.is_out() => inside.push_str("  does not apply, not written\n"),
            Ok(filtered) => file_text(filtered, &file.lost, &mut inside),
            Err(error) => {
                let _ = writeln!(inside, "  not filtered: {error:#}");
            }
        }
        if !inside.is_empty() {
            let _ = write!(out, "{}\n{inside}", file.name);
        }
    }
    let results = || files.iter().filter_map(|file| file.filtered.as_ref().ok());
    let changed = results().filter(|one| one.text.is_some() && one.truth != Truth::False).count();
    let out_count = files.iter().filter(|file| file.is_out()).count();
    let findings = files.iter().filter(|file| file.has_findings()).count();
    let _ = write!(
        out,
        "Files: {} filtered, {changed} changed, {out_count} that do not apply, {findings} with findings",
        results().count()
    );
    out
}

fn file_text(filtered: &FilteredText, lost: &[LostTarget], out: &mut String) {
    if filtered.removal_count > 0 {
        let _ = writeln!(out, "  removed: {}", filtered.removal_count);
    }
    for finding in &filtered.findings {
        let _ = writeln!(out, "  line {}  {}: {}", finding.line, finding.path, finding.problem);
    }
    let more = filtered.finding_count - filtered.findings.len();
    if more > 0 {
        let _ = writeln!(out, "  and {more} more");
    }
    for target in lost {
        let _ = match &target.fragment {
            Some(id) => writeln!(out, "  line {}  refers to {id} in {}, which was removed", target.line, target.target),
            None => writeln!(out, "  line {}  refers to {}, which does not apply", target.line, target.target),
        };
    }
}

pub(super) fn as_json(files: &[ResultFile]) -> Value {
    let file = |file: &ResultFile| match &file.filtered {
        Ok(filtered) => file_json(&file.name, filtered, &file.lost),
        Err(error) => json!({ "file": file.name, "error": format!("{error:#}") }),
    };
    json!({ "files": files.iter().map(file).collect::<Vec<_>>() })
}

fn file_json(name: &str, filtered: &FilteredText, lost: &[LostTarget]) -> Value {
    let removal = |one: &Removal| json!({ "path": one.path, "line": one.line, "cause": one.cause.word() });
    let finding = |one: &FilterFinding| json!({ "path": one.path, "line": one.line, "kind": one.problem.word(), "message": one.problem.to_string() });
    let target = |one: &LostTarget| json!({ "line": one.line, "target": one.target, "fragment": one.fragment });
    let applies = match filtered.truth {
        Truth::True => "yes",
        Truth::False => "no",
        Truth::Unknown => "unknown",
    };
    json!({
        "file": name,
        "applies": applies,
        "changed": filtered.text.is_some(),
        "removals": filtered.removals.iter().map(removal).collect::<Vec<_>>(),
        "removalCount": filtered.removal_count,
        "findings": filtered.findings.iter().map(finding).collect::<Vec<_>>(),
        "findingCount": filtered.finding_count,
        "lostTargets": lost.iter().map(target).collect::<Vec<_>>(),
    })
}
