//! Wire types for sessions.

use chrono::{DateTime, Utc};
use domain::permission::Permission;
use domain::session::Session;
use domain::user::User;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::users::UserView;
use super::words::PermissionView;
use crate::secret::Secret;
use crate::state::PoweredBy;

/// Login credentials.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LogInRequest {
    pub account: String,
    #[schema(value_type = String)]
    pub password: Secret,
}

/// A registration; an administrator must activate it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RegisterRequest {
    pub account: String,
    pub email: String,
    #[serde(default)]
    pub display_name: String,
    #[schema(value_type = String)]
    pub password: Secret,
    #[schema(value_type = String)]
    pub confirm_password: Secret,
}

/// The registered account, waiting for activation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Registered)]
pub struct RegisteredView {
    pub account: String,
}

/// A change of the caller's own password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChangePasswordRequest {
    pub account: String,
    #[schema(value_type = String)]
    pub old_password: Secret,
    #[schema(value_type = String)]
    pub new_password: Secret,
    #[schema(value_type = String)]
    pub confirm_password: Secret,
}

/// The provider in the footer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PoweredBy)]
pub struct PoweredByView {
    pub name: String,
    pub url: String,
}

/// The current user and their permissions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Me)]
pub struct MeView {
    pub user: UserView,
    /// The names used by the web's capability checks.
    pub permissions: Vec<PermissionView>,
    pub must_change_password: bool,
    pub session_expires_on: DateTime<Utc>,
    pub powered_by: PoweredByView,
}

impl MeView {
    /// Builds the view.
    pub fn new(user: User, session: &Session, powered_by: &PoweredBy) -> Self {
        let permissions = Permission::ALL.into_iter().filter(|permission| user.may(*permission));
        Self {
            permissions: permissions.map(PermissionView).collect(),
            must_change_password: user.must_change_password,
            session_expires_on: session.expires_on,
            powered_by: PoweredByView { name: powered_by.name.clone(), url: powered_by.url.clone() },
            user: user.into(),
        }
    }
}
