//! The queue of mails, as administrators see it.

use domain::id::MailId;
use domain::mail::MailState;
use domain::page::{Page, PageRequest};
use domain::permission::Permission;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, MailError, Missing};

pub use store::mails::QueuedMail;

/// Lists the mails of a state, or all, newest first.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    state: Option<MailState>,
    page: PageRequest,
) -> Result<Page<QueuedMail>, Error> {
    caller.require(Permission::ManageSystem)?;
    Ok(store::mails::list(&mut caller.read(ctx).await?, state, page).await?)
}

/// Sends a mail that waits, failed or was skipped at the next opportunity, as if for the first time.
pub async fn retry(ctx: &Ctx, caller: &Caller, id: &MailId) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let account = store::mails::find_account(&mut tx, id).await?.ok_or(Error::NotFound(Missing::Mail))?;
    if !store::mails::retry(&mut tx, id, ctx.clock.now()).await? {
        return Err(MailError::Sent.into());
    }
    tx.record(ctx.change(&caller.actor(), "mail.retried", "user", &account));
    Ok(tx.commit().await?)
}

/// Deletes a mail; its notifications stay in the application.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &MailId) -> Result<(), Error> {
    caller.require(Permission::ManageSystem)?;
    let mut tx = caller.begin(ctx).await?;
    let account = store::mails::find_account(&mut tx, id).await?.ok_or(Error::NotFound(Missing::Mail))?;
    if !store::mails::delete(&mut tx, id, ctx.clock.now()).await? {
        return Err(MailError::Sending.into());
    }
    tx.record(ctx.change(&caller.actor(), "mail.deleted", "user", &account));
    Ok(tx.commit().await?)
}
