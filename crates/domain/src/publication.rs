//! Publications: states of a manual that leave the system, from the draft to the approval.
//!
//! A draft reads the working lane and can be made at any time. One that is ready for approval freezes what it was made
//! from; its approval makes that the released state, and supersedes the publication before for the same audience.

mod audience;
mod base;
mod groups;
mod life;
mod preset;
mod readers;
mod target;
mod validity;

use chrono::{DateTime, NaiveDate, Utc};

use crate::field::{FieldCode, FieldErrors};
use crate::id::{ChangeRequestId, JobId, ManualId, PublicationId, SnapshotId};
use crate::object::words;
use crate::text;

pub use groups::PublicationGroup;
pub use life::{PublicationActor, PublicationRefusal, PublicationStep, STEPS, take_step};
pub use preset::{MAX_PRESETS, PublishAim, PublishChoices, PublishPreset, TypedChoices, parse_preset_name};
pub use readers::{MAX_RECEIVERS, PublicationDownload, PublicationReader, PublicationReceiver, ReaderMarks};
pub use target::{MAX_TARGETS, PublicationTarget, TargetScope, file_words};
pub use validity::PublicationValidity;

/// Characters of a revision number.
pub const MAX_REVISION: usize = 40;
/// Characters of one approval field.
pub const MAX_APPROVAL_TEXT: usize = 200;
/// Characters of the reason of a withdrawal.
pub const MAX_WITHDRAWAL: usize = 1_000;
/// Bytes of the letter of approval.
pub const MAX_LETTER_BYTES: usize = 20 << 20;
/// Letters of approval that one publication keeps.
pub const MAX_LETTERS: usize = 20;
/// Languages that one publication can name.
pub const MAX_LANGUAGES: usize = 20;
/// The artifact with the hashes of all inputs and artifacts.
pub const MANIFEST: &str = "manifest.json";
/// The artifact with the signature of the manifest.
pub const SIGNATURE: &str = "manifest.sig";
/// The prefix of the file name of a letter of approval. Names of databases may begin so, too: see [`is_letter`].
pub const LETTER: &str = "letter-";
/// The media type of letters, which no other artifact has: they are never displayed, whatever they are.
pub const LETTER_TYPE: &str = "application/octet-stream";

words! {
    /// The state of a publication; the first three are the publish types of the specification.
    PublicationState {
        Draft = "draft",
        ReadyForApprove = "readyForApprove",
        Approved = "approved",
        /// Taken back; the publication before it counts again.
        Withdrawn = "withdrawn",
        /// A later one was approved.
        Superseded = "superseded",
    }
}

words! {
    /// A format in which a publication leaves the system.
    OutputFormat {
        /// Plain S1000D: dispatch note, status list, publication modules, data modules, illustrations.
        S1000d = "s1000d",
        /// In the style of ATA Spec 2300: package organization, status list, content and status apart.
        Ata2300 = "ata2300",
        /// A website that opens from disk.
        Html = "html",
        /// A printed book.
        Pdf = "pdf",
        /// The items of a minimum equipment list for maintenance systems, as JSON and CSV.
        MelData = "melData",
        /// Contents, references and revision history, as a workbook and as CSV.
        Tables = "tables",
    }
}

impl OutputFormat {
    /// An exchange package, which other systems import; other formats are always whole.
    pub fn is_package(self) -> bool {
        matches!(self, Self::S1000d | Self::Ata2300)
    }

    /// It is made for reading, in the house style of the operator.
    pub fn has_style(self) -> bool {
        matches!(self, Self::Html | Self::Pdf)
    }
}

words! {
    /// The languages of a printed book.
    BookArrangement {
        /// Both languages where the manual has them, one after the other.
        Automatic = "automatic",
        English = "english",
        Chinese = "chinese",
        SideBySide = "sideBySide",
        OneAfterTheOther = "oneAfterTheOther",
    }
}

impl BookArrangement {
    /// The languages that a book has of those that its content has: English and Chinese, and others where it has neither.
    fn languages(self, content: &[String]) -> Vec<String> {
        let is_of = |language: &str, prefix: &str| language.split('-').next() == Some(prefix);
        let only = |prefixes: &[&str]| -> Vec<String> {
            let chosen = content.iter().filter(|one| prefixes.iter().any(|prefix| is_of(one, prefix)));
            chosen.cloned().collect()
        };
        let found = match self {
            Self::English => return only(&["en"]),
            Self::Chinese => return only(&["zh"]),
            Self::Automatic | Self::SideBySide | Self::OneAfterTheOther => only(&["en", "zh"]),
        };
        if found.is_empty() { content.to_vec() } else { found }
    }
}

words! {
    /// How much of the manual a package contains.
    ReviseType {
        Complete = "complete",
        /// The changes since an earlier publication.
        Incremental = "incremental",
    }
}

/// The choices of the publish dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationOptions {
    /// In the order of [`OutputFormat::ALL`], without repetition.
    pub formats: Vec<OutputFormat>,
    /// In the order of [`ReviseType::ALL`], without repetition.
    pub revise_types: Vec<ReviseType>,
    /// Names of profiles.
    pub profiles: Vec<String>,
    /// Registrations of aircraft that get files of their own.
    pub aircraft: Vec<String>,
    /// Profiles, then aircraft, as they were when the publication was made: a set of files for each. Empty before, and in
    /// publications of before content was filtered.
    pub targets: Vec<PublicationTarget>,
    /// As in `en-US`; all when it is empty.
    pub languages: Vec<String>,
    /// The code of the operator that receives it.
    pub operator: String,
    /// The publication that an incremental package starts from. The record of a publication always names it.
    pub since: Option<PublicationId>,
    pub arrangement: BookArrangement,
    /// The days of a temporary revision; none for a permanent one.
    pub validity: Option<PublicationValidity>,
}

impl PublicationOptions {
    /// Whether it contains packages with what changed. Everything but packages is always whole.
    pub fn is_incremental(&self) -> bool {
        self.revise_types.contains(&ReviseType::Incremental) && self.formats.iter().any(|format| format.is_package())
    }

    /// Whether some of its files have all content.
    pub fn has_all_content(&self) -> bool {
        self.targets.is_empty() || self.targets.iter().any(|target| !target.is_filtered())
    }

    /// The languages of its content, of those that the manual had then.
    pub fn content_languages(&self, manual: &[String]) -> Vec<String> {
        let is_chosen = |language: &&String| self.languages.is_empty() || self.languages.contains(language);
        manual.iter().filter(is_chosen).cloned().collect()
    }

    /// The languages of the text in a file; none for lists and signatures.
    pub fn languages_of(&self, media_type: &str, content: &[String]) -> Vec<String> {
        match media_type {
            "application/zip" => content.to_vec(),
            "application/pdf" => self.arrangement.languages(content),
            _ => Vec::new(),
        }
    }

    /// The targets of all sets of files.
    pub fn all_targets(&self) -> Vec<PublicationTarget> {
        if self.targets.is_empty() { vec![PublicationTarget::everything()] } else { self.targets.clone() }
    }
}

/// The approval by an authority.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovalDetails {
    pub authority: String,
    pub revision_date: NaiveDate,
    pub approved_by: String,
    pub job_title: String,
    pub reference: String,
}

/// The five approval fields, as typed.
#[derive(Debug, Clone, Copy, Default)]
pub struct TypedApproval<'a> {
    pub authority: &'a str,
    pub revision_date: &'a str,
    pub approved_by: &'a str,
    pub job_title: &'a str,
    pub reference: &'a str,
}

impl ApprovalDetails {
    /// Parses the fields; none may be empty. `prefix` comes before their names in errors.
    pub fn parse(typed: TypedApproval<'_>, prefix: &str, errors: &mut FieldErrors) -> Option<Self> {
        let mut line =
            |name: &str, text: &str| errors.take(&format!("{prefix}{name}"), text::line(text, 1, MAX_APPROVAL_TEXT));
        let authority = line("approbationAuthority", typed.authority);
        let approved_by = line("approvedBy", typed.approved_by);
        let job_title = line("jobTitle", typed.job_title);
        let reference = line("approvalReference", typed.reference);
        let revision_date = errors.take(&format!("{prefix}revisionDate"), parse_day(typed.revision_date));
        Some(Self {
            authority: authority?,
            revision_date: revision_date?,
            approved_by: approved_by?,
            job_title: job_title?,
            reference: reference?,
        })
    }
}

fn parse_day(text: &str) -> Result<NaiveDate, FieldCode> {
    let text = text.trim();
    if text.is_empty() {
        return Err(FieldCode::Required);
    }
    NaiveDate::parse_from_str(text, "%Y-%m-%d").map_err(|_| FieldCode::UnknownValue)
}

/// The names that people read in a publication. They are kept until its approval, whatever they are by then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationNames {
    /// The display name of the manual; empty when it equals the name.
    pub manual_alias: String,
    /// The name of the operator that receives it.
    pub operator: String,
}

/// Who did something with a publication, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicationAct {
    /// An account.
    pub by: String,
    pub on: DateTime<Utc>,
}

/// A withdrawal with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Withdrawal {
    pub act: PublicationAct,
    pub reason: String,
}

/// A publication of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualPublication {
    pub id: PublicationId,
    pub manual_id: ManualId,
    pub csdb_name: String,
    pub manual_name: String,
    /// Counted from 1 in each manual; never used twice.
    pub number: u64,
    /// The revision number that a person gave it.
    pub revision: String,
    pub state: PublicationState,
    /// The snapshot it was made from; never changes.
    pub snapshot: SnapshotId,
    pub options: PublicationOptions,
    /// Whether the manual required an approval when it was made.
    pub approval_required: bool,
    /// None until it is approved, and where no approval is required.
    pub approval: Option<ApprovalDetails>,
    pub change_request: Option<ChangeRequestId>,
    /// The job that made it.
    pub job: JobId,
    pub created: PublicationAct,
    /// The approval, or the publication where none is required.
    pub approved: Option<PublicationAct>,
    pub withdrawn: Option<Withdrawal>,
    /// The later one that superseded it.
    pub superseded_by: Option<PublicationId>,
    /// Raised with every change.
    pub version: i64,
}

impl ManualPublication {
    /// The vault path of its manual.
    pub fn manual_path(&self) -> String {
        crate::path::of_manual(&self.csdb_name, &self.manual_name)
    }

    /// As in `/H160/MEL#3`, for the change log.
    pub fn subject(&self) -> String {
        format!("{}#{}", self.manual_path(), self.number)
    }

    /// Whether it is a temporary revision whose last day is over.
    pub fn is_over(&self, day: NaiveDate) -> bool {
        self.options.validity.is_some_and(|validity| validity.is_over(day))
    }

    /// Only those who may work on the manual see it: it is not approved, or was taken back before it was.
    pub fn is_internal(&self) -> bool {
        match self.state {
            PublicationState::Draft | PublicationState::ReadyForApprove => true,
            PublicationState::Withdrawn => self.approved.is_none(),
            PublicationState::Approved | PublicationState::Superseded => false,
        }
    }
}

/// Whether an artifact is a letter of approval.
pub fn is_letter(file_name: &str, media_type: &str) -> bool {
    file_name.starts_with(LETTER) && media_type == LETTER_TYPE
}

/// Parses the revision number of a publication.
pub fn parse_revision(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_REVISION)
}

/// Parses the reason of a withdrawal.
pub fn parse_withdrawal(text: &str) -> Result<String, FieldCode> {
    text::line(text, 1, MAX_WITHDRAWAL)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_publish_types_are_those_of_the_specification() {
        assert_eq!(
            PublicationState::ALL.map(PublicationState::as_str),
            ["draft", "readyForApprove", "approved", "withdrawn", "superseded"]
        );
    }

    #[test]
    fn every_approval_field_is_required_and_all_errors_are_told() {
        let mut errors = FieldErrors::default();
        assert_eq!(ApprovalDetails::parse(TypedApproval::default(), "parameterMap.", &mut errors), None);
        let told: Vec<String> = errors.into_list().iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "parameterMap.approbationAuthority: required",
                "parameterMap.approvedBy: required",
                "parameterMap.jobTitle: required",
                "parameterMap.approvalReference: required",
                "parameterMap.revisionDate: required",
            ]
        );
        let mut errors = FieldErrors::default();
        let typed = TypedApproval {
            authority: " EASA ",
            revision_date: "2026-11-17",
            approved_by: "A. Person",
            job_title: "Inspector",
            reference: "EASA.1",
        };
        let read = ApprovalDetails::parse(typed, "", &mut errors).expect("details");
        assert_eq!((read.authority.as_str(), read.revision_date.to_string().as_str()), ("EASA", "2026-11-17"));
        let wrong = TypedApproval { revision_date: "17.11.2026", ..typed };
        assert_eq!(ApprovalDetails::parse(wrong, "", &mut errors), None);
    }

    #[test]
    fn a_package_of_a_database_called_letter_is_no_letter() {
        assert!(is_letter("letter-easa.pdf", LETTER_TYPE));
        assert!(!is_letter("letter-H160-MEL-4.1-s1000d-complete.zip", "application/zip"));
    }

    #[test]
    fn each_file_has_the_languages_of_its_text() {
        let manual = ["zh-CN", "en-US", "fr-FR"].map(str::to_owned);
        let all = options(&[], "AZB");
        assert_eq!(all.content_languages(&manual), manual);
        assert_eq!(options(&["en-US"], "AZB").content_languages(&manual), ["en-US"]);
        assert_eq!(all.languages_of("application/zip", &manual), manual);
        assert_eq!(all.languages_of("application/json", &manual), Vec::<String>::new());
        let book = |arrangement: BookArrangement, content: &[String]| {
            PublicationOptions { arrangement, ..all.clone() }.languages_of("application/pdf", content)
        };
        assert_eq!(book(BookArrangement::Automatic, &manual), ["zh-CN", "en-US"]);
        assert_eq!(book(BookArrangement::English, &manual), ["en-US"]);
        assert_eq!(book(BookArrangement::Chinese, &manual), ["zh-CN"]);
        assert_eq!(book(BookArrangement::SideBySide, &manual[2..]), ["fr-FR"]);
    }

    #[test]
    fn a_revision_number_is_never_empty() {
        assert_eq!(parse_revision("  "), Err(FieldCode::Required));
        assert_eq!(parse_revision(" 4.1 "), Ok("4.1".to_owned()));
        assert_eq!(parse_revision(&"1".repeat(41)), Err(FieldCode::TooLong));
    }

    /// Options of a package with what changed, for the profile with all content.
    pub(super) fn options(languages: &[&str], operator: &str) -> PublicationOptions {
        PublicationOptions {
            formats: vec![OutputFormat::S1000d],
            revise_types: vec![ReviseType::Incremental],
            profiles: vec!["All".to_owned()],
            aircraft: Vec::new(),
            targets: Vec::new(),
            languages: languages.iter().map(|language| (*language).to_owned()).collect(),
            operator: operator.to_owned(),
            since: None,
            arrangement: BookArrangement::Automatic,
            validity: None,
        }
    }

    /// The first publication of a manual, for the operator `AZB`.
    pub(super) fn publication(state: PublicationState) -> ManualPublication {
        ManualPublication {
            id: PublicationId("p".to_owned()),
            manual_id: ManualId("m".to_owned()),
            csdb_name: "H160".to_owned(),
            manual_name: "MEL".to_owned(),
            number: 1,
            revision: "1".to_owned(),
            state,
            snapshot: SnapshotId(1),
            options: options(&[], "AZB"),
            approval_required: true,
            approval: None,
            change_request: None,
            job: JobId("j".to_owned()),
            created: PublicationAct { by: "ann".to_owned(), on: DateTime::UNIX_EPOCH },
            approved: None,
            withdrawn: None,
            superseded_by: None,
            version: 1,
        }
    }

    #[test]
    fn only_packages_can_contain_changes_alone() {
        let with = |formats: &[OutputFormat], revise_types: &[ReviseType]| PublicationOptions {
            formats: formats.to_vec(),
            revise_types: revise_types.to_vec(),
            ..options(&[], "AZB")
        };
        let changes = [ReviseType::Incremental];
        assert!(!with(&[OutputFormat::Html], &changes).is_incremental());
        assert!(with(&[OutputFormat::S1000d, OutputFormat::Html], &changes).is_incremental());
        assert!(!with(&[OutputFormat::S1000d], &[ReviseType::Complete]).is_incremental());
    }
}
