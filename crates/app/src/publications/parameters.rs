//! Parameters of the jobs that publish, parsed from the texts of the wire.

use std::collections::BTreeSet;

use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{ChangeRequestId, PublicationId};
use domain::job::Parameters;
use domain::publication::{
    ApprovalDetails, BookArrangement, MAX_LANGUAGES, MAX_TARGETS, OutputFormat, PublicationOptions,
    PublicationValidity, ReviseType, TypedApproval, parse_revision,
};
use s1000d::code::Language;

/// A manual by its names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ManualSelector {
    pub(super) csdb: String,
    pub(super) manual: String,
}

impl ManualSelector {
    pub(super) fn manual_path(&self) -> String {
        format!("/{}/{}", self.csdb, self.manual)
    }
}

/// The publication that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportParameters {
    pub(super) selector: ManualSelector,
    pub(super) revision: String,
    pub(super) options: PublicationOptions,
    pub(super) change_request: Option<ChangeRequestId>,
    /// Whether the caller expects the manual to require an approval.
    pub(super) approval_required: Option<bool>,
}

impl ExportParameters {
    /// The caller means to release a manual that needs no approval.
    pub(super) fn is_release(&self) -> bool {
        self.approval_required == Some(false)
    }
}

/// The publication that is approved, and by whom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormalParameters {
    pub(super) selector: ManualSelector,
    pub(super) publication: PublicationId,
    pub(super) approval: ApprovalDetails,
}

impl ManualSelector {
    fn parse(parameters: &Parameters, errors: &mut FieldErrors) -> Option<Self> {
        let [csdb, manual] = ["csdbName", "manualName"].map(|name| {
            let text = parameters.text(name).ok_or(FieldCode::Required);
            errors.take(&field(name), text).map(str::to_owned)
        });
        Some(Self { csdb: csdb?, manual: manual? })
    }
}

impl ExportParameters {
    pub(super) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let selector = ManualSelector::parse(parameters, &mut errors);
        let revision = parse_revision(parameters.text("revision").unwrap_or_default());
        let revision = errors.take(&field("revision"), revision);
        let formats = words(parameters, "formats", &OutputFormat::ALL, OutputFormat::parse);
        let formats = errors.take(&field("formats"), formats);
        let revise_types = words(parameters, "reviseTypes", &ReviseType::ALL, ReviseType::parse);
        let revise_types = errors.take(&field("reviseTypes"), revise_types);
        let targets = errors.take(&field("profiles"), targets(parameters));
        let languages = errors.take(&field("languages"), languages(parameters));
        let operator = parameters.text("operator").ok_or(FieldCode::Required);
        let operator = errors.take(&field("operator"), operator);
        let approval_required = match parameters.text("approvalRequired") {
            None => Ok(None),
            Some("yes") => Ok(Some(true)),
            Some("no") => Ok(Some(false)),
            Some(_) => Err(FieldCode::UnknownValue),
        };
        let approval_required = errors.take(&field("approvalRequired"), approval_required);
        let arrangement = match parameters.text("bookLanguages") {
            None => Ok(BookArrangement::Automatic),
            Some(word) => BookArrangement::parse(word).ok_or(FieldCode::UnknownValue),
        };
        let arrangement = errors.take(&field("bookLanguages"), arrangement);
        let text = |name: &str| parameters.text(name).unwrap_or_default();
        let (from, until) = (text("validFrom"), text("validUntil"));
        let validity = PublicationValidity::parse(from, until, "parameterMap.", &mut errors);
        let more = (approval_required, arrangement, validity);
        let found = (selector, revision, formats, revise_types, targets, languages, operator, more);
        let (
            Some(selector),
            Some(revision),
            Some(formats),
            Some(revise_types),
            Some((profiles, aircraft)),
            Some(languages),
            Some(operator),
            (Some(approval_required), Some(arrangement), Some(validity)),
        ) = found
        else {
            return Err(errors.into_list());
        };
        errors.finish()?;
        let since = parameters.text("since").map(|id| PublicationId(id.to_owned()));
        let options = PublicationOptions {
            formats,
            revise_types,
            profiles,
            aircraft,
            // As they are when the job reads the manual.
            targets: Vec::new(),
            languages,
            operator: operator.to_owned(),
            since,
            arrangement,
            validity,
        };
        let change_request = parameters.text("changeRequestId").map(|id| ChangeRequestId(id.to_owned()));
        Ok(Self { selector, revision, options, change_request, approval_required })
    }
}

impl FormalParameters {
    pub(super) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let selector = ManualSelector::parse(parameters, &mut errors);
        let publication = parameters.text("publication").ok_or(FieldCode::Required);
        let publication = errors.take(&field("publication"), publication).map(|id| PublicationId(id.to_owned()));
        let text = |name: &str| parameters.text(name).unwrap_or_default();
        let typed = TypedApproval {
            authority: text("approbationAuthority"),
            revision_date: text("revisionDate"),
            approved_by: text("approvedBy"),
            job_title: text("jobTitle"),
            reference: text("approvalReference"),
        };
        let approval = ApprovalDetails::parse(typed, "parameterMap.", &mut errors);
        let (Some(selector), Some(publication), Some(approval)) = (selector, publication, approval) else {
            return Err(errors.into_list());
        };
        errors.finish()?;
        Ok(Self { selector, publication, approval })
    }
}

fn field(name: &str) -> String {
    format!("parameterMap.{name}")
}

/// At least one of some words, in the order of `all`.
fn words<T: Copy + PartialEq>(
    parameters: &Parameters,
    name: &str,
    all: &[T],
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, FieldCode> {
    let given = parameters.list(name);
    if given.iter().all(String::is_empty) {
        return Err(FieldCode::Required);
    }
    let read: Option<Vec<T>> = given.iter().map(|word| parse(word)).collect();
    let read = read.ok_or(FieldCode::UnknownValue)?;
    Ok(all.iter().copied().filter(|one| read.contains(one)).collect())
}

/// At least one profile or aircraft, each once and in the order they were chosen.
fn targets(parameters: &Parameters) -> Result<(Vec<String>, Vec<String>), FieldCode> {
    let named = |name: &str| {
        let mut names: Vec<String> = Vec::new();
        for one in parameters.list(name).iter().filter(|one| !one.is_empty()) {
            if !names.contains(one) {
                names.push(one.clone());
            }
        }
        names
    };
    let (profiles, aircraft) = (named("profiles"), named("aircraft"));
    match profiles.len() + aircraft.len() {
        0 => Err(FieldCode::Required),
        count if count > MAX_TARGETS => Err(FieldCode::TooMany),
        _ => Ok((profiles, aircraft)),
    }
}

/// Languages as in `en-US`; none for all.
fn languages(parameters: &Parameters) -> Result<Vec<String>, FieldCode> {
    let given = parameters.list("languages");
    if given.len() > MAX_LANGUAGES {
        return Err(FieldCode::TooMany);
    }
    let mut read = BTreeSet::new();
    for text in given.iter().filter(|text| !text.is_empty()) {
        let (code, country) = text.split_once('-').ok_or(FieldCode::UnknownValue)?;
        let language = Language::parse(code, country).map_err(|_| FieldCode::UnknownValue)?;
        read.insert(language.as_str().to_owned());
    }
    Ok(read.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use domain::job::Parameter;

    use super::*;

    fn given(pairs: &[(&str, &[&str])]) -> Parameters {
        let list = |texts: &[&str]| Parameter::List(texts.iter().map(|text| (*text).to_owned()).collect());
        Parameters(pairs.iter().map(|(name, texts)| ((*name).to_owned(), list(texts))).collect())
    }

    fn fields(refused: &[FieldError]) -> Vec<String> {
        refused.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn everything_that_is_missing_is_told_at_once() {
        let refused = ExportParameters::parse(&given(&[])).expect_err("nothing");
        let expected = ["csdbName", "manualName", "revision", "formats", "reviseTypes", "profiles", "operator"]
            .map(|name| format!("parameterMap.{name}: required"));
        assert_eq!(fields(&refused), expected);
        let refused = FormalParameters::parse(&given(&[("csdbName", &["H"]), ("manualName", &["M"])]));
        assert_eq!(refused.expect_err("nothing").len(), 6);
    }

    #[test]
    fn words_come_in_one_order_without_repetition() {
        let chosen: [(&str, &[&str]); 9] = [
            ("csdbName", &["H160"]),
            ("manualName", &["MEL"]),
            ("revision", &["4"]),
            ("formats", &["tables", "pdf", "melData", "html", "ata2300", "s1000d", "ata2300"]),
            ("reviseTypes", &["complete"]),
            ("profiles", &["All"]),
            ("languages", &["zh-CN", "EN-us"]),
            ("operator", &["AZB"]),
            ("approvalRequired", &["no"]),
        ];
        let read = ExportParameters::parse(&given(&chosen)).expect("parameters");
        assert_eq!(read.options.formats, OutputFormat::ALL);
        assert_eq!(read.options.languages, ["en-US", "zh-CN"]);
        assert_eq!(read.approval_required, Some(false));
        let mut pairs = chosen.to_vec();
        pairs.push(("formats", &["docx"][..]));
        let refused = ExportParameters::parse(&given(&pairs)).expect_err("an unknown word");
        assert_eq!(fields(&refused), ["parameterMap.formats: unknown_value"]);
    }

    #[test]
    fn aircraft_can_stand_in_for_profiles() {
        let parse =
            |profiles: &[&str], aircraft: &[&str]| targets(&given(&[("profiles", profiles), ("aircraft", aircraft)]));
        assert_eq!(parse(&[""], &[]), Err(FieldCode::Required));
        let both = parse(&["All", "Azure", "All"], &["QZ-B", "QZ-A"]).expect("two profiles and two aircraft");
        assert_eq!(both, (vec!["All".to_owned(), "Azure".to_owned()], vec!["QZ-B".to_owned(), "QZ-A".to_owned()]));
        assert_eq!(parse(&[], &["QZ-A"]), Ok((vec![], vec!["QZ-A".to_owned()])));
        let many: Vec<String> = (0..=MAX_TARGETS).map(|number| number.to_string()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(parse(&many, &[]), Err(FieldCode::TooMany));
    }
}
