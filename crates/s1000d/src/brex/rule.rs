//! The rules of a BREX data module, as they are written.

use crate::object::SchemaRef;

/// One rule with its place in the BREX data module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrexRule {
    pub subject: RuleSubject,
    /// Counted from 1 among the rules of its kind in the file.
    pub number: u32,
    /// The `id` of its element.
    pub id: Option<String>,
    /// The numbers of the business rule decisions that it implements.
    pub decisions: Vec<String>,
    /// In the BREX data module, counted from 1.
    pub line: u32,
    /// The rule in words (`objectUse`), white space folded.
    pub usage: String,
    /// `brSeverityLevel`, else the default of the whole BREX: `brsl01` and so on, whose meaning the project decides.
    pub severity: Option<String>,
}

impl BrexRule {
    /// The name that people know a rule by: its decision, its id, or else its number.
    pub fn label(&self) -> String {
        let word = match self.subject {
            RuleSubject::Object { .. } => "rule",
            RuleSubject::Notation { .. } => "notation rule",
            RuleSubject::Notations => "notation rules",
            RuleSubject::Sns => "SNS rules",
        };
        match self.decisions.first().or(self.id.as_ref()) {
            Some(name) => name.clone(),
            None if matches!(self.subject, RuleSubject::Object { .. } | RuleSubject::Notation { .. }) => {
                format!("{word} {}", self.number)
            }
            None => word.to_owned(),
        }
    }
}

/// The subject of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleSubject {
    Object {
        path: String,
        allowed: AllowedObject,
    },
    Notation {
        name: String,
    },
    /// All notation rules together: what they do not name is not allowed.
    Notations,
    Sns,
}

/// `allowedObjectFlag`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AllowedObject {
    /// 0: the path must select nothing.
    Forbidden,
    /// 1: the path must select something.
    Required,
    /// 2, or no flag: the path may select something; values are restricted all the same.
    Optional,
}

impl AllowedObject {
    pub(super) fn parse(flag: Option<&str>) -> Option<Self> {
        match flag.map(str::trim) {
            Some("0") => Some(Self::Forbidden),
            Some("1") => Some(Self::Required),
            None | Some("2") => Some(Self::Optional),
            Some(_) => None,
        }
    }
}

/// An object rule with everything needed to compile it.
#[derive(Debug)]
pub(super) struct ObjectRule {
    pub(super) rule: std::sync::Arc<BrexRule>,
    /// The flag that cannot be read, if so.
    pub(super) wrong_flag: Option<String>,
    pub(super) context: RuleContext,
    pub(super) values: Vec<ObjectValue>,
    /// The prefixes that the path may use.
    pub(super) namespaces: Vec<(String, String)>,
}

/// `objectValue` as written.
#[derive(Debug, Clone)]
pub(super) struct ObjectValue {
    pub(super) form: Option<String>,
    pub(super) allowed: Option<String>,
}

#[derive(Debug)]
pub(super) struct NotationRule {
    pub(super) rule: std::sync::Arc<BrexRule>,
    pub(super) context: RuleContext,
    pub(super) name: String,
    pub(super) is_allowed: bool,
}

/// The schema that rules are restricted to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RuleContext {
    Any,
    Schema(SchemaRef),
    /// An address that names no schema holds for nothing but itself.
    Address(String),
}

impl RuleContext {
    pub(super) fn parse(address: Option<&str>) -> Self {
        match address.map(str::trim).filter(|address| !address.is_empty()) {
            None => Self::Any,
            Some(address) => {
                SchemaRef::of_address(address).map_or_else(|| Self::Address(address.to_owned()), Self::Schema)
            }
        }
    }

    /// Whether rules of this context hold for a file of this schema. Addresses are spelt in many ways, so issue and name
    /// decide; an address without issue stands for every issue.
    pub(super) fn holds_for(&self, schema: Option<&SchemaRef>) -> bool {
        match (self, schema) {
            (Self::Any, _) => true,
            (Self::Schema(own), Some(schema)) => {
                let same_issue = match (&own.issue, &schema.issue) {
                    (Some(own), Some(other)) => own == other,
                    _ => true,
                };
                own.name == schema.name && same_issue
            }
            _ => false,
        }
    }
}
