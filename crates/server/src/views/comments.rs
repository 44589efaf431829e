//! Wire types for comments.

mod lists;
mod requests;

use app::comments::lists::{OpenComment, OpenThread, PieceKind, RedlinePiece};
use app::comments::places::PlacedThread;
use app::comments::suggestions::TextEdit;
use chrono::{DateTime, Utc};
use domain::comment::{CommentThread, Commenter, ListedThread};
use domain::draft::Draft;
use serde::Serialize;
use utoipa::ToSchema;

pub use lists::{CommentListQuery, CommentSortView, CommentsQuery, table};
pub use requests::{
    AcceptSuggestionRequest, AnswerRequest, EditCommentRequest, ModuleCommentsQuery, ParagraphQuery, PeopleQuery,
    StartThreadRequest, SuggestionEditsRequest, ThreadSeenRequest, ThreadStateRequest,
};

/// A person who comments.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Commenter)]
pub struct CommenterView {
    pub account: String,
    /// Possibly empty.
    pub name: String,
}

impl From<Commenter> for CommenterView {
    fn from(person: Commenter) -> Self {
        Self { account: person.account, name: person.name }
    }
}

/// A thread without its comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommentThread)]
pub struct CommentThreadView {
    pub id: String,
    /// module, paragraph or picture.
    pub target: String,
    /// The beginning of the paragraph when the thread was started.
    pub quote: String,
    /// open or resolved.
    pub state: String,
    pub author: CommenterView,
    pub created_on: DateTime<Utc>,
    /// The last comment, or the last change of the state.
    pub updated_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub resolved_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub resolved_on: Option<DateTime<Utc>>,
    /// Deleted ones included.
    pub comments: u64,
    /// The id of the version that it was started in.
    pub version: String,
}

impl From<CommentThread> for CommentThreadView {
    fn from(thread: CommentThread) -> Self {
        let (resolved_by, resolved_on) = thread.resolved.unzip();
        Self {
            id: thread.id.0,
            target: thread.target.as_str().to_owned(),
            quote: thread.quote,
            state: thread.state.as_str().to_owned(),
            author: thread.author.into(),
            created_on: thread.created_on,
            updated_on: thread.updated_on,
            resolved_by,
            resolved_on,
            comments: thread.comments,
            version: thread.version.to_string(),
        }
    }
}

/// A thread in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedComment)]
pub struct ListedCommentView {
    pub thread: CommentThreadView,
    /// The module.
    pub path: String,
    pub code: String,
    pub title: String,
    /// The first comment that was not deleted.
    pub text: String,
    /// It has a suggestion that nobody has accepted yet.
    pub has_suggestion: bool,
    /// It concerns the caller.
    pub is_followed: bool,
    /// Others wrote since the caller last read it.
    pub is_new: bool,
    /// The account that wrote last.
    pub last_by: String,
}

impl From<ListedThread> for ListedCommentView {
    fn from(listed: ListedThread) -> Self {
        Self {
            thread: listed.thread.into(),
            path: listed.path,
            code: listed.code,
            title: listed.title,
            text: listed.text,
            has_suggestion: listed.has_suggestion,
            is_followed: listed.is_followed,
            is_new: listed.is_new,
            last_by: listed.last_by,
        }
    }
}

/// The threads about a module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ModuleComments)]
pub struct ModuleCommentsView {
    /// Oldest first.
    pub threads: Vec<PlacedCommentView>,
}

/// A thread about the module that is open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlacedComment)]
pub struct PlacedCommentView {
    #[serde(flatten)]
    pub listed: ListedCommentView,
    /// The HTML id of its paragraph in the text that is open; empty for the whole module, and when the paragraph is gone.
    pub place: String,
    /// unchanged, changed or gone.
    pub place_state: String,
}

impl From<PlacedThread> for PlacedCommentView {
    fn from(placed: PlacedThread) -> Self {
        let place_state = placed.place.state.as_str().to_owned();
        Self { listed: placed.listed.into(), place: placed.place.id, place_state }
    }
}

/// A thread with its comments.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenComments)]
pub struct OpenCommentsView {
    pub thread: CommentThreadView,
    /// The module.
    pub path: String,
    /// Oldest first.
    pub comments: Vec<CommentView>,
    pub may_resolve: bool,
    /// The caller has checked the module out.
    pub may_accept: bool,
}

impl From<OpenThread> for OpenCommentsView {
    fn from(open: OpenThread) -> Self {
        Self {
            thread: open.located.thread.into(),
            path: open.located.path,
            comments: open.comments.into_iter().map(CommentView::from).collect(),
            may_resolve: open.may_resolve,
            may_accept: open.may_accept,
        }
    }
}

/// A comment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Comment)]
pub struct CommentView {
    pub id: String,
    pub author: CommenterView,
    /// Empty when it was deleted.
    pub text: String,
    /// The accounts it mentions.
    pub mentions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub suggestion: Option<SuggestedTextView>,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    pub is_deleted: bool,
    pub is_own: bool,
}

impl From<OpenComment> for CommentView {
    fn from(open: OpenComment) -> Self {
        let OpenComment { comment, mentions, redline, is_own } = open;
        let suggestion = comment.suggestion.map(|suggestion| {
            let (accepted_by, accepted_on) = suggestion.accepted.unzip();
            let redline = redline.into_iter().map(RedlinePieceView::from).collect();
            SuggestedTextView { old: suggestion.old, new: suggestion.new, redline, accepted_by, accepted_on }
        });
        Self {
            id: comment.id.0,
            author: comment.author.into(),
            text: comment.text,
            mentions,
            suggestion,
            created_on: comment.created_on,
            edited_on: comment.edited_on,
            is_deleted: comment.is_deleted,
            is_own,
        }
    }
}

/// A proposed text of a paragraph. Elements in the line are placeholders, as in `⟦1⟧`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SuggestedText)]
pub struct SuggestedTextView {
    pub old: String,
    pub new: String,
    pub redline: Vec<RedlinePieceView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub accepted_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub accepted_on: Option<DateTime<Utc>>,
}

/// A piece of a redline.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RedlinePiece)]
pub struct RedlinePieceView {
    /// same, deleted or inserted.
    pub kind: &'static str,
    pub text: String,
}

impl From<RedlinePiece> for RedlinePieceView {
    fn from(piece: RedlinePiece) -> Self {
        let kind = match piece.kind {
            PieceKind::Same => "same",
            PieceKind::Deleted => "deleted",
            PieceKind::Inserted => "inserted",
        };
        Self { kind, text: piece.text }
    }
}

/// The text of a paragraph. Elements in the line are placeholders, as in `⟦1⟧`, which have to stay.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParagraphText)]
pub struct ParagraphTextView {
    pub text: String,
}

/// The edits that accept a suggestion into a text; none when the text has it already.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SuggestionEdits)]
pub struct SuggestionEditsView {
    pub edits: Vec<TextEditView>,
}

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TextEdit)]
pub struct TextEditView {
    pub from: usize,
    pub to: usize,
    pub text: String,
}

impl From<TextEdit> for TextEditView {
    fn from(edit: TextEdit) -> Self {
        Self { from: edit.range.start, to: edit.range.end, text: edit.text }
    }
}

/// The draft that has an accepted suggestion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AcceptedSuggestion)]
pub struct AcceptedSuggestionView {
    /// Of the text of the draft, in hexadecimal.
    pub sha256: String,
    pub saved_on: DateTime<Utc>,
}

impl From<Draft> for AcceptedSuggestionView {
    fn from(draft: Draft) -> Self {
        Self { sha256: draft.sha256, saved_on: draft.saved_on }
    }
}
