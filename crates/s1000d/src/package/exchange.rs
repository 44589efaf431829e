//! Packages in the style of ATA Spec 2300: where things lie, and what is valid.
//!
//! Elements are known by their local names in any namespace, so that true files
//! of the specification read as far as our profile of it goes.

use domain::finding::{Finding, Rule};

use crate::defect;
use crate::guard::Refusal;
use crate::object::ident::streamed_object_ref;
use crate::object::{ObjectRef, Role};
use crate::stream::{Stream, Token};

/// The package organization file.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Organization {
    pub specification: Option<String>,
    pub model: Option<String>,
    pub sender: Option<String>,
    pub receiver: Option<String>,
    pub issue_number: Option<String>,
    pub issue_date: Option<String>,
    pub language: Option<String>,
    pub incremental: bool,
    pub manual_type: Option<String>,
    pub customer: Option<String>,
    pub title: Option<String>,
    pub product: Option<String>,
    /// The sender's words about the delivery.
    pub remark: Option<String>,
    /// Type and path of each place.
    pub locations: Vec<(String, String)>,
}

impl Organization {
    pub(super) fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut stream = Stream::new(text);
        let mut read = Self::default();
        while let Some(token) = stream.next_token()? {
            if token != Token::Start {
                continue;
            }
            let written = |name: &str| stream.attribute(name).filter(|value| !value.is_empty()).map(str::to_owned);
            match stream.name() {
                "packageOrganization" => read.specification = written("specification"),
                "packageCode" => {
                    read.model = written("modelIdentCode");
                    read.sender = written("senderIdent");
                    read.receiver = written("receiverIdent");
                }
                "issueInfo" => {
                    read.issue_number = written("issueNumber");
                    read.issue_date = written("issueDate");
                }
                "language" => {
                    let parts = (written("languageIsoCode"), written("countryIsoCode"));
                    read.language = match parts {
                        (Some(code), Some(country)) => Some(format!("{code}-{country}")),
                        (code, _) => code,
                    };
                }
                "packageStatus" => {
                    read.incremental = stream.attribute("packageType") == Some("incremental");
                    read.manual_type = written("manualType");
                    read.customer = written("customer");
                }
                "location" => {
                    read.locations.extend(written("objectType").zip(written("path")));
                }
                "title" => read.title = Some(stream.read_text()?).filter(|text| !text.is_empty()),
                "simplePara" if read.remark.is_none() => read.remark = Some(stream.read_text()?),
                "productInfo" => read.product = Some(stream.read_text()?).filter(|text| !text.is_empty()),
                _ => {}
            }
        }
        Ok(read)
    }

    /// The paths that lead to the status list.
    pub(super) fn status_lists(&self) -> impl Iterator<Item = &str> {
        self.locations.iter().filter(|(kind, _)| kind.eq_ignore_ascii_case("epsl")).map(|(_, path)| path.as_str())
    }
}

/// The exchange package status list.
#[derive(Debug, Default)]
pub(super) struct StatusList {
    /// The three tables, as far as they are named.
    pub tables: Vec<(Role, u32, ObjectRef)>,
    pub entries: Vec<StatusEntry>,
    pub illustrations: Vec<(u32, String)>,
    pub findings: Vec<Finding>,
}

/// A module or publication that is valid in this delivery.
#[derive(Debug)]
pub(super) struct StatusEntry {
    pub line: u32,
    pub publication: bool,
    /// `None` when the reference cannot be read; there is a finding then.
    pub target: Option<ObjectRef>,
    pub issue_type: Option<String>,
    pub file: Option<String>,
    pub status_file: Option<String>,
    pub checksum: Option<String>,
}

impl StatusList {
    pub(super) fn read(text: &[u8]) -> Result<Self, Refusal> {
        let mut stream = Stream::new(text);
        let mut list = Self::default();
        let mut role = None;
        let mut entry: Option<StatusEntry> = None;
        while let Some(token) = stream.next_token()? {
            match (token, stream.name()) {
                (Token::Start, name @ ("dmStatusEntry" | "pmStatusEntry")) => {
                    entry = Some(StatusEntry {
                        line: stream.line(),
                        publication: name == "pmStatusEntry",
                        target: None,
                        issue_type: stream.attribute("issueType").map(str::to_owned),
                        file: None,
                        status_file: None,
                        checksum: None,
                    });
                }
                (Token::End, "dmStatusEntry" | "pmStatusEntry") => list.entries.extend(entry.take()),
                (
                    Token::Start,
                    name @ ("applicCrossRefTableRef" | "productCrossRefTableRef" | "condCrossRefTableRef"),
                ) => role = Role::of_element(name),
                (Token::Start, "dmRef" | "pmRef") => {
                    let line = stream.line();
                    match (streamed_object_ref(&mut stream)?, &mut entry, role.take()) {
                        (Ok(target), Some(entry), _) => entry.target = Some(target),
                        (Ok(target), None, Some(role)) => list.tables.push((role, line, target)),
                        (Ok(_), None, None) => {}
                        (Err(error), _, _) => list.findings.push(defect::reference_invalid(line, &error)),
                    }
                }
                (Token::Start, name @ ("fileName" | "statusFileName" | "checksum")) => {
                    let place = name.to_owned();
                    let text = Some(stream.read_text()?).filter(|text| !text.is_empty());
                    if let Some(entry) = &mut entry {
                        match place.as_str() {
                            "fileName" => entry.file = text,
                            "statusFileName" => entry.status_file = text,
                            _ => entry.checksum = text,
                        }
                    }
                }
                (Token::Start, "infoEntityEntry") => {
                    let line = stream.line();
                    let named = stream.attribute("fileName").or_else(|| stream.attribute("infoEntityIdent"));
                    list.illustrations.extend(named.map(|name| (line, name.to_owned())));
                }
                _ => {}
            }
        }
        Ok(list)
    }

    /// The tables that an aircraft-related package must name and this one does not.
    pub(super) fn missing_tables(&self, file: &str) -> Vec<Finding> {
        let tables = [(Role::ApplicabilityTable, "ACT"), (Role::ProductTable, "PCT"), (Role::ConditionTable, "CCT")];
        let missing = tables.iter().filter(|(role, _)| !self.tables.iter().any(|(named, _, _)| named == role));
        let finding = |table: &str| Finding::new(Rule::ApplicTableNotReferenced).in_file(file).with("table", table);
        missing.map(|(_, table)| finding(table)).collect()
    }
}
