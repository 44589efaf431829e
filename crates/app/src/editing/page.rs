//! The page of a draft: its text as readers will see it, with the runs of text that can be edited.

use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};
use crate::editing::{drafts, source};
use crate::reading::viewer::{self, EditedPage};

/// Renders a text of the file at a path, which the caller has checked out. Nothing is stored.
pub async fn render(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    locale: Locale,
) -> Result<EditedPage, Error> {
    caller.require_person(Permission::EditContent)?;
    drafts::held(&mut caller.read(ctx).await?, caller, path).await?;
    source::refuse_long(&text).map_err(DraftError::Refused)?;
    viewer::edited(ctx, caller, path, text, locale).await
}
