//! The account of a person who signs in at an identity provider.

use domain::change::{Actor, Change};
use domain::id::{GroupId, IdentityProviderId, UserId};
use domain::identity_provider::IdentityProvider;
use domain::text::fold;
use domain::user::{User, UserStatus};
use store::Tx;

use crate::core::ctx::Ctx;
use crate::core::error::{Error, IdentityProviderError, UserError};
use crate::core::id_tokens::IdClaims;
use crate::users::{MustChange, NewUser, build, check_all, check_guest, hash_unknown, insert, opening, write};

/// A new account with the hash of a password that nobody knows.
struct PreparedUser {
    user: User,
    hash: String,
}

/// Finds or makes the account and gives it the role and the groups of the claims. The caller commits.
pub(super) async fn find_or_make(
    ctx: &Ctx,
    provider: &IdentityProvider,
    claims: &IdClaims,
) -> Result<(Tx, UserId), Error> {
    let known = find(&mut ctx.db.read().await?, provider, claims).await?;
    // Hashing is slow, so that it is done before the transaction.
    let prepared = if known.is_none() { Some(prepare(ctx, provider, claims).await?) } else { None };
    let mut tx = ctx.db.begin().await?;
    // Whoever switches the provider off ends its sessions, and waits here for this one.
    if !store::identity_providers::keep(&mut tx, &provider.id, provider.version).await? {
        return Err(IdentityProviderError::Refused.into());
    }
    let user = match (find(&mut tx, provider, claims).await?, prepared) {
        (Some((user, linked)), _) => {
            if !linked {
                link(ctx, &mut tx, provider, claims, &user).await?;
            }
            follow_role(ctx, &mut tx, provider, claims, user).await?
        }
        (None, Some(PreparedUser { user, hash })) => {
            match insert(ctx, &mut tx, &Actor::System, "user.created", &user, &hash).await {
                Err(Error::User(UserError::AccountTaken)) => return Err(IdentityProviderError::AccountTaken.into()),
                inserted => inserted?,
            }
            store::users::mark_without_password(&mut tx, &user.id).await?;
            let is_verified = claims.verified_email(provider.trusts_email).is_some();
            store::users::update_email_trust(&mut tx, &user.id, is_verified).await?;
            link(ctx, &mut tx, provider, claims, &user).await?;
            user
        }
        (None, None) => return Err(IdentityProviderError::UnknownPerson.into()),
    };
    follow_groups(ctx, &mut tx, provider, claims, &user).await?;
    Ok((tx, user.id))
}

/// The account of the person, and whether it is linked: the linked one, or the one with the same verified address.
async fn find(tx: &mut Tx, provider: &IdentityProvider, claims: &IdClaims) -> Result<Option<(User, bool)>, Error> {
    if let Some(user) = store::identity_providers::find_user(tx, &provider.id, &claims.sub).await? {
        if user.status != UserStatus::Active {
            return Err(Error::Unauthenticated(opening::refusal(&user)));
        }
        return Ok(Some((user, true)));
    }
    if let Some(email) = claims.verified_email(provider.trusts_email)
        && let Some(user) = store::identity_providers::find_user_by_email(tx, email).await?
    {
        check_link(tx, provider, &user).await?;
        return Ok(Some((user, false)));
    }
    // A second account with the address would go round what an administrator decided about the first.
    let email = claims.text("email").filter(|_| provider.creates_accounts);
    match email {
        Some(email) if store::identity_providers::is_email_taken(tx, email).await? => {
            Err(IdentityProviderError::AccountTaken.into())
        }
        _ => Ok(None),
    }
}

/// Refuses to link an account that its address alone found, if it is inactive, has another identity at the provider, or
/// is the emergency account.
async fn check_link(tx: &mut Tx, provider: &IdentityProvider, user: &User) -> Result<(), Error> {
    if user.status != UserStatus::Active {
        return Err(Error::Unauthenticated(opening::refusal(user)));
    }
    let (settings, _) = store::settings::find_sign_in(tx).await?;
    let is_emergency = settings.emergency_account.as_ref() == Some(&user.account);
    if is_emergency || store::identity_providers::is_linked(tx, &provider.id, &user.id).await? {
        tracing::warn!(user.account = %user.account, provider.name = provider.name, "The account is not linked");
        return Err(IdentityProviderError::AccountTaken.into());
    }
    Ok(())
}

/// A new account, if the provider may make accounts.
async fn prepare(ctx: &Ctx, provider: &IdentityProvider, claims: &IdClaims) -> Result<PreparedUser, Error> {
    if !provider.creates_accounts {
        return Err(IdentityProviderError::UnknownPerson.into());
    }
    let email = claims.text("email").unwrap_or_default();
    let name = claims.text("preferred_username").unwrap_or(email);
    let new = NewUser {
        account: name.chars().filter(|c| !c.is_whitespace()).collect(),
        email: email.to_owned(),
        display_name: claims.text("name").unwrap_or_default().to_owned(),
        role: role_of(provider, claims),
        password: None,
        guest_until: None,
    };
    let checked = check_all(&new).map_err(|error| {
        tracing::warn!(provider.name = provider.name, error = &error as &dyn std::error::Error, "No account is made");
        Error::from(IdentityProviderError::Incomplete)
    })?;
    let hash = hash_unknown(ctx).await?;
    Ok(PreparedUser { user: build(ctx, checked, new.role, UserStatus::Active, MustChange::No), hash })
}

fn role_of(provider: &IdentityProvider, claims: &IdClaims) -> domain::permission::Role {
    let values = provider.role_claim.as_deref().map(|claim| claims.values(claim));
    provider.role_of(&values.unwrap_or_default())
}

async fn link(
    ctx: &Ctx,
    tx: &mut Tx,
    provider: &IdentityProvider,
    claims: &IdClaims,
    user: &User,
) -> Result<(), Error> {
    let now = ctx.clock.now();
    if !store::identity_providers::insert_identity(tx, &provider.id, &claims.sub, &user.id, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    let change = ctx.change(&Actor::System, "user.identity_linked", "user", user.account.as_str());
    tx.record(Change { detail: vec![("provider".to_owned(), provider.name.clone())], ..change });
    Ok(())
}

/// Gives the account the role of the claim. The last administrator, the emergency account and guests who would become
/// administrators keep theirs.
async fn follow_role(
    ctx: &Ctx,
    tx: &mut Tx,
    provider: &IdentityProvider,
    claims: &IdClaims,
    before: User,
) -> Result<User, Error> {
    let role = role_of(provider, claims);
    // An auditor is one by decision of an administrator, whatever role the provider gives.
    if provider.role_claim.is_none() || before.is_auditor || role == before.role {
        return Ok(before);
    }
    let others = store::users::lock_other_active_admins(tx, &before.id).await?;
    let (settings, _) = store::settings::find_sign_in(tx).await?;
    if before.would_leave_no_admin(role, before.status, others)
        || settings.emergency_account.as_ref() == Some(&before.account)
        || check_guest(role, before.guest_until).is_err()
    {
        tracing::warn!(user.account = %before.account, role = role.as_str(), "The role of the provider is not taken over");
        return Ok(before);
    }
    let wanted = User { role, ..before.clone() };
    write(ctx, tx, &Actor::System, &before, wanted).await
}

/// Puts the person into the groups that the claim names and takes them out of those that it named before.
async fn follow_groups(
    ctx: &Ctx,
    tx: &mut Tx,
    provider: &IdentityProvider,
    claims: &IdClaims,
    user: &User,
) -> Result<(), Error> {
    let now = ctx.clock.now();
    let named = provider.groups_claim.as_deref().map(|claim| claims.values(claim)).unwrap_or_default();
    let named: Vec<String> = named.iter().map(|name| fold(name)).collect();
    for (group, name) in store::access::list_provided(tx, &user.id, &provider.id).await? {
        if !named.contains(&fold(&name)) {
            store::access::delete_provided(tx, &group, &user.id, &provider.id, now).await?;
            record_membership(ctx, tx, &Actor::System, ("removed", &name, user.account.as_str()));
        }
    }
    for (group, name) in list_named(tx, &named).await? {
        if store::access::insert_provided(tx, &group, &user.id, &provider.id, now).await? {
            record_membership(ctx, tx, &Actor::System, ("added", &name, user.account.as_str()));
        }
    }
    Ok(())
}

/// The groups with these names.
async fn list_named(tx: &mut Tx, names: &[String]) -> Result<Vec<(GroupId, String)>, Error> {
    let mut groups = Vec::new();
    for name in names {
        if let Some(summary) = store::access::find_group_by_name(tx, name).await? {
            groups.push((summary.group.id, summary.group.name));
        }
    }
    Ok(groups)
}

/// Ends the links of a provider to accounts, and takes away the memberships that it gave.
pub(super) async fn delete_links(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    provider: &IdentityProviderId,
) -> Result<(), Error> {
    let now = ctx.clock.now();
    for (group, name, user, account) in store::access::list_of_provider(tx, provider).await? {
        store::access::delete_provided(tx, &group, &user, provider, now).await?;
        record_membership(ctx, tx, actor, ("removed", &name, &account));
    }
    Ok(store::identity_providers::delete_links(tx, provider).await?)
}

fn record_membership(ctx: &Ctx, tx: &mut Tx, actor: &Actor, (word, group, account): (&str, &str, &str)) {
    let change = ctx.change(actor, "group.updated", "group", group);
    tx.record(Change { detail: vec![(word.to_owned(), account.to_owned())], ..change });
}
