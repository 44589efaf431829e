//! The demo people at work: their unfinished jobs and their messages.

use chrono::{DateTime, Utc};
use domain::job::JobStatus;
use domain::page::PageRequest;
use domain::user::Account;

use super::{APPROVER, AUTHOR, PEOPLE, READER};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::imports::shell;
use crate::jobs::{self, Job, JobFilter};
use crate::users::notifications::{self, NotificationFilter};

/// The message that asks a reader to acknowledge a publication; it is the one thing that is left for them to do.
const ASKED: &str = "publication.distributed";

/// The demo people as callers.
pub(super) struct DemoPeople {
    pub(super) author: Caller,
    pub(super) approver: Caller,
    pub(super) reader: Caller,
}

impl DemoPeople {
    /// `None` when one of them is inactive or has another role by now: the others do not work in their name.
    pub(super) async fn find(ctx: &Ctx) -> Result<Option<Self>, Error> {
        let people = (find(ctx, AUTHOR).await?, find(ctx, APPROVER).await?, find(ctx, READER).await?);
        let (Some(author), Some(approver), Some(reader)) = people else { return Ok(None) };
        let has_role = |caller: &Caller| {
            let account = caller.user.account.as_str();
            PEOPLE.iter().any(|(known, _, role)| *known == account && *role == caller.user.role)
        };
        let found = Self { author, approver, reader };
        let can_work = has_role(&found.author) && has_role(&found.approver) && has_role(&found.reader);
        Ok(can_work.then_some(found))
    }
}

/// A demo person; `None` for one who cannot sign in.
async fn find(ctx: &Ctx, account: &str) -> Result<Option<Caller>, Error> {
    match shell::caller(ctx, Some(account)).await {
        Ok(caller) => Ok(Some(caller)),
        Err(Error::NotFound(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an account of the demo people is still to be made.
pub async fn is_person_missing(ctx: &Ctx) -> Result<bool, Error> {
    let mut tx = ctx.db.read().await?;
    for (account, _, _) in PEOPLE {
        let account = Account::parse(account).map_err(|code| Error::field("account", code))?;
        if store::users::find_by_account(&mut tx, &account).await?.is_none() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the demo people can do what belongs to the demo. Nothing is done in the name of one who is inactive or has
/// another role by now.
pub async fn has_people(ctx: &Ctx) -> Result<bool, Error> {
    Ok(DemoPeople::find(ctx).await?.is_some())
}

/// Finishes the jobs that an interrupted run left; gives their number. A server would take them up later, and do again
/// what has been repeated meanwhile. Nobody is told of the end of jobs who has not signed in yet.
pub async fn settle(ctx: &Ctx, mut watch: impl FnMut(&Job)) -> Result<usize, Error> {
    let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::User))?;
    let mut settled = 0;
    for (account, _, _) in PEOPLE {
        let Some(caller) = find(ctx, account).await? else { continue };
        let filter = JobFilter {
            statuses: vec![JobStatus::Created, JobStatus::Starting, JobStatus::Running],
            created_by: Some(caller.user.id.clone()),
            ..JobFilter::default()
        };
        // The newest is the first of the list.
        for job in jobs::list(ctx, &caller, &filter, page).await?.items.into_iter().rev() {
            shell::finish(ctx, &caller, &job.id, &mut watch).await?;
            settled += 1;
        }
        if caller.user.last_sign_in_on.is_some() {
            continue;
        }
        let filter = JobFilter {
            statuses: vec![JobStatus::Completed, JobStatus::Failed],
            created_by: Some(caller.user.id.clone()),
            unnotified: true,
            ..JobFilter::default()
        };
        for job in jobs::list(ctx, &caller, &filter, page).await?.items {
            jobs::notified(ctx, &caller, &job.id).await?;
        }
    }
    Ok(settled)
}

/// Marks messages of the demo people as read, also those that the program would send at its next start: nobody who
/// tries the product has to clear messages first. Somebody who has signed in keeps their messages from before `since`,
/// and the reader keeps the one that asks them to acknowledge a publication.
pub async fn clear_messages(ctx: &Ctx, since: DateTime<Utc>) -> Result<(), Error> {
    crate::compliance::reviews::remind(ctx).await?;
    let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::Notification))?;
    for (account, _, _) in PEOPLE {
        let Some(caller) = find(ctx, account).await? else { continue };
        let has_signed_in = caller.user.last_sign_in_on.is_some();
        for message in notifications::list(ctx, &caller, NotificationFilter::Unread, page).await?.items {
            let is_old = has_signed_in && message.created_on < since;
            let is_kept = account == READER && message.code == ASKED;
            if !is_old && !is_kept {
                notifications::read(ctx, &caller, &message.id).await?;
            }
        }
    }
    Ok(())
}
