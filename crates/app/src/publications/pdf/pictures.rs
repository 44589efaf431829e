//! The pictures of a book, converted for print.

use std::collections::BTreeMap;
use std::path::Path;

use publish::picture;
use store::publications::SourceVersion;

use super::BookSource;
use crate::core::error::Error;
use crate::core::job_error::JobError;

/// Pictures that one book may have; the engine refuses more.
const MAX_PICTURES: usize = 60_000;

/// Writes the pictures that can be printed into a folder; gives the name of the file of each ICN. Films, sounds and
/// broken pictures are left out: the book names them in their place.
pub(super) fn write(
    source: &BookSource<'_>,
    versions: &[SourceVersion],
    folder: &Path,
) -> Result<BTreeMap<String, String>, JobError> {
    std::fs::create_dir_all(folder).map_err(Error::work_folder)?;
    let mut files = BTreeMap::new();
    for version in versions.iter().take(MAX_PICTURES) {
        source.job.check()?;
        let Some(ending) = picture::shown_type(&version.media_type).and_then(ending) else { continue };
        let bytes = source.read(version)?;
        let Ok(shown) = picture::view(&bytes, &version.media_type) else { continue };
        let name = format!("{:05}.{ending}", files.len());
        let written = std::fs::write(folder.join(&name), shown.converted.as_deref().unwrap_or(&bytes));
        written.map_err(Error::work_folder)?;
        let code = version.key.rsplit_once('.').map_or(version.key.as_str(), |(stem, _)| stem);
        files.insert(code.to_owned(), name);
    }
    Ok(files)
}

/// The ending of a file that can be printed.
fn ending(media_type: &str) -> Option<&'static str> {
    Some(match media_type {
        "image/svg+xml" => "svg",
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        _ => return None,
    })
}
