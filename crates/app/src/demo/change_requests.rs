//! Change requests of the demo people.

use domain::change_request::{ChangeRequest, RequestAction, RequestDetails, RequestOrigin, RequestStatus};
use domain::id::ChangeRequestId;
use domain::path::ManualPath;

use super::people::DemoPeople;
use super::{APPROVER, AUTHOR};
use crate::changes::lists::{self, RequestListing};
use crate::changes::requests::{self, NewRequest, RequestPeople};
use crate::changes::{actions, posts};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

const MANUAL: &str = "/NV240/AMM";
const PLUG: &str = "Name the torque of the drain plug";
const BOTTLE: &str = "Second fire bottle";
/// A comment on the second request.
const QUESTION: &str = "Does the bulletin change the job card too? @li.author";
const ANSWER: &str = "Yes, the squib test has a new step.";

/// Asks for changes of the demo manual: one that nobody has opened, and one that is in progress; gives whether something
/// was missing. Nothing is asked for where only other people have done so.
pub async fn request_changes(ctx: &Ctx) -> Result<bool, Error> {
    let Some(DemoPeople { author, approver, reader }) = DemoPeople::find(ctx).await? else { return Ok(false) };
    let manual = ManualPath::parse(MANUAL).ok_or(Error::NotFound(Missing::Manual))?;
    let known = requests_of(ctx, &reader, &manual).await?;
    let find = |title: &str| known.iter().find(|request| request.details.title == title);
    let (plug, bottle) = (find(PLUG), find(BOTTLE));
    if !known.is_empty() && plug.is_none() && bottle.is_none() {
        return Ok(false);
    }
    if plug.is_none() && bottle.is_none() {
        create(ctx, &reader, &manual, plug_details(), RequestPeople::default()).await?;
    }
    let id = if let Some(bottle) = bottle {
        bottle.id.clone()
    } else {
        let people = RequestPeople { assignee: Some(AUTHOR.to_owned()), reviewers: vec![APPROVER.to_owned()] };
        create(ctx, &author, &manual, bottle_details(), people).await?
    };
    let open = lists::read(ctx, &author, &id).await?;
    if open.posts.len() > 1 {
        return Ok(false);
    }
    if open.request.status == RequestStatus::NotOpen {
        actions::act(ctx, &author, &id, RequestAction::Open, "", false).await?;
    }
    if open.posts.is_empty() {
        posts::write(ctx, &approver, &id, QUESTION).await?;
    }
    posts::write(ctx, &author, &id, ANSWER).await?;
    Ok(true)
}

/// The change requests of a manual; none of one that does not exist.
pub(super) async fn requests_of(ctx: &Ctx, caller: &Caller, manual: &ManualPath) -> Result<Vec<ChangeRequest>, Error> {
    let wanted = RequestListing { manual: Some(manual.clone()), ..RequestListing::default() };
    match lists::list_all(ctx, caller, wanted).await {
        Ok(listed) => Ok(listed.items.into_iter().map(|one| one.request).collect()),
        Err(Error::NotFound(_)) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn plug_details() -> RequestDetails {
    RequestDetails {
        title: PLUG.to_owned(),
        description: "The procedure says to tighten the plug, but not how much.".to_owned(),
        origin: RequestOrigin::Comment,
        reference: String::new(),
        due_on: None,
    }
}

fn bottle_details() -> RequestDetails {
    RequestDetails {
        title: BOTTLE.to_owned(),
        description: "Describe the aircraft with the second bottle, and the test of its squib.".to_owned(),
        origin: RequestOrigin::ServiceBulletin,
        reference: "SB NV240-26-003".to_owned(),
        due_on: None,
    }
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
