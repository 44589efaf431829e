//! Archives: zipped exports and workbooks.

use std::io::Cursor;

use domain::finding::{Finding, Rule};
use s1000d::package::{Archive, Limits};

use crate::SourceLimits;
use crate::findings::{FindingList, SourceFinding, SourceRule};

/// The files of an archive.
#[derive(Debug)]
pub(crate) struct PackedFiles<'b> {
    archive: Archive<Cursor<&'b [u8]>>,
}

impl<'b> PackedFiles<'b> {
    /// Reads the directory; `None`, with findings, if there is none or it is too large.
    pub(crate) fn open(bytes: &'b [u8], limits: &SourceLimits, findings: &mut FindingList) -> Option<Self> {
        let limits = Limits {
            entries: limits.entries,
            entry_bytes: limits.unpacked_bytes,
            total_bytes: limits.unpacked_bytes,
            ratio: limits.ratio,
            ..Limits::default()
        };
        let (archive, found) = Archive::open(Cursor::new(bytes), &limits);
        for finding in found.iter().filter(|finding| finding.rule != Rule::FileJunk) {
            findings.add(translated(finding));
        }
        archive.map(|archive| Self { archive })
    }

    /// The names of all files, in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.archive.entries().iter().map(|entry| &*entry.name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names().any(|other| other.eq_ignore_ascii_case(name))
    }

    /// The content of a file; `None`, with a finding, if it is damaged.
    pub(crate) fn read(&self, name: &str, findings: &mut FindingList) -> Option<Vec<u8>> {
        let entry = self.archive.entries().iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
        let content = self.archive.reader().read(entry);
        content.map_err(|finding| findings.add(translated(&finding))).ok()
    }
}

fn translated(finding: &Finding) -> SourceFinding {
    let rule = match finding.rule {
        Rule::ArchiveTooMany | Rule::ArchiveTooLarge | Rule::EntryTooLarge | Rule::EntryRatio => {
            SourceRule::ArchiveTooLarge
        }
        Rule::ArchiveEmpty => SourceRule::ArchiveWithoutDocument,
        _ => SourceRule::ArchiveDamaged,
    };
    SourceFinding::new(rule).part(&finding.file).with("reason", finding.rule.as_str())
}
