//! Drafts: the text of a checked-out file, saved while it is edited.

use domain::access::AccessLevel;
use domain::draft::{Draft, DraftOfFile, DraftState, NO_TAB};
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{DraftId, ObjectId, VersionId};
use domain::path::FilePath;
use domain::permission::Permission;
use domain::snapshot::Reading;
use store::Tx;
use store::drafts::DraftText;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};
use crate::editing::{checkouts, source};
use crate::library::files;

pub use source::MAX_TEXT;

/// Limit of the drafts in one answer. Those that people set aside have no end.
const MAX_LISTED: u64 = 1_000;

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
    if find_own(&mut tx, caller, file.object.id).await?.is_none() {
        drop(tx);
        begin(ctx, caller, path, &file, tab).await?;
        tx = caller.begin(ctx).await?;
    }
    let mut draft = find_own(&mut tx, caller, file.object.id).await?.ok_or_else(missing)?;
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
    // Whoever ends the check-out waits for this draft, and takes care of it.
    keep_check_out(&mut tx, caller, file.object.id).await?;
    if held(&mut tx, caller, path).await?.version_id != file.version_id {
        return Err(Error::ChangedMeanwhile);
    }
    set_others_aside(&mut tx, caller, file.object.id).await?;
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

/// The caller's open draft of an object.
pub(crate) async fn find_own(tx: &mut Tx, caller: &Caller, object: ObjectId) -> Result<Option<Draft>, Error> {
    let open = store::drafts::find_open(tx, object).await?;
    Ok(open.filter(|draft| draft.user_id == caller.user.id))
}

/// Sets the open draft of somebody else aside, whose check-out has ended: it stays for its owner, and nobody else gets its
/// text. The caller has checked the object out.
pub(crate) async fn set_others_aside(tx: &mut Tx, caller: &Caller, object: ObjectId) -> Result<(), Error> {
    let other = store::drafts::find_open(tx, object).await?;
    if other.is_some_and(|other| other.user_id != caller.user.id) {
        store::drafts::set_aside(tx, object).await?;
    }
    Ok(())
}

/// Refuses unless the caller has checked an object out; nobody ends the check-out before the end of the transaction.
async fn keep_check_out(tx: &mut Tx, caller: &Caller, object: ObjectId) -> Result<(), Error> {
    let is_held = store::checkouts::keep(tx, object, &caller.user.id).await?;
    if is_held { Ok(()) } else { Err(FileError::NotCheckedOut.into()) }
}

/// A text that a browser tab wants to save.
#[derive(Debug, Clone)]
pub struct TabText {
    pub text: String,
    /// The SHA-256 of the text that it was made from, as the server gave it.
    pub replaces: String,
    /// The version that the draft of that text was made from.
    pub base: VersionId,
    pub tab: String,
}

impl TabText {
    /// The text with its SHA-256, unless it contains what may not be stored.
    async fn check(self) -> Result<(Self, String), Error> {
        let checked = tokio::task::spawn_blocking(move || {
            let refused = source::refuse_hostile(&self.text);
            let sha256 = source::sha256(&self.text);
            refused.map(|()| (self, sha256))
        });
        Ok(checked.await?.map_err(DraftError::Refused)?)
    }

    /// Why the text does not replace that of a draft. A text that was made from another version than the draft would take
    /// the changes between the two back.
    fn refusal(&self, draft: Draft) -> Option<DraftError> {
        if draft.tab != self.tab {
            Some(DraftError::OpenElsewhere)
        } else if draft.base != self.base {
            Some(DraftError::Rebased)
        } else {
            (draft.sha256 != self.replaces).then_some(DraftError::Newer { sha256: draft.sha256 })
        }
    }
}

/// Saves the draft of the file at a path. Saving the same text again, after a lost answer, is not an error.
pub async fn save(ctx: &Ctx, caller: &Caller, path: &FilePath, saved: TabText) -> Result<Draft, Error> {
    caller.require_person(Permission::EditContent)?;
    let (saved, sha256) = saved.check().await?;
    let mut tx = caller.begin(ctx).await?;
    let object = held(&mut tx, caller, path).await?.object.id;
    let draft = find_own(&mut tx, caller, object).await?.ok_or_else(missing)?;
    if (draft.tab.as_str(), draft.base, &draft.sha256) == (saved.tab.as_str(), saved.base, &sha256) {
        return Ok(draft);
    }
    let now = ctx.clock.now();
    let TabText { replaces, base, tab, .. } = &saved;
    let text = DraftText { content: &saved.text, sha256: &sha256, replaces, base: *base, tab, saved_on: now };
    if !store::drafts::save(&mut tx, &draft.id, &text).await? {
        // Read again: another transaction may have changed it after the first look.
        let other = find_own(&mut tx, caller, object).await?.ok_or_else(missing)?;
        return Err(saved.refusal(other).map_or(Error::ChangedMeanwhile, Error::from));
    }
    tx.commit().await?;
    Ok(Draft { size: saved.text.len() as u64, saved_on: now, sha256, ..draft })
}

/// Makes a text that was made from another version the caller's draft of the file at a path, as one of that version: the
/// versions since are merged into it afterwards. The open draft, whose SHA-256 the text names, is set aside. Repeating it,
/// after a lost answer, is not an error.
pub async fn replace(ctx: &Ctx, caller: &Caller, path: &FilePath, other: TabText) -> Result<OpenDraft, Error> {
    caller.require_person(Permission::EditContent)?;
    let (other, sha256) = other.check().await?;
    let mut tx = caller.begin(ctx).await?;
    let file = held(&mut tx, caller, path).await?;
    let object = file.object.id;
    keep_check_out(&mut tx, caller, object).await?;
    let open = find_own(&mut tx, caller, object).await?.ok_or_else(missing)?;
    if (open.base, &open.sha256) == (other.base, &sha256) {
        return Ok(OpenDraft { is_outdated: open.is_outdated(file.version_id), draft: open, text: other.text });
    }
    if open.sha256 != other.replaces {
        return Err(DraftError::Newer { sha256: open.sha256 }.into());
    }
    if store::files::find_version(&mut tx, object, other.base).await?.is_none() {
        return Err(Error::field("version", FieldCode::UnknownValue));
    }
    let now = ctx.clock.now();
    let draft = Draft {
        id: DraftId(ctx.ids.next()),
        base: other.base,
        sha256,
        size: other.text.len() as u64,
        tab: other.tab,
        opened_on: now,
        saved_on: now,
        ..open
    };
    store::drafts::set_aside(&mut tx, object).await?;
    if !store::drafts::insert(&mut tx, &draft, &other.text).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tx.commit().await?;
    tracing::info!(file.path = %file.path, "Went on with another text of {}", file.path);
    Ok(OpenDraft { is_outdated: draft.is_outdated(file.version_id), draft, text: other.text })
}

/// The open draft of the file at a path, which the caller has checked out.
pub(super) async fn own(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<OpenDraft, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let file = held(&mut tx, caller, path).await?;
    let draft = find_own(&mut tx, caller, file.object.id).await?.ok_or_else(missing)?;
    let text = store::drafts::read(&mut tx, &draft.id).await?.ok_or_else(missing)?;
    Ok(OpenDraft { is_outdated: draft.is_outdated(file.version_id), draft, text })
}

/// The caller's drafts of files that they may still see, those saved last first.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<DraftOfFile>, Error> {
    caller.require_person(Permission::EditContent)?;
    Ok(store::drafts::list(&mut caller.read(ctx).await?, &caller.user.id, MAX_LISTED).await?)
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
            // A manual that was deleted and imported again has other files at the same paths.
            Ok(located) if located.file.object.id == draft.object_id => Some(located.file.version_id),
            Ok(_) | Err(Error::NotFound(_)) => None,
            Err(error) => return Err(error),
        },
        None => None,
    };
    let is_outdated = working.is_none_or(|working| draft.is_outdated(working));
    Ok(OpenDraft { draft, text, is_outdated })
}

/// Checks the file of a draft of the caller out again and opens the draft as it was left; gives the file. A newer version
/// of the file stays to be merged. A draft of the file that is open is set aside, unless nothing was changed in it.
/// Repeating it is not an error.
pub async fn resume(ctx: &Ctx, caller: &Caller, id: &DraftId) -> Result<File, Error> {
    caller.require_person(Permission::EditContent)?;
    let untouched = find_untouched(ctx, caller, id).await?;
    let mut tx = caller.begin(ctx).await?;
    let found = store::drafts::find(&mut tx, &caller.user.id, id).await?.ok_or_else(missing)?;
    let path = FilePath::parse(&found.path).ok_or_else(missing)?;
    let file = files::writable(&mut tx, &path, AccessLevel::Author).await?.file;
    let object = file.object.id;
    // A manual that was deleted and imported again has other files at the same paths.
    if object != found.draft.object_id {
        return Err(missing());
    }
    checkouts::lock(ctx, &mut tx, caller, &file).await?;
    // Two tabs that go on with two drafts follow each other.
    keep_check_out(&mut tx, caller, object).await?;
    let open = store::drafts::find_open(&mut tx, object).await?;
    if open.as_ref().is_none_or(|open| open.id != *id) {
        let is_gone = match &untouched {
            Some(untouched) => store::drafts::delete_open(&mut tx, untouched).await?,
            None => false,
        };
        if open.is_some() && !is_gone {
            store::drafts::set_aside(&mut tx, object).await?;
        }
        if !store::drafts::reopen(&mut tx, id, &caller.user.id).await? {
            return Err(missing());
        }
    }
    let taken = files::at_path(&mut tx, &path, &Reading::default()).await?.file;
    tx.commit().await?;
    tracing::info!(file.path = %taken.path, "Went on with a draft of {}", taken.path);
    Ok(taken)
}

/// The caller's open draft of the file of another one, if its text is still that of its version: nothing of it has to be
/// kept.
async fn find_untouched(ctx: &Ctx, caller: &Caller, other: &DraftId) -> Result<Option<Draft>, Error> {
    let mut tx = caller.read(ctx).await?;
    let found = store::drafts::find(&mut tx, &caller.user.id, other).await?.ok_or_else(missing)?;
    let open = find_own(&mut tx, caller, found.draft.object_id).await?;
    let Some(open) = open.filter(|open| open.id != *other) else { return Ok(None) };
    let version = store::files::find_version(&mut tx, open.object_id, open.base).await?;
    drop(tx);
    let Some(version) = version else { return Ok(None) };
    let text = source::read(ctx, &version).await?;
    Ok(Some(open).filter(|open| source::sha256(text.text()) == open.sha256))
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
