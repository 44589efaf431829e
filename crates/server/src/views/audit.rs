//! Wire types for the audit log.

use std::collections::BTreeMap;

use app::users::audit::ChangeFilter;
use chrono::{DateTime, Utc};
use domain::change::{ChainReport, LoggedChange};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};

/// One recorded change.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditEntry)]
pub struct AuditEntryView {
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub actor: String,
    #[schema(example = "user.created")]
    pub action: String,
    pub subject_kind: String,
    pub subject: String,
    /// Changed values, by name.
    pub detail: BTreeMap<String, String>,
    /// SHA-256 over the previous entry's hash and this entry.
    pub hash: String,
}

impl From<LoggedChange> for AuditEntryView {
    fn from(change: LoggedChange) -> Self {
        Self {
            seq: change.seq,
            at: change.at,
            actor: change.actor,
            action: change.action,
            subject_kind: change.subject_kind,
            subject: change.subject,
            detail: change.detail.into_iter().collect(),
            hash: change.hash,
        }
    }
}

/// Filter for the audit log.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of the actor's account.
    pub actor: Option<String>,
    /// Part of the action.
    pub action: Option<String>,
    /// Part of the subject's name.
    pub subject: Option<String>,
    /// Inclusive start.
    pub from: Option<DateTime<Utc>>,
    /// Exclusive end.
    pub to: Option<DateTime<Utc>>,
}

impl From<AuditQuery> for ChangeFilter {
    fn from(query: AuditQuery) -> Self {
        Self {
            actor: query.actor.unwrap_or_default(),
            action: query.action.unwrap_or_default(),
            subject: query.subject.unwrap_or_default(),
            from: query.from,
            to: query.to,
        }
    }
}

/// The result of verifying the hash chain.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditVerification)]
pub struct AuditVerificationView {
    pub intact: bool,
    pub checked: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub first_broken_seq: Option<i64>,
}

impl From<ChainReport> for AuditVerificationView {
    fn from(report: ChainReport) -> Self {
        Self { intact: report.first_broken.is_none(), checked: report.checked, first_broken_seq: report.first_broken }
    }
}
