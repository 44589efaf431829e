//! A new issue of a file: its text with the issue written into it, and the version that is recorded.

use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::checkin::{CheckIn, IssueStep, default_issue_type};
use domain::field::FieldCode;
use domain::file::File;
use domain::finding::{Finding, Severity};
use domain::object::{ObjectIdentity, ObjectKind};
use domain::text::fold;
use domain::version::{FileStatus, Issue, Origin, Reference, Version, VersionContent};
use s1000d::code::{self, IssueDate};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::object::stamp::{self, Stamp, UpdateReason};
use s1000d::object::{self, Object};
use s1000d::publication;
use s1000d::splice;
use s1000d::xsd::{self, Schemas};
use store::Tx;

use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, Error};
use crate::editing::suspects;
use crate::imports::business_rules::ModuleRules;
use crate::library::description;
use crate::library::versions::NewVersion;

/// The text of a file that is about to become a version.
pub(crate) struct NewText {
    pub(crate) content: SourceText,
    /// The separate status file of ATA 2300 packages.
    pub(crate) status: Option<SourceText>,
}

/// The rules that a text must satisfy to become a version.
#[derive(Debug, Default)]
pub(crate) struct TextRules {
    pub(crate) schemas: Schemas,
    pub(crate) business: Option<ModuleRules>,
}

impl TextRules {
    /// Refuses a text that breaks the rules.
    pub(super) fn require(&self, content: &[u8]) -> Result<(), Error> {
        let mut findings: Vec<Finding> = xsd::check(&self.schemas, content);
        if let Some(business) = &self.business {
            let violations = business.findings(content, Severity::Block).map_err(|refusal| refused(&refusal))?;
            findings.extend(violations);
        }
        findings.retain(|finding| finding.severity == Severity::Block);
        if findings.is_empty() { Ok(()) } else { Err(CheckInError::Invalid(findings).into()) }
    }
}

/// The issues of all versions of a file.
pub(crate) async fn taken(tx: &mut Tx, file: &File) -> Result<Vec<Issue>, Error> {
    let versions = store::files::list_versions(tx, file.object.id).await?;
    Ok(versions.into_iter().map(|file| file.version.issue).collect())
}

/// Writes the next issue after `base` into a text, checks it against the rules, and stores its bytes.
pub(crate) async fn make(
    ctx: &Ctx,
    account: &str,
    base: &File,
    taken: &[Issue],
    text: NewText,
    said: &CheckIn,
    rules: TextRules,
) -> Result<NewVersion, Error> {
    let stamp = next_stamp(&base.version.issue, taken, said, ctx.clock.now())?;
    let identity = base.object.identity.clone();
    let made = tokio::task::spawn_blocking(move || StampedFile::make(&identity, &text, &stamp, &rules)).await??;
    let bytes = made.content.clone();
    let content = VersionContent {
        size: made.content.len() as u64,
        blob: ctx.blobs.put(made.content).await?.as_str().to_owned(),
        status_blob: match made.status {
            Some(status) => Some(ctx.blobs.put(status).await?.as_str().to_owned()),
            None => None,
        },
        media_type: base.version.content.media_type.clone(),
    };
    suspects::prepare(ctx, base.object.id, &content.blob, bytes).await?;
    let mut metadata = description::metadata(&made.object);
    // A text may have become a MEL item, which is guarded by its type; only one that says nothing keeps the type it
    // had.
    if made.object.content_type.is_none() {
        metadata.content_type.clone_from(&base.version.metadata.content_type);
    }
    // The name of the delivered file stays known.
    if let Some(names) = base.version.metadata.properties.get("fileName") {
        metadata.properties.insert("fileName".to_owned(), names.clone());
    }
    let version = Version {
        object_id: base.object.id,
        issue: description::issue(&made.object),
        content,
        status: FileStatus::Draft,
        metadata,
        origin: Origin::Airline,
        created_by: account.to_owned(),
        created_on: ctx.clock.now(),
        why: said.comment.clone(),
        change_request: None,
    };
    Ok(NewVersion { version, based_on: vec![base.version_id], references: made.references })
}

/// The issue after `base` that no version has: one may have been delivered, or restored over.
pub(super) fn next_stamp(base: &Issue, taken: &[Issue], said: &CheckIn, now: DateTime<Utc>) -> Result<Stamp, Error> {
    let numbers = |issue: &Issue| code::Issue::parse(&issue.number, &issue.in_work).ok();
    let next = match numbers(base) {
        None => None,
        Some(issue) => {
            let taken: Vec<code::Issue> = taken.iter().filter_map(numbers).collect();
            let next = match said.step {
                IssueStep::Full => issue.next_issue(&taken),
                IssueStep::InWork => issue.next_in_work(&taken),
            };
            Some(next.ok_or(CheckInError::NoIssueLeft)?)
        }
    };
    let day = said.issue_date.unwrap_or_else(|| now.date_naive());
    let written = day.format("%Y-%m-%d").to_string();
    // Deliveries that have no numbers are told apart by the moment, and those of one day by the moment within it.
    let date = if next.is_some() {
        written
    } else if base.date.contains('T') {
        now.to_rfc3339_opts(SecondsFormat::Secs, true)
    } else if taken.iter().any(|issue| issue.date == written) {
        day.and_time(now.time()).and_utc().to_rfc3339_opts(SecondsFormat::Secs, true)
    } else {
        written
    };
    let kind = said.issue_type.unwrap_or_else(|| default_issue_type(next.map_or(2, |next| next.number), said.step));
    Ok(Stamp {
        issue: next,
        date: IssueDate::parse(&date).map_err(|_| Error::field("issueDate", FieldCode::UnknownValue))?,
        issue_type: kind.as_str().to_owned(),
        reason: said.reason.as_ref().map(|reason| UpdateReason {
            text: reason.text.clone(),
            kind: reason.kind.as_str().to_owned(),
            highlight: reason.highlight,
        }),
    })
}

/// The bytes of a file with its issue, and what they say.
struct StampedFile {
    content: Bytes,
    status: Option<Bytes>,
    object: Object,
    references: Vec<Reference>,
}

impl StampedFile {
    /// Refuses a text that is not well-formed, has another identity, or breaks its rules.
    fn make(identity: &ObjectIdentity, text: &NewText, stamp: &Stamp, rules: &TextRules) -> Result<Self, Error> {
        let (content, mut object) = stamped(&text.content, stamp)?;
        let status = match &text.status {
            Some(status) => {
                let (bytes, said) = stamped(status, stamp)?;
                object.lay_over(said);
                Some(bytes)
            }
            None => None,
        };
        let found = object.identity.as_ref().map(ToString::to_string).unwrap_or_default();
        if fold(&found) != fold(&identity.key) {
            return Err(CheckInError::OtherIdentity { key: found }.into());
        }
        rules.require(&content)?;
        let references = references(identity.kind, &object, &content).map_err(|refusal| refused(&refusal))?;
        Ok(Self { content, status, object, references })
    }
}

pub(super) fn refused(refusal: &Refusal) -> Error {
    CheckInError::Invalid(vec![refusal.finding()]).into()
}

/// The references of a file, for a publication with those of its entries.
pub(crate) fn references(kind: ObjectKind, object: &Object, bytes: &[u8]) -> Result<Vec<Reference>, Refusal> {
    let publication = match kind {
        ObjectKind::PublicationModule => Some(publication::read(bytes)?.0),
        _ => None,
    };
    Ok(description::references(Some(object), publication.as_ref()))
}

/// The bytes of a text with its issue, and what they say.
fn stamped(text: &SourceText, stamp: &Stamp) -> Result<(Bytes, Object), Error> {
    text.require_writable().map_err(|refusal| refused(&refusal))?;
    let bytes = text.to_bytes();
    let checked = guard::check(&bytes).map_err(|refusal| refused(&refusal))?;
    let splices = stamp::stamp(checked.text(), stamp).map_err(|refusal| refused(&refusal))?;
    let changed = splice::apply(checked.text(), &splices).ok_or(Error::ChangedMeanwhile)?;
    let bytes = text.with_text(changed).to_bytes();
    let object =
        guard::check(&bytes).and_then(|checked| object::read(&checked)).map_err(|refusal| refused(&refusal))?.0;
    Ok((Bytes::from(bytes), object))
}
