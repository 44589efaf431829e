//! Wire types for change requests.

mod checks;
mod effect;
mod lists;
mod requests;
mod saved;

use app::changes::lists::{Artifact, OpenPost, OpenRequest, RequestAbilities};
use chrono::{DateTime, NaiveDate, Utc};
use domain::change_request::{ChangeRequest, ListedRequest, RequestModule, RequestPlace, RequestReviewer};
use serde::Serialize;
use utoipa::ToSchema;

use super::comments::CommenterView;

pub use checks::{ModuleChecksView, RequestEventView};
pub use effect::{OemCommentRequest, RequestEffectView};
pub use lists::{RequestListQuery, RequestsQuery, table};
pub use requests::{
    ActRequest, AddModuleRequest, AttachmentQuery, CreateRequestRequest, RemoveModuleQuery, RequestPeopleQuery,
    ReviewRequest, UpdateRequestRequest, WritePostRequest,
};
pub use saved::{SaveRequestViewRequest, SavedRequestView};

/// A change request of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ChangeRequest)]
pub struct ChangeRequestView {
    pub id: String,
    /// Counted from 1 in each database.
    pub number: u64,
    pub title: String,
    /// Empty in lists.
    pub description: String,
    /// Not Open, In Progress, Ready for Publish, Closed or Pending.
    pub status: String,
    /// While it is closed: published or cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub outcome: Option<String>,
    pub csdb_name: String,
    pub csdb_type: String,
    pub manual_name: String,
    pub manual_type: String,
    pub manual_path: String,
    /// comment, oemRevision, regulation, sb or other.
    pub origin: String,
    /// The number of a bulletin, regulation or revision; possibly empty.
    pub reference: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub due_date: Option<NaiveDate>,
    /// An account.
    pub create_by: String,
    /// The name of that person; possibly empty.
    pub create_by_name: String,
    pub create_time: DateTime<Utc>,
    pub last_update_time: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assignee: Option<CommenterView>,
    /// The paragraph that somebody asked to be changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub place: Option<RequestPlaceView>,
    pub version: i64,
    /// How often the work was finished; a verdict names it.
    pub round: i64,
}

impl From<ChangeRequest> for ChangeRequestView {
    fn from(request: ChangeRequest) -> Self {
        Self {
            manual_path: request.manual_path(),
            id: request.id.0,
            number: request.number,
            title: request.details.title,
            description: request.details.description,
            status: request.status.as_str().to_owned(),
            outcome: request.outcome.map(|outcome| outcome.as_str().to_owned()),
            csdb_name: request.csdb_name,
            csdb_type: request.csdb_type,
            manual_name: request.manual_name,
            manual_type: request.manual_type,
            origin: request.details.origin.as_str().to_owned(),
            reference: request.details.reference,
            due_date: request.details.due_on,
            create_by: request.creator.account,
            create_by_name: request.creator.name,
            create_time: request.created_on,
            last_update_time: request.updated_on,
            assignee: request.assignee.map(CommenterView::from),
            place: request.place.map(RequestPlaceView::from),
            version: request.version,
            round: request.round,
        }
    }
}

/// The paragraph that a change was asked for.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RequestPlace)]
pub struct RequestPlaceView {
    /// The module.
    pub path: String,
    /// The id of the version that was read.
    pub version: String,
    /// The HTML id in that version; empty for the whole module.
    pub anchor: String,
    /// The beginning of the paragraph; empty in lists.
    pub quote: String,
}

impl From<RequestPlace> for RequestPlaceView {
    fn from(place: RequestPlace) -> Self {
        Self { path: place.path, version: place.version.to_string(), anchor: place.anchor, quote: place.quote }
    }
}

/// A change request in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ListedChangeRequest)]
pub struct ListedRequestView {
    #[serde(flatten)]
    pub request: ChangeRequestView,
    /// The number of its modules.
    pub modules: u64,
}

impl From<ListedRequest> for ListedRequestView {
    fn from(listed: ListedRequest) -> Self {
        Self { modules: listed.modules, request: listed.request.into() }
    }
}

/// A change request with its modules, reviewers and discussion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OpenChangeRequest)]
pub struct OpenRequestView {
    pub request: ChangeRequestView,
    pub reviewers: Vec<RequestReviewerView>,
    /// The verdicts are enough to publish.
    pub is_approved: bool,
    /// In the order in which they joined it.
    pub modules: Vec<RequestModuleView>,
    /// Oldest first.
    pub posts: Vec<RequestPostView>,
    /// By name.
    pub attachments: Vec<AttachmentView>,
    /// The actions that I may take on it.
    pub abilities: RequestAbilitiesView,
}

impl From<OpenRequest> for OpenRequestView {
    fn from(open: OpenRequest) -> Self {
        Self {
            request: open.request.into(),
            reviewers: open.reviewers.into_iter().map(RequestReviewerView::from).collect(),
            is_approved: open.is_approved,
            modules: open.modules.into_iter().map(RequestModuleView::from).collect(),
            posts: open.posts.into_iter().map(RequestPostView::from).collect(),
            attachments: open.attachments.into_iter().map(AttachmentView::from).collect(),
            abilities: open.abilities.into(),
        }
    }
}

/// A person who reviews a change request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestReviewer)]
pub struct RequestReviewerView {
    pub person: CommenterView,
    /// Somebody asked for their approval.
    pub is_asked: bool,
    /// approved or rejected; missing until they decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub verdict: Option<String>,
    pub comment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub decided_on: Option<DateTime<Utc>>,
    /// The approval counts no longer: the person lost the level for it, or contributed to the work.
    pub has_lapsed: bool,
}

impl From<RequestReviewer> for RequestReviewerView {
    fn from(reviewer: RequestReviewer) -> Self {
        let decided = reviewer.decision.map(|one| (one.verdict.as_str().to_owned(), one.comment, one.on));
        let (verdict, comment, decided_on) = match decided {
            Some((verdict, comment, on)) => (Some(verdict), comment, Some(on)),
            None => (None, String::new(), None),
        };
        let (is_asked, has_lapsed) = (reviewer.is_asked, reviewer.has_lapsed);
        Self { person: reviewer.person.into(), is_asked, verdict, comment, decided_on, has_lapsed }
    }
}

/// A module of a change request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestModule)]
pub struct RequestModuleView {
    pub path: String,
    pub code: String,
    pub title: String,
    /// The id of the version before the work began; missing for a module that is new with the change request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub base: Option<String>,
    /// The id of the newest version that was checked in under the change request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub newest: Option<String>,
    /// Of the newest version, or of the base.
    pub issue_number: String,
    pub in_work: String,
    pub issue_date: String,
    /// The account that has checked it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub holder: Option<String>,
    /// It has a draft that is not checked in.
    pub has_draft: bool,
    /// It is in the trash.
    pub is_deleted: bool,
    /// The working version does not contain the work: it is set aside, or another change replaced it.
    pub is_away: bool,
}

impl From<RequestModule> for RequestModuleView {
    fn from(module: RequestModule) -> Self {
        Self {
            path: module.path,
            code: module.code,
            title: module.title,
            base: module.base.map(|version| version.to_string()),
            newest: module.newest.map(|version| version.to_string()),
            issue_number: module.issue.number,
            in_work: module.issue.in_work,
            issue_date: module.issue.date,
            holder: module.holder,
            has_draft: module.has_draft,
            is_deleted: module.is_deleted,
            is_away: module.is_away,
        }
    }
}

/// A post in the discussion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestPost)]
pub struct RequestPostView {
    pub id: String,
    pub author: CommenterView,
    /// Empty once it is deleted.
    pub text: String,
    pub created_on: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub edited_on: Option<DateTime<Utc>>,
    pub is_deleted: bool,
    /// The accounts it mentions.
    pub mentions: Vec<String>,
    /// I wrote it.
    pub is_own: bool,
}

impl From<OpenPost> for RequestPostView {
    fn from(OpenPost { post, mentions, is_own }: OpenPost) -> Self {
        Self {
            id: post.id.0,
            author: post.author.into(),
            text: post.text,
            created_on: post.created_on,
            edited_on: post.edited_on,
            is_deleted: post.is_deleted,
            mentions,
            is_own,
        }
    }
}

/// A file attached to a change request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestAttachment)]
pub struct AttachmentView {
    pub file_name: String,
    pub size: i64,
}

impl From<Artifact> for AttachmentView {
    fn from(file: Artifact) -> Self {
        Self { file_name: file.file_name, size: file.size }
    }
}

/// The actions that I may take on a change request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RequestAbilities)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent abilities")]
pub struct RequestAbilitiesView {
    /// Of open, reopen, publish, cancel, pause, finish and resume.
    pub actions: Vec<String>,
    /// Change title and description, and attach files.
    pub may_describe: bool,
    /// Change due date, assignee and reviewers, and add modules while it is in progress.
    pub may_plan: bool,
    /// Write it as a comment for the manufacturer.
    pub may_send: bool,
    pub may_review: bool,
    /// I am an approver, but contributed to the work that is reviewed.
    pub is_own_work: bool,
}

impl From<RequestAbilities> for RequestAbilitiesView {
    fn from(abilities: RequestAbilities) -> Self {
        Self {
            actions: abilities.actions.into_iter().map(|action| action.as_str().to_owned()).collect(),
            may_describe: abilities.may_describe,
            may_plan: abilities.may_plan,
            may_send: abilities.may_send,
            may_review: abilities.may_review,
            is_own_work: abilities.is_own_work,
        }
    }
}
