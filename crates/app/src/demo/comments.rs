//! Comments of the demo people on a maintenance procedure.

use domain::id::CommentThreadId;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::document::{Document, NodeId, plain};
use s1000d::guard;

use super::{APPROVER, READER};
use crate::comments::lists::{self, ThreadRequest, ThreadState};
use crate::comments::suggestions;
use crate::comments::threads::{self, NewThread};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError, Missing};
use crate::imports::shell;
use crate::library::files::{self, File};
use crate::reading::content;

const MODULE: &str = "/NV240/AMM/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";

/// Writes comments on a module of the demo library: a question with its answer, a suggestion, and a thread that is
/// resolved. Nothing is written where somebody has commented on it before.
pub async fn comment(ctx: &Ctx) -> Result<(), Error> {
    let (reader, author) = (shell::caller(ctx, Some(READER)).await?, shell::caller(ctx, Some(super::AUTHOR)).await?);
    let approver = shell::caller(ctx, Some(APPROVER)).await?;
    let path = FilePath::parse(MODULE).ok_or(Error::NotFound(Missing::File))?;
    let wanted = ThreadRequest { module: Some(path.clone()), ..ThreadRequest::default() };
    if !lists::list_all(ctx, &reader, &wanted).await?.is_empty() {
        return Ok(());
    }
    let file = files::find(ctx, &reader, &path, &Reading::default()).await?;

    let question = "Does this also hold with the auxiliary tank (EK28AUX)? @li.author";
    let asked = start(ctx, &reader, &path, &file, "The pump sits in a cartridge", question, None).await?;
    let answer = "Yes. The auxiliary tank feeds the supply tank from above, so the flapper works as it does without.";
    threads::reply(ctx, &author, &asked, answer, None).await?;

    let reason = "Fuel ran out for some time after 30 mm; 5 minutes were enough on QZ-HAB.";
    let proposed = ("until no more fuel runs out", "at least 5 minutes, until no more fuel runs out");
    start(ctx, &reader, &path, &file, "Lower the pump by 30 mm", reason, Some(proposed)).await?;

    let done = "The panel numbers agree with the access panel chart.";
    let checked = start(ctx, &approver, &path, &file, "Remove panel 214AL", done, None).await?;
    threads::set_state(ctx, &approver, &checked, ThreadState::Resolved).await?;
    Ok(())
}

/// Starts a thread at the paragraph that begins with some words.
pub(super) async fn start(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    file: &File,
    words: &str,
    text: &str,
    proposed: Option<(&str, &str)>,
) -> Result<CommentThreadId, Error> {
    let anchor = anchor(ctx, file, words).await?;
    let suggestion = match proposed {
        Some((old, new)) => {
            let paragraph = suggestions::paragraph(ctx, caller, path, file.version_id, &anchor).await?;
            Some(paragraph.replace(old, new))
        }
        None => None,
    };
    let new = NewThread { version: file.version_id, anchor, text: text.to_owned(), suggestion };
    threads::start(ctx, caller, path, new).await
}

/// The HTML id of the innermost block whose text begins with some words.
pub(super) async fn anchor(ctx: &Ctx, file: &File, words: &str) -> Result<String, Error> {
    let bytes = content::read(ctx, &file.version.content.blob).await?;
    let checked = guard::check(&bytes).map_err(FileError::Unreadable)?;
    let document = Document::read(&checked).map_err(FileError::Unreadable)?;
    let named = document.descendants(NodeId::ROOT).filter_map(|node| Some((node, document.marks(node)?.id.clone()?)));
    let found = named.filter(|(node, _)| plain::text(&document, *node).starts_with(words)).last();
    found.map(|(_, id)| id).ok_or(Error::NotFound(Missing::File))
}
