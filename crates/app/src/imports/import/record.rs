//! The records made from one file of a package.

use bytes::Bytes;
use domain::object::ObjectIdentity;
use domain::version::{FileStatus, Issue, Reference, VersionMetadata};
use s1000d::code;
use s1000d::object::Object;
use s1000d::package::{Item, PackageFile, Recency};
use s1000d::publication::Publication;
use store::blobs::BlobId;
use tokio::sync::OwnedSemaphorePermit;

use crate::library::description;

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
        let kind = item.issue_type.as_deref().unwrap_or_default();
        let issue = object.as_ref().map_or_else(Issue::default, description::issue);
        let issue = Issue { kind: kind.to_owned(), ..issue };
        Self {
            recency: item.recency(),
            identity: identity(item, object.as_ref()),
            in_manual: item.key.is_some(),
            status: status_of(&issue),
            issue,
            metadata: metadata(item, object.as_ref()),
            media_type: item.media_type,
            references: description::references(object.as_ref(), publication.as_ref()),
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
    let mut metadata = object.map(description::metadata).unwrap_or_default();
    content_type.clone_into(&mut metadata.content_type);
    metadata.properties.insert("fileName".to_owned(), vec![item.name.to_string()]);
    metadata
}
