//! Links to paragraphs, which name the version in which they were made.

use domain::comment::ThreadPlace;
use domain::field::FieldCode;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::workspace::parse_anchor;

use super::located;
use super::paragraphs::{self, AnchoredParagraph, QuotedPlace};
use super::place_finder::own_place;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// A paragraph of one version in another version of the same module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FollowedPlace {
    pub place: ThreadPlace,
    /// The beginning of its text in the version that the link was made in.
    pub quote: String,
}

/// Finds the paragraph that a link leads to, which was made while another version was read.
pub async fn follow(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    [from, to]: [VersionId; 2],
    anchor: &str,
) -> Result<FollowedPlace, Error> {
    caller.require(Permission::ReadContent)?;
    let anchor = parse_anchor(anchor).map_err(|code| Error::field("anchor", code))?;
    let mut tx = caller.read(ctx).await?;
    let read = located::version(&mut tx, path, from).await?;
    let open = located::version(&mut tx, path, to).await?;
    drop(tx);
    let quoted = paragraphs::quoted(ctx, &read, paragraphs::html_id(&anchor)).await?;
    let QuotedPlace { anchor, quote } = quoted.ok_or_else(|| Error::field("anchor", FieldCode::UnknownValue))?;
    let [from, to] = [read, open].map(|file| file.version.content.blob);
    if from == to {
        return Ok(FollowedPlace { place: own_place(&anchor), quote });
    }
    let found = paragraphs::find(ctx, &[AnchoredParagraph { from, to, anchor }]).await?.pop();
    Ok(FollowedPlace { place: found.map_or_else(ThreadPlace::gone, |paragraph| paragraph.place), quote })
}
