//! User accounts, and in the modules below their sessions, messages, bookmarks, operators and the audit log.

pub mod access;
pub mod answered_calls;
pub mod audit;
pub mod auditors;
pub mod bulk;
pub mod confirmation;
pub mod counts;
pub mod group_files;
pub mod groups;
pub mod house_styles;
pub mod identity_providers;
mod line_files;
pub mod mail;
pub mod notifications;
mod opening;
pub mod operators;
pub mod own;
mod provider_accounts;
pub mod provider_sign_in;
pub mod registration;
pub mod second_factor;
pub mod service_tokens;
pub mod sessions;
pub mod sign_in_settings;
pub mod user_files;
pub mod workspace;

use chrono::{DateTime, SecondsFormat, Utc};
use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldErrors};
use domain::id::UserId;
use domain::page::{Page, PageRequest};
use domain::password::Password;
use domain::permission::{Permission, Role};
use domain::text;
use domain::user::{Account, Email, Preferences, User, UserStatus};
use store::Tx;

use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, UserError};
use crate::core::passwords;

pub use store::users::{UserFilter, UserSort};

const MAX_DISPLAY_NAME: usize = 120;

/// An account to be made, as typed.
#[derive(Clone)]
pub struct NewUser {
    pub account: String,
    pub email: String,
    pub display_name: String,
    pub role: Role,
    /// Without one the server makes one, to be changed at the first sign-in.
    pub password: Option<String>,
    /// The end of a guest account.
    pub guest_until: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for NewUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewUser").field("account", &self.account).finish_non_exhaustive()
    }
}

/// An administrator's change to an account.
#[derive(Debug, Clone)]
pub struct UserUpdate {
    pub account: String,
    pub email: String,
    pub display_name: String,
    pub role: Role,
    pub status: UserStatus,
    pub guest_until: GuestChange,
    pub version: i64,
}

/// A change of the end of a guest account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum GuestChange {
    #[default]
    Keep,
    /// Without a time the account has no end.
    Set(Option<DateTime<Utc>>),
}

impl GuestChange {
    fn of(self, before: &User) -> Option<DateTime<Utc>> {
        match self {
            Self::Keep => before.guest_until,
            Self::Set(until) => until,
        }
    }
}

/// An account with another role, status and end; what is not given stays as it is.
fn with_values(before: &User, role: Option<Role>, status: Option<UserStatus>, guest_until: GuestChange) -> User {
    User {
        role: role.unwrap_or(before.role),
        status: status.unwrap_or(before.status),
        guest_until: guest_until.of(before),
        ..before.clone()
    }
}

struct ParsedUser {
    account: Account,
    email: Email,
    display_name: String,
    password: Option<Password>,
    guest_until: Option<DateTime<Utc>>,
}

/// Administrators are no guests: the last of them must not be locked out by a date.
fn check_guest(role: Role, until: Option<DateTime<Utc>>) -> Result<Option<DateTime<Utc>>, FieldCode> {
    if role == Role::Admin && until.is_some() { Err(FieldCode::GuestAdmin) } else { Ok(until) }
}

fn check(new: &NewUser, errors: &mut FieldErrors) -> Option<ParsedUser> {
    let account = errors.take("account", Account::parse(&new.account));
    let email = errors.take("email", Email::parse(&new.email));
    let display_name = errors.take("displayName", text::line(&new.display_name, 0, MAX_DISPLAY_NAME));
    let password = match &new.password {
        Some(password) => Some(errors.take("password", Password::parse(password))?),
        None => None,
    };
    let guest_until = errors.take("guestUntil", check_guest(new.role, new.guest_until));
    Some(ParsedUser {
        account: account?,
        email: email?,
        display_name: display_name?,
        password,
        guest_until: guest_until?,
    })
}

fn check_all(new: &NewUser) -> Result<ParsedUser, Error> {
    let mut errors = FieldErrors::default();
    let checked = check(new, &mut errors);
    errors.finish()?;
    checked.ok_or(Error::Invalid(Vec::new()))
}

/// Makes an active account; the second value is the password, if the server made it.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewUser) -> Result<(User, Option<String>), Error> {
    caller.require(Permission::ManageUsers)?;
    // An account with a chosen password is a second person for approvals.
    require_recent(ctx, caller).await?;
    // The administrator knows this password, so the owner must change it.
    create_as(ctx, &caller.actor(), new, MustChange::AtNextSignIn).await
}

/// Makes an active account on behalf of `actor`, who has been asked already.
pub async fn create_as(
    ctx: &Ctx,
    actor: &Actor,
    new: &NewUser,
    must_change: MustChange,
) -> Result<(User, Option<String>), Error> {
    let checked = check_all(new)?;
    let (password, made) = chosen_or_made(checked.password.clone())?;
    let hash = ctx.hasher.hash(&password).await?;
    let user = build(ctx, checked, new.role, UserStatus::Active, must_change);
    let mut tx = ctx.db.begin().await?;
    insert(ctx, &mut tx, actor, "user.created", &user, &hash).await?;
    store::users::update_email_trust(&mut tx, &user.id, true).await?;
    tx.commit().await?;
    tracing::info!(user.account = %user.account, user.role = user.role.as_str(), "Created {}", user.account);
    Ok((user, made))
}

/// The password, and its text if it was made here and must be told.
fn chosen_or_made(chosen: Option<Password>) -> Result<(Password, Option<String>), Error> {
    if let Some(password) = chosen {
        return Ok((password, None));
    }
    let text = passwords::generate();
    let password = Password::parse(&text).map_err(|code| Error::field("password", code))?;
    Ok((password, Some(text)))
}

/// The hash of a password that nobody knows.
async fn hash_unknown(ctx: &Ctx) -> Result<String, Error> {
    let (password, _) = chosen_or_made(None)?;
    ctx.hasher.hash(&password).await
}

fn build(ctx: &Ctx, checked: ParsedUser, role: Role, status: UserStatus, must_change: MustChange) -> User {
    let now = ctx.clock.now();
    User {
        id: UserId(ctx.ids.next()),
        account: checked.account,
        email: checked.email,
        display_name: checked.display_name,
        role,
        status,
        must_change_password: must_change == MustChange::AtNextSignIn,
        preferences: Preferences::default(),
        created_on: now,
        updated_on: now,
        last_sign_in_on: None,
        version: 1,
        second_factor_on: None,
        guest_until: checked.guest_until,
        is_auditor: false,
    }
}

async fn insert(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    action: &'static str,
    user: &User,
    hash: &str,
) -> Result<(), Error> {
    if !store::users::insert(tx, user, hash).await? {
        return Err(UserError::AccountTaken.into());
    }
    let mut change = ctx.change(actor, action, "user", user.account.as_str());
    change.detail = vec![
        ("role".to_owned(), user.role.as_str().to_owned()),
        ("status".to_owned(), user.status.as_str().to_owned()),
        ("email".to_owned(), user.email.as_str().to_owned()),
    ];
    if user.guest_until.is_some() {
        change.detail.push(("guestUntil".to_owned(), guest_end(user)));
    }
    tx.record(change);
    Ok(())
}

/// Changes what an administrator may change about an account.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &UserUpdate) -> Result<User, Error> {
    caller.require(Permission::ManageUsers)?;
    let before = find_named(&mut caller.read(ctx).await?, &update.account).await?;
    if is_delicate(&before, update) {
        require_recent(ctx, caller).await?;
    }
    update_as(ctx, &caller.actor(), update).await
}

/// A change of rights, or of who can sign in: providers find people by their address.
fn is_delicate(before: &User, update: &UserUpdate) -> bool {
    let has_other_email = Email::parse(&update.email).is_ok_and(|email| email != before.email);
    let has_other_end = update.guest_until.of(before) != before.guest_until;
    has_other_email || has_other_end || (before.role, before.status) != (update.role, update.status)
}

async fn update_as(ctx: &Ctx, actor: &Actor, update: &UserUpdate) -> Result<User, Error> {
    let mut errors = FieldErrors::default();
    let email = errors.take("email", Email::parse(&update.email));
    let display_name = errors.take("displayName", text::line(&update.display_name, 0, MAX_DISPLAY_NAME));
    errors.finish()?;
    let (Some(email), Some(display_name)) = (email, display_name) else {
        return Err(Error::Invalid(Vec::new()));
    };

    let mut tx = ctx.db.begin().await?;
    let before = find_named(&mut tx, &update.account).await?;
    if before.version != update.version {
        return Err(Error::ChangedMeanwhile);
    }
    let guest_until = update.guest_until.of(&before);
    let wanted = User { email, display_name, role: update.role, status: update.status, guest_until, ..before.clone() };
    let after = replace(ctx, &mut tx, actor, &before, wanted).await?;
    tx.commit().await?;
    ctx.sessions.forget(&after.id);
    tracing::info!(user.account = %after.account, "Updated {}", after.account);
    Ok(after)
}

/// The rules about one account; fails with a field and its reason.
fn check_rules(before: &User, wanted: &User) -> Result<(), (&'static str, FieldCode)> {
    if !before.can_become(wanted.status) {
        return Err(("status", FieldCode::UnknownValue));
    }
    check_guest(wanted.role, wanted.guest_until).map_err(|code| ("guestUntil", code))?;
    if before.is_auditor && wanted.guest_until.is_none() {
        return Err(("guestUntil", FieldCode::Required));
    }
    if before.is_auditor && wanted.role != Role::Reader {
        return Err(("role", FieldCode::NotTogether));
    }
    Ok(())
}

/// Stores `wanted` over `before`, unless a rule about accounts forbids it. Who may not sign in any more is signed out.
async fn replace(ctx: &Ctx, tx: &mut Tx, actor: &Actor, before: &User, wanted: User) -> Result<User, Error> {
    check_rules(before, &wanted).map_err(|(field, code)| Error::field(field, code))?;
    let others = store::users::lock_other_active_admins(tx, &before.id).await?;
    if before.would_leave_no_admin(wanted.role, wanted.status, others) {
        return Err(UserError::LastAdmin.into());
    }
    let (sign_in, _) = store::settings::find_sign_in(tx).await?;
    let is_emergency = sign_in.emergency_account.as_ref() == Some(&before.account);
    if is_emergency && (wanted.role, wanted.status) != (Role::Admin, UserStatus::Active) {
        return Err(UserError::EmergencyAccount.into());
    }
    let after = write(ctx, tx, actor, before, wanted).await?;
    if after.email != before.email {
        store::users::update_email_trust(tx, &after.id, true).await?;
    }
    let now = ctx.clock.now();
    if !after.may_sign_in(now) {
        store::sessions::revoke_all(tx, &after.id, None, now).await?;
    }
    Ok(after)
}

/// Stores `wanted` over `before` and records what differs.
async fn write(ctx: &Ctx, tx: &mut Tx, actor: &Actor, before: &User, wanted: User) -> Result<User, Error> {
    if wanted.preferences != before.preferences {
        store::users::update_preferences(tx, &before.id, &wanted.preferences).await?;
    }
    let is_edit = User { preferences: before.preferences.clone(), ..wanted.clone() } != *before;
    let after = if is_edit { edit(ctx, tx, wanted).await? } else { wanted };
    // The aircraft that a person reads for is private, like their bookmarks.
    let detail = differences(before, &after);
    if !detail.is_empty() {
        tx.record(Change { detail, ..ctx.change(actor, "user.updated", "user", after.account.as_str()) });
    }
    Ok(after)
}

async fn edit(ctx: &Ctx, tx: &mut Tx, wanted: User) -> Result<User, Error> {
    let wanted = User { updated_on: ctx.clock.now(), ..wanted };
    if !store::users::update(tx, &wanted).await? {
        return Err(Error::ChangedMeanwhile);
    }
    Ok(User { version: wanted.version + 1, ..wanted })
}

fn differences(before: &User, after: &User) -> Vec<(String, String)> {
    let page_size = |user: &User| user.preferences.page_size.to_string();
    let muted = |user: &User| {
        let kinds: Vec<&str> = user.preferences.muted.iter().map(|kind| kind.as_str()).collect();
        kinds.join(", ")
    };
    let mail = |user: &User| {
        let kinds = user.preferences.mail.iter().map(|(kind, by)| format!("{} {}", kind.as_str(), by.as_str()));
        kinds.collect::<Vec<_>>().join(", ")
    };
    [
        ("pageSize", page_size(before).as_str(), page_size(after).as_str()),
        ("muted", &muted(before), &muted(after)),
        ("mail", &mail(before), &mail(after)),
        ("email", before.email.as_str(), after.email.as_str()),
        ("displayName", &before.display_name, &after.display_name),
        ("role", before.role.as_str(), after.role.as_str()),
        ("status", before.status.as_str(), after.status.as_str()),
        ("guestUntil", &guest_end(before), &guest_end(after)),
        ("locale", before.preferences.locale.as_str(), after.preferences.locale.as_str()),
    ]
    .into_iter()
    .filter(|(_, old, new)| old != new)
    .map(|(name, old, new)| (name.to_owned(), format!("{old} → {new}")))
    .collect()
}

/// The end of a guest account, for the audit log.
fn guest_end(user: &User) -> String {
    user.guest_until.map_or_else(|| "–".to_owned(), |end| end.to_rfc3339_opts(SecondsFormat::Secs, true))
}

async fn find_named(tx: &mut Tx, account: &str) -> Result<User, Error> {
    // A text that cannot be an account name belongs to no user.
    let account = Account::parse(account).map_err(|_| Error::NotFound(Missing::User))?;
    store::users::find_by_account(tx, &account).await?.ok_or(Error::NotFound(Missing::User))
}

/// Gives an account a one-time password and ends its sessions.
pub async fn reset_password(ctx: &Ctx, caller: &Caller, account: &str) -> Result<String, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    Ok(replace_password(ctx, &caller.actor(), account, None).await?.unwrap_or_default())
}

/// Whether the owner must change a password that another user set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MustChange {
    AtNextSignIn,
    No,
}

/// Replaces an account's password on behalf of `actor`, who has been asked already, and ends
/// its sessions; without a chosen one the server makes it and gives it back.
pub async fn replace_password(
    ctx: &Ctx,
    actor: &Actor,
    account: &str,
    chosen: Option<Password>,
) -> Result<Option<String>, Error> {
    let (password, made) = chosen_or_made(chosen)?;
    let hash = ctx.hasher.hash(&password).await?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    let user = find_named(&mut tx, account).await?;
    store::users::reset_password(&mut tx, &user.id, &hash, now).await?;
    store::sessions::revoke_all(&mut tx, &user.id, None, now).await?;
    tx.record(ctx.change(actor, "user.password_reset", "user", user.account.as_str()));
    tx.commit().await?;
    ctx.sessions.forget(&user.id);
    tracing::info!(user.account = %user.account, "Reset the password of {}", user.account);
    Ok(made)
}

/// Switches an account off on behalf of `actor`, who has been asked already.
pub async fn deactivate_as(ctx: &Ctx, actor: &Actor, account: &str) -> Result<User, Error> {
    let mut tx = ctx.db.read().await?;
    let user = find_named(&mut tx, account).await?;
    drop(tx);
    let change = UserUpdate {
        account: user.account.as_str().to_owned(),
        email: user.email.as_str().to_owned(),
        display_name: user.display_name,
        role: user.role,
        status: UserStatus::Inactive,
        guest_until: GuestChange::Keep,
        version: user.version,
    };
    update_as(ctx, actor, &change).await
}

/// Trusts the address of an account as it is, on behalf of `actor`, who has been asked already.
pub async fn trust_email_as(ctx: &Ctx, actor: &Actor, account: &str) -> Result<User, Error> {
    let mut tx = ctx.db.begin().await?;
    let user = find_named(&mut tx, account).await?;
    store::users::update_email_trust(&mut tx, &user.id, true).await?;
    let detail = vec![("emailTrusted".to_owned(), user.email.as_str().to_owned())];
    tx.record(Change { detail, ..ctx.change(actor, "user.updated", "user", user.account.as_str()) });
    tx.commit().await?;
    tracing::info!(user.account = %user.account, "Trusted the address of {}", user.account);
    Ok(user)
}

/// Ends the links of an account to identity providers, and its sessions, on behalf of `actor`, who has been asked
/// already.
pub async fn unlink_as(ctx: &Ctx, actor: &Actor, account: &str) -> Result<User, Error> {
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    let user = find_named(&mut tx, account).await?;
    let links = store::identity_providers::delete_links_of(&mut tx, &user.id).await?;
    store::sessions::revoke_all(&mut tx, &user.id, None, now).await?;
    let detail = vec![("links".to_owned(), links.to_string())];
    tx.record(Change { detail, ..ctx.change(actor, "user.identity_unlinked", "user", user.account.as_str()) });
    tx.commit().await?;
    ctx.sessions.forget(&user.id);
    tracing::info!(user.account = %user.account, "Ended the links of {}", user.account);
    Ok(user)
}

/// One account: everybody sees their own, an administrator sees all.
pub async fn find(ctx: &Ctx, caller: &Caller, account: &str) -> Result<User, Error> {
    if own::require_self(caller, account).is_err() {
        caller.require(Permission::ManageUsers)?;
    }
    let mut tx = caller.read(ctx).await?;
    find_named(&mut tx, account).await
}

/// Lists accounts.
pub async fn list(ctx: &Ctx, caller: &Caller, filter: &UserFilter, page: PageRequest) -> Result<Page<User>, Error> {
    caller.require(Permission::ManageUsers)?;
    Error::unless_searchable("filter", &filter.text)?;
    let mut tx = caller.read(ctx).await?;
    Ok(store::users::list(&mut tx, filter, page).await?)
}

/// The account that the first start makes.
pub const FIRST_ADMIN: &str = "admin";

/// Makes the first administrator where there is none; gives the password if the server made it.
///
/// A password that the installer chose spares the change at the first sign-in.
pub async fn ensure_first_admin(ctx: &Ctx, chosen: Option<&Password>) -> Result<Option<String>, Error> {
    let mut tx = ctx.db.read().await?;
    let administered = !store::users::list_active(&mut tx, domain::permission::Role::Admin).await?.is_empty();
    drop(tx);
    if administered {
        return Ok(None);
    }
    let new = NewUser {
        account: FIRST_ADMIN.to_owned(),
        email: "admin@localhost".to_owned(),
        display_name: String::new(),
        role: Role::Admin,
        password: chosen.map(|password| password.expose().to_owned()),
        guest_until: None,
    };
    let must_change = if chosen.is_some() { MustChange::No } else { MustChange::AtNextSignIn };
    match create_as(ctx, &Actor::System, &new, must_change).await {
        Ok((_, made)) => Ok(made),
        // Another node was faster, and printed the password.
        Err(Error::User(UserError::AccountTaken)) => Ok(None),
        Err(error) => Err(error),
    }
}
