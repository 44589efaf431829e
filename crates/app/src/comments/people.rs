//! The people of a thread: who may be mentioned, whom it concerns, and who is told.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use domain::access::{AccessLevel, AccessRules};
use domain::comment::{Commenter, MAX_MENTIONS, mentions};
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{CommentThreadId, UserId};
use domain::notification::NotificationKind;
use domain::path::{self, FilePath, ManualPath};
use domain::permission::Permission;
use domain::user::{Account, User};
use domain::version::Origin;
use store::Tx;

use super::located::commenter;
use crate::core::access;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::files;
use crate::users::notifications;

/// People in one answer.
const MAX_OFFERED: usize = 8;
/// People who are looked at for one answer, in pages of this size.
const PAGE: u64 = 100;
const MAX_PAGES: u64 = 10;

/// The people who may read the module at a path, with a text in their account or name.
pub async fn list(ctx: &Ctx, caller: &Caller, path: &FilePath, text: &str) -> Result<Vec<Commenter>, Error> {
    caller.require_person(Permission::Comment)?;
    Error::unless_searchable("keywordFilter", text)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    files::object_at(&mut tx, path).await?;
    let manual = manual_of(path)?;
    let mut found = Vec::new();
    for page in 0..MAX_PAGES {
        let people = store::comments::list_people(&mut tx, text, page * PAGE, PAGE).await?;
        let is_last = (people.len() as u64) < PAGE;
        for person in people {
            if rules.may_read(&person, manual) {
                found.push(commenter(&person));
            }
            if found.len() == MAX_OFFERED {
                return Ok(found);
            }
        }
        if is_last {
            break;
        }
    }
    Ok(found)
}

fn manual_of(path: &FilePath) -> Result<&ManualPath, Error> {
    match path {
        FilePath::Object { manual, .. } => Ok(manual),
        FilePath::Media(_) => Err(FileError::NotText.into()),
    }
}

/// The rules that say who may read a module. They are loaded before a transaction begins: one that waits for a second
/// connection keeps its own from others, who may be waiting just the same.
#[derive(Debug)]
pub(crate) struct ReaderRules {
    rules: Arc<AccessRules>,
    now: DateTime<Utc>,
}

impl ReaderRules {
    pub(crate) async fn load(ctx: &Ctx) -> Result<Self, Error> {
        Ok(Self { rules: access::rules(ctx).await?, now: ctx.clock.now() })
    }

    /// The level of a person in a manual; none when they may not sign in. Auditors read manuals, but take no part in
    /// the work on them: nobody tells or asks them anything.
    pub(crate) fn level(&self, person: &User, manual: &ManualPath) -> AccessLevel {
        if person.is_auditor || !person.may_sign_in(self.now) || !person.may(Permission::ReadContent) {
            return AccessLevel::None;
        }
        let (csdb, name) = (manual.csdb.folded(), manual.manual.folded());
        self.rules.effective(&person.id, person.role, &csdb, Some(&name)).level
    }

    fn may_read(&self, person: &User, manual: &ManualPath) -> bool {
        self.level(person, manual) >= AccessLevel::Read
    }
}

/// The people that a text mentions and who may read the module; all others are passed over.
pub(super) async fn mentioned(
    rules: &ReaderRules,
    tx: &mut Tx,
    path: &FilePath,
    text: &str,
) -> Result<Vec<User>, Error> {
    let accounts = mentions(text);
    if accounts.len() > MAX_MENTIONS {
        return Err(Error::field("text", FieldCode::TooMany));
    }
    let manual = manual_of(path)?;
    let mut people: Vec<User> = Vec::new();
    for account in accounts {
        let Ok(account) = Account::parse(account) else { continue };
        let Some(person) = store::users::find_by_account(tx, &account).await? else { continue };
        if people.iter().all(|known| known.id != person.id) && rules.may_read(&person, manual) {
            people.push(person);
        }
    }
    Ok(people)
}

/// The people who work on a module: who has checked it out, and who wrote the version that readers see.
pub(crate) async fn workers(
    rules: &ReaderRules,
    tx: &mut Tx,
    path: &FilePath,
    file: Option<&File>,
) -> Result<Vec<User>, Error> {
    let Some(file) = file else { return Ok(Vec::new()) };
    let manual = manual_of(path)?;
    let mut people: Vec<User> = Vec::new();
    if let Some(holder) = &file.holder {
        people.extend(store::users::find(tx, &holder.user).await?);
    }
    // Those who import a package do not write its modules.
    if file.version.origin != Origin::Oem
        && let Ok(account) = Account::parse(&file.version.created_by)
    {
        people.extend(store::users::find_by_account(tx, &account).await?);
    }
    let mut readers = Vec::new();
    for person in people {
        if readers.iter().all(|known: &User| known.id != person.id) && rules.may_read(&person, manual) {
            readers.push(person);
        }
    }
    Ok(readers)
}

/// The followers of a thread who may still read the module.
pub(super) async fn followers(
    rules: &ReaderRules,
    tx: &mut Tx,
    path: &FilePath,
    thread: &CommentThreadId,
) -> Result<Vec<User>, Error> {
    let manual = manual_of(path)?;
    let mut people = store::comments::list_followers(tx, thread).await?;
    people.retain(|person| rules.may_read(person, manual));
    Ok(people)
}

/// A thread that somebody is told about, by the path of its module.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreadSubject<'a> {
    pub(super) path: &'a str,
    pub(super) thread: &'a CommentThreadId,
}

impl ThreadSubject<'_> {
    /// The address of the thread in the web application.
    fn link(&self) -> String {
        let name = path::file_name_of(self.path);
        let key = name.rsplit_once('.').map_or(name, |(key, _)| key);
        format!("/library{}?dm={key}&thread={}", path::folder_of(self.path), self.thread)
    }
}

/// Leaves a message for people, but not for the caller nor for those who were told already.
pub(super) async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    subject: ThreadSubject<'_>,
    mut people: Vec<User>,
    code: &str,
    told: &mut HashSet<UserId>,
) -> Result<(), Error> {
    people.retain(|person| person.id != caller.user.id && told.insert(person.id.clone()));
    let account = caller.user.account.as_str();
    let (file, folder) = (path::file_name_of(subject.path), path::folder_of(subject.path));
    let params = [("account", account), ("file", file), ("folder", folder)];
    notifications::leave(ctx, tx, &people, NotificationKind::Comments, code, &params, &subject.link()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_of_a_message_opens_the_thread_in_its_module() {
        let thread = CommentThreadId("t1".to_owned());
        let subject = ThreadSubject { path: "/H160/MEL/DMC-A-00.B_en-US.XML", thread: &thread };
        assert_eq!(subject.link(), "/library/H160/MEL?dm=DMC-A-00.B_en-US&thread=t1");
    }
}
