//! References of a file, each with its line.

use crate::code::{Code, Extension, Identity, Language, Version};

/// One reference of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// Counted from 1.
    pub line: u32,
    pub role: Role,
    pub target: Target,
}

/// The purpose of a reference, by the element around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// In running text, in a list of references, in an entry of contents.
    Content,
    /// To the business rules that hold for the object.
    Brex,
    /// To the table that declares product attributes.
    ApplicabilityTable,
    /// To the table that declares conditions.
    ConditionTable,
    /// To the table that lists the products.
    ProductTable,
    /// From a container to one of its alternates.
    Alternate,
    /// From a dispatch item to its operational procedure.
    OperationalProcedure,
    /// From a dispatch item to its maintenance procedure.
    MaintenanceProcedure,
}

/// The target of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A module, a publication or another object with a code.
    Object(Box<ObjectRef>),
    /// A document outside of S1000D.
    External { code: String, title: String },
    /// An element of the same file.
    Internal { id: String },
    /// An illustration by its entity's name, with the file that the entity names.
    Illustration { name: String, file: Option<String> },
}

/// A reference to an object: as much of its identity as the author wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectRef {
    pub code: Code,
    pub extension: Option<Extension>,
    pub language: Option<Language>,
    /// The issue or date, if it must be exactly that.
    pub version: Version,
    /// The title the author wrote beside it.
    pub title: Option<String>,
    /// The element inside the target.
    pub fragment: Option<String>,
}

impl Role {
    /// The role that the element around a reference gives it.
    pub(crate) fn of_element(name: &str) -> Option<Self> {
        Some(match name {
            "brexDmRef" => Self::Brex,
            "applicCrossRefTableRef" => Self::ApplicabilityTable,
            "condCrossRefTableRef" => Self::ConditionTable,
            "productCrossRefTableRef" => Self::ProductTable,
            "container" => Self::Alternate,
            "oProcedureRef" => Self::OperationalProcedure,
            "mProcedureRef" => Self::MaintenanceProcedure,
            _ => return None,
        })
    }
}

/// The name of an illustration without the ending of its file. One illustration may come as several files: the
/// entity says which is meant.
pub fn illustration_code<'a>(name: &'a str, file: Option<&'a str>) -> &'a str {
    let file = file.and_then(|file| file.rsplit(['/', '\\']).next());
    file.map_or(name, |file| file.rsplit_once('.').map_or(file, |(stem, _)| stem))
}

impl ObjectRef {
    /// The identity as far as it is given; without a language it means that of the referring object.
    pub fn identity(&self) -> Identity {
        Identity { code: self.code.clone(), extension: self.extension.clone(), language: self.language }
    }

    /// Whether an object is meant. Without language any language fits; without extension only what has none.
    pub fn is_to(&self, identity: &Identity) -> bool {
        self.code == identity.code
            && self.extension == identity.extension
            && (self.language.is_none() || self.language == identity.language)
    }

    /// Whether it leads to the specification itself, whose modules no package holds.
    pub fn is_to_specification(&self) -> bool {
        self.code.model_ident_code() == Some("S1000D")
    }
}

impl Reference {
    /// The word for what it is, on the wire and in the database.
    pub fn kind(&self) -> &'static str {
        match (&self.target, self.role) {
            (Target::External { .. }, _) => "external",
            (Target::Internal { .. }, _) => "internal",
            (Target::Illustration { .. }, _) => "icn",
            (Target::Object(_), Role::Brex) => "brex",
            (Target::Object(_), Role::ApplicabilityTable) => "act",
            (Target::Object(_), Role::ConditionTable) => "cct",
            (Target::Object(_), Role::ProductTable) => "pct",
            (Target::Object(_), Role::Alternate) => "container",
            (Target::Object(_), Role::OperationalProcedure) => "oProcedure",
            (Target::Object(_), Role::MaintenanceProcedure) => "mProcedure",
            (Target::Object(target), Role::Content) => match target.code {
                Code::Publication(_) => "pm",
                Code::Module(_) => "dm",
                _ => "other",
            },
        }
    }
}
