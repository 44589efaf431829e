//! Wire types for the means by which requirements are met.

use app::Error;
use app::compliance::statuses::PolicyItemVersion;
use chrono::NaiveDate;
use domain::compliance::{
    MAX_COMMENT, MAX_MEANS, MeansKind, MeansState, PolicyMeans, parse_category_code, parse_line, parse_long, parse_why,
};
use domain::field::{FieldCode, FieldErrors};
use domain::id::PolicyItemId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How a requirement is met.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyMeans)]
pub struct PolicyMeansView {
    /// amc, altmoc, exemption or derogation.
    pub kind: String,
    /// The code of the AMC, or the number of the alternative means, the exemption or the derogation.
    pub reference: String,
    /// Who approved or granted it; empty for an AMC.
    pub authority: String,
    /// Of an alternative means.
    pub approval_reference: String,
    /// Of an alternative means.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub approved_date: Option<NaiveDate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub valid_from: Option<NaiveDate>,
    /// The last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub valid_to: Option<NaiveDate>,
    pub remarks: String,
    /// Today: pending, valid or ended.
    pub state: String,
}

impl From<(PolicyMeans, MeansState)> for PolicyMeansView {
    fn from((means, state): (PolicyMeans, MeansState)) -> Self {
        Self {
            kind: means.kind.as_str().to_owned(),
            reference: means.reference,
            authority: means.authority,
            approval_reference: means.approval,
            approved_date: means.approved_on,
            valid_from: means.valid_from,
            valid_to: means.valid_to,
            remarks: means.remarks,
            state: state.as_str().to_owned(),
        }
    }
}

/// How a requirement is met, in place of what was recorded before.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PolicyMeansRequest {
    /// Of the requirement.
    pub id: String,
    /// As it was read.
    pub version: i64,
    /// At most 20, each once.
    pub means: Vec<PolicyMeansInput>,
    #[serde(default)]
    pub why: String,
}

/// One way in which a requirement is met.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PolicyMeansInput {
    /// amc, altmoc, exemption or derogation.
    #[schema(example = "altmoc")]
    pub kind: String,
    /// The code of the AMC, or the number of the alternative means, the exemption or the derogation.
    pub reference: String,
    /// Required for an exemption or a derogation, possible for an alternative means.
    #[serde(default)]
    pub authority: String,
    /// Required for an alternative means, and only there.
    #[serde(default)]
    pub approval_reference: String,
    /// Required for an alternative means, and only there.
    #[schema(nullable = false)]
    pub approved_date: Option<NaiveDate>,
    /// Required for an exemption or a derogation, possible for an alternative means.
    #[schema(nullable = false)]
    pub valid_from: Option<NaiveDate>,
    /// The last day; otherwise as `validFrom`.
    #[schema(nullable = false)]
    pub valid_to: Option<NaiveDate>,
    #[serde(default)]
    pub remarks: String,
}

impl PolicyMeansInput {
    /// The means, if they have no error; `place` is their number in the request.
    fn parse(self, place: usize, errors: &mut FieldErrors) -> Option<PolicyMeans> {
        let named = |name: &str| format!("means[{place}].{name}");
        let kind = errors.take(&named("kind"), MeansKind::parse(&self.kind).ok_or(FieldCode::UnknownValue));
        let reference = errors.take(&named("reference"), parse_category_code(&self.reference));
        let authority = errors.take(&named("authority"), parse_line(&self.authority));
        let approval = errors.take(&named("approvalReference"), parse_category_code(&self.approval_reference));
        let remarks = errors.take(&named("remarks"), parse_long(&self.remarks, MAX_COMMENT));
        let means = PolicyMeans {
            kind: kind?,
            reference: reference?,
            authority: authority?,
            approval: approval?,
            approved_on: self.approved_date,
            valid_from: self.valid_from,
            valid_to: self.valid_to,
            remarks: remarks?,
        };
        for (name, code) in means.defects() {
            errors.add(named(name), code);
        }
        Some(means)
    }
}

impl PolicyMeansRequest {
    pub fn parse(self) -> Result<(PolicyItemVersion, Vec<PolicyMeans>, String), Error> {
        let mut errors = FieldErrors::default();
        if self.means.len() > MAX_MEANS {
            return Err(Error::field("means", FieldCode::TooMany));
        }
        let why = errors.take("why", parse_why(&self.why));
        let mut all: Vec<PolicyMeans> = Vec::with_capacity(self.means.len());
        for (place, one) in self.means.into_iter().enumerate() {
            let Some(means) = one.parse(place, &mut errors) else { continue };
            if all.contains(&means) {
                errors.add(format!("means[{place}]"), FieldCode::Taken);
            }
            all.push(means);
        }
        errors.finish()?;
        let item = PolicyItemVersion { id: PolicyItemId(self.id), version: self.version };
        Ok((item, all, why.unwrap_or_default()))
    }
}
