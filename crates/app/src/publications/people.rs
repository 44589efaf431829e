//! The people who are told about publications.

use std::collections::{BTreeSet, HashSet};

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
pub(super) async fn concerned(
    tx: &mut Tx,
    rules: &ReaderRules,
    publication: &ManualPublication,
) -> Result<Vec<User>, Error> {
    let acts = [Some(&publication.created), publication.approved.as_ref()];
    let accounts: BTreeSet<&str> = acts.into_iter().flatten().map(|act| act.by.as_str()).collect();
    let mut people = Vec::new();
    for account in accounts {
        let Ok(account) = Account::parse(account) else { continue };
        people.extend(store::users::find_by_account(tx, &account).await?);
    }
    Ok(readers_among(rules, publication, people))
}

fn readers_among(rules: &ReaderRules, publication: &ManualPublication, mut people: Vec<User>) -> Vec<User> {
    match ManualPath::parse(&publication.manual_path()) {
        Some(path) => people.retain(|person| rules.level(person, &path) >= AccessLevel::Read),
        None => people.clear(),
    }
    people
}

/// The people on the distribution list of a manual who may still read it. They are read in the transaction that tells
/// them, so that a change of the list comes before or after it.
async fn receivers(tx: &mut Tx, rules: &ReaderRules, publication: &ManualPublication) -> Result<Vec<User>, Error> {
    let mut people = Vec::new();
    for (id, _) in store::publications::list_receivers(tx, &publication.manual_id).await? {
        people.extend(store::users::find(tx, &id).await?);
    }
    Ok(readers_among(rules, publication, people))
}

/// Everybody who works by a publication as far as is known: those on the distribution list, those who were asked to
/// read it, and those who asked for it and approved it; each once.
pub(super) async fn all(tx: &mut Tx, rules: &ReaderRules, publication: &ManualPublication) -> Result<Vec<User>, Error> {
    let mut people = concerned(tx, rules, publication).await?;
    people.extend(receivers(tx, rules, publication).await?);
    let mut asked = Vec::new();
    for id in store::publications::list_asked(tx, &publication.id).await? {
        asked.extend(store::users::find(tx, &id).await?);
    }
    people.extend(readers_among(rules, publication, asked));
    let mut known = HashSet::new();
    people.retain(|person| known.insert(person.id.clone()));
    Ok(people)
}

/// Asks the people on the distribution list to read and acknowledge a publication that counts from now on.
pub(super) async fn distribute(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    account: &str,
    publication: &ManualPublication,
) -> Result<(), Error> {
    let receivers = receivers(tx, rules, publication).await?;
    ask(ctx, tx, &receivers, account, publication).await
}

/// The same for a publication that counts again: people may have come to the list and left it meanwhile.
pub(super) async fn distribute_again(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    account: &str,
    publication: &ManualPublication,
) -> Result<(), Error> {
    let listed = store::publications::list_receivers(tx, &publication.manual_id).await?;
    for id in store::publications::list_asked(tx, &publication.id).await? {
        if listed.iter().all(|(listed, _)| *listed != id) {
            store::publications::end_reader(tx, &publication.id, &id, ctx.clock.now()).await?;
        }
    }
    distribute(ctx, tx, rules, account, publication).await
}

/// Asks people to read and acknowledge a publication; those who are asked already are not told again.
pub(super) async fn ask(
    ctx: &Ctx,
    tx: &mut Tx,
    people: &[User],
    account: &str,
    publication: &ManualPublication,
) -> Result<(), Error> {
    let mut asked = Vec::new();
    for person in people {
        if store::publications::ask_reader(tx, &publication.id, &person.id, ctx.clock.now()).await? {
            asked.push(person.clone());
        }
    }
    let news = PublicationNews { publication, code: "publication.distributed", account, valid: None };
    tell_readers(ctx, tx, &asked, news).await
}

/// News about a publication that people work by.
#[derive(Debug, Clone, Copy)]
pub(super) struct PublicationNews<'a> {
    pub(super) publication: &'a ManualPublication,
    pub(super) code: &'a str,
    /// The account of the person who did it; empty for the program.
    pub(super) account: &'a str,
    /// The publication that counts now, for people to go on with.
    pub(super) valid: Option<&'a ManualPublication>,
}

/// Tells people what they must know to work by the right publication, whatever messages they muted.
pub(super) async fn tell_readers(
    ctx: &Ctx,
    tx: &mut Tx,
    people: &[User],
    news: PublicationNews<'_>,
) -> Result<(), Error> {
    let PublicationNews { publication, code, account, valid } = news;
    let others: Vec<User> = people.iter().filter(|person| person.account.as_str() != account).cloned().collect();
    let folder = publication.manual_path();
    let mut params =
        vec![("account", account), ("folder", folder.as_str()), ("revision", publication.revision.as_str())];
    params.extend(valid.map(|valid| ("valid", valid.revision.as_str())));
    let link = format!("/publications/{}", valid.unwrap_or(publication).id);
    notifications::leave_for_all(ctx, tx, &others, NotificationKind::Revisions, code, &params, &link).await
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
