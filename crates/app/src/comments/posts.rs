//! Editing and deleting one's own comments.

use std::collections::HashSet;

use chrono::DateTime;
use domain::comment::ThreadComment;
use domain::id::CommentId;
use domain::permission::Permission;
use domain::user::User;

use super::people::{self, ReaderRules, ThreadSubject};
use super::{located, threads};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CommentError, Error};

/// Changes the text of a comment of the caller, and of its suggestion. People who are mentioned now and were not before
/// are told.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &CommentId,
    text: &str,
    suggested: Option<&str>,
) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let (comment, found) = located::comment(&mut tx, id).await?;
    require_own(caller, &comment)?;
    threads::require_room(ctx, &mut tx, caller).await?;
    let proposed = match (&comment.suggestion, suggested) {
        (Some(suggestion), Some(new)) => Some(threads::proposed_text(&suggestion.old, new)?),
        _ => None,
    };
    let text = threads::comment_text(text, proposed.is_some())?;
    let path = located::path_of(&found)?;
    let before: HashSet<String> = store::comments::list_mentions(&mut tx, &comment.thread)
        .await?
        .into_iter()
        .filter(|(one, _)| one == id)
        .map(|(_, account)| account)
        .collect();
    let mentioned = people::mentioned(&rules, &mut tx, &path, &text).await?;
    if !store::comments::update_comment(&mut tx, id, &text, proposed.as_deref(), ctx.clock.now()).await? {
        return Err(CommentError::Accepted.into());
    }
    let ids: Vec<_> = mentioned.iter().map(|person| person.id.clone()).collect();
    store::comments::replace_mentions(&mut tx, id, &ids).await?;
    store::comments::follow(&mut tx, &comment.thread, &ids, DateTime::UNIX_EPOCH).await?;
    let subject = ThreadSubject { path: &found.path, thread: &comment.thread };
    let new: Vec<User> = mentioned.into_iter().filter(|person| !before.contains(person.account.as_str())).collect();
    people::tell(ctx, &mut tx, caller, subject, new, "comment.mentioned", &mut HashSet::new()).await?;
    threads::record(ctx, &mut tx, caller, subject, "comment.edited");
    Ok(tx.commit().await?)
}

/// Deletes the words of a comment of the caller. A thread without any goes with its last one.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &CommentId) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let (comment, found) = located::comment(&mut tx, id).await?;
    require_own(caller, &comment)?;
    if !store::comments::clear_comment(&mut tx, id, ctx.clock.now()).await? {
        return Err(CommentError::Accepted.into());
    }
    let is_last = store::comments::delete_empty_thread(&mut tx, &comment.thread).await?;
    let action = if is_last { "comment.thread_deleted" } else { "comment.deleted" };
    threads::record(ctx, &mut tx, caller, ThreadSubject { path: &found.path, thread: &comment.thread }, action);
    Ok(tx.commit().await?)
}

/// Refuses unless the comment is the caller's, and its suggestion is still open.
fn require_own(caller: &Caller, comment: &ThreadComment) -> Result<(), Error> {
    if comment.author.id != caller.user.id {
        return Err(Error::Forbidden);
    }
    match &comment.suggestion {
        Some(suggestion) if suggestion.accepted.is_some() => Err(CommentError::Accepted.into()),
        _ => Ok(()),
    }
}
