//! Resolves the pictures of a module in the revision that is read.

use domain::text::fold;
use publish::picture::{Note, shown_type};
use s1000d::document::html::{Figure, Media, Rendered};
use s1000d::object::illustration_code;

use super::LocatedModule;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::files::{File, NamedFiles};
use crate::reading::pictures;

/// Bytes of pictures that are checked for one module; any beyond are checked when they are displayed.
const MAX_LOOKED_AT: u64 = 8 << 20;

/// A picture of a module, looked up.
#[derive(Debug, Clone)]
pub struct ResolvedPicture {
    pub state: PictureState,
    pub media: Option<Media>,
    /// The file, if there is one.
    pub file: Option<File>,
    /// As its bytes are served to be shown.
    pub media_type: Option<&'static str>,
    /// Why it cannot be shown, or what it lacks.
    pub notes: Vec<Note>,
}

/// Whether a picture can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureState {
    Found,
    Missing,
    /// It is there, of a kind no browser shows.
    Unsupported,
    /// It is there, and broken.
    Unreadable,
}

pub(super) fn code_of(figure: &Figure) -> &str {
    illustration_code(&figure.icn, figure.file.as_deref())
}

/// One answer for each figure, in their order.
pub(super) async fn resolve(
    ctx: &Ctx,
    opened: &LocatedModule,
    rendered: &Rendered,
    named: &NamedFiles,
) -> Result<Vec<ResolvedPicture>, Error> {
    let mut all = Vec::with_capacity(rendered.figures.len());
    let mut looked_at = 0;
    for figure in &rendered.figures {
        let Some(file) = best(figure, opened, named) else {
            all.push(said(PictureState::Missing, "picture.missing", None));
            continue;
        };
        looked_at += file.version.content.size;
        all.push(pictured(ctx, file, looked_at <= MAX_LOOKED_AT).await?);
    }
    Ok(all)
}

fn said(state: PictureState, code: &'static str, file: Option<File>) -> ResolvedPicture {
    let notes = vec![Note { code, values: Vec::new() }];
    ResolvedPicture { state, media: None, file, media_type: None, notes }
}

async fn pictured(ctx: &Ctx, file: &File, look: bool) -> Result<ResolvedPicture, Error> {
    let stored = &file.version.content;
    let Some((media, media_type)) = media(&stored.media_type).zip(shown_type(&stored.media_type)) else {
        // The importer stores a file without a type when its content does not match its name.
        let named = pictures::type_of_name(&file.object.identity.key).is_some();
        let (state, code) = if named {
            (PictureState::Unreadable, "picture.unreadable")
        } else {
            (PictureState::Unsupported, "picture.unsupported")
        };
        return Ok(said(state, code, Some(file.clone())));
    };
    let found = ResolvedPicture {
        state: PictureState::Found,
        media: Some(media),
        file: Some(file.clone()),
        media_type: Some(media_type),
        notes: Vec::new(),
    };
    if !look {
        return Ok(found);
    }
    let looked = pictures::view(ctx, file).await?;
    Ok(match looked.as_ref() {
        Ok(shown) => ResolvedPicture { notes: shown.notes.clone(), ..found },
        Err(failed) => {
            let state = if failed.unsupported { PictureState::Unsupported } else { PictureState::Unreadable };
            said(state, failed.code, Some(file.clone()))
        }
    })
}

/// The file that a figure means: among those of a code the one that its entity names, else the easiest to show.
fn best<'a>(figure: &Figure, opened: &LocatedModule, named: &'a NamedFiles) -> Option<&'a File> {
    let entity = figure.file.as_deref().and_then(|file| file.rsplit(['/', '\\']).next()).map(fold);
    named.nearest_by(&opened.file, opened.own, code_of(figure), None, |file| {
        let other = entity.as_ref().is_none_or(|name| fold(&file.object.identity.key) != *name);
        let is_media = file.object.manual_id.is_none();
        is_media.then(|| (other, ease(&file.version.content.media_type)))
    })
}

fn ease(media_type: &str) -> u8 {
    match media(media_type) {
        Some(Media::Image) => 0,
        Some(Media::Cgm) => 1,
        Some(_) => 2,
        None => 3,
    }
}

fn media(media_type: &str) -> Option<Media> {
    match media_type {
        "image/cgm" => Some(Media::Cgm),
        "application/pdf" => Some(Media::Pdf),
        _ if media_type.starts_with("image/") => Some(Media::Image),
        _ if media_type.starts_with("video/") => Some(Media::Video),
        _ if media_type.starts_with("audio/") => Some(Media::Audio),
        _ => None,
    }
}
