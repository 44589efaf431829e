//! Threads: starting one, answering, resolving.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::access::AccessLevel;
use domain::comment::{
    CommentTarget, CommentThread, MAX_COMMENTS, MAX_RATE, MAX_THREADS, RATE_PERIOD, SuggestedText, ThreadComment,
    ThreadState, parse_paragraph, parse_text,
};
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{CommentId, CommentThreadId, UserId, VersionId};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::user::User;
use domain::workspace::parse_anchor;
use s1000d::diff::suggestions::keeps_placeholders;
use store::Tx;
use store::comments::LocatedThread;

use super::people::{self, ReaderRules, ThreadSubject};
use super::place_finder::CommentedPlace;
use super::{located, places};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CommentError, Error};
use crate::library::files;

/// A thread to start.
#[derive(Debug, Clone)]
pub struct NewThread {
    /// The version that is read.
    pub version: VersionId,
    /// The HTML id of a paragraph or picture; empty for the whole module.
    pub anchor: String,
    pub text: String,
    /// The proposed text of the paragraph.
    pub suggestion: Option<String>,
}

/// A proposed text of the paragraph at a place of a version.
#[derive(Debug, Clone)]
pub struct ProposedText {
    pub version: VersionId,
    /// The HTML id.
    pub anchor: String,
    pub text: String,
}

/// Starts a thread about the module at a path.
pub async fn start(ctx: &Ctx, caller: &Caller, path: &FilePath, new: NewThread) -> Result<CommentThreadId, Error> {
    caller.require_person(Permission::Comment)?;
    let text = comment_text(&new.text, new.suggestion.is_some())?;
    let anchor = parse_anchor(&new.anchor).map_err(|code| Error::field("anchor", code))?;
    let file = located::version(&mut caller.read(ctx).await?, path, new.version).await?;
    let place = if anchor.is_empty() { whole(&file) } else { place_at(ctx, &file, anchor).await? };
    let suggestion = new.suggestion.map(|proposed| suggestion(&place, &proposed)).transpose()?;

    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let file = located::version(&mut tx, path, new.version).await?;
    require_room(ctx, &mut tx, caller).await?;
    if store::comments::count_threads(&mut tx, file.object.id).await? >= MAX_THREADS {
        return Err(CommentError::TooManyThreads.into());
    }
    let now = ctx.clock.now();
    let thread = CommentThread {
        id: CommentThreadId(ctx.ids.next()),
        object_id: file.object.id,
        version: new.version,
        target: place.target,
        anchor: place.anchor,
        quote: place.quote,
        state: ThreadState::Open,
        author: located::commenter(&caller.user),
        created_on: now,
        updated_on: now,
        resolved: None,
        comments: 0,
    };
    store::comments::insert_thread(&mut tx, &thread).await?;
    let subject = ThreadSubject { path: &file.path, thread: &thread.id };
    let mentioned = add(ctx, &mut tx, caller, &rules, (path, subject), (text, suggestion)).await?;
    let shown = files::at_path(&mut tx, path, &Reading::default()).await.ok().map(|located| located.file);
    let workers = people::workers(&rules, &mut tx, path, shown.as_ref()).await?;
    store::comments::follow(&mut tx, &thread.id, &ids(&workers), DateTime::UNIX_EPOCH).await?;
    let mut told = HashSet::new();
    people::tell(ctx, &mut tx, caller, subject, mentioned, "comment.mentioned", &mut told).await?;
    people::tell(ctx, &mut tx, caller, subject, workers, "comment.started", &mut told).await?;
    record(ctx, &mut tx, caller, subject, "comment.started");
    tx.commit().await?;
    tracing::info!(file.path = %file.path, thread.id = %thread.id, "Started a thread about {}", file.path);
    Ok(thread.id)
}

/// Adds an answer to a thread.
pub async fn reply(
    ctx: &Ctx,
    caller: &Caller,
    id: &CommentThreadId,
    text: &str,
    proposed: Option<ProposedText>,
) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let text = comment_text(text, proposed.is_some())?;
    let suggestion = match proposed {
        Some(proposed) => Some(proposed_at(ctx, caller, id, proposed).await?),
        None => None,
    };
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let LocatedThread { path: shown_path, .. } = &located::thread(&mut tx, id).await?;
    let path = FilePath::parse(shown_path).ok_or_else(located::missing)?;
    require_room(ctx, &mut tx, caller).await?;
    let subject = ThreadSubject { path: shown_path, thread: id };
    let followers = people::followers(&rules, &mut tx, &path, id).await?;
    let mentioned = add(ctx, &mut tx, caller, &rules, (&path, subject), (text, suggestion)).await?;
    let mut told = HashSet::new();
    people::tell(ctx, &mut tx, caller, subject, mentioned, "comment.mentioned", &mut told).await?;
    people::tell(ctx, &mut tx, caller, subject, followers, "comment.answered", &mut told).await?;
    record(ctx, &mut tx, caller, subject, "comment.answered");
    tx.commit().await?;
    Ok(())
}

/// The suggestion of an answer, about the paragraph of a version that is read now.
async fn proposed_at(
    ctx: &Ctx,
    caller: &Caller,
    id: &CommentThreadId,
    proposed: ProposedText,
) -> Result<SuggestedText, Error> {
    let mut tx = caller.read(ctx).await?;
    let path = located::path_of(&located::thread(&mut tx, id).await?)?;
    let file = located::version(&mut tx, &path, proposed.version).await?;
    drop(tx);
    let anchor = parse_anchor(&proposed.anchor).map_err(|code| Error::field("anchor", code))?;
    suggestion(&place_at(ctx, &file, anchor).await?, &proposed.text)
}

/// Resolves or reopens a thread. Whoever started it may, and who may edit the module.
pub async fn set_state(ctx: &Ctx, caller: &Caller, id: &CommentThreadId, state: ThreadState) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let found = located::thread(&mut tx, id).await?;
    if !may_resolve(&tx, caller, &found)? {
        return Err(Error::Forbidden);
    }
    require_room(ctx, &mut tx, caller).await?;
    if !store::comments::update_state(&mut tx, id, state, &caller.user.id, ctx.clock.now()).await? {
        // Somebody else was faster, and it is as the caller wants it.
        return Ok(());
    }
    let path = located::path_of(&found)?;
    let subject = ThreadSubject { path: &found.path, thread: id };
    let code = if state == ThreadState::Open { "comment.reopened" } else { "comment.resolved" };
    let followers = people::followers(&rules, &mut tx, &path, id).await?;
    people::tell(ctx, &mut tx, caller, subject, followers, code, &mut HashSet::new()).await?;
    record(ctx, &mut tx, caller, subject, code);
    Ok(tx.commit().await?)
}

/// Whether the caller may resolve and reopen a thread.
pub(super) fn may_resolve(tx: &Tx, caller: &Caller, found: &LocatedThread) -> Result<bool, Error> {
    let FilePath::Object { manual, .. } = located::path_of(found)? else { return Ok(false) };
    let level = tx.sight().level(&manual.csdb.folded(), Some(&manual.manual.folded()));
    Ok(found.thread.author.id == caller.user.id || level >= AccessLevel::Author)
}

/// Notes that the caller has read a thread as it was last changed at a moment; a comment that was written since stays
/// new. It is of no concern to others, so that nothing is recorded.
pub async fn mark_seen(ctx: &Ctx, caller: &Caller, id: &CommentThreadId, shown_on: DateTime<Utc>) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let LocatedThread { thread, .. } = located::thread(&mut tx, id).await?;
    store::comments::mark_seen(&mut tx, id, &caller.user.id, shown_on.min(thread.updated_on)).await?;
    Ok(tx.commit().await?)
}

/// Adds a comment to a thread, and lets its author and the people it mentions follow the thread.
async fn add(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    rules: &ReaderRules,
    (path, subject): (&FilePath, ThreadSubject<'_>),
    (text, suggestion): (String, Option<SuggestedText>),
) -> Result<Vec<User>, Error> {
    let now = ctx.clock.now();
    if !store::comments::count_comment(tx, subject.thread, MAX_COMMENTS, now).await? {
        // Its last comment may have been deleted meanwhile.
        located::thread(tx, subject.thread).await?;
        return Err(CommentError::TooMany.into());
    }
    let mentioned = people::mentioned(rules, tx, path, &text).await?;
    let comment = ThreadComment {
        id: CommentId(ctx.ids.next()),
        thread: subject.thread.clone(),
        author: located::commenter(&caller.user),
        text,
        suggestion,
        created_on: now,
        edited_on: None,
        is_deleted: false,
    };
    store::comments::insert_comment(tx, &comment).await?;
    store::comments::replace_mentions(tx, &comment.id, &ids(&mentioned)).await?;
    store::comments::follow(tx, subject.thread, std::slice::from_ref(&caller.user.id), now).await?;
    store::comments::mark_seen(tx, subject.thread, &caller.user.id, now).await?;
    store::comments::follow(tx, subject.thread, &ids(&mentioned), DateTime::UNIX_EPOCH).await?;
    Ok(mentioned)
}

pub(super) fn record(ctx: &Ctx, tx: &mut Tx, caller: &Caller, subject: ThreadSubject<'_>, action: &'static str) {
    let mut change = ctx.change(&caller.actor(), action, "comment", subject.path);
    change.detail.push(("thread".to_owned(), subject.thread.to_string()));
    tx.record(change);
}

/// Refuses a caller of whom others were told too often in the last minute.
pub(super) async fn require_room(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    let since = ctx.clock.now() - RATE_PERIOD;
    let written = store::comments::count_since(tx, caller.user.account.as_str(), since).await?;
    if written >= MAX_RATE { Err(CommentError::TooFast.into()) } else { Ok(()) }
}

/// The words of a comment; a suggestion needs none.
pub(super) fn comment_text(text: &str, has_suggestion: bool) -> Result<String, Error> {
    if has_suggestion && text.trim().is_empty() {
        return Ok(String::new());
    }
    parse_text(text).map_err(|code| Error::field("text", code))
}

fn whole(file: &File) -> CommentedPlace {
    let quote = domain::comment::quote(&file.version.metadata.title());
    CommentedPlace { target: CommentTarget::Module, anchor: String::new(), quote, paragraph: None }
}

async fn place_at(ctx: &Ctx, file: &File, anchor: String) -> Result<CommentedPlace, Error> {
    let unknown = || Error::field("anchor", FieldCode::UnknownValue);
    places::commented(ctx, file, anchor).await?.ok_or_else(unknown)
}

/// A suggestion for the paragraph at a place.
fn suggestion(place: &CommentedPlace, proposed: &str) -> Result<SuggestedText, Error> {
    let paragraph = place.paragraph.as_ref().filter(|_| place.target == CommentTarget::Paragraph);
    let old = paragraph.ok_or(CommentError::NoText)?.text.clone();
    let new = proposed_text(&old, proposed)?;
    Ok(SuggestedText { old, new, accepted: None })
}

/// The proposed text of a paragraph; it differs from the old one and has its placeholders.
pub(super) fn proposed_text(old: &str, proposed: &str) -> Result<String, Error> {
    let new = parse_paragraph(proposed).map_err(|code| Error::field("suggestion", code))?;
    if new == old {
        return Err(CommentError::SameText.into());
    }
    if !keeps_placeholders(old, &new) {
        return Err(CommentError::Placeholder.into());
    }
    Ok(new)
}

fn ids(people: &[User]) -> Vec<UserId> {
    people.iter().map(|person| person.id.clone()).collect()
}
