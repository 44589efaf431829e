//! The records made from one file of a package.

use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use domain::object::ObjectIdentity;
use domain::version::{FileStatus, Issue, Reference, ReferenceKind, VersionMetadata};
use s1000d::code;
use s1000d::object::{Object, Role, Target, illustration_code};
use s1000d::package::{Item, PackageFile, Recency};
use s1000d::publication::{Entry, Publication};
use store::blobs::BlobId;
use tokio::sync::OwnedSemaphorePermit;

/// A file to import, independent of the reader of the package.
#[derive(Debug)]
pub(super) struct ImportRecord {
    /// Decides among several files with one identity: the greatest counts.
    pub recency: Recency,
    pub identity: ObjectIdentity,
    /// Media and attachments belong to the database, not to the manual.
    pub in_manual: bool,
    pub issue: Issue,
    pub status: FileStatus,
    pub metadata: VersionMetadata,
    pub media_type: &'static str,
    pub references: Vec<Reference>,
    pub content: Body,
    pub status_file: Option<Bytes>,
    pub publication: Option<Publication>,
    /// The room that its bytes take.
    pub room: Option<OwnedSemaphorePermit>,
}

/// The bytes of a file.
#[derive(Debug)]
pub(super) enum Body {
    Held(Bytes),
    /// Too large for memory; already in the blob store.
    Kept {
        blob: BlobId,
        size: u64,
    },
}

impl Default for Body {
    fn default() -> Self {
        Self::Held(Bytes::new())
    }
}

impl ImportRecord {
    pub(super) fn new(file: PackageFile<'_>, body: Body) -> Self {
        let PackageFile { item, object, publication, status, .. } = file;
        let issue = issue(item, object.as_ref());
        Self {
            recency: item.recency(),
            identity: identity(item, object.as_ref()),
            in_manual: item.key.is_some(),
            status: status_of(&issue),
            issue,
            metadata: metadata(item, object.as_ref()),
            media_type: item.media_type,
            references: references(object.as_ref(), publication.as_ref()),
            content: body,
            status_file: status.map(Bytes::from),
            publication,
            room: None,
        }
    }

    /// The bytes that are to be kept of it: content and status file.
    pub(super) fn parts(&self) -> impl Iterator<Item = Bytes> {
        let content = if let Body::Held(bytes) = &self.content { Some(bytes.clone()) } else { None };
        content.into_iter().chain(self.status_file.clone())
    }

    /// Memory that these take.
    pub(super) fn weight(&self) -> usize {
        self.parts().map(|part| part.len()).sum()
    }
}

fn identity(item: &Item, object: Option<&Object>) -> ObjectIdentity {
    let kind = item.kind.object_kind();
    let named = object.and_then(|object| object.identity.as_ref());
    let Some(named) = named.filter(|_| item.key.is_some()) else {
        let key = item.library_key().to_owned();
        let code = stem(&key).to_owned();
        return ObjectIdentity { kind, key, code, language: String::new(), info_code: String::new() };
    };
    let info_code = match &named.code {
        code::Code::Module(code) => code.info_code().to_owned(),
        _ => String::new(),
    };
    ObjectIdentity {
        kind,
        key: named.to_string(),
        code: code::Identity { language: None, ..named.clone() }.to_string(),
        language: named.language.map(|language| language.to_string()).unwrap_or_default(),
        info_code,
    }
}

/// A file name without its ending.
fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

fn issue(item: &Item, object: Option<&Object>) -> Issue {
    let version = object.map(|object| &object.version);
    let number = version.and_then(|version| version.issue).map(|issue| issue.to_string()).unwrap_or_default();
    let (number, in_work) = number.split_once('-').unwrap_or_default();
    Issue {
        number: number.to_owned(),
        in_work: in_work.to_owned(),
        date: version.and_then(|version| version.date.as_ref()).map(ToString::to_string).unwrap_or_default(),
        kind: item.issue_type.as_deref().unwrap_or_default().to_owned(),
    }
}

/// S1000D counts work in progress; what is delivered without it is released.
fn status_of(issue: &Issue) -> FileStatus {
    match issue.in_work.as_str() {
        _ if issue.kind == "deleted" => FileStatus::Obsolete,
        "" | "00" => FileStatus::Released,
        _ => FileStatus::Draft,
    }
}

fn metadata(item: &Item, object: Option<&Object>) -> VersionMetadata {
    let content_type = item.content_type.map_or(item.kind.as_str(), |content| content.as_str());
    let mut metadata = VersionMetadata { content_type: content_type.to_owned(), ..VersionMetadata::default() };
    if let Some(object) = object {
        metadata.tech_name.clone_from(&object.title.technical);
        let info: Vec<&str> = object.title.info.iter().chain(&object.title.variant).map(String::as_str).collect();
        metadata.info_name = info.join(" – ");
        metadata.schema_issue = object.schema.as_ref().and_then(|schema| schema.issue.clone()).unwrap_or_default();
        metadata.security = object.status.security.clone().unwrap_or_default();
        metadata.quality = object.status.quality.map(|quality| quality.as_str().to_owned()).unwrap_or_default();
        metadata.properties = properties(object);
    }
    metadata.properties.insert("fileName".to_owned(), vec![item.name.to_string()]);
    metadata
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
fn references(object: Option<&Object>, publication: Option<&Publication>) -> Vec<Reference> {
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
