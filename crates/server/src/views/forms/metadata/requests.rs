//! Changes of the metadata of a module.

use app::editing::forms::metadata::{MetadataChange, ReasonChange, SecurityFields};
use domain::field::{FieldCode, FieldErrors};
use domain::form::{
    MAX_ENTRIES, parse_caveat, parse_commercial, parse_enterprise_code, parse_line, parse_reason_type, parse_security,
    parse_verification,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::SecurityFieldsView;

const MAX_NAME: usize = 500;
const MAX_REASON: usize = 4_000;

/// A text, and a change of its metadata.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EditMetadataRequest {
    pub text: String,
    /// Left out to read the metadata alone.
    #[schema(nullable = false)]
    pub change: Option<MetadataChangeRequest>,
}

/// New values; what is left out stays, an empty text removes an optional element.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MetadataChangeRequest {
    #[schema(nullable = false)]
    pub tech_name: Option<String>,
    #[schema(nullable = false)]
    pub info_name: Option<String>,
    #[schema(nullable = false)]
    pub info_name_variant: Option<String>,
    #[schema(nullable = false)]
    pub security: Option<SecurityFieldsView>,
    #[schema(nullable = false)]
    pub responsible: Option<EnterpriseChangeRequest>,
    #[schema(nullable = false)]
    pub originator: Option<EnterpriseChangeRequest>,
    /// One for each that the text has, in its order.
    #[schema(nullable = false)]
    pub quality: Option<Vec<QualityChangeRequest>>,
    /// All reasons; those of the text that are not listed are removed.
    #[schema(nullable = false)]
    pub reasons: Option<Vec<ReasonChangeRequest>>,
}

/// New values of a company.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EnterpriseChangeRequest {
    pub code: String,
    pub name: String,
}

/// A new state of verification.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QualityChangeRequest {
    #[schema(nullable = false)]
    pub first: Option<String>,
    #[schema(nullable = false)]
    pub second: Option<String>,
}

/// New values of a reason for update, or a new one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReasonChangeRequest {
    /// The index of a reason in the text; left out for a new one.
    #[schema(nullable = false)]
    pub number: Option<usize>,
    pub text: String,
    #[schema(nullable = false)]
    pub r#type: Option<String>,
    pub highlight: bool,
}

impl MetadataChangeRequest {
    /// The change; all invalid values are reported at once.
    pub fn parse(self) -> Result<MetadataChange, app::Error> {
        let mut errors = FieldErrors::default();
        let change = MetadataChange {
            technical: self.tech_name.and_then(|text| errors.take("techName", parse_line(&text, 1, MAX_NAME))),
            info: self.info_name.and_then(|text| errors.take("infoName", parse_line(&text, 0, MAX_NAME))),
            variant: self
                .info_name_variant
                .and_then(|text| errors.take("infoNameVariant", parse_line(&text, 0, MAX_NAME))),
            security: self.security.and_then(|security| parse_security_fields(&mut errors, &security)),
            responsible: self.responsible.and_then(|company| company.parse(&mut errors, "responsible")),
            originator: self.originator.and_then(|company| company.parse(&mut errors, "originator")),
            quality: self.quality.map(|parts| parse_quality(&mut errors, parts)),
            reasons: self.reasons.map(|reasons| parse_reasons(&mut errors, reasons)),
        };
        errors.finish()?;
        Ok(change)
    }
}

impl EnterpriseChangeRequest {
    fn parse(&self, errors: &mut FieldErrors, field: &str) -> Option<(String, String)> {
        let code = errors.take(&format!("{field}.code"), parse_enterprise_code(&self.code));
        let name = errors.take(&format!("{field}.name"), parse_line(&self.name, 0, MAX_NAME));
        Some((code?, name?))
    }
}

fn parse_security_fields(errors: &mut FieldErrors, fields: &SecurityFieldsView) -> Option<SecurityFields> {
    let classification = errors.take("security.classification", parse_security(&fields.classification));
    let commercial =
        fields.commercial.as_deref().and_then(|text| errors.take("security.commercial", parse_commercial(text)));
    let caveat = fields.caveat.as_deref().and_then(|text| errors.take("security.caveat", parse_caveat(text)));
    Some(SecurityFields { classification: classification?, commercial, caveat })
}

fn parse_quality(errors: &mut FieldErrors, parts: Vec<QualityChangeRequest>) -> Vec<(Option<String>, Option<String>)> {
    if parts.len() > MAX_ENTRIES {
        errors.add("quality", FieldCode::TooMany);
        return Vec::new();
    }
    let parsed = parts.into_iter().enumerate().map(|(index, part)| {
        // A second verification needs a first one.
        if part.first.is_none() && part.second.is_some() {
            errors.add(format!("quality[{index}].first"), FieldCode::Required);
        }
        let first =
            part.first.and_then(|kind| errors.take(&format!("quality[{index}].first"), parse_verification(&kind)));
        let second =
            part.second.and_then(|kind| errors.take(&format!("quality[{index}].second"), parse_verification(&kind)));
        (first, second)
    });
    parsed.collect()
}

fn parse_reasons(errors: &mut FieldErrors, reasons: Vec<ReasonChangeRequest>) -> Vec<ReasonChange> {
    if reasons.len() > MAX_ENTRIES {
        errors.add("reasons", FieldCode::TooMany);
        return Vec::new();
    }
    let parsed = reasons.into_iter().enumerate().filter_map(|(index, reason)| {
        // One that is in the text already may be empty there.
        let min = usize::from(reason.number.is_none());
        let text = errors.take(&format!("reasons[{index}].text"), parse_line(&reason.text, min, MAX_REASON));
        let kind =
            reason.r#type.and_then(|kind| errors.take(&format!("reasons[{index}].type"), parse_reason_type(&kind)));
        Some(ReasonChange { number: reason.number, text: text?, kind, highlight: reason.highlight })
    });
    parsed.collect()
}
