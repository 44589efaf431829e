//! One to-do with its texts: base, theirs, ours, and the merged result with its conflicts.

use std::collections::HashSet;

use domain::file::File;
use domain::id::{ObjectId, RevisionTodoId, SnapshotId, VersionId};
use domain::permission::Permission;
use domain::revision::{ListedTodo, TodoReason, TodoState};
use domain::snapshot::Decision;
use s1000d::document::SourceText;
use store::Tx;

use super::located::{self, LocatedRevision};
use super::{contents_changes, kept_entries, lost_entries, merging, successors};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};
use crate::editing::check::{self, TextProblem};
use crate::editing::{merged_text, source};

pub use super::contents_changes::SidesContents;
pub use super::successors::Successor;
pub use merged_text::{MergedConflict, MergedText};

/// A to-do with everything that is needed to decide it.
#[derive(Debug, Clone)]
pub struct OpenTodo {
    pub listed: ListedTodo,
    pub base: Option<TodoText>,
    pub theirs: Option<TodoText>,
    pub ours: Option<TodoText>,
    /// The changes of the sides in the contents, of a publication.
    pub contents: Option<SidesContents>,
    /// Left out where a side is missing or is no text.
    pub result: Option<MergedText>,
    /// The version in the working lane before the confirmation.
    pub before: Option<VersionId>,
    /// The version in the working lane.
    pub working: Option<VersionId>,
    /// The module was edited since the confirmation, so that ours is the present text.
    pub is_edited: bool,
    /// For a customised copy: the path of the module that it was made from.
    pub copy_of: Option<String>,
    /// The module that the revision probably delivers in place of the one that it deletes.
    pub successor: Option<Successor>,
    /// The account that has checked it out.
    pub holder: Option<String>,
    pub may_save: bool,
}

/// One version of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoText {
    pub version: VersionId,
    /// As in `003-00`, or a date.
    pub issue: String,
    /// `None` for a file that is no text.
    pub text: Option<String>,
}

/// The files of a to-do: as they were confirmed, and as it is now.
#[derive(Debug, Clone)]
pub(super) struct TodoFiles {
    pub(super) base: Option<File>,
    pub(super) theirs: Option<File>,
    /// The version before the confirmation, or the present one when it was edited since.
    pub(super) ours: Option<File>,
    /// The version in the working lane.
    pub(super) working: Option<File>,
    pub(super) is_edited: bool,
}

impl TodoFiles {
    pub(super) async fn read(tx: &mut Tx, located: &LocatedRevision, listed: &ListedTodo) -> Result<Self, Error> {
        let todo = &listed.todo;
        let working = match working_lane(tx, located, listed).await? {
            Some(snapshot) => store::files::find(tx, snapshot, todo.object_id).await?,
            None => None,
        };
        let now = working.as_ref().map(|file| file.version_id);
        let is_edited = now != todo.result.or(todo.trio.ours);
        let ours = if is_edited { working.clone() } else { merging::file(tx, todo.trio.ours).await? };
        Ok(Self {
            base: merging::file(tx, todo.trio.base).await?,
            theirs: merging::file(tx, todo.trio.theirs).await?,
            ours,
            working,
            is_edited,
        })
    }

    /// The file that the texts of the to-do are like: the present one, or theirs where there is none.
    pub(super) fn pattern(&self) -> Result<&File, Error> {
        let own = self.ours.as_ref().filter(|_| self.source().is_some());
        self.working.as_ref().or(own).or(self.theirs.as_ref()).or(self.ours.as_ref()).ok_or_else(merging::gone)
    }

    /// The module that a customised copy was made from; `None` for a module that the manufacturer delivers itself.
    pub(super) fn source(&self) -> Option<&File> {
        let own = self.ours.as_ref().or(self.working.as_ref())?;
        self.theirs.as_ref().or(self.base.as_ref()).filter(|delivered| delivered.object.id != own.object.id)
    }

    /// The object of a to-do as the manufacturer delivers it.
    pub(super) fn delivered_object(&self, listed: &ListedTodo) -> ObjectId {
        self.source().map_or(listed.todo.object_id, |source| source.object.id)
    }

    /// The codes whose entries stay in a publication although the revision drops them.
    pub(super) async fn staying(&self, tx: &mut Tx, located: &LocatedRevision) -> Result<HashSet<String>, Error> {
        match &self.base {
            Some(base) => kept_entries::staying(tx, located, (base, self.theirs.as_ref()), &HashSet::new()).await,
            None => Ok(HashSet::new()),
        }
    }
}

/// The working lane with the module of a to-do: that of another manual for a copy there.
async fn working_lane(
    tx: &mut Tx,
    located: &LocatedRevision,
    listed: &ListedTodo,
) -> Result<Option<SnapshotId>, Error> {
    if listed.todo.reason != TodoReason::CopyElsewhere {
        return Ok(located.manual.lanes.working);
    }
    let copy = merging::file(tx, listed.todo.trio.ours).await?;
    let Some(home) = copy.and_then(|copy| copy.object.manual_id) else { return Ok(None) };
    Ok(store::manuals::find(tx, &home).await?.and_then(|manual| manual.lanes.working))
}

/// Opens a to-do.
pub async fn read(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
) -> Result<OpenTodo, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (located, listed) = find(&mut tx, revision, id).await?;
    let files = TodoFiles::read(&mut tx, &located, &listed).await?;
    let holder = holder(&mut tx, &located, &listed).await?;
    let level = domain::access::AccessLevel::Author;
    let is_current = located.revision.decision == Some(Decision::Confirmed)
        && located::is_newest(&mut tx, &located, files.delivered_object(&listed), listed.todo.trio.theirs).await?;
    let kept = files.staying(&mut tx, &located).await?;
    let may_edit = is_current
        // It is edited in its own manual.
        && listed.todo.reason != TodoReason::CopyElsewhere
        && caller.require(Permission::EditContent).is_ok()
        && Caller::require_in_manual(&tx, level, &located.manual).is_ok();
    let candidates = match &files.base {
        Some(base) if listed.todo.reason == TodoReason::DeletedByOem => {
            successors::candidates(&mut tx, &located, base).await?
        }
        _ => Vec::new(),
    };
    drop(tx);
    let [base, theirs, ours] = [
        source_of(ctx, files.base.as_ref()).await?,
        source_of(ctx, files.theirs.as_ref()).await?,
        source_of(ctx, files.ours.as_ref()).await?,
    ];
    let sides = [base.as_ref(), theirs.as_ref(), ours.as_ref()];
    let contents = contents_changes::of_sides(listed.kind, sides).await?;
    let result = match (&base, &theirs, &ours) {
        (Some(base), Some(theirs), Some(ours)) => {
            let kind = files.pattern()?.object.identity.kind;
            kept_entries::merged(kind, [base, theirs, ours], &kept).await?
        }
        _ => None,
    };
    let successor = match &base {
        Some(base) => successors::most_alike(ctx, base, candidates).await?,
        None => None,
    };
    let is_free = holder.as_ref().is_none_or(|holder| *holder == caller.user.account.as_str());
    Ok(OpenTodo {
        may_save: may_edit && is_free && listed.todo.state == TodoState::Open,
        base: todo_text(files.base.as_ref(), base),
        theirs: todo_text(files.theirs.as_ref(), theirs),
        ours: todo_text(files.ours.as_ref(), ours),
        contents,
        result,
        before: listed.todo.trio.ours,
        working: files.working.as_ref().map(|file| file.version_id),
        is_edited: files.is_edited,
        copy_of: files.source().map(|source| source.path.clone()),
        successor,
        holder,
        listed,
    })
}

pub(super) async fn find(
    tx: &mut Tx,
    revision: SnapshotId,
    id: &RevisionTodoId,
) -> Result<(LocatedRevision, ListedTodo), Error> {
    let located = located::find(tx, revision).await?;
    let found = store::revisions::find_todo(tx, revision, id).await?.ok_or(Error::NotFound(Missing::Todo))?;
    Ok((located, found))
}

async fn holder(tx: &mut Tx, located: &LocatedRevision, listed: &ListedTodo) -> Result<Option<String>, Error> {
    let Some(working) = working_lane(tx, located, listed).await? else { return Ok(None) };
    let file = store::files::find(tx, working, listed.todo.object_id).await?;
    Ok(file.and_then(|file| file.holder).map(|holder| holder.account))
}

/// The decoded text of a version; `None` when there is none.
pub(super) async fn source_of(ctx: &Ctx, file: Option<&File>) -> Result<Option<SourceText>, Error> {
    let Some(file) = file else { return Ok(None) };
    match source::read(ctx, file).await {
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => Ok(None),
        read => Ok(Some(read?)),
    }
}

pub(super) fn todo_text(file: Option<&File>, source: Option<SourceText>) -> Option<TodoText> {
    let file = file?;
    let issue = &file.version.issue;
    let numbers = [issue.number.as_str(), issue.in_work.as_str()].join("-");
    Some(TodoText {
        version: file.version_id,
        issue: if issue.number.is_empty() { issue.date.clone() } else { numbers },
        text: source.map(|source| source.text().to_owned()),
    })
}

/// Checks a text of a to-do while somebody works on it; nothing is stored.
pub async fn check(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
    text: String,
) -> Result<Vec<TextProblem>, Error> {
    caller.require(Permission::EditContent)?;
    source::refuse_hostile(&text).map_err(DraftError::Refused)?;
    let mut tx = caller.read(ctx).await?;
    let (located, listed) = super::todos::writable(&mut tx, revision, id).await?;
    let files = TodoFiles::read(&mut tx, &located, &listed).await?;
    let place = located.place(&mut tx, files.pattern()?.clone()).await?;
    drop(tx);
    let sides = [source_of(ctx, files.ours.as_ref()).await?, source_of(ctx, files.theirs.as_ref()).await?];
    let sides: Vec<SourceText> = sides.into_iter().flatten().collect();
    let lost = lost_entries::find(ctx, caller, &located, (files.pattern()?, sides.as_slice()), &text).await?;
    let mut problems = check::located(&text, lost);
    problems.extend(check::find(ctx, caller, &place, text).await?);
    Ok(problems)
}
