//! Wire types for the guard of minimum equipment lists.

use app::editing::dispatch_guard::{DispatchOverride, GuardMaster, GuardedItem, LineExcess};
use app::editing::dispatch_overrides::{ItemGuard, OverrideDecision};
use chrono::{DateTime, Utc};
use domain::dispatch::{DispatchWarningKind, MasterVersions, parse_override_reason};
use domain::field::{FieldCode, FieldErrors};
use domain::id::VersionId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Limit of the languages of an item.
const MAX_MASTERS: usize = 100;

/// The verdict of the guard about a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ItemGuard)]
pub struct ItemGuardView {
    /// Left out when neither the module nor its counterpart in the MMEL is a MEL item.
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
    /// The item of the MMEL in all its languages; empty when no MMEL of the database has it.
    pub masters: Vec<GuardMasterView>,
    /// Points that it allows beyond the MMEL, and those that a person has to judge.
    pub excesses: Vec<LineExcessView>,
    /// It cannot be released unless somebody overrides its excesses.
    pub is_blocked: bool,
    /// The override for these versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub overridden: Option<DispatchOverrideView>,
}

impl From<GuardedItem> for GuardedItemView {
    fn from(item: GuardedItem) -> Self {
        Self {
            version: item.version.to_string(),
            is_blocked: item.is_blocked(),
            masters: item.masters.into_iter().map(GuardMasterView::from).collect(),
            excesses: item.excesses.into_iter().map(LineExcessView::from).collect(),
            overridden: item.overridden.map(DispatchOverrideView::from),
        }
    }
}

/// A version of the item of the MMEL.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GuardMaster)]
pub struct GuardMasterView {
    pub version: String,
    /// Left out when I may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub path: Option<String>,
    #[schema(example = "en-US")]
    pub language: String,
}

impl From<GuardMaster> for GuardMasterView {
    fn from(GuardMaster { version, path, language }: GuardMaster) -> Self {
        Self { version: version.to_string(), path, language }
    }
}

/// Something that an item allows beyond the MMEL, or that a person has to judge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LineExcess)]
pub struct LineExcessView {
    /// The label of the line, or its number; empty for the whole item.
    #[schema(example = "A")]
    pub label: String,
    /// As in the warnings of `/drafts/dispatchItem`; of the whole item `moduleApplicability`, `withdrawn`, `noMaster`
    /// or `unreadable`.
    #[schema(example = "category")]
    pub code: String,
    /// The value of the MMEL, the sign of a procedure, or an own proviso; possibly empty.
    #[schema(example = "C")]
    pub value: String,
    /// It allows more than the MMEL; otherwise a person has to judge it.
    pub less_restrictive: bool,
}

impl From<LineExcess> for LineExcessView {
    fn from(LineExcess { label, code, value, kind, .. }: LineExcess) -> Self {
        Self { label, code: code.to_owned(), value, less_restrictive: kind == DispatchWarningKind::LessRestrictive }
    }
}

/// An approved exception from the MMEL, for the versions that were compared.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DispatchOverride)]
pub struct DispatchOverrideView {
    pub version: String,
    /// The versions of the item of the MMEL, ascending.
    pub master_versions: Vec<String>,
    pub reason: String,
    /// An account.
    pub approved_by: String,
    pub approved_on: DateTime<Utc>,
}

impl From<DispatchOverride> for DispatchOverrideView {
    fn from(given: DispatchOverride) -> Self {
        Self {
            version: given.version.to_string(),
            master_versions: given.masters.ids().iter().map(ToString::to_string).collect(),
            reason: given.reason,
            approved_by: given.approved_by,
            approved_on: given.approved_on,
        }
    }
}

/// Overrides what a MEL item allows beyond the MMEL, or leaves to be judged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OverrideItemRequest {
    /// The ids of the versions that were read. Others in the library are a conflict.
    pub version: String,
    /// Of all languages of the MMEL item, in any order.
    pub master_versions: Vec<String>,
    pub reason: String,
}

impl OverrideItemRequest {
    pub fn parse(self) -> Result<OverrideDecision, app::Error> {
        let mut errors = FieldErrors::default();
        let version = errors.take("version", VersionId::parse(&self.version).ok_or(FieldCode::UnknownValue));
        let masters: Option<Vec<VersionId>> = self.master_versions.iter().map(|id| VersionId::parse(id)).collect();
        let masters = masters.filter(|ids| ids.len() <= MAX_MASTERS).map(MasterVersions::new);
        let masters = errors.take("masterVersions", masters.ok_or(FieldCode::UnknownValue));
        let reason = errors.take("reason", parse_override_reason(&self.reason));
        match (version, masters, reason) {
            (Some(version), Some(masters), Some(reason)) => Ok(OverrideDecision { version, masters, reason }),
            _ => Err(errors.into_list().into()),
        }
    }
}
