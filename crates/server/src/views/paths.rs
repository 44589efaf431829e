//! Vault paths in requests, parsed into the kind of path that a route takes.

use app::Error;
use app::core::error::{MediaError, Missing};
use domain::path::{self, CsdbPath, FilePath, ManualPath, MediaPath};

/// A kind of vault path that routes take. Other paths are answered as if nothing were there.
pub trait RequestedPath: Sized {
    fn parse(text: &str) -> Result<Self, Error>;
}

impl RequestedPath for CsdbPath {
    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or(Error::NotFound(Missing::Csdb))
    }
}

impl RequestedPath for ManualPath {
    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or(Error::NotFound(Missing::Manual))
    }
}

impl RequestedPath for FilePath {
    fn parse(text: &str) -> Result<Self, Error> {
        Self::parse(text).ok_or(Error::NotFound(Missing::File))
    }
}

impl RequestedPath for MediaPath {
    fn parse(text: &str) -> Result<Self, Error> {
        match FilePath::parse(text) {
            Some(FilePath::Media(path)) => Ok(path),
            // The name is a part of the path that no file can have.
            _ if path::names_a_file(text) => Err(MediaError::Name.into()),
            _ => Err(Error::NotFound(Missing::File)),
        }
    }
}

/// Parses a path.
pub fn parse_path<P: RequestedPath>(text: &str) -> Result<P, Error> {
    P::parse(text)
}

/// Parses the path of anything that can be opened; a path of nothing is that of a missing file.
pub fn parse_target(text: &str) -> Result<CsdbPath, Error> {
    CsdbPath::parse(text).ok_or(Error::NotFound(Missing::File))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<P: RequestedPath>(text: &str) -> Option<&'static str> {
        parse_path::<P>(text).err().map(|error| error.code())
    }

    #[test]
    fn a_path_of_another_kind_is_answered_as_missing() {
        assert_eq!((code::<CsdbPath>("/H160/MEL"), code::<CsdbPath>("/H 160")), (None, Some("csdb.not_found")));
        assert_eq!((code::<ManualPath>("/H160/MEL"), code::<ManualPath>("/H160")), (None, Some("manual.not_found")));
        assert_eq!(
            (code::<FilePath>("/H160/MEL/A.XML"), code::<FilePath>("/H160/MEL")),
            (None, Some("file.not_found"))
        );
        assert_eq!(parse_target("/H 160").err().map(|error| error.code()), Some("file.not_found"));
        for (text, answer) in [
            ("/H160/MULTIMEDIA/ICN-1.PNG", None),
            ("/H160/MULTIMEDIA/a\\b.png", Some("media.invalid_name")),
            ("/H160/MULTIMEDIA", Some("file.not_found")),
        ] {
            assert_eq!(code::<MediaPath>(text), answer, "{text}");
        }
    }
}
