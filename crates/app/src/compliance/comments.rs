//! Comments on items.

use domain::change_request::{MAX_RATE, RATE_PERIOD};
use domain::comment::parse_text;
use domain::compliance::{MAX_ITEM_COMMENTS, MAX_OWN_COMMENTS, PolicyComment, PolicyItem};
use domain::id::{PolicyCommentId, PolicyItemId};
use domain::notification::NotificationKind;
use domain::permission::Permission;
use store::Tx;

use super::located::{self, record};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{CommentError, ComplianceError, Error, Missing};
use crate::users::notifications;

/// The comments on an item, oldest first.
pub async fn list(ctx: &Ctx, caller: &Caller, id: &PolicyItemId) -> Result<Vec<PolicyComment>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::item(&mut tx, id).await?;
    Ok(store::compliance::list_comments(&mut tx, id, MAX_ITEM_COMMENTS).await?)
}

/// Adds a comment to an item, and tells its owner.
pub async fn write(ctx: &Ctx, caller: &Caller, id: &PolicyItemId, text: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let text = parse_text(text).map_err(|code| Error::field("text", code))?;
    let mut tx = caller.begin(ctx).await?;
    let item = located::item(&mut tx, id).await?;
    require_space(ctx, &mut tx, caller).await?;
    let all = store::compliance::count_comments(&mut tx, id).await?;
    let own = store::compliance::count_own_comments(&mut tx, id, &caller.user.id).await?;
    if all >= MAX_ITEM_COMMENTS || own >= MAX_OWN_COMMENTS {
        return Err(ComplianceError::TooMany.into());
    }
    let comment = PolicyComment {
        id: PolicyCommentId(ctx.ids.next()),
        item: item.id.clone(),
        author: located::person(&caller.user),
        text,
        created_on: ctx.clock.now(),
        edited_on: None,
    };
    store::compliance::insert_comment(&mut tx, &comment).await?;
    tell_owner(ctx, &mut tx, caller, &item).await?;
    tell_log(ctx, &mut tx, caller, &item, "policy_item.commented").await?;
    Ok(tx.commit().await?)
}

/// Refuses a caller who wrote too much in the last minute.
async fn require_space(ctx: &Ctx, tx: &mut Tx, caller: &Caller) -> Result<(), Error> {
    let since = ctx.clock.now() - RATE_PERIOD;
    let written = store::compliance::count_comments_since(tx, &caller.user.id, since).await?;
    if written >= MAX_RATE { Err(CommentError::TooFast.into()) } else { Ok(()) }
}

async fn tell_owner(ctx: &Ctx, tx: &mut Tx, caller: &Caller, item: &PolicyItem) -> Result<(), Error> {
    let Some(owner) = item.owner.as_ref().filter(|owner| owner.id != caller.user.id) else { return Ok(()) };
    let Some(owner) = store::users::find(tx, &owner.id).await? else { return Ok(()) };
    let params = [("account", caller.user.account.as_str()), ("code", item.details.code.as_str())];
    let link = format!("/compliance/{}?item={}", item.collection, item.id);
    notifications::leave(ctx, tx, &[owner], NotificationKind::Comments, "compliance.commented", &params, &link).await
}

async fn tell_log(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItem,
    action: &'static str,
) -> Result<(), Error> {
    let collection = located::collection(tx, &item.collection).await?;
    record(ctx, tx, caller, action, &located::subject(&collection, item), &[]);
    Ok(())
}

/// Changes the text of a comment of the caller; gives its item.
pub async fn update(ctx: &Ctx, caller: &Caller, id: &PolicyCommentId, text: &str) -> Result<PolicyItemId, Error> {
    caller.require_person(Permission::Comment)?;
    let text = parse_text(text).map_err(|code| Error::field("text", code))?;
    let mut tx = caller.begin(ctx).await?;
    let (comment, item) = find(&mut tx, id).await?;
    if comment.author.id != caller.user.id {
        return Err(Error::Forbidden);
    }
    require_space(ctx, &mut tx, caller).await?;
    if !store::compliance::update_comment(&mut tx, id, &text, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tell_log(ctx, &mut tx, caller, &item, "policy_item.comment_edited").await?;
    tx.commit().await?;
    Ok(item.id)
}

/// The caller may delete the comments of others.
pub fn may_delete_others(caller: &Caller) -> bool {
    caller.require_person(Permission::DeleteLibrary).is_ok()
}

/// Deletes a comment of the caller; administrators delete those of others too. Gives its item.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &PolicyCommentId) -> Result<PolicyItemId, Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let (comment, item) = find(&mut tx, id).await?;
    if comment.author.id != caller.user.id && !may_delete_others(caller) {
        return Err(Error::Forbidden);
    }
    if !store::compliance::clear_comment(&mut tx, id, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    tell_log(ctx, &mut tx, caller, &item, "policy_item.comment_deleted").await?;
    tx.commit().await?;
    Ok(item.id)
}

/// A comment with its item.
async fn find(tx: &mut Tx, id: &PolicyCommentId) -> Result<(PolicyComment, PolicyItem), Error> {
    let missing = Error::NotFound(Missing::Comment);
    let comment = store::compliance::find_comment(tx, id).await?.ok_or(missing)?;
    let item = located::item(tx, &comment.item).await?;
    Ok((comment, item))
}
