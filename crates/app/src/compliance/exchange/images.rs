//! Storing the images of a file.

use std::collections::HashSet;

use bytes::Bytes;
use regulations::model::SourceCollection;
use store::regulations::PolicyImage;

use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Puts the images of a file into the blob store. Nothing names them before the takeover is written.
pub(super) async fn put(ctx: &Ctx, collection: &SourceCollection) -> Result<Vec<PolicyImage>, Error> {
    let mut known = HashSet::new();
    let mut images = Vec::new();
    for image in collection.images.iter().filter(|image| !image.bytes.is_empty()) {
        let blob = ctx.blobs.put(Bytes::from(image.bytes.clone())).await?;
        if known.insert(blob.clone()) {
            let size = image.bytes.len() as u64;
            images.push(PolicyImage { blob, media_type: image.media_type.clone(), size });
        }
    }
    Ok(images)
}
