//! Decisions of a person who takes a file over.

use std::collections::HashSet;

use domain::compliance::{CollectionDetails, ComplianceType, parse_name};
use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::RegulationImportId;
use domain::job::Parameters;
use store::regulations::RegulationImport;

use super::check::parse_import;
use crate::core::error::Error;

/// Matches by likeness that a person can confirm at once.
const MAX_CONFIRMED: usize = 10_000;

/// Decisions of a person. Name, originator and type are of a new collection; without them those of the file count.
#[derive(Debug)]
pub(crate) struct TakeoverDecisions {
    pub(super) import: RegulationImportId,
    name: Option<String>,
    originator: Option<String>,
    compliance_type: Option<ComplianceType>,
    /// Codes of new items that are the old ones that they resemble.
    pub(super) confirmed: HashSet<String>,
}

impl TakeoverDecisions {
    pub(super) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let import = parse_import(parameters)?;
        let mut errors = FieldErrors::default();
        let mut name = |key: &str| {
            let text = parameters.text(key)?;
            errors.take(&["parameterMap.", key].concat(), parse_name(text))
        };
        let (own, originator) = (name("name"), name("originator"));
        let kind = parameters.text("complianceType");
        let kind = kind.map(|word| ComplianceType::parse(word).ok_or(FieldCode::UnknownValue));
        let compliance_type = kind.and_then(|kind| errors.take("parameterMap.complianceType", kind));
        let confirmed = parameters.list("confirmed");
        if confirmed.len() > MAX_CONFIRMED {
            errors.add("parameterMap.confirmed", FieldCode::TooMany);
        }
        errors.finish()?;
        Ok(Self {
            import,
            name: own,
            originator,
            compliance_type,
            confirmed: confirmed.iter().filter(|code| !code.is_empty()).cloned().collect(),
        })
    }
}

/// The details of a new collection: what a person gives, else what the file says.
pub(super) fn details(import: &RegulationImport, wanted: &TakeoverDecisions) -> Result<CollectionDetails, Error> {
    let head = &import.head;
    let mut errors = FieldErrors::default();
    let mut value = |given: Option<&str>, of_file: &str, field: &str| {
        let short: String = of_file.chars().take(domain::compliance::MAX_NAME).collect();
        errors.take(field, parse_name(given.unwrap_or(&short)))
    };
    let name = value(wanted.name.as_deref(), &head.name, "parameterMap.name");
    let originator = value(wanted.originator.as_deref(), &head.originator, "parameterMap.originator");
    let kind = wanted.compliance_type.or_else(|| ComplianceType::parse(&head.compliance_type));
    let kind = errors.take("parameterMap.complianceType", kind.ok_or(FieldCode::Required));
    let (Some(name), Some(originator), Some(compliance_type)) = (name, originator, kind) else {
        return Err(errors.into_list().into());
    };
    Ok(CollectionDetails {
        name,
        originator,
        compliance_type,
        source_reference: head.source_reference.clone(),
        edition: head.edition.clone(),
        effective_on: head.effective_on,
        needs_sign_off: false,
    })
}
