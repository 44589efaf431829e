//! Raster images.

use std::io::Cursor;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits};

use super::{PNG, PictureError};

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 100_000_000;

/// The longest side of a thumbnail.
pub const THUMB_EDGE: u32 = 256;

/// The longest side of a converted picture; browsers refuse larger ones.
const MAX_EDGE: u32 = 8_192;

/// Memory limit for decoding one picture.
const MAX_MEMORY: u64 = 512 << 20;

fn format(media_type: &str) -> Option<ImageFormat> {
    Some(match media_type {
        PNG => ImageFormat::Png,
        "image/jpeg" => ImageFormat::Jpeg,
        "image/gif" => ImageFormat::Gif,
        "image/tiff" => ImageFormat::Tiff,
        _ => return None,
    })
}

/// Opens a decoder without decoding the pixels.
fn open<'a>(bytes: &'a [u8], media_type: &str) -> Result<impl ImageDecoder + 'a, PictureError> {
    let format = format(media_type).ok_or(PictureError::Unsupported)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY);
    reader.limits(limits);
    let decoder = reader.into_decoder().map_err(PictureError::Raster)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(PictureError::TooLarge);
    }
    Ok(decoder)
}

fn read(bytes: &[u8], media_type: &str) -> Result<DynamicImage, PictureError> {
    let decoder = open(bytes, media_type)?;
    if decoder.total_bytes() > MAX_MEMORY {
        return Err(PictureError::TooLarge);
    }
    DynamicImage::from_decoder(decoder).map_err(PictureError::Raster)
}

fn written(image: &DynamicImage) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut bytes, CompressionType::Fast, FilterType::Adaptive);
    image.write_with_encoder(encoder).map_err(PictureError::Raster)?;
    Ok(bytes)
}

pub(super) fn tiff_as_png(bytes: &[u8]) -> Result<Vec<u8>, PictureError> {
    let image = read(bytes, "image/tiff")?;
    let image = if image.width().max(image.height()) > MAX_EDGE { image.thumbnail(MAX_EDGE, MAX_EDGE) } else { image };
    written(&plain(image))
}

/// Reduces to eight bits per channel, the only PNG depth that every browser displays.
fn plain(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLuma8(_)
        | DynamicImage::ImageLumaA8(_)
        | DynamicImage::ImageRgb8(_)
        | DynamicImage::ImageRgba8(_) => image,
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(image.to_luma8()),
        other if other.color().has_alpha() => DynamicImage::ImageRgba8(other.to_rgba8()),
        other => DynamicImage::ImageRgb8(other.to_rgb8()),
    }
}

pub(super) fn thumb(bytes: &[u8], media_type: &str) -> Result<Vec<u8>, PictureError> {
    let image = read(bytes, media_type)?;
    let large = image.width().max(image.height()) > THUMB_EDGE;
    written(&plain(if large { image.thumbnail(THUMB_EDGE, THUMB_EDGE) } else { image }))
}

/// Checks the chunks of a PNG to its end: browsers would display a damaged one half.
pub(super) fn check_png(bytes: &[u8]) -> Result<(), PictureError> {
    check_head(bytes, PNG)?;
    let mut rest = bytes.get(8..).unwrap_or_default();
    while let Some((head, body)) = rest.split_first_chunk::<8>() {
        let length = u32::from_be_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let Some(end) = length.checked_add(4).filter(|end| *end <= body.len()) else {
            return Err(PictureError::Truncated);
        };
        let (data, after) = body.split_at(end);
        let (data, sum) = data.split_at(length);
        let mut digest = crc32fast::Hasher::new();
        digest.update(&head[4..]);
        digest.update(data);
        if digest.finalize().to_be_bytes() != sum {
            return Err(PictureError::Truncated);
        }
        if &head[4..] == b"IEND" {
            return Ok(());
        }
        rest = after;
    }
    Err(PictureError::Truncated)
}

/// Checks the header; browsers display as much of the rest as they can.
pub(super) fn check_head(bytes: &[u8], media_type: &str) -> Result<(), PictureError> {
    open(bytes, media_type).map(drop)
}
