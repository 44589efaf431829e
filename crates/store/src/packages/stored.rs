//! JSON of a package summary. Existing databases contain this shape: add to it, never rename.

use std::collections::BTreeMap;

use domain::id::ManualId;
use domain::package::{Completeness, PackageKind, PackageSummary, XsdCheck};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredSummary {
    kind: String,
    specification: String,
    modules: u64,
    publications: u64,
    illustrations: u64,
    others: u64,
    content_types: BTreeMap<String, u64>,
    languages: Vec<String>,
    issue_number: String,
    issue_date: String,
    customer: String,
    sender: String,
    product_info: String,
    title: String,
    model: String,
    completeness: String,
    completeness_reason: String,
    xsd: String,
    xsd_issues: Vec<String>,
    pms: Vec<(String, String)>,
    #[serde(default)]
    checked_against: Option<String>,
    #[serde(default)]
    rule_sources: Vec<String>,
}

impl From<&PackageSummary> for StoredSummary {
    fn from(summary: &PackageSummary) -> Self {
        let summary = summary.clone();
        Self {
            kind: summary.kind.as_str().to_owned(),
            specification: summary.specification,
            modules: summary.modules,
            publications: summary.publications,
            illustrations: summary.illustrations,
            others: summary.others,
            content_types: summary.content_types,
            languages: summary.languages,
            issue_number: summary.issue_number,
            issue_date: summary.issue_date,
            customer: summary.customer,
            sender: summary.sender,
            product_info: summary.product_info,
            title: summary.title,
            model: summary.model,
            completeness: summary.completeness.as_str().to_owned(),
            completeness_reason: summary.completeness_reason,
            xsd: summary.xsd.as_str().to_owned(),
            xsd_issues: summary.xsd_issues,
            pms: summary.pms,
            checked_against: summary.checked_against,
            rule_sources: summary.rule_sources.into_iter().map(|manual| manual.0).collect(),
        }
    }
}

impl StoredSummary {
    /// `None` when it contains an unknown word.
    pub(super) fn into_summary(self) -> Option<PackageSummary> {
        Some(PackageSummary {
            kind: PackageKind::parse(&self.kind)?,
            specification: self.specification,
            modules: self.modules,
            publications: self.publications,
            illustrations: self.illustrations,
            others: self.others,
            content_types: self.content_types,
            languages: self.languages,
            issue_number: self.issue_number,
            issue_date: self.issue_date,
            customer: self.customer,
            sender: self.sender,
            product_info: self.product_info,
            title: self.title,
            model: self.model,
            completeness: Completeness::parse(&self.completeness)?,
            completeness_reason: self.completeness_reason,
            xsd: XsdCheck::parse(&self.xsd)?,
            xsd_issues: self.xsd_issues,
            pms: self.pms,
            checked_against: self.checked_against,
            rule_sources: self.rule_sources.into_iter().map(ManualId).collect(),
        })
    }
}
