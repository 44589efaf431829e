//! Drafts: the text of a checked-out file, saved while it is edited.

use domain::access::AccessLevel;
use domain::draft::{Draft, DraftOfFile, DraftState, NO_TAB};
use domain::file::File;
use domain::id::DraftId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use store::Tx;
use store::drafts::DraftText;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, Missing};
use crate::editing::{checkouts, source};
use crate::library::files;

pub use source::MAX_TEXT;

/// A draft with its text.
#[derive(Debug, Clone)]
pub struct OpenDraft {
    pub draft: Draft,
    pub text: String,
    /// The file has another version now than the one that the draft was made from, or is gone.
    pub is_outdated: bool,
}

/// Opens the draft of the file at a path for a browser tab; the first time it is the text that was checked out.
///
/// While another tab has it open, only `take_over` lets this one save. A draft that no tab has opened yet is taken over.
pub async fn open(ctx: &Ctx, caller: &Caller, path: &FilePath, tab: &str, take_over: bool) -> Result<OpenDraft, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let file = held(&mut tx, caller, path).await?;
    if store::drafts::find_open(&mut tx, file.object.id).await?.is_none() {
        drop(tx);
        begin(ctx, caller, path, &file, tab).await?;
        tx = caller.begin(ctx).await?;
    }
    let mut draft = store::drafts::find_open(&mut tx, file.object.id).await?.ok_or_else(missing)?;
    let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
    if draft.tab != tab && (take_over || draft.tab == NO_TAB) {
        store::drafts::take_over(&mut tx, &draft.id, tab).await?;
        tx.commit().await?;
        tab.clone_into(&mut draft.tab);
    }
    Ok(OpenDraft { is_outdated: draft.is_outdated(file.version_id), draft, text })
}

/// Begins a draft with the text that was checked out, unless another tab has just done so. The text is read before the
/// transaction, which other writers wait for.
async fn begin(ctx: &Ctx, caller: &Caller, path: &FilePath, file: &File, tab: &str) -> Result<(), Error> {
    let text = source::read_short(ctx, file).await?;
    let now = ctx.clock.now();
    let draft = Draft {
        id: DraftId(ctx.ids.next()),
        object_id: file.object.id,
        user_id: caller.user.id.clone(),
        base: file.version_id,
        sha256: source::sha256(&text),
        size: text.len() as u64,
        tab: tab.to_owned(),
        state: DraftState::Open,
        opened_on: now,
        saved_on: now,
        ended_on: None,
    };
    let mut tx = caller.begin(ctx).await?;
    if held(&mut tx, caller, path).await?.version_id != file.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    store::drafts::insert(&mut tx, &draft, &text).await?;
    Ok(tx.commit().await?)
}

fn missing() -> Error {
    Error::NotFound(Missing::Draft)
}

/// The file at a path, if the caller has checked it out.
pub(crate) async fn held(tx: &mut Tx, caller: &Caller, path: &FilePath) -> Result<File, Error> {
    let file = files::writable(tx, path, AccessLevel::Author).await?.file;
    checkouts::require_own(caller, &file)?;
    Ok(file)
}

/// A text that a browser tab wants to save.
#[derive(Debug, Clone)]
pub struct TabText {
    pub text: String,
    /// The SHA-256 of the text that it was made from, as the server gave it.
    pub replaces: String,
    pub tab: String,
}

/// Saves the draft of the file at a path. Saving the same text again, after a lost answer, is not an error.
pub async fn save(ctx: &Ctx, caller: &Caller, path: &FilePath, saved: TabText) -> Result<Draft, Error> {
    caller.require_person(Permission::EditContent)?;
    let checked = tokio::task::spawn_blocking(move || {
        let refused = source::refuse_hostile(&saved.text);
        let sha256 = source::sha256(&saved.text);
        refused.map(|()| (saved, sha256))
    });
    let (saved, sha256) = checked.await?.map_err(DraftError::Refused)?;
    let mut tx = caller.begin(ctx).await?;
    let object = held(&mut tx, caller, path).await?.object.id;
    let draft = store::drafts::find_open(&mut tx, object).await?.ok_or_else(missing)?;
    if draft.tab == saved.tab && draft.sha256 == sha256 {
        return Ok(draft);
    }
    let now = ctx.clock.now();
    let text =
        DraftText { content: &saved.text, sha256: &sha256, replaces: &saved.replaces, tab: &saved.tab, saved_on: now };
    if !store::drafts::save(&mut tx, &draft.id, &text).await? {
        // Read again: another transaction may have changed it after the first look.
        let other = store::drafts::find_open(&mut tx, object).await?.ok_or_else(missing)?;
        let is_elsewhere = other.tab != saved.tab;
        let newer = DraftError::Newer { sha256: other.sha256 };
        return Err(if is_elsewhere { DraftError::OpenElsewhere } else { newer }.into());
    }
    tx.commit().await?;
    Ok(Draft { size: saved.text.len() as u64, saved_on: now, sha256, ..draft })
}

/// The open draft of the file at a path, which the caller has checked out.
pub(super) async fn own(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<OpenDraft, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let file = held(&mut tx, caller, path).await?;
    let draft = store::drafts::find_open(&mut tx, file.object.id).await?.ok_or_else(missing)?;
    let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
    Ok(OpenDraft { is_outdated: draft.is_outdated(file.version_id), draft, text })
}

/// The caller's drafts of files that they may still see, those saved last first.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<DraftOfFile>, Error> {
    caller.require_person(Permission::EditContent)?;
    Ok(store::drafts::list(&mut caller.read(ctx).await?, &caller.user.id).await?)
}

/// A draft of the caller with its text, whatever its state.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &DraftId) -> Result<OpenDraft, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let DraftOfFile { draft, path, .. } =
        store::drafts::find(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    let text = store::drafts::read(&mut tx, id).await?.ok_or_else(missing)?;
    let working = match FilePath::parse(&path) {
        Some(path) => match files::at_path(&mut tx, &path, &Reading::default()).await {
            Ok(located) => Some(located.file.version_id),
            Err(Error::NotFound(_)) => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    let is_outdated = working.is_none_or(|working| draft.is_outdated(working));
    Ok(OpenDraft { draft, text, is_outdated })
}

/// Checks the file of a draft of the caller out again and opens the draft as it was left; gives the file. A newer version
/// of the file stays to be merged. Repeating it is not an error.
pub async fn resume(ctx: &Ctx, caller: &Caller, id: &DraftId) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let found = store::drafts::find(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    let path = FilePath::parse(&found.path).ok_or_else(missing)?;
    let file = files::writable(&mut tx, &path, AccessLevel::Author).await?.file;
    checkouts::lock(ctx, &mut tx, caller, file.object.id, &file.path).await?;
    match store::drafts::find_open(&mut tx, file.object.id).await? {
        Some(open) if open.id == *id => {}
        Some(_) => return Err(DraftError::Open.into()),
        None => {
            if !store::drafts::reopen(&mut tx, id).await? {
                return Err(missing());
            }
        }
    }
    let taken = files::at_path(&mut tx, &path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %taken.path, "Went on with a draft of {}", taken.path);
    Ok(taken)
}

/// Deletes a draft of the caller that was set aside or discarded.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &DraftId) -> Result<(), Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.begin(ctx).await?;
    let found = store::drafts::find(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    if found.draft.state == DraftState::Open || !store::drafts::delete_ended(&mut tx, id).await? {
        return Err(DraftError::Open.into());
    }
    Ok(tx.commit().await?)
}
