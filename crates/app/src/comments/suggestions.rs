//! Suggestions: the text of a paragraph that somebody proposes to change, and accepting a proposed one into the draft.

use std::collections::HashSet;
use std::ops::Range;

use chrono::{DateTime, Utc};
use domain::comment::{CommentTarget, SuggestedText, ThreadComment};
use domain::draft::Draft;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{CommentId, VersionId};
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::splice;
use store::Tx;
use store::comments::LocatedThread;
use store::drafts::DraftText;

use super::people::{self, ReaderRules, ThreadSubject};
use super::place_finder::TextWithPlace;
use super::{located, places, threads};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CommentError, DraftError, Error};
use crate::editing::{drafts, source};

/// The text of the paragraph at a place of a version, for a suggestion; elements in the line are placeholders.
pub async fn paragraph(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
    anchor: &str,
) -> Result<String, Error> {
    caller.require_person(Permission::Comment)?;
    let file = located::version(&mut caller.read(ctx).await?, path, version).await?;
    let place = places::commented(ctx, &file, anchor.to_owned()).await?;
    let place = place.ok_or_else(|| Error::field("anchor", FieldCode::UnknownValue))?;
    let paragraph = place.paragraph.filter(|_| place.target == CommentTarget::Paragraph);
    Ok(paragraph.ok_or(CommentError::NoText)?.text)
}

/// A replaced range of a text, in units of UTF-16.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextEdit {
    pub range: Range<usize>,
    pub text: String,
}

/// The edits that accept a suggestion into a text of the module, which the caller has checked out; none when the text
/// has it already. `shown` is the proposed text that the caller has read. Nothing is stored.
pub async fn edits(
    ctx: &Ctx,
    caller: &Caller,
    id: &CommentId,
    shown: &str,
    text: String,
) -> Result<Vec<TextEdit>, Error> {
    caller.require_person(Permission::EditContent)?;
    let open = find_open(ctx, caller, id, shown).await?;
    drafts::held(&mut caller.read(ctx).await?, caller, &open.path).await?;
    source::refuse_long(&text).map_err(DraftError::Refused)?;
    let suggestion = open.suggestion.clone();
    let anchor = open.located.thread.anchor.clone();
    let each = move |found: TextWithPlace<'_>| {
        let edits = found.accepting(&suggestion)?.into_iter().filter_map(|splice| {
            let range = found.text.source().utf16_range(splice.range)?;
            Some(TextEdit { range, text: splice.text })
        });
        Ok(edits.collect())
    };
    places::in_text(ctx, &open.version, anchor, text, each).await?
}

/// Accepts a suggestion into the draft of the caller, who has checked the module out. `tab` begins the draft when there
/// is none yet; one that another tab has open is left to it. `shown` is the proposed text that the caller has read. A
/// draft that has it already stays as it is.
pub async fn accept(ctx: &Ctx, caller: &Caller, id: &CommentId, shown: &str, tab: &str) -> Result<Draft, Error> {
    caller.require_person(Permission::EditContent)?;
    let open = find_open(ctx, caller, id, shown).await?;
    let drafts::OpenDraft { draft, text, .. } = drafts::open(ctx, caller, &open.path, tab, false).await?;
    if draft.tab != tab {
        return Err(DraftError::OpenElsewhere.into());
    }
    let (suggestion, anchor) = (open.suggestion.clone(), open.located.thread.anchor.clone());
    let each = move |found: TextWithPlace<'_>| {
        let splices = found.accepting(&suggestion)?;
        let changed = splice::apply(found.text.source().text(), &splices).ok_or(CommentError::TextChanged)?;
        Ok::<_, Error>((!splices.is_empty()).then_some(changed))
    };
    let changed = places::in_text(ctx, &open.version, anchor, text, each).await??;

    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    drafts::held(&mut tx, caller, &open.path).await?;
    let draft = match changed {
        None => draft,
        Some(text) => save(&mut tx, draft, &text, ctx.clock.now()).await?,
    };
    let is_accepted = store::comments::accept(&mut tx, id, shown, &caller.user.id, ctx.clock.now()).await?;
    let (comment, found) = located::comment(&mut tx, id).await?;
    if !is_accepted {
        let is_open = comment.suggestion.is_none_or(|suggestion| suggestion.accepted.is_none());
        return Err(if is_open { CommentError::SuggestionChanged } else { CommentError::Accepted }.into());
    }
    let subject = ThreadSubject { path: &found.path, thread: &comment.thread };
    let author = store::users::find(&mut tx, &comment.author.id).await?;
    let readers = people::followers(&rules, &mut tx, &open.path, &comment.thread).await?;
    let author = author.into_iter().filter(|author| readers.iter().any(|reader| reader.id == author.id)).collect();
    people::tell(ctx, &mut tx, caller, subject, author, "comment.accepted", &mut HashSet::new()).await?;
    threads::record(ctx, &mut tx, caller, subject, "comment.accepted");
    tx.commit().await?;
    tracing::info!(file.path = %found.path, comment.id = %id, "Accepted a suggestion into the draft of {}", found.path);
    Ok(draft)
}

/// Saves the text of a draft as the tab that has it open would.
async fn save(tx: &mut Tx, draft: Draft, text: &str, now: DateTime<Utc>) -> Result<Draft, Error> {
    source::refuse_long(text).map_err(DraftError::Refused)?;
    let (sha256, size) = (source::sha256(text), text.len() as u64);
    let Draft { sha256: replaces, base, tab, .. } = &draft;
    let saved = DraftText { content: text, sha256: &sha256, replaces, base: *base, tab, saved_on: now };
    if !store::drafts::save(tx, &draft.id, &saved).await? {
        return Err(Error::ChangedMeanwhile);
    }
    Ok(Draft { sha256, size, saved_on: now, ..draft })
}

/// A suggestion that nobody has accepted yet, and the version that its thread is about.
struct OpenSuggestion {
    suggestion: SuggestedText,
    located: LocatedThread,
    path: FilePath,
    version: File,
}

/// Finds a suggestion, if it still proposes the text that was shown: nobody accepts words without having read them.
async fn find_open(ctx: &Ctx, caller: &Caller, id: &CommentId, shown: &str) -> Result<OpenSuggestion, Error> {
    let mut tx = caller.read(ctx).await?;
    let (ThreadComment { suggestion, .. }, located) = located::comment(&mut tx, id).await?;
    let suggestion = suggestion.ok_or_else(located::missing)?;
    if suggestion.accepted.is_some() {
        return Err(CommentError::Accepted.into());
    }
    if suggestion.new != shown {
        return Err(CommentError::SuggestionChanged.into());
    }
    let path = located::path_of(&located)?;
    let version = located::version(&mut tx, &path, located.thread.version).await?;
    Ok(OpenSuggestion { suggestion, located, path, version })
}
