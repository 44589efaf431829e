//! To-dos of a revision.

use std::ops::Range;

use app::revisions::open_todo::{MergedConflict, MergedText, OpenTodo, SidesContents, Successor, TodoText};
use chrono::{DateTime, Utc};
use domain::revision::ListedTodo;
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::comments::CommenterView;
use crate::views::contents_changes::ContentsChangesView;

/// A module of a confirmed revision that is, or was, to be looked at.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionTodo)]
pub struct RevisionTodoView {
    pub id: String,
    pub path: String,
    pub code: String,
    pub title: String,
    /// dm, pm, icn …
    pub kind: String,
    /// merged, conflict, invalid, deletedByOem, deletedByUs, addedByBoth, notText, checkedOut, edited,
    /// reviewApplicability or copyElsewhere.
    pub reason: String,
    /// open or done.
    pub state: String,
    pub conflicts: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub owner: Option<CommenterView>,
    /// A day, as in `2026-10-01`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_on: Option<String>,
    pub is_overdue: bool,
    pub note: String,
    /// text, ours, theirs, removed, restored or superseded; left out while nothing was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub resolution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub decided_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub decided_on: Option<DateTime<Utc>>,
    pub version: i64,
}

impl RevisionTodoView {
    /// The view at a moment, which decides what is overdue.
    pub fn at(listed: ListedTodo, now: DateTime<Utc>) -> Self {
        let todo = listed.todo;
        let is_overdue = todo.is_overdue(now);
        let (decided_by, decided_on) = todo.decided.unzip();
        Self {
            id: todo.id.0,
            path: listed.path,
            code: listed.code,
            title: listed.title,
            kind: listed.kind.as_str().to_owned(),
            reason: todo.reason.as_str().to_owned(),
            state: todo.state.as_str().to_owned(),
            conflicts: todo.conflicts,
            owner: listed.owner.map(|(account, name)| CommenterView { account, name }),
            due_on: todo.due_on,
            is_overdue,
            note: todo.note,
            resolution: todo.resolution.map(|resolution| resolution.as_str().to_owned()),
            decided_by,
            decided_on,
            version: todo.version,
        }
    }
}

/// A version of the module of a to-do.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TodoText)]
pub struct TodoTextView {
    /// The id of the version.
    pub version: String,
    /// As in `003-00`, or a date.
    pub issue: String,
    /// Left out for a file that is no text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub text: Option<String>,
}

impl From<TodoText> for TodoTextView {
    fn from(text: TodoText) -> Self {
        Self { version: text.version.to_string(), issue: text.issue, text: text.text }
    }
}

/// Something that both sides changed differently. The result has it as ours has it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeConflict)]
pub struct MergeConflictView {
    /// text, attribute, deleted, deletedAndMoved, moved, emptied, inserted, table, uncertain, declaration or document.
    pub kind: &'static str,
    /// The XPath of the element in the base.
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub attribute: Option<String>,
    /// The source of the element or the value of the attribute; left out where it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ours: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub theirs: Option<String>,
    /// Where it stands in the result, in units of UTF-16; `start` equals `end` where it is not there.
    pub start: usize,
    pub end: usize,
}

impl From<MergedConflict> for MergeConflictView {
    fn from(conflict: MergedConflict) -> Self {
        Self {
            kind: conflict.kind,
            path: conflict.path,
            attribute: conflict.attribute,
            base: conflict.base,
            ours: conflict.ours,
            theirs: conflict.theirs,
            start: conflict.range.start,
            end: conflict.range.end,
        }
    }
}

/// A part of the result that a side changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OriginSpan)]
pub struct OriginSpanView {
    /// In units of UTF-16.
    pub start: usize,
    pub end: usize,
    /// ours, theirs or both.
    pub origin: &'static str,
}

impl From<(Range<usize>, &'static str)> for OriginSpanView {
    fn from((range, origin): (Range<usize>, &'static str)) -> Self {
        Self { start: range.start, end: range.end, origin }
    }
}

/// The merged text of a to-do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MergedText)]
pub struct MergedTextView {
    pub text: String,
    pub conflicts: Vec<MergeConflictView>,
    pub origins: Vec<OriginSpanView>,
    /// More may be called changed than necessary, because the texts are too large or too different.
    pub is_coarse: bool,
}

impl From<MergedText> for MergedTextView {
    fn from(merged: MergedText) -> Self {
        Self {
            text: merged.text,
            conflicts: merged.conflicts.into_iter().map(MergeConflictView::from).collect(),
            origins: merged.origins.into_iter().map(OriginSpanView::from).collect(),
            is_coarse: merged.is_coarse,
        }
    }
}

/// The changes of both sides in the contents of a publication since the base.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SidesContents)]
pub struct SidesContentsView {
    pub theirs: ContentsChangesView,
    pub ours: ContentsChangesView,
}

impl From<SidesContents> for SidesContentsView {
    fn from(SidesContents { theirs, ours }: SidesContents) -> Self {
        Self { theirs: theirs.into(), ours: ours.into() }
    }
}

/// An added module that is like a deleted one: probably the same under another code.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevisionSuccessor)]
pub struct SuccessorView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// Equal words, in percent.
    pub likeness: u64,
}

impl From<Successor> for SuccessorView {
    fn from(Successor { path, code, title, likeness }: Successor) -> Self {
        Self { path, code, title, likeness }
    }
}

/// A to-do with its texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenTodo)]
pub struct OpenTodoView {
    pub todo: RevisionTodoView,
    /// In the confirmed revision before; left out where it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<TodoTextView>,
    /// In the revision.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub theirs: Option<TodoTextView>,
    /// In the working lane before the confirmation, or now when it was edited since.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ours: Option<TodoTextView>,
    /// The changes of the sides in the contents; only of a publication.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub contents: Option<SidesContentsView>,
    /// Left out where there is nothing to merge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub result: Option<MergedTextView>,
    /// The id of the version in the working lane before the confirmation; left out when there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub airline_version: Option<String>,
    /// The id of the version in the working lane; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub working_version: Option<String>,
    /// The module was edited after the confirmation.
    pub is_edited: bool,
    /// For a customised copy: the path of the module that it was made from. Base and theirs are versions of that module.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub copy_of: Option<String>,
    /// For a module that the revision deletes: the added module whose text is most like it, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub successor: Option<SuccessorView>,
    /// The account that has checked it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub holder: Option<String>,
    pub may_save: bool,
}

impl OpenTodoView {
    /// The view at a moment.
    pub fn at(open: OpenTodo, now: DateTime<Utc>) -> Self {
        Self {
            todo: RevisionTodoView::at(open.listed, now),
            base: open.base.map(TodoTextView::from),
            theirs: open.theirs.map(TodoTextView::from),
            ours: open.ours.map(TodoTextView::from),
            contents: open.contents.map(SidesContentsView::from),
            result: open.result.map(MergedTextView::from),
            airline_version: open.before.map(|version| version.to_string()),
            working_version: open.working.map(|version| version.to_string()),
            is_edited: open.is_edited,
            copy_of: open.copy_of,
            successor: open.successor.map(SuccessorView::from),
            holder: open.holder,
            may_save: open.may_save,
        }
    }
}
