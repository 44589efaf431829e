//! The proof that a package says what its manual says: the import's own check reads it, and finds nothing that the
//! manual does not have.
//!
//! The bytes of each file are compared first. A defect inside an equal file is a defect of the manual; what is left are
//! defects that writing can cause: lists that do not fit, names, and references whose target stayed behind.

use std::collections::{HashMap, HashSet};

use domain::finding::{Finding, Rule, Severity};
use domain::text::{fold, hex};
use s1000d::package::{Item, Known};

use crate::package::{PackedObject, PlannedContent, PlannedFile};

/// The objects that references of a package may lead to.
#[derive(Debug, Clone, Default)]
pub struct KnownTargets {
    /// Folded, with and without language.
    objects: HashSet<String>,
    /// Folded file names, with and without their ending.
    media: HashSet<String>,
}

impl KnownTargets {
    pub fn add_object(&mut self, key: &str, code: &str) {
        self.objects.insert(fold(key));
        self.objects.insert(fold(code));
    }

    pub fn add_media(&mut self, file_name: &str) {
        let folded = fold(file_name);
        if let Some((stem, _)) = folded.rsplit_once('.') {
            self.media.insert(stem.to_owned());
        }
        self.media.insert(folded);
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: &Self) {
        self.objects.extend(other.objects.iter().cloned());
        self.media.extend(other.media.iter().cloned());
    }

    fn has_picture(&self, name: &str) -> bool {
        self.media.contains(&fold(name))
    }
}

impl Known for KnownTargets {
    fn has_object(&self, key: &str) -> bool {
        self.objects.contains(&fold(key))
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.has_picture(file_name)
    }

    /// The package is not imported into anything.
    fn has_other_content(&self, _: &str, _: &str, _: &[u8; 32]) -> bool {
        false
    }
}

/// The manual that a package was written from.
#[derive(Debug, Clone, Default)]
pub struct SourceManual {
    pub targets: KnownTargets,
    pub has_publication: bool,
    pub has_act: bool,
    pub has_cct: bool,
    pub has_pct: bool,
}

/// The names of files whose bytes are not those of the version they were written from, in the order of the plan.
pub fn unequal<'a>(
    files: &'a [PlannedFile],
    objects: &[PackedObject],
    items: impl Iterator<Item = &'a Item>,
) -> Vec<&'a str> {
    let read: HashMap<&str, &Item> = items.map(|item| (&*item.name, item)).collect();
    // A status file is read with its content.
    let mut contents: HashMap<usize, &str> = HashMap::new();
    for file in files {
        if let PlannedContent::Version(place) = file.content {
            contents.insert(place, file.name.as_str());
        }
    }
    let is_equal = |file: &PlannedFile| match file.content {
        PlannedContent::Made(_) => true,
        PlannedContent::Version(place) => {
            let written = objects.get(place).map(|object| object.sha256.as_str());
            read.get(file.name.as_str()).map(|item| hex(&item.sha256)).as_deref() == written
        }
        PlannedContent::Status(place) => {
            let written = objects.get(place).and_then(|object| object.status_sha256.as_deref());
            let item = contents.get(&place).and_then(|name| read.get(name));
            item.and_then(|item| item.status_sha256).map(|sha256| hex(&sha256)).as_deref() == written
        }
    };
    files.iter().filter(|file| !is_equal(file)).map(|file| file.name.as_str()).collect()
}

/// The findings of a package that its manual does not have. Remarks are not counted: they change nothing.
pub fn unexpected(findings: Vec<Finding>, manual: &SourceManual) -> Vec<Finding> {
    findings.into_iter().filter(|finding| finding.severity > Severity::Info && !is_of_manual(finding, manual)).collect()
}

/// Whether the manual has the same defect. Bytes of files are proven equal before.
fn is_of_manual(finding: &Finding, manual: &SourceManual) -> bool {
    let param = |name: &str| {
        let found = finding.params.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str()).unwrap_or_default()
    };
    match finding.rule {
        Rule::PmMissing => !manual.has_publication,
        Rule::ApplicTableNotReferenced if is_list(&finding.file) => match param("table") {
            "CCT" => !manual.has_cct,
            "PCT" => !manual.has_pct,
            _ => !manual.has_act,
        },
        Rule::PmDmRefDangling
        | Rule::PmPmRefDangling
        | Rule::DmRefDangling
        | Rule::DmPmRefDangling
        | Rule::ContainerRefDangling
        | Rule::ApplicTableAbsent => !manual.targets.has_object(param("code")),
        Rule::IcnMissing => !manual.targets.has_picture(param("name")) && !manual.targets.has_picture(param("icn")),
        rule => !is_of_writing(rule) && !finding.file.is_empty() && !is_list(&finding.file),
    }
}

/// A file that the package got from us.
fn is_list(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    name == "PackageOrganization.xml" || ["DDN-", "DML-", "EPSL-"].iter().any(|prefix| name.starts_with(prefix))
}

/// A rule about the package rather than about the content of a file.
fn is_of_writing(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::ArchiveUnreadable
            | Rule::ArchiveTruncated
            | Rule::ArchiveEmpty
            | Rule::ArchiveTooMany
            | Rule::ArchiveTooLarge
            | Rule::EntryEncrypted
            | Rule::EntryDamaged
            | Rule::EntryNameUnsafe
            | Rule::EntryNameTwice
            | Rule::EntryNameCase
            | Rule::EntryLink
            | Rule::EntryTooLarge
            | Rule::EntryRatio
            | Rule::OrganizationMissing
            | Rule::OrganizationUnreadable
            | Rule::OrganizationSeveral
            | Rule::PackageForeign
            | Rule::DeliveryNoteMissing
            | Rule::DeliveryNoteUnreadable
            | Rule::DeliveryNoteSeveral
            | Rule::StatusListMissing
            | Rule::StatusListUnreadable
            | Rule::DataListMissing
            | Rule::PmFileMissing
            | Rule::PmDmRefNotListed
            | Rule::ListFileMissing
            | Rule::ListObjectMissing
            | Rule::ListNotListed
            | Rule::ListIcnMissing
            | Rule::ListChecksum
            | Rule::StatusOfAnother
            | Rule::ObjectConflict
            | Rule::ObjectTwice
            | Rule::PackageUnreadable
            | Rule::PackageNothingReadable
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warned(rule: Rule, file: &str) -> Finding {
        let mut finding = Finding::new(rule).in_file(file);
        finding.severity = Severity::Warn;
        finding
    }

    #[test]
    fn a_dangling_reference_is_expected_only_where_the_manual_has_it_too() {
        let mut manual = SourceManual::default();
        manual.targets.add_object("DMC-A-B_en-US", "DMC-A-B");
        let lost = warned(Rule::DmRefDangling, "DMC-C.XML").with("code", "DMC-A-B");
        let delivered = warned(Rule::DmRefDangling, "DMC-C.XML").with("code", "DMC-X-Y");
        assert_eq!(unexpected(vec![lost.clone(), delivered], &manual), [lost]);
    }

    #[test]
    fn a_picture_that_stayed_behind_is_unexpected() {
        let mut manual = SourceManual::default();
        manual.targets.add_media("ICN-A-01.SVG");
        let lost = warned(Rule::IcnMissing, "DMC-C.XML").with("icn", "icn-a-01").with("name", "icn-a-01");
        let never_there = warned(Rule::IcnMissing, "DMC-C.XML").with("icn", "ICN-B").with("name", "ICN-B");
        assert_eq!(unexpected(vec![lost.clone(), never_there], &manual), [lost]);
    }

    #[test]
    fn a_defect_of_content_belongs_to_the_manual_and_one_of_a_list_to_the_package() {
        let manual = SourceManual { has_publication: true, ..SourceManual::default() };
        let content = warned(Rule::XmlIdTwice, "DM/DMC-C.XML");
        let list = warned(Rule::XsdInvalid, "DDN-A.XML");
        let unlisted = warned(Rule::ListNotListed, "DMC-C.XML");
        let contents = warned(Rule::PmMissing, "");
        let found = unexpected(vec![content, list.clone(), unlisted.clone(), contents.clone()], &manual);
        assert_eq!(found, [list, unlisted, contents]);
    }

    #[test]
    fn remarks_and_tables_that_the_manual_lacks_are_no_surprise() {
        let manual = SourceManual { has_act: true, ..SourceManual::default() };
        let mut remark = warned(Rule::XsdNoSchema, "DDN-A.XML");
        remark.severity = Severity::Info;
        let table = |name: &str| warned(Rule::ApplicTableNotReferenced, "EPSL/EPSL-A.xml").with("table", name);
        assert_eq!(unexpected(vec![remark, table("CCT"), table("ACT")], &manual), [table("ACT")]);
    }
}
