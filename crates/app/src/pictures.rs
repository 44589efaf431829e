//! Pictures converted for browsers, remembered by what they are made of.

use std::sync::Arc;

use bytes::Bytes;
use publish::picture::{self, CONVERTER_VERSION, Note, PictureError, Shown};
use tokio::sync::Semaphore;

use crate::ctx::Ctx;
use crate::error::Error;
use crate::files::File;
use crate::kept::Kept;
use crate::viewer::content;

pub use publish::picture::CODES;

/// How much of converted pictures is remembered, in bytes.
const REMEMBERED: usize = 48 << 20;

/// How many pictures are converted at once; each may take half a gigabyte for a moment.
const AT_ONCE: usize = 2;

/// The pictures that were converted lately.
#[derive(Debug)]
pub(crate) struct Pictures {
    kept: Kept<Key, Looked>,
    places: Semaphore,
}

impl Default for Pictures {
    fn default() -> Self {
        Self { kept: Kept::new(REMEMBERED), places: Semaphore::new(AT_ONCE) }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    converter: u32,
    blob: String,
    media_type: String,
    small: bool,
}

/// A picture that was looked at, and what came of it.
pub type Looked = Result<Ready, Failed>;

/// A picture that a browser can show.
#[derive(Debug, Clone)]
pub struct Ready {
    pub media_type: &'static str,
    /// None when it can be shown as it is.
    pub converted: Option<Bytes>,
    pub notes: Vec<Note>,
}

/// Why a picture cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Failed {
    /// The stable word that keys its text.
    pub code: &'static str,
    pub unsupported: bool,
    pub too_large: bool,
}

impl From<Failed> for Error {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed { too_large: true, .. } => Self::PictureTooLarge,
            Failed { unsupported: true, .. } => Self::PictureUnsupported,
            Failed { .. } => Self::PictureUnreadable,
        }
    }
}

/// The media type that the name of a file promises.
pub fn type_of_name(name: &str) -> Option<&'static str> {
    s1000d::package::media_type_of(name)
}

/// What a browser can show of a picture.
pub async fn view(ctx: &Ctx, file: &File) -> Result<Arc<Looked>, Error> {
    look(ctx, file, false).await
}

/// The same, small.
pub async fn thumb(ctx: &Ctx, file: &File) -> Result<Arc<Looked>, Error> {
    look(ctx, file, true).await
}

async fn look(ctx: &Ctx, file: &File, small: bool) -> Result<Arc<Looked>, Error> {
    let stored = &file.version.content;
    let media_type = stored.media_type.clone();
    let key = Key { converter: CONVERTER_VERSION, blob: stored.blob.clone(), media_type: media_type.clone(), small };
    if let Some(known) = ctx.pictures.kept.get(&key) {
        return Ok(known);
    }
    let shown = match picture::shown_type(&media_type) {
        None => Err(PictureError::Unsupported),
        Some(_) if picture::needs_look(&media_type) && stored.size > picture::MAX_BYTES as u64 => {
            Err(PictureError::TooLarge)
        }
        Some(_) if !picture::needs_look(&media_type) && small => Err(PictureError::Unsupported),
        Some(media_type) if !picture::needs_look(media_type) => {
            Ok(Shown { media_type, converted: None, notes: Vec::new() })
        }
        Some(_) => {
            // Closed only when the program ends, and then nobody asks.
            let _place = ctx.pictures.places.acquire().await;
            // Who waited has not read the picture yet, and another may have converted it meanwhile.
            if let Some(known) = ctx.pictures.kept.get(&key) {
                return Ok(known);
            }
            let bytes = content(ctx, &stored.blob).await?;
            let convert = if small { picture::thumb } else { picture::view };
            tokio::task::spawn_blocking(move || convert(&bytes, &media_type)).await?
        }
    };
    let looked = shown.map(Ready::from).map_err(|error| Failed::from(&error));
    let weight = looked.as_ref().map_or(0, Ready::weight) + 500;
    Ok(ctx.pictures.kept.put(key, looked, weight))
}

impl Ready {
    fn weight(&self) -> usize {
        self.converted.as_ref().map_or(0, Bytes::len) + self.notes.len() * 200
    }
}

impl From<Shown> for Ready {
    fn from(shown: Shown) -> Self {
        Self { media_type: shown.media_type, converted: shown.converted.map(Bytes::from), notes: shown.notes }
    }
}

impl From<&PictureError> for Failed {
    fn from(error: &PictureError) -> Self {
        Self {
            code: error.code(),
            unsupported: error.is_unsupported(),
            too_large: matches!(error, PictureError::TooLarge),
        }
    }
}
