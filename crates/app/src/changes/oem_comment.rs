//! A change request as an S1000D comment, which is sent to the manufacturer.

use bytes::Bytes;
use domain::access::AccessLevel;
use domain::change_request::ChangeRequest;
use domain::id::ChangeRequestId;
use domain::language::Locale;
use domain::path::file_name_of;
use domain::permission::Permission;
use s1000d::brex::named_brex;
use s1000d::code::{Code, FileName, Identity, Language};
use s1000d::comment::CommentFile;
use s1000d::guard;
use s1000d::object::Title;
use store::Tx;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error};
use crate::editing::change_requests::find;
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

/// Writes a change request as a comment; gives its file name and text. Nothing is stored.
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
    if located::level(&tx, &request) < AccessLevel::Author {
        return Err(Error::Forbidden);
    }
    let modules = modules(&mut tx, &request).await?;
    let manual = store::manuals::find(&mut tx, &request.manual_id).await?;
    let blob = first_blob(&mut tx, &request).await?;
    drop(tx);
    let model = modules.iter().find_map(|(identity, _)| match &identity.code {
        Code::Module(code) => Some(code.model_ident_code().to_owned()),
        _ => None,
    });
    let model = model.or_else(|| manual.map(|manual| manual.details.model_ident_code));
    let brex = match blob {
        Some(blob) => brex_of(content::read(ctx, &blob).await?).await?,
        None => None,
    };
    let (language, country) = match locale {
        Locale::English => ("en", "US"),
        Locale::Chinese => ("zh", "CN"),
    };
    let language = Language::parse(language, country).map_err(|_| ChangeRequestError::NoComment)?;
    let comment = CommentFile {
        model: model.unwrap_or_default(),
        sender: sender.ident,
        number: request.number,
        language,
        date: ctx.clock.now().date_naive(),
        paragraphs: paragraphs(&request),
        title: request.details.title,
        enterprise: sender.enterprise,
        city: sender.city,
        country: sender.country,
        modules,
        brex,
    };
    let (name, text) = comment.write().ok_or(ChangeRequestError::NoComment)?;
    Ok((name, Bytes::from(text)))
}

/// The modules of a request, or the one that somebody asked about; each with its title.
async fn modules(tx: &mut Tx, request: &ChangeRequest) -> Result<Vec<(Identity, Title)>, Error> {
    let modules = store::change_requests::list_modules(tx, request).await?;
    let mut named: Vec<(String, String)> = modules.into_iter().map(|module| (module.path, module.title)).collect();
    if named.is_empty() {
        named.extend(request.place.as_ref().map(|place| (place.path.clone(), String::new())));
    }
    let titled = |(path, title): (String, String)| {
        let name = FileName::parse(file_name_of(&path)).ok()?;
        Some((name.identity, Title { technical: title, info: None, variant: None }))
    };
    Ok(named.into_iter().filter_map(titled).collect())
}

/// The content of the first module that is there.
async fn first_blob(tx: &mut Tx, request: &ChangeRequest) -> Result<Option<String>, Error> {
    for module in store::change_requests::list_modules(tx, request).await? {
        let Some(version) = module.newest.or(module.base) else { continue };
        let file = store::files::find_version(tx, module.object, version).await?;
        if let Some(file) = file.filter(|file| file.version.content.media_type == "application/xml") {
            return Ok(Some(file.version.content.blob));
        }
    }
    Ok(None)
}

/// The business rules that a module names.
async fn brex_of(bytes: Bytes) -> Result<Option<Identity>, Error> {
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
