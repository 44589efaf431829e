//! Wire types for the guard of minimum equipment lists.

use app::editing::dispatch_guard::{DispatchOverride, GuardedItem, LineExcess};
use app::editing::dispatch_overrides::{ItemGuard, OverrideDecision};
use chrono::{DateTime, Utc};
use domain::dispatch::parse_override_reason;
use domain::field::{FieldCode, FieldErrors};
use domain::id::VersionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the guard says about a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemGuard)]
pub struct ItemGuardView {
    /// Left out when the module is no MEL item with a counterpart in the MMEL.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub item: Option<GuardedItemView>,
    /// The overrides of all versions, newest first.
    pub overrides: Vec<DispatchOverrideView>,
    /// I may override what blocks it now.
    pub may_override: bool,
}

impl From<ItemGuard> for ItemGuardView {
    fn from(guard: ItemGuard) -> Self {
        Self {
            item: guard.item.map(GuardedItemView::from),
            overrides: guard.overrides.into_iter().map(DispatchOverrideView::from).collect(),
            may_override: guard.may_override,
        }
    }
}

/// The version of a MEL item in the working lane, compared with the MMEL.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GuardedItem)]
pub struct GuardedItemView {
    pub version: String,
    /// The item of the MMEL; left out when I may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub master_path: Option<String>,
    pub master_version: String,
    /// What it allows beyond the MMEL.
    pub excesses: Vec<LineExcessView>,
    /// It cannot be released unless somebody overrides what it allows.
    pub is_blocked: bool,
    /// The override for these two versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub overridden: Option<DispatchOverrideView>,
}

impl From<GuardedItem> for GuardedItemView {
    fn from(item: GuardedItem) -> Self {
        Self {
            version: item.version.to_string(),
            is_blocked: item.is_blocked(),
            master_path: item.master_path,
            master_version: item.master_version.to_string(),
            excesses: item.excesses.into_iter().map(LineExcessView::from).collect(),
            overridden: item.overridden.map(DispatchOverrideView::from),
        }
    }
}

/// Something that a line of an item allows beyond the MMEL.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LineExcess)]
pub struct LineExcessView {
    /// The label of the line, or its number.
    #[schema(example = "A")]
    pub label: String,
    /// As in the warnings of `/drafts/dispatchItem`.
    #[schema(example = "category")]
    pub code: String,
    /// The value of the MMEL, the sign of a procedure, or an own proviso; possibly empty.
    #[schema(example = "C")]
    pub value: String,
}

impl From<LineExcess> for LineExcessView {
    fn from(LineExcess { label, code, value, .. }: LineExcess) -> Self {
        Self { label, code: code.to_owned(), value }
    }
}

/// An approved exception from the MMEL, for two versions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DispatchOverride)]
pub struct DispatchOverrideView {
    pub version: String,
    pub master_version: String,
    pub reason: String,
    /// An account.
    pub approved_by: String,
    pub approved_on: DateTime<Utc>,
}

impl From<DispatchOverride> for DispatchOverrideView {
    fn from(given: DispatchOverride) -> Self {
        Self {
            version: given.version.to_string(),
            master_version: given.master.to_string(),
            reason: given.reason,
            approved_by: given.approved_by,
            approved_on: given.approved_on,
        }
    }
}

/// Overrides what a MEL item allows beyond the MMEL.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OverrideItemRequest {
    /// The ids of the versions that were read. Others in the library are a conflict.
    pub version: String,
    pub master_version: String,
    pub reason: String,
}

impl OverrideItemRequest {
    pub fn parse(self) -> Result<OverrideDecision, app::Error> {
        let mut errors = FieldErrors::default();
        let version = errors.take("version", VersionId::parse(&self.version).ok_or(FieldCode::UnknownValue));
        let master = VersionId::parse(&self.master_version).ok_or(FieldCode::UnknownValue);
        let master = errors.take("masterVersion", master);
        let reason = errors.take("reason", parse_override_reason(&self.reason));
        match (version, master, reason) {
            (Some(version), Some(master), Some(reason)) => Ok(OverrideDecision { version, master, reason }),
            _ => Err(errors.into_list().into()),
        }
    }
}
