//! The result of a merge as readers see it: each difference from the old OEM text says which side it comes from.

use domain::id::{RevisionTodoId, SnapshotId};
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;

use super::located;
use super::merging;
use super::open_todo::{self, TodoFiles};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::source;
use crate::reading::viewer::{self, ComparedState, ComparedStates, MergedSides};

/// Draws a text of a to-do, or the one in the working lane when none is given. Nothing is stored.
pub async fn draw(
    ctx: &Ctx,
    caller: &Caller,
    (revision, id): (SnapshotId, &RevisionTodoId),
    text: Option<String>,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require(Permission::ReadContent)?;
    let text = match text {
        Some(text) => Some(source::accepted(text).await?),
        None => None,
    };
    let mut tx = caller.read(ctx).await?;
    let (located, listed) = open_todo::find(&mut tx, revision, id).await?;
    let files = TodoFiles::read(&mut tx, &located, &listed).await?;
    let todo = &listed.todo;
    let is_newest = located::is_newest(&mut tx, &located, files.delivered_object(&listed), todo.trio.theirs).await?;
    let is_copy = files.source().is_some();
    // A result is made from the text that the confirmation found; the present one has the result already.
    let ours = merging::file(&mut tx, todo.trio.ours).await?.or(files.ours);
    // The working lane may have gone on with a later revision, whose changes are none of this to-do.
    let result = if is_newest {
        files.working
    } else {
        merging::file(&mut tx, todo.result.or(todo.trio.ours)).await?.or(files.working)
    };
    drop(tx);
    let (Some(base), Some(theirs), Some(ours), Some(result)) = (files.base, files.theirs, ours, result) else {
        return Err(merging::gone());
    };
    let path = FilePath::parse(&listed.path).ok_or_else(merging::gone)?;
    let sides = MergedSides {
        theirs: source::read(ctx, &theirs).await?.text().to_owned(),
        ours: source::read(ctx, &ours).await?.text().to_owned(),
    };
    let result = text.map_or(ComparedState::Version(result.version_id), ComparedState::Draft);
    // The source of a copy is no version of the copy.
    let base = if is_copy {
        ComparedState::Draft(source::read(ctx, &base).await?.text().to_owned())
    } else {
        ComparedState::Version(base.version_id)
    };
    let states = [base, result];
    Box::pin(viewer::compare_merged(ctx, caller, &path, states, sides, locale)).await
}
