//! The people of a change request who are told of it. Decisions about OEM revisions tell them as well.

use std::collections::{BTreeSet, HashSet};

use domain::access::AccessLevel;
use domain::change_request::ChangeRequest;
use domain::id::{ObjectId, UserId};
use domain::notification::NotificationKind;
use domain::path::ManualPath;
use domain::user::User;
use store::Tx;

use super::people::ReaderRules;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::users::notifications;

/// The participants of a change request who may still read the manual: its creator, assignee and reviewers, and the
/// authors of its discussion.
pub(crate) async fn participants(
    rules: &ReaderRules,
    tx: &mut Tx,
    request: &ChangeRequest,
) -> Result<Vec<User>, Error> {
    let mut ids = BTreeSet::from([request.creator.id.clone()]);
    ids.extend(request.assignee.as_ref().map(|person| person.id.clone()));
    let reviewers = store::change_requests::list_reviewers(tx, &request.id).await?;
    ids.extend(reviewers.into_iter().map(|reviewer| reviewer.person.id));
    let posts = store::change_requests::list_posts(tx, &request.id).await?;
    ids.extend(posts.into_iter().filter(|post| !post.is_deleted).map(|post| post.author.id));
    readers(rules, tx, request, ids).await
}

/// Those of these people who may read the manual of the request.
pub(crate) async fn readers(
    rules: &ReaderRules,
    tx: &mut Tx,
    request: &ChangeRequest,
    ids: BTreeSet<UserId>,
) -> Result<Vec<User>, Error> {
    let manual = ManualPath::parse(&request.manual_path()).ok_or(Error::NotFound(Missing::ChangeRequest))?;
    let mut people = Vec::new();
    for id in ids {
        let person = store::users::find(tx, &id).await?;
        people.extend(person.filter(|person| rules.level(person, &manual) >= AccessLevel::Read));
    }
    Ok(people)
}

/// Leaves a message for people, except the person of the account and those who are informed already.
pub(crate) async fn tell_from(
    ctx: &Ctx,
    tx: &mut Tx,
    account: &str,
    request: &ChangeRequest,
    mut people: Vec<User>,
    code: &str,
    informed: &mut HashSet<UserId>,
) -> Result<(), Error> {
    people.retain(|person| person.account.as_str() != account && informed.insert(person.id.clone()));
    let (number, folder) = (request.number.to_string(), request.manual_path());
    let params = [
        ("account", account),
        ("number", number.as_str()),
        ("title", request.details.title.as_str()),
        ("folder", folder.as_str()),
    ];
    let link = format!("/change-requests/{}", request.id);
    notifications::leave(ctx, tx, &people, NotificationKind::Comments, code, &params, &link).await
}

/// Tells the participants of the open change requests with these modules that an OEM revision deletes them.
pub(crate) async fn tell_of_deletions(
    ctx: &Ctx,
    tx: &mut Tx,
    rules: &ReaderRules,
    account: &str,
    deleted: &[ObjectId],
) -> Result<(), Error> {
    for id in store::change_requests::list_open_of(tx, deleted).await? {
        if let Some(request) = store::change_requests::find(tx, &id).await? {
            let people = participants(rules, tx, &request).await?;
            let code = "change_request.module_deleted";
            tell_from(ctx, tx, account, &request, people, code, &mut HashSet::new()).await?;
        }
    }
    Ok(())
}
