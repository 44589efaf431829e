//! Background jobs.

use std::collections::BTreeMap;

use crate::path::file_name_of;

/// The status of a job (specification, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobStatus {
    Created,
    Starting,
    Running,
    Completed,
    Failed,
}

impl JobStatus {
    pub const ALL: [Self; 5] = [Self::Created, Self::Starting, Self::Running, Self::Completed, Self::Failed];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Completed => "COMPLETED",
            Self::Failed => "FAILED",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }

    /// The job is completed, failed or cancelled.
    pub fn has_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Failed)
    }
}

/// The task kind shown to users, derived from the prefix of the job's name (specification, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TaskKind {
    ZipImport,
    ExportQuick,
    ExportApprove,
    ExportPublish,
    ExportFormal,
    ExportRevisionHistory,
    ConfirmOem,
    MarkAllOemChangeFileDone,
}

impl TaskKind {
    pub const ALL: [Self; 8] = [
        Self::ZipImport,
        Self::ExportQuick,
        Self::ExportApprove,
        Self::ExportPublish,
        Self::ExportFormal,
        Self::ExportRevisionHistory,
        Self::ConfirmOem,
        Self::MarkAllOemChangeFileDone,
    ];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ZipImport => "zipImport",
            Self::ExportQuick => "exportQuick",
            Self::ExportApprove => "exportApprove",
            Self::ExportPublish => "exportPublish",
            Self::ExportFormal => "exportFormal",
            Self::ExportRevisionHistory => "exportRevisionHistory",
            Self::ConfirmOem => "confirmOem",
            Self::MarkAllOemChangeFileDone => "markAllOemChangeFileDone",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }

    /// The kind of the job `name`; `approval_required` is the value of its parameter or output of that name, `yes` or
    /// `no`.
    pub fn of(name: &str, approval_required: Option<&str>) -> Option<Self> {
        // Both import jobs of this product are named "universal…".
        const PREFIXES: [(&str, TaskKind); 9] = [
            ("import", TaskKind::ZipImport),
            ("universalImport", TaskKind::ZipImport),
            ("universalPreImport", TaskKind::ZipImport),
            ("exportQuick", TaskKind::ExportQuick),
            ("exportApprove", TaskKind::ExportApprove),
            ("exportFormal", TaskKind::ExportFormal),
            ("exportRevisionHistory", TaskKind::ExportRevisionHistory),
            ("confirmOem", TaskKind::ConfirmOem),
            ("markAllOemChangeFileDone", TaskKind::MarkAllOemChangeFileDone),
        ];
        let kind = PREFIXES.into_iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, kind)| kind)?;
        let needs_no_approval = kind == Self::ExportApprove && approval_required != Some("yes");
        Some(if needs_no_approval { Self::ExportPublish } else { kind })
    }

    /// The kind of a job that completed, where its outputs decide it: an approval may turn out to be needed only then.
    pub fn of_completed(name: &str, outputs: &Outputs) -> Option<Self> {
        Self::of(name, Some(outputs.get("approvalRequired")?))
    }
}

/// One parameter of a job: a text, or a list of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameter {
    Text(String),
    List(Vec<String>),
}

/// The parameters of a job, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parameters(pub BTreeMap<String, Parameter>);

impl Parameters {
    /// The text of this name, or the first of its list; `None` when it is absent or empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        let text = match self.0.get(name)? {
            Parameter::Text(text) => text,
            Parameter::List(texts) => texts.first()?,
        };
        (!text.is_empty()).then_some(text)
    }

    /// All texts of this name.
    pub fn list(&self, name: &str) -> &[String] {
        match self.0.get(name) {
            Some(Parameter::Text(text)) => std::slice::from_ref(text),
            Some(Parameter::List(texts)) => texts,
            None => &[],
        }
    }

    /// The vault path the job works on: a manual, a database, or the file it reads.
    pub fn folder(&self) -> String {
        match (self.text("csdbName"), self.text("manualName"), self.text("importPackage")) {
            (Some(csdb), Some(manual), _) => format!("/{csdb}/{manual}"),
            (Some(csdb), None, _) => format!("/{csdb}"),
            (None, _, Some(path)) => file_name_of(path).to_owned(),
            (None, _, None) => String::new(),
        }
    }
}

/// The outputs of a job, by name.
pub type Outputs = BTreeMap<String, String>;

/// One reason why a job failed. Its message is made from key and values when it is read, in the reader's language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailureReason {
    pub key: String,
    pub params: Vec<(String, String)>,
    /// The step that failed, when it is not the current one.
    pub step: Option<String>,
    pub cause: Option<Box<FailureReason>>,
}

impl FailureReason {
    /// A reason without values or cause.
    pub fn new(key: impl Into<String>) -> Self {
        Self { key: key.into(), params: Vec::new(), step: None, cause: None }
    }

    /// Adds a value for the message.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.params.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the failed step.
    pub fn in_step(mut self, step: &str) -> Self {
        self.step = Some(step.to_owned());
        self
    }

    /// Sets the cause.
    pub fn because(mut self, cause: Self) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }

    /// The root cause is a finding: the job ran to its end, and its input was refused.
    pub fn is_finding(&self) -> bool {
        self.cause.as_deref().map_or_else(|| self.key.starts_with("finding."), Self::is_finding)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_those_of_the_specification() {
        let words = JobStatus::ALL.map(JobStatus::as_str);
        assert_eq!(words, ["CREATED", "STARTING", "RUNNING", "COMPLETED", "FAILED"]);
        for kind in TaskKind::ALL {
            assert_eq!(TaskKind::parse(kind.as_str()), Some(kind));
        }
    }

    #[test]
    fn a_reason_is_a_finding_when_its_root_cause_is() {
        let finding = FailureReason::new("job.failed.pm").because(FailureReason::new("finding.pm.missing"));
        assert!(FailureReason::new("job.failed.package").because(finding).is_finding());
        assert!(
            !FailureReason::new("job.failed.other").because(FailureReason::new("job.failed.internal")).is_finding()
        );
    }

    #[test]
    fn the_task_kind_follows_from_the_prefix_of_the_name() {
        for (name, approval, kind) in [
            ("importAta2300", None, Some("zipImport")),
            ("universalPreImport", None, Some("zipImport")),
            ("universalImport", None, Some("zipImport")),
            ("exportQuickAta2300", None, Some("exportQuick")),
            ("exportApproveAta2300", Some("yes"), Some("exportApprove")),
            ("exportApproveAta2300", Some("no"), Some("exportPublish")),
            ("exportApproveAta2300", None, Some("exportPublish")),
            ("exportFormalAta2300", None, Some("exportFormal")),
            ("exportRevisionHistory", None, Some("exportRevisionHistory")),
            ("confirmOemAta2300", None, Some("confirmOem")),
            ("markAllOemChangeFileDone", None, Some("markAllOemChangeFileDone")),
            ("rejectOem", None, None),
        ] {
            assert_eq!(TaskKind::of(name, approval).map(TaskKind::as_str), kind, "{name} {approval:?}");
        }
    }

    #[test]
    fn outputs_decide_the_kind_only_where_they_speak_of_approval() {
        let outputs = |answer: &str| Outputs::from([("approvalRequired".to_owned(), answer.to_owned())]);
        let kind = |outputs: &Outputs| TaskKind::of_completed("exportApproveAta2300", outputs);
        assert_eq!(kind(&outputs("yes")), Some(TaskKind::ExportApprove));
        assert_eq!(kind(&outputs("no")), Some(TaskKind::ExportPublish));
        assert_eq!(kind(&Outputs::new()), None);
    }

    #[test]
    fn the_folder_is_the_most_specific_path_in_the_parameters() {
        let given = |pairs: &[(&str, &str)]| {
            let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), Parameter::Text((*text).to_owned())));
            Parameters(pairs.collect()).folder()
        };
        assert_eq!(given(&[("csdbName", "H160"), ("manualName", "MEL"), ("importPackage", "/a/b.zip")]), "/H160/MEL");
        assert_eq!(given(&[("csdbName", "H160"), ("manualName", "")]), "/H160");
        assert_eq!(given(&[("importPackage", "/uploads/7/b.zip")]), "b.zip");
        assert_eq!(given(&[]), "");
    }

    #[test]
    fn a_list_gives_its_first_text_and_a_text_is_a_list_of_one() {
        let list = Parameter::List(vec!["en".to_owned(), "zh".to_owned()]);
        let given = Parameters(BTreeMap::from([
            ("languages".to_owned(), list),
            ("name".to_owned(), Parameter::Text("MEL".to_owned())),
        ]));
        assert_eq!((given.text("languages"), given.list("languages").len()), (Some("en"), 2));
        assert_eq!((given.text("name"), given.list("name")), (Some("MEL"), &["MEL".to_owned()][..]));
        assert_eq!((given.text("none"), given.list("none").len()), (None, 0));
    }
}
