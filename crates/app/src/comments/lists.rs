//! Reading threads: lists of them, and one with its comments.

use std::collections::HashMap;

use domain::comment::{ListedThread, ThreadComment};
use domain::id::{CommentId, CommentThreadId, ObjectId};
use domain::page::{Order, Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use s1000d::diff::suggestions::redline;
use store::Tx;
use store::comments::{LocatedThread, ThreadFilter};

use super::{located, threads};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files;

pub use domain::comment::ThreadState;
pub use s1000d::diff::suggestions::{RedlineKind, RedlinePiece};
pub use store::comments::ThreadSort;

/// Threads, and comments, that one exported list contains at most.
const MAX_EXPORTED: u64 = 50_000;
/// Threads whose comments are read at once for it.
const THREADS_AT_ONCE: usize = 500;

/// Which threads are listed, as a person asks for them.
#[derive(Debug, Clone, Default)]
pub struct ThreadRequest {
    pub state: Option<ThreadState>,
    /// Only those that concern the caller.
    pub mine: bool,
    /// Only those that mention the caller.
    pub mentions_me: bool,
    /// Only those in which this account wrote.
    pub account: Option<String>,
    pub manual: Option<ManualPath>,
    pub module: Option<FilePath>,
    pub text: String,
    pub sort: ThreadSort,
    pub order: Order,
}

/// One page of the threads about modules that the caller may see.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    wanted: &ThreadRequest,
    page: PageRequest,
) -> Result<Page<ListedThread>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &wanted.text)?;
    let mut tx = caller.read(ctx).await?;
    let filter = filter(&mut tx, caller, wanted).await?;
    Ok(store::comments::list_threads(&mut tx, &filter, page).await?)
}

/// A thread with its comments, for a list that is taken away.
#[derive(Debug, Clone)]
pub struct ExportedThread {
    pub listed: ListedThread,
    /// Those that were not deleted, oldest first.
    pub comments: Vec<ThreadComment>,
}

/// All threads that pass, with their comments.
pub async fn list_all(ctx: &Ctx, caller: &Caller, wanted: &ThreadRequest) -> Result<Vec<ExportedThread>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &wanted.text)?;
    let mut tx = caller.read(ctx).await?;
    let filter = filter(&mut tx, caller, wanted).await?;
    let threads = store::comments::list_all_threads(&mut tx, &filter, MAX_EXPORTED).await?;
    let (mut exported, mut rows) = (Vec::with_capacity(threads.len()), 0);
    for some in threads.chunks(THREADS_AT_ONCE) {
        let ids: Vec<CommentThreadId> = some.iter().map(|listed| listed.thread.id.clone()).collect();
        let mut comments: HashMap<CommentThreadId, Vec<ThreadComment>> = HashMap::new();
        for comment in store::comments::list_comments_of(&mut tx, &ids).await? {
            rows += 1;
            comments.entry(comment.thread.clone()).or_default().push(comment);
        }
        exported.extend(some.iter().zip(&ids).map(|(listed, id)| ExportedThread {
            listed: listed.clone(),
            comments: comments.remove(id).unwrap_or_default(),
        }));
        if rows >= MAX_EXPORTED {
            break;
        }
    }
    Ok(exported)
}

async fn filter(tx: &mut Tx, caller: &Caller, wanted: &ThreadRequest) -> Result<ThreadFilter, Error> {
    let object: Option<ObjectId> = match &wanted.module {
        Some(path) => Some(files::object_at(tx, path).await?.0),
        None => None,
    };
    let me = || caller.user.id.clone();
    Ok(ThreadFilter {
        state: wanted.state,
        follower: wanted.mine.then(me),
        mentioned: wanted.mentions_me.then(me),
        account: wanted.account.clone(),
        manual: wanted.manual.clone(),
        object,
        text: wanted.text.clone(),
        sort: wanted.sort,
        order: wanted.order,
    })
}

/// A thread with its comments.
#[derive(Debug, Clone)]
pub struct OpenThread {
    pub located: LocatedThread,
    pub comments: Vec<OpenComment>,
    pub may_resolve: bool,
    /// The caller has checked the module out, and can accept suggestions into the draft.
    pub may_accept: bool,
}

/// A comment with what is computed for whoever reads it.
#[derive(Debug, Clone)]
pub struct OpenComment {
    pub comment: ThreadComment,
    pub mentions: Vec<String>,
    /// Of its suggestion.
    pub redline: Vec<RedlinePiece>,
    pub is_own: bool,
}

/// Reads a thread about a module that the caller may see.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &CommentThreadId) -> Result<OpenThread, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let located = located::thread(&mut tx, id).await?;
    let comments = store::comments::list_comments(&mut tx, id).await?;
    let mut mentions: HashMap<CommentId, Vec<String>> = HashMap::new();
    for (comment, account) in store::comments::list_mentions(&mut tx, id).await? {
        mentions.entry(comment).or_default().push(account);
    }
    let path = located::path_of(&located)?;
    // A module that is not in the working lane any more still has its threads.
    let file = files::at_path(&mut tx, &path, &Reading::default()).await.ok();
    let holder = file.and_then(|located| located.file.holder);
    let may_accept = holder.is_some_and(|holder| holder.user == caller.user.id);
    let may_resolve = threads::may_resolve(&tx, caller, &located)?;
    drop(tx);
    let me = caller.user.id.clone();
    let comments = tokio::task::spawn_blocking(move || {
        let open = |comment: ThreadComment| OpenComment {
            mentions: mentions.remove(&comment.id).unwrap_or_default(),
            redline: comment.suggestion.as_ref().map(|one| redline(&one.old, &one.new)).unwrap_or_default(),
            is_own: comment.author.id == me,
            comment,
        };
        comments.into_iter().map(open).collect()
    });
    Ok(OpenThread { located, comments: comments.await?, may_resolve, may_accept })
}
