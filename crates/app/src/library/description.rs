//! The description of a file by itself, as the library keeps it beside the content.

use std::collections::{BTreeMap, HashSet};

use domain::version::{Issue, Reference, ReferenceKind, VersionMetadata};
use s1000d::code;
use s1000d::object::{Object, Role, Target, illustration_code};
use s1000d::publication::{Entry, Publication};

/// The issue that a file states.
pub(crate) fn issue(object: &Object) -> Issue {
    let version = &object.version;
    let number = version.issue.map(|issue| issue.to_string()).unwrap_or_default();
    let (number, in_work) = number.split_once('-').unwrap_or_default();
    Issue {
        number: number.to_owned(),
        in_work: in_work.to_owned(),
        date: version.date.as_ref().map(ToString::to_string).unwrap_or_default(),
        kind: object.status.issue_type.clone().unwrap_or_default(),
    }
}

/// Title, schema and status of a file.
pub(crate) fn metadata(object: &Object) -> VersionMetadata {
    let info: Vec<&str> = object.title.info.iter().chain(&object.title.variant).map(String::as_str).collect();
    VersionMetadata {
        tech_name: object.title.technical.clone(),
        info_name: info.join(" – "),
        content_type: object.content_type.map(|content| content.as_str().to_owned()).unwrap_or_default(),
        schema_issue: object.schema.as_ref().and_then(|schema| schema.issue.clone()).unwrap_or_default(),
        security: object.status.security.clone().unwrap_or_default(),
        quality: object.status.quality.map(|quality| quality.as_str().to_owned()).unwrap_or_default(),
        properties: properties(object),
    }
}

fn properties(object: &Object) -> BTreeMap<String, Vec<String>> {
    let mut properties = BTreeMap::new();
    let mut put = |name: &str, values: Vec<String>| {
        if !values.is_empty() {
            properties.insert(name.to_owned(), values);
        }
    };
    let status = &object.status;
    for (name, company) in
        [("responsiblePartnerCompany", &status.responsible_partner), ("originator", &status.originator)]
    {
        put(name, company.iter().flat_map(|company| [&company.code, &company.name]).flatten().cloned().collect());
    }
    if let Some(extension) = object.identity.as_ref().and_then(|identity| identity.extension.as_ref()) {
        put("extensionProducer", vec![extension.producer.clone()]);
        put("extensionCode", vec![extension.code.clone()]);
    }
    put("source", status.source.iter().map(|source| source.identity().to_string()).collect());
    put("dataProducer", status.data_producer.iter().cloned().collect());
    let required = status.approval_required.map(|required| if required { "yes" } else { "no" }.to_owned());
    put("approvalRequired", required.into_iter().collect());
    put("contentIssueDate", object.content_date.iter().map(ToString::to_string).collect());
    put("schema", object.schema.iter().map(|schema| schema.name.clone()).collect());
    let shown = object.applicability.iter().map(|applic| applic.display.clone());
    put("applicability", shown.filter(|text| !text.is_empty()).collect());
    if let Some(item) = &object.dispatch {
        put("itemNumber", item.number.iter().cloned().collect());
        let column = |read: fn(&s1000d::object::DispatchCondition) -> &Option<String>| {
            item.conditions.iter().filter_map(|condition| read(condition).clone()).collect::<Vec<_>>()
        };
        put("repairCategory", column(|condition| &condition.category));
        put("numberInstalled", column(|condition| &condition.installed));
        put("numberRequired", column(|condition| &condition.required));
    }
    properties
}

/// Everything a file points to outside of itself, once per target and kind, in the order of the file.
pub(crate) fn references(object: Option<&Object>, publication: Option<&Publication>) -> Vec<Reference> {
    let own = object.iter().flat_map(|object| &object.references).map(|one| (one.role, &one.target, one.line));
    let entries = publication.iter().flat_map(|publication| &publication.nodes).filter_map(|node| match &node.entry {
        Entry::Reference(target) => Some((Role::Content, target, node.line)),
        Entry::Section(_) => None,
    });
    let mut seen = HashSet::new();
    let mut references = Vec::new();
    for (role, target, line) in own.chain(entries) {
        if let Some(reference) = reference(role, target, line)
            && seen.insert((reference.kind, reference.target.clone()))
        {
            references.push(reference);
        }
    }
    references
}

/// `None` for what stays inside the file, and for what names nothing.
fn reference(role: Role, target: &Target, line: u32) -> Option<Reference> {
    let plain = |kind, target: &str, external| Reference {
        kind,
        target: target.to_owned(),
        language: None,
        issue: None,
        external,
        line,
    };
    let reference = match target {
        Target::Internal { .. } => return None,
        Target::External { code, title } => {
            plain(ReferenceKind::External, if code.is_empty() { title } else { code }, true)
        }
        Target::Illustration { name, file } => {
            plain(ReferenceKind::Illustration, illustration_code(name, file.as_deref()), false)
        }
        Target::Object(target) => {
            let named = code::Identity { language: None, ..target.identity() }.to_string();
            Reference {
                language: target.language.map(|language| language.to_string()),
                issue: target.version.issue.map(|issue| issue.to_string()),
                ..plain(kind_of(role, &target.code), &named, target.is_to_specification())
            }
        }
    };
    (!reference.target.is_empty()).then_some(reference)
}

fn kind_of(role: Role, code: &code::Code) -> ReferenceKind {
    match role {
        Role::Brex => ReferenceKind::Brex,
        Role::ApplicabilityTable => ReferenceKind::Act,
        Role::ConditionTable => ReferenceKind::Cct,
        Role::ProductTable => ReferenceKind::Pct,
        Role::Alternate => ReferenceKind::Alternate,
        Role::OperationalProcedure => ReferenceKind::OperationalProcedure,
        Role::MaintenanceProcedure => ReferenceKind::MaintenanceProcedure,
        Role::Content => match code {
            code::Code::Module(_) => ReferenceKind::DataModule,
            code::Code::Publication(_) => ReferenceKind::PublicationModule,
            _ => ReferenceKind::Other,
        },
    }
}
