//! Images of regulations, as the pages of their requirements show them.

use bytes::Bytes;
use domain::id::PolicyItemId;
use domain::permission::Permission;
use publish::picture;
use store::regulations::ItemImage;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

/// An image of a requirement.
#[derive(Debug, Clone)]
pub struct RequirementImage {
    pub image: ItemImage,
    /// Browsers can display it; otherwise it can only be downloaded.
    pub is_displayed: bool,
}

/// The bytes of an image.
#[derive(Debug, Clone)]
pub struct ImageBytes {
    pub file_name: String,
    pub media_type: &'static str,
    pub bytes: Bytes,
}

/// The images of a requirement, in their order.
pub async fn list(ctx: &Ctx, caller: &Caller, id: &PolicyItemId) -> Result<Vec<RequirementImage>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::item(&mut tx, id).await?;
    let found = store::regulations::list_item_images(&mut tx, id).await?;
    let image = |image: ItemImage| RequirementImage {
        is_displayed: picture::shown_type(&image.image.media_type).is_some(),
        image,
    };
    Ok(found.into_iter().map(image).collect())
}

/// One image of a requirement, by the hash of its bytes: converted for browsers if they can display it, else as it is.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PolicyItemId, sha256: &str) -> Result<ImageBytes, Error> {
    let missing = || Error::NotFound(Missing::Artifact);
    let found = list(ctx, caller, id).await?.into_iter().find(|one| one.image.image.blob.as_str() == sha256);
    let ItemImage { name: file_name, image, .. } = found.ok_or_else(missing)?.image;
    let original = ctx.blobs.read(&image.blob).await?.ok_or_else(missing)?;
    let bytes = original.clone();
    // Closed only when the program ends.
    let _place = ctx.pictures.places.acquire().await;
    let looked = tokio::task::spawn_blocking(move || picture::view(&bytes, &image.media_type)).await?;
    Ok(match looked {
        Ok(shown) => {
            let bytes = shown.converted.map_or(original, Bytes::from);
            ImageBytes { file_name, media_type: shown.media_type, bytes }
        }
        Err(error) => {
            tracing::debug!(image.name = %file_name, "An image of a regulation cannot be displayed: {error}");
            ImageBytes { file_name, media_type: "application/octet-stream", bytes: original }
        }
    })
}
