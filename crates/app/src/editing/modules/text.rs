//! The text of a new module.

use bytes::Bytes;
use chrono::SecondsFormat;
use domain::field::FieldCode;
use domain::file::File;
use domain::finding::Finding;
use domain::id::VersionId;
use domain::object::ObjectIdentity;
use domain::path::FilePath;
use domain::snapshot::Reading;
use domain::version::{Reference, VersionMetadata};
use s1000d::code::{Code, FileName, Identity, IssueDate, Version};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::object::readdress::{AddressTitle, NewAddress, readdress};
use s1000d::object::{self, ContentType, ObjectRef, Title};
use s1000d::package::FileKind;
use s1000d::{splice, template};

use super::{ModuleOrigin, NewModule};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, Error};
use crate::editing::issue::TextRules;
use crate::editing::templates::{self, ModuleType};
use crate::editing::{checkin, drafts, issue, naming, source};
use crate::library::{description, files, manuals};

/// The text of a new module, stored as blobs, and what it says.
pub(super) struct ModuleText {
    pub(super) identity: ObjectIdentity,
    pub(super) object: object::Object,
    pub(super) metadata: VersionMetadata,
    pub(super) references: Vec<Reference>,
    pub(super) blob: String,
    pub(super) status_blob: Option<String>,
    pub(super) size: u64,
    /// The version that was copied.
    pub(super) based_on: Vec<VersionId>,
    /// The template or the path of the copied module, for the change log.
    pub(super) made_from: String,
}

/// The texts that a module begins with.
struct ModuleStart {
    content: SourceText,
    status: Option<SourceText>,
    source: Option<(Identity, Version)>,
    based_on: Vec<VersionId>,
    made_from: String,
    /// Those of a check-in, for a text that somebody has written.
    rules: Option<TextRules>,
}

/// Makes the text of a new module and stores it.
pub(super) async fn make(ctx: &Ctx, caller: &Caller, new: &NewModule) -> Result<ModuleText, Error> {
    let begun = match &new.origin {
        ModuleOrigin::Template { module_type, issue, alternates } => {
            from_template(ctx, caller, new, *module_type, issue.as_deref(), alternates).await?
        }
        ModuleOrigin::Copy(path) => copy(ctx, caller, path, &new.identity).await?,
        ModuleOrigin::Translation(path) => translation(ctx, caller, path, &new.identity).await?,
        ModuleOrigin::Draft { path, sha256 } => from_draft(ctx, caller, path, sha256, &new.identity).await?,
    };
    let now = ctx.clock.now();
    // Files that are versioned by date are told apart by the moment.
    let date = if begun.status.is_some() {
        now.to_rfc3339_opts(SecondsFormat::Secs, true)
    } else {
        now.format("%Y-%m-%d").to_string()
    };
    let address = NewAddress {
        identity: new.identity.clone(),
        title: title_of(new),
        date: IssueDate::parse(&date).map_err(|_| Error::field("issueDate", FieldCode::UnknownValue))?,
        source: begun.source,
    };
    let (content, status, rules) = (begun.content, begun.status, begun.rules);
    let address_it = move || {
        let made = Addressed::make(&content, status.as_ref(), &address)?;
        rules.map_or(Ok(()), |rules| rules.require(&made.content)).map(|()| made)
    };
    let made = tokio::task::spawn_blocking(address_it).await??;
    let size = made.content.len() as u64;
    let blob = ctx.blobs.put(made.content).await?.as_str().to_owned();
    let status_blob = match made.status {
        Some(status) => Some(ctx.blobs.put(status).await?.as_str().to_owned()),
        None => None,
    };
    let mut metadata = description::metadata(&made.object);
    if made.object.content_type.is_none() {
        FileKind::of(&made.object).as_str().clone_into(&mut metadata.content_type);
    }
    Ok(ModuleText {
        identity: made.identity,
        object: made.object,
        metadata,
        references: made.references,
        blob,
        status_blob,
        size,
        based_on: begun.based_on,
        made_from: begun.made_from,
    })
}

fn title_of(new: &NewModule) -> AddressTitle {
    let given = |name: &String| Some(name.clone()).filter(|name| !name.is_empty());
    match new.origin {
        ModuleOrigin::Translation(_) | ModuleOrigin::Draft { .. } => {
            AddressTitle::Translated { technical: given(&new.tech_name), info: given(&new.info_name) }
        }
        ModuleOrigin::Template { .. } | ModuleOrigin::Copy(_) => {
            AddressTitle::New(Title { technical: new.tech_name.clone(), info: given(&new.info_name), variant: None })
        }
    }
}

async fn from_template(
    ctx: &Ctx,
    caller: &Caller,
    new: &NewModule,
    module_type: ModuleType,
    issue: Option<&str>,
    alternates: &[FilePath],
) -> Result<ModuleStart, Error> {
    let is_container = module_type == ModuleType::Content(ContentType::Container);
    if is_container && alternates.is_empty() {
        return Err(Error::field("alternates", FieldCode::Required));
    }
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, &new.manual).await?;
    let issue = match issue {
        Some(issue) => issue.to_owned(),
        None => templates::issue_of(&mut tx, &manual).await?,
    };
    if !module_type.is_in(&issue) {
        return Err(Error::field("issue", FieldCode::UnknownValue));
    }
    let head = templates::head_of(&mut tx, &manual, &issue).await?;
    let own = store::module_templates::find(&mut tx, &manual.id, module_type.as_str()).await?;
    let mut listed = Vec::new();
    for path in alternates.iter().filter(|_| is_container) {
        listed.push(naming::at_path(&mut tx, path).await?);
    }
    drop(tx);
    let text = templates::text_of(ctx, own, module_type, &head, &listed).await?;
    let has_status_file = module_type == ModuleType::Content(ContentType::DispatchItem);
    let status = has_status_file.then(|| SourceText::default().with_text(template::dispatch_item_status().to_owned()));
    Ok(ModuleStart {
        content: SourceText::default().with_text(text),
        status,
        source: None,
        based_on: Vec::new(),
        made_from: module_type.as_str().to_owned(),
        rules: None,
    })
}

async fn copy(ctx: &Ctx, caller: &Caller, path: &FilePath, identity: &Identity) -> Result<ModuleStart, Error> {
    let mut tx = caller.read(ctx).await?;
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    drop(tx);
    let content = source::read(ctx, &file).await?;
    let status = source::read_status(ctx, &file).await?;
    let source = customised(&file, identity);
    Ok(ModuleStart { content, status, source, based_on: vec![file.version_id], made_from: file.path, rules: None })
}

/// The caller's draft as it is, which a check-in would have to accept but for its address.
async fn from_draft(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    sha256: &str,
    identity: &Identity,
) -> Result<ModuleStart, Error> {
    let own = drafts::own(ctx, caller, path).await?;
    if own.draft.sha256 != sha256 {
        return Err(Error::ChangedMeanwhile);
    }
    let begun = copy(ctx, caller, path, identity).await?;
    let content = begun.content.with_text(own.text);
    let rules = checkin::rules_for(ctx, caller, path, &content).await?;
    Ok(ModuleStart { content, based_on: vec![own.draft.base], rules: Some(rules), ..begun })
}

/// A copy in another language. It names the source of its original, if that is a customised copy.
async fn translation(ctx: &Ctx, caller: &Caller, path: &FilePath, identity: &Identity) -> Result<ModuleStart, Error> {
    let begun = copy(ctx, caller, path, identity).await?;
    let (status, content) = (begun.status.clone(), begun.content.clone());
    let read = tokio::task::spawn_blocking(move || {
        let text = status.as_ref().unwrap_or(&content);
        guard::check_text(text.text()).and_then(|checked| object::read(&checked))
    });
    let (said, _) = read.await?.map_err(|refusal| refused(&refusal))?;
    let source = said.status.source.map(|source| {
        let ObjectRef { code, extension, language, version, .. } = source;
        (Identity { code, extension, language }, version)
    });
    Ok(ModuleStart { source, ..begun })
}

/// The source of a customised copy: the same code with another extension.
fn customised(file: &File, identity: &Identity) -> Option<(Identity, Version)> {
    let own = FileName::parse(&file.object.identity.key).ok()?.identity;
    let is_customised = identity.extension.is_some() && own.code == identity.code && own != *identity;
    let issue = &file.version.issue;
    let version = Version {
        issue: s1000d::code::Issue::parse(&issue.number, &issue.in_work).ok(),
        date: IssueDate::parse(&issue.date).ok(),
    };
    is_customised.then_some((own, version))
}

/// The bytes of a module with its address.
struct Addressed {
    content: Bytes,
    status: Option<Bytes>,
    object: object::Object,
    identity: ObjectIdentity,
    references: Vec<Reference>,
}

impl Addressed {
    fn make(content: &SourceText, status: Option<&SourceText>, new: &NewAddress) -> Result<Self, Error> {
        let (bytes, mut object) = addressed(content, new)?;
        let status = match status {
            Some(status) => {
                let (bytes, said) = addressed(status, new)?;
                object.lay_over(said);
                Some(bytes)
            }
            None => None,
        };
        // A template may have no place for an address.
        let found = object.identity.as_ref().map(ToString::to_string).unwrap_or_default();
        if object.identity.as_ref() != Some(&new.identity) {
            return Err(CheckInError::OtherIdentity { key: found }.into());
        }
        let kind = FileKind::of(&object).object_kind();
        let references = issue::references(kind, &object, &bytes).map_err(|refusal| refused(&refusal))?;
        let info_code = match &new.identity.code {
            Code::Module(code) => code.info_code().to_owned(),
            _ => String::new(),
        };
        let identity = ObjectIdentity {
            kind,
            key: found,
            code: Identity { language: None, ..new.identity.clone() }.to_string(),
            language: new.identity.language.map(|language| language.to_string()).unwrap_or_default(),
            info_code,
        };
        Ok(Self { content: bytes, status, object, identity, references })
    }
}

fn refused(refusal: &Refusal) -> Error {
    let findings: Vec<Finding> = vec![refusal.finding()];
    CheckInError::Invalid(findings).into()
}

fn addressed(text: &SourceText, new: &NewAddress) -> Result<(Bytes, object::Object), Error> {
    guard::check_text(text.text()).map_err(|refusal| refused(&refusal))?;
    let splices = readdress(text.text(), new).map_err(|refusal| refused(&refusal))?;
    let changed = splice::apply(text.text(), &splices).ok_or(Error::ChangedMeanwhile)?;
    let changed = text.with_text(changed);
    changed.require_writable().map_err(|refusal| refused(&refusal))?;
    let bytes = changed.to_bytes();
    let object =
        guard::check(&bytes).and_then(|checked| object::read(&checked)).map_err(|refusal| refused(&refusal))?.0;
    Ok((Bytes::from(bytes), object))
}
