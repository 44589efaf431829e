//! Requests about change requests.

use app::changes::requests::{NamedPlace, NewRequest, RequestPeople, RequestUpdate};
use chrono::NaiveDate;
use domain::access::AccessLevel;
use domain::change_request::{
    NamedRequest, RequestAction, RequestDetails, RequestOrigin, Verdict, parse_description, parse_reference,
    parse_title, parse_why,
};
use domain::field::{FieldCode, FieldErrors};
use domain::id::ChangeRequestId;
use domain::path::{FilePath, ManualPath};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::views::paths::parse_path;
use crate::views::statuses::parse_version;

/// A change request to create. Readers give title, description and place; the rest is for authors of the manual.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateRequestRequest {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    pub title: String,
    #[serde(default)]
    pub description: String,
    /// comment, oemRevision, regulation, sb or other; default: comment.
    #[schema(nullable = false)]
    pub origin: Option<String>,
    #[serde(default)]
    pub reference: String,
    #[schema(nullable = false)]
    pub due_date: Option<NaiveDate>,
    /// An account.
    #[schema(nullable = false)]
    pub assignee: Option<String>,
    /// Accounts.
    #[serde(default)]
    pub reviewers: Vec<String>,
    #[schema(nullable = false)]
    pub place: Option<PlaceRequest>,
}

/// The paragraph that somebody reads.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceRequest {
    /// The module.
    pub path: String,
    /// The id of the version that is read.
    pub version: String,
    /// The HTML id; empty for the whole module.
    #[serde(default)]
    pub anchor: String,
}

/// The texts of a change request, not parsed yet.
struct WrittenDetails<'a> {
    title: &'a str,
    description: &'a str,
    origin: Option<&'a str>,
    reference: &'a str,
    due_date: Option<NaiveDate>,
}

impl WrittenDetails<'_> {
    /// All invalid values are reported at once.
    fn parse(&self) -> Result<RequestDetails, app::Error> {
        let mut errors = FieldErrors::default();
        let title = errors.take("title", parse_title(self.title));
        let description = errors.take("description", parse_description(self.description));
        let reference = errors.take("reference", parse_reference(self.reference));
        let word = self.origin.unwrap_or(RequestOrigin::Comment.as_str());
        let origin = errors.take("origin", RequestOrigin::parse(word).ok_or(FieldCode::UnknownValue));
        errors.finish()?;
        Ok(RequestDetails {
            title: title.unwrap_or_default(),
            description: description.unwrap_or_default(),
            origin: origin.unwrap_or(RequestOrigin::Comment),
            reference: reference.unwrap_or_default(),
            due_on: self.due_date,
        })
    }
}

impl CreateRequestRequest {
    pub fn parse(self) -> Result<NewRequest, app::Error> {
        let written = WrittenDetails {
            title: &self.title,
            description: &self.description,
            origin: self.origin.as_deref(),
            reference: &self.reference,
            due_date: self.due_date,
        };
        let details = written.parse()?;
        let manual: ManualPath = parse_path(&self.manual_path)?;
        let place = self.place.map(|place| {
            let path: FilePath = parse_path(&place.path)?;
            let version = parse_version("version", &place.version)?;
            Ok::<_, app::Error>(NamedPlace { path, version, anchor: place.anchor })
        });
        let people = RequestPeople { assignee: self.assignee, reviewers: self.reviewers };
        Ok(NewRequest { manual, place: place.transpose()?, details, people })
    }
}

/// New details of a change request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateRequestRequest {
    /// As it was read.
    pub version: i64,
    pub title: String,
    #[serde(default)]
    pub description: String,
    /// comment, oemRevision, regulation, sb or other.
    pub origin: String,
    #[serde(default)]
    pub reference: String,
    #[schema(nullable = false)]
    pub due_date: Option<NaiveDate>,
    /// An account.
    #[schema(nullable = false)]
    pub assignee: Option<String>,
    /// Accounts.
    #[serde(default)]
    pub reviewers: Vec<String>,
}

impl UpdateRequestRequest {
    pub fn parse(self) -> Result<RequestUpdate, app::Error> {
        let written = WrittenDetails {
            title: &self.title,
            description: &self.description,
            origin: Some(&self.origin),
            reference: &self.reference,
            due_date: self.due_date,
        };
        let details = written.parse()?;
        let people = RequestPeople { assignee: self.assignee, reviewers: self.reviewers };
        Ok(RequestUpdate { version: self.version, details, people })
    }
}

/// An action on a change request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ActRequest {
    /// open, reopen, publish, cancel, pause, finish or resume.
    #[schema(example = "open")]
    pub action: String,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
    /// Reopen it though another open change request has its modules.
    #[serde(default)]
    pub share_module: bool,
}

impl ActRequest {
    pub fn parse(&self) -> Result<(RequestAction, String), app::Error> {
        let mut errors = FieldErrors::default();
        let action = errors.take("action", RequestAction::parse(&self.action).ok_or(FieldCode::UnknownValue));
        let why = errors.take("why", parse_why(&self.why));
        let Some((action, why)) = action.zip(why) else { return Err(errors.into_list().into()) };
        Ok((action, why))
    }
}

/// A verdict on a change request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The round of the change request as it was read: work that was finished again since is a conflict.
    pub round: i64,
    /// approved or rejected; missing: I take my verdict back.
    #[schema(nullable = false)]
    pub verdict: Option<String>,
    /// Required for a rejection.
    #[serde(default)]
    pub comment: String,
}

impl ReviewRequest {
    pub fn parse(&self) -> Result<(Option<Verdict>, String), app::Error> {
        let parse =
            |word: &str| Verdict::parse(word).ok_or_else(|| app::Error::field("verdict", FieldCode::UnknownValue));
        let verdict = self.verdict.as_deref().map(parse).transpose()?;
        Ok((verdict, parse_why(&self.comment).map_err(|code| app::Error::field("comment", code))?))
    }
}

/// A module to add to a change request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddModuleRequest {
    pub path: String,
    /// The module may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
}

impl AddModuleRequest {
    pub fn parse(&self, id: String) -> Result<(NamedRequest, FilePath), app::Error> {
        let named = NamedRequest { id: ChangeRequestId(id), may_share: self.share_module };
        Ok((named, parse_path(&self.path)?))
    }
}

/// A module of a change request.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RemoveModuleQuery {
    pub path: String,
}

/// The name of a file to attach.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AttachmentQuery {
    pub file_name: String,
}

/// A post in the discussion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WritePostRequest {
    /// `@account` mentions a person.
    pub text: String,
}

/// People with a level in a manual.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RequestPeopleQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// read, author or approve; default: read.
    pub level: Option<String>,
    /// Part of an account or a name.
    #[serde(default)]
    pub keyword_filter: String,
}

impl RequestPeopleQuery {
    pub fn parse(&self) -> Result<(ManualPath, AccessLevel), app::Error> {
        let known = |word: &str| AccessLevel::parse(word).filter(|level| *level != AccessLevel::None);
        let unknown = || app::Error::field("level", FieldCode::UnknownValue);
        let level = known(self.level.as_deref().unwrap_or("read")).ok_or_else(unknown)?;
        Ok((parse_path(&self.manual_path)?, level))
    }
}
