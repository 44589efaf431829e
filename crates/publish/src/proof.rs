//! The proof that a package says what its manual says: the import's own check reads it, and finds nothing that the
//! manual does not have.
//!
//! The bytes of each file are compared first. A defect inside an equal file is a defect of the manual; what is left are
//! defects that writing can cause: lists that do not fit, names, and references whose target stayed behind. Files from
//! which a filter removed something are compared with the text before: what is found only after it, the filter broke.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use domain::finding::{Finding, Rule, Severity};
use domain::object::ObjectKind;
use domain::text::{fold, hex};
use s1000d::package::{Item, Known};

use crate::package::{PackedObject, PlannedContent, PlannedFile};

/// The objects and media of a manual, by the names that references use.
#[derive(Debug, Clone, Default)]
pub struct SourceTargets {
    /// Folded, with and without language.
    objects: HashSet<String>,
    /// Folded file names, with and without their ending.
    media: HashSet<String>,
}

impl SourceTargets {
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

    fn has_object(&self, key: &str) -> bool {
        self.objects.contains(&fold(key))
    }

    fn has_picture(&self, name: &str) -> bool {
        self.media.contains(&fold(name))
    }
}

/// The manual that a package was written from.
///
/// The check asks it for everything that is not in the package. A target that the manual lacks as well counts as known:
/// the reference is then a defect of the manual, or leads to another manual. So nothing is found but what writing lost.
#[derive(Debug, Clone, Default)]
pub struct SourceManual {
    pub targets: SourceTargets,
    /// The kinds of its objects.
    pub kinds: BTreeSet<ObjectKind>,
    /// The package is a part of the manual: the rest is with the receiver.
    pub is_part: bool,
    /// The files of the package with generated front matter, by their paths.
    pub generated: HashSet<String>,
    /// Objects that do not apply to those whom the package is for. Its contents must not name them; texts may.
    pub left_out: SourceTargets,
    /// The files of the package from which something was removed.
    pub reduced: HashSet<String>,
    /// The package is for some aircraft: its receiver may have the same issues with other content.
    pub is_filtered: bool,
}

impl Known for SourceManual {
    fn has_object(&self, key: &str) -> bool {
        self.is_part || !(self.targets.has_object(key) || self.left_out.has_object(key))
    }

    fn has_media(&self, file_name: &str) -> bool {
        self.is_part || !self.targets.has_picture(file_name)
    }

    /// A filtered package is judged as if a receiver had been given the files for other aircraft before: it must say why
    /// its contents differ.
    fn has_other_content(&self, _: &str, _: &str, _: &[u8; 32]) -> bool {
        self.is_filtered
    }
}

/// The names of files that are not what they were written from, in the order of the plan: other bytes, or an import
/// would make another object of them.
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
            let pair = objects.get(place).zip(read.get(file.name.as_str()));
            pair.is_some_and(|(object, item)| is_same_object(object, item) && hex(&item.sha256) == object.sha256)
        }
        PlannedContent::Status(place) => {
            let written = objects.get(place).and_then(|object| object.status_sha256.as_deref());
            let item = contents.get(&place).and_then(|name| read.get(name));
            item.and_then(|item| item.status_sha256).map(|sha256| hex(&sha256)).as_deref() == written
        }
    };
    files.iter().filter(|file| !is_equal(file)).map(|file| file.name.as_str()).collect()
}

/// Whether an import would keep the file as the object that it was written from.
pub fn is_same_object(object: &PackedObject, item: &Item) -> bool {
    fold(item.library_key()) == fold(&object.key) && item.kind.object_kind() == object.kind
}

/// The findings of a package that its manual does not have. Remarks are not counted: they change nothing.
pub fn unexpected(findings: Vec<Finding>, manual: &SourceManual) -> Vec<Finding> {
    findings.into_iter().filter(|finding| counts(finding) && !is_of_manual(finding, manual)).collect()
}

/// The findings that a filter may have caused in files from which it removed something: a part that the schema requires
/// is gone. References to removed parts are not among them, the report of the filter lists those.
pub fn of_removals(findings: &[Finding], manual: &SourceManual) -> Vec<Finding> {
    let is_one = |finding: &&Finding| {
        finding.severity > Severity::Info && manual.reduced.contains(&finding.file) && is_of_structure(finding.rule)
    };
    findings.iter().filter(is_one).cloned().collect()
}

/// The findings of a file that it did not have before something was removed from it. Lines move with a removal, so equal
/// findings are counted.
pub fn not_before(found: Vec<Finding>, before: &[Finding]) -> Vec<Finding> {
    let words = |finding: &Finding| (finding.rule, finding.params.clone());
    let mut known: BTreeMap<(Rule, Vec<(String, String)>), usize> = BTreeMap::new();
    for finding in before {
        *known.entry(words(finding)).or_default() += 1;
    }
    let is_new = |finding: &Finding| match known.get_mut(&words(finding)) {
        Some(left) if *left > 0 => {
            *left -= 1;
            false
        }
        _ => true,
    };
    found.into_iter().filter(is_new).collect()
}

/// A rule about the elements of a file, which a removal can break.
fn is_of_structure(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::XmlContentUnknown
            | Rule::XsdElementUnexpected
            | Rule::XsdElementNotAllowed
            | Rule::XsdElementMissing
            | Rule::XsdAttributeNotAllowed
            | Rule::XsdAttributeMissing
            | Rule::XsdTextNotAllowed
            | Rule::XsdInvalid
    )
}

fn counts(finding: &Finding) -> bool {
    if finding.rule == Rule::PackageMoreFindings {
        // Among those that were dropped may be one that the manual does not have.
        let rule = Rule::parse(param(finding, "rule"));
        return rule.is_none_or(|rule| is_of_writing(rule) || is_of_reference(rule));
    }
    finding.severity > Severity::Info
}

fn param<'a>(finding: &'a Finding, name: &str) -> &'a str {
    let found = finding.params.iter().find(|(known, _)| known == name);
    found.map(|(_, value)| value.as_str()).unwrap_or_default()
}

/// Whether the manual has the same defect. Bytes of files are proven equal before.
fn is_of_manual(finding: &Finding, manual: &SourceManual) -> bool {
    match finding.rule {
        Rule::PmMissing => !manual.kinds.contains(&ObjectKind::PublicationModule),
        Rule::ApplicTableNotReferenced if manual.is_ours(&finding.file) => {
            let kind = match param(finding, "table") {
                "CCT" => ObjectKind::Cct,
                "PCT" => ObjectKind::Pct,
                _ => ObjectKind::Act,
            };
            !manual.kinds.contains(&kind)
        }
        Rule::IcnMissing => {
            let has = |name: &str| manual.targets.has_picture(param(finding, name));
            !has("name") && !has("icn")
        }
        Rule::PmDmRefDangling | Rule::PmPmRefDangling => {
            let code = param(finding, "code");
            !manual.targets.has_object(code) && !manual.left_out.has_object(code)
        }
        Rule::ObjectChangedSameIssue => false,
        rule if is_of_reference(rule) => !manual.targets.has_object(param(finding, "code")),
        rule => !is_of_writing(rule) && !finding.file.is_empty() && !manual.is_ours(&finding.file),
    }
}

/// A rule about a reference whose target is nowhere.
fn is_of_reference(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::PmDmRefDangling
            | Rule::PmPmRefDangling
            | Rule::DmRefDangling
            | Rule::DmPmRefDangling
            | Rule::ContainerRefDangling
            | Rule::ApplicTableAbsent
            | Rule::IcnMissing
    )
}

impl SourceManual {
    /// Whether the package got a file from us: a list, or generated front matter. A file of the manual may have a name
    /// like that of front matter.
    fn is_ours(&self, file: &str) -> bool {
        let name = file.rsplit('/').next().unwrap_or_default();
        self.generated.contains(file)
            || name == "PackageOrganization.xml"
            || ["DDN-", "DML-", "EPSL-"].iter().any(|prefix| name.starts_with(prefix))
    }
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
            | Rule::PackageMoreFindings
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
        let front = "DM/DME-NVR01-AIRFOLIOFM-NV-A-00-00-00-00A-001A-D_001-00_EN-US.XML";
        let manual = SourceManual {
            kinds: BTreeSet::from([ObjectKind::PublicationModule]),
            generated: HashSet::from([front.to_owned()]),
            ..SourceManual::default()
        };
        let content = warned(Rule::XmlIdTwice, "DM/DMC-C.XML");
        let list = warned(Rule::XsdInvalid, "DDN-A.XML");
        let unlisted = warned(Rule::ListNotListed, "DMC-C.XML");
        let contents = warned(Rule::PmMissing, "");
        let generated = warned(Rule::XsdInvalid, front);
        let named_alike = warned(Rule::XsdInvalid, "DME-NVR01-AIRFOLIOFM-TORN.XML");
        let ours = [list, unlisted, contents, generated];
        let found = unexpected(ours.iter().cloned().chain([content, named_alike]).collect(), &manual);
        assert_eq!(found, ours);
    }

    #[test]
    fn remarks_and_tables_that_the_manual_lacks_are_no_surprise() {
        let manual = SourceManual { kinds: BTreeSet::from([ObjectKind::Act]), ..SourceManual::default() };
        let mut remark = warned(Rule::XsdNoSchema, "DDN-A.XML");
        remark.severity = Severity::Info;
        let table = |name: &str| warned(Rule::ApplicTableNotReferenced, "EPSL/EPSL-A.xml").with("table", name);
        assert_eq!(unexpected(vec![remark, table("CCT"), table("ACT")], &manual), [table("ACT")]);
    }

    #[test]
    fn the_check_is_asked_only_about_targets_that_the_manual_has() {
        let mut manual = SourceManual::default();
        manual.targets.add_object("DMC-A-B_en-US", "DMC-A-B");
        manual.targets.add_media("ICN-A-01.SVG");
        assert!(!manual.has_object("DMC-A-B") && !manual.has_media("icn-a-01"), "what stays behind is a finding");
        assert!(manual.has_object("DMC-X-Y") && manual.has_media("ICN-B"), "a defect of the manual is none");
        let part = SourceManual { is_part: true, ..manual };
        assert!(part.has_object("DMC-A-B") && part.has_media("ICN-A-01"), "the receiver has the rest");
    }

    #[test]
    fn contents_must_not_name_what_was_left_out_but_texts_may() {
        let mut manual = SourceManual::default();
        manual.left_out.add_object("DMC-A-B_en-US", "DMC-A-B");
        assert!(!manual.has_object("DMC-A-B"), "the check asks for it");
        let of = |rule: Rule| warned(rule, "PMC-A.XML").with("code", "DMC-A-B");
        let found = unexpected(vec![of(Rule::PmDmRefDangling), of(Rule::DmRefDangling)], &manual);
        assert_eq!(found, [of(Rule::PmDmRefDangling)]);
    }

    #[test]
    fn a_required_element_that_was_removed_is_told_from_one_that_was_never_there() {
        let missing = |element: &str| warned(Rule::XsdElementMissing, "DMC-A.XML").with("element", element);
        let reference = warned(Rule::XmlInternalRef, "DMC-A.XML").with("id", "fig-1");
        let elsewhere = warned(Rule::XsdElementMissing, "DMC-B.XML").with("element", "content");
        let manual = SourceManual { reduced: HashSet::from(["DMC-A.XML".to_owned()]), ..SourceManual::default() };
        let all = [missing("para").at(7_u32), missing("para").at(9_u32), missing("title"), reference, elsewhere];
        let found = of_removals(&all, &manual);
        assert_eq!(found, all[..3], "references are reported by the filter, other files are as they were");
        let before = [missing("para").at(12_u32), missing("title")];
        assert_eq!(not_before(found, &before), [missing("para").at(9_u32)]);
    }

    #[test]
    fn a_filtered_package_says_that_it_was_filtered() {
        let manual = SourceManual { is_filtered: true, ..SourceManual::default() };
        assert!(manual.has_other_content("DMC-A", "001-00", &[0; 32]), "its receiver may have the files for others");
        let silent = warned(Rule::ObjectChangedSameIssue, "DMC-A.XML");
        let told = Finding::new(Rule::ObjectFilteredOtherwise).in_file("DMC-B.XML");
        assert_eq!(unexpected(vec![silent.clone(), told], &manual), [silent]);
        assert!(!SourceManual::default().has_other_content("DMC-A", "001-00", &[0; 32]));
    }

    #[test]
    fn findings_that_were_dropped_may_be_losses() {
        let manual = SourceManual::default();
        let more = |rule: Rule| Finding::new(Rule::PackageMoreFindings).with("rule", rule.as_str());
        let found = unexpected(vec![more(Rule::DmRefDangling), more(Rule::XmlIdTwice)], &manual);
        assert_eq!(found, [more(Rule::DmRefDangling)]);
    }
}
