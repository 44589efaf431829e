//! The discussion of a change request.

use std::collections::HashSet;

use domain::change_request::{ChangeRequest, MAX_POSTS, RequestPost};
use domain::comment::{mentions, parse_text};
use domain::id::{ChangeRequestId, ChangeRequestPostId};
use domain::permission::Permission;
use domain::text::fold;
use domain::user::User;
use store::Tx;

use super::{located, people};
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};
use crate::editing::change_requests::{find, record};

/// Adds a post, and tells the participants of the request and the people whom the post mentions.
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
    let participants = people::participants(&rules, &mut tx, &request).await?;
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
    store::change_requests::note_update(&mut tx, id, post.created_on).await?;
    let mut informed = HashSet::new();
    people::tell(ctx, &mut tx, caller, &request, mentioned, "change_request.mentioned", &mut informed).await?;
    people::tell(ctx, &mut tx, caller, &request, participants, "change_request.commented", &mut informed).await?;
    record(ctx, &mut tx, caller, &request, "change_request.commented", &[]);
    Ok(tx.commit().await?)
}

/// Changes the text of a post of the caller, and tells the people whom it did not mention before.
pub async fn update(ctx: &Ctx, caller: &Caller, id: &ChangeRequestPostId, text: &str) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let text = parse_text(text).map_err(|code| Error::field("text", code))?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let (request, before) = own(&mut tx, caller, id).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    let now = ctx.clock.now();
    if !store::change_requests::update_post(&mut tx, id, &text, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    store::change_requests::note_update(&mut tx, &request.id, now).await?;
    let mentioned = people::mentioned(&rules, &mut tx, &located::manual_of(&request)?, &text).await?;
    let known = mentions(&before.text);
    let is_new = |person: &User| !known.iter().any(|account| fold(account) == fold(person.account.as_str()));
    let mentioned = mentioned.into_iter().filter(is_new).collect();
    people::tell(ctx, &mut tx, caller, &request, mentioned, "change_request.mentioned", &mut HashSet::new()).await?;
    record(ctx, &mut tx, caller, &request, "change_request.comment_edited", &[]);
    Ok(tx.commit().await?)
}

/// Deletes the words of a post of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &ChangeRequestPostId) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let mut tx = caller.begin(ctx).await?;
    let (request, _) = own(&mut tx, caller, id).await?;
    let now = ctx.clock.now();
    if !store::change_requests::clear_post(&mut tx, id, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    store::change_requests::note_update(&mut tx, &request.id, now).await?;
    record(ctx, &mut tx, caller, &request, "change_request.comment_deleted", &[]);
    Ok(tx.commit().await?)
}

/// A post that the caller wrote, with its change request.
async fn own(tx: &mut Tx, caller: &Caller, id: &ChangeRequestPostId) -> Result<(ChangeRequest, RequestPost), Error> {
    let missing = Error::NotFound(Missing::ChangeRequest);
    let post = store::change_requests::find_post(tx, id).await?.ok_or(missing)?;
    let request = find(tx, &post.request).await?;
    if post.author.id == caller.user.id { Ok((request, post)) } else { Err(Error::Forbidden) }
}
