//! Access to databases and manuals: limits, grants, and what they mean for a user.

use domain::access::{AccessLevel, EffectiveAccess, Grantee};
use domain::change::{Actor, Change};
use domain::field::{FieldCode, FieldError};
use domain::path::{CsdbPath, ManualPath};
use domain::permission::Permission;
use domain::user::Account;
use store::Tx;
use store::access::AccessPlace;
use store::manuals::ManualFilter;

use super::groups::find_user;
use crate::core::access::rules;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// Limit of places in one change.
const MAX_PLACES: usize = 500;
/// Limit of grants in one change.
const MAX_GRANTS: usize = 500;

/// The receiver of a grant, by account or by the name of a group.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum GranteeName {
    Account(String),
    Group(String),
}

/// The access to one database or manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceAccess {
    /// As in `/H160/MEL`.
    pub path: String,
    /// Only people and groups with a grant see it.
    pub limited: bool,
    /// Groups first, then users, by name.
    pub grants: Vec<(GranteeName, AccessLevel)>,
}

/// A change of the access to some databases and manuals.
#[derive(Debug, Clone, Default)]
pub struct AccessUpdate {
    pub places: Vec<CsdbPath>,
    /// Left out: as it is.
    pub limited: Option<bool>,
    /// Without a level the grant is taken away.
    pub grants: Vec<(GranteeName, Option<AccessLevel>)>,
    /// All other grants of the places are taken away.
    pub replace: bool,
}

/// The limit and the number of grants of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceSummary {
    pub path: String,
    pub limited: bool,
    pub grants: usize,
}

/// The level of a user in a place, and the reason for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAccess {
    pub path: String,
    pub access: EffectiveAccess,
}

/// The permissions of a user in a place where they differ from those of the role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacePermissions {
    /// Of a database or manual, in lower case.
    pub path: String,
    pub permissions: Vec<Permission>,
}

/// The visible places where the caller may do less than the role allows; a manual before its database decides.
pub async fn list_own_exceptions(ctx: &Ctx, caller: &Caller) -> Result<Vec<PlacePermissions>, Error> {
    let sight = caller.sight(ctx).await?;
    let permissions = |level: AccessLevel| {
        let holds = |one: &Permission| caller.user.may(*one) && AccessLevel::of_permission(*one) <= level;
        Permission::ALL.into_iter().filter(holds).collect()
    };
    let exceptions = sight.exceptions().into_iter();
    Ok(exceptions.map(|(path, level)| PlacePermissions { path, permissions: permissions(level) }).collect())
}

/// The access to the database or manual at a path.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &CsdbPath) -> Result<PlaceAccess, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let place = find(&mut tx, path).await?;
    Ok(show(&mut tx, place).await?.0)
}

/// All databases and manuals with their limits: each database before its manuals.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<PlaceSummary>, Error> {
    caller.require(Permission::ManageUsers)?;
    let rules = rules(ctx).await?;
    let summary = |LimitablePlace { path, csdb, manual }| {
        let of_csdb = rules.csdbs.get(&csdb);
        let own = match manual {
            Some(manual) => of_csdb.and_then(|rules| rules.manuals.get(&manual)),
            None => of_csdb.map(|rules| &rules.own),
        };
        PlaceSummary {
            path,
            limited: own.is_some_and(|rules| rules.limited),
            grants: own.map_or(0, |rules| rules.grants.len()),
        }
    };
    Ok(places(&mut caller.read(ctx).await?).await?.into_iter().map(summary).collect())
}

/// A database or manual, by its path and by its folded names.
struct LimitablePlace {
    path: String,
    csdb: String,
    manual: Option<String>,
}

/// Each database, followed by its manuals.
async fn places(tx: &mut Tx) -> Result<Vec<LimitablePlace>, Error> {
    let manuals = store::manuals::list(tx, &ManualFilter::default()).await?;
    let mut found = Vec::new();
    for csdb in store::csdbs::list(tx, None).await? {
        let name = csdb.csdb.name.folded();
        found.push(LimitablePlace { path: format!("/{}", csdb.csdb.name), csdb: name.clone(), manual: None });
        let own = manuals.iter().filter(|manual| manual.csdb_id == csdb.csdb.id);
        found.extend(own.map(|manual| LimitablePlace {
            path: manual.path(),
            csdb: name.clone(),
            manual: Some(manual.name.folded()),
        }));
    }
    Ok(found)
}

async fn find(tx: &mut Tx, path: &CsdbPath) -> Result<AccessPlace, Error> {
    let (csdb, manual, missing) = match path {
        CsdbPath::Csdb(csdb) => (csdb, None, Missing::Csdb),
        CsdbPath::Manual(ManualPath { csdb, manual }) => (csdb, Some(manual), Missing::Manual),
        _ => return Err(Error::NotFound(Missing::Manual)),
    };
    store::access::find_place(tx, csdb, manual).await?.ok_or(Error::NotFound(missing))
}

async fn show(tx: &mut Tx, place: AccessPlace) -> Result<(PlaceAccess, Vec<(Grantee, AccessLevel)>), Error> {
    let found = store::access::list_grants(tx, &place).await?;
    let grants = found.iter().map(|(to, level, name)| {
        let name = match to {
            Grantee::User(_) => GranteeName::Account(name.clone()),
            Grantee::Group(_) => GranteeName::Group(name.clone()),
        };
        (name, *level)
    });
    let shown = PlaceAccess { path: place.path, limited: place.limited, grants: grants.collect() };
    Ok((shown, found.into_iter().map(|(to, level, _)| (to, level)).collect()))
}

/// Changes the access to some places, all or none; gives each as it is now.
pub async fn update(ctx: &Ctx, caller: &Caller, update: &AccessUpdate) -> Result<Vec<PlaceAccess>, Error> {
    caller.require(Permission::ManageUsers)?;
    require_recent(ctx, caller).await?;
    update_as(ctx, &caller.actor(), update).await
}

/// The same on behalf of `actor`, who has been asked already.
pub async fn update_as(ctx: &Ctx, actor: &Actor, update: &AccessUpdate) -> Result<Vec<PlaceAccess>, Error> {
    if update.places.is_empty() {
        return Err(Error::field("paths", FieldCode::Required));
    }
    if update.places.len() > MAX_PLACES {
        return Err(Error::field("paths", FieldCode::TooMany));
    }
    if update.grants.len() > MAX_GRANTS {
        return Err(Error::field("grants", FieldCode::TooMany));
    }
    let mut tx = ctx.db.begin().await?;
    let wanted = grantees(&mut tx, update).await?;
    let mut changed = Vec::new();
    for path in &update.places {
        changed.push(update_one(ctx, &mut tx, actor, path, update, &wanted).await?);
    }
    tx.commit().await?;
    for place in &changed {
        tracing::info!(
            access.path = place.path,
            access.limited = place.limited,
            "Changed the access to {}",
            place.path
        );
    }
    Ok(changed)
}

async fn update_one(
    ctx: &Ctx,
    tx: &mut Tx,
    actor: &Actor,
    path: &CsdbPath,
    update: &AccessUpdate,
    wanted: &[(Grantee, Option<AccessLevel>)],
) -> Result<PlaceAccess, Error> {
    let unlocked = find(tx, path).await?;
    store::access::lock_place(tx, &unlocked).await?;
    // Again, since another change may have ended meanwhile.
    let place = find(tx, path).await?;
    let (before, mut grants) = show(tx, place.clone()).await?;
    grants.retain(|(to, _)| !update.replace && !wanted.iter().any(|(other, _)| other == to));
    grants.extend(wanted.iter().filter_map(|(to, level)| Some((to.clone(), (*level)?))));
    store::access::replace_grants(tx, &place, &grants).await?;
    let limited = update.limited.unwrap_or(place.limited);
    store::access::update_limited(tx, &place, limited).await?;
    let (after, _) = show(tx, AccessPlace { limited, ..place }).await?;
    if before != after {
        let detail = differences(&before, &after);
        tx.record(Change { detail, ..ctx.change(actor, "access.changed", "access", &after.path) });
    }
    Ok(after)
}

/// Finds the receivers of the grants of a change.
async fn grantees(tx: &mut Tx, update: &AccessUpdate) -> Result<Vec<(Grantee, Option<AccessLevel>)>, Error> {
    let (mut found, mut unknown) = (Vec::new(), Vec::new());
    for (index, (name, level)) in update.grants.iter().enumerate() {
        let to = match name {
            GranteeName::Account(account) => find_user(tx, account).await?.map(Grantee::User),
            GranteeName::Group(name) => {
                store::access::find_group_by_name(tx, name).await?.map(|one| Grantee::Group(one.group.id))
            }
        };
        match to {
            Some(to) if found.iter().any(|(other, _)| *other == to) => {
                unknown.push(FieldError::new(format!("grants[{index}]"), FieldCode::Taken));
            }
            Some(to) => found.push((to, *level)),
            None => unknown.push(FieldError::new(format!("grants[{index}]"), FieldCode::UnknownValue)),
        }
    }
    if unknown.is_empty() { Ok(found) } else { Err(Error::Invalid(unknown)) }
}

/// The changes, for the audit log.
fn differences(before: &PlaceAccess, after: &PlaceAccess) -> Vec<(String, String)> {
    let mut detail = Vec::new();
    let word = |limited| if limited { "limited" } else { "open" };
    if before.limited != after.limited {
        detail.push(("access".to_owned(), format!("{} → {}", word(before.limited), word(after.limited))));
    }
    let level = |of: &PlaceAccess, name: &GranteeName| {
        of.grants.iter().find(|(to, _)| to == name).map_or("–", |(_, level)| level.as_str())
    };
    let mut names: Vec<&GranteeName> = before.grants.iter().chain(&after.grants).map(|(name, _)| name).collect();
    names.dedup();
    for name in names {
        let (old, new) = (level(before, name), level(after, name));
        let field = match name {
            GranteeName::Account(account) => account.clone(),
            GranteeName::Group(name) => format!("group {name}"),
        };
        if old != new && !detail.iter().any(|(known, _)| *known == field) {
            detail.push((field, format!("{old} → {new}")));
        }
    }
    detail
}

/// The level of a user in every database and manual, by path.
pub async fn of_user(ctx: &Ctx, caller: &Caller, account: &str) -> Result<Vec<UserAccess>, Error> {
    caller.require(Permission::ManageUsers)?;
    let missing = || Error::NotFound(Missing::User);
    let account = Account::parse(account).map_err(|_| missing())?;
    let rules = rules(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    let user = store::users::find_by_account(&mut tx, &account).await?.ok_or_else(missing)?;
    let of_place = |LimitablePlace { path, csdb, manual }| {
        let access = rules.effective(&user.id, user.role, &csdb, manual.as_deref());
        UserAccess { path, access }
    };
    Ok(places(&mut tx).await?.into_iter().map(of_place).collect())
}
