//! Two versions of a module, each with what was beside it.

use domain::language::Locale;
use domain::permission::Permission;

use super::{ModuleView, ViewOptions, find, open};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::revisions::Reading;

/// A version of a module, drawn beside another.
#[derive(Debug, Clone)]
pub struct ComparedVersion {
    pub view: ModuleView,
    /// The revision in which everything it names was looked up; none while it is what people work with.
    pub revision: Option<String>,
}

/// Two versions of the module at a path, drawn for nobody in particular.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    path: &str,
    [left, right]: [String; 2],
    locale: Locale,
) -> Result<[ComparedVersion; 2], Error> {
    caller.require(Permission::ReadContent)?;
    let drawn = async |version: String| {
        let revision = revision_of(ctx, path, &version).await?;
        let reading = Reading { revision: revision.clone(), ..Reading::default() };
        let options = ViewOptions { version: Some(version), locale, ..ViewOptions::default() };
        let view = open(ctx, caller, path, &reading, &options).await?;
        Ok::<_, Error>(ComparedVersion { view, revision })
    };
    Ok([drawn(left).await?, drawn(right).await?])
}

/// The newest revision that a version of a module belongs to, unless it is the one that people work with.
async fn revision_of(ctx: &Ctx, path: &str, version: &str) -> Result<Option<String>, Error> {
    let mut tx = ctx.db.read().await?;
    let opened = find(&mut tx, path, &Reading::default(), Some(version)).await?;
    let held = match opened.own {
        Some(snapshot) => store::files::find(&mut tx, snapshot, opened.file.object.id).await?,
        None => None,
    };
    if held.is_some_and(|held| held.version_id == opened.file.version_id) {
        return Ok(None);
    }
    let newest = store::files::find_newest_revision(&mut tx, opened.file.version_id).await?;
    Ok(newest.map(|snapshot| snapshot.to_string()))
}
