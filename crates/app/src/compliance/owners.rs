//! People who may own requirements.

use domain::comment::Commenter;
use domain::permission::Permission;
use domain::user::User;

use super::located;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// People that are offered at once.
const MAX_OFFERED: usize = 20;
/// People that are read at once, until enough of them may own a requirement.
const PAGE: u64 = 100;
const MAX_PAGES: u64 = 10;

/// The people who may own requirements, with a text in their account or name.
pub async fn list(ctx: &Ctx, caller: &Caller, text: &str) -> Result<Vec<Commenter>, Error> {
    caller.require(Permission::EditCompliance)?;
    Error::unless_searchable("keywordFilter", text)?;
    let now = ctx.clock.now();
    let may_own = |person: &&User| person.may_sign_in(now) && person.may(Permission::EditCompliance);
    let mut tx = caller.read(ctx).await?;
    let mut found = Vec::new();
    for page in 0..MAX_PAGES {
        let people = store::comments::list_people(&mut tx, text, page * PAGE, PAGE).await?;
        found.extend(people.iter().filter(may_own).map(located::person));
        if (people.len() as u64) < PAGE || found.len() >= MAX_OFFERED {
            break;
        }
    }
    found.truncate(MAX_OFFERED);
    Ok(found)
}
