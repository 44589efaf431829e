//! Converts pictures for browsers: CGM and TIFF are converted, SVG is sanitised, thumbnails are made.
//!
//! Bytes in, bytes out. Any input gives a result within limits of size, pixels and memory; a broken picture is an error
//! with a code, never a panic.

mod raster;

use cgm::{CgmError, ConvertOptions};
use s1000d::guard::Refusal;

pub use raster::{MAX_PIXELS, THUMB_EDGE};

/// Part of every cache key; raise it whenever a conversion result changes.
pub const CONVERTER_VERSION: u32 = 1;

/// The largest accepted picture, in bytes.
pub const MAX_BYTES: usize = 64 << 20;

/// Every code of a note or an error; the translations are checked against it.
pub const CODES: [&str; 23] = [
    "cgm.character_encoding",
    "cgm.character_set_unknown",
    "cgm.clear_text",
    "cgm.end_missing",
    "cgm.escape_ignored",
    "cgm.extent_invalid",
    "cgm.font_replaced",
    "cgm.limit_reached",
    "cgm.malformed",
    "cgm.more_pictures",
    "cgm.no_picture",
    "cgm.not_cgm",
    "cgm.not_drawn",
    "cgm.style_replaced",
    "cgm.too_large",
    "cgm.truncated",
    "cgm.unknown_element",
    "picture.lost",
    "picture.missing",
    "picture.too_large",
    "picture.truncated",
    "picture.unreadable",
    "picture.unsupported",
];

pub(crate) const PNG: &str = "image/png";
const SVG: &str = "image/svg+xml";

/// A picture for browsers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserPicture {
    pub media_type: &'static str,
    /// `None` when the original can be displayed unchanged.
    pub converted: Option<Vec<u8>>,
    /// Known defects of the conversion.
    pub notes: Vec<Note>,
}

/// A remark about a picture: a message key with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    pub code: &'static str,
    pub values: Vec<(&'static str, String)>,
}

/// The reason a picture cannot be displayed.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("no browser shows pictures of this kind")]
    Unsupported,
    #[error("the picture is too large")]
    TooLarge,
    #[error("the metafile cannot be converted")]
    Metafile(#[source] CgmError),
    #[error("the SVG cannot be read")]
    Svg(#[source] Refusal),
    #[error("the picture cannot be read")]
    Raster(#[source] image::ImageError),
    #[error("the picture ends too early")]
    Truncated,
    #[error("the content of the picture is missing or damaged")]
    Lost,
}

impl PictureError {
    /// Stable message key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unsupported => "picture.unsupported",
            Self::TooLarge => "picture.too_large",
            Self::Metafile(error) => error.code(),
            Self::Svg(_) | Self::Raster(_) => "picture.unreadable",
            Self::Truncated => "picture.truncated",
            Self::Lost => "picture.lost",
        }
    }

    /// The file is intact, but its format is not supported.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Self::Unsupported | Self::Metafile(CgmError::ClearText | CgmError::CharacterEncoding))
    }
}

/// The content type a picture is served with; `None` when browsers cannot display it.
pub fn shown_type(media_type: &str) -> Option<&'static str> {
    Some(match media_type {
        "image/cgm" | SVG => SVG,
        "image/tiff" | PNG => PNG,
        "image/jpeg" => "image/jpeg",
        "image/gif" => "image/gif",
        "application/pdf" => "application/pdf",
        "video/mp4" => "video/mp4",
        "video/webm" => "video/webm",
        "audio/mpeg" => "audio/mpeg",
        "audio/wav" => "audio/wav",
        _ => return None,
    })
}

/// Pictures of this type are checked or converted first; the others are served unchanged.
pub fn needs_look(media_type: &str) -> bool {
    matches!(media_type, "image/cgm" | SVG | "image/tiff" | PNG | "image/jpeg" | "image/gif")
}

/// Converts a picture for browsers.
pub fn view(bytes: &[u8], media_type: &str) -> Result<BrowserPicture, PictureError> {
    let shown = shown_type(media_type).ok_or(PictureError::Unsupported)?;
    if needs_look(media_type) && bytes.len() > MAX_BYTES {
        return Err(PictureError::TooLarge);
    }
    let as_it_is = BrowserPicture { media_type: shown, converted: None, notes: Vec::new() };
    match media_type {
        "image/cgm" => metafile(bytes),
        SVG => Ok(BrowserPicture { converted: Some(harmless(bytes)?), ..as_it_is }),
        "image/tiff" => Ok(BrowserPicture { converted: Some(raster::tiff_as_png(bytes)?), ..as_it_is }),
        PNG => raster::check_png(bytes).map(|()| as_it_is),
        "image/jpeg" | "image/gif" => raster::check_head(bytes, media_type).map(|()| as_it_is),
        _ => Ok(as_it_is),
    }
}

/// A thumbnail of at most [`THUMB_EDGE`] on each side; vector graphics stay as they are.
pub fn thumb(bytes: &[u8], media_type: &str) -> Result<BrowserPicture, PictureError> {
    match media_type {
        "image/cgm" | SVG => view(bytes, media_type),
        _ if !needs_look(media_type) => Err(PictureError::Unsupported),
        _ if bytes.len() > MAX_BYTES => Err(PictureError::TooLarge),
        _ => {
            let converted = Some(raster::thumb(bytes, media_type)?);
            Ok(BrowserPicture { media_type: PNG, converted, notes: Vec::new() })
        }
    }
}

fn metafile(bytes: &[u8]) -> Result<BrowserPicture, PictureError> {
    let converted = cgm::convert(bytes, &ConvertOptions::default()).map_err(|error| match error {
        CgmError::TooLarge { .. } => PictureError::TooLarge,
        error => PictureError::Metafile(error),
    })?;
    let notes = converted.report.warnings.iter();
    let notes = notes.map(|warning| Note { code: warning.code(), values: warning.values() }).collect();
    Ok(BrowserPicture { media_type: SVG, converted: Some(converted.svg.into_bytes()), notes })
}

fn harmless(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    s1000d::svg::sanitise(bytes).map(String::into_bytes).map_err(PictureError::Svg)
}
