//! Change marks of a check-in, on what differs from the version that was checked out; for a full issue, from the issue
//! before it.

use std::sync::Arc;

use domain::checkin::{CheckIn, IssueStep, IssueType, ReasonType};
use domain::file::File;
use domain::version::Issue;
use s1000d::change_marks::{self, MarkRequest};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::model::ContentModel;
use s1000d::object::stamp;
use s1000d::splice::{self, Splice};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::issue::{self, NewText};
use crate::editing::{content_models, source};

/// Marks the changes of a text, if its check-in asks for it.
///
/// Only some types of issues have marks: a full issue of another type loses those that its text has, and one in work
/// stays as it is.
pub(super) async fn write(
    ctx: &Ctx,
    caller: &Caller,
    base: &File,
    taken: &[Issue],
    text: NewText,
    said: &CheckIn,
) -> Result<NewText, Error> {
    if !said.marks_changes {
        return Ok(text);
    }
    let stamp = issue::next_stamp(&base.version.issue, taken, said, ctx.clock.now())?;
    let has_marks = IssueType::parse(&stamp.issue_type).is_some_and(IssueType::has_change_marks);
    let NewText { content, status } = text;
    let content = if has_marks {
        // The reason is written into the status file, where the content cannot refer to it.
        let names_reason =
            status.is_none() && said.reason.as_ref().is_some_and(|one| one.kind != ReasonType::Editorial);
        let model = content_models::of_schema(ctx, content.text().to_owned()).await?;
        let model = model.map_err(|refusal| issue::refused(&refusal))?;
        let before = earlier_text(ctx, caller, base, said.step).await?;
        let marking = Marking { before, model, names_reason, is_full: said.step == IssueStep::Full };
        tokio::task::spawn_blocking(move || marking.write(&content)).await??
    } else if said.step == IssueStep::Full {
        tokio::task::spawn_blocking(move || without_marks(&content)).await??
    } else {
        content
    };
    Ok(NewText { content, status })
}

/// The text that a new one is compared with.
async fn earlier_text(ctx: &Ctx, caller: &Caller, base: &File, step: IssueStep) -> Result<SourceText, Error> {
    let last = &base.version.issue;
    if step == IssueStep::Full && !last.number.is_empty() && last.in_work != "00" {
        let versions = store::files::list_versions(&mut caller.read(ctx).await?, base.object.id).await?;
        let is_issue = |file: &File| file.version.issue.number == last.number && file.version.issue.in_work == "00";
        let issue = versions.into_iter().filter(is_issue).max_by_key(|file| file.version_id);
        if let Some(issue) = issue {
            match source::read(ctx, &issue).await {
                // Without the issue, the marks are about the work since the last check-in.
                Err(Error::NotFound(_) | Error::File(_)) => {}
                read => return read,
            }
        }
    }
    source::read(ctx, base).await
}

/// What the marks of a text depend on.
struct Marking {
    before: SourceText,
    model: Option<Arc<ContentModel>>,
    /// The marks refer to the reason for update that the check-in adds.
    names_reason: bool,
    is_full: bool,
}

impl Marking {
    fn write(&self, content: &SourceText) -> Result<SourceText, Error> {
        let refused = |refusal: Refusal| issue::refused(&refusal);
        let before = guard::check_text(self.before.text()).map_err(refused)?;
        let text = guard::check_text(content.text()).map_err(refused)?;
        let reason = if self.names_reason { stamp::next_reason_id(text.text()).map_err(refused)? } else { None };
        let request =
            MarkRequest { reason: reason.as_deref(), model: self.model.as_deref(), removes_old: self.is_full };
        spliced(content, &change_marks::mark(&before, &text, &request).map_err(refused)?)
    }
}

fn without_marks(content: &SourceText) -> Result<SourceText, Error> {
    let refused = |refusal: Refusal| issue::refused(&refusal);
    let text = guard::check_text(content.text()).map_err(refused)?;
    spliced(content, &change_marks::remove(&text).map_err(refused)?)
}

fn spliced(content: &SourceText, splices: &[Splice]) -> Result<SourceText, Error> {
    let text = splice::apply(content.text(), splices).ok_or(Error::ChangedMeanwhile)?;
    Ok(content.with_text(text))
}
