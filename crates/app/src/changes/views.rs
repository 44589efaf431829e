//! Named filters of the list of change requests.

use domain::field::FieldCode;
use domain::text;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, Missing};
use crate::reading::search::{hidden_names, names};

pub use store::request_views::SavedRequestView;

/// Views that one person may keep.
const MAX_VIEWS: u64 = 100;
const MAX_NAME: usize = 100;
const MAX_QUERY: usize = 2_000;

/// The views of the caller and those that others share, by name.
pub async fn list(ctx: &Ctx, caller: &Caller) -> Result<Vec<SavedRequestView>, Error> {
    let mut tx = caller.read(ctx).await?;
    let mut found = store::request_views::list(&mut tx, &caller.user.id).await?;
    if tx.sight().is_partial() {
        let hidden = hidden_names(ctx, &tx).await?;
        let own = caller.user.account.as_str();
        found.retain(|one| one.owner == own || !hidden.iter().any(|name| names(&decoded(&one.query), name)));
    }
    Ok(found)
}

/// A query string with the signs that separate names, or are part of them.
fn decoded(query: &str) -> String {
    query.replace('+', " ").replace("%2F", "/").replace("%2B", "+")
}

/// Saves a view of the caller; one of the same name is replaced.
pub async fn save(
    ctx: &Ctx,
    caller: &Caller,
    name: &str,
    query: &str,
    shared: bool,
) -> Result<SavedRequestView, Error> {
    let named = |field: &'static str| move |code: FieldCode| Error::field(field, code);
    let mut view = SavedRequestView {
        id: ctx.ids.next(),
        name: text::line(name, 1, MAX_NAME).map_err(named("name"))?,
        query: text::line(query, 0, MAX_QUERY).map_err(named("query"))?,
        created_on: ctx.clock.now(),
        shared,
        owner: caller.user.account.as_str().to_owned(),
    };
    let mut tx = caller.begin(ctx).await?;
    view.id = store::request_views::upsert(&mut tx, &caller.user.id, &view).await?;
    if store::request_views::count_of(&mut tx, &caller.user.id).await? > MAX_VIEWS {
        return Err(ChangeRequestError::TooManyViews.into());
    }
    tx.commit().await?;
    Ok(view)
}

/// Deletes a view of the caller.
pub async fn delete(ctx: &Ctx, caller: &Caller, id: &str) -> Result<(), Error> {
    let mut tx = caller.begin(ctx).await?;
    if !store::request_views::delete(&mut tx, &caller.user.id, id).await? {
        return Err(Error::NotFound(Missing::RequestView));
    }
    Ok(tx.commit().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_in_a_query_string() {
        let query = decoded("manual=%2FSECRET%2FMEL&keyword=a+B%2B1");
        assert!(names(&query, "secret") && names(&query, "mel") && names(&query, "b+1"));
        assert!(!names(&query, "2fsecret"));
    }
}
