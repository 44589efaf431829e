//! The form with the metadata of a module.

use domain::path::FilePath;
use s1000d::form::metadata;

use super::FormEdit;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};

pub use s1000d::form::FormText;
pub use s1000d::form::metadata::{
    EnterpriseFields, MetadataChange, ModuleMetadata, QualityFields, ReasonChange, ReasonFields, SecurityFields,
    TitleFields,
};

/// The metadata of a text of the file at a path, which the caller has checked out; with a change the edits that make it,
/// and the metadata afterwards.
pub async fn edit(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    change: Option<MetadataChange>,
) -> Result<(Vec<FormEdit>, ModuleMetadata), Error> {
    super::held(ctx, caller, path, &text).await?;
    tokio::task::spawn_blocking(move || edited(text, change.as_ref())).await?
}

fn edited(text: String, change: Option<&MetadataChange>) -> Result<(Vec<FormEdit>, ModuleMetadata), Error> {
    let (edits, text) = match change {
        Some(change) => super::made(&text, metadata::edit(&text, change).map_err(DraftError::Refused)?)?,
        None => (Vec::new(), text),
    };
    Ok((edits, metadata::read(&text).map_err(DraftError::Refused)?))
}
