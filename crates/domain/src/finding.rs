//! Findings: defects of a package or a document, with stable codes.
//!
//! A finding is not an error: reading continues, and all findings are reported. Its [`Rule`] names the exact case and
//! is the key of its translated message; the rule's [`ImportCode`] is the number in the specification's catalogue.

mod rules;

use std::collections::BTreeMap;

pub use rules::Rule;

/// The import error codes of the specification, section 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u16)]
pub enum ImportCode {
    CannotUnzip = 1001,
    OrganizationMissing = 1002,
    StatusListMissing = 1003,
    ApplicabilityNotReferenced = 1004,
    ApplicabilityInconsistent = 1005,
    PmMissing = 1006,
    DmMissingInStatusList = 1007,
    DmMissingInDm = 1008,
    DmMissingInContainer = 1009,
    XmlInvalid = 1010,
    IcnMissing = 1011,
    IcnUnsupported = 1012,
    Other = 1013,
}

impl ImportCode {
    /// Every code, ordered by number.
    pub const ALL: [Self; 13] = [
        Self::CannotUnzip,
        Self::OrganizationMissing,
        Self::StatusListMissing,
        Self::ApplicabilityNotReferenced,
        Self::ApplicabilityInconsistent,
        Self::PmMissing,
        Self::DmMissingInStatusList,
        Self::DmMissingInDm,
        Self::DmMissingInContainer,
        Self::XmlInvalid,
        Self::IcnMissing,
        Self::IcnUnsupported,
        Self::Other,
    ];

    /// The number in the specification's catalogue.
    pub fn number(self) -> u16 {
        self as u16
    }

    /// Parses the number.
    pub fn from_number(number: u16) -> Option<Self> {
        Self::ALL.into_iter().find(|code| code.number() == number)
    }

    /// The severity unless an administrator chooses another.
    pub fn default_severity(self) -> Severity {
        match self {
            Self::CannotUnzip
            | Self::OrganizationMissing
            | Self::StatusListMissing
            | Self::PmMissing
            | Self::XmlInvalid
            | Self::Other => Severity::Block,
            Self::ApplicabilityNotReferenced
            | Self::ApplicabilityInconsistent
            | Self::DmMissingInStatusList
            | Self::DmMissingInDm
            | Self::DmMissingInContainer
            | Self::IcnMissing
            | Self::IcnUnsupported => Severity::Warn,
        }
    }
}

/// The effect of a finding on the import; ordered from mild to severe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Info,
    Warn,
    Block,
}

impl Severity {
    pub const ALL: [Self; 3] = [Self::Info, Self::Warn, Self::Block];

    /// Wire and database name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Block => "block",
        }
    }

    /// Parses the wire name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.as_str() == word)
    }
}

/// The configured severity of each code: the administrator's choices over the defaults.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Severities {
    chosen: BTreeMap<ImportCode, Severity>,
}

impl Severities {
    /// Sets the severity of a code. Setting the default removes the choice, so that rules milder than their code stay
    /// mild.
    pub fn choose(&mut self, code: ImportCode, severity: Severity) {
        if severity == code.default_severity() {
            self.chosen.remove(&code);
        } else {
            self.chosen.insert(code, severity);
        }
    }

    /// The severity of a code.
    pub fn of_code(&self, code: ImportCode) -> Severity {
        self.chosen.get(&code).copied().unwrap_or_else(|| code.default_severity())
    }

    /// The severity of a rule. A rule that is a remark by default stays a remark whatever is chosen for its code; a
    /// rule about unreadable or empty content always blocks.
    pub fn of_rule(&self, rule: Rule) -> Severity {
        if matches!(rule, Rule::PackageForeign | Rule::PackageNothingReadable | Rule::PackageUnreadable) {
            return Severity::Block;
        }
        match (rule.default_severity(), self.chosen.get(&rule.code())) {
            (Severity::Info, _) | (_, None) => rule.default_severity(),
            (_, Some(chosen)) => *chosen,
        }
    }
}

/// A defect or a remark, with its location.
///
/// Ordered as in a report: by file, line and code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The entry's name in the package; empty for the package as a whole.
    pub file: String,
    /// Counted from 1; `None` when no line applies.
    pub line: Option<u32>,
    pub rule: Rule,
    pub severity: Severity,
    /// Placeholder values of the message: `{code}`, `{file}` …
    pub params: Vec<(String, String)>,
}

impl Finding {
    /// A finding about the whole package, with its rule's default severity.
    pub fn new(rule: Rule) -> Self {
        Self { file: String::new(), line: None, rule, severity: rule.default_severity(), params: Vec::new() }
    }

    /// Sets the file.
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = file.into();
        self
    }

    /// Sets the line.
    pub fn at(mut self, line: impl Into<Option<u32>>) -> Self {
        self.line = line.into();
        self
    }

    /// Sets a placeholder value of the message.
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.params.push((name.to_owned(), value.into()));
        self
    }

    /// Its code in the specification's catalogue.
    pub fn code(&self) -> ImportCode {
        self.rule.code()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_run_from_1001_to_1013_and_read_back() {
        let numbers: Vec<u16> = ImportCode::ALL.iter().map(|code| code.number()).collect();
        assert_eq!(numbers, (1001..=1013).collect::<Vec<_>>());
        for code in ImportCode::ALL {
            assert_eq!(ImportCode::from_number(code.number()), Some(code));
        }
        assert_eq!(ImportCode::from_number(1014), None);
    }

    #[test]
    fn the_default_severities_are_those_of_the_design() {
        let blocking: Vec<u16> = ImportCode::ALL
            .into_iter()
            .filter(|code| code.default_severity() == Severity::Block)
            .map(ImportCode::number)
            .collect();
        assert_eq!(blocking, [1001, 1002, 1003, 1006, 1010, 1013]);
    }

    #[test]
    fn plain_s1000d_may_come_without_a_delivery_note_and_a_list() {
        assert_eq!(Rule::OrganizationMissing.default_severity(), Severity::Block);
        assert_eq!(Rule::StatusListMissing.default_severity(), Severity::Block);
        assert_eq!(Rule::DeliveryNoteMissing.default_severity(), Severity::Warn);
        assert_eq!(Rule::DataListMissing.default_severity(), Severity::Warn);
    }

    #[test]
    fn rule_names_are_unique_and_parse() {
        for rule in Rule::ALL {
            assert_eq!(Rule::parse(rule.as_str()), Some(*rule));
        }
        assert_eq!(Rule::parse("no.such"), None);
        assert!(ImportCode::ALL.iter().all(|code| Rule::ALL.iter().any(|rule| rule.code() == *code)));
        for severity in Severity::ALL {
            assert_eq!(Severity::parse(severity.as_str()), Some(severity));
        }
    }

    #[test]
    fn a_chosen_severity_applies_to_the_rules_of_its_code_except_remarks() {
        let mut chosen = Severities::default();
        assert_eq!(chosen.of_rule(Rule::DmRefDangling), Severity::Warn);
        chosen.choose(ImportCode::DmMissingInDm, Severity::Block);
        assert_eq!(chosen.of_rule(Rule::DmRefDangling), Severity::Block);
        assert_eq!(chosen.of_code(ImportCode::DmMissingInDm), Severity::Block);
        chosen.choose(ImportCode::XmlInvalid, Severity::Warn);
        assert_eq!(chosen.of_rule(Rule::XsdInvalid), Severity::Warn);
        assert_eq!(chosen.of_rule(Rule::XsdNotInstalled), Severity::Info);
    }

    #[test]
    fn business_rules_are_remarks_of_an_import() {
        let mut chosen = Severities::default();
        chosen.choose(ImportCode::XmlInvalid, Severity::Warn);
        let about_brex: Vec<Rule> = Rule::ALL.iter().copied().filter(|rule| rule.is_about_brex()).collect();
        assert!(about_brex.iter().all(|rule| chosen.of_rule(*rule) == Severity::Info));
        assert!(Rule::ALL.iter().filter(|rule| rule.is_brex_violation()).all(|rule| about_brex.contains(rule)));
        assert!(!Rule::BrexNotFound.is_brex_violation() && !Rule::XsdInvalid.is_about_brex());
    }

    #[test]
    fn a_package_without_objects_always_blocks() {
        let mut chosen = Severities::default();
        for code in ImportCode::ALL {
            chosen.choose(code, Severity::Info);
        }
        assert_eq!(chosen.of_rule(Rule::OrganizationMissing), Severity::Info);
        assert_eq!(chosen.of_rule(Rule::PackageForeign), Severity::Block);
        assert_eq!(chosen.of_rule(Rule::PackageNothingReadable), Severity::Block);
        assert_eq!(chosen.of_rule(Rule::PackageUnreadable), Severity::Block);
    }

    #[test]
    fn choosing_the_default_leaves_milder_rules_mild() {
        let mut chosen = Severities::default();
        chosen.choose(ImportCode::OrganizationMissing, Severity::Info);
        assert_eq!(chosen.of_rule(Rule::DeliveryNoteMissing), Severity::Info);
        chosen.choose(ImportCode::OrganizationMissing, Severity::Block);
        assert_eq!(chosen.of_rule(Rule::DeliveryNoteMissing), Severity::Warn);
        assert_eq!(chosen.of_rule(Rule::OrganizationMissing), Severity::Block);
    }

    #[test]
    fn a_report_is_ordered_by_file_line_and_code() {
        let at = |file: &str, line, rule| Finding::new(rule).in_file(file).at(line);
        let mut findings = [
            at("b.xml", 2, Rule::DmRefDangling),
            at("a.xml", 9, Rule::XsdInvalid),
            at("a.xml", 9, Rule::DmRefDangling),
            Finding::new(Rule::PmMissing),
        ];
        findings.sort();
        let order: Vec<_> = findings.iter().map(|f| (f.file.as_str(), f.line, f.code().number())).collect();
        assert_eq!(
            order,
            [("", None, 1006), ("a.xml", Some(9), 1008), ("a.xml", Some(9), 1010), ("b.xml", Some(2), 1008)]
        );
    }
}
