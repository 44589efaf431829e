//! Objects: everything with an identity inside a database.

use chrono::{DateTime, Utc};

use crate::id::{CsdbId, ManualId, ObjectId};

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Wire and database name.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// Parses the wire name.
            pub fn parse(word: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.as_str() == word)
            }
        }
    };
}

pub(crate) use words;

words! {
    /// The kind of an object.
    ObjectKind {
        DataModule = "dm",
        PublicationModule = "pm",
        /// Applicability cross-reference table.
        Act = "act",
        /// Conditions cross-reference table.
        Cct = "cct",
        /// Product cross-reference table.
        Pct = "pct",
        Brex = "brex",
        Repository = "repository",
        Container = "container",
        /// An illustration or other media.
        Icn = "icn",
        /// Data management list.
        Dml = "dml",
        /// Data dispatch note.
        Ddn = "ddn",
        Comment = "comment",
        Other = "other",
    }
}

impl ObjectKind {
    /// A data module of any content type.
    pub fn is_module(self) -> bool {
        matches!(
            self,
            Self::DataModule | Self::Act | Self::Cct | Self::Pct | Self::Brex | Self::Repository | Self::Container
        )
    }

    /// A data module or a publication module: an object with a code that is written for one manual.
    pub fn is_module_or_publication(self) -> bool {
        self.is_module() || self == Self::PublicationModule
    }
}

/// Anything with an identity inside a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Object {
    pub id: ObjectId,
    pub csdb_id: CsdbId,
    /// None for media, which all manuals of a database share.
    pub manual_id: Option<ManualId>,
    pub identity: ObjectIdentity,
    pub created_on: DateTime<Utc>,
}

/// The identity of an object, taken from its content and never from its file name (ADR 7).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectIdentity {
    pub kind: ObjectKind,
    /// Code, extension and language in one text; for media the file name.
    pub key: String,
    /// The key without its language, as references use it.
    pub code: String,
    /// As in `en-US`; empty when it has none.
    pub language: String,
    /// Empty when the code has none.
    pub info_code: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_names_are_those_of_the_database() {
        let words = ObjectKind::ALL.map(ObjectKind::as_str).join(" ");
        assert_eq!(words, "dm pm act cct pct brex repository container icn dml ddn comment other");
        assert!(ObjectKind::ALL.into_iter().all(|kind| ObjectKind::parse(kind.as_str()) == Some(kind)));
        let modules: Vec<_> = ObjectKind::ALL.into_iter().filter(|kind| kind.is_module()).collect();
        assert_eq!(modules.len(), 7);
        assert!(modules.iter().all(|kind| kind.is_module_or_publication()));
        assert!(ObjectKind::PublicationModule.is_module_or_publication());
        assert!(!ObjectKind::Icn.is_module_or_publication());
    }
}
