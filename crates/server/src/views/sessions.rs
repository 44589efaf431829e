//! Wire types for sessions.

use app::Caller;
use app::users::access::PlacePermissions;
use app::users::sessions::Credentials;
use chrono::{DateTime, Utc};
use domain::id::SessionId;
use domain::permission::Permission;
use domain::session::Session;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::identity_providers::OfferedProviderView;
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
    /// A code of the authenticator app, or a recovery code; used only for accounts with a second factor.
    #[schema(value_type = String, nullable = false, required = false)]
    pub code: Option<Secret>,
}

impl From<LogInRequest> for Credentials {
    fn from(request: LogInRequest) -> Self {
        Self {
            account: request.account,
            password: request.password.into_exposed(),
            code: request.code.map(Secret::into_exposed),
        }
    }
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

/// An active session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    pub id: String,
    /// The session of this request.
    pub current: bool,
    /// The client's network address at login.
    pub address: String,
    /// The browser or program, as its `User-Agent` names it; may be empty.
    pub device: String,
    pub created_on: DateTime<Utc>,
    /// The last use, to within five minutes.
    pub used_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
}

impl SessionView {
    /// Builds the view; `current` is the session of the request.
    pub fn new(session: Session, current: &SessionId) -> Self {
        Self {
            current: session.id == *current,
            id: session.id.0,
            address: session.client.address,
            device: session.client.device,
            created_on: session.created_on,
            used_on: session.used_on,
            expires_on: session.expires_on,
        }
    }
}

/// The current user and their permissions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Me)]
pub struct MeView {
    pub user: UserView,
    /// The names used by the web's capability checks.
    pub permissions: Vec<PermissionView>,
    /// The databases and manuals where grants leave the user fewer permissions. A manual that is not listed follows its
    /// database.
    pub exceptions: Vec<PlacePermissionsView>,
    pub must_change_password: bool,
    /// The role requires a second factor and the account has none: until it is set up, most calls return 403.
    pub must_add_factor: bool,
    pub session_expires_on: DateTime<Utc>,
    /// The identity provider at which the user signed in; `null` for a password.
    pub identity_provider: Option<OfferedProviderView>,
    pub powered_by: PoweredByView,
}

/// The permissions of a user in a database or manual.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PlacePermissions)]
pub struct PlacePermissionsView {
    /// In lower case.
    #[schema(example = "/h160/mel")]
    pub path: String,
    pub permissions: Vec<PermissionView>,
}

impl From<PlacePermissions> for PlacePermissionsView {
    fn from(place: PlacePermissions) -> Self {
        let permissions = place.permissions.into_iter().map(PermissionView).collect();
        Self { path: place.path, permissions }
    }
}

impl MeView {
    /// Builds the view.
    pub fn new(caller: Caller, exceptions: Vec<PlacePermissions>, powered_by: &PoweredBy) -> Self {
        let must_change_password = caller.must_change_password();
        let Caller { user, session, must_add_factor, .. } = caller;
        let provider = session.provider;
        let permissions = Permission::ALL.into_iter().filter(|permission| user.may(*permission));
        Self {
            permissions: permissions.map(PermissionView).collect(),
            exceptions: exceptions.into_iter().map(PlacePermissionsView::from).collect(),
            must_change_password,
            must_add_factor,
            session_expires_on: session.expires_on,
            identity_provider: provider.map(|by| OfferedProviderView { id: by.id.0, name: by.name }),
            powered_by: PoweredByView { name: powered_by.name.clone(), url: powered_by.url.clone() },
            user: user.into(),
        }
    }
}
