//! Requests about references.

use app::Error;
use app::compliance::cleaning::PolicyReferenceVersion;
use app::compliance::reference_updates::{ReferenceConfirmation, ReferenceUpdate};
use app::compliance::references::{NewReference, PolicyDestination};
use chrono::NaiveDate;
use domain::compliance::{CompliancePath, MAX_COMMENT, parse_long, parse_why};
use domain::field::{FieldCode, FieldErrors};
use domain::id::{PolicyClauseId, PolicyItemId, PolicyReferenceId, VersionId};
use domain::path::{CsdbPath, FilePath};
use serde::Deserialize;
use utoipa::ToSchema;

use super::parse_compliance_path;
use crate::views::paths::parse_target;
use crate::views::statuses::parse_version;

/// A place in a manual.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferencePlaceRequest {
    /// The path of a manual or of a module, as in `/H160/MEL/DMC-….XML`.
    pub path: String,
    /// Of a manual: the name of a chapter in its contents, as in `3 / 28`, or a number, as in `28-21`.
    #[serde(default)]
    pub chapter: String,
    /// Of a module: the id of the version that is read; default: the one in the working lane.
    #[schema(nullable = false)]
    pub version: Option<String>,
    /// Of a module: the HTML id of a paragraph; empty for the whole module.
    #[serde(default)]
    pub anchor: String,
}

impl ReferencePlaceRequest {
    fn parse(self) -> Result<PolicyDestination, Error> {
        let chapter = parse_why(&self.chapter).map_err(|code| Error::field("place.chapter", code))?;
        let version = self.version.as_deref().map(|text| parse_version("place.version", text)).transpose()?;
        match parse_target(&self.path)? {
            CsdbPath::Manual(manual) if chapter.is_empty() => Ok(PolicyDestination::Manual(manual)),
            CsdbPath::Manual(manual) => Ok(PolicyDestination::Chapter { manual, chapter }),
            CsdbPath::File(path @ FilePath::Object { .. }) => {
                Ok(PolicyDestination::Module { path, version, anchor: self.anchor })
            }
            _ => Err(Error::field("place.path", FieldCode::UnknownValue)),
        }
    }
}

/// A reference to add to a requirement.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CreateReferenceRequest {
    pub policy_item_id: String,
    /// Missing for the whole requirement.
    #[schema(nullable = false)]
    pub policy_clause_id: Option<String>,
    /// The version of the requirement that was read. Nothing is added if somebody has changed the requirement since;
    /// default: any version.
    #[schema(nullable = false)]
    pub policy_item_version: Option<i64>,
    pub place: ReferencePlaceRequest,
    #[serde(default)]
    pub comment: String,
    /// The account of the person in charge of it; default: the owner of the requirement.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// The day of its next review, besides that of the requirement.
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl CreateReferenceRequest {
    pub fn parse(self) -> Result<NewReference, Error> {
        let (comment, why) = texts(&self.comment, &self.why)?;
        Ok(NewReference {
            item: PolicyItemId(self.policy_item_id),
            clause: self.policy_clause_id.map(PolicyClauseId),
            item_version: self.policy_item_version,
            destination: self.place.parse()?,
            comment,
            owner: self.owner,
            review_on: self.review_date,
            why,
        })
    }
}

fn texts(comment: &str, why: &str) -> Result<(String, String), Error> {
    let mut errors = FieldErrors::default();
    let comment = errors.take("comment", parse_long(comment, MAX_COMMENT));
    let why = errors.take("why", parse_why(why));
    errors.finish()?;
    Ok((comment.unwrap_or_default(), why.unwrap_or_default()))
}

/// The version of a text that was read; `None` for a reference to a manual or a chapter, which has none.
pub(super) fn parse_read_version(field: &'static str, text: &str) -> Result<Option<VersionId>, Error> {
    if text.is_empty() { Ok(None) } else { parse_version(field, text).map(Some) }
}

/// New values of a reference.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateReferenceRequest {
    pub id: String,
    /// As it was read.
    pub version: i64,
    /// Missing for the whole requirement.
    #[schema(nullable = false)]
    pub policy_clause_id: Option<String>,
    #[serde(default)]
    pub comment: String,
    /// The account of the person in charge of it; missing for the owner of the requirement.
    #[schema(nullable = false)]
    pub owner: Option<String>,
    /// The day of its next review, besides that of the requirement. A confirmation is the review that is due, so that a
    /// day up to today is removed with it.
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    /// The id of the version in the working lane that was read, and whose text is as it should be; empty for a reference
    /// to a manual or a chapter. It is not confirmed if the lane has another version by now.
    #[schema(nullable = false)]
    pub confirm_version: Option<String>,
    /// Another place, which is confirmed too.
    #[schema(nullable = false)]
    pub place: Option<ReferencePlaceRequest>,
    /// The version of the requirement that was read; required with `confirmVersion` and `place`. Nothing is confirmed if
    /// somebody has changed the requirement since.
    #[schema(nullable = false)]
    pub policy_item_version: Option<i64>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl UpdateReferenceRequest {
    pub fn parse(self) -> Result<ReferenceUpdate, Error> {
        let (comment, why) = texts(&self.comment, &self.why)?;
        let required = || Error::field("policyItemVersion", FieldCode::Required);
        let item_version = self.policy_item_version.ok_or_else(required);
        let confirmation = match (self.place, self.confirm_version.as_deref()) {
            (Some(place), _) => ReferenceConfirmation::At { destination: place.parse()?, item_version: item_version? },
            (None, Some(text)) => {
                let read = parse_read_version("confirmVersion", text)?;
                ReferenceConfirmation::Now { read, item_version: item_version? }
            }
            (None, None) => ReferenceConfirmation::None,
        };
        Ok(ReferenceUpdate {
            id: PolicyReferenceId(self.id),
            version: self.version,
            clause: self.policy_clause_id.map(PolicyClauseId),
            comment,
            owner: self.owner,
            review_on: self.review_date,
            confirmation,
            why,
        })
    }
}

/// A reference to delete.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteReferenceRequest {
    pub id: String,
    /// As it was read; a reference that was changed since is not deleted.
    #[schema(nullable = false)]
    pub version: Option<i64>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl DeleteReferenceRequest {
    pub fn parse(self) -> Result<(PolicyReferenceId, Option<i64>, String), Error> {
        let why = parse_why(&self.why).map_err(|code| Error::field("why", code))?;
        Ok((PolicyReferenceId(self.id), self.version, why))
    }
}

/// A reference as it was read.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyReferenceVersionRequest {
    pub id: String,
    pub version: i64,
}

/// References that lead nowhere.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CleanReferencesRequest {
    /// The path of a collection, a category or an item: those below it.
    pub path: String,
    /// Those of `references` are deleted; otherwise all are listed alone.
    #[serde(default)]
    pub confirm: bool,
    /// With `confirm`: the references as they were listed. Those that lead somewhere again or were changed since stay.
    #[serde(default)]
    pub references: Vec<PolicyReferenceVersionRequest>,
    /// The reason, for the history.
    #[serde(default)]
    pub why: String,
}

impl CleanReferencesRequest {
    pub fn parse(self) -> Result<(CompliancePath, Vec<PolicyReferenceVersion>, String), Error> {
        let why = parse_why(&self.why).map_err(|code| Error::field("why", code))?;
        let references = self.references.into_iter();
        let references =
            references.map(|one| PolicyReferenceVersion { id: PolicyReferenceId(one.id), version: one.version });
        Ok((parse_compliance_path(&self.path)?, references.collect(), why))
    }
}
