//! The defects of plain files.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use domain::finding::{Finding, Rule, Severity};
use domain::text::fold;
use s1000d::code::{Code, Identity};
use s1000d::object::{self, Object, ObjectRef, Target, illustration_code};
use s1000d::xsd::{self, SchemaSet, Schemas};
use s1000d::{guard, package};

pub use s1000d::xsd::SetError;

/// The files that references may lead to.
#[derive(Debug, Default)]
pub struct Targets {
    objects: HashMap<String, Vec<Identity>>,
    pictures: HashSet<String>,
}

impl Targets {
    /// Adds a file: a picture by its name, an object by what its content says.
    pub fn add(&mut self, name: &str, bytes: &[u8]) {
        if is_picture(name) {
            self.pictures.insert(fold(illustration_code(name, Some(name))));
        } else if let Some(identity) = read(bytes).and_then(|object| object.identity) {
            self.objects.entry(identity.code.as_str().to_owned()).or_default().push(identity);
        }
    }

    fn has(&self, target: &ObjectRef) -> bool {
        let same_code = self.objects.get(target.code.as_str());
        same_code.is_some_and(|identities| identities.iter().any(|identity| target.is_to(identity)))
    }

    /// The references of a file that lead to none of these files.
    fn missing(&self, object: &Object) -> Vec<Finding> {
        let missing = object.references.iter().filter_map(|reference| {
            let finding = match &reference.target {
                Target::Object(target) if target.is_to_specification() || self.has(target) => return None,
                Target::Object(target) => {
                    let rule = match target.code {
                        Code::Module(_) => Rule::DmRefDangling,
                        Code::Publication(_) => Rule::DmPmRefDangling,
                        _ => return None,
                    };
                    Finding::new(rule).with("code", target.identity().to_string())
                }
                Target::Illustration { name, file } => {
                    let code = illustration_code(name, file.as_deref());
                    if self.pictures.contains(&fold(code)) {
                        return None;
                    }
                    Finding::new(Rule::IcnMissing).with("icn", name).with("name", code)
                }
                Target::Internal { .. } | Target::External { .. } => return None,
            };
            Some(finding.at(reference.line))
        });
        missing.collect()
    }
}

/// Whether a file is a picture or another medium, which has no XML to check.
pub fn is_picture(name: &str) -> bool {
    package::media_type_of(name).is_some()
}

/// The rules that files are checked against.
#[derive(Debug, Default)]
pub struct FileChecker {
    schemas: Schemas,
    has_schemas: bool,
    targets: Option<Targets>,
}

impl FileChecker {
    /// With the ZIPs of schema sets as s1000d.org gives them, and the files that references may lead to.
    pub fn new(schema_sets: &[Vec<u8>], targets: Option<Targets>) -> Result<Self, SetError> {
        let sets = schema_sets.iter().map(|zip| SchemaSet::open(zip).map(Arc::new)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { has_schemas: !sets.is_empty(), schemas: Schemas::new(sets), targets })
    }

    /// The findings about a file, in the order of its lines. Without schema sets none is about them.
    pub fn check(&self, bytes: &[u8]) -> Vec<Finding> {
        let mut findings = xsd::check(&self.schemas, bytes);
        if !self.has_schemas {
            findings.retain(|finding| !matches!(finding.rule, Rule::XsdNotInstalled | Rule::XsdNoSchema));
        }
        if let (Some(targets), Some(object)) = (&self.targets, read(bytes)) {
            findings.extend(targets.missing(&object));
        }
        findings.sort();
        findings
    }
}

/// Whether a script should stop because of it.
pub fn is_defect(finding: &Finding) -> bool {
    finding.severity != Severity::Info
}

fn read(bytes: &[u8]) -> Option<Object> {
    let checked = guard::check(bytes).ok()?;
    object::read(&checked).ok().map(|(object, _)| object)
}
