//! The text of a version that is edited.

use domain::file::File;
use domain::text::hex;
use s1000d::document::SourceText;
use s1000d::guard::{self, Reason, Refusal};
use sha2::{Digest, Sha256};
use store::blobs::BlobId;

use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};

/// Bytes of the longest text that can be edited. The largest module of the official sets has 2 MB.
pub const MAX_TEXT: usize = 8 << 20;

/// The decoded text of a version of an XML file, with its encoding.
pub(crate) async fn read(ctx: &Ctx, file: &File) -> Result<SourceText, Error> {
    if file.version.content.media_type != "application/xml" {
        return Err(FileError::NotText.into());
    }
    decoded(ctx, &file.version.content.blob).await
}

/// The decoded text of the separate status file of a version, if it has one.
pub(crate) async fn read_status(ctx: &Ctx, file: &File) -> Result<Option<SourceText>, Error> {
    match &file.version.content.status_blob {
        Some(blob) => decoded(ctx, blob).await.map(Some),
        None => Ok(None),
    }
}

async fn decoded(ctx: &Ctx, blob: &str) -> Result<SourceText, Error> {
    let blob = BlobId::parse(blob).ok_or(Error::NotFound(Missing::File))?;
    let bytes = ctx.blobs.read(&blob).await?.ok_or(Error::NotFound(Missing::File))?;
    let read = tokio::task::spawn_blocking(move || guard::check(&bytes).map(|checked| SourceText::of(&checked)));
    Ok(read.await?.map_err(FileError::Unreadable)?)
}

/// The SHA-256 of a text in UTF-8, in hexadecimal.
pub(crate) fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

pub(crate) fn refuse_long(text: &str) -> Result<(), Refusal> {
    let refusal = Refusal { line: 1, reason: Reason::TooLarge { limit: MAX_TEXT as u64 } };
    if text.len() > MAX_TEXT { Err(refusal) } else { Ok(()) }
}

/// The text to edit; refuses one that is too long to be saved.
pub(super) async fn read_short(ctx: &Ctx, file: &File) -> Result<String, Error> {
    let source = read(ctx, file).await?;
    refuse_long(source.text()).map_err(DraftError::Refused)?;
    Ok(source.text().to_owned())
}

/// Whether the text of a file can be too long: a byte, or two of UTF-16, become at most three of UTF-8. Media have none.
pub(super) fn may_be_long(file: &File) -> bool {
    let content = &file.version.content;
    content.media_type == "application/xml" && content.size > MAX_TEXT as u64 / 3
}

/// Refuses a text that nobody can mean: too long, too deep, with entities. One that is not well-formed yet is kept, so
/// that nothing that was typed is lost.
pub(crate) fn refuse_hostile(text: &str) -> Result<(), Refusal> {
    refuse_long(text)?;
    // The check takes some texts with it for UTF-16.
    if let Some((before, _)) = text.split_once('\0') {
        let line = u32::try_from(before.matches('\n').count()).unwrap_or(u32::MAX).saturating_add(1);
        return Err(Refusal { line, reason: Reason::Nul });
    }
    match guard::check(text.as_bytes()) {
        Err(Refusal { reason: Reason::NotWellFormed(_) | Reason::Empty | Reason::Encoding(_), .. }) | Ok(_) => Ok(()),
        Err(refusal) => Err(refusal),
    }
}

/// The same off the threads of requests: a long text takes a while.
pub(crate) async fn accepted(text: String) -> Result<String, Error> {
    let checked = tokio::task::spawn_blocking(move || refuse_hostile(&text).map(|()| text));
    Ok(checked.await?.map_err(DraftError::Refused)?)
}
