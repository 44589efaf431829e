//! The form with the reference at the cursor.

use domain::field::FieldCode;
use domain::file::File;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::code::Identity;
use s1000d::document::SourceText;
use s1000d::form::references::{self, ReferenceChange};
use s1000d::model::ContentModel;

use super::FormEdit;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError};
use crate::editing::{content_models, source};
use crate::library::files;

pub use s1000d::form::references::{ReferenceAt, ReferenceFields, ReferenceTarget};

/// A reference as a client asks for it.
#[derive(Debug, Clone)]
pub enum ReferenceRequest {
    /// To the module or publication at a path, or to an element of it.
    File { path: FilePath, fragment: Option<String> },
    /// To an element of the same module.
    Internal { id: String },
}

/// The references at a position of a text.
#[derive(Debug, Clone)]
pub struct EditedReference {
    pub edits: Vec<FormEdit>,
    pub fields: ReferenceFields,
    /// The path of what the reference at the position leads to; `None` when the library does not have it.
    pub target: Option<String>,
    /// The elements of the text that references can lead to.
    pub targets: Vec<ReferenceTarget>,
    /// The elements of the other module, when one was asked for.
    pub fragments: Vec<ReferenceTarget>,
}

/// A question about references: a position in units of UTF-16, another module whose elements are listed, and a change.
#[derive(Debug, Clone)]
pub struct ReferenceQuestion {
    pub text: String,
    pub position: usize,
    pub other: Option<FilePath>,
    pub change: Option<ReferenceRequest>,
}

/// The references at a position of a text of the file at a path, which the caller has checked out; with a change the edits
/// that make it.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    question: ReferenceQuestion,
) -> Result<EditedReference, Error> {
    let ReferenceQuestion { text, position, other, change } = question;
    let file = super::held(ctx, caller, path, &text).await?;
    let fragments = match other {
        Some(other) => list_fragments(ctx, caller, &other).await?,
        None => Vec::new(),
    };
    let change = match change {
        Some(ReferenceRequest::File { path: target, fragment }) => {
            let (target, title) = super::referred(&mut caller.read(ctx).await?, path, &target).await?;
            Some(ReferenceChange::Object { target, title, fragment })
        }
        Some(ReferenceRequest::Internal { id }) => Some(ReferenceChange::Internal { id }),
        None => None,
    };
    let model = content_models::of_text(ctx, caller, path, text.clone()).await?;
    let made = move || edited(text, position, change.as_ref(), &model);
    let (edits, fields, targets) = tokio::task::spawn_blocking(made).await??;
    let target = target_path(ctx, caller, (path, &file), &fields).await?;
    Ok(EditedReference { edits, fields, target, targets, fragments })
}

/// The path of the module that the reference at the position leads to.
async fn target_path(
    ctx: &Ctx,
    caller: &Caller,
    from: (&FilePath, &File),
    fields: &ReferenceFields,
) -> Result<Option<String>, Error> {
    let Some(ReferenceAt::Object { target: Some(target), .. }) = &fields.at else { return Ok(None) };
    let code = Identity { language: None, ..target.clone() }.to_string();
    let language = target.language.map(|language| language.to_string());
    let mut tx = caller.read(ctx).await?;
    let found = super::named_file(&mut tx, from, (code.as_str(), language.as_deref()), &Reading::default()).await?;
    Ok(found.map(|found| found.path))
}

/// The elements of the module at a path that references can lead to.
async fn list_fragments(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Vec<ReferenceTarget>, Error> {
    let mut tx = caller.read(ctx).await?;
    let file = files::at_path(&mut tx, path, &Reading::default()).await?.file;
    drop(tx);
    let text = source::read_short(ctx, &file).await?;
    let listed = tokio::task::spawn_blocking(move || references::targets(&text)).await?;
    Ok(listed.map_err(FileError::Unreadable)?)
}

type EditedParts = (Vec<FormEdit>, ReferenceFields, Vec<ReferenceTarget>);

fn edited(
    text: String,
    position: usize,
    change: Option<&ReferenceChange>,
    model: &ContentModel,
) -> Result<EditedParts, Error> {
    let source = SourceText::default().with_text(text);
    let targets = references::targets(source.text()).map_err(DraftError::Refused)?;
    let unknown = || Error::field("position", FieldCode::UnknownValue);
    let at = source.byte_range(0..position).map(|before| before.end).ok_or_else(unknown)?;
    let text = source.text();
    let edits = match change {
        Some(change) => {
            let splices = references::edit(text, at, change, model).map_err(DraftError::Refused)?;
            super::made(text, splices)?.0
        }
        None => Vec::new(),
    };
    let fields = references::read(text, at, model).map_err(DraftError::Refused)?;
    Ok((edits, fields, targets))
}
