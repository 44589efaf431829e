//! Change marks of a check-in, on what differs from the version that was checked out; for a full issue, from the issue
//! before it.

use std::sync::Arc;

use domain::checkin::{CheckIn, IssueStep, IssueType, ReasonType};
use domain::file::File;
use domain::version::Issue;
use s1000d::change_marks::{self, MarkRequest, MarkScope};
use s1000d::document::SourceText;
use s1000d::guard::{self, Refusal};
use s1000d::model::ContentModel;
use s1000d::object::stamp;
use s1000d::splice::{self, Splice};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CheckInError, Error};
use crate::editing::issue::{self, NewText};
use crate::editing::{content_models, source};

/// Marks the changes of a text, if its check-in asks for it.
///
/// Only some types of issues have marks: a full issue of another type loses those that its text has, and one in work
/// stays as it is. Editorial changes get no marks: the default business rules forbid them.
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
        let is_editorial = said.reason.as_ref().is_some_and(|one| one.kind == ReasonType::Editorial);
        // The reason may be written into the status file, where the content cannot refer to it.
        let names_reason = status.is_none() && said.reason.is_some() && !is_editorial;
        let model = content_models::of_schema(ctx, content.text().to_owned()).await?;
        let model = model.map_err(|refusal| issue::refused(&refusal))?;
        let earlier = earlier_text(ctx, caller, base, said.step).await?;
        let marking = Marking { earlier, model, names_reason, is_editorial };
        tokio::task::spawn_blocking(move || marking.write(&content)).await??
    } else if said.step == IssueStep::Full {
        tokio::task::spawn_blocking(move || without_marks(&content)).await??
    } else {
        content
    };
    Ok(NewText { content, status })
}

/// The text that a new one is compared with.
enum EarlierText {
    /// The checked-out version, in work, or one whose issue is not known.
    Work(SourceText),
    /// The checked-out version, an issue, for a version in work.
    OnIssue(SourceText),
    /// The issue before a full issue, and the checked-out version if it is another one.
    Issue(SourceText, Option<SourceText>),
}

/// The text that a new one is compared with. For a full issue it is the issue before, if the library has it: otherwise
/// nobody knows which marks are older.
async fn earlier_text(ctx: &Ctx, caller: &Caller, base: &File, step: IssueStep) -> Result<EarlierText, Error> {
    let checked_out = source::read(ctx, base).await?;
    let last = &base.version.issue;
    match step {
        _ if last.number.is_empty() => Ok(EarlierText::Work(checked_out)),
        IssueStep::InWork if last.in_work == "00" => Ok(EarlierText::OnIssue(checked_out)),
        IssueStep::InWork => Ok(EarlierText::Work(checked_out)),
        IssueStep::Full if last.in_work == "00" => Ok(EarlierText::Issue(checked_out, None)),
        IssueStep::Full => match issue_before(ctx, caller, base).await? {
            None => Ok(EarlierText::Work(checked_out)),
            Some(issue) => match source::read(ctx, &issue).await {
                Ok(text) => Ok(EarlierText::Issue(text, Some(checked_out))),
                Err(Error::NotFound(_) | Error::File(_)) => Ok(EarlierText::Work(checked_out)),
                Err(error) => Err(error),
            },
        },
    }
}

/// The issue that the work of a version is on top of.
///
/// Numbers alone do not tell: a delivery may have an issue of the same number. Only what was once in the working lane
/// is a text that people here have issued or adopted.
async fn issue_before(ctx: &Ctx, caller: &Caller, base: &File) -> Result<Option<File>, Error> {
    let Some(manual) = &base.object.manual_id else { return Ok(None) };
    let mut tx = caller.read(ctx).await?;
    let working = store::snapshots::list_working_versions(&mut tx, manual, base.object.id).await?;
    let mut issues = store::files::list_versions(&mut tx, base.object.id).await?;
    issues.retain(|file| file.version.issue.number == base.version.issue.number && file.version.issue.in_work == "00");
    Ok(working.into_iter().find_map(|id| issues.iter().find(|file| file.version_id == id).cloned()))
}

/// The facts on which the marks of a text depend.
struct Marking {
    earlier: EarlierText,
    model: Option<Arc<ContentModel>>,
    /// The marks refer to the reason for update that the check-in adds.
    names_reason: bool,
    is_editorial: bool,
}

impl Marking {
    fn write(&self, content: &SourceText) -> Result<SourceText, Error> {
        let refused = |refusal: Refusal| issue::refused(&refusal);
        let (before, checked_out) = match &self.earlier {
            EarlierText::Work(before) | EarlierText::OnIssue(before) => (before, None),
            EarlierText::Issue(before, checked_out) => (before, checked_out.as_ref()),
        };
        let before = guard::check_text(before.text()).map_err(refused)?;
        let checked_out = checked_out.map(|text| guard::check_text(text.text())).transpose().map_err(refused)?;
        let text = guard::check_text(content.text()).map_err(refused)?;
        let reason = if self.names_reason { stamp::next_reason_id(text.text()).map_err(refused)? } else { None };
        let scope = match &self.earlier {
            EarlierText::Work(_) => MarkScope::Work,
            EarlierText::OnIssue(_) => MarkScope::OnIssue,
            EarlierText::Issue(..) => MarkScope::Issue { checked_out: checked_out.as_ref() },
        };
        let request = MarkRequest {
            reason: reason.as_deref(),
            model: self.model.as_deref(),
            is_editorial: self.is_editorial,
            scope,
        };
        let splices = change_marks::mark(&before, &text, &request).map_err(refused)?;
        spliced(content, &splices.ok_or(CheckInError::NotMarkable)?)
    }
}

fn without_marks(content: &SourceText) -> Result<SourceText, Error> {
    let refused = |refusal: Refusal| issue::refused(&refusal);
    let text = guard::check_text(content.text()).map_err(refused)?;
    spliced(content, &change_marks::remove(&text).map_err(refused)?)
}

fn spliced(content: &SourceText, splices: &[Splice]) -> Result<SourceText, Error> {
    let text = splice::apply(content.text(), splices).ok_or(CheckInError::NotMarkable)?;
    Ok(content.with_text(text))
}
