//! Messages for people.

use domain::id::NotificationId;
use domain::notification::{Notification, NotificationKind};
use domain::page::{Page, PageRequest};
use domain::user::User;
use store::Tx;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::users::mail::outbox::enqueue;

pub use store::notifications::NotificationFilter;

/// Lists the caller's messages, newest first.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    which: NotificationFilter,
    page: PageRequest,
) -> Result<Page<Notification>, Error> {
    let mut tx = caller.read(ctx).await?;
    Ok(store::notifications::list(&mut tx, &caller.user.id, which, page).await?)
}

/// Marks one of the caller's messages as read; doing so twice is no error.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &NotificationId) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if !store::notifications::mark_read(&mut tx, &caller.user.id, id, ctx.clock.now()).await? {
        return Err(Error::NotFound(Missing::Notification));
    }
    Ok(tx.commit().await?)
}

/// Marks all of the caller's messages as read.
pub async fn read_all(ctx: &Ctx, caller: &Caller) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    store::notifications::mark_all_read(&mut tx, &caller.user.id, ctx.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Leaves a message for each of `people` who wants messages of its kind; it also comes by mail to those who want that.
pub(crate) async fn leave(
    ctx: &Ctx,
    tx: &mut Tx,
    people: &[User],
    kind: NotificationKind,
    code: &str,
    params: &[(&str, &str)],
    link: &str,
) -> Result<(), Error> {
    let wants = |person: &&User| !person.preferences.muted.contains(&kind);
    let people: Vec<User> = people.iter().filter(wants).cloned().collect();
    leave_for_all(ctx, tx, &people, kind, code, params, link).await
}

/// Leaves a message that nobody can do without, also for people who muted its kind.
pub(crate) async fn leave_for_all(
    ctx: &Ctx,
    tx: &mut Tx,
    people: &[User],
    kind: NotificationKind,
    code: &str,
    params: &[(&str, &str)],
    link: &str,
) -> Result<(), Error> {
    let mail = store::mail_settings::find(tx).await?.settings;
    for person in people {
        let notification = Notification {
            id: NotificationId(ctx.ids.next()),
            user_id: person.id.clone(),
            kind,
            code: code.to_owned(),
            params: params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            link: Some(link.to_owned()),
            created_on: ctx.clock.now(),
            read_on: None,
        };
        let mail_id = if mail.enabled { enqueue(ctx, tx, &mail, person, kind).await? } else { None };
        store::notifications::insert(tx, &notification, mail_id.as_ref()).await?;
    }
    Ok(())
}
