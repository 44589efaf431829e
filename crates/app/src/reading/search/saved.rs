//! Searches that people keep.

use domain::field::FieldCode;
use domain::text::fold;
use store::{StoreError, Tx};

use crate::core::access::rules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, QueryError};

pub use store::saved_searches::SavedSearch;

/// Searches that one person may keep.
const MAX_SAVED: u64 = 100;
const MAX_NAME: usize = 100;
/// Bytes of one search.
const MAX_REQUEST: usize = 16 << 10;

/// The saved searches of the caller and those that others share, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<SavedSearch>, Error> {
    let mut tx = caller.read(ctx).await?;
    let mut found = store::saved_searches::list(&mut tx, &caller.user.id).await?;
    if tx.sight().is_partial() {
        let hidden = hidden_names(ctx, &tx).await?;
        let own = caller.user.account.as_str();
        found.retain(|one| one.owner == own || !hidden.iter().any(|name| names(&one.request, name)));
    }
    Ok(found)
}

/// The folded names of the databases that the caller of a transaction does not see.
async fn hidden_names(ctx: &Ctx, tx: &Tx) -> Result<Vec<String>, Error> {
    let rules = rules(ctx).await?;
    Ok(rules.csdbs.keys().filter(|csdb| !tx.sight().sees(csdb, None)).cloned().collect())
}

/// Whether a stored request contains this folded name as a word.
fn names(request: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '+');
    fold(request).split(|c| !is_part(c)).any(|word| word == name)
}

/// Saves a search of the caller; one of the same name is replaced.
pub async fn save(ctx: &Ctx, caller: &Caller, name: &str, request: String, shared: bool) -> Result<SavedSearch, Error> {
    let name = checked(name)?;
    if request.len() > MAX_REQUEST {
        return Err(Error::field("request", FieldCode::TooLong));
    }
    let mut search = SavedSearch {
        id: ctx.ids.next(),
        name: name.to_owned(),
        request,
        created_on: ctx.clock.now(),
        shared,
        owner: caller.user.account.as_str().to_owned(),
    };
    let mut tx = caller.begin(ctx).await?;
    search.id = store::saved_searches::upsert(&mut tx, &caller.user.id, &search).await?;
    if store::saved_searches::count_of(&mut tx, &caller.user.id).await? > MAX_SAVED {
        return Err(QueryError::TooManySaved.into());
    }
    tx.commit().await?;
    Ok(search)
}

/// Renames a search of the caller; `shared`, when given, changes whether others see it.
pub async fn update(
    ctx: &Ctx,
    caller: &Caller,
    id: &str,
    name: &str,
    shared: Option<bool>,
) -> Result<SavedSearch, Error> {
    let name = checked(name)?;
    let mut tx = caller.begin(ctx).await?;
    let renamed = match store::saved_searches::update(&mut tx, &caller.user.id, id, name, shared).await {
        Ok(renamed) => renamed.ok_or(Error::NotFound(Missing::SavedSearch))?,
        Err(StoreError::Conflict(_)) => return Err(QueryError::NameTaken.into()),
        Err(error) => return Err(error.into()),
    };
    tx.commit().await?;
    Ok(renamed)
}

fn checked(name: &str) -> Result<&str, Error> {
    match name.trim() {
        "" => Err(Error::field("name", FieldCode::Required)),
        name if name.chars().count() > MAX_NAME => Err(Error::field("name", FieldCode::TooLong)),
        name => Ok(name),
    }
}

/// Forgets a search of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if !store::saved_searches::delete(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::SavedSearch));
    }
    tx.commit().await?;
    Ok(())
}
