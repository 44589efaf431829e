//! Keeping what a reading of a package found.

use std::collections::HashMap;

use domain::finding::{Finding, ImportCode, Severity};
use domain::id::{ManualId, PackageId};
use domain::job::FailureReason;
use domain::manual::Manual;
use domain::package::{Completeness, FindingCounts, Package, PackageKind, PackageState, PackageSummary, XsdCheck};
use domain::subject::Subject;
use domain::text::fold;
use s1000d::package::{Contents, Item, SchemaState, Summary as Read};
use store::blobs::BlobId;
use store::packages::PackageObject;

use crate::core::ctx::Ctx;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Rows per transaction, so that other writers do not wait long.
const ROWS_AT_ONCE: usize = 2_000;

/// Findings and contents of a package that was read.
pub(crate) struct PackageReport<'a> {
    pub contents: &'a Contents,
    pub findings: &'a [Finding],
    /// The manual that the package was held against.
    pub against: Option<&'a Manual>,
    /// The manuals whose business rules some findings repeat.
    pub rule_sources: &'a [ManualId],
}

/// Writes a report beside the one that is shown, in as many transactions as it takes, then shows it with `state`.
pub(crate) async fn keep(
    ctx: &Ctx,
    job: &Running,
    package: &Package,
    report: &PackageReport<'_>,
    state: PackageState,
) -> Result<(), JobError> {
    let PackageReport { contents, findings, against, rule_sources } = *report;
    let (id, number) = (&package.id, package.report + 1);
    // An earlier attempt may have left files.
    forget_all_but(job, id, package.report).await?;
    let rows: Vec<PackageObject> = counting(&contents.items).into_iter().map(row).collect();
    let total = (rows.len() + findings.len()) as u64;
    let mut kept = 0;
    for some in rows.chunks(ROWS_AT_ONCE) {
        let mut tx = job.begin().await?;
        store::packages::insert_contents(&mut tx, id, number, kept, some).await?;
        tx.commit().await?;
        kept += i64::try_from(some.len()).unwrap_or(i64::MAX);
        job.progress_of("report", kept.unsigned_abs(), total)?;
    }
    let mut position = 0;
    for some in findings.chunks(ROWS_AT_ONCE) {
        let mut tx = job.begin().await?;
        store::findings::insert(&mut tx, &Subject::from(id), number, position, some).await?;
        tx.commit().await?;
        position += i64::try_from(some.len()).unwrap_or(i64::MAX);
        job.progress_of("report", (kept + position).unsigned_abs(), total)?;
    }
    let summary = summary(&contents.summary).map(|read| PackageSummary {
        checked_against: against.map(Manual::path),
        rule_sources: rule_sources.to_vec(),
        ..read
    });
    let mut tx = job.begin().await?;
    let (counts, now) = (counts(findings), ctx.clock.now());
    store::packages::show_report(&mut tx, id, number, summary.as_ref(), counts, state, now).await?;
    tx.commit().await?;
    forget_all_but(job, id, number).await
}

async fn forget_all_but(job: &Running, id: &PackageId, report: i64) -> Result<(), JobError> {
    loop {
        let mut tx = job.begin().await?;
        let more = store::packages::delete_some_of_reports_but(&mut tx, id, report).await?;
        tx.commit().await?;
        if !more {
            return Ok(());
        }
    }
}

/// Numbers of findings by severity.
pub(crate) fn counts(findings: &[Finding]) -> FindingCounts {
    let of = |severity| findings.iter().filter(|finding| finding.severity == severity).count() as u64;
    FindingCounts { block: of(Severity::Block), warn: of(Severity::Warn), info: of(Severity::Info) }
}

/// One reason for each code that blocks, with its gravest finding as cause (specification, section 8: titles).
///
/// A package is read to its end whatever is wrong with it, so each names the step it belongs to; `validation` is the
/// one that holds files against schemas.
pub(crate) fn reasons(findings: &[Finding], validation: &str) -> Vec<FailureReason> {
    let blocking = |code: ImportCode| {
        findings.iter().find(move |finding| finding.severity == Severity::Block && finding.code() == code)
    };
    let step = |code| match code {
        ImportCode::CannotUnzip => "unpack",
        ImportCode::XmlInvalid => validation,
        _ => "inspect",
    };
    ImportCode::ALL.into_iter().filter_map(|code| Some(titled(code, blocking(code)?).in_step(step(code)))).collect()
}

fn titled(code: ImportCode, finding: &Finding) -> FailureReason {
    let detail = FailureReason {
        params: finding.params.clone(),
        ..FailureReason::new(format!("finding.{}", finding.rule.as_str()))
    };
    // The first value of a finding names a missing object; its file names a faulty one.
    let missing = finding.params.first().map_or(finding.file.as_str(), |(_, value)| value);
    let general = |key: &str| FailureReason::new(key).because(detail.clone());
    match code {
        ImportCode::CannotUnzip => general("job.failed.unzip"),
        ImportCode::OrganizationMissing => general("job.failed.organization"),
        ImportCode::StatusListMissing => general("job.failed.statusList"),
        ImportCode::ApplicabilityNotReferenced => FailureReason::new("job.failed.applicabilityReference")
            .because(general("job.failed.applicabilityNotReferenced")),
        ImportCode::ApplicabilityInconsistent => {
            FailureReason::new("job.failed.package").because(general("job.failed.applicability"))
        }
        ImportCode::PmMissing => FailureReason::new("job.failed.pm").because(general("job.failed.pmMissing")),
        ImportCode::DmMissingInStatusList => general("job.failed.dm").with("file", missing),
        ImportCode::DmMissingInDm | ImportCode::DmMissingInContainer => general("job.failed.dmReference"),
        ImportCode::XmlInvalid => general("job.failed.validation").with("file", &finding.file),
        ImportCode::IcnMissing => general("job.failed.icn").with("file", missing),
        ImportCode::IcnUnsupported => FailureReason::new("job.failed.package").because(general("job.failed.icnFormat")),
        ImportCode::Other => general("job.failed.package"),
    }
}

/// The summary as it is kept; none when the file could not even be opened.
fn summary(read: &Read) -> Option<PackageSummary> {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    Some(PackageSummary {
        kind: PackageKind::parse(read.kind)?,
        specification: read.specification.clone(),
        modules: read.modules as u64,
        publications: read.publications as u64,
        illustrations: read.illustrations as u64,
        others: read.others as u64,
        content_types: read.content_types.iter().map(|(word, count)| ((*word).to_owned(), *count as u64)).collect(),
        languages: read.languages.iter().cloned().collect(),
        issue_number: text(&read.issue_number),
        issue_date: text(&read.issue_date),
        customer: text(&read.customer),
        sender: text(&read.sender),
        product_info: text(&read.product),
        title: text(&read.title),
        model: text(&read.model),
        completeness: Completeness::of(read.completeness.is_complete()),
        completeness_reason: format!("package.complete.{}", read.completeness.reason()),
        xsd: match read.schemas {
            SchemaState::Checked => XsdCheck::Checked,
            SchemaState::Partly => XsdCheck::Partly,
            SchemaState::Unchecked => XsdCheck::Unchecked,
        },
        xsd_issues: read.checked_issues.clone(),
        pms: read.publication_lines.iter().map(|line| (line.key.clone(), line.title.clone())).collect(),
        checked_against: None,
        rule_sources: Vec::new(),
    })
}

/// The files that an import would put into the revision: of several with one identity the latest.
fn counting(items: &[Item]) -> Vec<&Item> {
    let mut latest: HashMap<String, &Item> = HashMap::with_capacity(items.len());
    for item in items {
        let counts = latest.entry(fold(item.library_key())).or_insert(item);
        if counts.recency() < item.recency() {
            *counts = item;
        }
    }
    let mut counting: Vec<&Item> = latest.into_values().collect();
    counting.sort_by_key(|item| item.index);
    counting
}

/// The part of a file that is compared with the library.
fn row(item: &Item) -> PackageObject {
    let hash = |sha256: &[u8; 32]| BlobId::of_hash(sha256).as_str().to_owned();
    PackageObject {
        key: item.library_key().to_owned(),
        language: item.language.as_deref().unwrap_or_default().to_owned(),
        title: item.title.to_string(),
        issue: item.issue.to_string(),
        sha256: hash(&item.sha256),
        status_sha256: item.status_sha256.as_ref().map(hash),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::REASON_KEYS;
    use domain::finding::Rule;

    /// Every key of a reason and its causes.
    fn keys(reason: &FailureReason) -> Vec<&str> {
        let causes = reason.cause.as_deref().map(keys).unwrap_or_default();
        std::iter::once(reason.key.as_str()).chain(causes).collect()
    }

    #[test]
    fn every_code_that_blocks_has_a_title_and_ends_with_its_finding() {
        for &rule in Rule::ALL {
            let mut finding = Finding::new(rule).in_file("A.XML").with("code", "DMC-X");
            finding.severity = Severity::Block;
            let reasons = reasons(&[finding], "validate");
            let keys = keys(&reasons[0]);
            let (last, titles) = keys.split_last().expect("at least one");
            assert_eq!(*last, format!("finding.{}", rule.as_str()));
            assert!(!titles.is_empty() && titles.iter().all(|key| REASON_KEYS.contains(key)), "{titles:?}");
        }
    }

    #[test]
    fn what_only_warns_is_no_reason_and_a_code_is_one_reason() {
        let mut findings = vec![Finding::new(Rule::ALL[0]); 3];
        findings[0].severity = Severity::Warn;
        assert!(reasons(&findings[..1], "inspect").is_empty());
        for finding in &mut findings {
            finding.severity = Severity::Block;
        }
        assert_eq!(reasons(&findings, "inspect").len(), 1);
    }
}
