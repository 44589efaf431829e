//! Replacing chosen places in the caller's draft of a module.

use std::sync::Arc;

use domain::access::AccessLevel;
use domain::draft::Draft;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::replacement::TextReplacement;
use domain::snapshot::Reading;
use s1000d::document::SourceText;
use s1000d::replace;

use super::current::current_text;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError};
use crate::editing::prepared::PreparedText;
use crate::editing::{checkouts, drafts, source};
use crate::library::files;

/// Places of a module that the caller has looked at and chosen.
#[derive(Debug, Clone)]
pub struct ChosenPlaces {
    pub path: FilePath,
    /// The version in the working lane then.
    pub version: VersionId,
    /// Of the text then.
    pub sha256: String,
    /// Their numbers.
    pub places: Vec<usize>,
}

/// Replaces chosen places in the caller's draft of a module. A module that is not checked out is refused, unless
/// `check_out` takes it. A text that has changed since it was looked at is refused as well. Doing the same again is not
/// an error where the text of a version was looked at; a draft that was looked at is no longer there to compare with, so
/// the second request is refused, and nothing is replaced twice.
pub async fn apply(
    ctx: &Ctx,
    caller: &Caller,
    wanted: &Arc<TextReplacement>,
    chosen: ChosenPlaces,
    check_out: bool,
) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let file = files::writable(&mut caller.read(ctx).await?, &chosen.path, AccessLevel::Author).await?.file;
    checkouts::require_free(caller, &file)?;
    if file.holder.is_none() && !check_out {
        return Err(FileError::NotCheckedOut.into());
    }
    if file.version_id != chosen.version {
        return Err(Error::ChangedMeanwhile);
    }
    let (text, draft) = current_text(ctx, caller, &file).await?;
    if source::sha256(&text) != chosen.sha256 {
        let is_done = is_done(ctx, &file, draft.as_ref(), wanted, &chosen).await?;
        return if is_done { Ok(file) } else { Err(Error::ChangedMeanwhile) };
    }
    let text = replaced(text, wanted, &chosen.places).await?;
    let ChosenPlaces { path, version, sha256: before, places } = chosen;
    let mut tx = caller.begin(ctx).await?;
    if !check_out {
        drafts::held(&mut tx, caller, &path).await?;
    }
    let prepared = PreparedText { path: path.clone(), version, draft: draft.map(|draft| draft.id), before, text };
    prepared.put(ctx, caller, &mut tx).await?;
    let file = files::at_path(&mut tx, &path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %file.path, places = places.len(), "Replaced text in the draft of {}", file.path);
    Ok(file)
}

/// Whether the draft is already the version that was looked at with these places replaced: the request came twice. The
/// text of a draft that was looked at is not kept.
async fn is_done(
    ctx: &Ctx,
    file: &File,
    draft: Option<&Draft>,
    wanted: &Arc<TextReplacement>,
    chosen: &ChosenPlaces,
) -> Result<bool, Error> {
    let Some(draft) = draft else { return Ok(false) };
    let text = source::read_short(ctx, file).await?;
    if source::sha256(&text) != chosen.sha256 {
        return Ok(false);
    }
    let text = replaced(text, wanted, &chosen.places).await?;
    Ok(source::sha256(&text) == draft.sha256)
}

/// The text with these places replaced; refuses one that could not be saved or checked in.
async fn replaced(text: String, wanted: &Arc<TextReplacement>, places: &[usize]) -> Result<String, Error> {
    let (wanted, places) = (Arc::clone(wanted), places.to_vec());
    let made = tokio::task::spawn_blocking(move || {
        let changed = replace::replace(&text, &wanted, &places).map_err(DraftError::Refused)?;
        let changed = changed.ok_or_else(|| Error::field("places", FieldCode::UnknownValue))?;
        source::refuse_hostile(&changed).map_err(DraftError::Refused)?;
        let written = SourceText::default().with_text(changed);
        written.require_writable().map_err(DraftError::Refused)?;
        Ok::<String, Error>(written.text().to_owned())
    });
    made.await?
}
