//! Suggestions: the text of a paragraph that somebody proposes to change, and accepting a proposed one into the draft.

use std::collections::HashSet;
use std::ops::Range;

use domain::comment::{CommentTarget, SuggestedText, ThreadComment};
use domain::draft::Draft;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::{CommentId, VersionId};
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::diff::suggestions::ParagraphText;
use s1000d::splice::{self, Splice};
use store::comments::LocatedThread;
use store::drafts::DraftText;

use super::people::{self, ThreadSubject};
use super::place_finder::ReadText;
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
/// has it already. Nothing is stored.
pub async fn edits(ctx: &Ctx, caller: &Caller, id: &CommentId, text: String) -> Result<Vec<TextEdit>, Error> {
    caller.require_person(Permission::EditContent)?;
    let open = find_open(ctx, caller, id).await?;
    drafts::held(&mut caller.read(ctx).await?, caller, &open.path).await?;
    source::refuse_long(&text).map_err(DraftError::Refused)?;
    let suggestion = open.suggestion.clone();
    let anchor = open.located.thread.anchor.clone();
    let each = move |text: &ReadText, paragraph: Option<ParagraphText>| {
        let splices = accepted(paragraph.as_ref(), &suggestion)?;
        let edits = splices.into_iter().filter_map(|splice| {
            let range = text.source().utf16_range(splice.range)?;
            Some(TextEdit { range, text: splice.text })
        });
        Ok(edits.collect())
    };
    places::in_text(ctx, &open.version, anchor, text, each).await?
}

/// Accepts a suggestion into the draft of the caller, who has checked the module out. `tab` begins the draft when there
/// is none yet. A draft that has the proposed text already stays as it is.
pub async fn accept(ctx: &Ctx, caller: &Caller, id: &CommentId, tab: &str) -> Result<Draft, Error> {
    caller.require_person(Permission::EditContent)?;
    let open = find_open(ctx, caller, id).await?;
    let drafts::OpenDraft { draft, text } = drafts::open(ctx, caller, &open.path, tab, false).await?;
    let (suggestion, anchor) = (open.suggestion.clone(), open.located.thread.anchor.clone());
    let each = move |text: &ReadText, paragraph: Option<ParagraphText>| {
        let splices = accepted(paragraph.as_ref(), &suggestion)?;
        let changed = splice::apply(text.source().text(), &splices).ok_or(CommentError::TextChanged)?;
        Ok::<_, Error>((!splices.is_empty()).then_some(changed))
    };
    let changed = places::in_text(ctx, &open.version, anchor, text, each).await??;

    let mut tx = caller.begin(ctx).await?;
    drafts::held(&mut tx, caller, &open.path).await?;
    let (comment, found) = located::comment(&mut tx, id).await?;
    let now = ctx.clock.now();
    let draft = match changed {
        None => draft,
        Some(text) => {
            source::refuse_long(&text).map_err(DraftError::Refused)?;
            let (sha256, size) = (source::sha256(&text), text.len() as u64);
            let saved =
                DraftText { content: &text, sha256: &sha256, replaces: &draft.sha256, tab: &draft.tab, saved_on: now };
            if !store::drafts::save(&mut tx, &draft.id, &saved).await? {
                return Err(Error::ChangedMeanwhile);
            }
            Draft { sha256, size, saved_on: now, ..draft }
        }
    };
    if !store::comments::accept(&mut tx, id, &caller.user.id, now).await? {
        return Err(CommentError::Accepted.into());
    }
    let subject = ThreadSubject { path: &found.path, thread: &comment.thread };
    let author = store::users::find(&mut tx, &comment.author.id).await?;
    let readers = people::followers(ctx, &mut tx, &open.path, &comment.thread).await?;
    let author = author.into_iter().filter(|author| readers.iter().any(|reader| reader.id == author.id)).collect();
    people::tell(ctx, &mut tx, caller, subject, author, "comment.accepted", &mut HashSet::new()).await?;
    threads::record(ctx, &mut tx, caller, subject, "comment.accepted");
    tx.commit().await?;
    tracing::info!(file.path = %found.path, comment.id = %id, "Accepted a suggestion into the draft of {}", found.path);
    Ok(draft)
}

/// A suggestion that nobody has accepted yet, and the version that its thread is about.
struct OpenSuggestion {
    suggestion: SuggestedText,
    located: LocatedThread,
    path: FilePath,
    version: File,
}

async fn find_open(ctx: &Ctx, caller: &Caller, id: &CommentId) -> Result<OpenSuggestion, Error> {
    let mut tx = caller.read(ctx).await?;
    let (ThreadComment { suggestion, .. }, located) = located::comment(&mut tx, id).await?;
    let suggestion = suggestion.ok_or_else(located::missing)?;
    if suggestion.accepted.is_some() {
        return Err(CommentError::Accepted.into());
    }
    let path = located::path_of(&located)?;
    let version = located::version(&mut tx, &path, located.thread.version).await?;
    Ok(OpenSuggestion { suggestion, located, path, version })
}

/// The changes that make the proposed text of a paragraph; none when it has it.
fn accepted(paragraph: Option<&ParagraphText>, suggestion: &SuggestedText) -> Result<Vec<Splice>, Error> {
    match paragraph {
        Some(paragraph) if paragraph.text == suggestion.new => Ok(Vec::new()),
        Some(paragraph) if paragraph.text == suggestion.old => {
            Ok(paragraph.splices(&suggestion.new).map_err(|_| CommentError::Placeholder)?)
        }
        _ => Err(CommentError::TextChanged.into()),
    }
}
