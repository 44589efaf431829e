//! The status of a module, where it is a file of its own (ATA 2300).

use domain::finding::{Finding, Rule};

use super::{Worker, XmlContent};
use crate::guard;
use crate::object::{self, ObjectKind, Status};
use crate::package::archive::Source;
use crate::package::plan::{Kind, Unit};

impl<R: Source> Worker<'_, R> {
    /// Reads the status file and lays it over the content's object.
    pub(super) fn status(&mut self, place: usize, document: &mut XmlContent, content: &str) -> Option<Vec<u8>> {
        let archive = self.archive;
        let entry = &archive.entries()[place];
        let bytes = self.bytes(entry)?;
        match guard::check(&bytes).and_then(|checked| object::read(&checked)) {
            Ok((status, findings)) => {
                self.note(findings, &entry.name);
                if let Some(object) = &mut document.object {
                    if status.identity != object.identity {
                        let code = status.identity.as_ref().map(ToString::to_string).unwrap_or_default();
                        self.findings.push(
                            Finding::new(Rule::StatusOfAnother)
                                .in_file(&*entry.name)
                                .with("name", content)
                                .with("code", code),
                        );
                    }
                    object.lay_over(status);
                }
            }
            Err(refusal) => self.findings.push(refusal.finding().in_file(&*entry.name)),
        }
        Some(bytes)
    }

    /// In the style of ATA 2300 a module without a status file must carry its status itself.
    pub(super) fn check_status(&mut self, unit: Unit, document: &XmlContent, name: &str) {
        let Some(object) = &document.object else { return };
        let apart = matches!(self.plan.kind, Kind::Ata2300 { .. });
        // One of plain S1000D need not say the type of its issue.
        if !apart || unit.status.is_some() || object.status != Status::default() {
            return;
        }
        match object.kind {
            ObjectKind::DataModule => self.findings.push(Finding::new(Rule::DmStatusMissing).in_file(name)),
            ObjectKind::Publication => self.findings.push(Finding::new(Rule::PmStatusMissing).in_file(name)),
            _ => {}
        }
    }
}
