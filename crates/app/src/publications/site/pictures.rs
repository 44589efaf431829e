//! The pictures of a site: converted for browsers, or taken over from the last site.

use std::collections::HashSet;

use bytes::Bytes;
use publish::picture::{self, CONVERTER_VERSION, PictureError, shown_type};
use publish::site::{EarlierSite, PictureCopy, SiteFile, SitePicture, media_of, picture_copy, picture_path};
use store::publications::SourceVersion;

use super::archive::SiteArchive;
use super::pages::read_content;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;
use crate::publications::located::fail;

/// Bytes of one picture or film of a site.
const MAX_MEDIA: u64 = 128 << 20;

/// A picture as the site has it.
struct ConvertedFile {
    bytes: Bytes,
    copy: Option<PictureCopy>,
}

/// Writes all pictures that browsers show; gives what pages and the inventory have to know of them.
pub(super) async fn write(
    ctx: &Ctx,
    job: &Running,
    versions: &[SourceVersion],
    earlier: &EarlierSite,
    archive: &SiteArchive,
) -> Result<(Vec<SitePicture>, Vec<SiteFile>), JobError> {
    let (mut pictures, mut files) = (Vec::new(), Vec::new());
    let mut paths = HashSet::new();
    for version in versions {
        job.check()?;
        let Some((media, media_type)) = media_of(&version.media_type).zip(shown_type(&version.media_type)) else {
            continue;
        };
        let path = picture_path(&version.key, media_type);
        let source = [version.blob.as_str(), &CONVERTER_VERSION.to_string()].join(".");
        if !paths.insert(path.to_ascii_lowercase()) {
            continue;
        }
        let file = match earlier.picture(&path, &source) {
            Some(file) => take_over(archive, file).await?,
            None => match converted(ctx, version, &path, media_type).await? {
                Some(converted) => add(archive, path, source, converted).await?,
                None => continue,
            },
        };
        let code = version.key.rsplit_once('.').map_or(version.key.as_str(), |(stem, _)| stem).to_owned();
        let key = version.key.clone();
        pictures.push(SitePicture { key, code, path: file.path.clone(), media, has_copy: file.has_copy });
        files.push(file);
    }
    Ok((pictures, files))
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
    converted: ConvertedFile,
) -> Result<SiteFile, JobError> {
    archive.add(&path, converted.bytes).await?;
    let has_copy = converted.copy.is_some();
    if let Some(copy) = converted.copy {
        archive.add(&copy.path, copy.bytes).await?;
    }
    Ok(SiteFile { path, source, has_copy, ..SiteFile::default() })
}

/// A picture for browsers; `None` for one that cannot be shown, whose place then says so.
async fn converted(
    ctx: &Ctx,
    version: &SourceVersion,
    path: &str,
    shown: &'static str,
) -> Result<Option<ConvertedFile>, JobError> {
    if version.size > MAX_MEDIA {
        return Err(fail("job.failed.publicationTooLarge"));
    }
    let bytes = read_content(ctx, version).await?;
    let (media_type, path) = (version.media_type.clone(), path.to_owned());
    let convert = move || -> Result<ConvertedFile, PictureError> {
        let converted = picture::view(&bytes, &media_type)?.converted.map_or(bytes, Bytes::from);
        let copy = picture_copy(&path, shown, &converted);
        Ok(ConvertedFile { bytes: converted, copy })
    };
    match tokio::task::spawn_blocking(convert).await.map_err(Error::from)? {
        Ok(converted) => Ok(Some(converted)),
        Err(error) => {
            tracing::warn!(picture = version.key, code = error.code(), "a picture cannot be shown in a site");
            Ok(None)
        }
    }
}
