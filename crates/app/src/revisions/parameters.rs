//! Parameters of the decisions, parsed from the texts of the wire.

use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{RevisionTodoId, SnapshotId, VersionId};
use domain::job::Parameters;
use domain::path::FilePath;
use domain::revision::parse_note;

/// To-dos in one batch; more ids do not fit into a parameter of a job.
const MAX_BATCH: usize = 100;

/// An OEM revision by its manual and id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RevisionSelector {
    pub(super) csdb: String,
    pub(super) manual: String,
    pub(super) revision: SnapshotId,
}

/// The subject of a decision, and its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DecisionParameters {
    pub(super) selector: RevisionSelector,
    pub(super) note: String,
    /// One module, for a restoration that is not about all.
    pub(super) path: Option<FilePath>,
    /// The version of this module in the working lane that was shown.
    pub(super) working: Option<VersionId>,
    /// For a batch.
    pub(super) todos: Vec<RevisionTodoId>,
}

/// The name of the parameter with the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoteParameter {
    Note,
    /// Must not be empty.
    Reason,
}

impl DecisionParameters {
    /// The parameters of a decision about the revision as a whole.
    pub(super) fn parse(parameters: &Parameters, note: NoteParameter) -> Result<Self, Vec<FieldError>> {
        if parameters.text("path").is_some() {
            return Err(vec![FieldError::new("parameterMap.path", FieldCode::UnknownValue)]);
        }
        Self::parse_any(parameters, note)
    }

    fn parse_any(parameters: &Parameters, note: NoteParameter) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let [csdb, manual] = ["csdbName", "manualName"].map(|name| {
            let text = parameters.text(name).ok_or(FieldCode::Required);
            errors.take(&format!("parameterMap.{name}"), text).map(str::to_owned)
        });
        let revision = match parameters.text("revision") {
            Some(id) => SnapshotId::parse(id).ok_or(FieldCode::UnknownValue),
            None => Err(FieldCode::Required),
        };
        let revision = errors.take("parameterMap.revision", revision);
        let (name, is_required) = match note {
            NoteParameter::Note => ("note", false),
            NoteParameter::Reason => ("reason", true),
        };
        let text = parse_note(parameters.text(name).unwrap_or_default());
        let text = if is_required { text.and_then(not_empty) } else { text };
        let note = errors.take(&format!("parameterMap.{name}"), text);
        let (Some(csdb), Some(manual), Some(revision), Some(note)) = (csdb, manual, revision, note) else {
            return Err(errors.into_list());
        };
        errors.finish()?;
        let selector = RevisionSelector { csdb, manual, revision };
        Ok(Self { selector, note, path: None, working: None, todos: Vec::new() })
    }

    /// The same with the module of a restoration that is not about all.
    pub(super) fn parse_restoration(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let parsed = Self::parse_any(parameters, NoteParameter::Note)?;
        let mut errors = FieldErrors::default();
        let path = parameters.text("path").map(|path| FilePath::parse(path).ok_or(FieldCode::UnknownValue));
        let path = path.and_then(|path| errors.take("parameterMap.path", path));
        let working = parameters.text("workingVersion").map(|id| VersionId::parse(id).ok_or(FieldCode::UnknownValue));
        let working = working.and_then(|id| errors.take("parameterMap.workingVersion", id));
        errors.finish()?;
        Ok(Self { path, working, ..parsed })
    }

    /// The same with the to-dos of a batch.
    pub(super) fn parse_batch(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let parsed = Self::parse(parameters, NoteParameter::Note)?;
        let ids = parameters.list("todos");
        let refused = |code| vec![FieldError::new("parameterMap.todos", code)];
        if ids.is_empty() {
            return Err(refused(FieldCode::Required));
        }
        if ids.len() > MAX_BATCH {
            return Err(refused(FieldCode::TooMany));
        }
        Ok(Self { todos: ids.iter().cloned().map(RevisionTodoId).collect(), ..parsed })
    }
}

fn not_empty(text: String) -> Result<String, FieldCode> {
    if text.is_empty() { Err(FieldCode::Required) } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use domain::job::Parameter;

    use super::*;

    fn given(pairs: &[(&str, &str)]) -> Parameters {
        let texts = pairs.iter().map(|(name, text)| ((*name).to_owned(), Parameter::Text((*text).to_owned())));
        Parameters(texts.collect::<BTreeMap<_, _>>())
    }

    fn fields(refused: &[FieldError]) -> Vec<String> {
        refused.iter().map(ToString::to_string).collect()
    }

    const REVISION: [(&str, &str); 3] = [("csdbName", "H160"), ("manualName", "MEL"), ("revision", "7")];

    #[test]
    fn a_rejection_needs_a_reason_and_a_confirmation_does_not() {
        let confirmed = DecisionParameters::parse(&given(&REVISION), NoteParameter::Note).expect("parameters");
        assert_eq!((confirmed.selector.revision, confirmed.note.as_str()), (SnapshotId(7), ""));
        let refused = DecisionParameters::parse(&given(&REVISION), NoteParameter::Reason).expect_err("no reason");
        assert_eq!(fields(&refused), ["parameterMap.reason: required"]);
        let none = DecisionParameters::parse(&given(&[]), NoteParameter::Note).expect_err("nothing");
        assert_eq!(none.len(), 3);
    }

    #[test]
    fn a_batch_has_a_number_of_to_dos_within_limits() {
        let empty = DecisionParameters::parse_batch(&given(&REVISION)).expect_err("no ids");
        assert_eq!(fields(&empty), ["parameterMap.todos: required"]);
        let mut many = given(&REVISION);
        many.0.insert("todos".to_owned(), Parameter::List(vec!["t".to_owned(); MAX_BATCH + 1]));
        let many = DecisionParameters::parse_batch(&many).expect_err("too many");
        assert_eq!(fields(&many), ["parameterMap.todos: too_many"]);
        let mut one = given(&REVISION);
        one.0.insert("todos".to_owned(), Parameter::Text("t1".to_owned()));
        let one = DecisionParameters::parse_batch(&one).expect("a batch");
        assert_eq!(one.todos, [RevisionTodoId("t1".to_owned())]);
    }
}
