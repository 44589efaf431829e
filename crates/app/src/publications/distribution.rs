//! The distribution list of a manual, and the report about the readers of a publication.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use domain::access::AccessLevel;
use domain::change::Change;
use domain::field::FieldCode;
use domain::id::{PublicationId, UserId};
use domain::manual::Manual;
use domain::path::ManualPath;
use domain::permission::Permission;
use domain::publication::{
    MAX_RECEIVERS, ManualPublication, PublicationDownload, PublicationReader, PublicationReceiver,
};
use domain::user::{Account, User};
use store::Tx;

use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;

/// People and downloads in one report.
const MAX_LISTED: usize = 5_000;

/// Who has read a publication, at one moment.
#[derive(Debug, Clone)]
pub struct ReadersReport {
    pub publication: ManualPublication,
    pub readers: Vec<PublicationReader>,
    pub downloads: Vec<PublicationDownload>,
    /// There are more readers or downloads than are listed.
    pub is_cut: bool,
}

/// A change of a distribution list.
#[derive(Debug, Clone, Copy)]
pub struct ReceiversChange<'a> {
    /// The accounts that the person saw.
    pub before: &'a [String],
    pub accounts: &'a [String],
}

/// The people on the distribution list of a manual.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &ManualPath) -> Result<Vec<PublicationReceiver>, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    receivers(&mut tx, &manual).await
}

async fn receivers(tx: &mut Tx, manual: &Manual) -> Result<Vec<PublicationReceiver>, Error> {
    let list = store::publications::list_receivers(tx, &manual.id).await?;
    Ok(list.into_iter().map(|(_, receiver)| receiver).collect())
}

/// Replaces the distribution list of a manual, unless it is another one than the person saw. New people are asked to
/// read the valid publication; nothing is expected any more of those who leave the list.
pub async fn replace(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    change: ReceiversChange<'_>,
) -> Result<Vec<PublicationReceiver>, Error> {
    caller.require_person(Permission::PublishFormal)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    Caller::require_in_manual(&tx, AccessLevel::Approve, &manual)?;
    store::manuals::lock(&mut tx, &manual.id).await?;
    let before = store::publications::list_receivers(&mut tx, &manual.id).await?;
    let seen: BTreeSet<&str> = change.before.iter().map(String::as_str).collect();
    let listed: BTreeSet<&str> = before.iter().map(|(_, receiver)| receiver.account.as_str()).collect();
    if seen != listed {
        return Err(Error::ChangedMeanwhile);
    }
    let wanted = named(&mut tx, &rules, (path, &before), change.accounts).await?;
    let valid = store::publications::list_approved(&mut tx, &manual.id).await?;
    let (account, now) = (caller.user.account.as_str(), ctx.clock.now());
    let left: Vec<_> = before.iter().filter(|(id, _)| wanted.iter().all(|user| user.id != *id)).collect();
    for (id, _) in &left {
        store::publications::delete_receiver(&mut tx, &manual.id, id).await?;
        for publication in &valid {
            store::publications::end_reader(&mut tx, &publication.id, id, now).await?;
        }
    }
    let new: Vec<User> = wanted.into_iter().filter(|user| before.iter().all(|(id, _)| *id != user.id)).collect();
    for user in &new {
        store::publications::insert_receiver(&mut tx, &manual.id, &user.id, account, now).await?;
    }
    for publication in &valid {
        people::ask(ctx, &mut tx, &new, account, publication).await?;
    }
    let after = receivers(&mut tx, &manual).await?;
    if !left.is_empty() || !new.is_empty() {
        let detail = vec![
            ("added".to_owned(), joined(new.iter().map(|user| user.account.as_str()))),
            ("removed".to_owned(), joined(left.iter().map(|(_, receiver)| receiver.account.as_str()))),
        ];
        let change = ctx.change(&caller.actor(), "publication.distribution_changed", "manual", &manual.path());
        tx.record(Change { detail, ..change });
    }
    tx.commit().await?;
    Ok(after)
}

fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// The people with these accounts. New ones must be able to read the manual.
async fn named(
    tx: &mut Tx,
    rules: &ReaderRules,
    (path, before): (&ManualPath, &[(UserId, PublicationReceiver)]),
    accounts: &[String],
) -> Result<Vec<User>, Error> {
    let accounts: BTreeSet<&str> =
        accounts.iter().map(|account| account.trim()).filter(|text| !text.is_empty()).collect();
    if accounts.len() > MAX_RECEIVERS {
        return Err(Error::field("accounts", FieldCode::TooMany));
    }
    let mut people: Vec<User> = Vec::new();
    for text in accounts {
        let account = Account::parse(text).map_err(|_| unknown(text))?;
        let found = store::users::find_by_account(tx, &account).await?;
        // Somebody on the list who lost access does not keep others from changing it.
        let is_listed = |person: &User| before.iter().any(|(id, _)| *id == person.id);
        let person = found.filter(|person| is_listed(person) || rules.level(person, path) >= AccessLevel::Read);
        let person = person.ok_or_else(|| unknown(text))?;
        if people.iter().all(|known| known.id != person.id) {
            people.push(person);
        }
    }
    Ok(people)
}

/// The same for people who do not exist and for those who may not read the manual.
fn unknown(account: &str) -> Error {
    let short: String = account.chars().take(60).collect();
    Error::field(&format!("accounts.{short}"), FieldCode::UnknownValue)
}

/// The readers and downloads of a publication, as they were at a moment; without one, as they are.
pub async fn report(
    ctx: &Ctx,
    caller: &Caller,
    id: &PublicationId,
    at: Option<DateTime<Utc>>,
) -> Result<ReadersReport, Error> {
    caller.require(Permission::PublishDraft)?;
    let mut tx = caller.read(ctx).await?;
    let publication = located::find(&mut tx, id).await?;
    if located::level(&tx, &publication) < AccessLevel::Author {
        return Err(Error::Forbidden);
    }
    let mut readers = store::publications::list_readers(&mut tx, id, at, MAX_LISTED as u64 + 1).await?;
    let mut downloads = store::publications::list_downloads(&mut tx, id, MAX_LISTED as u64 + 1).await?;
    let is_cut = readers.len().max(downloads.len()) > MAX_LISTED;
    readers.truncate(MAX_LISTED);
    downloads.truncate(MAX_LISTED);
    if let Some(moment) = at {
        readers = readers
            .into_iter()
            .filter_map(|reader| reader.marks.at(moment).map(|marks| PublicationReader { marks, ..reader }))
            .collect();
        downloads = downloads.into_iter().filter_map(|download| download.at(moment)).collect();
    }
    Ok(ReadersReport { publication, readers, downloads, is_cut })
}
