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

/// A vault path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CsdbPath {
    /// The parent of all databases.
    Root,
    Csdb(Name),
    Manual(Name, Name),
    /// The media of a database.
    MediaFolder(Name),
    /// An object of a manual, by its folded key.
    Object {
        csdb: Name,
        manual: Name,
        key_folded: String,
    },
    /// A media file of a database.
    Media {
        csdb: Name,
        file: FileName,
    },
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
        let in_media = fold(second) == fold(MEDIA_FOLDER);
        match parts.next().map(FileName::parse) {
            None if in_media => Some(Self::MediaFolder(csdb)),
            None => Some(Self::Manual(csdb, Name::in_path(second).ok()?)),
            Some(file) if in_media => Some(Self::Media { csdb, file: file? }),
            Some(file) => {
                let key_folded = file?.key_folded()?;
                Some(Self::Object { csdb, manual: Name::in_path(second).ok()?, key_folded })
            }
        }
    }

    /// The database it is in; `None` for the root.
    pub fn csdb(&self) -> Option<&Name> {
        match self {
            Self::Root => None,
            Self::Csdb(csdb)
            | Self::Manual(csdb, _)
            | Self::MediaFolder(csdb)
            | Self::Object { csdb, .. }
            | Self::Media { csdb, .. } => Some(csdb),
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

impl fmt::Display for CsdbPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => f.write_str("/"),
            Self::Csdb(csdb) => f.write_str(&of_csdb(csdb.as_str())),
            Self::Manual(csdb, manual) => f.write_str(&of_manual(csdb.as_str(), manual.as_str())),
            Self::MediaFolder(csdb) => write!(f, "/{csdb}/{MEDIA_FOLDER}"),
            Self::Object { csdb, manual, key_folded } => {
                f.write_str(&of_object(csdb.as_str(), Some(manual.as_str()), key_folded))
            }
            Self::Media { csdb, file } => f.write_str(&of_object(csdb.as_str(), None, file.as_str())),
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
        for (path, csdb, name, file) in [
            ("/H160/MEL/DMC-A.XML", "H160", "DMC-A.XML", true),
            ("/H160/MULTIMEDIA/a/b.png", "H160", "b.png", true),
            ("/H160/MEL", "H160", "MEL", false),
            ("H160", "H160", "H160", false),
            ("/", "", "", false),
        ] {
            assert_eq!((csdb_of(path), file_name_of(path), names_a_file(path)), (csdb, name, file), "{path}");
        }
    }
}
