//! Wire types for findings of books and websites.

use app::publications::lists::{PublicationFinding, PublicationFindings};
use serde::Serialize;
use utoipa::ToSchema;

/// The findings of the books and websites of a publication: text or images that are absent or drawn differently.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PublicationFindings)]
pub struct PublicationFindingsView {
    pub count: u64,
    /// The first of them, at most 200; the files have all.
    pub items: Vec<PublicationFindingView>,
}

impl From<PublicationFindings> for PublicationFindingsView {
    fn from(findings: PublicationFindings) -> Self {
        let items = findings.items.into_iter().map(PublicationFindingView::from).collect();
        Self { count: findings.count, items }
    }
}

/// Something that a book or website lacks or shows differently.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationFinding)]
pub struct PublicationFindingView {
    /// The artifact that lists it.
    pub file_name: String,
    /// As in that artifact.
    pub code: String,
    /// The key of a module or the name of a picture file; empty for the whole book.
    pub object: String,
    pub detail: String,
}

impl From<PublicationFinding> for PublicationFindingView {
    fn from(finding: PublicationFinding) -> Self {
        let PublicationFinding { file_name, code, object, detail } = finding;
        Self { file_name, code, object, detail }
    }
}
