//! Exchange packages: the files of a package, in both styles, and the archive that holds them.
//!
//! [`plan`] decides which files a package has. Contents are named by the version they come from and are read later, one
//! after the other; lists are written here. Neither knows the time: the same versions give the same bytes.
//!
//! A further kind of package is a further word of [`OutputFormat`] with a module like `plain` or `exchange`: it turns
//! the versions of a manual into [`PlannedFile`]s.

pub mod archive;
mod exchange;
mod names;
mod plain;
pub(crate) mod xml;

#[cfg(test)]
mod tests;

use domain::object::ObjectKind;
use domain::publication::OutputFormat;
use domain::version::Issue;
use s1000d::code::{FileName, Identity};
use s1000d::package::FILTERED_FOR;

/// The greatest number of a package: five digits.
pub const MAX_SEQUENCE: u32 = 99_999;

/// The sender, receiver and number of a package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageHead {
    pub model: String,
    /// The operator's own mark, five letters and digits.
    pub sender: String,
    /// As many for the operator that receives it.
    pub receiver: String,
    pub receiver_name: String,
    pub receiver_country: String,
    /// 1 to [`MAX_SEQUENCE`]; with the year it numbers the packages of a sender. Two packages that differ have different
    /// numbers.
    pub sequence: u32,
    /// The day of the newest content, as in `2026-11-17`.
    pub date: String,
    /// As in `en-US`; that of most modules.
    pub language: String,
    pub title: String,
    pub product: String,
    pub manual_type: String,
    /// The code of the operator that receives it.
    pub customer: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    /// The profile or aircraft that its content was filtered for; empty for all content.
    pub published_for: String,
    /// The revision number of the publication that an incremental package starts from; none for complete ones.
    pub since: Option<String>,
    /// Not for use: nobody approves it.
    pub is_draft: bool,
    /// The issue of S1000D of most modules, as in `4-2`; empty when it is not known.
    pub schema_issue: String,
    /// The keys of the tables of applicability that a status list names. Of a kind that is not among them it names the
    /// first.
    pub tables: Vec<String>,
}

impl PackageHead {
    fn year(&self) -> &str {
        self.date.get(..4).unwrap_or("1970")
    }

    /// The packages that it is numbered among: those of a model, a sender and a year.
    pub fn scope(&self) -> String {
        format!("{}-{}-{}", self.model, self.sender, self.year())
    }

    fn is_incremental(&self) -> bool {
        self.since.is_some()
    }

    /// Three digits from 001 to 999, then again from 001.
    fn issue_number(&self) -> String {
        format!("{:03}", self.sequence.saturating_sub(1) % 999 + 1)
    }

    /// As in `4.1`, `4.1, draft`, `4.1, filtered for QZ-HAC` or `4.1, changes since 4.0`.
    fn remark(&self) -> String {
        let draft = if self.is_draft { ", draft" } else { "" };
        let target = match self.published_for.as_str() {
            "" => String::new(),
            name => [FILTERED_FOR, name].concat(),
        };
        let since = self.since.as_ref().map(|since| format!(", changes since {since}")).unwrap_or_default();
        format!("{}{draft}{target}{since}", self.revision)
    }
}

/// An object with the version that goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackedObject {
    pub kind: ObjectKind,
    pub key: String,
    pub issue: Issue,
    pub tech_name: String,
    pub info_name: String,
    pub security: String,
    /// The SHA-256 of the content, in lower-case hexadecimal.
    pub sha256: String,
    pub size: u64,
    /// The SHA-256 of the status file, where that is apart.
    pub status_sha256: Option<String>,
    pub media_type: String,
}

impl PackedObject {
    /// The identity of a module or publication module.
    fn identity(&self) -> Option<Identity> {
        let is_coded = self.kind.is_module_or_publication();
        if is_coded { FileName::parse(&self.key).ok().map(|name| name.identity) } else { None }
    }
}

/// One file of an artifact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedFile {
    /// Path in the archive.
    pub name: String,
    pub content: PlannedContent,
}

/// Where the bytes of a file come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlannedContent {
    /// The content of an object, by its place in the list.
    Version(usize),
    /// Its status file.
    Status(usize),
    Made(Vec<u8>),
}

/// Why a package cannot be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("{0} has its status in a file of its own, which plain S1000D does not know")]
    StatusApart(String),
    #[error("two files would be called {0}")]
    NameTwice(String),
    #[error("{0} is no exchange package")]
    NoPackage(&'static str),
}

/// The objects that a package contains. Lists of earlier deliveries are written anew, and comments stay here.
pub fn is_packed(kind: ObjectKind) -> bool {
    !matches!(kind, ObjectKind::Ddn | ObjectKind::Dml | ObjectKind::Comment)
}

/// The files of a package in the order of their names.
pub fn plan(format: OutputFormat, head: &PackageHead, objects: &[PackedObject]) -> Result<Vec<PlannedFile>, PlanError> {
    let mut files = match format {
        OutputFormat::S1000d => plain::files(head, objects)?,
        OutputFormat::Ata2300 => exchange::files(head, objects),
        OutputFormat::Html | OutputFormat::Pdf | OutputFormat::MelData | OutputFormat::Tables => {
            return Err(PlanError::NoPackage(format.as_str()));
        }
    };
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let twice = files.windows(2).find(|pair| pair[0].name.eq_ignore_ascii_case(&pair[1].name));
    match twice {
        Some(pair) => Err(PlanError::NameTwice(pair[1].name.clone())),
        None => Ok(files),
    }
}
