//! Comments of the demo people on a maintenance procedure.

use domain::id::CommentThreadId;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::document::{Document, NodeId, plain};
use s1000d::guard;

use super::people::DemoPeople;
use crate::comments::lists::{self, ExportedThread, ThreadRequest, ThreadState};
use crate::comments::suggestions;
use crate::comments::threads::{self, NewThread};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::library::files::{self, File};
use crate::reading::content;

const MODULE: &str = "/NV240/AMM/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";

/// A thread that the demo people write.
pub(super) struct DemoThread<'a> {
    pub(super) starter: &'a Caller,
    /// The beginning of the paragraph.
    pub(super) words: &'a str,
    pub(super) text: &'a str,
    /// A part of the paragraph, and what is proposed for it.
    pub(super) proposed: Option<(&'a str, &'a str)>,
    pub(super) answer: Option<(&'a Caller, &'a str)>,
    pub(super) is_resolved: bool,
}

/// Writes comments on a module of the demo library: a question with its answer, a thread that is resolved, and a
/// suggestion; gives whether something was missing. Nothing is written where only other people have commented.
pub async fn comment(ctx: &Ctx) -> Result<bool, Error> {
    let Some(DemoPeople { author, approver, reader }) = DemoPeople::find(ctx).await? else { return Ok(false) };
    let path = FilePath::parse(MODULE).ok_or(Error::NotFound(Missing::File))?;
    let question = DemoThread {
        starter: &reader,
        words: "The pump sits in a cartridge",
        text: "Does this also hold with the auxiliary tank (EK28AUX)? @li.author",
        proposed: None,
        answer: Some((
            &author,
            "Yes. The auxiliary tank feeds the supply tank from above, so the flapper works as it does without.",
        )),
        is_resolved: false,
    };
    let checked = DemoThread {
        starter: &approver,
        words: "Remove panel 214AL",
        text: "The panel numbers agree with the access panel chart.",
        proposed: None,
        answer: None,
        is_resolved: true,
    };
    let suggestion = DemoThread {
        starter: &reader,
        words: "Lower the pump by 30 mm",
        text: "Fuel ran out for some time after 30 mm; 5 minutes were enough on QZ-HAB.",
        proposed: Some(("until no more fuel runs out", "at least 5 minutes, until no more fuel runs out")),
        answer: None,
        is_resolved: false,
    };
    // The last one is there when all of them are, whatever people have done with the others since.
    let wanted = [question, checked, suggestion];
    let known = threads_of(ctx, &reader, &path).await?;
    let is_ours = known.iter().any(|thread| wanted.iter().any(|one| one.is_in(thread)));
    let [.., last] = &wanted;
    if known.iter().any(|thread| last.is_in(thread)) || (!known.is_empty() && !is_ours) {
        return Ok(false);
    }
    let mut is_new = false;
    for thread in &wanted {
        is_new |= thread.write(ctx, &path, &known).await?;
    }
    Ok(is_new)
}

/// The threads of a module; none of one that does not exist.
pub(super) async fn threads_of(ctx: &Ctx, caller: &Caller, path: &FilePath) -> Result<Vec<ExportedThread>, Error> {
    let wanted = ThreadRequest { module: Some(path.clone()), ..ThreadRequest::default() };
    match lists::list_all(ctx, caller, &wanted).await {
        Err(Error::NotFound(_)) => Ok(Vec::new()),
        listed => listed,
    }
}

impl DemoThread<'_> {
    pub(super) fn is_in(&self, thread: &ExportedThread) -> bool {
        thread.comments.first().is_some_and(|first| first.text == self.text)
    }

    /// Writes what is missing of the thread, and gives whether something was. Nothing is written where the paragraph does
    /// not exist any more.
    pub(super) async fn write(&self, ctx: &Ctx, path: &FilePath, known: &[ExportedThread]) -> Result<bool, Error> {
        let known = known.iter().find(|thread| self.is_in(thread));
        let id = match known {
            Some(thread) => thread.listed.thread.id.clone(),
            None => match self.start(ctx, path).await? {
                Some(id) => id,
                None => return Ok(false),
            },
        };
        let mut is_new = known.is_none();
        // Somebody who has gone on with a thread has read it.
        let is_alone = known.is_none_or(|thread| thread.listed.thread.comments < 2);
        if let Some((caller, text)) = self.answer.filter(|_| is_alone) {
            threads::reply(ctx, caller, &id, text, None).await?;
            is_new = true;
        }
        let is_open = known.is_none_or(|thread| thread.listed.thread.state == ThreadState::Open);
        if self.is_resolved && is_open && is_alone {
            threads::set_state(ctx, self.starter, &id, ThreadState::Resolved).await?;
            is_new = true;
        }
        Ok(is_new)
    }

    /// Starts the thread at its paragraph; `None` where there is no such paragraph.
    async fn start(&self, ctx: &Ctx, path: &FilePath) -> Result<Option<CommentThreadId>, Error> {
        let file = match files::find(ctx, self.starter, path, &Reading::default()).await {
            Err(Error::NotFound(_)) => return Ok(None),
            found => found?,
        };
        let Some(anchor) = anchor(ctx, &file, self.words).await? else { return Ok(None) };
        let suggestion = match self.proposed {
            Some((old, new)) => {
                let paragraph = suggestions::paragraph(ctx, self.starter, path, file.version_id, &anchor).await?;
                Some(paragraph.replace(old, new))
            }
            None => None,
        };
        let new = NewThread { version: file.version_id, anchor, text: self.text.to_owned(), suggestion };
        threads::start(ctx, self.starter, path, new).await.map(Some)
    }
}

/// The HTML id of the innermost block whose text begins with some words.
pub(super) async fn anchor(ctx: &Ctx, file: &File, words: &str) -> Result<Option<String>, Error> {
    let bytes = content::read(ctx, &file.version.content.blob).await?;
    let checked = guard::check(&bytes).map_err(FileError::Unreadable)?;
    let document = Document::read(&checked).map_err(FileError::Unreadable)?;
    let named = document.descendants(NodeId::ROOT).filter_map(|node| Some((node, document.marks(node)?.id.clone()?)));
    let found = named.filter(|(node, _)| plain::text(&document, *node).starts_with(words)).last();
    Ok(found.map(|(_, id)| id))
}
