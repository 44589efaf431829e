//! Requests about comments.

use app::comments::threads::{NewThread, ProposedText};
use chrono::{DateTime, Utc};
use domain::comment::ThreadState;
use domain::field::FieldCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::views::statuses::parse_version;

/// A thread to start.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartThreadRequest {
    /// The id of the version that is read.
    pub version: String,
    /// The HTML id of a paragraph or picture; empty for the whole module.
    #[serde(default)]
    pub anchor: String,
    /// `@account` mentions a person. May be empty with a suggestion.
    #[serde(default)]
    pub text: String,
    /// The proposed text of the paragraph.
    #[schema(nullable = false)]
    pub suggestion: Option<String>,
}

impl StartThreadRequest {
    pub fn parse(self) -> Result<NewThread, app::Error> {
        let version = parse_version("version", &self.version)?;
        Ok(NewThread { version, anchor: self.anchor, text: self.text, suggestion: self.suggestion })
    }
}

/// An answer in a thread.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerRequest {
    /// `@account` mentions a person. May be empty with a suggestion.
    #[serde(default)]
    pub text: String,
    /// The proposed text of the paragraph at `anchor` in `version`.
    #[schema(nullable = false)]
    pub suggestion: Option<String>,
    #[serde(default)]
    pub version: String,
    #[serde(default)]
    pub anchor: String,
}

impl AnswerRequest {
    /// The words, and the proposed text.
    pub fn parse(self) -> Result<(String, Option<ProposedText>), app::Error> {
        let Some(text) = self.suggestion else { return Ok((self.text, None)) };
        let version = parse_version("version", &self.version)?;
        Ok((self.text, Some(ProposedText { version, anchor: self.anchor, text })))
    }
}

/// The new text of a comment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditCommentRequest {
    #[serde(default)]
    pub text: String,
    /// Left out: the comment has no suggestion any more.
    #[schema(nullable = false)]
    pub suggestion: Option<String>,
}

/// The new state of a thread.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ThreadStateRequest {
    /// open or resolved.
    #[schema(example = "resolved")]
    pub state: String,
}

impl ThreadStateRequest {
    pub fn parse(&self) -> Result<ThreadState, app::Error> {
        ThreadState::parse(&self.state).ok_or_else(|| app::Error::field("state", FieldCode::UnknownValue))
    }
}

/// The part of a thread that was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ThreadSeenRequest {
    /// Of the thread as it was shown: comments that were written later stay new.
    pub updated_on: DateTime<Utc>,
}

/// A text into which a suggestion is accepted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuggestionEditsRequest {
    pub text: String,
    /// The proposed text that was shown.
    pub suggestion: String,
}

/// A suggestion that is accepted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AcceptSuggestionRequest {
    /// The proposed text that was shown.
    pub suggestion: String,
}

/// The text that is open.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ModuleCommentsQuery {
    /// The id of the version that is read.
    pub version: Option<String>,
    /// My saved draft instead.
    #[serde(default)]
    pub draft: bool,
}

/// A paragraph of a version.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ParagraphQuery {
    /// The id of the version that is read.
    pub version: String,
    /// The HTML id.
    pub anchor: String,
}

/// Part of an account or a name.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PeopleQuery {
    #[serde(default)]
    pub keyword_filter: String,
}
