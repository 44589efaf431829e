//! Wire types for the access to databases and manuals.

use app::core::error::Missing;
use app::users::access::{AccessUpdate, GranteeName, PlaceAccess, PlaceSummary, UserAccess};
use domain::access::{AccessLevel, AccessReason};
use domain::field::{FieldCode, FieldError};
use domain::path::CsdbPath;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The rights in a database or manual; each level includes the ones before it.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AccessLevel)]
pub enum AccessLevelView {
    None,
    Read,
    Author,
    Approve,
}

impl From<AccessLevel> for AccessLevelView {
    fn from(level: AccessLevel) -> Self {
        match level {
            AccessLevel::None => Self::None,
            AccessLevel::Read => Self::Read,
            AccessLevel::Author => Self::Author,
            AccessLevel::Approve => Self::Approve,
        }
    }
}

impl From<AccessLevelView> for AccessLevel {
    fn from(level: AccessLevelView) -> Self {
        match level {
            AccessLevelView::None => Self::None,
            AccessLevelView::Read => Self::Read,
            AccessLevelView::Author => Self::Author,
            AccessLevelView::Approve => Self::Approve,
        }
    }
}

/// A grant to a user or to a group.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AccessGrant)]
pub struct AccessGrantView {
    /// The account of the user; left out for a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub account: Option<String>,
    /// The name of the group; left out for a user.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub group: Option<String>,
    /// In a change: left out takes the grant away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<AccessLevelView>,
}

/// The access to one database or manual.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlaceAccess)]
pub struct PlaceAccessView {
    /// As in `/H160/MEL`.
    pub path: String,
    /// Only people and groups with a grant see it; otherwise the role decides.
    pub limited: bool,
    /// Groups first, then users, by name.
    pub grants: Vec<AccessGrantView>,
}

impl From<PlaceAccess> for PlaceAccessView {
    fn from(place: PlaceAccess) -> Self {
        let grant = |(name, level): (GranteeName, AccessLevel)| {
            let (account, group) = match name {
                GranteeName::Account(account) => (Some(account), None),
                GranteeName::Group(group) => (None, Some(group)),
            };
            AccessGrantView { account, group, level: Some(level.into()) }
        };
        Self { path: place.path, limited: place.limited, grants: place.grants.into_iter().map(grant).collect() }
    }
}

/// The limit of one database or manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlaceSummary)]
pub struct PlaceSummaryView {
    /// As in `/H160/MEL`; a database stands before its manuals.
    pub path: String,
    pub limited: bool,
    /// The number of its own grants.
    pub grant_count: usize,
}

impl From<PlaceSummary> for PlaceSummaryView {
    fn from(PlaceSummary { path, limited, grants }: PlaceSummary) -> Self {
        Self { path, limited, grant_count: grants }
    }
}

/// The path of a database or manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccessQuery {
    /// As in `/H160` or `/H160/MEL`.
    pub path: String,
}

impl AccessQuery {
    pub fn path(&self) -> Result<CsdbPath, app::Error> {
        CsdbPath::parse(&self.path).ok_or(app::Error::NotFound(Missing::Csdb))
    }
}

/// A change of the access to some databases and manuals: all or none.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateAccessRequest {
    /// As in `/H160` or `/H160/MEL`.
    pub paths: Vec<String>,
    /// Left out: as it is.
    pub limited: Option<bool>,
    #[serde(default)]
    pub grants: Vec<AccessGrantView>,
    /// Takes all other grants of these databases and manuals away.
    #[serde(default)]
    pub replace: bool,
}

impl UpdateAccessRequest {
    pub fn parse(self) -> Result<AccessUpdate, app::Error> {
        let (mut places, mut grants, mut errors) = (Vec::new(), Vec::new(), Vec::new());
        for (index, path) in self.paths.iter().enumerate() {
            match CsdbPath::parse(path) {
                Some(path) => places.push(path),
                None => errors.push(FieldError::new(format!("paths[{index}]"), FieldCode::UnknownValue)),
            }
        }
        for (index, grant) in self.grants.into_iter().enumerate() {
            let name = match (grant.account, grant.group) {
                (Some(account), None) => GranteeName::Account(account),
                (None, Some(group)) => GranteeName::Group(group),
                _ => {
                    errors.push(FieldError::new(format!("grants[{index}]"), FieldCode::Required));
                    continue;
                }
            };
            grants.push((name, grant.level.map(AccessLevel::from)));
        }
        if errors.is_empty() {
            Ok(AccessUpdate { places, limited: self.limited, grants, replace: self.replace })
        } else {
            Err(app::Error::Invalid(errors))
        }
    }
}

/// Why a level holds.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AccessReason)]
pub enum AccessReasonView {
    /// Administrators see everything.
    Administrator,
    /// Nothing is limited, so the role decides.
    Role,
    OwnGrant,
    Group,
    /// The place is limited, and there is no grant.
    NoGrant,
}

/// The level of a user in a database or manual, and the reason for it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserAccess)]
pub struct UserAccessView {
    pub path: String,
    pub level: AccessLevelView,
    pub reason: AccessReasonView,
    /// The group that the level comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub group: Option<String>,
    /// The rule is one of the manual, not of its database.
    pub of_manual: bool,
}

impl From<UserAccess> for UserAccessView {
    fn from(UserAccess { path, access }: UserAccess) -> Self {
        let (reason, group) = match access.reason {
            AccessReason::Administrator => (AccessReasonView::Administrator, None),
            AccessReason::Role => (AccessReasonView::Role, None),
            AccessReason::OwnGrant => (AccessReasonView::OwnGrant, None),
            AccessReason::Group(name) => (AccessReasonView::Group, Some(name)),
            AccessReason::NoGrant => (AccessReasonView::NoGrant, None),
        };
        Self { path, level: access.level.into(), reason, group, of_manual: access.of_manual }
    }
}

/// The account of a user.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct UserAccessQuery {
    pub account: String,
}
