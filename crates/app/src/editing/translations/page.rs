//! A translation beside its original, line by line, and the same as a file for a translator's tool.

use std::ops::Range;

use bytes::Bytes;
use domain::access::AccessLevel;
use domain::file::File;
use domain::id::VersionId;
use domain::path::FilePath;
use domain::permission::Permission;
use domain::translation::TranslationState;
use s1000d::diff::suggestions::{PieceKind, RedlinePiece, redline};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::splice;
use s1000d::translation::{OriginalChange, SideBySide, TranslationRow, TranslationUnit, UnitPart};
use s1000d::xliff::{self, XliffHead, XliffProblem};
use store::Tx;

use super::TranslationPair;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error, FileError, Missing, TranslationError};
use crate::editing::drafts::TabText;
use crate::editing::{checkouts, drafts, source};
use crate::library::files;

/// A translation beside its original.
#[derive(Debug, Clone)]
pub struct TranslationPage {
    pub original: File,
    pub translation: File,
    pub state: TranslationState,
    /// The version of the original that was translated, where it is another one than the current.
    pub translated: Option<VersionId>,
    /// The text of the translation: the caller's draft, or that of the working lane.
    pub text: String,
    pub sha256: String,
    pub is_draft: bool,
    pub side: SideBySide,
}

impl TranslationPage {
    /// The range of each line of the translation in its text, in units of UTF-16.
    pub fn ranges(&self) -> Vec<Range<usize>> {
        let units = |range: Range<usize>| self.text.get(range).map_or(0, |text| text.encode_utf16().count());
        let (mut at, mut count) = (0, 0);
        let range = |line: &TranslationUnit| {
            count += units(at..line.range.start);
            let start = count;
            count += units(line.range.clone());
            at = line.range.end;
            start..count
        };
        self.side.translation.iter().map(range).collect()
    }

    /// The changes of the original line since it was translated.
    pub fn redline(&self, row: &TranslationRow) -> Vec<RedlinePiece> {
        match (row.change, row.original) {
            (Some(OriginalChange::Changed(then)), Some(now)) => {
                redline(&plain(&self.side.translated[then]), &plain(&self.side.original[now]))
            }
            (Some(OriginalChange::Removed(then)), _) => {
                vec![RedlinePiece { kind: PieceKind::Deleted, text: plain(&self.side.translated[then]) }]
            }
            _ => Vec::new(),
        }
    }

    fn head(&self) -> XliffHead {
        XliffHead {
            module: self.translation.object.identity.key.clone(),
            source_language: language_tag(&self.original),
            target_language: language_tag(&self.translation),
        }
    }
}

/// The language of a module; the standard's word for none where it has none.
fn language_tag(file: &File) -> String {
    let language = file.object.identity.language.as_str();
    if language.is_empty() { "und".to_owned() } else { language.to_owned() }
}

/// A line as people read it.
fn plain(line: &TranslationUnit) -> String {
    let mut text = String::new();
    for part in &line.parts {
        match part {
            UnitPart::Text { text: words, .. } => text.push_str(words),
            UnitPart::Alone(code) => {
                let label = line.codes.get(*code).map_or("", |code| code.label.as_str());
                text.extend(["⟦", label, "⟧"]);
            }
            UnitPart::Open(_) | UnitPart::Close(_) => {}
        }
    }
    text
}

/// The translation at a path beside its original.
pub async fn read(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<TranslationPage, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let pair = TranslationPair::find(&mut tx, path).await?;
    let draft = own_draft(&mut tx, caller, &pair.translation).await?;
    let before = pair.before(&mut tx).await?;
    let then = before.as_ref().map(|before| before.version_id);
    drop(tx);
    let original = source::read(ctx, &pair.original).await?;
    let before = match &before {
        Some(file) => Some(source::read(ctx, file).await?),
        None => None,
    };
    let is_draft = draft.is_some();
    let text = match draft {
        Some(text) => text,
        None => source::read_short(ctx, &pair.translation).await?,
    };
    let read = tokio::task::spawn_blocking(move || {
        let side = side_by_side(original.text(), before.as_ref().map(SourceText::text), &text)?;
        Ok::<_, Refusal>((side, source::sha256(&text), text))
    });
    let (side, sha256, text) = read.await?.map_err(|refusal| unreadable(refusal, is_draft))?;
    Ok(TranslationPage {
        original: pair.original,
        translation: pair.translation,
        state: pair.state,
        translated: then,
        text,
        sha256,
        is_draft,
        side,
    })
}

fn side_by_side(original: &str, before: Option<&str>, translation: &str) -> Result<SideBySide, Refusal> {
    let original = guard::check_text(original)?;
    let before = before.map(guard::check_text).transpose()?;
    let translation = guard::check_text(translation)?;
    SideBySide::read(&original, before.as_ref(), &translation)
}

/// A draft may be broken while it is edited.
fn unreadable(refusal: Refusal, is_draft: bool) -> Error {
    if is_draft { DraftError::Refused(refusal).into() } else { FileError::Unreadable(refusal).into() }
}

/// The text of the caller's draft of a file.
async fn own_draft(tx: &mut Tx, caller: &Caller, file: &File) -> Result<Option<String>, Error> {
    let is_own = file.holder.as_ref().is_some_and(|holder| holder.user == caller.user.id);
    if !is_own || caller.service.is_some() {
        return Ok(None);
    }
    let Some(draft) = drafts::find_own(tx, caller, file.object.id).await? else { return Ok(None) };
    let missing = || Error::NotFound(Missing::Draft);
    Ok(Some(store::drafts::read(tx, &draft.id).await?.ok_or_else(missing)?))
}

/// The translation at a path as an XLIFF file, and the name of the file.
pub async fn export(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<(String, Bytes), Error> {
    let page = read(ctx, caller, path).await?;
    let head = page.head();
    let name = format!("{}.xlf", head.module);
    let written = tokio::task::spawn_blocking(move || xliff::write(&head, &page.side)).await?;
    Ok((name, Bytes::from(written)))
}

/// The result of an XLIFF file.
#[derive(Debug, Clone)]
pub struct XliffReport {
    pub units: usize,
    pub changed: usize,
    /// Places that do not fit, up to [`xliff::MAX_PROBLEMS`]; they were not taken.
    pub problems: Vec<XliffProblem>,
    /// The number of all such places.
    pub all_problems: usize,
    /// Of the text of the draft afterwards.
    pub sha256: String,
}

/// Takes the translation at a path from an XLIFF file into the caller's draft, which is checked out for it. Lines that do
/// not fit are left as they are.
pub async fn upload(ctx: &Ctx, caller: &Caller, path: &FilePath, file: Bytes, tab: &str) -> Result<XliffReport, Error> {
    caller.require_person(Permission::EditContent)?;
    let located = files::writable(&mut caller.read(ctx).await?, path, AccessLevel::Author).await?;
    checkouts::require_free(caller, &located.file)?;
    let page = read(ctx, caller, path).await?;
    let (head, sha256) = (page.head(), page.sha256);
    let (side, text) = (page.side, page.text);
    let compared = tokio::task::spawn_blocking(move || {
        let content = xliff::read(&file, &head, &side)?;
        let changed = splice::apply(&text, &content.splices);
        Ok::<_, Refusal>((content, changed))
    });
    let (content, changed) = compared.await?.map_err(TranslationError::File)?;
    let mut report = XliffReport {
        units: content.units,
        changed: content.changed,
        problems: content.problems,
        all_problems: content.all_problems,
        sha256,
    };
    if report.changed == 0 {
        return Ok(report);
    }
    let text = changed.ok_or(Error::ChangedMeanwhile)?;
    let base = located.file.version_id;
    let saved = TabText { text, replaces: report.sha256, base, tab: tab.to_owned() };
    let was_held = located.file.holder.is_some();
    checkouts::take(ctx, caller, path).await?;
    match put_into_draft(ctx, caller, path, saved).await {
        Ok(sha256) => report.sha256 = sha256,
        Err(error) => {
            if !was_held && let Err(other) = checkouts::cancel(ctx, caller, path).await {
                tracing::warn!(error = %other, "The check-out for a file that was refused stays");
            }
            return Err(error);
        }
    }
    tracing::info!(file.path = %located.file.path, "Took {} lines of {} from a file", report.changed, located.file.path);
    Ok(report)
}

/// Saves a text as the caller's draft and gives its sum. A draft that another tab has open is left alone.
async fn put_into_draft(ctx: &Ctx, caller: &Caller, path: &FilePath, saved: TabText) -> Result<String, Error> {
    let open = drafts::open(ctx, caller, path, &saved.tab, false).await?;
    if open.draft.tab != saved.tab {
        return Err(DraftError::OpenElsewhere.into());
    }
    if open.draft.sha256 != saved.replaces {
        return Err(Error::ChangedMeanwhile);
    }
    // The text was made from that of this draft, whichever version the draft is of.
    let saved = TabText { base: open.draft.base, ..saved };
    Ok(drafts::save(ctx, caller, path, saved).await?.sha256)
}
