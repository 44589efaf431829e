//! The bytes of files: as they were delivered, or as a browser can show them.

use std::ops::Range;

use bytes::Bytes;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use futures::Stream;
use futures::stream::TryStreamExt;
use publish::picture::CONVERTER_VERSION;
use store::Tx;
use store::blobs::BlobId;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::core::picture_cache::ConvertedPicture;
use crate::library::files::{self, File};
use crate::reading::pictures;

/// In which form bytes are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum BytesForm {
    /// As they were delivered.
    #[default]
    Original,
    /// As a browser can show them.
    View,
    /// The same, small.
    Thumb,
}

/// The bytes of a file, ready to be sent.
#[derive(Debug, Clone)]
pub struct FileBytes {
    pub file: File,
    pub media_type: String,
    pub size: u64,
    source: BytesSource,
}

#[derive(Debug, Clone)]
enum BytesSource {
    Stored(BlobId),
    Held(Bytes),
}

/// The file at a path that the caller may read, in one version or in the one that the state holds. Reads no content.
pub async fn find(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    reading: &Reading,
    version: Option<VersionId>,
) -> Result<File, Error> {
    caller.require(Permission::ReadContent)?;
    find_file(&mut caller.read(ctx).await?, path, reading, version).await
}

/// Equal for equal bytes, on every node and for ever. It needs neither the content nor a conversion, so that a client
/// that has the bytes is answered from the database alone.
pub fn tag(file: &File, form: BytesForm) -> String {
    let blob = &file.version.content.blob;
    match form {
        BytesForm::Original => blob.clone(),
        BytesForm::View => format!("{blob}-v{CONVERTER_VERSION}"),
        BytesForm::Thumb => format!("{blob}-t{CONVERTER_VERSION}"),
    }
}

/// The bytes of a file that was found.
pub async fn open(ctx: &Ctx, file: File, form: BytesForm) -> Result<FileBytes, Error> {
    let looked = match form {
        BytesForm::Original => None,
        BytesForm::View => Some(pictures::view(ctx, &file).await?),
        BytesForm::Thumb => Some(pictures::thumb(ctx, &file).await?),
    };
    let Some(looked) = looked else { return stored(file, None) };
    let ConvertedPicture { media_type, converted, .. } = looked.as_ref().clone()?;
    let Some(bytes) = converted else { return stored(file, Some(media_type)) };
    Ok(FileBytes {
        media_type: media_type.to_owned(),
        size: bytes.len() as u64,
        source: BytesSource::Held(bytes),
        file,
    })
}

fn stored(file: File, media_type: Option<&str>) -> Result<FileBytes, Error> {
    let content = &file.version.content;
    let blob = BlobId::parse(&content.blob).ok_or(Error::NotFound(Missing::File))?;
    Ok(FileBytes {
        media_type: media_type.unwrap_or(&content.media_type).to_owned(),
        size: content.size,
        source: BytesSource::Stored(blob),
        file,
    })
}

async fn find_file(tx: &mut Tx, path: &FilePath, reading: &Reading, version: Option<VersionId>) -> Result<File, Error> {
    let missing = || Error::NotFound(Missing::File);
    let (object, manual) = files::object_at(tx, path).await?;
    if let Some(version) = version {
        return store::files::find_version(tx, object, version).await?.ok_or_else(missing);
    }
    // Media belong to no manual; a revision of any that uses them says which version is meant.
    if let (None, Some(revision)) = (&manual, reading.revision) {
        let unknown = || Error::NotFound(Missing::Revision);
        let snapshot = store::snapshots::find(tx, revision).await?.ok_or_else(unknown)?;
        store::manuals::find(tx, &snapshot.manual_id).await?.ok_or_else(unknown)?;
        return store::files::find(tx, snapshot.id, object).await?.ok_or_else(missing);
    }
    Ok(files::at_path(tx, path, reading).await?.file)
}

impl FileBytes {
    /// The bytes of a range, which must lie within the whole; content in a bucket or a folder comes as it is read.
    pub async fn read(
        &self,
        ctx: &Ctx,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes, Error>> + Send + use<>, Error> {
        use futures::future::Either;
        match &self.source {
            BytesSource::Held(bytes) => {
                let at = |place: u64| usize::try_from(place).unwrap_or(usize::MAX).min(bytes.len());
                let part = bytes.slice(at(range.start)..at(range.end));
                Ok(Either::Left(futures::stream::iter([Ok(part)])))
            }
            BytesSource::Stored(blob) => {
                let stream = ctx.blobs.stream(blob, self.size, range).await?;
                let lost = || FileError::Damaged { blob: blob.to_string() };
                let stream = stream.ok_or_else(lost)?;
                Ok(Either::Right(stream.map_err(Error::from)))
            }
        }
    }
}
