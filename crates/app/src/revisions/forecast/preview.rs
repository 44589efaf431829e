//! The merge of one module before anybody confirms the revision.

use std::collections::HashSet;

use domain::id::SnapshotId;
use domain::object::ObjectKind;
use domain::path::{self, FilePath};
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::editing::merged_text::MergedText;
use crate::revisions::open_todo::{TodoText, source_of, todo_text};
use crate::revisions::{confirm, kept_entries, located, merging, restorable};

/// The confirmation's merge of a module that both sides changed.
#[derive(Debug, Clone)]
pub struct MergePreview {
    pub path: String,
    pub title: String,
    pub is_checked_out: bool,
    /// For a customised copy: the path of the module that it was made from.
    pub copy_of: Option<String>,
    pub base: Option<TodoText>,
    pub theirs: Option<TodoText>,
    pub ours: Option<TodoText>,
    /// Left out where a side is missing or is no text. Whether it is valid is known only at the confirmation.
    pub result: Option<MergedText>,
}

/// Merges the module at a path as a confirmation would; nothing is stored. `None` for the path means that there is none.
pub async fn read(ctx: &Ctx, caller: &Caller, id: SnapshotId, path: Option<&FilePath>) -> Result<MergePreview, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let located = located::find(&mut tx, id).await?;
    let path = path.ok_or(Error::NotFound(Missing::File))?;
    let object = restorable::object_at(&mut tx, &located, path).await?;
    let (touched, held) = confirm::touched(ctx, &mut tx, &located).await?;
    let found = touched.iter().find(|one| one.object_id == object && one.trio().is_met()).cloned();
    let found = found.ok_or(Error::NotFound(Missing::File))?;
    let (_, _, leaving) = confirm::sorted(touched, &held);
    let trio = found.trio();
    let base = merging::file(&mut tx, trio.base).await?;
    let theirs = merging::file(&mut tx, trio.theirs).await?.filter(|theirs| !theirs.deleted);
    let ours = merging::file(&mut tx, trio.ours).await?;
    let kept = match &base {
        Some(base) => kept_entries::staying(&mut tx, &located, (base, theirs.as_ref()), &leaving).await?,
        None => HashSet::new(),
    };
    drop(tx);
    let texts = [
        source_of(ctx, base.as_ref()).await?,
        source_of(ctx, theirs.as_ref()).await?,
        source_of(ctx, ours.as_ref()).await?,
    ];
    let result = match &texts {
        [Some(base), Some(theirs), Some(ours)] => kept_entries::merged(found.kind, [base, theirs, ours], &kept).await?,
        _ => None,
    };
    let [base_text, their_text, our_text] = texts;
    let (csdb, manual) = (located.manual.csdb_name.as_str(), located.manual.name.as_str());
    let home = (found.kind != ObjectKind::Icn).then_some(manual);
    Ok(MergePreview {
        path: path::of_object(csdb, home, &found.key),
        is_checked_out: held.contains(&object),
        copy_of: found.source.map(|source| path::of_object(csdb, home, &source.key)),
        title: found.title,
        base: todo_text(base.as_ref(), base_text),
        theirs: todo_text(theirs.as_ref(), their_text),
        ours: todo_text(ours.as_ref(), our_text),
        result,
    })
}
