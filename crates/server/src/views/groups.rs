//! Wire types for groups of users.

use app::users::group_files::{GroupChange, GroupChanges, ImportMode};
use app::users::groups::{GroupDetails, GroupFilter, GroupMember, GroupSummary, GroupWithMembers};
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize};

/// A group of users.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Group)]
pub struct GroupView {
    pub id: String,
    pub name: String,
    pub description: String,
    /// The number of members.
    pub member_count: u64,
    /// The number of databases and manuals in which it has a grant.
    pub grant_count: u64,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

impl From<GroupSummary> for GroupView {
    fn from(GroupSummary { group, members, grants }: GroupSummary) -> Self {
        Self {
            id: group.id.0,
            name: group.name,
            description: group.description,
            member_count: members,
            grant_count: grants,
            created_on: group.created_on,
            updated_on: group.updated_on,
            version: group.version,
        }
    }
}

/// A member of a group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GroupMember)]
pub struct GroupMemberView {
    pub account: String,
    pub display_name: String,
}

impl From<GroupMember> for GroupMemberView {
    fn from(GroupMember { account, display_name }: GroupMember) -> Self {
        Self { account, display_name }
    }
}

/// A group with its members, by account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GroupWithMembers)]
pub struct GroupWithMembersView {
    pub group: GroupView,
    pub members: Vec<GroupMemberView>,
}

impl From<GroupWithMembers> for GroupWithMembersView {
    fn from(GroupWithMembers { summary, members }: GroupWithMembers) -> Self {
        Self { group: summary.into(), members: members.into_iter().map(Into::into).collect() }
    }
}

/// Filter for a list of groups.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GroupListQuery {
    /// Part of the name.
    pub keyword: Option<String>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
}

impl From<GroupListQuery> for GroupFilter {
    fn from(query: GroupListQuery) -> Self {
        Self { text: query.keyword.unwrap_or_default(), member: None }
    }
}

/// A group to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGroupRequest {
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// The accounts of its members.
    #[serde(default)]
    pub members: Vec<String>,
}

impl From<CreateGroupRequest> for GroupDetails {
    fn from(request: CreateGroupRequest) -> Self {
        Self { name: request.name, description: request.description, members: request.members }
    }
}

/// A changed group, members included.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateGroupRequest {
    pub name: String,
    #[serde(default)]
    pub description: String,
    /// The accounts of its members.
    pub members: Vec<String>,
    pub version: i64,
}

impl From<UpdateGroupRequest> for GroupDetails {
    fn from(request: UpdateGroupRequest) -> Self {
        Self { name: request.name, description: request.description, members: request.members }
    }
}

/// Groups and members as CSV.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportGroupsRequest {
    /// Columns `group` and `account`, optionally `description`; others are ignored.
    pub csv: String,
    /// Default: the file is only checked.
    #[serde(default)]
    pub apply: bool,
    /// The `digest` of the check whose changes are applied.
    #[serde(default)]
    pub preview: String,
}

impl ImportGroupsRequest {
    pub fn mode(&self) -> Result<ImportMode, app::Error> {
        import_mode(self.apply, &self.preview)
    }
}

/// Applying a file needs the digest of its check.
pub fn import_mode(apply: bool, preview: &str) -> Result<ImportMode, app::Error> {
    match (apply, preview) {
        (false, _) => Ok(ImportMode::Check),
        (true, "") => Err(app::Error::field("preview", FieldCode::Required)),
        (true, digest) => Ok(ImportMode::Apply(digest.to_owned())),
    }
}

/// The changes of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GroupChanges)]
pub struct GroupChangesView {
    pub changes: Vec<GroupChangeView>,
    /// Identifies the changes: sent back as `preview`, exactly these are applied.
    pub digest: String,
}

impl From<GroupChanges> for GroupChangesView {
    fn from(GroupChanges { changes, digest }: GroupChanges) -> Self {
        Self { changes: changes.into_iter().map(GroupChangeView::from).collect(), digest }
    }
}

/// The change of a group by a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GroupChange)]
pub struct GroupChangeView {
    pub name: String,
    pub is_new: bool,
    /// The new description; missing when it stays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The accounts of new members.
    pub added: Vec<String>,
    /// The accounts of members that the file does not name.
    pub removed: Vec<String>,
}

impl From<GroupChange> for GroupChangeView {
    fn from(GroupChange { name, is_new, description, added, removed }: GroupChange) -> Self {
        Self { name, is_new, description, added, removed }
    }
}
