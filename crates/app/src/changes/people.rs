//! The people of a change request: candidates for its work and review, its participants, and their messages.

use std::collections::{BTreeSet, HashSet};

use domain::access::AccessLevel;
use domain::change_request::{ChangeRequest, RequestPost};
use domain::comment::{Commenter, MAX_MENTIONS, mentions};
use domain::field::FieldCode;
use domain::id::UserId;
use domain::path::ManualPath;
use domain::permission::{Permission, Role};
use domain::text::fold;
use domain::user::{Account, User};
use store::Tx;

use crate::comments::people::ReaderRules;
use crate::comments::request_people::readers;
pub(super) use crate::comments::request_people::{participants, tell_from};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::manuals;

/// People in one answer.
const MAX_OFFERED: usize = 20;
/// People who are looked at for one answer, in pages of this size.
const PAGE: u64 = 100;
const MAX_PAGES: u64 = 10;
/// People whose mentions are marked in one discussion.
const MAX_MARKED: usize = 200;

/// The people with a level in a manual, with a text in their account or name: those who may be asked to work or to
/// review.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    manual: &ManualPath,
    level: AccessLevel,
    text: &str,
) -> Result<Vec<Commenter>, Error> {
    caller.require_person(Permission::Comment)?;
    Error::unless_searchable("keywordFilter", text)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    manuals::at_path(&mut tx, manual).await?;
    let mut found = Vec::new();
    for page in 0..MAX_PAGES {
        let people = store::comments::list_people(&mut tx, text, page * PAGE, PAGE).await?;
        let is_last = (people.len() as u64) < PAGE;
        for person in people {
            if rules.level(&person, manual) >= level {
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

pub(super) fn commenter(user: &User) -> Commenter {
    Commenter { id: user.id.clone(), account: user.account.as_str().to_owned(), name: user.display_name.clone() }
}

/// The person of an account who has a level in a manual. All others are answered alike.
pub(super) async fn with_level(
    rules: &ReaderRules,
    tx: &mut Tx,
    manual: &ManualPath,
    (field, account): (&str, &str),
    level: AccessLevel,
) -> Result<User, Error> {
    let unknown = || Error::field(field, FieldCode::UnknownValue);
    let account = Account::parse(account).map_err(|_| unknown())?;
    let person = store::users::find_by_account(tx, &account).await?;
    person.filter(|person| rules.level(person, manual) >= level).ok_or_else(unknown)
}

/// The people that a text mentions and who may read the manual; all others are passed over.
pub(super) async fn mentioned(
    rules: &ReaderRules,
    tx: &mut Tx,
    manual: &ManualPath,
    text: &str,
) -> Result<Vec<User>, Error> {
    let accounts = mentions(text);
    if accounts.len() > MAX_MENTIONS {
        return Err(Error::field("text", FieldCode::TooMany));
    }
    let mut people = Vec::new();
    for account in accounts {
        let Ok(account) = Account::parse(account) else { continue };
        let person = store::users::find_by_account(tx, &account).await?;
        people.extend(person.filter(|person| rules.level(person, manual) >= AccessLevel::Read));
    }
    Ok(people)
}

/// The accounts that posts mention and that may read the manual.
pub(super) async fn mentioned_accounts(
    rules: &ReaderRules,
    tx: &mut Tx,
    manual: &ManualPath,
    posts: &[RequestPost],
) -> Result<Vec<String>, Error> {
    let names: BTreeSet<String> = posts.iter().flat_map(|post| mentions(&post.text)).map(fold).collect();
    let mut accounts = Vec::new();
    for name in names.iter().take(MAX_MARKED) {
        let Ok(account) = Account::parse(name) else { continue };
        let person = store::users::find_by_account(tx, &account).await?;
        let reader = person.filter(|person| rules.level(person, manual) >= AccessLevel::Read);
        accounts.extend(reader.map(|person| person.account.as_str().to_owned()));
    }
    Ok(accounts)
}

/// The people who are asked for their approval and have not given it.
pub(super) async fn pending_reviewers(
    rules: &ReaderRules,
    tx: &mut Tx,
    request: &ChangeRequest,
) -> Result<Vec<User>, Error> {
    let reviewers = store::change_requests::list_reviewers(tx, &request.id).await?;
    let pending = reviewers.into_iter().filter(|reviewer| reviewer.is_asked && reviewer.decision.is_none());
    readers(rules, tx, request, pending.map(|reviewer| reviewer.person.id).collect()).await
}

/// The active authors and approvers with the level to open the requests of a manual.
pub(super) async fn authors(rules: &ReaderRules, tx: &mut Tx, manual: &ManualPath) -> Result<Vec<User>, Error> {
    let mut people = store::users::list_active(tx, Role::Author).await?;
    people.extend(store::users::list_active(tx, Role::Approver).await?);
    people.retain(|person| rules.level(person, manual) >= AccessLevel::Author);
    Ok(people)
}

/// Leaves a message for people, except the caller and those who are informed already.
pub(super) async fn tell(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    request: &ChangeRequest,
    people: Vec<User>,
    code: &str,
    informed: &mut HashSet<UserId>,
) -> Result<(), Error> {
    tell_from(ctx, tx, caller.user.account.as_str(), request, people, code, informed).await
}
