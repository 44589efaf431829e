//! Cached pictures, converted for browsers.

use bytes::Bytes;
use publish::picture::{BrowserPicture, Note, PictureError};
use tokio::sync::Semaphore;

use crate::core::cache::Cache;
use crate::core::error::{Error, PictureViewError};

/// Limit of converted pictures, in bytes.
const CAPACITY: usize = 16 << 20;

/// Pictures that are converted at once; each may take half a gigabyte for a moment.
const AT_ONCE: usize = 2;

/// Cached pictures, and a limit on conversions at once.
#[derive(Debug)]
pub(crate) struct PictureCache {
    pub(crate) cache: Cache<PictureKey, Conversion>,
    pub(crate) places: Semaphore,
}

impl Default for PictureCache {
    fn default() -> Self {
        Self { cache: Cache::new(CAPACITY), places: Semaphore::new(AT_ONCE) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct PictureKey {
    pub(crate) converter: u32,
    pub(crate) blob: String,
    pub(crate) media_type: String,
    pub(crate) small: bool,
}

/// A picture that was looked at, and what came of it.
pub type Conversion = Result<ConvertedPicture, ConversionFailure>;

/// A picture that a browser can show.
#[derive(Debug, Clone)]
pub struct ConvertedPicture {
    pub media_type: &'static str,
    /// None when it can be shown as it is.
    pub converted: Option<Bytes>,
    pub notes: Vec<Note>,
}

/// Why a picture cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConversionFailure {
    /// The stable word that keys its text.
    pub code: &'static str,
    pub unsupported: bool,
    pub too_large: bool,
}

impl From<ConversionFailure> for Error {
    fn from(failed: ConversionFailure) -> Self {
        match failed {
            ConversionFailure { too_large: true, .. } => PictureViewError::TooLarge.into(),
            ConversionFailure { unsupported: true, .. } => PictureViewError::Unsupported.into(),
            ConversionFailure { .. } => PictureViewError::Unreadable.into(),
        }
    }
}

impl ConvertedPicture {
    pub(crate) fn weight(&self) -> usize {
        self.converted.as_ref().map_or(0, Bytes::len) + self.notes.len() * 200
    }
}

impl From<BrowserPicture> for ConvertedPicture {
    fn from(picture: BrowserPicture) -> Self {
        Self { media_type: picture.media_type, converted: picture.converted.map(Bytes::from), notes: picture.notes }
    }
}

impl From<&PictureError> for ConversionFailure {
    fn from(error: &PictureError) -> Self {
        Self {
            code: error.code(),
            unsupported: error.is_unsupported(),
            too_large: matches!(error, PictureError::TooLarge),
        }
    }
}
