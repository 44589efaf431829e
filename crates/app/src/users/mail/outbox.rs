//! Mails on their way: enqueued with their notifications, sent when they are due.
//!
//! A mail is sent at least once and, but for one case, at most once: when the program or its connection dies after the
//! mail server took a mail over and before that is written down, the mail is sent again. Each attempt carries the same
//! `Message-ID`.

use chrono::TimeDelta;
use domain::id::MailId;
use domain::mail::{MailReason, MailSettings, retry_delay};
use domain::notification::{MailDelivery, Notification, NotificationKind};
use domain::user::User;
use metrics::counter;
use store::Tx;
use store::mail_settings::StoredMailSettings;
use store::mails::ClaimedMail;

use super::settings::server_of;
use crate::core::access;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::core::smtp::{self, Envelope, MailServer, MailText, SmtpFailure};

/// Longer than one attempt may take.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// Mails that wait longer, such as while mail is off, are not sent any more.
const MAX_AGE: TimeDelta = TimeDelta::days(7);
/// Ended mails stay in the list of administrators this long.
const KEEP: TimeDelta = TimeDelta::days(30);
/// The limit of notifications that are read for one mail; it lists the first of them and tells the number of the others.
const MAX_READ: u32 = 1_000;
/// Days that are looked at for a daily mail which nobody has tried to send.
const DAYS_AHEAD: u32 = 8;

/// The mail that a new notification comes by; `None` when the user wants none.
pub(crate) async fn enqueue(
    ctx: &Ctx,
    tx: &mut Tx,
    settings: &MailSettings,
    user: &User,
    kind: NotificationKind,
) -> Result<Option<MailId>, Error> {
    let delivery = user.preferences.mail_delivery(kind);
    let now = ctx.clock.now();
    let mut due_on = match delivery {
        MailDelivery::AtOnce => now,
        MailDelivery::Daily => settings.next_daily(now),
        MailDelivery::Never => return Ok(None),
    };
    for _ in 0..DAYS_AHEAD {
        if let Some(id) = store::mails::join(tx, &user.id, delivery).await? {
            return Ok(Some(id));
        }
        let id = MailId(ctx.ids.next());
        if store::mails::insert(tx, &id, &user.id, delivery, (now, due_on)).await? {
            return Ok(Some(id));
        }
        // Another transaction has just made the mail of that day, which can be joined; or an administrator has moved
        // the hour after it was sent, so that the next one comes the day after.
        if let Some(id) = store::mails::join(tx, &user.id, delivery).await? {
            return Ok(Some(id));
        }
        due_on += TimeDelta::days(1);
    }
    Ok(None)
}

/// A mail that this node alone may send now.
#[derive(Debug)]
pub struct DueMail {
    pub receiver: User,
    /// At least one.
    pub notifications: Vec<Notification>,
    pub settings: MailSettings,
    server: MailServer,
    claimed: ClaimedMail,
    owner: String,
}

/// The result of sending a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    Sent,
    /// The mail server refused this mail.
    Refused,
    /// The mail server does not answer as it should, so that other mails would fail, too.
    Postponed,
}

/// Claims the next mail that is due; those that are not needed any more are skipped.
pub async fn next(ctx: &Ctx) -> Result<Option<DueMail>, Error> {
    loop {
        let now = ctx.clock.now();
        let mut tx = ctx.db.read().await?;
        let stored = store::mail_settings::find(&mut tx).await?;
        if !stored.settings.enabled || !store::mails::is_any_due(&mut tx, now).await? {
            return Ok(None);
        }
        drop(tx);
        let owner = format!("{}/{}", ctx.settings.node, ctx.ids.next());
        let mut tx = ctx.db.begin().await?;
        let Some(claimed) = store::mails::claim(&mut tx, &owner, now, now + LEASE).await? else { return Ok(None) };
        tx.commit().await?;
        let checked = match check(ctx, &claimed).await {
            Ok(checked) => checked,
            Err(error) => {
                // Counts as an attempt: the mail is given up in the end, and others get their turn.
                postpone(ctx, &claimed, &owner, &error.to_string()).await?;
                return Err(error);
            }
        };
        match checked {
            Ok((receiver, notifications)) => {
                let Some(server) = open_server(ctx, &stored, &claimed, &owner).await? else { return Ok(None) };
                let settings = stored.settings;
                return Ok(Some(DueMail { receiver, notifications, settings, server, claimed, owner }));
            }
            Err(reason) => finish(ctx, &claimed, &owner, Some((reason, ""))).await?,
        }
    }
}

/// The receiver and the notifications that they may see and want now, or the reason against sending.
async fn check(ctx: &Ctx, claimed: &ClaimedMail) -> Result<Result<(User, Vec<Notification>), MailReason>, Error> {
    if ctx.clock.now() - claimed.created_on > MAX_AGE {
        return Ok(Err(MailReason::TooOld));
    }
    let mut tx = access::read_for(ctx, Some(&claimed.user_id)).await?;
    let user = store::users::find(&mut tx, &claimed.user_id).await?;
    let Some(user) = user.filter(|user| user.may_sign_in(ctx.clock.now())) else {
        return Ok(Err(MailReason::Inactive));
    };
    let mut notifications = store::notifications::list_of_mail(&mut tx, &user.id, &claimed.id, MAX_READ).await?;
    notifications.retain(|notification| {
        let kind = notification.kind;
        let may = kind.permission().is_none_or(|permission| user.may(permission));
        may && user.preferences.mail_delivery(kind) != MailDelivery::Never
    });
    if notifications.is_empty() {
        return Ok(Err(MailReason::Nothing));
    }
    let is_address = smtp::is_address(user.email.as_str());
    Ok(if is_address { Ok((user, notifications)) } else { Err(MailReason::Address) })
}

/// The server to send by; without one the mail waits for better settings.
async fn open_server(
    ctx: &Ctx,
    stored: &StoredMailSettings,
    claimed: &ClaimedMail,
    owner: &str,
) -> Result<Option<MailServer>, Error> {
    match server_of(ctx, stored) {
        Ok(server) => Ok(Some(server)),
        Err(error) => {
            postpone(ctx, claimed, owner, &error.to_string()).await?;
            Ok(None)
        }
    }
}

/// Sends a claimed mail with this text and writes down what became of it.
pub async fn send(ctx: &Ctx, mail: &DueMail, text: &MailText) -> Result<Sending, Error> {
    let DueMail { claimed, owner, receiver, .. } = mail;
    let envelope = Envelope { to: receiver.email.as_str(), id: &claimed.id.0, date: claimed.created_on };
    let (sending, word) = match mail.server.send(envelope, text).await {
        Ok(()) => {
            finish(ctx, claimed, owner, None).await?;
            (Sending::Sent, "sent")
        }
        Err(SmtpFailure::Refused(message)) => {
            tracing::warn!(mail.id = %claimed.id, error = message, "The mail server refused a mail");
            finish(ctx, claimed, owner, Some((MailReason::Refused, &message))).await?;
            (Sending::Refused, "refused")
        }
        Err(SmtpFailure::Unavailable(message)) => {
            postpone(ctx, claimed, owner, &message).await?;
            (Sending::Postponed, "postponed")
        }
    };
    counter!("airfolio_mails_total", "outcome" => word).increment(1);
    Ok(sending)
}

async fn finish(
    ctx: &Ctx,
    claimed: &ClaimedMail,
    owner: &str,
    not_sent: Option<(MailReason, &str)>,
) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    store::mails::finish(&mut tx, &claimed.id, owner, not_sent, ctx.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Puts a mail back, or gives it up after the last attempt.
async fn postpone(ctx: &Ctx, claimed: &ClaimedMail, owner: &str, message: &str) -> Result<(), Error> {
    tracing::warn!(mail.id = %claimed.id, mail.attempts = claimed.attempts, error = message, "A mail was not sent");
    let why = (MailReason::Unreachable, message);
    let Some(delay) = retry_delay(claimed.attempts) else { return finish(ctx, claimed, owner, Some(why)).await };
    let mut tx = ctx.db.begin().await?;
    store::mails::postpone(&mut tx, &claimed.id, owner, why, ctx.clock.now() + delay).await?;
    Ok(tx.commit().await?)
}

/// Removes mails that ended long ago.
pub async fn sweep(ctx: &Ctx) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    store::mails::delete_ended_before(&mut tx, ctx.clock.now() - KEEP).await?;
    Ok(tx.commit().await?)
}
