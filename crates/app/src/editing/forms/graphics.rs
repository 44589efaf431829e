//! The form with the image of a figure.

use domain::field::FieldCode;
use domain::path::FilePath;
use domain::snapshot::Reading;
use domain::text::fold;
use s1000d::document::SourceText;
use s1000d::form::graphics::{self, IllustrationFile};

use super::FormEdit;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, Missing};
use crate::library::files;

pub use s1000d::form::graphics::{GraphicFields, HotspotFields};

/// A graphic, with the path of the media file that it shows.
#[derive(Debug, Clone)]
pub struct LocatedGraphic {
    pub fields: GraphicFields,
    /// `None` when the database has no such file.
    pub media: Option<String>,
}

/// A graphic that is to show another file.
#[derive(Debug, Clone)]
pub struct GraphicChange {
    /// Among the graphics at the position.
    pub number: usize,
    pub media: FilePath,
}

/// The graphics at a position of a text of the file at a path, which the caller has checked out; with a change the edits
/// that make it, and the graphics afterwards. The position is in units of UTF-16.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    position: usize,
    change: Option<GraphicChange>,
) -> Result<(Vec<FormEdit>, Vec<LocatedGraphic>), Error> {
    let file = super::held(ctx, caller, path, &text).await?;
    let change = match change {
        Some(GraphicChange { number, media }) => Some((number, illustration(ctx, caller, path, &media).await?)),
        None => None,
    };
    let (edits, fields) = tokio::task::spawn_blocking(move || edited(text, position, change.as_ref())).await??;
    let mut tx = caller.read(ctx).await?;
    let mut located = Vec::with_capacity(fields.len());
    for fields in fields {
        let found = store::files::list_media_of(&mut tx, &file.object.csdb_id, &fold(&fields.ident)).await?;
        located.push(LocatedGraphic { media: found.into_iter().next().map(|media| media.path), fields });
    }
    Ok((edits, located))
}

/// The media file at a path of the same database.
async fn illustration(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    media: &FilePath,
) -> Result<IllustrationFile, Error> {
    if !matches!(media, FilePath::Media(_)) || media.csdb() != path.csdb() {
        return Err(Error::NotFound(Missing::File));
    }
    let mut tx = caller.read(ctx).await?;
    let identity = files::at_path(&mut tx, media, &Reading::default()).await?.file.object.identity;
    Ok(IllustrationFile { code: identity.code, name: identity.key })
}

fn edited(
    text: String,
    position: usize,
    change: Option<&(usize, IllustrationFile)>,
) -> Result<(Vec<FormEdit>, Vec<GraphicFields>), Error> {
    let source = SourceText::default().with_text(text);
    let unknown = || Error::field("position", FieldCode::UnknownValue);
    let text = source.text();
    // A text that is not well-formed is refused first.
    graphics::read(text, 0).map_err(DraftError::Refused)?;
    let at = source.byte_range(0..position).map(|before| before.end).ok_or_else(unknown)?;
    let Some((number, file)) = change else {
        return Ok((Vec::new(), graphics::read(text, at).map_err(DraftError::Refused)?));
    };
    let splices = graphics::edit(text, at, *number, file).map_err(DraftError::Refused)?;
    let before: usize =
        splices.iter().flatten().filter(|splice| splice.range.end <= at).map(|one| one.text.len()).sum();
    let gone: usize = splices.iter().flatten().filter(|splice| splice.range.end <= at).map(|one| one.range.len()).sum();
    let (edits, after) = super::made(text, splices)?;
    Ok((edits, graphics::read(&after, (at + before).saturating_sub(gone)).map_err(DraftError::Refused)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphics_are_found_again_behind_new_declarations() {
        let text = "<dmodule><figure><title>\u{1d11e}P</title><graphic infoEntityIdent='ICN-A'/></figure></dmodule>";
        let units = text[..text.find('P').expect("a sign")].encode_utf16().count();
        let file = IllustrationFile { code: "ICN-B".to_owned(), name: "ICN-B.SVG".to_owned() };
        let (edits, fields) = edited(text.to_owned(), units, Some(&(0, file))).expect("a change");
        assert_eq!(edits.len(), 2, "the declarations and the attribute");
        assert_eq!(fields[0].ident, "ICN-B");
        assert!(edited(text.to_owned(), 9_999, None).is_err());
    }
}
