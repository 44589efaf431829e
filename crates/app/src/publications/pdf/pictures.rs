//! The pictures of a book, converted for print.

use std::path::Path;

use bytes::Bytes;
use publish::book::{BookPicture, BookProblem};
use publish::picture::{self, Note};
use sha2::{Digest, Sha256};
use store::publications::SourceVersion;

use crate::core::error::Error;
use crate::core::job_error::JobError;

/// Pictures that one book may have; the engine refuses more.
const MAX_PICTURES: usize = 60_000;

/// Writes the pictures that can be printed into a folder. The book names all others in their places, and those that
/// should have been printed are reported.
pub(super) fn write(
    read: &dyn Fn(&SourceVersion) -> Result<Bytes, JobError>,
    versions: &[SourceVersion],
    folder: &Path,
    digest: &mut Sha256,
) -> Result<(Vec<BookPicture>, Vec<BookProblem>), JobError> {
    std::fs::create_dir_all(folder).map_err(Error::work_folder)?;
    let (mut pictures, mut problems) = (Vec::new(), Vec::new());
    for (place, version) in versions.iter().enumerate() {
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
    use crate::publications::content::test_version;

    fn version(key: &str, media_type: &str) -> SourceVersion {
        SourceVersion { key: key.to_owned(), media_type: media_type.to_owned(), ..test_version(1, "", "") }
    }

    #[test]
    fn two_files_of_one_number_do_not_replace_another_picture() {
        let svg = "image/svg+xml";
        let versions = [
            version("ICN-A.CGM", svg),
            version("ICN-A.SVG", svg),
            version("ICN-B.SVG", svg),
            version("ICN-C.CGM", "image/cgm"),
            version("ICN-D.MP4", "video/mp4"),
        ];
        let drawing = |version: &SourceVersion| {
            let at = versions.iter().position(|own| own.key == version.key).unwrap_or_default();
            let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M{at}{at} 7h9v9\"/></svg>");
            Ok(if version.media_type == svg { Bytes::from(text) } else { Bytes::from_static(b"broken") })
        };
        let folder = tempfile::tempdir().expect("a folder");
        let (pictures, problems) = write(&drawing, &versions, folder.path(), &mut Sha256::new()).expect("pictures");
        for (at, picture) in pictures.iter().enumerate().take(3) {
            let name = picture.file.as_ref().expect("a file");
            let text = std::fs::read_to_string(folder.path().join(name)).expect("a picture");
            assert!(text.contains(&format!("M{at}{at} ")), "{}: {text}", picture.key);
        }
        let missing: Vec<&str> =
            pictures.iter().filter(|picture| picture.file.is_none()).map(|picture| picture.key.as_str()).collect();
        assert_eq!(missing, ["ICN-C.CGM", "ICN-D.MP4"]);
        let reported: Vec<&str> = problems.iter().map(|problem| problem.module.as_str()).collect();
        assert_eq!(reported, ["ICN-C.CGM"], "films are named where they are shown");
    }

    #[test]
    fn the_defects_of_a_conversion_are_reported_once() {
        let note = |code| Note { code, values: Vec::new() };
        let found = inexact("ICN-A.CGM", &[note("cgm.not_drawn"), note("cgm.font_replaced"), note("cgm.not_drawn")]);
        let found = found.expect("a problem");
        assert_eq!((found.code, found.detail.as_str()), ("pictureInexact", "cgm.font_replaced cgm.not_drawn"));
        assert_eq!(inexact("ICN-A.CGM", &[]), None);
    }
}
