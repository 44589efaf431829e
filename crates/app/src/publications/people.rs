//! The people who are told about publications.

use std::collections::BTreeSet;

use domain::access::AccessLevel;
use domain::manual::Manual;
use domain::notification::NotificationKind;
use domain::path::ManualPath;
use domain::permission::{Permission, Role};
use domain::publication::ManualPublication;
use domain::user::{Account, User};
use store::Tx;

use crate::comments::people::ReaderRules;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// Those who may approve publications of a manual. They are read before the transaction that tells them begins: one that
/// waits for a second connection keeps its own from others.
pub(super) async fn approvers(ctx: &Ctx, manual: &Manual) -> Result<Vec<User>, Error> {
    let rules = ReaderRules::load(ctx).await?;
    let path = ManualPath { csdb: manual.csdb_name.clone(), manual: manual.name.clone() };
    let mut tx = ctx.db.read().await?;
    let mut people = Vec::new();
    for role in [Role::Admin, Role::Approver] {
        people.extend(store::users::list_active(&mut tx, role).await?);
    }
    people.retain(|person| person.may(Permission::PublishFormal) && rules.level(person, &path) >= AccessLevel::Approve);
    Ok(people)
}

/// The people who asked for a publication and who approved it, if they may still read its manual.
pub(super) async fn concerned(ctx: &Ctx, publication: &ManualPublication) -> Result<Vec<User>, Error> {
    let Some(path) = ManualPath::parse(&publication.manual_path()) else { return Ok(Vec::new()) };
    let rules = ReaderRules::load(ctx).await?;
    let acts = [Some(&publication.created), publication.approved.as_ref()];
    let accounts: BTreeSet<&str> = acts.into_iter().flatten().map(|act| act.by.as_str()).collect();
    let mut tx = ctx.db.read().await?;
    let mut people = Vec::new();
    for account in accounts {
        let Ok(account) = Account::parse(account) else { continue };
        people.extend(store::users::find_by_account(&mut tx, &account).await?);
    }
    people.retain(|person: &User| rules.level(person, &path) >= AccessLevel::Read);
    Ok(people)
}

/// The people on the distribution list of a manual who may still read it.
pub(super) async fn receivers(ctx: &Ctx, manual: &Manual) -> Result<Vec<User>, Error> {
    let rules = ReaderRules::load(ctx).await?;
    let path = ManualPath { csdb: manual.csdb_name.clone(), manual: manual.name.clone() };
    let mut tx = ctx.db.read().await?;
    let mut people = Vec::new();
    for (id, _) in store::publications::list_receivers(&mut tx, &manual.id).await? {
        people.extend(store::users::find(&mut tx, &id).await?);
    }
    people.retain(|person: &User| rules.level(person, &path) >= AccessLevel::Read);
    Ok(people)
}

/// Asks people to read and acknowledge a publication that was released.
pub(super) async fn distribute(
    ctx: &Ctx,
    tx: &mut Tx,
    receivers: &[User],
    account: &str,
    publication: &ManualPublication,
) -> Result<(), Error> {
    for person in receivers {
        store::publications::ask_reader(tx, &publication.id, &person.id, ctx.clock.now()).await?;
    }
    tell(ctx, tx, receivers, account, publication, "publication.distributed").await
}

/// Tells people what somebody else did with a publication.
pub(super) async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    people: &[User],
    account: &str,
    publication: &ManualPublication,
    code: &str,
) -> Result<(), Error> {
    let others: Vec<User> = people.iter().filter(|person| person.account.as_str() != account).cloned().collect();
    let folder = publication.manual_path();
    let params = [("account", account), ("folder", folder.as_str()), ("revision", publication.revision.as_str())];
    let link = format!("/publications/{}", publication.id);
    notifications::leave(ctx, tx, &others, NotificationKind::Jobs, code, &params, &link).await
}
