//! Wire types for files of people.

use app::users::group_files::ImportMode;
use app::users::user_files::{UserChange, UserChanges, ValueChange};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::groups::import_mode;

/// People as CSV.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportUsersRequest {
    /// Column `account`, optionally `name`, `email`, `role`, `status`, `guestUntil` and `groups` (one name per line); others
    /// are ignored. An unknown account with name and address is made.
    pub csv: String,
    /// Default: the file is only checked.
    #[serde(default)]
    pub apply: bool,
    /// The `digest` of the check whose changes are applied.
    #[serde(default)]
    pub preview: String,
}

impl ImportUsersRequest {
    pub fn mode(&self) -> Result<ImportMode, app::Error> {
        import_mode(self.apply, &self.preview)
    }
}

/// The changes of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserChanges)]
pub struct UserChangesView {
    pub changes: Vec<UserChangeView>,
    /// Identifies the changes: sent back as `preview`, exactly these are applied.
    pub digest: String,
}

impl From<UserChanges> for UserChangesView {
    fn from(UserChanges { changes, digest }: UserChanges) -> Self {
        Self { changes: changes.into_iter().map(UserChangeView::from).collect(), digest }
    }
}

/// The change of an account by a file.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserChange)]
pub struct UserChangeView {
    pub account: String,
    /// The account is made. Nobody knows its password.
    pub is_new: bool,
    pub values: Vec<UserValueChangeView>,
    /// The names of groups that the person joins.
    pub joined: Vec<String>,
    /// The names of groups that the person leaves.
    pub left: Vec<String>,
}

impl From<UserChange> for UserChangeView {
    fn from(UserChange { account, is_new, values, joined, left }: UserChange) -> Self {
        Self { account, is_new, values: values.into_iter().map(UserValueChangeView::from).collect(), joined, left }
    }
}

/// A changed value of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UserValueChange)]
pub struct UserValueChangeView {
    /// `name`, `email`, `role`, `status` or `guestUntil`.
    pub name: String,
    /// Empty for a new account, and for one without an end.
    pub before: String,
    pub after: String,
}

impl From<ValueChange> for UserValueChangeView {
    fn from(ValueChange { name, before, after }: ValueChange) -> Self {
        Self { name: name.to_owned(), before, after }
    }
}
