//! The report of filtering, removed and broken parts, as a file beside the filtered ones.

use std::collections::{HashMap, HashSet};

use domain::finding::Finding;
use domain::id::VersionId;
use domain::publication::PublicationTarget;
use s1000d::filter::{FilterFinding, FilterProblem, LostTarget, LostTargets};
use serde_json::{Value, json};
use store::artifacts::Artifact;
use store::publications::SourceVersion;

use super::JudgedVersion;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::publications::content::ManualContent;
use crate::reading::viewer::FilterProducts;

const JSON: &str = "application/json";
/// Findings and modules that are listed; more are counted.
const MAX_LISTED: usize = 10_000;

/// The removals of one target.
#[derive(Debug)]
pub(crate) struct RemovalReport {
    name: String,
    aircraft: Vec<String>,
    /// Aircraft of which the tables know nothing: nothing was removed because of them.
    strangers: Vec<String>,
    /// Aircraft of other models: the files are not for them.
    others: Vec<String>,
    /// The names of modules that do not go out.
    left_out: Vec<String>,
    /// Elements that were removed from the others.
    removals: usize,
    findings: Vec<Value>,
    finding_count: usize,
}

impl RemovalReport {
    pub(super) fn new(
        target: &PublicationTarget,
        products: &FilterProducts,
        content: &ManualContent,
        judged: &HashMap<VersionId, JudgedVersion>,
    ) -> Self {
        let mut lost = LostTargets::default();
        let in_order = content.chosen().filter_map(|version| judged.get(&version.version_id));
        in_order.for_each(|one| lost.add(&one.filtered));
        let mut report = Self {
            name: target.name.clone(),
            aircraft: target.aircraft().iter().map(|one| one.registration.clone()).collect(),
            strangers: products.strangers().to_vec(),
            others: products.others().to_vec(),
            left_out: Vec::new(),
            removals: 0,
            findings: Vec::new(),
            finding_count: 0,
        };
        let is_left = |version: &&SourceVersion| judged.get(&version.version_id).is_some_and(|one| !one.is_out);
        let left: HashSet<&str> = content.chosen().filter(is_left).map(|version| version.code.as_str()).collect();
        // In the order of the manual, so that the same input gives the same bytes.
        for version in content.chosen() {
            let Some(one) = judged.get(&version.version_id) else { continue };
            report.add(version, one, &lost);
            if one.is_out && left.contains(version.code.as_str()) {
                report.finding_count += 1;
                if report.findings.len() < MAX_LISTED {
                    report.findings.push(of_language(&version.key));
                }
            }
        }
        report
    }

    fn add(&mut self, version: &SourceVersion, judged: &JudgedVersion, lost: &LostTargets) {
        if judged.is_out {
            self.left_out.push(version.key.clone());
            return;
        }
        self.removals += judged.filtered.removal_count;
        self.finding_count += judged.filtered.finding_count;
        let of_text = judged.filtered.findings.iter().map(|finding| of_finding(&version.key, finding));
        let targets = lost.of(&judged.filtered);
        self.finding_count += targets.len();
        let room = MAX_LISTED.saturating_sub(self.findings.len());
        let all = of_text.chain(targets.iter().map(|target| of_target(&version.key, target)));
        self.findings.extend(all.take(room));
    }

    /// Stores it as a file of the publication, with what the proof of its packages found only after the removals.
    pub(crate) async fn store(&self, ctx: &Ctx, file_name: String, broken: &[Finding]) -> Result<Artifact, Error> {
        let bytes = serde_json::to_vec_pretty(&self.value(broken)).unwrap_or_default();
        let size = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let blob = ctx.blobs.put(bytes.into()).await?;
        Ok(Artifact { file_name, blob, media_type: JSON.to_owned(), size })
    }

    fn value(&self, broken: &[Finding]) -> Value {
        let room = MAX_LISTED.saturating_sub(self.findings.len());
        let findings: Vec<Value> =
            self.findings.iter().cloned().chain(broken.iter().take(room).map(of_proof)).collect();
        let left_out: Vec<&String> = self.left_out.iter().take(MAX_LISTED).collect();
        json!({
            "publishedFor": self.name,
            "aircraft": self.aircraft,
            "unknownAircraft": self.strangers,
            "otherModels": self.others,
            "leftOut": left_out,
            "leftOutCount": self.left_out.len(),
            "removalCount": self.removals,
            "findings": findings,
            "findingCount": self.finding_count + broken.len(),
        })
    }
}

fn of_finding(file: &str, finding: &FilterFinding) -> Value {
    let mut value = json!({
        "code": finding.problem.word(),
        "file": file,
        "line": finding.line,
        "path": finding.path,
        "text": finding.problem.to_string(),
    });
    if let FilterProblem::RemovedTarget { id, .. } = &finding.problem {
        value["target"] = json!(id);
    }
    value
}

/// A module that is left out although it goes out in another language: their statements or places differ.
fn of_language(file: &str) -> Value {
    json!({"code": "languagesDiffer", "file": file, "text": "left out, but not in all languages"})
}

/// Something that the schema or the import does not accept since parts were removed.
fn of_proof(finding: &Finding) -> Value {
    let details: Vec<String> = finding.params.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let text = format!("found only after the removals: {} ({})", finding.rule.as_str(), details.join(", "));
    json!({"code": "notValid", "file": finding.file, "line": finding.line, "rule": finding.rule.as_str(), "text": text})
}

/// A reference to another module that does not go out, or to a part that it lost.
fn of_target(file: &str, target: &LostTarget) -> Value {
    let text = match &target.fragment {
        Some(id) => format!("the element {id} of {} was removed", target.target),
        None => format!("{} does not apply and was left out", target.target),
    };
    json!({"code": "lostTarget", "file": file, "line": target.line, "target": target.target, "text": text})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_target_says_whether_all_of_it_or_a_part_is_gone() {
        let target = |fragment: Option<&str>| LostTarget {
            line: 7,
            target: "DMC-A".to_owned(),
            fragment: fragment.map(str::to_owned),
        };
        let whole = of_target("DMC-B", &target(None));
        assert_eq!((&whole["line"], &whole["text"]), (&json!(7), &json!("DMC-A does not apply and was left out")));
        let part = of_target("DMC-B", &target(Some("fig-1")));
        assert_eq!(part["text"], "the element fig-1 of DMC-A was removed");
    }
}
