//! Rebasing: the changes of a newer version are merged into a draft that was made from an earlier one.
//!
//! So an urgent change passes while a larger one is in work: its author sets the draft aside, the urgent change is checked
//! in and released, and the author goes on with the draft. Nothing of it is lost: the text before the merge stays among
//! the earlier drafts.

use domain::draft::Draft;
use domain::file::File;
use domain::id::{DraftId, VersionId};
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::document::SourceText;
use store::Tx;
use store::drafts::DraftText;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing};
use crate::editing::merged_text::{self, MergedText};
use crate::editing::{drafts, source};
use crate::reading::viewer::{self, ComparedState, ComparedStates, MergedSides};

/// A draft beside the version that overtook it.
#[derive(Debug, Clone)]
pub struct DraftRebase {
    pub draft: Draft,
    /// The text of the draft.
    pub text: String,
    /// The version that was checked out.
    pub base: File,
    pub base_text: Option<String>,
    /// The version in the working lane.
    pub theirs: File,
    pub their_text: Option<String>,
    /// Left out where a text cannot be merged: the draft may be incomplete XML at the moment.
    pub result: Option<MergedText>,
}

/// A text that has the changes of both sides.
#[derive(Debug, Clone)]
pub struct RebasedText {
    pub text: String,
    /// The SHA-256 of the text of the draft that was merged.
    pub replaces: String,
    /// The version that was merged.
    pub version: VersionId,
    pub tab: String,
}

/// The versions and the draft of a rebase.
struct RebaseParts {
    draft: Draft,
    text: String,
    base: File,
    theirs: File,
}

impl RebaseParts {
    async fn read(tx: &mut Tx, caller: &Caller, path: &FilePath) -> Result<Self, Error> {
        let missing = || Error::NotFound(Missing::Draft);
        let theirs = drafts::held(tx, caller, path).await?;
        let draft = drafts::find_own(tx, caller, theirs.object.id).await?.ok_or_else(missing)?;
        let text = store::drafts::read(tx, &draft.id).await?.ok_or_else(missing)?;
        let base = store::files::find_version(tx, theirs.object.id, draft.base).await?;
        Ok(Self { draft, text, base: base.ok_or(Error::NotFound(Missing::File))?, theirs })
    }
}

/// The caller's draft of the file at a path, merged with the version in the working lane. Nothing is stored.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<DraftRebase, Error> {
    caller.require_person(Permission::EditContent)?;
    let mut tx = caller.read(ctx).await?;
    let RebaseParts { draft, text, base, theirs } = RebaseParts::read(&mut tx, caller, path).await?;
    drop(tx);
    let (base_source, their_source) = (source_of(ctx, &base).await?, source_of(ctx, &theirs).await?);
    let result = match (&base_source, &their_source) {
        (Some(old), Some(new)) => merged_text::merged(old.clone(), new.clone(), new.with_text(text.clone())).await?,
        _ => None,
    };
    let text_of = |source: Option<SourceText>| source.map(|source| source.text().to_owned());
    Ok(DraftRebase {
        base_text: text_of(base_source),
        their_text: text_of(their_source),
        draft,
        text,
        base,
        theirs,
        result,
    })
}

/// The decoded text of a version; `None` when it is no text.
async fn source_of(ctx: &Ctx, file: &File) -> Result<Option<SourceText>, Error> {
    match source::read(ctx, file).await {
        Err(Error::File(FileError::NotText | FileError::Unreadable(_))) => Ok(None),
        read => Ok(Some(read?)),
    }
}

/// Draws a merged text as readers see it: each difference from the version that was checked out says whether it comes from
/// the newer version or from the draft. Nothing is stored.
pub async fn draw(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require_person(Permission::EditContent)?;
    let text = source::accepted(text).await?;
    let mut tx = caller.read(ctx).await?;
    let parts = RebaseParts::read(&mut tx, caller, path).await?;
    drop(tx);
    let theirs = source::read(ctx, &parts.theirs).await?.text().to_owned();
    let sides = MergedSides { theirs, ours: parts.text };
    let states = [ComparedState::Version(parts.base.version_id), ComparedState::Draft(text)];
    Box::pin(viewer::compare_merged(ctx, caller, path, states, sides, locale)).await
}

/// Saves a merged text as the draft of the version in the working lane. The text before stays among the earlier drafts.
///
/// Refused when the draft or the file changed since the merge was read. Saving the same text again, after a lost answer, is
/// not an error.
pub async fn save(ctx: &Ctx, caller: &Caller, path: &FilePath, merged: RebasedText) -> Result<Draft, Error> {
    caller.require_person(Permission::EditContent)?;
    let checked = tokio::task::spawn_blocking(move || {
        let refused = source::refuse_hostile(&merged.text);
        let sha256 = source::sha256(&merged.text);
        refused.map(|()| (merged, sha256))
    });
    let (merged, sha256) = checked.await?.map_err(DraftError::Refused)?;
    let mut tx = caller.begin(ctx).await?;
    let RebaseParts { draft, text, theirs, .. } = RebaseParts::read(&mut tx, caller, path).await?;
    let working = theirs.version_id;
    if !draft.is_outdated(working) && draft.sha256 == sha256 {
        return Ok(draft);
    }
    if working != merged.version {
        return Err(Error::ChangedMeanwhile);
    }
    if draft.sha256 != merged.replaces || !draft.is_outdated(working) {
        return Err(DraftError::Newer { sha256: draft.sha256 }.into());
    }
    let now = ctx.clock.now();
    store::drafts::insert_ended(&mut tx, &draft.ended_copy(DraftId(ctx.ids.next()), now), &text).await?;
    let saved = DraftText {
        content: &merged.text,
        sha256: &sha256,
        replaces: &merged.replaces,
        base: draft.base,
        tab: &merged.tab,
        saved_on: now,
    };
    if !store::drafts::rebase(&mut tx, &draft.id, working, &saved).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tx.commit().await?;
    tracing::info!(file.path = %theirs.path, "Merged a newer version of {} into a draft", theirs.path);
    Ok(Draft { base: working, size: merged.text.len() as u64, tab: merged.tab, saved_on: now, sha256, ..draft })
}
