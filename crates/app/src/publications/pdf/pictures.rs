//! The pictures of a book, converted for print.

use std::path::Path;

use bytes::Bytes;
use publish::book::{BookPicture, BookProblem};
use publish::picture::{self, Note};
use sha2::{Digest, Sha256};
use store::publications::SourceVersion;

use crate::core::error::Error;
use crate::core::job_error::JobError;
use crate::core::running::Running;

/// Pictures that one book may have; the engine refuses more.
const MAX_PICTURES: usize = 60_000;

/// Writes the pictures that can be printed into a folder. The book names all others in their places, and those that
/// should have been printed are reported.
pub(super) fn write(
    job: &Running,
    read: &dyn Fn(&SourceVersion) -> Result<Bytes, JobError>,
    versions: &[SourceVersion],
    folder: &Path,
    digest: &mut Sha256,
) -> Result<(Vec<BookPicture>, Vec<BookProblem>), JobError> {
    std::fs::create_dir_all(folder).map_err(Error::work_folder)?;
    let (mut pictures, mut problems) = (Vec::new(), Vec::new());
    for (place, version) in versions.iter().enumerate() {
        job.check()?;
        let is_vector = matches!(version.media_type.as_str(), "image/cgm" | "image/svg+xml");
        let mut picture = BookPicture { key: version.key.clone(), file: None, is_vector };
        // Films and sounds are named where a module shows them.
        let ending = picture::shown_type(&version.media_type).and_then(ending).filter(|_| place < MAX_PICTURES);
        if let Some(ending) = ending {
            let bytes = read(version)?;
            match picture::view(&bytes, &version.media_type) {
                Ok(shown) => {
                    // The place is part of the name: one number may have several files.
                    let name = format!("{place:05}.{ending}");
                    let content = shown.converted.as_deref().unwrap_or(&bytes);
                    std::fs::write(folder.join(&name), content).map_err(Error::work_folder)?;
                    digest.update(name.as_bytes());
                    digest.update((content.len() as u64).to_le_bytes());
                    digest.update(content);
                    picture.file = Some(name);
                    problems.extend(inexact(&version.key, &shown.notes));
                }
                Err(error) => problems.push(problem("pictureNotPrinted", &version.key, error.code().to_owned())),
            }
        }
        pictures.push(picture);
    }
    Ok((pictures, problems))
}

fn problem(code: &'static str, key: &str, detail: String) -> BookProblem {
    BookProblem { code, module: key.to_owned(), detail }
}

/// The defects of a conversion, each once.
fn inexact(key: &str, notes: &[Note]) -> Option<BookProblem> {
    let mut codes: Vec<&str> = notes.iter().map(|note| note.code).collect();
    codes.sort_unstable();
    codes.dedup();
    (!codes.is_empty()).then(|| problem("pictureInexact", key, codes.join(" ")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defects_of_a_conversion_are_reported_once() {
        let note = |code| Note { code, values: Vec::new() };
        let found = inexact("ICN-A.CGM", &[note("cgm.not_drawn"), note("cgm.font_replaced"), note("cgm.not_drawn")]);
        let found = found.expect("a problem");
        assert_eq!((found.code, found.detail.as_str()), ("pictureInexact", "cgm.font_replaced cgm.not_drawn"));
        assert_eq!(inexact("ICN-A.CGM", &[]), None);
    }
}
