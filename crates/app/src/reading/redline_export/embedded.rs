//! The pictures of an exported redline.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use publish::redline::{EmbeddedPicture, FigurePictures};

use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::viewer::{ComparedPage, Media, PictureState, ResolvedPicture};
use crate::reading::{content, pictures};

/// Bytes of one picture in an HTML file, and of all of them.
const MAX_PICTURE: usize = 4 << 20;
const MAX_PICTURES: usize = 64 << 20;

/// The room for pictures in a file.
#[derive(Debug)]
pub(super) struct PictureRoom {
    /// Bytes that may still be added.
    left: usize,
}

impl Default for PictureRoom {
    fn default() -> Self {
        Self { left: MAX_PICTURES }
    }
}

/// The pictures of a page.
#[derive(Debug)]
pub(super) struct EmbeddedPage {
    pub(super) pictures: Vec<FigurePictures>,
    /// A picture did not fit into the file.
    pub(super) is_incomplete: bool,
}

/// The result for a picture.
enum PictureFit {
    Embedded(EmbeddedPicture),
    /// There is nothing to show: the page says why.
    None,
    TooLarge,
}

impl PictureRoom {
    /// The pictures of a page as far as there is room for them, and beside replaced ones those before.
    pub(super) async fn embed(&mut self, ctx: &Ctx, page: &ComparedPage) -> Result<EmbeddedPage, Error> {
        let mut embedded = EmbeddedPage { pictures: Vec::with_capacity(page.figures.len()), is_incomplete: false };
        for (index, figure) in page.figures.iter().enumerate() {
            let replaced = page.replaced.iter().find(|replaced| replaced.figure == index);
            let mut pictures = FigurePictures::default();
            if let Some(before) = replaced.and_then(|replaced| replaced.before.as_ref()) {
                pictures.before = self.put(ctx, before, &mut embedded.is_incomplete).await?;
            }
            pictures.now = self.put(ctx, figure, &mut embedded.is_incomplete).await?;
            embedded.pictures.push(pictures);
        }
        Ok(embedded)
    }

    async fn put(
        &mut self,
        ctx: &Ctx,
        figure: &ResolvedPicture,
        is_incomplete: &mut bool,
    ) -> Result<Option<EmbeddedPicture>, Error> {
        match self.fit(ctx, figure).await? {
            PictureFit::Embedded(picture) => Ok(Some(picture)),
            PictureFit::None => Ok(None),
            PictureFit::TooLarge => {
                *is_incomplete = true;
                Ok(None)
            }
        }
    }

    async fn fit(&mut self, ctx: &Ctx, figure: &ResolvedPicture) -> Result<PictureFit, Error> {
        let (PictureState::Found, Some(Media::Image | Media::Cgm), Some(file)) =
            (figure.state, figure.media, figure.file.as_ref())
        else {
            return Ok(PictureFit::None);
        };
        if file.version.content.size > MAX_PICTURE as u64 {
            return Ok(PictureFit::TooLarge);
        }
        let viewed = pictures::view(ctx, file).await?;
        let Ok(shown) = viewed.as_ref() else { return Ok(PictureFit::None) };
        let bytes = match &shown.converted {
            Some(bytes) => Some(bytes.clone()),
            None => content::find(ctx, &file.version.content.blob).await?,
        };
        let Some(bytes) = bytes else { return Ok(PictureFit::None) };
        if bytes.len() > MAX_PICTURE.min(self.left) {
            return Ok(PictureFit::TooLarge);
        }
        self.left -= bytes.len();
        Ok(PictureFit::Embedded(EmbeddedPicture { media_type: shown.media_type, bytes: STANDARD.encode(&bytes) }))
    }
}
