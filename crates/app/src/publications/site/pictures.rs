//! The pictures of a site: converted for browsers, several at once, or taken over from the last site.

use std::collections::HashSet;
use std::fs::File;
use std::pin::pin;

use bytes::Bytes;
use futures::{StreamExt as _, TryStreamExt as _, stream};
use publish::package::archive::ArchiveError;
use publish::picture::{self, CONVERTER_VERSION, MAX_BYTES, PictureError, needs_look, shown_type};
use publish::site::{
    EarlierSite, LargeSiteFile, PictureCopy, SiteFile, SitePicture, ZipArchive, media_of, picture_code, picture_copy,
    picture_path,
};
use s1000d::document::html::{Media, Picture};
use s1000d::package::media_type_of;
use store::StoreError;
use store::publications::SourceVersion;

use super::archive::SiteArchive;
use super::losses::{SiteLoss, SiteLossKind};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::imports::pre_import::threads;
use crate::publications::archive::damaged;
use crate::publications::stored::read_content;

/// Pictures that are converted at once; each may take some hundred megabytes.
const MAX_AT_ONCE: usize = 4;

/// The pictures of a site, as pages and the inventory need them.
#[derive(Debug, Default)]
pub(super) struct SitePictures {
    pub(super) pictures: Vec<SitePicture>,
    pub(super) files: Vec<SiteFile>,
    pub(super) losses: Vec<SiteLoss>,
}

/// A picture that browsers show, before it is written.
struct PlannedPicture {
    version: SourceVersion,
    media: Media,
    /// The type that browsers get.
    shown: &'static str,
    path: String,
    source: String,
}

/// A picture, ready to be written.
enum ReadyPicture {
    Kept(SiteFile),
    Converted(Bytes, Option<PictureCopy>),
    /// A film or a document as it is, in an archive on disk.
    Large(ZipArchive<File>),
    Unshown(Picture),
}

/// Writes all pictures that browsers show.
pub(super) async fn write(
    ctx: &Ctx,
    job: &Running,
    versions: &[SourceVersion],
    earlier: &EarlierSite,
    archive: &SiteArchive,
) -> Result<SitePictures, JobError> {
    let mut written = SitePictures::default();
    let (mut planned, mut taken) = (Vec::new(), HashSet::new());
    for version in versions {
        match media_of(&version.media_type).zip(shown_type(&version.media_type)) {
            Some((media, shown)) => {
                let path = picture_path(&version.key, shown, &mut taken);
                let source = [version.blob.as_str(), &CONVERTER_VERSION.to_string()].join(".");
                planned.push(PlannedPicture { version: version.clone(), media, shown, path, source });
            }
            // A file that is not what its name says has no type of its own.
            None if media_type_of(&version.key).is_some() => written.lose(&version.key, Picture::Unreadable),
            None => written.lose(&version.key, Picture::Unsupported),
        }
    }
    let ready = planned.into_iter().map(|one| prepare(ctx, job, earlier, one));
    let mut ready = pin!(stream::iter(ready).buffered(threads().clamp(1, MAX_AT_ONCE)));
    while let Some((planned, ready)) = ready.try_next().await? {
        job.check()?;
        let PlannedPicture { version, media, path, source, .. } = planned;
        let file = match ready {
            ReadyPicture::Unshown(reason) => {
                written.lose(&version.key, reason);
                continue;
            }
            ReadyPicture::Kept(file) => take_over(archive, file).await?,
            ReadyPicture::Converted(bytes, copy) => add(archive, path, source, (bytes, copy)).await?,
            ReadyPicture::Large(large) => {
                archive.copy_from(&path, large).await?;
                SiteFile { path, source, ..SiteFile::default() }
            }
        };
        let code = picture_code(&version.key).to_owned();
        let (path, has_copy) = (file.path.clone(), file.has_copy);
        written.pictures.push(SitePicture { key: version.key, code, path, media, has_copy, unshown: None });
        written.files.push(file);
    }
    Ok(written)
}

impl SitePictures {
    /// Notes a picture that the site cannot show; its places say so.
    fn lose(&mut self, key: &str, reason: Picture) {
        let kind = if reason == Picture::Unsupported { SiteLossKind::PictureKind } else { SiteLossKind::Picture };
        self.losses.push(SiteLoss::new(key, kind));
        self.pictures.push(SitePicture::unshown(key, reason));
    }
}

async fn take_over(archive: &SiteArchive, file: SiteFile) -> Result<SiteFile, JobError> {
    archive.copy(&file.path).await?;
    if file.has_copy {
        archive.copy(&[file.path.as_str(), ".js"].concat()).await?;
    }
    Ok(file)
}

async fn add(
    archive: &SiteArchive,
    path: String,
    source: String,
    (bytes, copy): (Bytes, Option<PictureCopy>),
) -> Result<SiteFile, JobError> {
    archive.add(&path, bytes).await?;
    let has_copy = copy.is_some();
    if let Some(copy) = copy {
        archive.add(&copy.path, copy.bytes).await?;
    }
    Ok(SiteFile { path, source, has_copy, ..SiteFile::default() })
}

/// Reads and converts a picture, unless the last site has it.
async fn prepare(
    ctx: &Ctx,
    job: &Running,
    earlier: &EarlierSite,
    planned: PlannedPicture,
) -> Result<(PlannedPicture, ReadyPicture), JobError> {
    let version = &planned.version;
    let ready = if let Some(file) = earlier.picture(&planned.path, &planned.source) {
        ReadyPicture::Kept(file)
    } else if !needs_look(&version.media_type) {
        ReadyPicture::Large(on_disk(ctx, job, version, &planned.path).await?)
    } else if version.size > MAX_BYTES as u64 {
        tracing::warn!(picture = version.key, "a picture is too large for a site");
        ReadyPicture::Unshown(Picture::Unreadable)
    } else {
        converted(ctx, version, &planned.path, planned.shown).await?
    };
    Ok((planned, ready))
}

async fn converted(
    ctx: &Ctx,
    version: &SourceVersion,
    path: &str,
    shown: &'static str,
) -> Result<ReadyPicture, JobError> {
    let bytes = read_content(ctx, version).await?;
    let (media_type, path) = (version.media_type.clone(), path.to_owned());
    let convert = move || -> Result<ReadyPicture, PictureError> {
        let converted = picture::view(&bytes, &media_type)?.converted.map_or(bytes, Bytes::from);
        let copy = picture_copy(&path, shown, &converted);
        Ok(ReadyPicture::Converted(converted, copy))
    };
    match tokio::task::spawn_blocking(convert).await.map_err(Error::from)? {
        Ok(converted) => Ok(converted),
        Err(error) => {
            tracing::warn!(picture = version.key, code = error.code(), "a picture cannot be shown in a site");
            let reason = if error.is_unsupported() { Picture::Unsupported } else { Picture::Unreadable };
            Ok(ReadyPicture::Unshown(reason))
        }
    }
}

/// Copies a film or a document into an archive in the work folder, piece by piece.
async fn on_disk(ctx: &Ctx, job: &Running, version: &SourceVersion, path: &str) -> Result<ZipArchive<File>, JobError> {
    let lost = || JobError::Fail(vec![damaged(&version.key)]);
    // Large content is not verified as it is read.
    match ctx.blobs.verify(&version.blob).await {
        Ok(true) => {}
        Ok(false) | Err(StoreError::BlobDamaged { .. }) => return Err(lost()),
        Err(error) => return Err(error.into()),
    }
    let stream = ctx.blobs.stream(&version.blob, version.size, 0..version.size).await?.ok_or_else(lost)?;
    let mut stream = pin!(stream);
    let failed = |error: ArchiveError| Error::work_folder(error.into_io());
    let (folder, name, size) = (ctx.settings.work_folder.clone(), path.to_owned(), version.size);
    let started = tokio::task::spawn_blocking(move || {
        std::fs::create_dir_all(&folder)?;
        let file = tempfile::tempfile_in(&folder)?;
        LargeSiteFile::start(file, &name, size).map_err(ArchiveError::into_io)
    });
    let mut large = started.await.map_err(Error::from)?.map_err(Error::work_folder)?;
    while let Some(piece) = stream.try_next().await? {
        job.check()?;
        let written = tokio::task::spawn_blocking(move || large.write(&piece).map(|()| large));
        large = written.await.map_err(Error::from)?.map_err(failed)?;
    }
    let finished = tokio::task::spawn_blocking(move || large.finish()).await.map_err(Error::from)?;
    Ok(finished.map_err(failed)?)
}
