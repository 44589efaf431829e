//! The kinds of items and collections.

/// The purpose of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComplianceType {
    Audit,
    Regulatory,
    Business,
    Safety,
}

impl ComplianceType {
    pub const ALL: [Self; 4] = [Self::Audit, Self::Regulatory, Self::Business, Self::Safety];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Audit => "audit",
            Self::Regulatory => "regulatory",
            Self::Business => "business",
            Self::Safety => "safety",
        }
    }

    /// Parses the name, whatever its case.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(word.trim()))
    }
}

/// The meaning of an item for those who must comply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemKind {
    /// Implementing rule.
    Ir,
    /// Delegated rule.
    Dr,
    /// Certification specification.
    Cs,
    /// Acceptable means of compliance.
    Amc,
    /// Guidance material.
    Gm,
    /// Standard.
    Std,
    /// Recommended practice.
    Rec,
    #[default]
    Rule,
    Policy,
    Info,
}

impl ItemKind {
    pub const ALL: [Self; 10] =
        [Self::Ir, Self::Dr, Self::Cs, Self::Amc, Self::Gm, Self::Std, Self::Rec, Self::Rule, Self::Policy, Self::Info];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ir => "IR",
            Self::Dr => "DR",
            Self::Cs => "CS",
            Self::Amc => "AMC",
            Self::Gm => "GM",
            Self::Std => "STD",
            Self::Rec => "REC",
            Self::Rule => "RULE",
            Self::Policy => "POLICY",
            Self::Info => "INFO",
        }
    }

    /// Parses the name, whatever its case.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str().eq_ignore_ascii_case(word.trim()))
    }

    /// Whether items of this kind are assessed unless the file says otherwise.
    pub fn is_assessable(self) -> bool {
        !matches!(self, Self::Gm | Self::Info)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_by_their_names() {
        for kind in ItemKind::ALL {
            assert_eq!(ItemKind::parse(&kind.as_str().to_lowercase()), Some(kind));
        }
        for kind in ComplianceType::ALL {
            assert_eq!(ComplianceType::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(ItemKind::parse("LAW"), None);
    }
}
