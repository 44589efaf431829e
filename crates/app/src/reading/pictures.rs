//! Pictures converted for browsers, remembered by what they are made of.

use std::sync::Arc;

use publish::picture::{self, BrowserPicture, CONVERTER_VERSION, PictureError};

use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::core::picture_cache::{Conversion, ConversionFailure, ConvertedPicture, PictureKey};
use crate::library::files::File;
use crate::reading::content;

pub use publish::picture::CODES;

/// The media type that the name of a file promises.
pub fn type_of_name(name: &str) -> Option<&'static str> {
    s1000d::package::media_type_of(name)
}

/// Converts a picture for browsers.
pub async fn view(ctx: &Ctx, file: &File) -> Result<Arc<Conversion>, Error> {
    look(ctx, file, false).await
}

/// The same, small.
pub async fn thumb(ctx: &Ctx, file: &File) -> Result<Arc<Conversion>, Error> {
    look(ctx, file, true).await
}

async fn look(ctx: &Ctx, file: &File, small: bool) -> Result<Arc<Conversion>, Error> {
    let stored = &file.version.content;
    let media_type = stored.media_type.clone();
    let key =
        PictureKey { converter: CONVERTER_VERSION, blob: stored.blob.clone(), media_type: media_type.clone(), small };
    if let Some(known) = ctx.pictures.cache.get(&key) {
        return Ok(known);
    }
    let shown = match picture::shown_type(&media_type) {
        None => Err(PictureError::Unsupported),
        Some(_) if picture::needs_look(&media_type) && stored.size > picture::MAX_BYTES as u64 => {
            Err(PictureError::TooLarge)
        }
        Some(_) if !picture::needs_look(&media_type) && small => Err(PictureError::Unsupported),
        Some(media_type) if !picture::needs_look(media_type) => {
            Ok(BrowserPicture { media_type, converted: None, notes: Vec::new() })
        }
        Some(_) => {
            // Closed only when the program ends.
            let _place = ctx.pictures.places.acquire().await;
            // Another request may have converted it while this one waited.
            if let Some(known) = ctx.pictures.cache.get(&key) {
                return Ok(known);
            }
            let bytes = match content::read(ctx, &stored.blob).await {
                // Not cached: the same content may be stored again.
                Err(Error::File(FileError::Damaged { .. })) => {
                    tracing::error!(file.path = %file.path, "The content of {} is missing or damaged", file.path);
                    return Ok(Arc::new(Err(ConversionFailure::from(&PictureError::Lost))));
                }
                read => read?,
            };
            let convert = if small { picture::thumb } else { picture::view };
            tokio::task::spawn_blocking(move || convert(&bytes, &media_type)).await?
        }
    };
    let looked = shown.map(ConvertedPicture::from).map_err(|error| ConversionFailure::from(&error));
    let weight = looked.as_ref().map_or(0, ConvertedPicture::weight) + 500;
    Ok(ctx.pictures.cache.put(key, looked, weight))
}
