//! The discussion of a change request.

use std::collections::HashSet;

use domain::change_request::{ChangeRequest, MAX_POSTS, RequestPost};
use domain::comment::parse_text;
use domain::id::{ChangeRequestId, ChangeRequestPostId};
use domain::permission::Permission;
use store::Tx;

use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};
use crate::editing::change_requests::{find, record};

/// Adds a post. People whom the request concerns, and whom the post mentions, are told.
pub async fn write(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, text: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let text = parse_text(text).map_err(|code| Error::field("text", code))?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let request = find(&mut tx, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    if store::change_requests::count_posts(&mut tx, id).await? >= MAX_POSTS {
        return Err(ChangeRequestError::TooManyPosts.into());
    }
    let mentioned = people::mentioned(&rules, &mut tx, &located::manual_of(&request)?, &text).await?;
    let concerned = people::concerned(&rules, &mut tx, &request).await?;
    let post = RequestPost {
        id: ChangeRequestPostId(ctx.ids.next()),
        request: id.clone(),
        author: people::commenter(&caller.user),
        text,
        created_on: ctx.clock.now(),
        edited_on: None,
        is_deleted: false,
    };
    store::change_requests::insert_post(&mut tx, &post).await?;
    let mut told = HashSet::new();
    people::tell(ctx, &mut tx, caller, &request, mentioned, "change_request.mentioned", &mut told).await?;
    people::tell(ctx, &mut tx, caller, &request, concerned, "change_request.commented", &mut told).await?;
    record(ctx, &mut tx, caller, &request, "change_request.commented", &[]);
    Ok(tx.commit().await?)
}

/// Changes the text of a post of the caller.
pub async fn update(ctx: &Ctx, caller: &Caller, id: &ChangeRequestPostId, text: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let text = parse_text(text).map_err(|code| Error::field("text", code))?;
    let mut tx = caller.begin(ctx).await?;
    let request = own(&mut tx, caller, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    if !store::change_requests::update_post(&mut tx, id, &text, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, caller, &request, "change_request.comment_edited", &[]);
    Ok(tx.commit().await?)
}

/// Deletes the words of a post of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &ChangeRequestPostId) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let request = own(&mut tx, caller, id).await?;
    if !store::change_requests::clear_post(&mut tx, id, ctx.clock.now()).await? {
        return Err(Error::ChangedMeanwhile);
    }
    record(ctx, &mut tx, caller, &request, "change_request.comment_deleted", &[]);
    Ok(tx.commit().await?)
}

/// The change request of a post that the caller wrote.
async fn own(tx: &mut Tx, caller: &Caller, id: &ChangeRequestPostId) -> Result<ChangeRequest, Error> {
    let missing = Error::NotFound(Missing::ChangeRequest);
    let post = store::change_requests::find_post(tx, id).await?.ok_or(missing)?;
    let request = find(tx, &post.request).await?;
    if post.author.id == caller.user.id { Ok(request) } else { Err(Error::Forbidden) }
}
