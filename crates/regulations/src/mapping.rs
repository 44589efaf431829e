//! Mappings: which item of one collection corresponds to which of another.

mod circles;
mod table;

pub use circles::MappingGraph;
pub use table::{MAPPING_COLUMNS, read_mappings, to_csv, to_xlsx};

/// How much of the target's demand the source covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relationship {
    /// Both demand the same.
    Equal,
    /// The source demands a part of what the target demands.
    Subset,
    /// The source demands all that the target demands, and more.
    Superset,
    /// Each demands something that the other does not.
    Intersects,
}

impl Relationship {
    pub const ALL: [Self; 4] = [Self::Equal, Self::Subset, Self::Superset, Self::Intersects];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Equal => "equal",
            Self::Subset => "subset",
            Self::Superset => "superset",
            Self::Intersects => "intersects",
        }
    }

    /// The word of the mapping model of OSCAL.
    pub fn as_oscal(self) -> &'static str {
        match self {
            Self::Equal => "equal-to",
            Self::Subset => "subset-of",
            Self::Superset => "superset-of",
            Self::Intersects => "intersects-with",
        }
    }

    /// Parses our words and those of OSCAL and CISO Assistant.
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim().to_lowercase().replace(['_', ' '], "-");
        Some(match word.as_str() {
            "equal" | "equal-to" | "equivalent-to" | "equivalent" | "=" => Self::Equal,
            "subset" | "subset-of" => Self::Subset,
            "superset" | "superset-of" => Self::Superset,
            "intersects" | "intersect" | "intersects-with" => Self::Intersects,
            _ => return None,
        })
    }

    /// The relationship of the target to the source.
    pub fn reversed(self) -> Self {
        match self {
            Self::Subset => Self::Superset,
            Self::Superset => Self::Subset,
            Self::Equal | Self::Intersects => self,
        }
    }

    /// Whether compliance with the source proves compliance with the target.
    pub fn proves_target(self) -> bool {
        matches!(self, Self::Equal | Self::Superset)
    }
}

/// That two items correspond.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemMapping {
    pub source: MappingEnd,
    pub target: MappingEnd,
    pub relationship: Relationship,
    pub rationale: String,
}

/// A mapping of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingRow {
    /// From 1.
    pub line: u32,
    pub mapping: ItemMapping,
}

/// An item of a collection, by the names that people use.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MappingEnd {
    pub collection: String,
    pub code: String,
}

impl ItemMapping {
    /// The same, seen from the target.
    pub fn reversed(self) -> Self {
        Self { relationship: self.relationship.reversed(), source: self.target, target: self.source, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relationships_are_read_in_all_dialects_and_reversed_twice_are_the_same() {
        for relationship in Relationship::ALL {
            assert_eq!(Relationship::parse(relationship.as_str()), Some(relationship));
            assert_eq!(Relationship::parse(relationship.as_oscal()), Some(relationship));
            assert_eq!(relationship.reversed().reversed(), relationship);
        }
        assert_eq!(Relationship::parse("Intersect"), Some(Relationship::Intersects));
        assert_eq!(Relationship::parse("no-relationship"), None);
    }

    #[test]
    fn only_a_source_that_demands_as_much_proves_its_target() {
        let proving: Vec<&str> =
            Relationship::ALL.into_iter().filter(|one| one.proves_target()).map(Relationship::as_str).collect();
        assert_eq!(proving, ["equal", "superset"]);
    }
}
