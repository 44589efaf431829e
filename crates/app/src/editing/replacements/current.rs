//! The texts that the caller would edit next.

use domain::draft::Draft;
use domain::file::File;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::editing::{drafts, source};

/// The text of a file that the caller would edit next: their open draft, or the version in the working lane.
pub(super) async fn current_text(ctx: &Ctx, caller: &Caller, file: &File) -> Result<(String, Option<Draft>), Error> {
    if is_own(caller, file) {
        let mut tx = caller.read(ctx).await?;
        // The file may be another user's by now: whoever holds it was listed some seconds ago.
        if let Some(draft) = drafts::find_own(&mut tx, caller, file.object.id).await? {
            let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or(Error::NotFound(Missing::Draft))?;
            return Ok((text, Some(draft)));
        }
    }
    Ok((source::read_short(ctx, file).await?, None))
}

/// Whether the caller has checked the file out.
fn is_own(caller: &Caller, file: &File) -> bool {
    file.holder.as_ref().is_some_and(|holder| holder.user == caller.user.id)
}
