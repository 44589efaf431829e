//! Front matter of a publication as data modules of the standard: title page, list of effective data modules, change
//! record, highlights and contents; and a publication module that lists them before those of the manual.
//!
//! [`write()`] makes them from [`FrontRecords`], in one language. Nobody types them and no manual contains them: their
//! identity has an extension that is reserved ([`domain::front_matter`]), so that they meet no module of a manual, and a
//! front matter of the manufacturer goes out beside them as it is. The same records give the same bytes.

mod contents;
mod frame;
mod lists;
mod publication;
mod record;
mod title_page;
mod words;

#[cfg(test)]
mod tests;

use domain::finding::Finding;
use domain::object::ObjectKind;
use domain::publication::PublicationValidity;
use domain::version::Issue;
use s1000d::code::{CodeError, Identity, Language, PmCode};
use s1000d::guard;
use s1000d::template::ISSUES;
use s1000d::xsd::{Outcome, Validator};

use self::frame::FrontFrame;
use crate::book::BookChange;
use crate::site::SiteStatus;

pub use words::section_title;

/// Everything that front matter says, in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontRecords {
    pub head: FrontHead,
    /// The modules of the publication in the order of its contents.
    pub modules: Vec<FrontModule>,
    /// The contents in reading order.
    pub entries: Vec<FrontEntry>,
    /// Earlier publications from the oldest on, and this one.
    pub changes: Vec<BookChange>,
}

/// The publication that front matter is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontHead {
    pub language: Language,
    /// Letters and digits that no other manual, operator or target has: front matter for one never has the identity of
    /// that for another.
    pub mark: String,
    pub title: String,
    pub manual_type: String,
    pub product: String,
    pub model: String,
    /// The mark of the publisher, five letters and digits.
    pub sender: String,
    /// The name of the publisher, or its mark where nobody knows one.
    pub publisher: String,
    /// The name of the operator that receives it.
    pub operator: String,
    /// The profile or aircraft that its content was filtered for; empty for all content.
    pub published_for: String,
    /// The revision number that a person gave the publication.
    pub revision: String,
    /// The day of the newest content, as in `2026-11-17`.
    pub date: String,
    pub status: SiteStatus,
    /// The days of a temporary revision.
    pub validity: Option<PublicationValidity>,
    /// The highest classification of a module.
    pub security: String,
    /// The issue of S1000D that most modules follow, as in `4-2`.
    pub schema_issue: String,
    /// Publications of the manual that were released or put up for approval before, whatever became of them.
    pub issued_before: u64,
    /// The business rules of the manual.
    pub business_rules: Option<Identity>,
    /// The applicability cross-reference table of the manual.
    pub applicability_table: Option<Identity>,
    /// The code of the manual's publication module, the same in all languages.
    pub pm_code: Option<PmCode>,
    /// The publication modules of the manual that no other one names.
    pub publications: Vec<FrontTarget>,
}

/// An issue of an object that front matter refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontTarget {
    pub identity: Identity,
    pub issue: Issue,
    pub tech_name: String,
    pub info_name: String,
}

/// A module of the publication.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontModule {
    pub target: FrontTarget,
    /// Whether the publication before did not contain this issue.
    pub is_news: bool,
    /// The highlighted reasons for this issue; empty where nothing is new.
    pub reasons: Vec<String>,
}

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontEntry {
    /// The number of entries around it.
    pub level: usize,
    pub title: String,
    /// Its place among the modules; none for a section.
    pub module: Option<usize>,
}

/// The parts of front matter, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FrontPart {
    TitlePage,
    EffectiveModules,
    ChangeRecord,
    Highlights,
    Contents,
    /// The publication module that lists the others.
    Publication,
}

impl FrontPart {
    /// Whether a website has a page for it. The first page of a site has the title and the contents itself.
    pub fn is_page(self) -> bool {
        matches!(self, Self::EffectiveModules | Self::ChangeRecord | Self::Highlights)
    }
}

/// A generated module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedModule {
    pub part: FrontPart,
    pub kind: ObjectKind,
    pub identity: Identity,
    pub issue: Issue,
    pub tech_name: String,
    pub info_name: String,
    /// As in `frontmatter`; empty for the publication module.
    pub content_type: &'static str,
    pub security: String,
    pub bytes: Vec<u8>,
}

impl GeneratedModule {
    /// The first place where it does not follow the schema of the issue that it was written for, where that is installed.
    /// Packages in the style of ATA 2300 are not checked against schemas; this is for all.
    pub fn violation(&self, schema_issue: &str, validator: &mut Validator<'_>) -> Option<Finding> {
        if !ISSUES.contains(&schema_issue) {
            return None;
        }
        let schema = if self.part == FrontPart::Publication { "pm" } else { self.content_type };
        let checked = match guard::check(&self.bytes) {
            Ok(checked) => checked,
            Err(refusal) => return Some(refusal.finding()),
        };
        match validator.text(schema_issue, schema, checked.text(), checked.entities()) {
            outcome @ Outcome::Checked(_) => outcome.findings(schema_issue, schema).into_iter().next(),
            Outcome::NoSet | Outcome::NoSchema | Outcome::Unusable => None,
        }
    }

    fn target(&self) -> FrontTarget {
        FrontTarget {
            identity: self.identity.clone(),
            issue: self.issue.clone(),
            tech_name: self.tech_name.clone(),
            info_name: self.info_name.clone(),
        }
    }
}

/// Takes generated modules one after the other: lists of large manuals are never all in memory.
pub type TakeModule<'a, E> = dyn FnMut(GeneratedModule) -> Result<(), E> + 'a;

/// Writes the front matter of a publication. Without highlights there is no module for them: the schema of the standard
/// does not allow an empty list.
pub fn write<E: From<CodeError>>(records: &FrontRecords, take: &mut TakeModule<'_, E>) -> Result<(), E> {
    let frame = FrontFrame::new(&records.head)?;
    let mut listed = Vec::new();
    let mut note = |module: GeneratedModule| {
        listed.push((module.part, module.target()));
        take(module)
    };
    note(title_page::module(&frame)?)?;
    lists::effective(&frame, &records.modules, &mut note)?;
    note(record::module(&frame, &records.changes)?)?;
    lists::highlights(&frame, &records.modules, &mut note)?;
    contents::write(&frame, records, &mut note)?;
    take(publication::module(&frame, &listed)?)
}

/// All modules at once, for a small manual.
pub fn generate(records: &FrontRecords) -> Result<Vec<GeneratedModule>, CodeError> {
    let mut modules = Vec::new();
    write(records, &mut |module| {
        modules.push(module);
        Ok::<(), CodeError>(())
    })?;
    Ok(modules)
}
