//! A change request as an S1000D comment, which is sent to the manufacturer.

use bytes::Bytes;
use chrono::Datelike as _;
use domain::access::AccessLevel;
use domain::change_request::ChangeRequest;
use domain::id::{ChangeRequestId, ObjectId, VersionId};
use domain::language::Locale;
use domain::path::file_name_of;
use domain::permission::Permission;
use domain::version::{Issue, VersionContent};
use s1000d::brex::named_brex;
use s1000d::code::{self, Code, FileName, Identity, Language, Version};
use s1000d::comment::{CommentFile, CommentedObject};
use s1000d::guard;
use s1000d::object::{self, ObjectRef, Title};
use store::Tx;
use store::oem_comments::{self, CommentNumber};

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error};
use crate::editing::change_requests::{find, record};
use crate::reading::content;

/// Who sends a comment.
#[derive(Debug, Clone)]
pub struct CommentSender {
    /// The code of the enterprise: five letters and digits.
    pub ident: String,
    pub enterprise: String,
    pub city: String,
    pub country: String,
}

/// Writes a change request as a comment; gives its file name and text. The request keeps the number of the comment.
pub async fn write(
    ctx: &Ctx,
    caller: &Caller,
    id: &ChangeRequestId,
    sender: CommentSender,
    locale: Locale,
) -> Result<(String, Bytes), Error> {
    caller.require(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let request = find(&mut tx, id).await?;
    require_author(&tx, &request)?;
    let files = files(&mut tx, &request).await?;
    let manual = store::manuals::find(&mut tx, &request.manual_id).await?;
    drop(tx);
    let brex = brex_of(ctx, &files).await?;
    let mut objects = Vec::new();
    for file in files {
        objects.push(commented(ctx, file).await?);
    }
    let model = objects.iter().find_map(|object| match &object.identity.code {
        Code::Module(code) => Some(code.model_ident_code().to_owned()),
        _ => None,
    });
    let model = model.or_else(|| manual.map(|manual| manual.details.model_ident_code));
    let (language, country) = match locale {
        Locale::English => ("en", "US"),
        Locale::Chinese => ("zh", "CN"),
    };
    let language = Language::parse(language, country).map_err(|_| ChangeRequestError::NoComment)?;
    let now = ctx.clock.now();
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    // The access may have been taken away meanwhile.
    require_author(&tx, &request)?;
    located::require_room(ctx, &mut tx, caller).await?;
    let CommentNumber { year, number } = number(&mut tx, id, &sender.ident, i64::from(now.year())).await?;
    let comment = CommentFile {
        model: model.unwrap_or_default(),
        sender: sender.ident,
        year,
        number,
        language,
        date: now.date_naive(),
        title: request.details.title.clone(),
        enterprise: sender.enterprise,
        city: sender.city,
        country: sender.country,
        objects,
        brex,
        paragraphs: paragraphs(&request),
    };
    let (name, text) = comment.write().ok_or(ChangeRequestError::NoComment)?;
    store::change_requests::note_update(&mut tx, id, now).await?;
    record(ctx, &mut tx, caller, &request, "change_request.oem_comment_written", &[("file", name.as_str())]);
    tx.commit().await?;
    Ok((name, Bytes::from(text)))
}

fn require_author(tx: &Tx, request: &ChangeRequest) -> Result<(), Error> {
    if located::level(tx, request) < AccessLevel::Author {
        return Err(Error::Forbidden);
    }
    Ok(())
}

/// The number of a sender's comment about a request: the one that it has, or the next one of the year.
async fn number(tx: &mut Tx, id: &ChangeRequestId, sender: &str, year: i64) -> Result<CommentNumber, Error> {
    if let Some(known) = oem_comments::find(tx, id, sender).await? {
        return Ok(known);
    }
    oem_comments::insert(tx, id, sender, year).await?.ok_or(Error::ChangedMeanwhile)
}

/// A file that a request is about.
#[derive(Debug)]
struct RequestedFile {
    identity: Identity,
    title: String,
    content: Option<VersionContent>,
    /// The issue in the OEM revision that people work on; `None` for a file of the operator's own.
    delivered: Option<Issue>,
}

/// The files of a request, or the one that somebody asked about.
async fn files(tx: &mut Tx, request: &ChangeRequest) -> Result<Vec<RequestedFile>, Error> {
    let modules = store::change_requests::list_modules(tx, request).await?;
    let mut named: Vec<(ObjectId, Option<VersionId>, String, String)> = modules
        .into_iter()
        .map(|module| (module.object, module.newest.or(module.base), module.path, module.title))
        .collect();
    if named.is_empty() {
        let asked = request.place.as_ref();
        named.extend(asked.map(|place| (place.object, Some(place.version), place.path.clone(), String::new())));
    }
    let confirmed = store::snapshots::find_confirmed_before(tx, &request.manual_id, i64::MAX).await?;
    let mut files = Vec::new();
    for (object, version, path, title) in named {
        let Ok(name) = FileName::parse(file_name_of(&path)) else { continue };
        let delivered = match &confirmed {
            Some(revision) => store::files::find(tx, revision.id, object).await?,
            None => None,
        };
        let own = match version {
            Some(version) => store::files::find_version(tx, object, version).await?,
            None => None,
        };
        files.push(RequestedFile {
            identity: name.identity,
            title,
            content: own.map(|file| file.version.content).filter(|content| content.media_type == "application/xml"),
            delivered: delivered.map(|file| file.version.issue),
        });
    }
    Ok(files)
}

/// A file as the manufacturer has it: a customised copy is named by its source.
async fn commented(ctx: &Ctx, file: RequestedFile) -> Result<CommentedObject, Error> {
    let title = Title { technical: file.title, info: None, variant: None };
    if let Some(issue) = file.delivered {
        let issue = code::Issue::parse(&issue.number, &issue.in_work).ok();
        return Ok(CommentedObject { identity: file.identity, version: Version { issue, date: None }, title });
    }
    let source = match &file.content {
        Some(content) => source_of(ctx, content).await?,
        None => None,
    };
    if let Some(ObjectRef { code, extension, language, version, .. }) = source {
        return Ok(CommentedObject { identity: Identity { code, extension, language }, version, title });
    }
    // The extension is the operator's.
    let identity = Identity { extension: None, ..file.identity };
    Ok(CommentedObject { identity, version: Version::default(), title })
}

/// The object that a content was derived from, as its status says.
async fn source_of(ctx: &Ctx, content: &VersionContent) -> Result<Option<ObjectRef>, Error> {
    let blob = content.status_blob.as_ref().unwrap_or(&content.blob);
    let bytes = content::read(ctx, blob).await?;
    let read = tokio::task::spawn_blocking(move || guard::check(&bytes).and_then(|checked| object::read(&checked)));
    // A text that cannot be read names none.
    Ok(read.await?.ok().and_then(|(object, _)| object.status.source))
}

/// The business rules that the first file with a text names.
async fn brex_of(ctx: &Ctx, files: &[RequestedFile]) -> Result<Option<Identity>, Error> {
    let Some(content) = files.iter().find_map(|file| file.content.as_ref()) else { return Ok(None) };
    let bytes = content::read(ctx, &content.blob).await?;
    let read = tokio::task::spawn_blocking(move || guard::check(&bytes).and_then(|checked| named_brex(&checked)));
    // A text that cannot be read names none.
    let named = read.await?.ok().flatten();
    Ok(named.map(|named| Identity { code: named.code, extension: named.extension, language: None }))
}

/// The request in words: its description, and the paragraph that was asked about.
fn paragraphs(request: &ChangeRequest) -> Vec<String> {
    let mut lines: Vec<String> = request.details.description.lines().map(str::to_owned).collect();
    lines.extend(request.place.as_ref().map(|place| place.quote.clone()));
    lines.push(request.details.reference.clone());
    lines
}
