//! Change requests of the demo people.

use domain::change_request::{RequestAction, RequestDetails, RequestOrigin};
use domain::id::ChangeRequestId;
use domain::path::ManualPath;

use super::{APPROVER, READER};
use crate::changes::lists::{self, RequestListing};
use crate::changes::requests::{self, NewRequest, RequestPeople};
use crate::changes::{actions, posts};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::shell;

const MANUAL: &str = "/NV240/AMM";

/// Asks for changes of the demo manual: one that nobody has opened, and one that is in progress. Nothing is asked for
/// where somebody has done so before.
pub async fn request_changes(ctx: &Ctx) -> Result<(), Error> {
    let (reader, author) = (shell::caller(ctx, Some(READER)).await?, shell::caller(ctx, Some(super::AUTHOR)).await?);
    let approver = shell::caller(ctx, Some(APPROVER)).await?;
    let manual = ManualPath::parse(MANUAL).ok_or(Error::NotFound(Missing::Manual))?;
    let wanted = RequestListing { manual: Some(manual.clone()), ..RequestListing::default() };
    if !lists::list_all(ctx, &reader, wanted).await?.items.is_empty() {
        return Ok(());
    }
    let details = RequestDetails {
        title: "Name the torque of the drain plug".to_owned(),
        description: "The procedure says to tighten the plug, but not how much.".to_owned(),
        origin: RequestOrigin::Comment,
        reference: String::new(),
        due_on: None,
    };
    create(ctx, &reader, &manual, details, RequestPeople::default()).await?;

    let details = RequestDetails {
        title: "Second fire bottle".to_owned(),
        description: "Describe the aircraft with the second bottle, and the test of its squib.".to_owned(),
        origin: RequestOrigin::ServiceBulletin,
        reference: "SB NV240-26-003".to_owned(),
        due_on: None,
    };
    let people = RequestPeople { assignee: Some(super::AUTHOR.to_owned()), reviewers: vec![APPROVER.to_owned()] };
    let bottle = create(ctx, &author, &manual, details, people).await?;
    actions::act(ctx, &author, &bottle, RequestAction::Open, "", false).await?;
    posts::write(ctx, &approver, &bottle, "Does the bulletin change the job card too? @li.author").await?;
    posts::write(ctx, &author, &bottle, "Yes, the squib test has a new step.").await?;
    Ok(())
}

async fn create(
    ctx: &Ctx,
    caller: &Caller,
    manual: &ManualPath,
    details: RequestDetails,
    people: RequestPeople,
) -> Result<ChangeRequestId, Error> {
    requests::create(ctx, caller, NewRequest { manual: manual.clone(), place: None, details, people }).await
}
