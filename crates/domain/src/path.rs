//! Vault paths: how the API addresses the library.
//!
//! Not a path on a disk: `/{database}/{manual}/{file}`, and `/{database}/MULTIMEDIA/{file}` for media. Lookups ignore
//! case.

use std::fmt;

use crate::name::Name;
use crate::text::fold;

/// The folder of a database's media.
pub const MEDIA_FOLDER: &str = "MULTIMEDIA";

/// The file extension of XML objects.
const XML: &str = ".XML";

/// A file name without a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName(String);

impl FileName {
    /// Parses a name that is valid in every file system.
    pub fn parse(text: &str) -> Option<Self> {
        let sound = !text.is_empty()
            && text.chars().count() <= 255
            && text != "."
            && text != ".."
            && !text.chars().any(|c| c.is_control() || matches!(c, '/' | '\\'));
        sound.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The folded key of the XML object with this file name.
    fn key_folded(&self) -> Option<String> {
        fold(&self.0).strip_suffix(&fold(XML)).filter(|key| !key.is_empty()).map(str::to_owned)
    }
}

/// The path of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManualPath {
    pub csdb: Name,
    pub manual: Name,
}

impl ManualPath {
    /// Parses the path of a manual; `None` for every other path.
    pub fn parse(text: &str) -> Option<Self> {
        match CsdbPath::parse(text)? {
            CsdbPath::Manual(path) => Some(path),
            _ => None,
        }
    }
}

/// The path of a media file of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaPath {
    pub csdb: Name,
    pub file: FileName,
}

/// The path of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePath {
    /// An object of a manual, by its folded key.
    Object {
        manual: ManualPath,
        key_folded: String,
    },
    Media(MediaPath),
}

impl FilePath {
    /// Parses the path of a file; `None` for every other path.
    pub fn parse(text: &str) -> Option<Self> {
        match CsdbPath::parse(text)? {
            CsdbPath::File(path) => Some(path),
            _ => None,
        }
    }

    /// The database it is in.
    pub fn csdb(&self) -> &Name {
        match self {
            Self::Object { manual, .. } => &manual.csdb,
            Self::Media(media) => &media.csdb,
        }
    }
}

/// A vault path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsdbPath {
    /// The parent of all databases.
    Root,
    Csdb(Name),
    Manual(ManualPath),
    /// The media of a database.
    MediaFolder(Name),
    File(FilePath),
}

impl CsdbPath {
    /// Parses a path; `None` when it is malformed.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix('/').unwrap_or(text);
        let text = text.strip_suffix('/').unwrap_or(text);
        if text.is_empty() {
            return Some(Self::Root);
        }
        let mut parts = text.splitn(3, '/');
        let csdb = Name::in_path(parts.next()?).ok()?;
        let Some(second) = parts.next() else { return Some(Self::Csdb(csdb)) };
        let file = parts.next().map(FileName::parse);
        if fold(second) == fold(MEDIA_FOLDER) {
            return Some(match file {
                None => Self::MediaFolder(csdb),
                Some(file) => Self::File(FilePath::Media(MediaPath { csdb, file: file? })),
            });
        }
        let manual = ManualPath { csdb, manual: Name::in_path(second).ok()? };
        Some(match file {
            None => Self::Manual(manual),
            Some(file) => Self::File(FilePath::Object { manual, key_folded: file?.key_folded()? }),
        })
    }

    /// The database it is in; `None` for the root.
    pub fn csdb(&self) -> Option<&Name> {
        match self {
            Self::Root => None,
            Self::Csdb(csdb) | Self::MediaFolder(csdb) => Some(csdb),
            Self::Manual(manual) => Some(&manual.csdb),
            Self::File(file) => Some(file.csdb()),
        }
    }

    /// The manual it is in, or that it is the path of.
    pub fn manual(&self) -> Option<&Name> {
        match self {
            Self::Manual(path) | Self::File(FilePath::Object { manual: path, .. }) => Some(&path.manual),
            _ => None,
        }
    }
}

/// The name of the database in a path; empty for the root.
pub fn csdb_of(path: &str) -> &str {
    let path = path.trim_start_matches('/');
    path.split_once('/').map_or(path, |(csdb, _)| csdb)
}

/// The last part of a path.
pub fn file_name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The path of the folder around the last part of a path; empty where there is none.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Whether a path has a file in a folder of a database, be its name one that no file can have.
pub fn names_a_file(path: &str) -> bool {
    path.trim_start_matches('/').splitn(3, '/').nth(2).is_some()
}

/// The path of a database.
pub fn of_csdb(csdb: &str) -> String {
    format!("/{csdb}")
}

/// The path of a manual.
pub fn of_manual(csdb: &str, manual: &str) -> String {
    format!("/{csdb}/{manual}")
}

/// The path of an object: below its manual, or in the media folder when it has none.
pub fn of_object(csdb: &str, manual: Option<&str>, key: &str) -> String {
    match manual {
        Some(manual) => format!("/{csdb}/{manual}/{key}{XML}"),
        None => format!("/{csdb}/{MEDIA_FOLDER}/{key}"),
    }
}

impl fmt::Display for ManualPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&of_manual(self.csdb.as_str(), self.manual.as_str()))
    }
}

impl fmt::Display for FilePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self {
            Self::Object { manual, key_folded } => {
                of_object(manual.csdb.as_str(), Some(manual.manual.as_str()), key_folded)
            }
            Self::Media(media) => of_object(media.csdb.as_str(), None, media.file.as_str()),
        };
        f.write_str(&path)
    }
}

impl fmt::Display for CsdbPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => f.write_str("/"),
            Self::Csdb(csdb) => f.write_str(&of_csdb(csdb.as_str())),
            Self::Manual(manual) => manual.fmt(f),
            Self::MediaFolder(csdb) => write!(f, "/{csdb}/{MEDIA_FOLDER}"),
            Self::File(file) => file.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_kind_of_path_is_recognised() {
        for (text, shown) in [
            ("", Some("/")),
            ("/", Some("/")),
            ("/H160", Some("/H160")),
            ("/H160/", Some("/H160")),
            ("H160/MEL", Some("/H160/MEL")),
            ("/H160/multimedia", Some("/H160/MULTIMEDIA")),
            ("/H160/MULTIMEDIA/ICN-1.PNG", Some("/H160/MULTIMEDIA/ICN-1.PNG")),
            ("/H160/MEL/DMC-A_en-US.xml", Some("/H160/MEL/dmc-a_en-us.XML")),
            ("/H160/MEL/DMC-A.PNG", None),
            ("/H160/MEL/.XML", None),
            ("/H160/MEL/a/b.XML", None),
            ("/H160/../MEL", None),
            ("/H160/MULTIMEDIA/..", None),
            ("/H160/MULTIMEDIA/a\\b", None),
            ("/H 160", None),
            ("//", Some("/")),
            ("//MEL", None),
        ] {
            assert_eq!(CsdbPath::parse(text).map(|path| path.to_string()).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn paths_of_manuals_and_of_files_are_told_apart() {
        for (text, manual, file) in [
            ("/H160", false, false),
            ("/H160/MEL", true, false),
            ("/H160/MULTIMEDIA", false, false),
            ("/H160/MEL/DMC-A.XML", false, true),
            ("/H160/MULTIMEDIA/ICN-1.PNG", false, true),
        ] {
            assert_eq!((ManualPath::parse(text).is_some(), FilePath::parse(text).is_some()), (manual, file), "{text}");
            assert_eq!(CsdbPath::parse(text).and_then(|path| path.csdb().cloned()), Name::in_path("H160").ok());
        }
    }

    proptest! {
        #[test]
        fn a_displayed_path_parses_again(text in "/[A-Za-z0-9+_-]{1,9}(/[A-Za-z0-9+_-]{1,9}(/[ -.0-\\[a-z]{1,20})?)?") {
            if let Some(path) = CsdbPath::parse(&text) {
                prop_assert_eq!(CsdbPath::parse(&path.to_string()), Some(path));
            }
        }
    }

    #[test]
    fn parts_of_a_path_are_found_without_parsing_it() {
        for (path, csdb, folder, name, file) in [
            ("/H160/MEL/DMC-A.XML", "H160", "/H160/MEL", "DMC-A.XML", true),
            ("/H160/MULTIMEDIA/a/b.png", "H160", "/H160/MULTIMEDIA/a", "b.png", true),
            ("/H160/MEL", "H160", "/H160", "MEL", false),
            ("H160", "H160", "", "H160", false),
            ("/", "", "", "", false),
        ] {
            let parts = (csdb_of(path), folder_of(path), file_name_of(path), names_a_file(path));
            assert_eq!(parts, (csdb, folder, name, file), "{path}");
        }
    }
}
