//! Accounts of auditors: they read chosen collections and manuals until a date, and nothing else.

use chrono::{DateTime, Utc};
use domain::change::Change;
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, ManualId};
use domain::path::ManualPath;
use domain::permission::{Permission, Role};
use domain::user::{User, UserStatus};
use store::Tx;

use super::{MustChange, NewUser, build, check_all, chosen_or_made, edit, find_named, insert};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

pub use store::auditors::AuditorPlaces;

/// Auditors that are listed.
const MAX_AUDITORS: u64 = 1_000;
/// Collections or manuals of one auditor.
const MAX_PLACES: usize = 500;

/// The content that an auditor may read, and until when.
#[derive(Debug, Clone)]
pub struct AuditorAccess {
    pub until: DateTime<Utc>,
    pub collections: Vec<ComplianceCollectionId>,
    pub manuals: Vec<ManualPath>,
}

/// An account to be made, as typed.
#[derive(Debug, Clone)]
pub struct NewAuditor {
    pub account: String,
    pub email: String,
    pub display_name: String,
    pub access: AuditorAccess,
}

/// An auditor with what they may read.
#[derive(Debug, Clone)]
pub struct Auditor {
    pub user: User,
    pub places: AuditorPlaces,
}

/// All auditors by account.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<Auditor>, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let mut auditors = Vec::new();
    for user in store::auditors::list(&mut tx, MAX_AUDITORS).await? {
        let places = store::auditors::list_places(&mut tx, &user.id).await?;
        auditors.push(Auditor { user, places });
    }
    Ok(auditors)
}

/// Makes the account of an auditor; the second value is its first password, which the server makes.
pub async fn create(ctx: &Ctx, caller: &Caller, new: &NewAuditor) -> Result<(Auditor, String), Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let NewAuditor { account, email, display_name, access } = new;
    let account = NewUser {
        account: account.clone(),
        email: email.clone(),
        display_name: display_name.clone(),
        role: Role::Reader,
        password: None,
        guest_until: Some(access.until),
    };
    let checked = check_all(&account)?;
    if access.until <= ctx.clock.now() {
        return Err(Error::field("until", FieldCode::UnknownValue));
    }
    let (password, made) = chosen_or_made(None)?;
    let hash = ctx.hasher.hash(&password).await?;
    let user = build(ctx, checked, Role::Reader, UserStatus::Active, MustChange::AtNextSignIn);
    let user = User { is_auditor: true, ..user };
    let mut tx = caller.begin(ctx).await?;
    let (collections, manuals) = find_places(&mut tx, access).await?;
    insert(ctx, &mut tx, &caller.actor(), "user.created", &user, &hash).await?;
    store::users::update_email_trust(&mut tx, &user.id, true).await?;
    store::auditors::replace_places(&mut tx, &user.id, &collections, &manuals).await?;
    let auditor = told(ctx, &mut tx, caller, "auditor.created", user).await?;
    tx.commit().await?;
    tracing::info!(user.account = %auditor.user.account, "Created the auditor {}", auditor.user.account);
    Ok((auditor, made.unwrap_or_default()))
}

/// Changes what an auditor may read, and until when.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    account: &str,
    version: i64,
    access: &AuditorAccess,
) -> Result<Auditor, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    let mut tx = caller.begin(ctx).await?;
    let before = find_named(&mut tx, account).await?;
    if !before.is_auditor {
        return Err(Error::NotFound(Missing::User));
    }
    if before.version != version {
        return Err(Error::ChangedMeanwhile);
    }
    let (collections, manuals) = find_places(&mut tx, access).await?;
    let after = edit(ctx, &mut tx, User { guest_until: Some(access.until), ..before }).await?;
    store::auditors::replace_places(&mut tx, &after.id, &collections, &manuals).await?;
    let now = ctx.clock.now();
    if !after.may_sign_in(now) {
        store::sessions::revoke_all(&mut tx, &after.id, None, now).await?;
    }
    let auditor = told(ctx, &mut tx, caller, "auditor.updated", after).await?;
    tx.commit().await?;
    ctx.sessions.forget(&auditor.user.id);
    Ok(auditor)
}

/// The ids of the places that an auditor gets; one that does not exist is refused.
async fn find_places(
    tx: &mut Tx,
    access: &AuditorAccess,
) -> Result<(Vec<ComplianceCollectionId>, Vec<ManualId>), Error> {
    if access.collections.is_empty() && access.manuals.is_empty() {
        return Err(Error::field("collectionIds", FieldCode::Required));
    }
    if access.collections.len() > MAX_PLACES {
        return Err(Error::field("collectionIds", FieldCode::TooMany));
    }
    if access.manuals.len() > MAX_PLACES {
        return Err(Error::field("manualPaths", FieldCode::TooMany));
    }
    for id in &access.collections {
        let found = store::compliance::find_collection(tx, id).await?;
        found.ok_or_else(|| Error::field("collectionIds", FieldCode::UnknownValue))?;
    }
    let mut manuals = Vec::with_capacity(access.manuals.len());
    for path in &access.manuals {
        let found = store::manuals::find_by_name(tx, &path.csdb, &path.manual).await?;
        manuals.push(found.ok_or_else(|| Error::field("manualPaths", FieldCode::UnknownValue))?.id);
    }
    Ok((access.collections.clone(), manuals))
}

/// Records what an auditor may read from now on. The kind of the change makes every node read the access rules again.
async fn told(ctx: &Ctx, tx: &mut Tx, caller: &Caller, action: &'static str, user: User) -> Result<Auditor, Error> {
    let places = store::auditors::list_places(tx, &user.id).await?;
    let collections: Vec<&str> = places.collections.iter().map(|(_, name)| name.as_str()).collect();
    let detail = [
        ("until", super::guest_end(&user)),
        ("collections", collections.join(", ")),
        ("manuals", places.manuals.join(", ")),
    ];
    let detail = detail.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    tx.record(Change { detail, ..ctx.change(&caller.actor(), action, "access", user.account.as_str()) });
    Ok(Auditor { user, places })
}
