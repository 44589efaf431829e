//! Wire types for check-outs, drafts and check-ins.

use std::collections::BTreeMap;

use app::editing::check::TextProblem;
use app::editing::checkouts::HeldObject;
use app::editing::drafts::OpenDraft;
use chrono::{DateTime, NaiveDate, Utc};
use domain::change_request::NamedRequest;
use domain::checkin::{CheckIn, IssueStep, IssueType, ReasonForUpdate, ReasonType, parse_comment, parse_reason};
use domain::draft::{Draft, DraftOfFile, parse_tab};
use domain::field::{FieldCode, FieldErrors};
use domain::finding::{Finding, Severity};
use domain::language::Locale;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::forms::FormEditView;
use super::packages::FindingView;
use super::request_name::named_request;
use crate::texts;

/// The browser tab that opens a draft.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OpenDraftQuery {
    /// A random id that the tab keeps while it is open.
    pub tab: String,
    /// Lets this tab save; the tab that had the draft open can no longer do so.
    #[serde(default)]
    pub take_over: bool,
}

/// The browser tab that has a draft open.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TabQuery {
    pub tab: String,
}

/// Parses the id of a browser tab.
pub fn tab(text: &str) -> Result<String, app::Error> {
    parse_tab(text).map_err(|code| app::Error::field("tab", code))
}

/// The text of a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DraftTextRequest {
    pub text: String,
}

/// A draft with its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Draft)]
pub struct DraftView {
    pub id: String,
    pub text: String,
    /// Of the text in UTF-8, in hexadecimal.
    pub sha256: String,
    /// The tab that may save.
    pub tab: String,
    pub opened_on: DateTime<Utc>,
    pub saved_on: DateTime<Utc>,
    /// Bytes of the text in UTF-8.
    pub size: u64,
    /// The id of the version that was checked out.
    pub version: String,
    /// open, setAside or discarded.
    pub state: String,
    /// The tab of the request may save.
    pub is_mine: bool,
    /// The file has another version now: its changes have to be merged before the draft can be checked in.
    pub is_outdated: bool,
}

impl DraftView {
    /// The draft as `tab` sees it.
    pub fn new(OpenDraft { draft, text, is_outdated }: OpenDraft, tab: Option<&str>) -> Self {
        Self {
            is_outdated,
            is_mine: tab == Some(draft.tab.as_str()),
            text,
            version: draft.base.to_string(),
            state: draft.state.as_str().to_owned(),
            id: draft.id.0,
            sha256: draft.sha256,
            tab: draft.tab,
            opened_on: draft.opened_on,
            saved_on: draft.saved_on,
            size: draft.size,
        }
    }
}

/// The confirmation of a saved draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SavedDraft)]
pub struct SavedDraftView {
    /// Of the saved text in UTF-8, in hexadecimal.
    pub sha256: String,
    pub saved_on: DateTime<Utc>,
    /// Bytes of the text in UTF-8.
    pub size: u64,
}

impl From<Draft> for SavedDraftView {
    fn from(draft: Draft) -> Self {
        Self { sha256: draft.sha256, saved_on: draft.saved_on, size: draft.size }
    }
}

/// My drafts, those saved last first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Drafts)]
pub struct DraftsView {
    pub drafts: Vec<ListedDraftView>,
}

/// A checked-out object.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeldObject)]
pub struct HeldObjectView {
    pub path: String,
    /// The account that has checked it out.
    pub checked_out_by: String,
    pub checked_out_on: DateTime<Utc>,
}

impl From<HeldObject> for HeldObjectView {
    fn from(HeldObject { path, account, since }: HeldObject) -> Self {
        Self { path, checked_out_by: account, checked_out_on: since }
    }
}

/// A draft in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedDraft)]
pub struct ListedDraftView {
    pub id: String,
    pub path: String,
    pub title: String,
    pub code: String,
    /// open, setAside (someone else cancelled the check-out) or discarded.
    pub state: String,
    pub opened_on: DateTime<Utc>,
    pub saved_on: DateTime<Utc>,
    /// Set aside or discarded then; deleted 30 days later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub ended_on: Option<DateTime<Utc>>,
    pub size: u64,
    pub sha256: String,
    /// The id of the version that was checked out.
    pub version: String,
}

impl From<DraftOfFile> for ListedDraftView {
    fn from(DraftOfFile { draft, path, code, title }: DraftOfFile) -> Self {
        Self {
            path,
            title,
            code,
            version: draft.base.to_string(),
            state: draft.state.as_str().to_owned(),
            id: draft.id.0,
            opened_on: draft.opened_on,
            saved_on: draft.saved_on,
            ended_on: draft.ended_on,
            size: draft.size,
            sha256: draft.sha256,
        }
    }
}

/// The problems of a text.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TextProblems)]
pub struct TextProblemsView {
    pub problems: Vec<TextProblemView>,
}

/// A problem of a text, with its place.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TextProblem)]
pub struct TextProblemView {
    /// error prevents the check-in, warning does not.
    pub severity: &'static str,
    /// Counted from 1.
    pub line: u32,
    /// Counted from 1, in units of UTF-16.
    pub column: usize,
    /// In units of UTF-16 from the beginning of the text.
    pub from: usize,
    pub to: usize,
    #[schema(example = "dm.dm_ref_dangling")]
    pub code: &'static str,
    pub message: String,
    /// The values in the message.
    pub params: BTreeMap<String, String>,
    /// The edits that remove the problem; left out unless there is exactly one way.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub repair: Option<Vec<FormEditView>>,
}

impl TextProblemView {
    /// Translates it to `locale`.
    pub fn new(problem: &TextProblem, locale: Locale) -> Self {
        let TextProblem { finding, column, range, repair } = problem;
        let repair = repair.clone().map(|edits| edits.into_iter().map(FormEditView::from).collect());
        Self {
            severity: if finding.severity == Severity::Block { "error" } else { "warning" },
            line: finding.line.unwrap_or(1),
            column: *column,
            from: range.start,
            to: range.end,
            code: finding.rule.as_str(),
            message: message(finding, locale),
            params: finding.params.iter().cloned().collect(),
            repair,
        }
    }
}

/// The message of a finding in a text; those about packages are worded for the library.
pub fn message(finding: &Finding, locale: Locale) -> String {
    let own = format!("draft.{}", finding.rule.as_str());
    if texts::catalogue(locale).contains_key(&own) {
        return texts::say(locale, &own, &finding.params);
    }
    FindingView::new(finding, locale).message
}

/// Selects an earlier version.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct RestoreQuery {
    /// The id of the version.
    pub version: String,
}

/// The reason for restoring a version.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RestoreRequest {
    #[serde(default)]
    pub comment: String,
    /// The id of the change request, which is in progress, that the work belongs to.
    #[schema(nullable = false)]
    pub change_request_id: Option<String>,
    /// The module may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
}

impl RestoreRequest {
    pub fn parse(self) -> Result<(String, Option<NamedRequest>), app::Error> {
        let comment = parse_comment(&self.comment).map_err(|code| app::Error::field("comment", code))?;
        Ok((comment, named_request(self.change_request_id, self.share_module)))
    }
}

/// A check-in of a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckInRequest {
    /// Of the draft, as the last save confirmed it. Required, except in `/files/batch`.
    pub sha256: Option<String>,
    /// The reason for the new version.
    #[serde(default)]
    pub comment: String,
    /// inWork or full.
    pub step: String,
    /// Default: today.
    pub issue_date: Option<NaiveDate>,
    /// S1000D's `issueType`; default: `new` up to the first issue, then `changed`.
    pub issue_type: Option<String>,
    pub reason: Option<ReasonForUpdateRequest>,
    /// The id of the change request, which is in progress, that the work belongs to.
    pub change_request_id: Option<String>,
    /// The module may belong to another open change request too.
    #[serde(default)]
    pub share_module: bool,
    /// Writes change marks on what was changed, if the issue type has them; a full issue loses the marks of the issue
    /// before.
    #[serde(default)]
    pub mark_changes: bool,
}

/// A reason for update, as the status section lists it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonForUpdateRequest {
    pub text: String,
    /// S1000D's `updateReasonType`: urt01 to urt05.
    pub r#type: String,
    /// Listed in the highlights of a publication.
    #[serde(default)]
    pub highlight: bool,
}

impl CheckInRequest {
    /// The check-in of one file, and the SHA-256 of its draft.
    pub fn parse(mut self) -> Result<(CheckIn, String), app::Error> {
        let sha256 = self.sha256.take().ok_or_else(|| app::Error::field("sha256", FieldCode::Required))?;
        Ok((self.parse_any()?, sha256))
    }

    /// The check-in; all invalid values are reported at once.
    pub fn parse_any(self) -> Result<CheckIn, app::Error> {
        let unknown = FieldCode::UnknownValue;
        let mut errors = FieldErrors::default();
        let comment = errors.take("comment", parse_comment(&self.comment));
        let step = errors.take("step", IssueStep::parse(&self.step).ok_or(unknown));
        let issue_type = self.issue_type.map(|text| errors.take("issueType", IssueType::parse(&text).ok_or(unknown)));
        let reason = self.reason.map(|reason| {
            let text = errors.take("reason.text", parse_reason(&reason.text));
            let kind = errors.take("reason.type", ReasonType::parse(&reason.r#type).ok_or(unknown));
            Some(ReasonForUpdate { text: text?, kind: kind?, highlight: reason.highlight })
        });
        errors.finish()?;
        Ok(CheckIn {
            comment: comment.unwrap_or_default(),
            step: step.unwrap_or(IssueStep::InWork),
            issue_date: self.issue_date,
            issue_type: issue_type.flatten(),
            reason: reason.flatten(),
            change_request: named_request(self.change_request_id, self.share_module),
            marks_changes: self.mark_changes,
        })
    }
}
