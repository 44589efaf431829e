//! Wire types for users.

use app::users::bulk::BulkUpdate;
use app::users::own::{PreferencesUpdate, SelfUpdate};
use app::users::{GuestChange, NewUser, UserFilter, UserSort, UserUpdate};
use chrono::{DateTime, Utc};
use domain::effectivity::Effectivity;
use domain::id::GroupId;
use domain::language::Locale;
use domain::notification::NotificationKind;
use domain::permission::Role;
use domain::user::{Preferences, User, UserStatus};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::effectivity::EffectivityView;
use super::page::{OrderView, PageNumber, PageSize};
use super::preferences::MailByKindView;
use crate::secret::Secret;

/// A user's role.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = Role)]
pub enum RoleView {
    Admin,
    Approver,
    Author,
    Reader,
}

impl From<Role> for RoleView {
    fn from(role: Role) -> Self {
        match role {
            Role::Admin => Self::Admin,
            Role::Approver => Self::Approver,
            Role::Author => Self::Author,
            Role::Reader => Self::Reader,
        }
    }
}

impl From<RoleView> for Role {
    fn from(role: RoleView) -> Self {
        match role {
            RoleView::Admin => Self::Admin,
            RoleView::Approver => Self::Approver,
            RoleView::Author => Self::Author,
            RoleView::Reader => Self::Reader,
        }
    }
}

/// The status of an account.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = UserStatus)]
pub enum UserStatusView {
    Pending,
    Active,
    Inactive,
}

impl From<UserStatus> for UserStatusView {
    fn from(status: UserStatus) -> Self {
        match status {
            UserStatus::Pending => Self::Pending,
            UserStatus::Active => Self::Active,
            UserStatus::Inactive => Self::Inactive,
        }
    }
}

impl From<UserStatusView> for UserStatus {
    fn from(status: UserStatusView) -> Self {
        match status {
            UserStatusView::Pending => Self::Pending,
            UserStatusView::Active => Self::Active,
            UserStatusView::Inactive => Self::Inactive,
        }
    }
}

/// A language of the user interface.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[schema(as = Locale)]
pub enum LocaleView {
    #[serde(rename = "en-US")]
    English,
    #[serde(rename = "zh-CN")]
    Chinese,
}

/// Enables or mutes each kind of notification.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[schema(as = NotifyByKind)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of a form")]
pub struct NotifyByKindView {
    pub accounts: bool,
    pub jobs: bool,
    pub revisions: bool,
    pub comments: bool,
}

/// A user's settings.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Preferences)]
pub struct PreferencesView {
    pub locale: LocaleView,
    /// 10, 20, 50 or 100.
    pub page_size: u32,
    pub notify_by_kind: NotifyByKindView,
    pub effectivity: EffectivityView,
    pub mail_by_kind: MailByKindView,
}

impl From<&Preferences> for PreferencesView {
    fn from(preferences: &Preferences) -> Self {
        let wants = |kind| !preferences.muted.contains(&kind);
        Self {
            locale: match preferences.locale {
                Locale::English => LocaleView::English,
                Locale::Chinese => LocaleView::Chinese,
            },
            page_size: preferences.page_size,
            notify_by_kind: NotifyByKindView {
                accounts: wants(NotificationKind::Accounts),
                jobs: wants(NotificationKind::Jobs),
                revisions: wants(NotificationKind::Revisions),
                comments: wants(NotificationKind::Comments),
            },
            effectivity: EffectivityView::from(&preferences.effectivity),
            mail_by_kind: MailByKindView::from(preferences),
        }
    }
}

/// Settings to change; omitted ones stay.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdatePreferencesRequest {
    #[schema(nullable = false)]
    pub locale: Option<LocaleView>,
    /// 10, 20, 50 or 100.
    #[schema(nullable = false)]
    pub page_size: Option<u32>,
    #[schema(nullable = false)]
    pub notify_by_kind: Option<NotifyByKindView>,
    #[schema(nullable = false)]
    pub effectivity: Option<EffectivityView>,
    #[schema(nullable = false)]
    pub mail_by_kind: Option<MailByKindView>,
}

impl From<UpdatePreferencesRequest> for PreferencesUpdate {
    fn from(request: UpdatePreferencesRequest) -> Self {
        let locale = request.locale.map(|locale| match locale {
            LocaleView::English => Locale::English,
            LocaleView::Chinese => Locale::Chinese,
        });
        Self {
            locale,
            page_size: request.page_size,
            muted: request.notify_by_kind.map(|by_kind| by_kind.muted()),
            effectivity: request.effectivity.map(Effectivity::from),
            mail: request.mail_by_kind.map(|by_kind| by_kind.deliveries()),
        }
    }
}

impl NotifyByKindView {
    fn muted(&self) -> Vec<NotificationKind> {
        let wanted = [
            (NotificationKind::Accounts, self.accounts),
            (NotificationKind::Jobs, self.jobs),
            (NotificationKind::Revisions, self.revisions),
            (NotificationKind::Comments, self.comments),
        ];
        wanted.into_iter().filter(|(_, wants)| !wants).map(|(kind, _)| kind).collect()
    }
}

/// A user account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    pub id: String,
    pub account: String,
    pub email: String,
    pub display_name: String,
    pub role: RoleView,
    pub status: UserStatusView,
    pub must_change_password: bool,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last_sign_in_on: Option<DateTime<Utc>>,
    /// The time since which login asks this account for a second factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub second_factor_on: Option<DateTime<Utc>>,
    /// The end of a guest account, which cannot sign in from then on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub guest_until: Option<DateTime<Utc>>,
    /// The account of an auditor; left out for others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub auditor: bool,
    pub preferences: PreferencesView,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

impl From<User> for UserView {
    fn from(user: User) -> Self {
        Self {
            id: user.id.0,
            account: user.account.as_str().to_owned(),
            email: user.email.as_str().to_owned(),
            display_name: user.display_name,
            role: user.role.into(),
            status: user.status.into(),
            must_change_password: user.must_change_password,
            created_on: user.created_on,
            updated_on: user.updated_on,
            last_sign_in_on: user.last_sign_in_on,
            second_factor_on: user.second_factor_on,
            guest_until: user.guest_until,
            auditor: user.is_auditor,
            preferences: PreferencesView::from(&user.preferences),
            version: user.version,
        }
    }
}

/// One change to many accounts; omitted values stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkUpdateUsersRequest {
    /// At most 500.
    pub accounts: Vec<String>,
    #[schema(nullable = false)]
    pub role: Option<RoleView>,
    #[schema(nullable = false)]
    pub status: Option<UserStatusView>,
    /// The end of guest accounts; `null` removes it, left out it stays.
    #[serde(default, deserialize_with = "given_end")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub guest_until: GuestChange,
    /// Ids of the groups that all of them join.
    #[serde(default)]
    #[schema(required = false)]
    pub join_groups: Vec<String>,
    /// Ids of the groups that all of them leave.
    #[serde(default)]
    #[schema(required = false)]
    pub leave_groups: Vec<String>,
}

impl From<BulkUpdateUsersRequest> for BulkUpdate {
    fn from(request: BulkUpdateUsersRequest) -> Self {
        let ids = |groups: Vec<String>| groups.into_iter().map(GroupId).collect();
        Self {
            accounts: request.accounts,
            role: request.role.map(Role::from),
            status: request.status.map(UserStatus::from),
            guest_until: request.guest_until,
            join: ids(request.join_groups),
            leave: ids(request.leave_groups),
        }
    }
}

/// An account to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateUserRequest {
    pub account: String,
    pub email: String,
    #[serde(default)]
    pub display_name: String,
    pub role: RoleView,
    /// Default: generated by the server and returned once.
    #[schema(value_type = Option<String>)]
    pub password: Option<Secret>,
    /// The end of a guest account, which cannot sign in from then on.
    #[schema(nullable = false)]
    pub guest_until: Option<DateTime<Utc>>,
}

impl From<CreateUserRequest> for NewUser {
    fn from(request: CreateUserRequest) -> Self {
        Self {
            account: request.account,
            email: request.email,
            display_name: request.display_name,
            role: request.role.into(),
            password: request.password.map(Secret::into_exposed),
            guest_until: request.guest_until,
        }
    }
}

/// A new account, with its password if the server generated it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatedUser)]
pub struct CreatedUserView {
    pub user: UserView,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, nullable = false, required = false)]
    pub password: Option<Secret>,
}

/// A whole account; only fields that an administrator may change are used.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    pub account: String,
    pub email: String,
    #[serde(default)]
    pub display_name: String,
    pub role: RoleView,
    pub status: UserStatusView,
    /// The end of a guest account; `null` removes it, left out it stays.
    #[serde(default, deserialize_with = "given_end")]
    #[schema(value_type = Option<DateTime<Utc>>)]
    pub guest_until: GuestChange,
    pub version: i64,
}

/// Reads a value, or `null`, that is not left out.
fn given_end<'de, D: serde::Deserializer<'de>>(value: D) -> Result<GuestChange, D::Error> {
    Option::deserialize(value).map(GuestChange::Set)
}

impl From<UpdateUserRequest> for UserUpdate {
    fn from(request: UpdateUserRequest) -> Self {
        Self {
            account: request.account,
            email: request.email,
            display_name: request.display_name,
            role: request.role.into(),
            status: request.status.into(),
            guest_until: request.guest_until,
            version: request.version,
        }
    }
}

/// The caller's own account; only fields that users may change are used, and omitted ones stay.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserSelfRequest {
    pub account: String,
    #[schema(nullable = false)]
    pub email: Option<String>,
    #[schema(nullable = false)]
    pub display_name: Option<String>,
    #[schema(nullable = false)]
    pub preferences: Option<UpdatePreferencesRequest>,
}

impl From<UpdateUserSelfRequest> for SelfUpdate {
    fn from(request: UpdateUserSelfRequest) -> Self {
        Self {
            account: request.account,
            email: request.email,
            display_name: request.display_name,
            preferences: request.preferences.unwrap_or_default().into(),
        }
    }
}

/// Selects an account.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountQuery {
    pub account: String,
}

/// Selects the account whose password is reset.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetPasswordRequest {
    pub account: String,
}

/// A one-time password, returned once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneTimePassword)]
pub struct OneTimePasswordView {
    pub account: String,
    #[schema(value_type = String)]
    pub password: Secret,
}

/// Sort column of an account list.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserSort)]
pub enum UserSortView {
    #[default]
    Account,
    Email,
    Role,
    Status,
    CreatedOn,
    LastSignInOn,
}

impl From<UserSortView> for UserSort {
    fn from(sort: UserSortView) -> Self {
        match sort {
            UserSortView::Account => Self::Account,
            UserSortView::Email => Self::Email,
            UserSortView::Role => Self::Role,
            UserSortView::Status => Self::Status,
            UserSortView::CreatedOn => Self::CreatedOn,
            UserSortView::LastSignInOn => Self::LastSignInOn,
        }
    }
}

/// Filter and order of an account list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct QueryAllUsersQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    pub sort: Option<UserSortView>,
    pub order: Option<OrderView>,
    /// Part of the account, the e-mail address or the name.
    pub filter: Option<String>,
    pub role: Option<RoleView>,
    pub status: Option<UserStatusView>,
}

impl From<QueryAllUsersQuery> for UserFilter {
    fn from(query: QueryAllUsersQuery) -> Self {
        Self {
            text: query.filter.unwrap_or_default(),
            role: query.role.map(Role::from),
            status: query.status.map(UserStatus::from),
            sort: query.sort.unwrap_or_default().into(),
            order: query.order.unwrap_or_default().into(),
        }
    }
}
